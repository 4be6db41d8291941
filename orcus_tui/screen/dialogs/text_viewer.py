"""A screen to read: more lines than the log has room for, searched with `/`."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen

from orcus_tui.screen.widgets.canvas import Canvas
from orcus_tui.screen.widgets.pane import Pane
from orcus_tui.screen.widgets.row import (
    Line,
    Span,
    fitted,
    line,
    shown,
    text_of,
    wrapped,
)
from orcus_tui.screen.widgets.search_input import SearchLine
from orcus_tui.screen.widgets.styles import Palette
from orcus_tui.screen.widgets.text_search import next_of, rows_with

INDENT = 4


class Reader(Screen[None]):
    """Lines under a title, as long as they are; Esc goes back to the fight."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter", "dismiss", show=False),
        Binding("j,down", "scroll_by(1)", show=False),
        Binding("k,up", "scroll_by(-1)", show=False),
        Binding("space,pagedown", "page(1)", show=False),
        Binding("pageup", "page(-1)", show=False),
        Binding("home,g", "scroll_by(-1000000)", show=False),
        Binding("end,G", "scroll_by(1000000)", show=False),
        Binding("slash", "search", show=False),
    ]

    def __init__(self, palette: Palette, title: str, lines: Sequence[str]) -> None:
        super().__init__()
        self._palette = palette
        self._title = title
        self._told = tuple(lines)
        self._found: int | None = None
        self._pane = Pane(palette, self._fill, id="reading")  # at hand also for what comes as the screen is being left

    def compose(self) -> ComposeResult:
        """The lines, and how to leave."""
        yield self._pane
        yield Canvas(self._palette, self._fill_foot, id="foot")
        yield SearchLine("search these lines")

    def on_mount(self) -> None:
        """The lines have the focus, for they can be scrolled."""
        self._pane.focus()

    def use(self, palette: Palette) -> None:
        """What is drawn from now on is in other inks."""
        self._palette = palette

    def _fill(self, pane: Pane) -> None:
        pane.show(line(self._title), self._rows(pane), self._found)

    def _rows(self, pane: Pane) -> list[Line]:
        return [row for each in self._told for row in self._broken(each, pane)]

    def _broken(self, told: str, pane: Pane) -> Sequence[Line]:
        return wrapped(line(told), pane.inner_width, INDENT)

    def _fill_foot(self, edge: Canvas) -> None:
        edge.draw([fitted(_FOOT, edge.size.width)])

    def action_search(self) -> None:
        """Opens the line the lines are searched with."""
        self.add_class("-searching")
        self.query_one(SearchLine).focus()

    def on_search_line_looked(self, event: SearchLine.Looked) -> None:
        """Brings the next line that holds the text into sight; from the first on while it is typed."""
        self._found = next_of(self._rows_with(event.text, self._pane), self._found, event.direction)
        self._pane.refill()

    def _rows_with(self, wanted: str, pane: Pane) -> list[int]:
        found, above = [], 0
        for each in self._told:
            rows = [text_of(row) for row in self._broken(each, pane)]
            found += [above + row for row in rows_with(wanted, shown(each), rows)]
            above += len(rows)
        return found

    def on_search_line_left(self) -> None:
        """Back to the lines."""
        self.remove_class("-searching")
        self._pane.focus()

    def action_scroll_by(self, count: int) -> None:
        """So many rows on."""
        self._pane.scroll_by(count)

    def action_page(self, direction: int) -> None:
        """A page on or back."""
        self._pane.scroll_by(direction * max(self._pane.room - 1, 1))


_FOOT: Line = (
    Span(" Esc ", "accent"),
    Span("back  ", "muted"),
    Span("j k PgDn PgUp ", "accent"),
    Span("scroll  ", "muted"),
    Span("/ ", "accent"),
    Span("search", "muted"),
)
