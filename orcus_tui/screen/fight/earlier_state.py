"""An earlier state of the fight, after a command of the log, to look at or to go back to."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from orcus_tui.model.text import plural
from orcus_tui.screen.fight import cards
from orcus_tui.screen.fight.log import LogBook
from orcus_tui.screen.fight.order_pane import order_rows
from orcus_tui.screen.fight.view import PaneData, PaneSize, View, move_selection, row_with
from orcus_tui.screen.widgets.canvas import Pane
from orcus_tui.screen.widgets.dialog import DrawnDialog
from orcus_tui.screen.widgets.key_hints import Keys
from orcus_tui.screen.widgets.row import Span, row_of
from orcus_tui.screen.widgets.styles import Palette


class EarlierState(DrawnDialog[bool]):
    """The order and the cards of an earlier state; its result is whether to go back to that state.

    `command` is the line that led to it, `undone` the number of changes since then.
    """

    place = "In the fight as it was"
    CSS_PATH = "earlier_state.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,j", "move(1)", show=False),
        Binding("up,k", "move(-1)", show=False),
        Binding("u", "go_back", show=False),
        Binding("escape,q,enter", "leave", show=False),
    ]

    def __init__(self, palette: Palette, view: View, command: str, undone: int) -> None:
        super().__init__(palette)
        self._view = view
        self._command = command
        self._undone = undone
        self._order = Pane(palette, self._fill_order, id="order")
        self._card = Pane(palette, self._fill_card, id="card")

    def compose(self) -> ComposeResult:
        """The order, the cards and the keys."""
        yield self._order
        yield self._card
        yield self.footer()

    def on_mount(self) -> None:
        """Focuses the order."""
        self._order.focus()

    def _fill_order(self, pane: Pane) -> None:
        rows = order_rows(self._view, pane.inner_width)
        fight = self._view.fight
        title = row_of(
            f"Round {fight.round}" if fight.round else "Before the fight", Span(f"  {self._command}", "muted")
        )
        pane.show(title, rows, row_with(rows.items, self._view.selected))

    def _fill_card(self, pane: Pane) -> None:
        data = PaneData(self._view, LogBook(), {"add": "+", "select-active": ".", "stat-block": ""})
        pane.show(*cards.fill(data, PaneSize(pane.inner_width, pane.room)))

    def _footer_keys(self) -> Keys:
        lines = plural(self._undone, "change")
        back = (("u", f"go back to it: undoes {lines}"),) if self._undone else ()
        return (*back, ("up,down", "move"), ("escape", "back to the present"))

    # Keys

    def action_move(self, by: int) -> None:
        """Selects the creature `by` rows further down."""
        self._view = move_selection(self._view, by)
        self._order.refill()
        self._card.refill()

    def action_go_back(self) -> None:
        """Undoes the changes since then."""
        if self._undone:
            self.dismiss(result=True)

    def action_leave(self) -> None:
        """Returns to the current fight."""
        self.dismiss(result=False)
