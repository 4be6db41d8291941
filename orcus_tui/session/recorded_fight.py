"""A fight with its history and its journal: a line goes in, and its result comes out once the line is on disk.

The modules that read and execute lines, and that write journals, are loaded after the first frame.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.commands.context import NO_LIBRARY, Context, Library
from orcus_tui.dice import Face
from orcus_tui.errors import Impossible, OrcusError
from orcus_tui.model.fight import Asking, Fight
from orcus_tui.model.history import Change, Execution, LastCommand, Timeline, too_few
from orcus_tui.rules.system import FightView, System
from orcus_tui.session.dice_source import DiceSource
from orcus_tui.storage.atomic import DISK, FileDigests, NamedPaths
from orcus_tui.storage.journal.journal_settings import FightFiles, JournalSettings
from orcus_tui.storage.storage_error import StorageError
from orcus_tui.systems import SYSTEMS

if TYPE_CHECKING:
    from orcus_tui.commands.parse import Command
    from orcus_tui.commands.reading import Reading
    from orcus_tui.model.events import Event
    from orcus_tui.model.requests import CampaignRequest, PlayersRequest, Request
    from orcus_tui.model.typed_steps import Ask
    from orcus_tui.rules.system.resolution import Resolution
    from orcus_tui.storage.journal.records import Recorder


class Result(Struct, frozen=True):
    """The result of a line.

    `column` counts from 1; it is 1 for an error about the whole line. `problem` is the error itself. An executed
    command has its `events`, and `after` is the fight after them; `remarks` are lines shown after the events. A request
    has `lines` to show, and the commands that it undid or redid; `headings` are the places of lines that name the
    creature at its turn.
    """

    command: str = ""
    error: str = ""
    column: int = 1
    warning: str = ""
    quits: bool = False
    lines: tuple[str, ...] = ()
    headings: tuple[int, ...] = ()
    undone: tuple[str, ...] = ()
    redone: tuple[str, ...] = ()
    events: tuple[Event, ...] = ()
    after: Fight | None = None
    problem: OrcusError | None = None
    remarks: tuple[str, ...] = ()

    @property
    def log(self) -> tuple[str, ...]:
        """The lines a person reads, made on demand."""
        from orcus_tui.session.log_text import log_lines  # here, because the fight is shown before any log

        said = tuple(log_lines(self.events, self.after)) if self.after else self.lines
        return (*said, *self.remarks)


class EndProposal(Struct, frozen=True):
    """A proposal of a campaign at the end of a fight, such as an award.

    The line `take` accepts it (empty if it is already written), `leave` removes it, and `edit` begins a replacement.
    """

    text: str
    about: str = ""
    take: str = ""
    leave: str = ""
    edit: str = ""


class AttachedCampaign(Protocol):
    """The campaign that a fight belongs to."""

    @property
    def party(self) -> Path | None:
        """The party file of its heroes."""
        ...

    def close(self) -> None:
        """Lets other programs write to the campaign."""
        ...

    def missing(self) -> list[Path]:
        """The files that the campaign names and that do not exist."""
        ...

    def overview(self, fight: Fight | None, odds: Mapping[str, str]) -> Iterable[str]:
        """The campaign in lines, with the timers of a fight and the odds of planned fights, by file."""
        ...

    @property
    def folder(self) -> Path:
        """The folder of its files."""
        ...

    def rest_of_day(self) -> tuple[Path, ...]:
        """The files of the planned fights that still fit into the day."""
        ...

    def file_at(self, path: Path) -> str:
        """The campaign's name for a file."""
        ...

    def planned(self) -> list[str]:
        """The files of the planned fights."""
        ...

    def planned_fight(self, file: str) -> Fight:
        """The fight of a file, with the party as it is now. Raises OrcusError."""
        ...

    def handle(self, session: RecordedFight, request: CampaignRequest) -> Result:
        """Handles a request. Raises Impossible or StorageError."""
        ...

    def follow(self, session: RecordedFight) -> tuple[tuple[str, ...], str]:
        """Writes a line's effects on the campaign: a fight that ended, time that passed.

        Returns lines about it, and a warning.
        """
        ...

    def proposals(self, session: RecordedFight) -> list[EndProposal]:
        """The award, the loot and the party to keep, after the end of a fight; empty at any other time."""
        ...

    def undo(self, session: RecordedFight) -> Result | None:
        """Undoes the last entry, if nothing has happened in the fight since; else returns None."""
        ...


class AttachedInbox(Protocol):
    """The proposals of the players' phones."""

    def handle(self, request: PlayersRequest) -> Result:
        """Handles a request of the game master. Raises Impossible."""
        ...

    def tidy(self) -> bool:
        """Drops outdated proposals; returns whether there were any."""
        ...

    @property
    def pending(self) -> Sequence[Any]:
        """The proposals that wait for the game master, oldest first."""
        ...


def _ignore_announcement(_: str) -> None:
    """Does nothing: the tracker on the screen shows the running line itself."""


def _for_this_fight(_name: str, _line: str) -> str:
    return "it is for this fight alone: no settings file is in use"


def _without_house_rules(fight: Fight) -> Fight:
    return fight


class SavedParty(Struct, frozen=True):
    """The party file that `keep` wrote last, and the number of executions until then."""

    path: Path
    after: int


Parse = Callable[[str, Context], "Command | None"]
Resolve = Callable[[FightView, "Command", Face], "Resolution"]
Execute = Callable[["Command", "Resolution"], Execution]


@cache
def _first_line() -> tuple[Parse, Resolve, Execute, type[Request], type[Ask]]:
    """The functions and the types that read and execute lines, imported with the first line, after the first frame."""
    from orcus_tui.commands.parse import parse
    from orcus_tui.model.requests import Request
    from orcus_tui.model.typed_steps import Ask
    from orcus_tui.session.execution import execution_of, resolve

    return parse, resolve, execution_of, Request, Ask


class RecordedFight(ABC):
    """A fight with its history and, if it has `journal_settings`, its journal.

    `read_only` is the reason why the fight cannot be changed; empty if it can. `is_following`: another program plays
    the fight, and this program only shows it. `asking` says whose dice later fights ask for, until an `ask` changes it;
    `asked_before` is the last `ask` before this fight was opened or resumed. `players` are the players' settings for an
    encounter without its own. `house_rules` adds the user's house rules to a new fight. `save_alias` writes an alias to
    the settings, and returns a line about it. `library` has the creatures that `add` finds. `offers_again`: the fight
    is offered again if it is left before its end. `resumed_at` is the fight when it was resumed. `announce` is called
    with a message before work that may take seconds. `digests` has the digests of the files on `disk` with content of
    this fight. `named_paths` and `own_aliases` come from the user; other paths and aliases come from a journal.
    """

    def __init__(
        self,
        fight: Fight,
        dice_source: DiceSource,
        *,
        journal_settings: JournalSettings | None = None,
        encounter: Path | None = None,
        encounter_digest: str = "",
    ) -> None:
        self.dice_source = dice_source
        self.journal_settings = journal_settings
        self.observers: list[Callable[[Result], None]] = []
        self.announce: Callable[[str], None] = _ignore_announcement
        self.timeline = Timeline(fight)
        self._view = FightView(SYSTEMS[fight.system], fight)
        self.named_paths = NamedPaths()
        self.own_aliases: set[str] = set()
        self.digests = FileDigests()
        self.fight_files = FightFiles(encounter, encounter_digest=encounter_digest)
        if encounter:
            self.named_paths.add(encounter)
            self.digests.note(encounter, encounter_digest)
        self.house_rules: Callable[[Fight], Fight] = _without_house_rules
        self.library: Library = NO_LIBRARY
        self.campaign: AttachedCampaign | None = None
        self.save_alias: Callable[[str, str], str] = _for_this_fight
        self.inbox: AttachedInbox | None = None
        self.read_only = ""
        self.is_following = False
        self.asking: Asking = "none"
        self.asked_before: Asking | None = None
        self.players: Mapping[str, str] = {}
        self.offers_again = False
        self.disk = DISK
        self.saved_party: SavedParty | None = None
        self.resumed_at: Fight | None = None
        self._opened_at = 0  # the number of executions when the fight was opened or resumed
        self.recorder = self._record(self.timeline, self.fight_files)

    @property
    def fight(self) -> Fight:
        """The current fight."""
        return self.timeline.fight

    @property
    def system(self) -> System:
        """The fight's rules system."""
        return SYSTEMS[self.fight.system]

    @property
    def view(self) -> FightView:
        """The current fight under its system."""
        return self.view_of(self.fight)

    def view_of(self, fight: Fight) -> FightView:
        """A view of a fight, which reuses the results cached in the previous view."""
        view = self._view
        if fight is not view.fight:
            is_of_system = fight.system == view.fight.system
            self._view = view = view.moved(fight) if is_of_system else FightView(SYSTEMS[fight.system], fight)
        return view

    @property
    def aliases(self) -> dict[str, str]:
        """The lines of the aliases, by name."""
        return self.fight_files.aliases

    def state(self) -> dict[str, Any]:
        """The fight as STATE."""
        from orcus_tui.rules.snapshot import snapshot  # imported here, because the screen does not need it

        return snapshot(self.view)

    @property
    def context(self) -> Context:
        """The current context for reading a line."""
        return self.context_for(self.fight, self.timeline.last_command)

    def context_for(self, fight: Fight, last_command: LastCommand | None = None) -> Context:
        """The context for reading a line in another state of the fight."""
        return Context(self.view_of(fight), self.aliases, self.library, last_command)

    # Lines and changes

    def run(self, line: str, reading: Reading | None = None) -> Result | None:
        """Runs a line; None for an empty line or a comment. A line that fails changes nothing and uses up no dice.

        `reading` is the line as read, possibly by another thread; the line is read again if the fight has changed
        since.
        """
        parse, resolve, execution_of, request_type, ask_type = _first_line()
        context = self.context
        mark = self.dice_source.mark()
        try:
            command = reading.valid_command if reading and reading.is_against(context) else parse(line, context)
            if command is None:
                return None
            if isinstance(command.step, request_type):
                result = self.handle(command, command.step)
            else:
                execution = execution_of(command, resolve(context.view, command, self.dice_source))
                warning = self.record(execution)
                if isinstance(command.step, ask_type):
                    self._note_asking(command.step)
                result = Result(command.text, warning=warning, events=execution.events, after=execution.after)
        except OrcusError as error:
            self.dice_source.rewind(mark)
            result = Result(line.strip(), error=str(error), column=error.column or 1, problem=error)
        if self.campaign and not result.error:
            remarks, problem = self.campaign.follow(self)
            warning = "; ".join(filter(None, (result.warning, problem)))
            result = replace(result, warning=warning, remarks=remarks) if remarks or problem else result
        for observer in self.observers:
            observer(result)
        return result

    @abstractmethod
    def handle(self, command: Command, request: Request) -> Result:
        """Handles a request. Raises Impossible or StorageError."""

    def _note_asking(self, step: Ask) -> None:
        """Notes the argument of an `ask` even if the fight asks for these dice already and nothing changes."""
        if self.asked != step.who:
            self.asked_before = step.who

    def record(self, execution: Execution) -> str:
        """Records an execution, then adds it to the timeline. Returns a warning, if any. Raises as `change`."""
        return self.change(Change(execution.line, (execution,))) if execution.changed else self.note(execution)

    def note(self, execution: Execution) -> str:
        """Records an execution that changed nothing. Returns a warning, if any."""
        warning = self.recorder.write_aside(execution) if self.recorder else ""
        self.timeline.note(execution)
        return warning

    def change(self, change: Change) -> str:
        """Records a change, then adds it to the timeline. Returns a warning, if any.

        Raises Impossible in a read-only fight, StorageError if the change cannot be recorded.
        """
        self._refuse_if_read_only()
        warning = self.recorder.write_change(change) if self.recorder else ""
        self._opened_at = min(self._opened_at, len(self.timeline.executions))
        self.timeline.add(change)
        return warning

    def undo(self, count: int) -> Result:
        """Undoes changes, the latest first. Raises Impossible if there are fewer."""
        self._refuse_if_read_only()
        if refusal := too_few("undo", count, self.timeline.undo_count):
            raise Impossible(refusal)
        lines = tuple(self.timeline.undo(count))
        try:
            warning = self.recorder.write_undo(count, self.fight) if self.recorder else ""
        except StorageError:
            self.timeline.redo(count)
            raise
        return Result(warning=warning, undone=lines)

    def redo(self, count: int) -> Result:
        """Redoes changes that were undone. Raises Impossible if there are fewer."""
        self._refuse_if_read_only()
        if refusal := too_few("redo", count, self.timeline.redo_count):
            raise Impossible(refusal)
        lines = tuple(self.timeline.redo(count))
        try:
            warning = self.recorder.write_redo(count, self.fight) if self.recorder else ""
        except StorageError:
            self.timeline.undo(count)
            raise
        return Result(warning=warning, redone=lines)

    @property
    def asked(self) -> Asking | None:
        """The argument of the last `ask` that is not undone, in this fight or before it; None if there is none."""
        here = () if self.read_only else self.timeline.executions[self._opened_at :]
        if not here:
            return self.asked_before
        from orcus_tui.model.events import FightChanged  # here, since nothing has happened before the first frame

        happened = (event for execution in reversed(here) for event in reversed(execution.events))
        last = next((each for each in happened if isinstance(each, FightChanged) and each.field == "asking"), None)
        return last.value if last else self.asked_before

    @property
    def refusal(self) -> str:
        """The reason why the fight cannot be changed; empty if it can."""
        if not self.read_only:
            return ""
        to_continue = "`write FILE` and `open FILE` to continue from here"
        remedy = "`write FILE` saves a copy" if self.is_following else to_continue
        return f"this fight is read-only: {self.read_only}; {remedy}"

    def _refuse_if_read_only(self) -> None:
        if self.read_only:
            raise Impossible(self.refusal)

    # Beginning and ending

    def begin_journal(self, journal_settings: JournalSettings) -> None:
        """Begins the journal of a fight that began without one. Raises StorageError if it cannot."""
        # Set first, so that the next fight has a journal even if this fight cannot.
        self.journal_settings = journal_settings
        self.recorder = self._record(self.timeline, self.fight_files)

    def _record(self, timeline: Timeline, fight_files: FightFiles) -> Recorder | None:
        """A new journal, if there are settings for one. Raises StorageError if it cannot be begun."""
        if self.journal_settings is None:
            return None
        from orcus_tui.storage.journal.records import Recorder

        return Recorder.start(self.journal_settings, timeline, fight_files)

    def move_on_to(self, fight: Fight, encounter: Path, encounter_digest: str = "") -> str:
        """Moves on to another fight: closes the journal of this fight and begins a new one. Returns a warning, if any.

        Raises StorageError if the other journal cannot be begun; then this fight continues.
        """
        fight = self.with_own_settings(fight)
        fight_files = FightFiles(encounter, aliases=self.aliases, encounter_digest=encounter_digest)
        timeline = Timeline(fight)
        recorder = self._record(timeline, fight_files)
        warning = self.end(finished=self.is_settled or not self.offers_again)
        self.asked_before, self._opened_at = self.asked, 0
        self.recorder, self.fight_files, self.read_only = recorder, fight_files, ""
        self.digests = FileDigests()
        self.digests.note(encounter, encounter_digest)
        self.timeline, self.resumed_at, self.saved_party = timeline, None, None
        return warning

    def set_defaults(self, *, asking: Asking, players: Mapping[str, str]) -> None:
        """Sets whose dice are asked for, and what players see, in fights that are opened later.

        The settings also apply to this fight, if nothing has happened in it.
        """
        self.asking, self.players = asking, players
        is_untouched = self.resumed_at is None and not self.timeline.executions
        if self.recorder is None and is_untouched and not self.read_only:
            self.timeline = Timeline(self.with_own_settings(self.fight))

    def with_own_settings(self, fight: Fight) -> Fight:
        """The fight; before it begins, with the default `asking` and `players` unless it sets them itself."""
        if fight.phase != "setup":
            return fight
        asking = (self.asked or self.asking) if fight.asking == "none" else fight.asking
        players = {**self.players, **fight.players}
        is_set = (asking, players) == (fight.asking, fight.players)
        return fight if is_set else replace(fight, asking=asking, players=players)

    @property
    def is_settled(self) -> bool:
        """Whether there is nothing to resume: the fight is over, or nothing has happened in it."""
        untouched = self.resumed_at is None and not self.timeline.executions and not self.timeline.redo_count
        return untouched or self.fight.phase == "finished"

    @property
    def is_new(self) -> bool:
        """Whether the fight was opened for the first time, and nothing has happened in it."""
        was_there_before = self.resumed_at is not None or bool(self.read_only) or self.fight.phase != "setup"
        return not (was_there_before or self.timeline.executions)

    @property
    def is_in_journal(self) -> bool:
        """Whether every change is in a journal on disk."""
        return self.recorder is not None and not self.recorder.is_broken

    @property
    def has_lost_journal(self) -> bool:
        """Whether the journal was deleted or replaced, or could not be written to."""
        return self.recorder is not None and self.recorder.is_lost

    def replace_lost_journal(self) -> str:
        """Continues in a new journal if the current one is lost. Returns a warning, if any.

        If that failed before, it is tried again without a further warning.
        """
        if self.recorder is None:
            return ""
        was_broken = self.recorder.is_broken
        try:
            return self.recorder.replace_lost_file(self.fight)
        except StorageError as fault:
            return "" if was_broken else str(fault)

    def end(self, *, finished: bool) -> str:
        """Closes the journal; an unfinished fight is offered again. Returns a warning, if any."""
        recorder, self.recorder = self.recorder, None
        return recorder.close(self.fight, finished=finished) if recorder else ""
