"""The installed program on a terminal line of unknown speed: the response to a key is written first."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("pty", reason="there are no pseudo-terminals on this operating system")

from tests.helpers.disks.shell import Shell
from tests.helpers.screen.terminal import Terminal

SIZE = (80, 24)
CARDS_FROM = 36
"""The first column of the cards on a screen of this size."""
ORDER_ROWS, LOG_ROWS = range(3, 15), range(18, 22)
MOVE = re.compile(rb"\x1b\[(\d+);(\d+)H")


class Unanswered(list[bytes]):
    """Queries to a terminal that never replies."""

    def append(self, _: bytes) -> None:
        """Drops the query."""


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    """A fight in its first round, with everything drawn."""
    with Terminal(tmp_path, "--ascii", str(Shell(tmp_path).folder / "ambush.toml"), size=SIZE) as terminal:
        terminal.screen.asked = Unanswered()
        terminal.until("Initiative", "saved")
        terminal.type("b")
        terminal.until(
            "Round 1", "+- Ari - PC", "action points 1", "Ari's turn", "Ari has not acted", "n next", "q quit"
        )
        yield terminal


def written_by(terminal: Terminal, keys: str, *seen: str) -> bytes:
    """The output for some keys, up to the moment when all these texts are shown."""
    before = len(terminal.written)
    terminal.type(keys)
    terminal.until(*seen)
    return terminal.written[before:]


def places(sent: bytes) -> list[tuple[int, int]]:
    """The rows and columns the cursor is moved to."""
    return [(int(row), int(column)) for row, column in MOVE.findall(sent)]


def test_the_selected_row_is_written_before_its_card(terminal: Terminal) -> None:
    sent = written_by(terminal, "j", "+- Ogre - standard", "|1 immediate ")
    in_cards = [column >= CARDS_FROM for row, column in places(sent) if row in ORDER_ROWS]
    assert True in in_cards and False in in_cards
    assert in_cards == sorted(in_cards), f"cards before the order: {sent!r}"


def test_the_line_that_opens_is_written_before_its_hints(terminal: Terminal) -> None:
    sent = written_by(terminal, "d", "TARGETS AMOUNT", "$ damage")
    assert sent.index(b"damage ") < sent.index(b"TARGETS")


def test_the_hit_points_are_written_before_the_log(terminal: Terminal) -> None:
    written_by(terminal, ":damage ogre 3", "Preview: Ogre 80 ->77", "Esc cancel")
    sent = written_by(terminal, "\r", "77/80", "takes 3: 80 ->77")
    rows = [row for row, column in places(sent) if column < CARDS_FROM]
    in_order, in_log = (next(at for at, row in enumerate(rows) if row in part) for part in (ORDER_ROWS, LOG_ROWS))
    assert in_order < in_log, f"{sent!r}"
