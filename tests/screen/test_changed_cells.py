"""Over a slow line only the cells that changed are sent, and the terminal shows the same."""

import re
from random import Random

import pytest
from textual.geometry import Region

from orcus_tui.screen.slow_line import ChangedCells

STYLES = ("1;38;2;216;212;203;48;2;22;24;28", "38;5;7;48;5;0", "31;44", "97;100", "7", "4;32", "1;2;31", "2", "")
SHOWS_ON_BLANKS = {"4", "7"}
ENDED_BY = {"22": "12", "23": "3", "24": "4", "27": "7", "29": "9"}


class Screen:
    """A terminal of 6 rows and 12 columns: each cell has the style it was written in, a blank only its background."""

    def __init__(self) -> None:
        self.cells: dict[tuple[int, int], tuple[str, object]] = {}
        self._row, self._column, self._style = 1, 1, dict.fromkeys(("attributes", "colour", "background"), "")

    def write(self, sent: str) -> None:
        for row, column, by, erased, style, line_end, character in re.findall(
            r"\x1b\[(\d+)(?:;(\d+))?H|\x1b\[(\d+)C|\x1b\[(\d+)X|\x1b\[([\d;]*)m|(\r?\n)|([ -~])", sent
        ):
            if row:
                self._row, self._column = int(row), int(column or 1)
            elif by:
                self._column += int(by)
            elif erased:
                assert self._seen(" ") == "", "erases on a background that only some terminals take over"
                assert self._column + int(erased) <= 13, "erased beyond the edge"
                self.cells |= {(self._row, self._column + number): (" ", "") for number in range(int(erased))}
            elif line_end:
                self._row, self._column = self._row + 1, 1
            elif character:
                assert self._column <= 12, "wrote beyond the edge"
                self.cells[self._row, self._column] = character, self._seen(character)
                self._column += 1
            else:
                self._restyle(style)

    def _restyle(self, style: str) -> None:
        for code in re.findall(r"[34]8;2;\d+;\d+;\d+|[34]8;5;\d+|\d+", style) or ["0"]:
            attributes = self._style["attributes"].split(";")
            if code == "0":
                self._style = dict.fromkeys(self._style, "")
            elif re.match(r"[39]\d", code):
                self._style["colour"] = "" if code == "39" else code
            elif re.match(r"4\d|10\d", code):
                self._style["background"] = "" if code == "49" else code
            elif code in ENDED_BY:
                kept = [each for each in attributes if each not in ENDED_BY[code]]
                self._style["attributes"] = ";".join(kept)
            else:
                self._style["attributes"] = ";".join(sorted({*filter(None, attributes), code}))

    def _seen(self, character: str) -> object:
        is_plain = character == " " and not SHOWS_ON_BLANKS & set(self._style["attributes"].split(";"))
        return self._style["background"] if is_plain else tuple(self._style.values())


def picture(dice: Random) -> str:
    """A few styled texts, as Textual sends them."""
    parts = []
    for _ in range(dice.randint(1, 5)):
        text = "".join(dice.choice("ab  ") for _ in range(dice.randint(1, 6))) if dice.random() < 0.7 else " " * 12
        style = dice.choice(STYLES)
        column = 1 if len(text) == 12 else dice.randint(1, 7)
        parts.append(f"\x1b[{dice.randint(1, 6)};{column}H\x1b[{style}m{text}\x1b[0m")
    return "\n".join(parts) + "\x1b[6;12H"


def sent_for(cells: ChangedCells, drawn: str) -> str:
    """The data that are sent for a frame."""
    assert cells.draw(drawn)
    return cells.changes()


@pytest.mark.parametrize("seed", range(50))
def test_the_terminal_shows_the_same_picture(seed: int) -> None:
    dice, whole, reduced, changed = Random(seed), Screen(), Screen(), ChangedCells()
    for _ in range(12):
        sent = picture(dice)
        whole.write(sent)
        reduced.write(sent_for(changed, sent))
        assert reduced.cells == whole.cells


@pytest.mark.parametrize("seed", range(50))
def test_the_last_frame_is_shown_in_the_end_even_if_sent_in_pieces(seed: int) -> None:
    dice, whole, reduced, changed = Random(seed), Screen(), Screen(), ChangedCells()
    for _ in range(12):
        sent = picture(dice)
        whole.write(sent)
        assert changed.draw(sent)
        urgent = Region(0, dice.randint(0, 5), dice.randint(1, 12), 6)
        reduced.write(changed.changes([urgent], dice.randint(1, 60)))
    while changed.waiting:
        reduced.write(changed.changes(limit=20))
    assert reduced.cells == whole.cells


def test_only_what_changed_is_sent() -> None:
    changed = ChangedCells()
    sent_for(changed, "\x1b[3;1H\x1b[31mHP 27/27\x1b[0m   |\x1b[1;1H")
    assert sent_for(changed, "\x1b[3;1H\x1b[31mHP 20/27\x1b[0m   |\x1b[1;1H") == "\x1b[3;5H\x1b[31m0\x1b[1;1H"


def test_the_same_picture_again_sends_nothing() -> None:
    changed = ChangedCells()
    sent_for(changed, "\x1b[3;1HKetta\x1b[1;1H")
    assert sent_for(changed, "\x1b[3;1HKetta\x1b[1;1H") == ""


def test_urgent_regions_come_first_and_then_the_others() -> None:
    changed = ChangedCells()
    assert changed.draw("\x1b[1;1Hhead\x1b[2;1Hcard\x1b[3;1Hline\x1b[4;1Hlog")
    sent = changed.changes([Region(0, row, 80, 1) for row in (2, 0, 3)])
    places = [sent.index(each) for each in ("line", "head", "log", "card")]
    assert places == sorted(places)
    assert not changed.waiting


def test_an_overtaken_picture_is_never_sent() -> None:
    changed = ChangedCells()
    sent_for(changed, "\x1b[1;1HKetta")
    for overtaken in ("Orrin", "Sabel"):
        assert changed.draw(f"\x1b[1;1H{overtaken}")
    assert changed.draw("\x1b[1;1HKetta")
    assert not changed.waiting


def test_a_piece_ends_at_its_limit_and_the_next_continues_from_there() -> None:
    changed = ChangedCells()
    assert changed.draw("\x1b[1;1H" + "a" * 40)
    pieces = []
    while changed.waiting:
        pieces.append(changed.changes(limit=16))
    assert max(map(len, pieces)) <= 16
    assert "".join(pieces).count("H") == 1


def test_many_blanks_are_erased() -> None:
    changed = ChangedCells()
    sent_for(changed, "\x1b[2;1H\x1b[31m" + "a" * 80)
    assert sent_for(changed, "\x1b[2;1H" + " " * 80 + "\x1b[2;1H") == "\x1b[2;1H\x1b[80X"


def test_blanks_between_are_erased_with_those_around_them() -> None:
    changed = ChangedCells()
    sent_for(changed, "\x1b[2;1Hmany words that are to go away now")
    assert sent_for(changed, "\x1b[2;1H" + " " * 34 + "\x1b[2;1H") == "\x1b[2;1H\x1b[34X"


def test_blanks_on_a_coloured_background_are_written() -> None:
    changed = ChangedCells()
    assert sent_for(changed, "\x1b[2;1H\x1b[44m" + " " * 80).endswith(" " * 80)


@pytest.mark.parametrize("unknown", ["\x1b[?1049h", "\x1b[2J", "\x1b[1;1H\N{BOX DRAWINGS LIGHT VERTICAL}"])
def test_an_unreadable_text_is_not_a_picture(unknown: str) -> None:
    changed = ChangedCells()
    assert changed.draw("\x1b[3;1HKetta")
    assert not changed.draw(unknown)
    assert "Ketta" in changed.changes()


def test_a_long_picture_with_an_unknown_sign_is_refused() -> None:
    """The sign is found at once; a pattern that could match in many ways would never end."""
    assert not ChangedCells().draw("a" * 20_000 + "\N{BULLET}")
