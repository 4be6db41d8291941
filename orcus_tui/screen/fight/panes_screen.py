"""The layout and the focus of the panes of a fight, its messages and texts."""

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from textual import events
from textual.geometry import Region, Size, Spacing
from textual.reactive import Reactive
from textual.widget import Widget

from orcus_tui.model.text import printable
from orcus_tui.screen.fight.layout import Grid, PaneNeeds, grid_of, is_tall, is_too_small
from orcus_tui.screen.fight.panes import BY_ID, INITIATIVE, LOG, PANES, TAB_STOPS, FightPane
from orcus_tui.screen.terminal_app import Toasts
from orcus_tui.screen.textual_internals import BareScreen
from orcus_tui.screen.widgets.canvas import Canvas
from orcus_tui.screen.widgets.pane import Pane
from orcus_tui.screen.widgets.styles import Palette

if TYPE_CHECKING:
    from textual.notifications import SeverityLevel

FRAME = Spacing(1, 1, 1, 1)
"""The frame of a pane."""


class PanesScreen(BareScreen):
    """A screen of panes; `chosen_pane` is the id of the pane that has the focus, or regains it when an input closes."""

    focused: Reactive[Widget | None] = Reactive(None, repaint=False)
    """The class that Textual need not update, since panes draw their focus themselves."""

    def __init__(self, palette: Palette) -> None:
        super().__init__()
        self.palette = palette
        self.toasts = Toasts()
        self.pane_before_search = INITIATIVE.id
        self.chosen_pane = INITIATIVE.id
        self._pane_above = INITIATIVE.id
        self.needs = PaneNeeds()
        self._tall_at: tuple[Size, bool] | None = None
        self._grid: Grid | None = None
        self._focused_last: Widget | None = None

    def on_resize(self, event: events.Resize) -> None:
        """Shows a message on a screen that is too small, and restores the focus once it is larger."""
        was_too_small = self.has_class("-too-small")
        if is_too_small(event.size) and not was_too_small:
            self._focused_last = self.focused
        self.set_class(is_too_small(event.size), "-too-small")
        self.lay_out()
        if was_too_small and not self.has_class("-too-small"):
            self.call_after_refresh(self._restore_focus)

    def lay_out(self) -> None:
        """Lays out the panes by the size of the screen and by their content."""
        tall = self._is_tall()
        grid = grid_of(self.size, PANES, self._pane_above, self.chosen_pane, self.needs, tall=tall)
        canvases = self.query(Canvas).exclude("InboxStrip")
        if grid == self._grid or not canvases:  # the size may be known before the panes exist
            return
        self._grid = grid
        self.styles.grid_size_columns, self.styles.grid_size_rows = len(grid.columns), len(grid.rows)
        self.styles.grid_columns, self.styles.grid_rows = " ".join(grid.columns), " ".join(grid.rows)
        for canvas in canvases:
            self._place(canvas, grid)

    def _is_tall(self) -> bool:
        """Whether the timers are below the initiative.

        This changes only with the size of the screen, so that panes stay put.
        """
        if self._tall_at is None or self._tall_at[0] != self.size:
            self._tall_at = self.size, is_tall(self.size, self.needs)
        return self._tall_at[1]

    def reset_layout(self) -> None:
        """Resets the layout for another fight."""
        self._tall_at = None

    def _place(self, canvas: Canvas, grid: Grid) -> None:
        pane = BY_ID.get(canvas.id or "")
        canvas.display = canvas.id in grid.shown
        canvas.styles.column_span = len(grid.columns) if pane is None or pane.across else 1
        canvas.styles.row_span = 2 if pane and pane.id in grid.high else 1

    @property
    def shows_log(self) -> bool:
        """Whether the log is on the screen."""
        return self._grid is not None and LOG.id in self._grid.shown

    def _restore_focus(self) -> None:
        """Restores the focus from before the screen was too small: a half-typed line, or a pane."""
        if self._focused_last and not isinstance(self._focused_last, Pane):
            self.set_focus(self._focused_last)
        else:
            self.go_to(self.chosen_pane)

    # Focus

    @property
    def focus_name(self) -> str:
        """The id of the pane or input that has the focus."""
        return (self.focused.id or "") if self.focused else ""

    @property
    def focused_pane(self) -> FightPane | None:
        """The row of the focused pane, or None while an input has the focus."""
        return BY_ID.get(self.focus_name)

    def pane(self, id_: str) -> Pane:
        """The widget of a pane."""
        return self.query_one(f"#{id_}", Pane)

    def go_to(self, id_: str) -> None:
        """Focuses a pane, and shows it if only one fits."""
        self.chosen_pane = id_
        if not BY_ID[id_].across:
            self._pane_above = id_
        self.lay_out()
        self.set_focus(self.pane(id_))
        self.redraw("footer")

    def go_to_next_pane(self, direction: int) -> None:
        """Focuses the next pane, or with -1 the previous one."""
        at = TAB_STOPS.index(self.focus_name) if self.focus_name in TAB_STOPS else 0
        self.go_to(TAB_STOPS[(at + direction) % len(TAB_STOPS)])

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Goes to a pane in which the mouse is pressed, and names the focus in the footer."""
        pane = self.focused_pane if event.widget is self.focused else None  # the focus may have moved again
        if pane and pane.key and pane.id != self.chosen_pane:
            self.go_to(pane.id)
        else:
            self.redraw("footer")

    # Drawing

    def urgent_regions(self) -> list[Region]:
        """The regions to send first over a slow line: prompt, header, focused pane, order, messages, log.

        While a line is typed, the line comes first and everything else after it.
        """
        footer = self.query_one("#footer").region
        prompt = Region(footer.x, footer.y, footer.width, 1)
        if not self.focused_pane:
            return [prompt]
        pane = self.pane(self.focused_pane.id)
        header, order, log = (self.query_one(f"#{part}").region for part in ("header", INITIATIVE.id, LOG.id))
        messages = [each.region for each in self.query("Toast")]
        return [prompt, header, pane.region.shrink(FRAME), order.shrink(FRAME), *messages, log]

    def redraw(self, *parts: str) -> None:
        """Redraws these parts."""
        for part in parts:
            self.query_one(f"#{part}", Canvas).refill()

    def set_palette(self, palette: Palette) -> None:
        """Switches to another palette."""
        self.palette = palette

    # Messages and texts

    def show_message(self, text: str, severity: "SeverityLevel" = "information", *, about: str = "line") -> None:
        """Shows a message for a while; it replaces the previous one about the same subject."""
        self.toasts.show(self.app, about, self.palette.encode(printable(text)), severity)

    def open_text(self, title: str, lines: Sequence[str], headings: Collection[int] = ()) -> None:
        """Opens lines in the text viewer."""
        from orcus_tui.screen.dialogs.text_viewer import TextViewer

        self.app.push_screen(TextViewer(self.palette, title, lines, headings))

    def on_search_input_closed(self) -> None:
        """Goes back to the pane where the search was opened."""
        self.remove_class("-searching")
        self.go_to(self.pane_before_search)
