"""The initiative form: a field for each creature that has no initiative yet; the totals are called out and typed.

It is drawn on one pane. Its answer is what was typed, by creature; a field that is left empty is rolled.
"""

from collections.abc import MutableMapping, Sequence
from typing import ClassVar

from msgspec import Struct
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from orcus_tui.model.text import with_sign
from orcus_tui.screen.widgets import signs
from orcus_tui.screen.widgets.canvas import Canvas
from orcus_tui.screen.widgets.dialog import Dialog
from orcus_tui.screen.widgets.footer import footer_rows
from orcus_tui.screen.widgets.pane import Pane
from orcus_tui.screen.widgets.row import Row, Span, columns, row_of
from orcus_tui.screen.widgets.styles import Palette

LONGEST_TOTAL = 4
FIELD_WIDTH = 6
NOT_A_NUMBER = "a total is a whole number, e.g. 17; leave it empty to roll"


class Entry(Struct, frozen=True):
    """A field of the form: the creatures that share a roll, their name, side and modifier."""

    creatures: tuple[str, ...]
    name: str
    side: str
    modifier: int


Totals = dict[str, int]
"""The total of each field that was filled in, by the first creature of the field."""


class InitiativeForm(Dialog[Totals]):
    """The fields, one below the other; `typed` holds what is typed in each, and outlives the form.

    Enter goes on to the next field; after the last hero, or with nothing typed at all, the form is done.
    """

    place = "In the initiative form"
    CSS_PATH = "dialogs.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "go_on", show=False),
        Binding("down,tab", "move(1)", show=False),
        Binding("up,shift+tab", "move(-1)", show=False),
        Binding("backspace", "delete", show=False),
        Binding("escape", "leave", show=False),
    ]

    def __init__(
        self, palette: Palette, entries: Sequence[Entry], typed: MutableMapping[str, str], *, begins: bool
    ) -> None:
        super().__init__()
        self._palette = palette
        self._entries = entries
        self._typed = typed
        self._begins = begins
        self._at = 0
        self._error = ""
        self._pane = Pane(palette, self._fill, id="form")

    def compose(self) -> ComposeResult:
        """The fields and the keys."""
        yield self._pane
        yield Canvas(self._palette, self._fill_footer, id="foot")

    def on_mount(self) -> None:
        """Focuses the fields."""
        self._pane.focus()

    def set_palette(self, palette: Palette) -> None:
        """Draws in the styles of another palette from now on."""
        self._palette = palette

    def _fill(self, pane: Pane) -> None:
        title = row_of("Initiative", Span("  the totals called out; what is empty is rolled", "muted"))
        pane.show(title, [self._row(place, pane.inner_width) for place in range(len(self._entries))], self._at)

    def _row(self, place: int, width: int) -> Row:
        entry = self._entries[place]
        typed = self._typed.get(entry.creatures[0], "")
        is_here = place == self._at
        field = f"{signs.PROMPT} {typed}{signs.ENTRY}" if is_here else f"  {typed}"
        why = Span("digits only " if is_here and self._error else "", "danger")
        name = (Span(f" {signs.SIDES[entry.side]}", "muted"), Span(entry.name, entry.side))
        right = row_of(why, Span(f"{with_sign(entry.modifier):>4}  ", "muted"), Span(f"{field:<{FIELD_WIDTH + 2}}"))
        return columns(name, right, width)

    def _fill_footer(self, canvas: Canvas) -> None:
        done = "begin" if self._begins else "set and roll"
        goes_on = done if self._is_done_at_enter() else "next"
        keys = (("enter", goes_on), ("up,down", "move"), ("escape", "back"), ("question_mark", "help"))
        canvas.draw(footer_rows(self._error, keys, canvas.size.width))

    # Keys

    def on_key(self, event: events.Key) -> None:
        """Types a digit into the field, or a minus before the first one; says so where another sign is typed."""
        character = event.character
        if not character or not character.isprintable() or character == "?":
            return
        event.stop()
        entry = self._entries[self._at].creatures[0]
        before = self._typed.get(entry, "")
        fits = character.isascii() and (character.isdigit() or (character == "-" and not before))
        if not fits:
            self._redraw(NOT_A_NUMBER)
        elif len(before) < LONGEST_TOTAL:
            self._typed[entry] = before + character
            self._redraw()

    def action_delete(self) -> None:
        """Deletes the last sign of the field."""
        entry = self._entries[self._at].creatures[0]
        self._typed[entry] = self._typed.get(entry, "")[:-1]
        self._redraw()

    def action_move(self, by: int) -> None:
        """Goes so many fields down."""
        if self._is_total(self._at):
            self._at = max(0, min(self._at + by, len(self._entries) - 1))
            self._redraw()
        else:
            self._redraw(NOT_A_NUMBER)

    def action_go_on(self) -> None:
        """Goes on to the next field, or answers what was typed."""
        if not self._is_done_at_enter() or not self._is_total(self._at):
            self.action_move(1)
            return
        typed = {each.creatures[0]: self._typed.get(each.creatures[0], "") for each in self._entries}
        self.dismiss({creature: int(text) for creature, text in typed.items() if text})

    def _is_done_at_enter(self) -> bool:
        """Whether Enter ends the form here: at the last hero, after the last field, or with nothing typed."""
        heroes = sum(each.side == "party" for each in self._entries)
        ends = {heroes - 1, len(self._entries) - 1}
        return self._at in ends or not any(self._typed.values())

    def _is_total(self, place: int) -> bool:
        """Whether the field is empty or holds a number."""
        return self._typed.get(self._entries[place].creatures[0], "") != "-"

    def action_leave(self) -> None:
        """Goes back; what was typed stays for the next time."""
        self.dismiss(None)

    def _redraw(self, error: str = "") -> None:
        self._error = error
        self._pane.refill()
        self.query_one("#foot", Canvas).refill()
