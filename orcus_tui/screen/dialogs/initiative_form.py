"""The initiative form: a field for the total of each creature without initiative.

It is drawn on one pane. Its result is the typed totals by creature; empty fields are rolled.
"""

from collections.abc import MutableMapping, Sequence
from typing import ClassVar

from msgspec import Struct
from textual import events
from textual.binding import Binding, BindingType

from orcus_tui.model.text import with_sign
from orcus_tui.rules.creation import base_name
from orcus_tui.rules.initiative import initiative_groups
from orcus_tui.rules.stats import initiative_modifiers, total
from orcus_tui.rules.system import FightView
from orcus_tui.screen.widgets import signs
from orcus_tui.screen.widgets.canvas import Pane
from orcus_tui.screen.widgets.dialog import Form
from orcus_tui.screen.widgets.key_hints import Keys
from orcus_tui.screen.widgets.row import Row, Span, columns, row_of
from orcus_tui.screen.widgets.styles import Palette

MAX_TOTAL_DIGITS = 4
FIELD_WIDTH = 6
NOT_A_NUMBER = "a total is a whole number, e.g. 17; leave it empty to roll"


class InitiativeField(Struct, frozen=True):
    """A field of the form: the creatures that share a roll, their name, side and modifier."""

    creatures: tuple[str, ...]
    name: str
    side: str
    modifier: int


def initiative_fields(view: FightView) -> list[InitiativeField]:
    """A field for each missing roll, heroes first."""
    without = [
        each
        for each, state in view.fight.states.items()
        if state.initiative is None and state.place == "here" and state.life != "dead"
    ]
    groups = initiative_groups(view, without).values()
    return sorted((_field(view, tuple(each)) for each in groups), key=lambda field: field.side != "party")


def _field(view: FightView, members: tuple[str, ...]) -> InitiativeField:
    sheet = view.fight.sheets[members[0]]
    name = sheet.name if len(members) == 1 else f"{base_name(sheet.name)} ×{len(members)}"
    return InitiativeField(members, name, sheet.side, total(initiative_modifiers(view, members[0])))


Totals = dict[str, int]
"""The totals typed, by the first creature of the field."""


class InitiativeForm(Form[Totals]):
    """A list of fields; `typed` holds the text of each, and outlives the form.

    Enter moves to the next field; at the last hero, or if nothing was typed, it ends the form.
    """

    place = "In the initiative form"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "go_on", show=False),
        Binding("down,tab", "move(1)", show=False),
        Binding("up,shift+tab", "move(-1)", show=False),
        Binding("backspace", "delete", show=False),
        Binding("escape", "leave", show=False),
    ]

    def __init__(
        self, palette: Palette, fields: Sequence[InitiativeField], typed: MutableMapping[str, str], *, begins: bool
    ) -> None:
        super().__init__(palette, self.fill_rows)
        self._fields = fields
        self._typed = typed
        self._begins = begins

    def fill_rows(self, pane: Pane) -> None:
        """Draws the rows."""
        title = row_of("Initiative", Span("  the totals called out; what is empty is rolled", "muted"))
        pane.show(title, [self._row(place, pane.inner_width) for place in range(len(self._fields))], self._at)

    def _row(self, place: int, width: int) -> Row:
        field = self._fields[place]
        typed = self._typed.get(field.creatures[0], "")
        is_here = place == self._at
        text = f"{signs.PROMPT} {typed}{signs.ENTRY}" if is_here else f"  {typed}"
        why = Span("digits only " if is_here and self._message else "", "danger")
        name = (Span(f" {signs.SIDES[field.side]}", "muted"), Span(field.name, field.side))
        right = row_of(why, Span(f"{with_sign(field.modifier):>4}  ", "muted"), Span(f"{text:<{FIELD_WIDTH + 2}}"))
        return columns(name, right, width)

    def _footer_keys(self) -> Keys:
        done = "begin" if self._begins else "set and roll"
        after_enter = done if self._is_done_at_enter() else "next"
        return (("enter", after_enter), ("up,down", "move"), ("escape", "back"), ("question_mark", "help"))

    # Keys

    def on_key(self, event: events.Key) -> None:
        """Types a digit into the field, or a minus before the first; reports other characters."""
        character = event.character
        if not character or not character.isprintable() or character == "?":
            return
        event.stop()
        entry = self._fields[self._at].creatures[0]
        before = self._typed.get(entry, "")
        fits = character.isascii() and (character.isdigit() or (character == "-" and not before))
        if not fits:
            self._redraw(NOT_A_NUMBER)
        elif len(before) < MAX_TOTAL_DIGITS:
            self._typed[entry] = before + character
            self._redraw()

    def action_delete(self) -> None:
        """Deletes the last character of the field."""
        entry = self._fields[self._at].creatures[0]
        self._typed[entry] = self._typed.get(entry, "")[:-1]
        self._redraw()

    def action_move(self, by: int) -> None:
        """Moves down by some fields."""
        if self._is_total(self._at):
            self._at = max(0, min(self._at + by, len(self._fields) - 1))
            self._redraw()
        else:
            self._redraw(NOT_A_NUMBER)

    def action_go_on(self) -> None:
        """Moves to the next field, or returns what was typed."""
        if not self._is_done_at_enter() or not self._is_total(self._at):
            self.action_move(1)
            return
        typed = {each.creatures[0]: self._typed.get(each.creatures[0], "") for each in self._fields}
        self.dismiss({creature: int(text) for creature, text in typed.items() if text})

    def _is_done_at_enter(self) -> bool:
        """Whether Enter ends the form here: at the last hero, in the last field, or with nothing typed."""
        heroes = sum(each.side == "party" for each in self._fields)
        ends = {heroes - 1, len(self._fields) - 1}
        return self._at in ends or not any(self._typed.values())

    def _is_total(self, place: int) -> bool:
        """Whether the field is empty or holds a number."""
        return self._typed.get(self._fields[place].creatures[0], "") != "-"

    def _redraw(self, error: str = "") -> None:
        self.show_message(error)
        self._pane.refill()
