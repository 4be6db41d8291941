"""The hero form: type a hero's numbers, search and choose powers, and save the hero into the party file.

On the left are the fields and the chosen powers, on the right the powers found and the selected power. Its result is
the list of the saved heroes' tables.
"""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Input

from orcus_tui.builder.hero import (
    BadHero,
    HeroField,
    checked_fight,
    hero_fields,
    hero_table,
    name_for,
    own_list,
    save_hero,
)
from orcus_tui.commands.command_error import CommandError
from orcus_tui.errors import OrcusError
from orcus_tui.library.facts import searchable
from orcus_tui.library.power_query import search_powers
from orcus_tui.rules.system import System
from orcus_tui.rules.templates import Formatter
from orcus_tui.screen.dialogs.choices import NO_MATCHES
from orcus_tui.screen.widgets import signs
from orcus_tui.screen.widgets.canvas import Pane
from orcus_tui.screen.widgets.dialog import DrawnDialog
from orcus_tui.screen.widgets.key_hints import Keys
from orcus_tui.screen.widgets.line_input import LineInput
from orcus_tui.screen.widgets.row import Row, Span, columns, row_of, single_line, wrap, wrap_lines
from orcus_tui.screen.widgets.styles import Palette
from orcus_tui.session.stat_block_text import power_line, trait_line
from orcus_tui.storage.power_book import BookPower, power_book
from orcus_tui.systems import view_of

LABEL_WIDTH = 15
INDENT = 4
LONGEST_TEXT = 200
DEBOUNCE = 0.05
"""Seconds without a key before powers are searched."""
_FIELD_KEYS: Keys = (
    ("enter", "next"),
    ("up,down", "move"),
    ("tab", "powers"),
    ("ctrl+s", "save"),
    ("escape", "back"),
)
_POWER_KEYS: Keys = (
    ("enter", "take or leave"),
    ("up,down", "move"),
    ("tab", "fields"),
    ("ctrl+s", "save"),
    ("escape", "fields"),
)
Heroes = list[dict[str, Any]]


class HeroForm(DrawnDialog[Heroes]):
    """The form; after a hero is saved, it stays open for the next one."""

    place = "In the hero form"
    CSS_PATH = "hero_form.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", show=False),
        Binding("enter", "go_on", show=False),
        Binding("down", "move(1)", show=False, priority=True),
        Binding("up", "move(-1)", show=False, priority=True),
        Binding("pagedown", "page(1)", show=False),
        Binding("pageup", "page(-1)", show=False),
        Binding("tab,shift+tab", "switch", show=False, priority=True),
        Binding("backspace", "delete", show=False),
        Binding("ctrl+u", "clear", show=False),
        Binding("ctrl+s", "save", show=False, priority=True),
    ]

    def __init__(self, palette: Palette, system: System, path: Path) -> None:
        super().__init__(palette)
        self._system = system
        self._path = path
        self._fields: Sequence[HeroField] = hero_fields(system)
        self._texts: dict[str, str] = {}
        self._chosen: list[BookPower] = []
        self._found: Sequence[BookPower] = ()
        self._at = 0
        self._power = 0
        self._in_powers = False
        self._why = NO_MATCHES
        self._searched = ""
        self._message = f"saves into {path}"
        self._saved: Heroes = []
        self._warned = False

    def compose(self) -> ComposeResult:
        """The fields, the search, the powers found, the selected one, and the keys."""
        yield Pane(self._palette, self._fill_fields, id="fields")
        yield LineInput(placeholder="search powers: class, list, level 1-3, dazed, fire", id="search")
        yield Pane(self._palette, self._fill_powers, id="powers")
        yield Pane(self._palette, self._fill_text, id="text")
        yield self.footer()

    def on_mount(self) -> None:
        """Focuses the fields."""
        self.query_one("#powers", Pane).can_focus = False
        self.query_one("#text", Pane).can_focus = False
        self._search("")
        self._go_to(powers=False)

    # Drawing

    def _fill_fields(self, pane: Pane) -> None:
        name = self._texts.get("name", "")
        title = row_of("Hero", Span(f"  {single_line(name)}" if name else "", "muted"))
        rows: list[Row] = []
        at = 0
        for place in range(len(self._fields)):
            at = len(rows) if place == self._at else at
            rows += self._field_rows(place, pane.inner_width)
        powers = [row_of(f"   {each.name}") for each in self._chosen]
        heading = row_of(Span(f" powers  {len(self._chosen)}", "muted"))
        pane.show(title, [*rows, heading, *powers], at if not self._in_powers else None)

    def _field_rows(self, place: int, width: int) -> Sequence[Row]:
        """The rows of a field: its text in full, and its hint in full where the cursor is."""
        field, is_here = self._fields[place], place == self._at and not self._in_powers
        typed = single_line(self._texts.get(field.key, ""))
        label = Span(f" {field.label:<{LABEL_WIDTH}}", "muted")
        text = Span(f"{typed}{signs.ENTRY}" if is_here else typed)
        if typed or is_here:
            hint = Span(f" {field.hint}" if not typed else "", "muted")
            return [*wrap(row_of(label, text, hint), width, LABEL_WIDTH + 1)]
        return [columns((label, Span(f" {field.hint}", "muted")), row_of(""), width)]

    def _fill_powers(self, pane: Pane) -> None:
        rows = [self._power_row(each, pane.inner_width) for each in self._found]
        empty = wrap_lines([self._why], pane.inner_width, 1)
        pane.show(
            row_of("Powers", Span(f"  {len(self._found)}", "muted")), rows or empty, self._power if rows else None
        )

    def _power_row(self, power: BookPower, width: int) -> Row:
        mark = "x" if power in self._chosen else " "
        level = "" if power.level is None else f" {power.level}"
        left = (Span(f" {mark} ", "accent"), Span(power.name))
        own = own_list(power, self._texts.get("role", ""))
        lists = dict.fromkeys((own, *power.lists) if own else power.lists)
        return columns(left, row_of(Span(f"{', '.join([*lists][:2])}{level} ", "muted")), width)

    def _fill_text(self, pane: Pane) -> None:
        selected = self._selection
        lines = self._as_it_reads(selected) if selected else []
        pane.show(row_of("As it will read"), wrap_lines(lines, pane.inner_width, INDENT))

    def _as_it_reads(self, power: BookPower) -> list[str]:
        """The lines of a power with the hero's numbers, or a message about the missing numbers."""
        texts = {**self._texts, "name": self._texts.get("name") or "hero", "max_hp": self._texts.get("max_hp") or "1"}
        try:
            fight = checked_fight(self._system, hero_table(self._system, texts, [self._name_of(power)]))
        except BadHero as why:
            return [self._name_of(power), str(why)]
        view = view_of(fight)
        ((hero, sheet),) = fight.sheets.items()
        formatter = Formatter(view)
        lines = [power_line(formatter, each, hero) for each in sheet.powers if each.name in _names(power.tables())]
        return lines + [trait_line(each) for each in sheet.traits if each.name in _names(power.trait_tables())]

    def _name_of(self, power: BookPower) -> str:
        return name_for(self._system, power, self._texts.get("role", ""))

    def _footer_keys(self) -> Keys:
        return _POWER_KEYS if self._in_powers else _FIELD_KEYS

    def _redraw(self, message: str = "") -> None:
        self._message = message
        self.refill_if_there("Canvas")

    # Fields

    def on_key(self, event: events.Key) -> None:
        """Types a character into the field."""
        character = event.character
        if self._in_powers or not character or not character.isprintable():
            return
        event.stop()
        key = self._fields[self._at].key
        self._texts[key] = (self._texts.get(key, "") + character)[:LONGEST_TEXT]
        self._warned = False
        self._redraw()

    def on_paste(self, event: events.Paste) -> None:
        """Pastes a line into the field."""
        if not self._in_powers:
            event.stop()
            key = self._fields[self._at].key
            self._texts[key] = (self._texts.get(key, "") + single_line(event.text))[:LONGEST_TEXT]
            self._redraw()

    def action_delete(self) -> None:
        """Deletes the last character of the field."""
        key = self._fields[self._at].key
        self._texts[key] = self._texts.get(key, "")[:-1]
        self._redraw()

    def action_clear(self) -> None:
        """Empties the field."""
        self._texts.pop(self._fields[self._at].key, None)
        self._redraw()

    # Powers

    @property
    def _selection(self) -> BookPower | None:
        return self._found[self._power] if self._found else None

    @on(Input.Changed, "#search")
    def search_typed(self, event: Input.Changed) -> None:
        """Searches while typing."""
        event.stop()
        self._search_soon(event.value)

    @work(exclusive=True)
    async def _search_soon(self, text: str) -> None:
        """Searches once nothing is typed for a moment."""
        await asyncio.sleep(DEBOUNCE)
        self._search(text)
        self._redraw("" if text else self._message)  # the search is empty after a hero is saved

    def _search(self, text: str) -> None:
        self._searched = text
        self._power, self._why = 0, NO_MATCHES
        try:
            book = power_book(self._system.id)
            if text.strip():
                self._found = _best_first([each.power for each in search_powers(book, text)], text)
            else:
                self._found = [*self._chosen, *(each for each in book.powers if each not in self._chosen)]
        except CommandError as fault:
            self._found, self._why = (), fault.message
        except OrcusError as fault:
            self._found, self._why = (), fault.lines[0]

    @on(Input.Submitted, "#search")
    def toggle_power(self, event: Input.Submitted) -> None:
        """Adds the selected power to the hero, or removes it."""
        event.stop()
        if event.value != self._searched:
            self._search(event.value)
        power = self._selection
        if power is None:
            return
        if power in self._chosen:
            self._chosen.remove(power)
        else:
            self._chosen.append(power)
        self._warned = False
        self._redraw()

    # Moving

    def _go_to(self, *, powers: bool) -> None:
        self._in_powers = powers
        for pane in self.query(Pane):
            pane.set_class((pane.id == "fields") != powers, "-chosen")
        self.query_one("#search" if powers else "#fields").focus()
        self._redraw(self._message)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leaves keys to the search while it has the focus."""
        if self._in_powers and action in ("delete", "clear", "go_on"):
            return False
        return super().check_action(action, parameters)

    def action_switch(self) -> None:
        """Goes from the fields to the powers, and back."""
        self._go_to(powers=not self._in_powers)

    def action_move(self, by: int) -> None:
        """Moves down by `by` fields or powers, up if negative."""
        if self._in_powers:
            self._power = max(0, min(self._power + by, len(self._found) - 1))
        else:
            self._at = max(0, min(self._at + by, len(self._fields) - 1))
        self._redraw()

    def action_page(self, direction: int) -> None:
        """Moves a page down or up."""
        self.action_move(direction * self.query_one("#powers" if self._in_powers else "#fields", Pane).page)

    def action_go_on(self) -> None:
        """Goes to the next field; after the last, to the powers."""
        if self._at + 1 < len(self._fields):
            self.action_move(1)
        else:
            self._go_to(powers=True)

    # Saving and leaving

    def action_save(self) -> None:
        """Saves the hero into the party file, and empties the form for the next."""
        try:
            table = hero_table(self._system, self._texts, [self._name_of(each) for each in self._chosen])
            checked_fight(self._system, table)
            replaced = save_hero(self._path, self._system, table)
        except BadHero as why:
            self._at = next(place for place, each in enumerate(self._fields) if each.key == why.key)
            self._go_to(powers=False)
            self._redraw(str(why))
        except OrcusError as fault:
            self._redraw(fault.lines[0])
        else:
            self._saved = [*(each for each in self._saved if each["name"] != table["name"]), table]
            self._texts, self._chosen, self._at = {}, [], 0
            self.query_one("#search", LineInput).value = ""
            self._go_to(powers=False)
            how = "replaced in" if replaced else "saved to"
            self._redraw(f"{table['name']} {how} {self._path}: type the next name, or Esc to go back")

    def action_leave(self) -> None:
        """Goes back to the fields, or leaves the form; with unsaved texts it must be pressed twice."""
        if self._in_powers:
            self._go_to(powers=False)
        elif self._is_empty or self._warned:
            self.dismiss(self._saved)
        else:
            self._warned = True
            self._redraw("not saved: Ctrl+S saves the hero, Esc again discards it")

    @property
    def _is_empty(self) -> bool:
        return not self._chosen and not any(self._texts.values())

    def warning_before_quit(self) -> str:
        """A warning that the hero would be lost."""
        if self._is_empty or self._warned:
            return ""
        self._warned = True
        return "the hero is not saved; quit again to discard it"


def _names(tables: Iterable[Mapping[str, object]]) -> set[object]:
    return {each["name"] for each in tables}


def _best_first(powers: Sequence[BookPower], text: str) -> list[BookPower]:
    """The powers, sorted by how many words of the search their names have, most first."""
    words = {*searchable(text).split()}
    return sorted(powers, key=lambda each: -len(words & {*searchable(each.name).split()}))
