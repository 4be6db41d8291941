"""Over a slow line only the cells that changed are sent, and the terminal shows the same."""

import re
from random import Random

import pytest

from orcus_tui.screen.changed_cells import ChangedCells

STYLES = ("1;38;2;216;212;203;48;2;22;24;28", "38;5;7;48;5;0", "31;44", "97;100", "7", "4;32", "")
SHOWS_ON_BLANKS = {"4", "7"}


class Screen:
    """A terminal of 6 rows and 12 columns: each cell with the style it was written in, a blank with its ground."""

    def __init__(self) -> None:
        self.cells: dict[tuple[int, int], tuple[str, object]] = {}
        self._row, self._column, self._style = 1, 1, dict.fromkeys(("attributes", "colour", "ground"), "")

    def write(self, sent: str) -> None:
        for row, column, style, line_end, sign in re.findall(
            r"\x1b\[(\d+);(\d+)H|\x1b\[([\d;]*)m|(\r?\n)|([ -~])", sent
        ):
            if row:
                self._row, self._column = int(row), int(column)
            elif line_end:
                self._row, self._column = self._row + 1, 1
            elif sign:
                assert self._column <= 12, "wrote beyond the edge"
                self.cells[self._row, self._column] = sign, self._seen(sign)
                self._column += 1
            else:
                self._restyle(style)

    def _restyle(self, style: str) -> None:
        for code in re.findall(r"[34]8;2;\d+;\d+;\d+|[34]8;5;\d+|\d+", style) or ["0"]:
            if code == "0":
                self._style = dict.fromkeys(self._style, "")
            elif re.match(r"[39]\d", code):
                self._style["colour"] = code.replace("39", "") if code == "39" else code
            elif re.match(r"4\d|10\d", code):
                self._style["ground"] = "" if code == "49" else code
            else:
                self._style["attributes"] += f"{code};"

    def _seen(self, sign: str) -> object:
        is_plain = sign == " " and not SHOWS_ON_BLANKS & set(self._style["attributes"].split(";"))
        return self._style["ground"] if is_plain else tuple(self._style.values())


def picture(dice: Random) -> str:
    """A few styled texts, as Textual sends them."""
    parts = []
    for _ in range(dice.randint(1, 5)):
        text = "".join(dice.choice("ab  ") for _ in range(dice.randint(1, 6)))
        style = dice.choice(STYLES)
        parts.append(f"\x1b[{dice.randint(1, 6)};{dice.randint(1, 7)}H\x1b[{style}m{text}\x1b[0m")
    return "\n".join(parts) + "\x1b[6;12H"


@pytest.mark.parametrize("seed", range(50))
def test_the_terminal_shows_what_it_would_have_shown(seed: int) -> None:
    dice, whole, reduced, changed = Random(seed), Screen(), Screen(), ChangedCells()
    for _ in range(12):
        sent = picture(dice)
        whole.write(sent)
        reduced.write(changed.reduced(sent))
        assert reduced.cells == whole.cells


def test_only_what_changed_is_sent() -> None:
    changed = ChangedCells()
    changed.reduced("\x1b[3;1H\x1b[31mHP 27/27\x1b[0m   |\x1b[1;1H")
    assert changed.reduced("\x1b[3;1H\x1b[31mHP 20/27\x1b[0m   |\x1b[1;1H") == "\x1b[3;5H\x1b[31m0\x1b[1;1H"


def test_the_same_picture_again_sends_nothing() -> None:
    changed = ChangedCells()
    changed.reduced("\x1b[3;1HKetta\x1b[1;1H")
    assert changed.reduced("\x1b[3;1HKetta\x1b[1;1H") == ""


@pytest.mark.parametrize("unknown", ["\x1b[?1049h", "\x1b[2J", "\x1b[1;1H\N{BOX DRAWINGS LIGHT VERTICAL}"])
def test_what_it_does_not_know_passes_and_the_next_picture_is_whole(unknown: str) -> None:
    changed = ChangedCells()
    changed.reduced("\x1b[3;1HKetta\x1b[1;1H")
    assert changed.reduced(unknown) == unknown
    assert "Ketta" in changed.reduced("\x1b[3;1HKetta\x1b[1;1H")


@pytest.mark.parametrize("aside", ["\x1b[?2026h", "\x1b[?2026l", "\x1b]22;default\x07"])
def test_what_changes_no_cell_passes_and_nothing_is_forgotten(aside: str) -> None:
    changed = ChangedCells()
    changed.reduced("\x1b[3;1HKetta\x1b[1;1H")
    assert changed.reduced(aside) == aside
    assert changed.reduced("\x1b[3;1HKetta\x1b[1;1H") == ""


def test_a_terminal_others_drew_on_gets_the_whole_picture() -> None:
    changed = ChangedCells()
    changed.reduced("\x1b[3;1HKetta\x1b[1;1H")
    changed.forget()
    assert "Ketta" in changed.reduced("\x1b[3;1HKetta\x1b[1;1H")


def test_a_long_picture_with_a_sign_it_does_not_know_is_no_riddle() -> None:
    sent = "a" * 20_000 + "\N{BULLET}"
    assert ChangedCells().reduced(sent) == sent
