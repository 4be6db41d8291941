"""The rest form: how many recoveries each hero spends in a rest, and what they restore."""

from collections.abc import Sequence
from typing import ClassVar

from msgspec.structs import replace
from textual import events
from textual.binding import Binding, BindingType

from orcus_tui.commands.context import Context
from orcus_tui.model.fight import name_of
from orcus_tui.rules.templates import resources_text
from orcus_tui.screen.widgets import signs
from orcus_tui.screen.widgets.canvas import Pane
from orcus_tui.screen.widgets.dialog import Form
from orcus_tui.screen.widgets.key_hints import Keys
from orcus_tui.screen.widgets.row import Row, Span, row_of
from orcus_tui.screen.widgets.styles import Palette
from orcus_tui.session.ahead.preview import outcome_for

NAME_WIDTH = 16


def resting_heroes(context: Context) -> Sequence[str]:
    """The heroes who are there and have recoveries left; empty in a system without them."""
    fight = context.fight
    return [
        each
        for each, sheet in fight.sheets.items()
        if sheet.side == "party" and fight.states[each].recoveries and not fight.states[each].is_out
    ]


def hurt_heroes(context: Context) -> Sequence[str]:
    """The heroes with recoveries left who have lost hit points."""
    states, sheets = context.fight.states, context.fight.sheets
    return [each for each in resting_heroes(context) if (states[each].hp or 0) < (sheets[each].max_hp or 0)]


def recover_line(hero: str, times: int) -> str:
    """The line with which a hero spends recoveries."""
    return f"recover {hero} x{times}" if times > 1 else f"recover {hero}"


class RestForm(Form[Sequence[str]]):
    """A row for each hero with recoveries; the result is the lines that spend them. `enter` is the label of Enter."""

    place = "In the rest"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "rest", show=False),
        Binding("down,j,tab", "move(1)", show=False),
        Binding("up,k,shift+tab", "move(-1)", show=False),
        Binding("plus,equals_sign,right", "spend(1)", show=False),
        Binding("minus,left,backspace", "spend(-1)", show=False),
        Binding("escape", "leave", show=False),
    ]

    def __init__(self, palette: Palette, context: Context, title: str, enter: str = "rest") -> None:
        super().__init__(palette, self.fill_rows)
        self._recoveries = context.system.words.term("recoveries")
        self._keys = (("plus,minus", self._recoveries), ("up,down", "move"), ("enter", enter), ("escape", "back"))
        self._fight_context = context
        self._title = title
        self._spent = dict.fromkeys(resting_heroes(context), 0)
        hurt = hurt_heroes(context)
        self._at = list(self._spent).index(hurt[0]) if hurt else 0

    def fill_rows(self, pane: Pane) -> None:
        """Draws the rows; while no recoveries are set, the title says that Enter spends none."""
        nothing = f" {signs.DOT} Enter now spends no {self._recoveries}"
        title = row_of(self._title, Span("" if any(self._spent.values()) else nothing, "warning"))
        pane.show(title, [*map(self._row, self._spent)], self._at)

    def _row(self, hero: str) -> Row:
        times = self._spent[hero]
        name = name_of(self._fight_context.fight, hero)
        count = Span(f" {times or signs.DASH} ", "strong" if times else "muted")
        return row_of(Span(f" {name:<{NAME_WIDTH}} ", "party"), count, Span(f"  {self._effect(hero)}"))

    def _effect(self, hero: str) -> str:
        """The effect of a hero's recoveries, whoever rolls the dice.

        Without recoveries, it has the hit points and the resources left.
        """
        times, fight = self._spent[hero], self._fight_context.fight
        if times:
            context = replace(self._fight_context, view=self._fight_context.view.moved(replace(fight, asking="none")))
            return outcome_for(hero, recover_line(hero, times), context)
        sheet, state = fight.sheets[hero], fight.states[hero]
        recoveries = f"{self._recoveries} {state.recoveries}"
        facts = (
            self._fight_context.system.health.in_full(sheet, state),
            recoveries,
            resources_text(state.counters, sheet.resources),
        )
        return f" {signs.DOT} ".join(each for each in facts if each)

    def _footer_keys(self) -> Keys:
        return self._keys

    # Keys

    def on_key(self, event: events.Key) -> None:
        """Sets the number of recoveries to a digit, and moves to the next hero who has lost hit points, if any."""
        if event.character and event.character.isascii() and event.character.isdigit():
            event.stop()
            self._set(int(event.character))
            hurt, below = hurt_heroes(self._fight_context), [*self._spent][self._at + 1 :]
            self.action_move(next((by for by, hero in enumerate(below, 1) if hero in hurt), 0))

    def _set(self, times: int) -> None:
        hero = [*self._spent][self._at]
        self._spent[hero] = max(0, min(times, self._fight_context.fight.states[hero].recoveries or 0))
        self._pane.refill()

    def action_spend(self, by: int) -> None:
        """Changes the number of recoveries to spend."""
        self._set(self._spent[[*self._spent][self._at]] + by)

    def action_move(self, by: int) -> None:
        """Moves down by `by` heroes, up if negative."""
        self._at = max(0, min(self._at + by, len(self._spent) - 1))
        self._pane.refill()

    def action_rest(self) -> None:
        """Returns the lines that spend the recoveries."""
        self.dismiss([recover_line(hero, times) for hero, times in self._spent.items() if times])
