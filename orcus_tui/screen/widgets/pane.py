"""A pane: rows in a frame, with a cursor, scrolled so that it can be seen."""

import sys
from collections.abc import Callable, Sequence

from textual import events
from textual.message import Message

from orcus_tui.screen.widgets.canvas import Canvas
from orcus_tui.screen.widgets.row import EMPTY, Line, framed, upon
from orcus_tui.screen.widgets.styles import Palette

WHEEL = 3


class Pane(Canvas, can_focus=True):
    """Rows in a frame. Only the rows in sight are made, so there may be many and they cost nothing."""

    class Clicked(Message):
        """A row was clicked, so many times in a row."""

        def __init__(self, pane: "Pane", row: int, times: int) -> None:
            super().__init__()
            self.pane = pane
            self.row = row
            self.times = times

    def __init__(self, palette: Palette, fill: "Callable[[Pane], None]", *, id: str) -> None:  # noqa: A002
        super().__init__(palette, fill, id=id, classes="tab")
        self.rows: Sequence[Line] = ()
        self.top = 0
        self._heading: Line = EMPTY
        self._cursor: int | None = None

    def show(self, heading: Line, rows: Sequence[Line], cursor: int | None = None) -> None:
        """These rows are in it now, under a heading; the row of the cursor is brought into sight when it is another."""
        moved = cursor is not None and cursor != self._cursor
        self._heading, self.rows, self._cursor = heading, rows, cursor
        if cursor is not None and (moved or not self._in_sight(cursor)):
            self.top = min(max(self.top, cursor - self.room + 1), max(cursor, 0))
        self._draw_sight()

    @property
    def room(self) -> int:
        """How many rows are in sight."""
        return max(self.size.height - 2, 0)

    @property
    def inner_width(self) -> int:
        """The cells a row has."""
        return max(self.size.width - 2, 0)

    def scroll_by(self, count: int) -> None:
        """Scrolls by so many rows, as far as there are any."""
        self.top += count
        self.refill()

    def to_last(self) -> None:
        """The last row is in sight when it is next filled."""
        self.top = sys.maxsize

    def _in_sight(self, row: int) -> bool:
        return self.top <= row < self.top + self.room

    def _draw_sight(self) -> None:
        room = self.room
        self.top = max(0, min(self.top, len(self.rows) - room))
        sight = range(self.top, min(self.top + room, len(self.rows)))
        rows = [upon(self.rows[each], "cursor") if each == self._cursor else self.rows[each] for each in sight]
        role = "focus" if self.has_focus else "frame"
        self.draw(framed(self._heading, rows, self.size, role, self._thumb(room)))

    def _thumb(self, room: int) -> range:
        """The rows beside which the scroll bar's thumb lies; none where all is in sight."""
        count = len(self.rows)
        if count <= room or not room:
            return range(0)
        length = max(1, room * room // count)
        start = round(self.top * (room - length) / (count - room))
        return range(start, start + length)

    # What the terminal says

    def on_focus(self, event: events.Focus) -> None:
        """The frame shows it. Textual would paint the whole pane, and look for styles that come with the focus."""
        event.prevent_default()
        self.set_reactive(Pane.has_focus, True)
        self.refill()
        if self.parent:
            self.parent.post_message(events.DescendantFocus(self))

    def on_blur(self, event: events.Blur) -> None:
        """The frame shows it no longer."""
        event.prevent_default()
        self.set_reactive(Pane.has_focus, False)
        self.refill()
        if self.parent:
            self.parent.post_message(events.DescendantBlur(self))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """The wheel."""
        event.stop()
        self.scroll_by(WHEEL)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """The wheel."""
        event.stop()
        self.scroll_by(-WHEEL)

    def on_click(self, event: events.Click) -> None:
        """Tells which row was meant."""
        row = self.top + event.y - 1
        if 0 < event.y <= self.room and row < len(self.rows):
            self.post_message(self.Clicked(self, row, event.chain))
