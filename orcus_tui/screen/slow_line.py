"""Sends pictures over a line that may be slow: only the cells that changed, in small pieces, the most urgent first."""

import re
import time
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, Protocol

from textual.geometry import Region

ASSUMED_SPEED = 960.0
"""Bytes per second until the terminal shows how fast the line is: 9,600 baud."""
FAST = 5_000.0
"""At this many bytes per second or more, everything is sent at once."""
CHUNK_SECONDS = 0.05
"""The time that a piece takes to send: the next key waits for at most one piece."""
MEASURABLE = 500
"""The fewest bytes whose transfer time shows the speed of a line; with fewer bytes it shows only the delay."""
MIN_ERASED = 10
"""The fewest blanks that take more bytes to write than to erase."""
CURSOR_QUERY = "\x1b[6n"
"""A query that terminals answer once they have shown everything before it."""

_TOKEN = re.compile(r"\x1b\[(\d+);(\d+)H|\x1b\[([\d;]*)m|(\r?\n)|([ -~]+)")
_CHANGES_NO_CELL = re.compile(r"\x1b\[\?(?!1049)\d+(\$p|[hl])|\x1b\[[<>]\d*u|\x1b\]22;[^\x07]*\x07|\x07")
"""Sequences for modes and queries about them, keyboard reports, the shape of the pointer, and the bell."""
_SYNC = re.compile(r"\x1b\[\?2026[hl]")
"""The start and end of a picture that is to appear at once; a picture in pieces has neither."""
_SEEN_ON_BLANKS = re.compile(r"(?:^|;)(?:4|7|9|21|53|4[0-8]|10[0-7])(?:;|$)")
"""Styles that show without text: backgrounds, lines and reversed colours."""

_CODE = re.compile(r"[34]8;2;\d+;\d+;\d+|[34]8;5;\d+|\d+")
DEFAULT_COLOURS = ("39", "49")

Place = tuple[int, int]
"""A row and a column, from 0."""


class _Cell(NamedTuple):
    character: str
    style: str


_BLANK = _Cell(" ", "")


class Timer(Protocol):
    """A scheduled call."""

    def cancel(self) -> None:
        """Cancels the call."""


class SlowLine:
    """Holds back output to a terminal until the line has room for it.

    `send` writes to the terminal, `call_later` calls a function after some seconds, and `urgent_regions` returns the
    parts of the screen to send first.
    """

    def __init__(
        self,
        send: Callable[[str], None],
        call_later: Callable[[float, Callable[[], None]], Timer],
        urgent_regions: Callable[[], Sequence[Region]],
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._send = send
        self._call_later = call_later
        self._urgent_regions = urgent_regions
        self._now = now
        self._cells = ChangedCells()
        self._speed = ASSUMED_SPEED
        self._free_at = 0.0
        self._asked: tuple[float, int] | None = None
        self._timer: Timer | None = None

    def write(self, data: str) -> None:
        """Sends the cells of a picture that are not on the terminal yet; anything else is sent unchanged."""
        if self._cells.draw(data):
            self._send_next()
        elif _CHANGES_NO_CELL.fullmatch(data):
            if not _SYNC.fullmatch(data):
                self._send(data)
        else:
            self._send(self._cells.changes() + data)
            self.forget()

    def forget(self) -> None:
        """Drops the rest of the picture and sends the whole next picture, because the terminal may show anything."""
        self._cancel()
        self._cells = ChangedCells()

    def leave(self) -> None:
        """Drops the rest of the picture, and stops waiting for the terminal's answer."""
        self.forget()
        self._asked = None

    def measure(self) -> None:
        """Measures how fast the line was, now that the terminal has answered."""
        if self._asked:
            asked_at, size = self._asked
            self._asked = None
            self._speed = size / max(self._now() - asked_at, 0.001)
            self._free_at = 0.0
            self._send_next()

    def _send_next(self) -> None:
        """Sends as much as the line has room for now, and schedules the rest."""
        self._cancel()
        is_fast = self._speed >= FAST
        if not self._cells.shown:
            text = self._cells.changes()
            if len(text) >= MEASURABLE and not self._asked:
                self._asked = (self._now(), len(text))
                text += CURSOR_QUERY
        elif is_fast:
            text = self._cells.changes()
        elif self._now() >= self._free_at:
            text = self._cells.changes(self._urgent_regions(), int(self._speed * CHUNK_SECONDS))
        else:
            text = ""
        if text:
            self._free_at = max(self._free_at, self._now()) + len(text) / self._speed
            self._send(text)
        if self._cells.waiting:
            self._timer = self._call_later(max(self._free_at - self._now(), 0.0), self._send_next)

    def _cancel(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None


class ChangedCells:
    """The cells that a terminal shows, and the cells that are still to be sent.

    Pictures consist of moves, styles and plain ASCII. If a later picture replaces a cell before it is sent, the old
    cell is never sent.
    """

    def __init__(self) -> None:
        self.shown: dict[Place, _Cell] = {}
        self.waiting: dict[Place, _Cell] = {}
        self._place: Place | None = None
        self._cursor: Place | None = None
        self._style: str | None = None

    def draw(self, picture: str) -> bool:
        """Adds the cells of a picture.

        Returns False, without a change, if it contains more than moves, styles and ASCII.
        """
        if _TOKEN.sub("", picture):
            return False
        for place, cell in _cells(picture):
            self._cursor = None if cell else place
            if cell and self.shown.get(place) == cell:
                self.waiting.pop(place, None)
            elif cell:
                self.waiting[place] = cell
        return True

    def changes(self, urgent_regions: Sequence[Region] = (), limit: int | None = None) -> str:
        """Returns the text that shows the waiting cells, up to the cell that reaches `limit` bytes."""
        text = ""
        for place in self._most_urgent_first(urgent_regions):
            if limit is not None and len(text) >= limit:
                break
            if place in self.waiting:
                text += self._erase_from(place) or self._write_cell(place)
        if not self.waiting and self._cursor and self._cursor != self._place:
            text += self._move_to(self._cursor)
        return text

    def _most_urgent_first(self, regions: Sequence[Region]) -> list[Place]:
        def rank(place: Place) -> tuple[int, Place]:
            at = next((at for at, region in enumerate(regions) if region.contains(place[1], place[0])), len(regions))
            return at, place

        return sorted(self.waiting, key=rank)

    def _write_cell(self, place: Place) -> str:
        cell = self.waiting.pop(place)
        text = self._move_to(place) + self._change_style(cell) + cell.character
        self.shown[place] = cell
        self._place = (place[0], place[1] + 1)
        return text

    def _erase_from(self, place: Place) -> str:
        """Returns the text that erases the blanks from here on; empty if there are too few."""
        row, start = place
        blanks, column = [], start
        while (self.waiting.get((row, column)) or self.shown.get((row, column))) == _BLANK:
            if (row, column) in self.waiting:
                blanks.append(column)
            column += 1
        if len(blanks) < MIN_ERASED:
            return ""
        for column in blanks:
            self.shown[row, column] = self.waiting.pop((row, column))
        return f"{self._move_to(place)}{self._change_style(_BLANK)}\x1b[{blanks[-1] + 1 - start}X"

    def _move_to(self, place: Place) -> str:
        before, self._place = self._place, place
        if before == place:
            return ""
        move = f"\x1b[{place[0] + 1};{place[1] + 1}H"
        if before and before[0] == place[0] and place[1] > before[1]:
            return min(move, f"\x1b[{place[1] - before[1]}C", key=len)
        return move

    def _change_style(self, cell: _Cell) -> str:
        before = self._style
        if before == cell.style or (cell == _BLANK and before is not None and not _SEEN_ON_BLANKS.search(before)):
            return ""
        self._style = cell.style
        if not cell.style:
            return "\x1b[m"
        return f"\x1b[{cell.style}m" if before == "" else f"\x1b[0;{cell.style}m"


def _cells(picture: str) -> Iterator[tuple[Place, _Cell | None]]:
    """Yields the cells of a picture with their places, and each place the cursor is moved to."""
    row, column, style = 0, 0, ""
    for to_row, to_column, codes, line_end, text in _TOKEN.findall(picture):
        if text:
            blank = _Cell(" ", style if _SEEN_ON_BLANKS.search(style) else "")
            for character in text:
                yield (row, column), blank if character == " " else _Cell(character, style)
                column += 1
        elif to_row:
            row, column = int(to_row) - 1, int(to_column) - 1
            yield (row, column), None
        elif line_end:
            row, column = row + 1, 0
        else:
            style = _style_after(style, codes)


def _style_after(style: str, codes: str) -> str:
    """A style extended by more codes; codes for default colours are dropped after a reset."""
    if codes in ("", "0") or codes.startswith("0;"):
        style, codes = "", codes[2:]
    if style:
        return f"{style};{codes}"
    return ";".join(each for each in _CODE.findall(codes) if each not in DEFAULT_COLOURS)
