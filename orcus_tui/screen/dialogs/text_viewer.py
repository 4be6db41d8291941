"""The text viewer: a screen for lines that do not fit into the log, searched with `/`."""

from collections.abc import Collection, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from orcus_tui.screen.widgets.canvas import Canvas, Pane
from orcus_tui.screen.widgets.dialog import DrawnDialog
from orcus_tui.screen.widgets.key_hints import hint_rows
from orcus_tui.screen.widgets.row import Row, Span, row_of, single_line, text_of, wrap
from orcus_tui.screen.widgets.search_input import SearchInput
from orcus_tui.screen.widgets.styles import Palette
from orcus_tui.screen.widgets.text_search import next_match, rows_with

INDENT = 4


class TextViewer(DrawnDialog[None]):
    """Lines under a title, to scroll and to search; Esc goes back. `headings` are the places of headings in them."""

    place = "In the text viewer"
    CSS_PATH = "dialogs.tcss"
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

    FOOTER: ClassVar[Sequence[Row]] = (
        (Span(" Esc ", "accent"), Span("back ", "muted")),
        (Span(" j k PgDn PgUp ", "accent"), Span("scroll ", "muted")),
        (Span(" / ", "accent"), Span("search", "muted")),
    )

    def __init__(self, palette: Palette, title: str, lines: Sequence[str], headings: Collection[int] = ()) -> None:
        super().__init__(palette)
        self._title = title
        self._lines = tuple(lines)
        self._headings = frozenset(headings)
        self._match: int | None = None
        self._pane = Pane(palette, self._fill, id="reading")  # a result may arrive while the screen is closing

    def compose(self) -> ComposeResult:
        """The lines, the keys, and the search."""
        yield self._pane
        yield self.footer()
        yield SearchInput("search the text", self._palette, self.place)

    def on_mount(self) -> None:
        """Focuses the lines."""
        self._pane.focus()

    def show_lines(self, lines: Sequence[str]) -> None:
        """Replaces the lines, and keeps the scroll position."""
        self._lines = tuple(lines)
        if self._pane.is_mounted:
            self._pane.refill()

    def _fill(self, pane: Pane) -> None:
        pane.show(row_of(self._title), self._rows(pane), self._match)

    def _rows(self, pane: Pane) -> list[Row]:
        return [row for place in range(len(self._lines)) for row in self._wrap_line(place, pane)]

    def _wrap_line(self, place: int, pane: Pane) -> Sequence[Row]:
        role = "accent" if place in self._headings else ""
        return wrap(row_of(Span(self._lines[place], role)), pane.inner_width, INDENT)

    def _fill_footer(self, canvas: Canvas) -> None:
        canvas.draw(hint_rows(self.FOOTER, canvas.size.width, 1))

    def action_search(self) -> None:
        """Opens the search."""
        self.add_class("-searching")
        self.query_one(SearchInput).focus()

    def on_search_input_searched(self, event: SearchInput.Searched) -> None:
        """Scrolls to a match; while typing, to the first match."""
        self._match = next_match(self._rows_with(event.text, self._pane), self._match, event.direction)
        self._pane.refill()

    def _rows_with(self, query: str, pane: Pane) -> list[int]:
        found, above = [], 0
        for place, line in enumerate(self._lines):
            rows = [text_of(row) for row in self._wrap_line(place, pane)]
            found += [above + row for row in rows_with(query, single_line(line), rows)]
            above += len(rows)
        return found

    def on_search_input_closed(self) -> None:
        """Goes back to the lines."""
        self.remove_class("-searching")
        self._pane.focus()

    def action_scroll_by(self, count: int) -> None:
        """Scrolls down by some rows."""
        self._pane.scroll_by(count)

    def action_page(self, direction: int) -> None:
        """Scrolls down or up by a page."""
        self._pane.scroll_by(direction * self._pane.page)
