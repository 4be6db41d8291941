"""Creatures written elsewhere, pasted or from a file: what was read, what was not, and what to do with it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace
from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Input, TextArea

from orcus_tui.importers.conversion import (
    PASTED,
    Refused,
    Source,
    encounter_of,
    in_file,
    pasted,
    summary_of,
)
from orcus_tui.importers.import_result import Leftover, NotReadable
from orcus_tui.library.facts import facts_of
from orcus_tui.library.library import Library, libraries_of
from orcus_tui.library.stat_block import stat_block
from orcus_tui.model.fight import Fight
from orcus_tui.rules.creation import allot, newcomers, one_called
from orcus_tui.rules.resolution import Impossible
from orcus_tui.rules.system import System
from orcus_tui.screen.widgets.canvas import Canvas
from orcus_tui.screen.widgets.footer import Keys, foot
from orcus_tui.screen.widgets.lazy_rows import Rows
from orcus_tui.screen.widgets.line_input import TypingLine
from orcus_tui.screen.widgets.pane import Pane
from orcus_tui.screen.widgets.paste_area import PastedText
from orcus_tui.screen.widgets.row import (
    Line,
    Span,
    columns,
    fitted,
    line,
    shown,
    wrapped,
)
from orcus_tui.screen.widgets.styles import Palette
from orcus_tui.storage.encounter.from_tables import IN_A_FIGHT, values_from_table
from orcus_tui.storage.storage_error import StorageError
from orcus_tui.systems import SYSTEMS

if TYPE_CHECKING:
    from textual.widget import Widget

Table = Mapping[str, Any]

INDENT = 4
PASSING = 0.15
"""Seconds after which a text that is typed has come to rest, and is read."""

MANY = 20
"""Creatures beyond which nobody is likely to mean all of them."""

PLACES = ("text", "found", "block", "file")
EMPTY = "paste a stat block on the left, or name a file above: Markdown, JSON or TOML"


class Destination(Struct, frozen=True):
    """Where creatures go: the system there, what Enter is said to do, and the fight, where it is one.

    In a fight `add` must know them, so they are kept in the person's own library first.
    """

    system: System
    does: str
    fight: Fight | None = None


class Wanted(Struct, frozen=True):
    """The creatures to be brought in, and the file of the library they are kept in, where they are."""

    creatures: Sequence[Table]
    kept: Path | None = None


class Reading(Struct, frozen=True):
    """What a source came to: the creatures with the ids they get alone, and a fight of them; or why it is none."""

    source: Source | None = None
    fight: Fight | None = None
    wrong: str = ""

    @property
    def creatures(self) -> Sequence[Table]:
        """The creatures read, as tables of the encounter format."""
        return self.source.found.creatures if self.source else ()

    @property
    def leftovers(self) -> Sequence[Leftover]:
        """What was not understood."""
        return self.source.found.leftovers if self.source else ()


def called(creature: Table) -> str:
    """A creature's name."""
    return str(creature["name"])


def count_of(creature: Table) -> int:
    """How many of it there are."""
    return int(creature.get("count", 1))


def read(source: Callable[[], Source]) -> Reading:
    """What a source comes to."""
    try:
        found = source()
        return Reading(found, encounter_of([found], None).fight)
    except (NotReadable, Refused, StorageError) as fault:
        return Reading(wrong=str(fault))


class Importer(Screen[Wanted]):
    """Stat blocks to be brought in. Answers the creatures that are wanted, or nothing where it is left."""

    AUTO_FOCUS = "#text"
    CSS_PATH = "importer.tcss"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (80, "-wide")]  # noqa: RUF012  # as Textual has it
    VERTICAL_BREAKPOINTS = [(0, "-low"), (18, "-high")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", show=False),
        Binding("tab", "turn(1)", show=False, priority=True),
        Binding("shift+tab", "turn(-1)", show=False, priority=True),
        Binding("down,j", "move(1)", show=False),
        Binding("up,k", "move(-1)", show=False),
        Binding("pagedown", "page(1)", show=False),
        Binding("pageup", "page(-1)", show=False),
        Binding("enter", "take", show=False),
        Binding("a", "take_all", show=False),
        Binding("s", "keep_all", show=False),
    ]

    def __init__(self, palette: Palette, library: Library, destination: Destination) -> None:
        super().__init__()
        self._palette = palette
        self._library = library
        self._destination = destination
        self._reading = Reading()
        self._at = 0
        self._place = "text"
        self._said = ""
        self._warned: Reading | None = None

    def compose(self) -> ComposeResult:
        """The file's name, the text, what was read, a stat block, and the keys."""
        yield TypingLine(placeholder="a file to read, as goblins.md", id="file")
        text = PastedText(id="text", classes="tab -chosen")
        text.border_title = "Paste here"
        yield text
        yield Pane(self._palette, self._fill_found, id="found")
        yield Pane(self._palette, self._fill_block, id="block")
        yield Canvas(self._palette, self._fill_foot, id="foot")

    def on_mount(self) -> None:
        """A stat block can be pasted at once."""
        self.query_one(PastedText).set_class(self._palette.shown("─") != "─", "-ascii")
        self._go_to("text")

    def use(self, palette: Palette) -> None:
        """What is drawn from now on is in other inks."""
        self._palette = palette

    # Reading

    @on(TextArea.Changed)
    def read_pasted(self, event: TextArea.Changed) -> None:
        """What is pasted or typed is read when it has come to rest."""
        event.stop()
        self._read(partial(pasted, event.text_area.text) if event.text_area.text.strip() else None, PASSING)

    @on(PastedText.TooLong)
    def refuse_pasted(self) -> None:
        """A text that is too long stays where it was."""
        self._say("this is too long to be pasted: save it as a file, and name that above")

    @on(Input.Submitted)
    def read_file(self, event: Input.Submitted) -> None:
        """Enter reads the file that is named."""
        event.stop()
        name = event.value.strip()
        if name:
            self._read(partial(in_file, Path(name).expanduser()), 0)
            self._go_to("found")

    @work(exclusive=True)
    async def _read(self, source: Callable[[], Source] | None, rest: float) -> None:
        """Reads beside the screen; what is there by then is shown, if nothing else is to be read."""
        await asyncio.sleep(rest)
        self._reading = await asyncio.to_thread(read, source) if source else Reading()
        self._at, self._said = 0, ""
        self._redraw()  # of which nothing is left, where the screen has been left meanwhile

    # Drawing

    def _redraw(self) -> None:
        for drawn in self.query(Canvas):
            drawn.refill()

    def _fill_found(self, pane: Pane) -> None:
        width = pane.inner_width
        if not self._reading.source:
            pane.show(line("What was read"), wrapped(line(Span(self._reading.wrong or EMPTY, "muted")), width, INDENT))
            return
        rows = Rows((*self._creature_rows(width), *self._reading.leftovers), partial(_row, width))
        pane.show(line(summary_of(self._reading.source)), rows, self._at)

    def _creature_rows(self, width: int) -> Sequence[Line]:
        taken = self._destination.fight.sheets if self._destination.fight else ()
        creatures = self._reading.creatures
        allotted, _ = allot([{"name": called(each), "count": count_of(each)} for each in creatures], taken)
        ids = [" … ".join(dict.fromkeys((own[0][0], own[-1][0]))) for own in allotted]
        return [_creature_row(each, id_, width) for each, id_ in zip(creatures, ids, strict=True)]

    def _fill_block(self, pane: Pane) -> None:
        heading, told = self._told()
        rows = [row for each in told for row in wrapped(line(each), pane.inner_width, INDENT)]
        pane.show(line(heading), rows)

    def _told(self) -> tuple[str, Sequence[str]]:
        """What stands beside the row chosen: a stat block, or a passage that was not understood, in full."""
        reading = self._reading
        if reading.source is None or reading.fight is None:
            return "Stat block", ()
        leftover = self._leftover
        if leftover is None:
            creature = list(reading.fight.sheets)[sum(map(count_of, reading.creatures[: self._at]))]
            told = stat_block(SYSTEMS[reading.fight.system], reading.fight, creature)
            return "Stat block", [row for each in told for row in (each.splitlines() or [""])]
        kept = f"kept as text of {leftover.creature}" if leftover.creature else "of no creature, left out"
        return f"{reading.source.name}, line {leftover.line}: {kept}", leftover.text.splitlines()

    @property
    def _leftover(self) -> Leftover | None:
        """The passage the cursor is on, where it is on one."""
        beyond = self._at - len(self._reading.creatures)
        return self._reading.leftovers[beyond] if 0 <= beyond < len(self._reading.leftovers) else None

    def _fill_foot(self, edge: Canvas) -> None:
        keys = FOOT[self._place]
        if self._place == "found" and self._reading.source:
            enter = "to its line" if self._leftover else f"{self._destination.does} it"
            keys = (("enter", enter), ("a", f"{self._destination.does} all"), ("s", "to the library"), *keys)
        edge.draw(foot(self._said, keys, edge.size.width))

    def _say(self, text: str) -> None:
        self._said = text
        self.query_one("#foot", Canvas).refill()

    # Moving about

    def _go_to(self, name: str) -> None:
        self._place = name
        if name != "file":
            for pane in self.query(".tab"):
                pane.set_class(pane.id == name, "-chosen")
        self.set_focus(self.query_one(f"#{name}"))  # at once: the next key may be here already
        self._redraw()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:  # noqa: ARG002  # as Textual calls it
        """Where a text is typed, letters are letters; and only what was read can be taken."""
        if action in ("move", "page"):
            return self._place in ("found", "block")
        needs_found = action in ("take", "take_all", "keep_all")
        return not needs_found or (self._place == "found" and self._reading.source is not None)

    def action_turn(self, direction: int) -> None:
        """To the next place, or the one before."""
        self._said = ""
        self._go_to(PLACES[(PLACES.index(self._place) + direction) % len(PLACES)])

    def action_move(self, by: int) -> None:
        """So many rows on."""
        if self._place == "block":
            self.query_one("#block", Pane).scroll_by(by)
            return
        last = len(self._reading.creatures) + len(self._reading.leftovers) - 1
        self._choose(max(0, min(self._at + by, last)))

    def action_page(self, direction: int) -> None:
        """A page on or back."""
        self.action_move(direction * max(self.query_one(f"#{self._place}", Pane).room - 1, 1))

    def _choose(self, row: int) -> None:
        self._at, self._said = row, ""
        self.query_one("#block", Pane).top = 0
        self._redraw()

    @on(Pane.Clicked)
    def choose_clicked(self, event: Pane.Clicked) -> None:
        """A click chooses a row, a second one takes it."""
        self._go_to(event.pane.id or "")
        if event.pane.id == "found" and self._reading.source:
            self._choose(event.row)
            if event.times == 2:
                self.action_take()

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """A click goes from one to the other as well."""
        focused: Widget = event.widget
        if focused.id in PLACES and focused.id != self._place:
            self._go_to(focused.id or "")

    def action_leave(self) -> None:
        """Back, bringing in nothing."""
        self.dismiss(None)

    # What is done with it

    def action_take(self) -> None:
        """Answers the creature chosen; of what was not understood, its line is shown."""
        leftover = self._leftover
        if leftover is None:
            self._take(self._reading.creatures[self._at : self._at + 1])
        elif self._reading.source and self._reading.source.name == PASTED:
            self.query_one(PastedText).move_cursor((leftover.line - 1, 0), center=True)
            self._go_to("text")

    def action_take_all(self) -> None:
        """Answers all that was read; very many only when asked for twice."""
        number = len(self._reading.creatures)
        if number > MANY and self._warned is not self._reading:
            self._warned = self._reading
            self._say(f"these are {number} creatures: a once more {self._destination.does} all of them")
        else:
            self._take(self._reading.creatures)

    def _take(self, creatures: Sequence[Table]) -> None:
        source = self._reading.source
        try:
            self._refuse_others(creatures)
            kept = self._keep(source, creatures) if self._destination.fight and source else None
        except (StorageError, Impossible) as fault:
            self._say(str(fault))
        else:
            self.dismiss(Wanted(creatures, kept))

    def _refuse_others(self, creatures: Sequence[Table]) -> None:
        """Raises Impossible for creatures of another system, and for whom `add` would take for others of the fight."""
        system, fight = self._destination.system, self._destination.fight
        own = self._reading.fight.system if self._reading.fight else system.id
        if own not in libraries_of(system.id):
            raise Impossible(f"this is for {SYSTEMS[own].title}, and not for {system.title}; s keeps it all the same")
        for each in creatures if fight else ():
            if fight and _is_another(system, fight, each):
                raise Impossible(f"there is another {called(each)} in the fight; call this one otherwise in the text")

    def action_keep_all(self) -> None:
        """Puts all that was read into the person's own library."""
        source = self._reading.source
        try:
            if source:
                self._say(f"in the library: {self._keep(source, source.found.creatures)}")
        except StorageError as fault:
            self._say(str(fault))

    def _keep(self, source: Source, creatures: Sequence[Table]) -> Path:
        """Puts creatures of a source into the person's own library, under their own system; several as it is called."""
        alone = source.name == PASTED or len(creatures) == 1
        name = called(creatures[0]) if alone else Path(source.name).stem
        return self._library.keep(source.found.system, creatures, name)


def _is_another(system: System, fight: Fight, creature: Table) -> bool:
    """Whether somebody of the fight has a creature's name and is not the same."""
    known = one_called(fight, called(creature))
    if known is None:
        return False
    values = values_from_table({key: value for key, value in creature.items() if key not in IN_A_FIGHT}, system)
    ((sheet, _),) = newcomers(system, fight, values).values()
    return replace(known, name=sheet.name, group=sheet.group, reserve_until=sheet.reserve_until) != sheet


def _creature_row(creature: Table, id_: str, width: int) -> Line:
    facts = facts_of(creature)
    told = line(f" {shown(facts.name)}  ", Span(shown(facts.about), "muted"))
    return columns(told, line(Span(f" {id_} ", "accent")), width)


def _row(width: int, row: Line | Leftover) -> Line:
    if not isinstance(row, Leftover):
        return row
    kept = f"{row.creature}: " if row.creature else "left out: "
    return fitted(line(Span(f" {row.line:>4} ", "warning"), Span(kept, "muted"), " ".join(row.text.split())), width)


FOOT: Mapping[str, Keys] = {
    "text": (("tab", "to what was read"), ("shift+tab", "to the file's name"), ("escape", "back")),
    "found": (("up,down", "move"), ("tab", "to the stat block"), ("escape", "back")),
    "block": (("up,down", "move"), ("tab", "to the file's name"), ("escape", "back")),
    "file": (("enter", "reads it"), ("tab", "to the text"), ("escape", "back")),
}
"""The keys named at the foot, by the place that has the focus."""
