"""The records of a journal, one a line, and the recorder that writes each command before its result is shown."""

import os
from collections.abc import Collection, Mapping
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any, get_type_hints

from msgspec import Struct, convert, field, to_builtins
from msgspec.structs import replace

from orcus_tui.model import history
from orcus_tui.model.creature import Sheet, State
from orcus_tui.model.events import (
    CreatureAdded,
    Event,
    FightChanged,
    FormTaken,
    PlainEvent,
    SheetChanged,
    StateChanged,
    ZoneMade,
)
from orcus_tui.model.fight import Fight
from orcus_tui.model.history import Timeline
from orcus_tui.model.journal_struct import JournalStruct
from orcus_tui.model.message import Message
from orcus_tui.rules.system import System
from orcus_tui.rules.validators import Scope
from orcus_tui.storage.encounter.fight_tables import creature_from_table, creature_table, fight_table
from orcus_tui.storage.encounter.zone_tables import ZONE
from orcus_tui.storage.journal.journal_file import Journal
from orcus_tui.storage.journal.journal_list import create_journal, free_names, names_to_continue
from orcus_tui.storage.journal.journal_settings import FightFiles, JournalSettings
from orcus_tui.storage.storage_error import StorageError
from orcus_tui.systems import SYSTEMS

FORMAT = 2
WHOLE_EVERY = 500
"""The number of lines after which a line with the whole fight is written."""

_ONE_THREAD = Lock()

Table = dict[str, Any]
"""An object of JSON. A whole fight is the tables of an encounter file."""


class Header(JournalStruct, frozen=True, tag_field="record", tag="header"):
    """The first line: the program, the time, the fight at that time, and the files and aliases that belong to it.

    `process` is the number of the process that writes; `continues` is the id of the journal that this one continues.
    There is a digest of the content read from `file`, if it is a fight in progress, and of the content written to
    `saved_to`.
    """

    format: int
    program: str
    when: str
    encounter: Table
    file: str = ""
    saved_to: str = ""
    aliases: dict[str, str] = field(default_factory=dict)
    process: int = 0
    continues: str = ""
    file_digest: str = ""
    saved_digest: str = ""


class BaseRecord(JournalStruct, frozen=True, tag_field="record"):
    """The base of all lines after the first; `at` is the time of writing."""

    at: str


class CreatureTable(JournalStruct, frozen=True, tag_field="event", tag="creature added"):
    """A creature that joins, as the table of an encounter file; its powers are compiled when it is read."""

    creature: str
    table: Table


class ZoneTable(JournalStruct, frozen=True, tag_field="event", tag="zone"):
    """A zone that begins, as the table of a fight in progress; its line is compiled when it is read."""

    name: str
    table: Table


class FormTable(JournalStruct, frozen=True, tag_field="event", tag="form taken"):
    """A creature in another form, as the table of an encounter file."""

    creature: str
    table: Table
    message: Message


StoredEvent = PlainEvent | CreatureTable | ZoneTable | FormTable
"""An event as journals hold it."""


class Execution(JournalStruct, frozen=True):
    """A command as typed, every die as (sides, face), and its events; `goes_on`: it continues a script."""

    line: str
    events: tuple[StoredEvent, ...]
    dice: tuple[tuple[int, int], ...] = ()
    goes_on: bool = False


class Change(BaseRecord, frozen=True, tag="change"):
    """A change that one undo reverts: executions that replace the last `removed` ones.

    `line` is the line of the change, if it differs from the line of its last execution.
    """

    executions: tuple[Execution, ...]
    line: str = ""
    removed: int = 0


class Aside(BaseRecord, frozen=True, tag="aside"):
    """A command that changed nothing, such as a roll."""

    execution: Execution


class Undo(BaseRecord, frozen=True, tag="undo"):
    """A number of changes undone."""

    count: int


class Redo(BaseRecord, frozen=True, tag="redo"):
    """A number of changes redone."""

    count: int


class Alias(BaseRecord, frozen=True, tag="alias"):
    """A name for a line."""

    name: str
    line: str


class WholeFight(BaseRecord, frozen=True, tag="whole fight"):
    """The whole fight after `line`; earlier lines of this file cannot be undone.

    `fight` has this name in every format, here and in a checkpoint, so that programs of any version can open it.
    """

    fight: Table
    line: str = ""


class Checkpoint(BaseRecord, frozen=True, tag="checkpoint"):
    """The current fight, for programs that cannot read this format.

    `saved_to` is the file it was saved to, if any, and `saved_digest` the digest of that file.
    """

    fight: Table
    saved_to: str = ""
    saved_digest: str = ""


class Opened(BaseRecord, frozen=True, tag="opened"):
    """A program resumed the fight; this process writes the lines that follow."""

    program: str
    process: int


Record = Opened | Change | Aside | Undo | Redo | Alias | WholeFight | Checkpoint

_ENTITIES: Mapping[type, type[Struct]] = {StateChanged: State, SheetChanged: Sheet, FightChanged: Fight}
"""For each kind of event, the struct that has the changed field."""


_NEVER_REPLACED = frozenset({"states", "sheets", "system", "zones", "ended_zones"})
"""The fields of a fight that no event may replace."""
_STORED_NAMES = dict(zip(Fight.__struct_fields__, Fight.__struct_encode_fields__, strict=True))
"""The names of the fields of a fight in journals."""

# Writing


def record_table(record: Header | Record) -> Table:
    """The line of a record as an object of JSON."""
    table: Table = to_builtins(record)
    return table


def execution_record(execution: history.Execution, system: System) -> Execution:
    """The record of an execution; the fight after it follows from its events."""
    events = tuple([_plain_event(event, system) for event in execution.events])
    return Execution(execution.line, events, execution.dice, execution.in_script)


def _plain_event(event: Event, system: System) -> StoredEvent:
    if isinstance(event, CreatureAdded):
        return CreatureTable(event.creature, creature_table(event.creature, event.sheet, event.state, system))
    if isinstance(event, FormTaken):
        table = creature_table(event.creature, event.sheet, event.state, system)
        return FormTable(event.creature, table, event.message)
    if isinstance(event, ZoneMade):
        return ZoneTable(event.name, ZONE.write(system, event.zone))
    if isinstance(event, FightChanged):
        return replace(event, field=_STORED_NAMES[event.field])
    return event


# Reading


def read_header(table: Mapping[str, object]) -> Header:
    """The header in a first line of this format. Raises ValueError, which names a field that is unknown or missing."""
    try:
        header: Header = _convert(table, Header)
    except ValueError as fault:
        raise ValueError(f"line 1 of the journal is invalid: {fault}") from fault
    return header


def read_record(table: Mapping[str, object]) -> Record:
    """The record in a line of this format. Raises ValueError, which names a field that is unknown or missing."""
    record: Record = _convert(table, Record)
    return record


def read_event(event: StoredEvent, system: System, ids: Collection[str] = ()) -> Event:
    """The event of a record, in a fight with creatures of these ids. Raises ValueError."""
    scope = Scope(system, ids, by_program=True)
    if isinstance(event, ZoneTable):
        return ZoneMade(event.name, ZONE.read(scope, event.table))
    if isinstance(event, CreatureTable):
        return CreatureAdded(*creature_from_table(event.table, scope))
    if isinstance(event, FormTable):
        return FormTaken(*creature_from_table(event.table, scope), event.message)
    if not isinstance(event, StateChanged | SheetChanged | FightChanged):
        return event
    if isinstance(event, FightChanged) and event.field in _NEVER_REPLACED:
        raise ValueError(f"{event.field} of a fight cannot be replaced by an event")
    attribute, kind = _attribute_and_type(_ENTITIES[type(event)], event.field)
    value = _convert(event.value, kind)
    if attribute != event.field or type(event.value) in (list, dict):
        return replace(event, field=attribute, value=value)
    return event


def _convert(value: object, kind: Any) -> Any:
    """Converts a value to one of the structs. Raises ValueError."""
    # msgspec inspects a struct at its first conversion, and crashes if two threads do so at once.
    with _ONE_THREAD:
        return convert(value, kind)


@cache
def _attribute_and_type(entity: type[Struct], field: str) -> tuple[str, Any]:
    """The attribute that a stored name means, and its type. Raises ValueError for a name that is not a field."""
    try:
        attribute = dict(zip(entity.__struct_encode_fields__, entity.__struct_fields__, strict=True))[field]
    except KeyError:
        raise ValueError(f"a {entity.__name__.lower()} has no field {field!r}") from None
    return attribute, get_type_hints(entity)[attribute]


# The recorder


class Recorder:
    """Writes the journal of one fight; after a failed write, continues in a new file, with a warning.

    It counts the changes in the present file that can be undone, so that no line undoes a change from an earlier file.
    """

    def __init__(
        self, journal_settings: JournalSettings, journal: Journal, journal_id: str, fight_files: FightFiles
    ) -> None:
        self.id = journal_id
        self._journal_settings = journal_settings
        self._journal = journal
        self._fight_files = fight_files
        self._undo_count = 0
        self._redo_count = 0
        self._lines_since_whole = 0
        self._has_all_changes = True
        self._loss = ""  # the reason why nothing could be written anywhere; otherwise empty

    @classmethod
    def start(cls, journal_settings: JournalSettings, timeline: Timeline, fight_files: FightFiles) -> "Recorder":
        """Begins a journal with the current fight; changes before it are only in memory. Raises StorageError."""
        header = _header(journal_settings, timeline.fight, fight_files)
        names = free_names(journal_settings.folder, header.when[:10], timeline.fight.name)
        recorder = cls(journal_settings, *create_journal(journal_settings, names, record_table(header)), fight_files)
        recorder._has_all_changes = not timeline.executions and not timeline.redo_count
        return recorder

    @classmethod
    def continue_from(
        cls, journal_settings: JournalSettings, journal_id: str, fight: Fight, fight_files: FightFiles
    ) -> "Recorder":
        """Begins a journal that continues another one. Raises StorageError."""
        recorder = cls(
            journal_settings, *_continue_journal(journal_settings, journal_id, fight, fight_files), fight_files
        )
        recorder._has_all_changes = False
        return recorder

    @classmethod
    def append_to(
        cls, journal_settings: JournalSettings, journal: Journal, timeline: Timeline, fight_files: FightFiles
    ) -> "Recorder":
        """Continues a journal that `timeline` was read from."""
        recorder = cls(journal_settings, journal, journal.path.stem, fight_files)
        recorder._undo_count, recorder._redo_count = timeline.undo_count, timeline.redo_count
        return recorder

    def note_opened(self, fight: Fight) -> str:
        """Records that this program has resumed the fight. Returns a warning, or nothing."""
        try:
            return self._write(Opened(self._time(), self._journal_settings.program, os.getpid()), fight)
        except StorageError as fault:
            return str(fault)

    @property
    def path(self) -> Path:
        """The current file."""
        return self._journal.path

    @property
    def is_broken(self) -> bool:
        """Whether the last line could not be written anywhere."""
        return bool(self._loss)

    def write_change(self, change: history.Change) -> str:
        """Writes a change; returns a warning, or nothing.

        Raises StorageError if it can be written neither to this file nor to a new one.
        """
        last = change.added[-1]
        if change.removed and not self._has_all_changes:
            return self.write_whole_fight(last.after, change.line)
        system = SYSTEMS[last.after.system]
        record = Change(
            self._time(),
            tuple([execution_record(execution, system) for execution in change.added]),
            line="" if change.line == last.line else change.line,
            removed=len(change.removed),
        )
        return self._write(record, last.after, (self._undo_count + 1, 0))

    def write_aside(self, execution: history.Execution) -> str:
        """Writes a command that changed nothing, such as a roll."""
        record = execution_record(execution, SYSTEMS[execution.after.system])
        return self._write(Aside(self._time(), record), execution.after)

    def write_undo(self, count: int, after: Fight) -> str:
        """Writes that changes were undone."""
        if count > self._undo_count:
            return self.write_whole_fight(after, f"undo {count}")
        counts = self._undo_count - count, self._redo_count + count
        return self._write(Undo(self._time(), count), after, counts)

    def write_redo(self, count: int, after: Fight) -> str:
        """Writes that changes were redone."""
        if count > self._redo_count:
            return self.write_whole_fight(after, f"redo {count}")
        counts = self._undo_count + count, self._redo_count - count
        return self._write(Redo(self._time(), count), after, counts)

    def write_alias(self, name: str, line: str, fight: Fight) -> str:
        """Writes a new alias."""
        return self._write(Alias(self._time(), name, line), fight)

    def write_whole_fight(self, fight: Fight, line: str) -> str:
        """Writes the whole fight after `line`; nothing before it can be undone from this journal."""
        warning = self._write(WholeFight(self._time(), fight_table(fight), line), fight)
        self._start_here()
        return warning

    def write_checkpoint(self, fight: Fight, saved_to: Path | None = None) -> str:
        """Writes the whole fight, for programs that cannot read the commands.

        `saved_to` is the file that the fight was just written to, if any. Returns a warning, or nothing.
        """
        self._lines_since_whole = -1
        return self._write(self._checkpoint(fight, saved_to), fight)

    @property
    def is_lost(self) -> bool:
        """Whether the file is no longer this journal, or the last line could not be written anywhere."""
        return bool(self._loss or self._journal.loss)

    def replace_lost_file(self, fight: Fight) -> str:
        """Continues in a new journal if the file is lost. Returns a warning, or nothing.

        Raises StorageError if no new journal can be begun.
        """
        if not self.is_lost:
            return ""
        problem = self._loss or f"the journal is lost: {self._journal.loss}"
        return self._continue_in_new_file(fight, StorageError(self.path, problem))

    def close(self, fight: Fight, *, finished: bool) -> str:
        """Writes the whole fight and closes the journal, or a new journal if the file is lost.

        Returns a warning, or nothing.

        The fight is offered again if it is not `finished`, or if the last line could not be written.
        """
        warning = ""
        try:
            try:
                self._journal.append(record_table(self._checkpoint(fight)))
            except StorageError as failed:
                warning = self._continue_in_new_file(fight, failed)
            self._journal.close(finished=finished)
        except StorageError as failed:
            self._journal.close(finished=False)
            return str(failed)
        return warning

    def _checkpoint(self, fight: Fight, saved_to: Path | None = None) -> Checkpoint:
        if saved_to is None:
            return Checkpoint(self._time(), fight_table(fight))
        return Checkpoint(self._time(), fight_table(fight), str(saved_to), self._fight_files.saved_digest)

    def _time(self) -> str:
        return self._journal_settings.clock()

    def _write(self, record: Record, after: Fight, counts: tuple[int, int] | None = None) -> str:
        """Appends a record; if that fails, begins a new journal with the fight after it, and returns a warning.

        `counts` are the numbers of changes that can be undone and redone after it; None if unchanged.
        """
        try:
            self._journal.append(record_table(record))
        except StorageError as failed:
            return self._continue_in_new_file(after, failed)
        self._undo_count, self._redo_count = counts or (self._undo_count, self._redo_count)
        self._lines_since_whole += 1
        return self.write_checkpoint(after) if self._lines_since_whole >= WHOLE_EVERY else ""

    def _continue_in_new_file(self, fight: Fight, failed: StorageError) -> str:
        self._journal.close(finished=False)
        try:
            self._journal, self.id = _continue_journal(self._journal_settings, self.id, fight, self._fight_files)
        except StorageError as neither:
            self._loss = failed.problem
            raise StorageError(failed.path, f"{failed.problem}; no new journal can be begun: {neither}") from neither
        self._loss = ""
        self._start_here()
        return f"{failed}; continuing in a new journal, {self.id}"

    def _start_here(self) -> None:
        self._undo_count = self._redo_count = self._lines_since_whole = 0
        self._has_all_changes = False


def _continue_journal(
    journal_settings: JournalSettings, journal_id: str, fight: Fight, fight_files: FightFiles
) -> tuple[Journal, str]:
    """A new journal that continues another one, and its name. Raises StorageError."""
    header = replace(_header(journal_settings, fight, fight_files), continues=journal_id)
    return create_journal(journal_settings, names_to_continue(journal_id), record_table(header))


def _header(journal_settings: JournalSettings, fight: Fight, fight_files: FightFiles) -> Header:
    encounter, saved_to = fight_files.encounter, fight_files.saved_to
    return Header(
        FORMAT,
        journal_settings.program,
        journal_settings.clock(),
        fight_table(fight),
        file=str(encounter.absolute()) if encounter else "",
        saved_to=str(saved_to.absolute()) if saved_to else "",
        aliases=dict(fight_files.aliases),
        process=os.getpid(),
        file_digest=fight_files.encounter_digest,
        saved_digest=fight_files.saved_digest,
    )
