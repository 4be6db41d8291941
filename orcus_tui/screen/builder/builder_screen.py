"""The builder: an encounter put together from the library, its difficulty, and the file it is written to."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec.structs import replace
from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import Input

from orcus_tui.builder.budget_fill import Pick, RandomFill, fill_budget, proposals, read_fill
from orcus_tui.builder.draft import Draft, creature_of, with_count, with_creature, with_level_shift
from orcus_tui.builder.draft_file import SavedDraft, draft_fight, save, save_as, with_party
from orcus_tui.builder.plan import OpenDraft, format_levels, next_fight, parse_levels
from orcus_tui.errors import Impossible, OrcusError
from orcus_tui.library.library import Library
from orcus_tui.screen.builder import builder_input
from orcus_tui.screen.builder.builder_input import FOOTER, KEYS, Prompt, PromptLine
from orcus_tui.screen.builder.draft_rows import block_of, encounter_heading, encounter_rows, library_rows
from orcus_tui.screen.dialogs.creature_choices import search
from orcus_tui.screen.dialogs.file_choices import free_path, path_of, suggested_name
from orcus_tui.screen.widgets.canvas import Pane
from orcus_tui.screen.widgets.dialog import DrawnDialog
from orcus_tui.screen.widgets.key_hints import Keys
from orcus_tui.screen.widgets.line_input import LineInput
from orcus_tui.screen.widgets.row import Span, row_of, wrap_lines
from orcus_tui.screen.widgets.styles import Palette
from orcus_tui.simulation.day import Day, with_library
from orcus_tui.storage.storage_error import StorageError
from orcus_tui.storage.toml.edit import EditError
from orcus_tui.systems import SYSTEMS

if TYPE_CHECKING:
    from orcus_tui.library.library import Creature
    from orcus_tui.rules.encounter_building import Table
    from orcus_tui.screen.builder.comparison import WhatIf

INDENT = 4
DEBOUNCE = 0.05
"""Seconds without a cursor movement before the stat block is read."""

PANES = ("library", "encounter", "block")


class BuilderScreen(DrawnDialog[Path | None]):
    """An encounter being built, the `draft`. Its result is the file to play, or None."""

    place = "In the builder"
    CSS_PATH = ["builder.tcss", "../messages.tcss"]  # noqa: RUF012  # as Textual has it
    BINDINGS: ClassVar[list[BindingType]] = [*KEYS]

    def __init__(self, palette: Palette, library: Library, opened: OpenDraft) -> None:
        super().__init__(palette)
        self._library, self.draft = library, opened.draft
        self._saved = SavedDraft(opened.draft, opened.path, opened.source)
        self._earlier = opened.earlier
        self._folder = opened.path.parent if opened.path else opened.folder
        self._found: Sequence[Creature] = ()
        self._proposals: Sequence[Pick] | None = None
        self._fill: RandomFill | None = None
        self._what_if: WhatIf | None = None
        self._why = ""
        self._at = self._entry = 0
        self._pane = "library"
        self._line = PromptLine(id="ask")
        self._message = opened.remark
        self._confirming: Draft | None = None
        self._block: tuple[object, Sequence[str]] = (None, ())

    def compose(self) -> ComposeResult:
        """The search, the library, the encounter, a stat block, the keys, and the prompt."""
        yield LineInput(placeholder="type to search: goblin, level 3-5 mook, undead or fly", id="search")
        yield Pane(self._palette, self._fill_library, id="library")
        yield Pane(self._palette, self._fill_encounter, id="encounter")
        yield Pane(self._palette, self._fill_block, id="block")
        yield self.footer()
        yield self._line

    def on_mount(self) -> None:
        """Focuses the search."""
        self.query_one("#library", Pane).can_focus = False  # the search above it has the focus
        self._search("")
        self._go_to("library")

    # Searching

    @on(Input.Changed, "#search")
    def search_typed(self, event: Input.Changed) -> None:
        """Searches while typing."""
        event.stop()
        self._search(event.value)

    def _search(self, typed: str) -> None:
        self._found, self._why = search(self._library, SYSTEMS[self.draft.system], typed)
        if self._proposals is not None:
            self._propose()
        self._at = 0
        self._redraw()

    def _search_again(self) -> None:
        self._search(self.query_one("#search", LineInput).value)

    def _propose(self) -> None:
        """Shows only creatures that fit into the budget, the best first."""
        try:
            self._proposals = proposals(self.draft, self._found)
            self._why = self._why or "none of the matches fits into what is left of the budget"
        except Impossible as why:
            self._proposals, self._why = (), str(why)
        self._found = [each.creature for each in self._proposals]

    def _redraw(self) -> None:
        if self._what_if:
            self._what_if.follow(self.draft, self._folder)
        self.refill_if_there("Canvas")
        self._read_stat_block()

    @work(exclusive=True)
    async def _read_stat_block(self) -> None:
        """Reads the stat block of the selected creature in a thread, and shows it if it is still selected."""
        await asyncio.sleep(DEBOUNCE)
        selected = self._selection()
        lines = await asyncio.to_thread(block_of, self.draft, self._library, selected)
        if selected == self._selection():
            is_new, self._block = selected != self._block[0], (selected, lines)
            for pane in self.query("#block").results(Pane):  # the screen has been left
                pane.top = 0 if is_new else pane.top
                pane.refill()

    def _selection(self) -> Table | Creature | None:
        """The creature of the stat block: a table of the encounter, or a creature of the library."""
        if self._pane == "encounter" and self.draft.entries:
            return creature_of(self.draft, self.draft.entries[self._entry])
        return self._found[self._at] if self._found else None

    # Drawing

    def _fill_library(self, pane: Pane) -> None:
        title = "Library" if self._proposals is None else "Fits the budget"
        heading = row_of(title, Span(f"  {len(self._found)}", "muted"))
        counts = [each.count for each in self._proposals or ()]
        rows = library_rows(self._found, counts, self._why, self.draft.system, pane.inner_width)
        pane.show(heading, rows, self._at if self._found else None)

    def _fill_encounter(self, pane: Pane) -> None:
        cursor = self._entry if self.draft.entries and self._pane == "encounter" else None
        what_if = self._what_if.comparison if self._what_if else None
        rows = encounter_rows(self.draft, self._earlier, pane.inner_width, what_if)
        pane.show(encounter_heading(self.draft, is_written=self._is_written), rows, cursor)

    def _fill_block(self, pane: Pane) -> None:
        pane.show(row_of("Stat block"), wrap_lines(self._block[1], pane.inner_width, INDENT))

    def _footer_keys(self) -> Keys:
        return FOOTER["ask" if self._line.prompt else self._pane]

    # Moving

    def _go_to(self, name: str) -> None:
        self._pane = name
        for pane in self.query(Pane):
            pane.set_class(pane.id == name, "-chosen")
        self.query_one("#search" if name == "library" else f"#{name}").focus()
        self._redraw()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Disables keys while an answer is typed, and the keys that change an entry if there is none."""
        if self._line.prompt:
            return action == "leave" or (action, parameters) == ("move", (-1,))
        return action not in ("count", "remove", "level") or (self._pane == "encounter" and bool(self.draft.entries))

    def action_switch(self, direction: int) -> None:
        """Goes to the next pane, or the previous one."""
        self._message = ""
        self._go_to(PANES[(PANES.index(self._pane) + direction) % len(PANES)])

    def action_search(self) -> None:
        """Goes back to the search."""
        self._go_to("library")

    def action_move(self, by: int) -> None:
        """Moves down by `by` rows; Up in an empty prompt brings back the text last left there."""
        if self._line.prompt:
            self._line.bring_back_answer()
            return
        if self._pane == "block":
            self.query_one("#block", Pane).scroll_by(by)
        elif self._pane == "encounter":
            self._entry = max(0, min(self._entry + by, len(self.draft.entries) - 1))
        else:
            self._at = max(0, min(self._at + by, len(self._found) - 1))
        self._redraw()

    def action_page(self, direction: int) -> None:
        """Moves a page down or up."""
        self.action_move(direction * self.query_one(f"#{self._pane}", Pane).page)

    @on(Pane.Clicked)
    def click(self, event: Pane.Clicked) -> None:
        """Selects the clicked row; a double click adds a creature of the library."""
        name = event.pane.id or ""
        if name == "library" and event.row < len(self._found):
            self._at = event.row
        elif name == "encounter" and event.row < len(self.draft.entries):
            self._entry = event.row
        self._go_to(name)
        if name == "library" and event.times == 2:
            self.action_add()

    # Changing the encounter

    def _change(self, draft: Draft) -> None:
        self.draft, self._message = draft, ""
        self._entry = max(0, min(self._entry, len(draft.entries) - 1))
        if self._proposals is None:
            self._redraw()
        else:
            self._search_again()

    @on(Input.Submitted, "#search")
    def add_match(self, event: Input.Submitted) -> None:
        """Adds the selected creature with Enter in the search."""
        event.stop()
        self.action_add()

    def action_add(self) -> None:
        """Adds the selected creature of the library once; from a proposal, as often as proposed."""
        if self._pane != "library" or not self._found:
            return
        system, creature = SYSTEMS[self.draft.system], self._found[self._at]
        count = self._proposals[self._at].count if self._proposals else 1

        def add() -> None:
            self._library.values(system, creature)  # refuses a faulty creature early
            self._change(with_creature(self.draft, creature.table, count))

        self._attempt(add)

    def _attempt(self, act: Callable[[], object]) -> None:
        """Calls a function; if it fails, shows why."""
        try:
            act()
        except OrcusError as fault:
            self.show_message(fault.lines[0])

    def action_import(self) -> None:
        """Imports creatures into the encounter."""
        from orcus_tui.screen.dialogs.import_source import Destination, Imported
        from orcus_tui.screen.dialogs.importer import ImporterScreen

        def add(imported: Imported | None) -> None:
            if imported:
                self._attempt(lambda: self._add_all(imported.creatures))

        system = SYSTEMS[self.draft.system]
        self.app.push_screen(ImporterScreen(self._palette, self._library, Destination(system)), add)

    def action_hero(self) -> None:
        """Opens the hero form; the encounter then has the party file with the new heroes."""
        from orcus_tui.screen.dialogs.hero_form import HeroForm

        party = self.draft.party or builder_input.NEW_PARTY
        form = HeroForm(self._palette, SYSTEMS[self.draft.system], self._folder / party)
        self.app.push_screen(form, lambda heroes: self._attempt(lambda: self._set_party(party)) if heroes else None)

    def _add_all(self, creatures: Sequence[Mapping[str, Any]]) -> None:
        """Adds all of these creatures. Raises Impossible if they would be too many."""
        draft = self.draft
        for each in creatures:
            draft = with_creature(draft, each, int(each.get("count", 1)))
        self._entry = len(draft.entries) - 1
        self._change(draft)
        self._go_to("encounter")

    def action_count(self, by: int) -> None:
        """Adds a creature to an entry or removes one, but never the last."""
        count = max(1, self.draft.entries[self._entry].count + by)
        self._attempt(lambda: self._change(with_count(self.draft, self._entry, count)))

    def action_remove(self) -> None:
        """Removes the selected creature."""
        self._change(with_count(self.draft, self._entry, 0))

    def action_level(self, by: int) -> None:
        """Changes the level, if the rules allow it."""
        try:
            self._change(with_level_shift(self.draft, self._entry, by))
        except Impossible as why:
            self.show_message(f"{self.draft.entries[self._entry].name}: {why}")

    def action_propose(self) -> None:
        """Shows only creatures that fit into the rest of the budget, or all creatures again."""
        self._proposals = () if self._proposals is None else None
        self._message = ""
        self._search_again()
        self._go_to("library")

    def action_ask_fill(self) -> None:
        """Asks how to fill the rest of the budget; directly after a fill, asks how to replace it."""
        last = self._fill.query if self._fill else ""
        self._ask(Prompt("fill", builder_input.RANDOM_FILL, last, self._set_fill))

    def _set_fill(self, typed: str) -> None:
        query, seed = read_fill(typed, Random())
        before = self._fill.without(self.draft) if self._fill else self.draft
        creatures = self._library.search(self.draft.system, query)
        after = fill_budget(before, creatures, self._library, Random(seed))
        self._fill = RandomFill(query, before, after)
        self._change(after)
        self._message = f"Filled with seed {seed}: F and Enter for another"

    # Prompts

    def _ask(self, prompt: Prompt) -> None:
        self.add_class("-asking")
        self.show_message(self._line.ask(prompt))

    def _end_prompt(self, message: str = "") -> None:
        self._line.prompt, self._message = None, message
        self.remove_class("-asking")
        self._go_to(self._pane)

    @on(Input.Submitted, "#ask")
    def take_answer(self, event: Input.Submitted) -> None:
        """Takes the answer; a refused one can be corrected."""
        event.stop()
        prompt = self._line.prompt
        if prompt is None:
            return
        try:
            prompt.take(event.value.strip())
        except OrcusError as fault:
            self.show_message(str(fault))
        else:
            self._line.forget_answer(prompt)
            if self._line.prompt is prompt:
                self._end_prompt(self._message)

    def action_ask_name(self) -> None:
        """Asks for the name of the encounter."""

        def rename(name: str) -> None:
            self._change(replace(self.draft, name=name))

        self._ask(Prompt("name", builder_input.NAME, self.draft.name, rename))

    def action_ask_party(self) -> None:
        """Asks for the party file."""
        self._ask(Prompt("party", builder_input.PARTY, self.draft.party or builder_input.NEW_PARTY, self._set_party))

    def _set_party(self, party: str) -> None:
        draft, folder = self.draft, self._folder
        self._change(with_party(draft, folder, party) if party else replace(draft, party="", heroes=()))

    def action_ask_heroes(self) -> None:
        """Asks for the heroes of the budget, which override those of the party file."""
        text = builder_input.HEROES_OF_PARTY if self.draft.party else builder_input.HEROES
        self._ask(Prompt("heroes", text, format_levels(self.draft.heroes), self._set_heroes))

    def _set_heroes(self, levels: str) -> None:
        if self.draft.party and not levels:
            self._set_party(self.draft.party)
        else:
            self._change(replace(self.draft, heroes=parse_levels(levels)))

    # Writing and leaving

    @property
    def _path(self) -> Path:
        """The file of the encounter; a suggestion for a new one."""
        return self._saved.path or self._folder / suggested_name(self.draft.name)

    def action_write(self) -> None:
        """Writes the encounter; asks for the name of a new file."""
        if self._saved.path is None:
            self._ask(Prompt("file", "File to write", str(self._path), lambda name: self._write(path_of(name))))
            return
        try:
            self._write(self._saved.path)
        except EditError as fault:
            self.action_write_as()
            self.show_message(f"{fault}; write it to another file")
        except OrcusError as fault:
            self.show_message(fault.lines[0])

    def _write(self, path: Path) -> None:
        self._use(save(self._saved, self.draft, path))

    def action_write_as(self) -> None:
        """Asks for another file to write, and continues with that file."""
        self._ask(Prompt("other file", "Other file to write", str(free_path(self._path)), self._write_to_other))

    def _write_to_other(self, name: str) -> None:
        self._use(*save_as(self._saved, self.draft, path_of(name)))

    def _use(self, saved: SavedDraft, remark: str = "") -> None:
        """Continues with the file just written."""
        self._saved = saved
        self._folder = saved.path.parent if saved.path else self._folder
        self._redraw()
        self.show_message((saved.source and saved.source.warning) or f"written to {saved.path}{remark}")

    @property
    def _is_written(self) -> bool:
        return self._saved.has(self.draft)

    def _written_path(self) -> Path | None:
        """The file of the encounter; None, with a message, unless everything is written."""
        path = self._saved.path if self._is_written else None
        if path is None:
            self.show_message("write it first: w")
        return path

    def action_next_fight(self) -> None:
        """Begins the next fight of the day, with the same party, once this fight is written."""
        if self._written_path():
            self._earlier = (*self._earlier, self.draft)
            draft = next_fight(self.draft)
            self._saved = SavedDraft(draft)
            self._change(draft)
            self._go_to("library")

    def action_odds(self) -> None:
        """Simulates the encounter in its current state, after the earlier fights of the day."""
        from orcus_tui.screen.dialogs.odds_viewer import OddsViewer

        self._attempt(lambda: self.app.push_screen(OddsViewer(self._palette, with_library(self._day(), self._library))))

    def action_print(self) -> None:
        """Asks for the file of a page to print."""
        path = free_path(self._path.with_suffix(".html"))
        self._ask(Prompt("page", builder_input.PAGE, str(path), self._print))

    def _print(self, name: str) -> None:
        from orcus_tui.paper.page import encounter_page, write_page  # imported here, because few fights are printed

        path = path_of(name)
        if os.path.lexists(path):
            raise StorageError(path, "exists already")
        self.show_message(write_page(path, encounter_page(self._day().fights)))

    def _day(self) -> Day:
        """The fights of the day, with a short rest between them. Raises OrcusError for a draft that is not a fight."""
        return Day(tuple(draft_fight(each, self._folder) for each in (*self._earlier, self.draft)), "short")

    def action_what_if(self) -> None:
        """Shows the effect of the next kind of change to each foe; after the last kind, hides the comparison."""
        from orcus_tui.screen.builder.comparison import WhatIf

        self._what_if = self._what_if or WhatIf(self, self._redraw, self._library)
        self._what_if.switch(self.draft, self._folder)
        self._redraw()
        self.show_message(self._what_if.message)

    def action_play(self) -> None:
        """Opens the written encounter in the tracker."""
        if path := self._written_path():
            self.dismiss(path)

    def action_leave(self) -> None:
        """Cancels a prompt, or leaves the proposals or the builder; a second press gives up unwritten changes."""
        if self._line.prompt:
            self._line.keep_answer()
            self._end_prompt()
        elif self._proposals is not None:
            self.action_propose()
        elif not self._may_be_discarded():
            self.show_message("not written: w writes it, Esc again discards it")
        else:
            self.dismiss(None)

    def warning_before_quit(self) -> str:
        """A warning that the encounter would be lost; empty if it is written or the warning was already given."""
        return "" if self._may_be_discarded() else "the encounter is not written; quit again to discard it"

    def _may_be_discarded(self) -> bool:
        """Whether the encounter is written, or the warning about it was already given.

        The warning now counts as given.
        """
        was_warned, self._confirming = self._confirming is self.draft, self.draft
        return self._is_written or was_warned

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Follows a click to another pane."""
        if event.widget.id in PANES and event.widget.id != self._pane and not self._line.prompt:
            self._go_to(event.widget.id or "")
