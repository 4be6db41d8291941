"""The lines of a journal as structs, and their conversion to and from the values of JSON."""

from collections.abc import Collection, Mapping
from functools import cache
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
from orcus_tui.model.journal_struct import JournalStruct
from orcus_tui.model.message import Message
from orcus_tui.rules.system import System
from orcus_tui.rules.validators import Scope
from orcus_tui.storage.encounter.fight_tables import creature_from_table, creature_table
from orcus_tui.storage.encounter.zone_tables import ZONE

FORMAT = 2

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
    """The header in a first line of this format. Raises ValueError."""
    header: Header = _convert(table, Header)
    return header


def read_record(table: Mapping[str, object]) -> Record:
    """The record in a line of this format. Raises ValueError, which names a field that is unknown or missing."""
    record: Record = _convert(table, Record)
    return record


def read_event(event: StoredEvent, system: System, ids: Collection[str] = ()) -> Event:
    """The event of a record, in a fight with creatures of these ids. Raises ValueError."""
    if isinstance(event, ZoneTable):
        return ZoneMade(event.name, ZONE.read(Scope(system, ids), event.table))
    if isinstance(event, CreatureTable):
        return CreatureAdded(*creature_from_table(event.table, system, ids))
    if isinstance(event, FormTable):
        return FormTaken(*creature_from_table(event.table, system, ids), event.message)
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
