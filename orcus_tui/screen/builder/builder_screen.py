"""The builder: an encounter put together from the library, with what it comes to, and written to a file."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Callable, Mapping, Sequence
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace
from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Input

from orcus_tui.builder.difficulty import in_short
from orcus_tui.builder.draft import Draft, counted, creature_of, moved, with_creature
from orcus_tui.builder.draft_file import SourceFile, for_party, write_changed, write_copy, write_new
from orcus_tui.builder.draft_line import table_in_library
from orcus_tui.builder.plan import Begun, levels_in, levels_told
from orcus_tui.library.library import Library
from orcus_tui.rules.resolution import Impossible
from orcus_tui.screen.builder.draft_rows import block_of, encounter_rows, library_rows
from orcus_tui.screen.dialogs.file_choices import SUFFIX
from orcus_tui.screen.dialogs.library_search import in_full, searched
from orcus_tui.screen.widgets.canvas import Canvas
from orcus_tui.screen.widgets.footer import Keys, foot
from orcus_tui.screen.widgets.line_input import TypingLine
from orcus_tui.screen.widgets.pane import Pane
from orcus_tui.screen.widgets.row import Span, line, shown, wrapped
from orcus_tui.screen.widgets.styles import Palette
from orcus_tui.storage.storage_error import StorageError
from orcus_tui.storage.toml.edit import EditError
from orcus_tui.systems import SYSTEMS

if TYPE_CHECKING:
    from orcus_tui.library.library import Creature

INDENT = 4
PASSING = 0.05
"""Seconds after which the cursor has come to rest, and the stat block is read."""

HEROES = "the heroes' levels: 4x3 is four of level 3"

PANES = ("library", "encounter", "block")


class Question(Struct, frozen=True):
    """What is asked for in the line at the foot, and what is done with the answer."""

    what: str
    answered: Callable[[str], None]


class Builder(Screen[Path | None]):
    """An encounter being built. Answers the file to be played, or nothing where it is left."""

    CSS_PATH = "builder.tcss"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (80, "-wide")]  # noqa: RUF012  # as Textual has it
    VERTICAL_BREAKPOINTS = [(0, "-low"), (18, "-high")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", show=False),
        Binding("enter", "add", show=False),
        Binding("down,j", "move(1)", show=False),
        Binding("up,k", "move(-1)", show=False),
        Binding("pagedown", "page(1)", show=False),
        Binding("pageup", "page(-1)", show=False),
        Binding("tab", "turn(1)", show=False),
        Binding("shift+tab", "turn(-1)", show=False),
        Binding("slash", "search", show=False),
        Binding("plus", "count(1)", show=False),
        Binding("minus", "count(-1)", show=False),
        Binding("delete,x", "take_out", show=False),
        Binding("greater_than_sign,right", "level(1)", show=False),
        Binding("less_than_sign,left", "level(-1)", show=False),
        Binding("n", "ask_name", show=False),
        Binding("p", "ask_party", show=False),
        Binding("h", "ask_heroes", show=False),
        Binding("w,ctrl+s", "write", show=False),
        Binding("W", "write_as", show=False),
        Binding("i", "bring_in", show=False),
        Binding("o", "play", show=False),
    ]

    def __init__(self, palette: Palette, library: Library, begun: Begun) -> None:
        super().__init__()
        self._palette = palette
        self._library = library
        self._draft = begun.draft
        self._kept = begun.draft
        self._path = begun.path
        self._sheaf = begun.sheaf
        self._found: Sequence[Creature] = ()
        self._why = ""
        self._at = 0
        self._entry = 0
        self._pane = "library"
        self._question: Question | None = None
        self._said = ""
        self._warned: Draft | None = None
        self._block: tuple[object, Sequence[str]] = (None, ())

    def compose(self) -> ComposeResult:
        """What is searched for, what is found, the encounter, a stat block, what is asked, and the keys."""
        yield TypingLine(placeholder="type to search: goblin, level 3-5 mook, undead", id="search")
        yield Pane(self._palette, self._fill_library, id="library")
        yield Pane(self._palette, self._fill_encounter, id="encounter")
        yield Pane(self._palette, self._fill_block, id="block")
        yield Canvas(self._palette, self._fill_foot, id="foot")
        yield TypingLine(id="ask")

    def on_mount(self) -> None:
        """What is typed first goes into the search."""
        self.query_one("#library", Pane).can_focus = False  # its keys are those of the search above it
        self._search("")
        self._go_to("library")

    def use(self, palette: Palette) -> None:
        """What is drawn from now on is in other inks."""
        self._palette = palette

    # Finding

    @on(Input.Changed, "#search")
    def search_for(self, event: Input.Changed) -> None:
        """What fits is found while it is typed."""
        event.stop()
        self._search(event.value)

    def _search(self, typed: str) -> None:
        self._found, self._why = searched(self._library, SYSTEMS[self._draft.system], typed)
        self._at = 0
        self._redraw()

    def _redraw(self) -> None:
        for drawn in self.query(Canvas):
            drawn.refill()
        self._look()

    @work(exclusive=True)
    async def _look(self) -> None:
        """The stat block of what is chosen, read beside the screen and shown if that is still what is chosen."""
        await asyncio.sleep(PASSING)
        chosen = self._chosen()
        told = await asyncio.to_thread(self._told, chosen)
        if chosen == self._chosen():
            another, self._block = chosen != self._block[0], (chosen, told)
            for block in self.query("#block").results(Pane):  # there is none when the screen has been left
                block.top = 0 if another else block.top
                block.refill()

    def _chosen(self) -> object:
        """What the stat block is of: the entry of the encounter, else the creature of the library."""
        if self._pane == "encounter" and self._draft.entries:
            return creature_of(self._draft, self._draft.entries[self._entry])
        return self._found[self._at] if self._found else None

    def _told(self, chosen: object) -> Sequence[str]:
        if isinstance(chosen, dict):
            return block_of(self._draft, chosen)
        if chosen is None:
            return ()
        return in_full(self._library, SYSTEMS[self._draft.system], self._found[self._at])

    # Drawing

    def _fill_library(self, pane: Pane) -> None:
        heading = line("Library", Span(f"  {len(self._found)}", "muted"))
        pane.show(heading, library_rows(self._found, self._why, pane.inner_width), self._at if self._found else None)

    def _fill_encounter(self, pane: Pane) -> None:
        draft = self._draft
        unwritten = Span("") if self._is_written else Span("  not written", "warning")
        name = shown(draft.name) or f"an encounter for {SYSTEMS[draft.system].title}"
        heading = line(name, unwritten, Span(f"  {in_short(draft)}", "accent"))
        cursor = self._entry if draft.entries and self._pane == "encounter" else None
        pane.show(heading, encounter_rows(draft, pane.inner_width), cursor)

    def _fill_block(self, pane: Pane) -> None:
        told = [part for each in self._block[1] for part in (each.splitlines() or [""])]
        pane.show(line("Stat block"), [row for each in told for row in wrapped(line(each), pane.inner_width, INDENT)])

    def _fill_foot(self, edge: Canvas) -> None:
        edge.draw(foot(self._said, FOOT["ask" if self._question else self._pane], edge.size.width))

    def _say(self, text: str) -> None:
        """A word at the foot, until something else happens."""
        self._said = text
        self.query_one("#foot", Canvas).refill()

    # Moving about

    def _go_to(self, name: str) -> None:
        self._pane = name
        for pane in self.query(Pane):
            pane.set_class(pane.id == name, "-chosen")
        self.query_one("#search" if name == "library" else f"#{name}").focus()
        self._redraw()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:  # noqa: ARG002  # as Textual calls it
        """While an answer is typed, no key is one of the encounter; keys that change an entry need one."""
        if self._question:
            return action == "leave"
        needs_entry = action in ("count", "take_out", "level")
        return not needs_entry or (self._pane == "encounter" and bool(self._draft.entries))

    def action_turn(self, direction: int) -> None:
        """To the next pane, or the one before."""
        self._said = ""
        self._go_to(PANES[(PANES.index(self._pane) + direction) % len(PANES)])

    def action_search(self) -> None:
        """Back to what is searched for."""
        self._go_to("library")

    def action_move(self, by: int) -> None:
        """So many rows on."""
        if self._pane == "block":
            self.query_one("#block", Pane).scroll_by(by)
        elif self._pane == "encounter":
            self._entry = max(0, min(self._entry + by, len(self._draft.entries) - 1))
        else:
            self._at = max(0, min(self._at + by, len(self._found) - 1))
        self._redraw()

    def action_page(self, direction: int) -> None:
        """A page on or back."""
        self.action_move(direction * max(self.query_one(f"#{self._pane}", Pane).room - 1, 1))

    @on(Pane.Clicked)
    def choose_clicked(self, event: Pane.Clicked) -> None:
        """A click chooses a row, a second one puts a creature of the library in."""
        name = event.pane.id or ""
        if name == "library" and event.row < len(self._found):
            self._at = event.row
        elif name == "encounter" and event.row < len(self._draft.entries):
            self._entry = event.row
        self._go_to(name)
        if name == "library" and event.times == 2:
            self.action_add()

    # Changing

    def _change(self, draft: Draft) -> None:
        self._draft, self._said = draft, ""
        self._entry = max(0, min(self._entry, len(draft.entries) - 1))
        self._redraw()

    @on(Input.Submitted, "#search")
    def add_found(self, event: Input.Submitted) -> None:
        """Enter in the search puts in what is found."""
        event.stop()
        self.action_add()

    def action_add(self) -> None:
        """Puts in the creature the list is on, or one more of it."""
        if self._pane != "library" or not self._found:
            return
        system, creature = SYSTEMS[self._draft.system], self._found[self._at]
        try:
            self._library.values(system, creature)  # one with faults is refused here, not when it is written
            self._change(with_creature(self._draft, table_in_library(creature)))
        except (StorageError, Impossible) as fault:
            self._say(str(fault).splitlines()[0])

    def action_bring_in(self) -> None:
        """Creatures written elsewhere, pasted or from a file, into the encounter."""
        from orcus_tui.screen.dialogs.importer import Destination, Importer, Wanted

        def put_in(wanted: Wanted | None) -> None:
            if wanted:
                self._put_in(wanted.creatures)

        destination = Destination(SYSTEMS[self._draft.system], "puts in")
        self.app.push_screen(Importer(self._palette, self._library, destination), put_in)

    def _put_in(self, creatures: Sequence[Mapping[str, Any]]) -> None:
        """All of these; or none, where they would be too many."""
        draft = self._draft
        try:
            for each in creatures:
                draft = with_creature(draft, each, int(each.get("count", 1)))
        except Impossible as why:
            self._say(str(why))
            return
        self._entry = len(draft.entries) - 1
        self._change(draft)
        self._go_to("encounter")

    def action_count(self, by: int) -> None:
        """One more or one fewer; the last one is taken out by a key of its own."""
        entry = self._draft.entries[self._entry]
        try:
            self._change(counted(self._draft, self._entry, max(1, entry.count + by)))
        except Impossible as why:
            self._say(str(why))

    def action_take_out(self) -> None:
        """None of it."""
        self._change(counted(self._draft, self._entry, 0))

    def action_level(self, by: int) -> None:
        """A level higher or lower, where the rules say how."""
        try:
            self._change(moved(self._draft, self._entry, by))
        except Impossible as why:
            self._say(f"{self._draft.entries[self._entry].name}: {why}")

    # Asking

    def _ask(self, what: str, value: str, answered: Callable[[str], None]) -> None:
        self._question = Question(what, answered)
        self.add_class("-asking")
        asked = self.query_one("#ask", TypingLine)
        asked.placeholder, asked.value = what, value
        asked.cursor_position = len(value)
        asked.focus()
        self._say(what)

    def _asked(self) -> None:
        self._question = None
        self.remove_class("-asking")
        self._said = ""
        self._go_to(self._pane)

    @on(Input.Submitted, "#ask")
    def take_answer(self, event: Input.Submitted) -> None:
        """Enter takes what is typed; what cannot be is told, and typed again."""
        event.stop()
        question = self._question
        if question is None:
            return
        try:
            question.answered(event.value.strip())
        except (StorageError, Impossible) as fault:
            self._say(str(fault))
        else:
            if self._question is question:
                said = self._said
                self._asked()
                self._say(said)

    def action_ask_name(self) -> None:
        """What the fight is called."""
        self._ask("the name of the encounter", self._draft.name, self._call_it)

    def _call_it(self, name: str) -> None:
        self._change(replace(self._draft, name=name))

    def action_ask_party(self) -> None:
        """The file of the heroes, beside the encounter."""
        self._ask("the party file, beside the encounter", self._draft.party or "party.toml", self._party)

    def _party(self, party: str) -> None:
        folder = self._path.parent if self._path else Path()
        made = for_party(self._draft, folder, party) if party else replace(self._draft, party="", heroes=())
        self._change(made)

    def action_ask_heroes(self) -> None:
        """For whom it is reckoned: where a party is named, for some of it, until it is named again."""
        who = f"for whom of {self._draft.party} it is reckoned, by levels; none: all" if self._draft.party else HEROES
        self._ask(who, levels_told(self._draft.heroes), self._heroes)

    def _heroes(self, levels: str) -> None:
        if self._draft.party and not levels:
            self._party(self._draft.party)
        else:
            self._change(replace(self._draft, heroes=levels_in(levels)))

    # Writing and leaving

    def action_write(self) -> None:
        """Writes the encounter: a new file is named first, one that is there is changed."""
        if self._path is None:
            self._ask("the file to be written", _file_for(self._draft.name), self._write_new)
            return
        try:
            changed = write_changed(self._draft, self._sheaf) if self._sheaf else write_new(self._draft, self._path)
            self._is_in(changed)
        except EditError as fault:
            self.action_write_as()
            self._say(f"{fault}; this is written to another file")
        except (StorageError, Impossible) as fault:
            self._say(str(fault).splitlines()[0])

    @property
    def _is_written(self) -> bool:
        """Whether the file says what is built; whom it is reckoned for is in no file."""
        return replace(self._draft, heroes=self._kept.heroes) == self._kept

    def action_write_as(self) -> None:
        """Writes the encounter to another file, and goes on with that one; the one there is stays as it is."""
        path = self._path or Path(_file_for(self._draft.name))
        self._ask("the file to be written instead", str(_free(path)), self._write_as)

    def _write_new(self, name: str) -> None:
        self._is_in(write_new(self._draft, _named(name)))

    def _write_as(self, name: str) -> None:
        """A copy has the comments and the order of its first; where they cannot be kept, that is told."""
        path = _named(name)
        if self._sheaf is None:
            self._is_in(write_new(self._draft, path))
            return
        try:
            self._is_in(write_copy(self._draft, self._sheaf, path))
        except EditError:
            without = f"; the comments of {self._sheaf.path} could not be kept"
            self._is_in(write_new(self._draft, path), without)

    def _is_in(self, sheaf: SourceFile, but: str = "") -> None:
        """The file that says what is built, from now on, and what was lost on the way there."""
        self._sheaf, self._path, self._kept = sheaf, sheaf.path, self._draft
        self._redraw()
        self._say(f"written to {sheaf.path}{but}")

    def action_play(self) -> None:
        """Opens the encounter in the tracker, when it is written."""
        if self._path is None or not self._is_written:
            self._say("w writes it first")
        else:
            self.dismiss(self._path)

    def action_leave(self) -> None:
        """Back from what is asked; else leaves, and what is not written is told first."""
        if self._question:
            self._asked()
        elif not self._is_written and self._warned is not self._draft:
            self._warned = self._draft
            self._say("it is not written: w writes it, Esc once more leaves it")
        else:
            self.dismiss(None)

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """A click goes from one to the other as well."""
        if event.widget.id in PANES and event.widget.id != self._pane and not self._question:
            self._go_to(event.widget.id or "")


def _named(name: str) -> Path:
    """The path that is typed. Raises Impossible where nothing is."""
    if not name:
        raise Impossible("name a file, as ford.toml")
    return Path(name)


def _file_for(name: str) -> str:
    """A file's name for what a fight is called."""
    words = "".join(sign if sign.isalnum() else " " for sign in name.lower()).split()
    return f"{'-'.join(words) or 'encounter'}{SUFFIX}"


def _free(path: Path) -> Path:
    """The first that is not there of a file, and those with a number behind: `ford.toml`, `ford-2.toml` and on."""
    found = re.fullmatch("(.+)-([0-9]{1,3})", path.stem)
    stem, first = (found[1], int(found[2]) + 1) if found else (path.stem, 2)
    numbered = (path.with_stem(f"{stem}-{number}") for number in count(first))
    return next(each for each in chain([path], numbered) if not os.path.lexists(each))


FOOT: Mapping[str, Keys] = {
    "ask": (("enter", "takes it"), ("escape", "back")),
    "library": (("enter", "puts it in"), ("up,down", "move"), ("tab", "to the encounter"), ("escape", "back")),
    "encounter": (
        ("plus,minus", "count"),
        ("greater_than_sign,less_than_sign", "level"),
        ("x", "out"),
        ("n", "name"),
        ("p", "party"),
        ("h", "heroes"),
        ("i", "import"),
        ("w", "write"),
        ("o", "play"),
        ("tab", "on"),
        ("escape", "back"),
    ),
    "block": (("up,down", "move"), ("tab", "to the library"), ("escape", "back")),
}
"""The keys named at the foot, by the pane that has the focus."""
