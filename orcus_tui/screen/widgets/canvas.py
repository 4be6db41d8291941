"""The widgets that draw rows: a canvas repaints those that changed; a pane has a frame, and scrolls to a cursor."""

import sys
from collections.abc import Callable, Sequence
from typing import Any

from rich.segment import Segment
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from orcus_tui.screen.textual_internals import request_paint
from orcus_tui.screen.widgets.row import EMPTY, Row, cells, frame, text_of, under_cursor, without_controls
from orcus_tui.screen.widgets.styles import Palette


class Canvas(Widget, inherit_css=False):
    """Draws rows from edge to edge. `fill` is called when rows are needed, and calls `draw`.

    It renders directly for the compositor, without Textual's cache of borders and backgrounds, so that the effect of a
    key is on the screen in a few milliseconds, whatever the number of rows.
    """

    ALLOW_SELECT = False
    # Instead of the styles of all widgets, which are for scroll bars and links. At least one rule has to match, or
    # Textual keeps the styles of classes that the screen no longer has.
    DEFAULT_CSS = "Canvas { background: transparent; }"

    def __init__(
        self,
        palette: Palette,
        fill: Callable[[Any], None],
        *,
        id: str,  # noqa: A002  # as Textual has it
        classes: str = "",
    ) -> None:
        super().__init__(id=id, classes=classes)
        self._palette = palette
        self._fill = fill
        self._drawn: list[Row] = []
        self._strips: dict[int, Strip] = {}
        self._filled_size: Size | None = None

    def refill(self) -> None:
        """Fills the rows again and paints those that changed; a hidden canvas waits until it is visible."""
        if not self.size:
            self._filled_size = None
            return
        before = self._drawn
        self._fill_rows()
        self._paint_changes(before)

    def draw(self, rows: Sequence[Row]) -> None:
        """Sets the rows."""
        self._drawn = list(rows)

    def set_palette(self, palette: Palette) -> None:
        """Draws everything in the styles of another palette."""
        self._palette = palette
        self._strips.clear()
        self.refresh()

    @property
    def text(self) -> list[str]:
        """The rows as text."""
        return [text_of(each) for each in self._drawn]

    def render_lines(self, crop: Region) -> list[Strip]:
        """The strips of a part of the widget."""
        if self._filled_size != self.size:
            self._fill_rows()
            self._strips.clear()
        left, right = crop.column_span
        return [self._strip(number).crop_extend(left, right, self._palette.style("", "")) for number in crop.line_range]

    def _fill_rows(self) -> None:
        self._filled_size = self.size
        self._fill(self)

    def _paint_changes(self, before: Sequence[Row]) -> None:
        rows = self._drawn
        changed = [number for number, each in enumerate(rows) if number >= len(before) or each != before[number]]
        changed += range(len(rows), len(before))
        for number in changed:
            self._strips.pop(number, None)
        width = self.size.width
        if changed:
            self.refresh(*(Region(0, first, width, count) for first, count in _runs(changed)))
            request_paint(self)

    def _strip(self, number: int) -> Strip:
        strip = self._strips.get(number)
        if strip is None:
            row = self._drawn[number] if number < len(self._drawn) else EMPTY
            strip = self._strips[number] = strip_of(row, self._palette)
        return strip


def strip_of(row: Row, palette: Palette) -> Strip:
    """A row as Textual draws it: in the styles of a palette, without control characters."""
    segments: list[Segment] = []
    width = 0
    for text, role, background in row:
        style = palette.style(role, background)
        drawn = palette.encode(without_controls(text))
        width += cells(drawn)
        if segments and segments[-1].style == style:
            drawn = segments.pop().text + drawn
        segments.append(Segment(drawn, style))
    return Strip(segments, width)


def _runs(numbers: Sequence[int]) -> list[tuple[int, int]]:
    """Runs of ascending numbers: the first of each, and its length."""
    runs: list[tuple[int, int]] = []
    for number in numbers:
        if runs and runs[-1][0] + runs[-1][1] == number:
            runs[-1] = (runs[-1][0], runs[-1][1] + 1)
        else:
            runs.append((number, 1))
    return runs


WHEEL = 3
"""The rows a turn of the mouse wheel scrolls."""


class Pane(Canvas, can_focus=True):
    """Rows in a frame. Only visible rows are taken from the sequence, so there may be many.

    With `keeps_end`, a visible last row stays visible after a resize.
    """

    class Clicked(Message):
        """A row was clicked; `times` is 2 for a double click."""

        def __init__(self, pane: "Pane", row: int, times: int) -> None:
            super().__init__()
            self.pane = pane
            self.row = row
            self.times = times

    def __init__(
        self,
        palette: Palette,
        fill: "Callable[[Pane], None]",
        *,
        id: str,  # noqa: A002  # as Textual has it
        keeps_end: bool = False,
    ) -> None:
        super().__init__(palette, fill, id=id, classes="tab")
        self._keeps_end = keeps_end
        self._end_seen_at: Size | None = None
        self.rows: Sequence[Row] = ()
        self.top = 0
        self._heading: Row = EMPTY
        self._cursor: int | None = None
        self._above = 0

    def show(
        self, heading: Row, rows: Sequence[Row], cursor: int | None = None, above: int = 0, top: int | None = None
    ) -> None:
        """Sets the heading and the rows, and scrolls to the row of the cursor when it has moved.

        `above` counts the rows that were inserted above the first; visible rows stay visible. `top` is the row to show
        at the top, if all rows have been replaced.
        """
        shift, self._above = above - self._above, above
        self.top = self.top + shift if top is None else top
        if self._keeps_end and self._end_seen_at not in (None, self.size):
            self.top = max(len(rows) - self.room, 0)
        moved = cursor is not None and (self._cursor is None or cursor != self._cursor + shift)
        self._heading, self.rows, self._cursor = heading, rows, cursor
        if cursor is not None and (moved or not self._in_sight(cursor)):
            self.top = min(max(self.top, cursor - self.room + 1), max(cursor, 0))
        self._draw_sight()

    @property
    def room(self) -> int:
        """The number of rows that fit."""
        return max(self.size.height - 2, 0)

    @property
    def inner_width(self) -> int:
        """The cells of a row."""
        return max(self.size.width - 2, 0)

    @property
    def page(self) -> int:
        """The number of rows that a page moves: one row stays visible."""
        return max(self.room - 1, 1)

    def scroll_by(self, count: int) -> None:
        """Scrolls down by some rows, up if negative."""
        self.top += count
        self.refill()

    def scroll_to_last(self, keep_in_sight: int | None = None) -> None:
        """Scrolls to the last row when the pane is next filled, but never past the row `keep_in_sight`."""
        self.top = sys.maxsize if keep_in_sight is None else keep_in_sight

    def _in_sight(self, row: int) -> bool:
        return self.top <= row < self.top + self.room

    def _draw_sight(self) -> None:
        room = self.room
        self.top = max(0, min(self.top, len(self.rows) - room))
        self._end_seen_at = self.size if self.top + room >= len(self.rows) else None
        sight = range(self.top, min(self.top + room, len(self.rows)))
        rows = [under_cursor(self.rows[each]) if each == self._cursor else self.rows[each] for each in sight]
        role = "focus" if self.has_focus else "frame"
        self.draw(frame(self._heading, rows, self.size, role, self._thumb(room)))

    def _thumb(self, room: int) -> range:
        """The rows next to the scroll bar's thumb; empty if all rows are visible."""
        count = len(self.rows)
        if count <= room or not room:
            return range(0)
        length = max(1, room * room // count)
        start = round(self.top * (room - length) / (count - room))
        return range(start, start + length)

    # Focus and mouse

    def on_focus(self, event: events.Focus) -> None:
        """Shows the focus in the frame only. Textual would repaint the pane and look up styles for `:focus`."""
        event.prevent_default()
        self.set_reactive(Pane.has_focus, True)
        self.refill()
        if self.parent:
            self.parent.post_message(events.DescendantFocus(self))

    def on_blur(self, event: events.Blur) -> None:
        """Removes the focus style from the frame."""
        event.prevent_default()
        self.set_reactive(Pane.has_focus, False)
        self.refill()
        if self.parent:
            self.parent.post_message(events.DescendantBlur(self))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Scrolls down with the wheel."""
        event.stop()
        self.scroll_by(WHEEL)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Scrolls up with the wheel."""
        event.stop()
        self.scroll_by(-WHEEL)

    def on_click(self, event: events.Click) -> None:
        """Posts which row was clicked."""
        row = self.top + event.y - 1
        if 0 < event.y <= self.room and row < len(self.rows):
            self.post_message(self.Clicked(self, row, event.chain))
