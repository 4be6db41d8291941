"""A pane: rows in a frame, with a cursor that stays visible."""

import sys
from collections.abc import Callable, Sequence

from textual import events
from textual.geometry import Size
from textual.message import Message

from orcus_tui.screen.widgets.canvas import Canvas
from orcus_tui.screen.widgets.row import EMPTY, Row, frame, under_cursor
from orcus_tui.screen.widgets.styles import Palette

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
