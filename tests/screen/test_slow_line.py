"""Over a slow line the response to a key comes first, then the rest, without anything outdated."""

from collections.abc import Callable, Sequence
from itertools import pairwise

import pytest
from textual.geometry import Region

from orcus_tui.screen.slow_line import ASSUMED_SPEED, CHUNK_SECONDS, CURSOR_QUERY, SlowLine

ORDER = Region(0, 0, 40, 2)
LOG = Region(0, 19, 80, 5)
URGENT = (ORDER, LOG)
BLANK = "\x1b[1;1H" + "\n".join(["." * 80] * 24)


class Call:
    """A scheduled call, which can be cancelled."""

    def __init__(self, at: float, work: Callable[[], None]) -> None:
        self.at = at
        self.work = work
        self.is_cancelled = False

    def cancel(self) -> None:
        self.is_cancelled = True


class Line:
    """A slow line and the terminal at its end, with a clock that is set by hand."""

    def __init__(self, urgent: Sequence[Region] = URGENT) -> None:
        self.time = 0.0
        self.sent: list[str] = []
        self.times: list[float] = []
        self.calls: list[Call] = []
        self.line = SlowLine(self.send, self.call_later, lambda: urgent, lambda: self.time)
        self.line.write(BLANK)

    def send(self, data: str) -> None:
        self.sent.append(data)
        self.times.append(self.time)

    def call_later(self, seconds: float, work: Callable[[], None]) -> Call:
        self.calls.append(Call(self.time + seconds, work))
        return self.calls[-1]

    def wait(self, seconds: float) -> None:
        ends = self.time + seconds
        while due := sorted((each for each in self.calls if not each.is_cancelled and each.at <= ends), key=_time_of):
            self.calls.remove(due[0])
            self.time = max(self.time, due[0].at)
            due[0].work()
        self.time = ends

    def press(self, order: str, card: str) -> None:
        """Draws the changes of a key: a row of the order, and a card."""
        self.line.write(f"\x1b[2;1H{order}" + "".join(f"\x1b[{row};41H{card}" for row in range(3, 11)))

    @property
    def text(self) -> str:
        return "".join(self.sent)


def _time_of(call: Call) -> float:
    return call.at


@pytest.fixture
def line() -> Line:
    line = Line()
    line.wait(len(line.text.removesuffix(CURSOR_QUERY)) / ASSUMED_SPEED)  # then the terminal has received everything
    line.line.measure()
    line.sent.clear()
    return line


def test_the_answer_is_sent_at_once_and_the_rest_after_it(line: Line) -> None:
    line.press("Orrin", "a card with much to say")
    line.wait(0)
    assert "Orrin" in line.text
    line.wait(2)
    assert line.text.count("a card with much to say") == 8
    assert line.text.index("Orrin") < line.text.index("a card")


def test_urgent_regions_are_sent_in_their_order(line: Line) -> None:
    line.line.write("\x1b[24;1Htakes 7\x1b[2;1HOrrin\x1b[3;41Ha card")
    line.wait(2)
    assert line.text.index("Orrin") < line.text.index("takes 7") < line.text.index("a card")


def test_without_urgent_regions_rows_are_sent_in_order() -> None:
    line = Line(())
    line.wait(10)
    line.line.measure()
    line.sent.clear()
    line.press("Orrin", "card")
    line.wait(2)
    assert line.text.index("Orrin") < line.text.index("card")


def test_a_replaced_frame_is_never_sent(line: Line) -> None:
    for name in ("Orrin", "Sabel", "Wick.", "Ketta"):
        line.press(name, f"the card of {name}")
        line.wait(CHUNK_SECONDS)
    line.wait(2)
    assert line.text.count("the card of Orrin") + line.text.count("the card of Sabel") < 8
    assert "Sabel" in line.text  # in the order: each key is answered


def test_a_key_waits_for_one_piece_of_the_rest_at_most(line: Line) -> None:
    line.press("Orrin", "a card with much to say")
    line.wait(3 * CHUNK_SECONDS)
    assert "card" in line.text
    line.sent.clear()
    line.line.write("\x1b[2;1HSabel\x1b[3;41Hanother card")
    line.wait(2 * CHUNK_SECONDS)
    assert "Sabel" in line.text
    assert "another" not in line.text


def test_pieces_are_sent_no_faster_than_the_line_takes_them(line: Line) -> None:
    line.times.clear()
    line.press("Orrin", "a card with much to say")
    line.wait(2)
    assert line.text.count("a card with much to say") == 8
    for (begins, piece), (next_begins, _) in pairwise(zip(line.times, line.sent, strict=True)):
        assert len(piece) < 80
        assert next_begins >= begins + len(piece) / ASSUMED_SPEED - 1e-9


def test_a_complete_frame_ends_with_a_query_and_the_reply_ends_the_wait() -> None:
    line = Line()
    assert line.text.endswith(CURSOR_QUERY)
    line.wait(0.02)
    line.line.measure()
    line.sent.clear()
    line.press("Orrin", "a card with much to say")
    assert line.text.count("a card with much to say") == 8


def test_a_terminal_that_never_answers_is_taken_for_slow() -> None:
    line = Line()
    line.wait(60)
    line.sent.clear()
    line.press("Orrin" * 8, "a card")
    assert "Orrin" in line.text
    assert "card" not in line.text


def test_other_output_comes_after_the_frame_before_it(line: Line) -> None:
    line.press("Orrin", "a card")
    line.line.write("\x1b[?1049l")
    assert line.text.count("a card") == 8
    assert line.text.endswith("\x1b[?1049l")


@pytest.mark.parametrize("aside", ["\x1b[?25l", "\x1b[?2048$p", "\x1b[>25u", "\x1b]22;default\x07", "\x07"])
def test_output_that_changes_no_cell_is_sent_at_once_and_nothing_is_lost(line: Line, aside: str) -> None:
    line.line.write(aside)
    line.line.write(BLANK)
    assert line.text == aside


@pytest.mark.parametrize("frame", ["\x1b[?2026h", "\x1b[?2026l"])
def test_pictures_in_pieces_are_not_held_together(line: Line, frame: str) -> None:
    line.line.write(frame)
    assert line.text == ""


def test_a_terminal_that_is_given_back_gets_nothing_more(line: Line) -> None:
    line.press("Orrin", "a card")
    line.line.leave()
    line.sent.clear()
    line.wait(5)
    assert line.text == ""
