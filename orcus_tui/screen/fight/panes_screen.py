"""The panes on the screen of a fight: how the screen's size shapes them, and which of them has the focus."""

from textual import events
from textual.reactive import Reactive
from textual.screen import Screen
from textual.widget import Widget

from orcus_tui.screen.fight.layout import HEIGHT_CLASSES, WIDTH_CLASSES, is_tall, is_too_small
from orcus_tui.screen.fight.panes import BY_ID, INITIATIVE, TAB_STOPS, FightPane
from orcus_tui.screen.widgets.canvas import Canvas
from orcus_tui.screen.widgets.pane import Pane


class PanesScreen(Screen[None]):
    """A screen of panes; `chosen_pane` is the id of the one that has the focus, or gets it back from an input."""

    HORIZONTAL_BREAKPOINTS = WIDTH_CLASSES
    VERTICAL_BREAKPOINTS = HEIGHT_CLASSES

    focused: Reactive[Widget | None] = Reactive(None, repaint=False)
    """Panes draw for themselves that they have the focus; Textual would paint the whole screen."""

    def __init__(self) -> None:
        super().__init__()
        self.chosen_pane = INITIATIVE.id
        self._focused_last: Widget | None = None

    def on_resize(self, event: events.Resize) -> None:
        """Says so where the screen is too small; gives the focus back where it no longer is."""
        was_too_small = self.has_class("-too-small")
        if is_too_small(event.size) and not was_too_small:
            self._focused_last = self.focused
        self.set_class(is_too_small(event.size), "-too-small")
        self.set_class(is_tall(event.size), "-tall")
        if was_too_small and not self.has_class("-too-small"):
            self.call_after_refresh(self._give_back_focus)

    def _give_back_focus(self) -> None:
        """Gives the focus to what had it before the screen was too small: a line half typed, or a pane."""
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
        """The row of the pane that has the focus; None where an input has it."""
        return BY_ID.get(self.focus_name)

    def pane(self, id_: str) -> Pane:
        """The widget of a pane."""
        return self.query_one(f"#{id_}", Pane)

    def go_to(self, id_: str) -> None:
        """Focuses a pane and brings it into view where one is shown at a time."""
        self.chosen_pane = id_
        for pane in self.query(Pane):
            pane.set_class(pane.id == id_, "-chosen")
            if not BY_ID[id_].across:
                pane.set_class(pane.id == id_, "-above")
        self.set_focus(self.pane(id_))
        self.redraw("footer")

    def go_to_next_pane(self, direction: int) -> None:
        """Focuses the next pane, or with -1 the previous one."""
        at = TAB_STOPS.index(self.focus_name) if self.focus_name in TAB_STOPS else 0
        self.go_to(TAB_STOPS[(at + direction) % len(TAB_STOPS)])

    # Drawing

    def redraw(self, *parts: str) -> None:
        """Draws these parts again."""
        for part in parts:
            self.query_one(f"#{part}", Canvas).refill()
