"""The tracker with `--ascii` on a line of 9,600 baud: the time until a key is answered and everything is shown."""

import os
import select
import shutil
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import mkdtemp

from msgspec import Struct

from benchmarks.measure import Row
from tests.campaign.instruments.terminal import Screen, Terminal

BYTES_A_SECOND = 960
GULP = 8
"""The bytes that arrive together."""
LIMIT = 200
"""Milliseconds within which a key must be answered."""
QUIET = 1.0
"""Seconds of silence after which everything is shown."""
QUICKLY, AGAIN = 0.06, 0.35
"""Seconds between keys: before the first is answered, and while the changed card is being sent."""
SIZE = (80, 24)

Cells = tuple[range, range]
"""Rows and columns, from 0."""
HEADER: Cells = (range(1), range(80))
ORDER: Cells = (range(2, 15), range(1, 34))
PROMPT: Cells = (range(22, 23), range(80))


class Key(Struct, frozen=True):
    """A key, and the cells that respond to it; it is answered once they have their final content."""

    what: str
    typed: str
    answer: Cells


KEYS: Sequence[Key] = (
    Key("`j`, to the selected row", "j", ORDER),
    Key("`d`, to the line it opens", "d", PROMPT),
    Key("a character of the line", "7", PROMPT),
    Key("Enter, to the hit points", "\r", ORDER),
    Key("`n`, to whose turn it is", "n", HEADER),
)
LATER: Sequence[Key] = (
    Key("`z`, to whose turn it was", "z", HEADER),
    Key("`space`, to the mark in the order", " ", ORDER),
    Key("`1`, to the line of the power", "1", PROMPT),
    Key("Esc, to the prompt", "\x1b", PROMPT),
)
"""Keys that are tried last, since they change the selection and the marks."""
OPENING: Sequence[Key] = (
    Key("`m`, to the first row of the menu", "m", HEADER),
    Key("`?`, to the first row of the help", "?", HEADER),
)
"""Keys that open something that Esc closes."""


class KeyCost(Struct, frozen=True):
    """The response to a key: milliseconds and bytes until it was answered, and all bytes."""

    taken: float
    size: int
    whole: int


class StyledScreen(Screen):
    """A terminal emulator that also records the style of each cell."""

    def __init__(self, columns: int, lines: int) -> None:
        self._style: tuple[int, ...] = ()
        self._styles: dict[tuple[int, int], tuple[int, ...]] = {}
        super().__init__(columns, lines)

    def seen(self, cells: Cells) -> object:
        """The content and style of cells."""
        return [(self.cells[y][x], self._styles.get((y, x))) for y in cells[0] for x in cells[1]]

    def _write(self, text: str) -> None:
        self._styles |= {(self._y, self._x + number): self._style for number in range(len(text))}
        super()._write(text)

    def _plain(self, final: bytes, numbers: list[int]) -> None:
        if final == b"m":
            self._style = tuple(numbers) if 0 in numbers else (*self._style, *numbers)
        elif final == b"X":
            self._styles |= {(self._y, self._x + number): () for number in range(numbers[0])}
        super()._plain(final, numbers)


class SlowTerminal(Terminal):
    """A terminal on a slow line."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        super().__init__(folder, *arguments, size=SIZE)
        self.screen: StyledScreen = StyledScreen(*SIZE)
        self._free_at = 0.0

    def press(self, key: Key, times: int = 1, between: float = 0) -> KeyCost:
        """Presses a key once, or several times with a pause `between`, and measures from the last press."""
        for _ in range(times - 1):
            self.type(key.typed)
            self._read_for(between)
        began, before = time.monotonic(), len(self.written)
        self.type(key.typed)
        shown = [(began, before, self.screen.seen(key.answer))]
        while self._read(QUIET):
            shown.append((time.monotonic(), len(self.written), self.screen.seen(key.answer)))
        late = [at for at, (_, _, seen) in enumerate(shown) if seen != shown[-1][2]]
        at, size, _ = shown[late[-1] + 1] if late else shown[0]
        return KeyCost((at - began) * 1000, size - before, len(self.written) - before)

    def _read_for(self, seconds: float) -> None:
        ends = time.monotonic() + seconds
        while (left := ends - time.monotonic()) > 0:
            self._read(left)

    def _read(self, patience: float) -> bool:
        if not select.select([self._mine], [], [], patience)[0]:
            return False
        data = os.read(self._mine, GULP)
        self._free_at = max(self._free_at, time.monotonic()) + len(data) / BYTES_A_SECOND
        time.sleep(max(self._free_at - time.monotonic(), 0))
        self.written += data
        self.screen.take(data)
        while self.screen.asked:
            self.send(self.screen.asked.pop(0))
        return True


def rows() -> Iterator[Row]:
    """The time from each key to its response."""
    if not hasattr(os, "openpty"):
        return
    folder = mkdtemp()
    try:
        yield from pressing(Path(folder))
    finally:
        shutil.rmtree(folder)


def pressing(folder: Path) -> Iterator[Row]:
    """The keys in one fight."""
    with SlowTerminal(folder, "--ascii") as terminal:
        terminal.leave_notes()
        terminal.take_what_is_written(QUIET)
        for typed in ("b", "\r"):
            terminal.type(typed)
            terminal.take_what_is_written(QUIET)
        for key in KEYS:
            yield _row(key.what, terminal.press(key))
        yield _row("the last of five quick `j`", terminal.press(KEYS[0], 5, QUICKLY))
        back = Key("`k` while a card is sent", "k", ORDER)
        yield _row(back.what, terminal.press(back, 2, AGAIN))
        for key in LATER:
            yield _row(key.what, terminal.press(key))
        for key in OPENING:
            yield _row(key.what, terminal.press(key))
            terminal.type("\x1b")
            terminal.take_what_is_written(QUIET)


def _row(what: str, cost: KeyCost) -> Row:
    note = f"after {cost.size} bytes, of {cost.whole}"
    return Row(f"9,600 baud: {what}", cost.taken, LIMIT, "ms", note)
