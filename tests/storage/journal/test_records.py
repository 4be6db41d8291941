"""Lines of a journal hold values by name: the order of fields does not matter, and unknown fields are refused."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import NODEFAULT, Struct, ValidationError, convert, defstruct, field, to_builtins
from msgspec import structs as msgspec_structs

from orcus_tui.dice import Die
from orcus_tui.model import history
from orcus_tui.model.creature import Track
from orcus_tui.model.duration import Duration
from orcus_tui.model.effect import Effect
from orcus_tui.model.events import Event, FightChanged, PlainEvent, SheetChanged, StateChanged
from orcus_tui.model.fight import Fight, Turn
from orcus_tui.model.journal_struct import JournalStruct
from orcus_tui.session.dice_source import RandomDice
from orcus_tui.session.session import Session
from orcus_tui.storage.journal import records
from orcus_tui.storage.journal.journal_file import encode_line, read_journal
from orcus_tui.storage.storage_error import StorageError
from orcus_tui.systems import SYSTEMS
from tests.helpers.fights.random_fights import journal_settings_at
from tests.helpers.project.files import ROOT
from tests.journals import fields as journal_fields

FOLDER = ROOT / "tests" / "journals" / f"format-{records.FORMAT}"
STRUCTS = [each for each in journal_fields.structs() if issubclass(each, Struct)]

WHAT_TO_DO = f"""journals of format {records.FORMAT} could no longer be read:
  {{}}
A journal outlives the program. Its fields are never renamed or removed, and their defaults never change:
- a field that is renamed in Python keeps its name in files: `lasts: Duration = field(name="duration")`;
- a field that is no longer needed stays, and its docstring says that older journals have it;
- if neither is possible, begin a new format: raise FORMAT in storage/journal/records.py, and next to it write
  format_{records.FORMAT}.py, which makes its lines those of the new format, as format_1.py does.
As long as no version with this format is released, `python -m tests.journals.record` records it again instead."""


def test_no_field_of_a_journal_is_renamed_or_removed() -> None:
    listed = (FOLDER / "fields.txt").read_text(encoding="utf-8").splitlines()
    faults = journal_fields.faults(listed, journal_fields.field_lines())
    assert not faults, WHAT_TO_DO.format("\n  ".join(faults))


@pytest.mark.parametrize(
    ("present", "fault"),
    [
        (["Effect.id, required", "Effect.bundle = None", "Effect.added = 0"], ""),
        (["Effect.id, required", "Effect.bundle = None", "Added.id, required"], ""),
        (["Effect.id, required", "Effect.bunch = None"], "Effect.bundle = None: renamed, removed"),
        (["Effect.id, required", "Effect.bundle = 0"], "Effect.bundle = None: renamed, removed"),
        (["Effect.id, required"], "Effect.bundle = None: renamed, removed"),
        (
            ["Effect.id, required", "Effect.bundle = None", "Effect.added, required"],
            "Effect.added, required: new, but older journals lack it",
        ),
    ],
)
def test_a_field_may_be_added_with_a_default_and_nothing_else(present: list[str], fault: str) -> None:
    listed = ["Effect.id, required", "Effect.bundle = None"]
    found = journal_fields.faults(listed, present)
    assert [each.startswith(fault) for each in found] == ([True] if fault else [])


def test_every_record_of_a_journal_refuses_unknown_fields() -> None:
    plain = [each.__name__ for each in STRUCTS if not issubclass(each, JournalStruct)]
    assert not plain, f"make it a JournalStruct, since journals hold it: {', '.join(plain)}"
    assert {each for each in journal_fields.structs() if not issubclass(each, Struct)} <= {Die}


# The order of fields


def recorded_structs() -> dict[type, list[Struct]]:
    """The structs in the journals of the current format, by their class."""
    found: dict[type, list[Struct]] = {each: [] for each in STRUCTS}
    for path in FOLDER.glob("*.jsonl"):
        contents = read_journal(path)
        for value in _inside(records.read_header(contents.header)):
            found[type(value)].append(value)
        for table in contents.records:
            for value in _inside(records.read_record(table)):
                found[type(value)].append(value)
    return found


def _inside(value: Any) -> Iterator[Struct]:
    if isinstance(value, Struct):
        yield value
        for each in msgspec_structs.astuple(value):
            yield from _inside(each)
    elif isinstance(value, tuple):
        for each in value:
            yield from _inside(each)


def shuffle_fields(struct: type[Struct], chance: Random) -> type[Struct]:
    """The same struct as another version might have it: its fields in another order, and one more field."""
    definitions: list[tuple[str, Any, Any]] = [("added", int, 0)]
    for each in msgspec_structs.fields(struct):
        default = each.default_factory if each.default_factory is not NODEFAULT else each.default
        named = {"default_factory": default} if each.default_factory is not NODEFAULT else {"default": default}
        definitions.append((each.name, each.type, field(name=each.encode_name, **named)))
    chance.shuffle(definitions)
    config = struct.__struct_config__
    return defstruct(
        struct.__name__,
        definitions,
        kw_only=True,
        tag_field=config.tag_field,
        tag=config.tag,
        omit_defaults=config.omit_defaults,
        forbid_unknown_fields=config.forbid_unknown_fields,
    )


def test_the_order_of_fields_and_a_further_field_with_a_default_change_nothing() -> None:
    chance = Random(1)
    recorded = recorded_structs()
    for struct, values in recorded.items():
        other = shuffle_fields(struct, chance)
        for value in values:
            table = json.loads(json.dumps(to_builtins(value)))
            assert json.loads(json.dumps(to_builtins(convert(table, other)))) == table
    assert sum(map(len, recorded.values())) > 1000


# Values of any type

DAZED = Effect(3, "dazed", "condition", "ogre", Duration("end", "ogre"), then=("stunned",))


@pytest.mark.parametrize(
    "event",
    [
        StateChanged("ari", "hp", 7),
        StateChanged("ari", "hp", None),
        StateChanged("ari", "life", "dead"),
        StateChanged("ari", "track", Track(hurt=2, wounded=True)),
        StateChanged("ari", "track", None),
        StateChanged("ari", "effects", (DAZED,)),
        StateChanged("ari", "effects", ()),
        StateChanged("ari", "actions", (1, 0, 1)),
        StateChanged("ari", "spent", ("Strike", "Hex")),
        StateChanged("ari", "counters", {"conviction": 3}),
        SheetChanged("ari", "immune", ("fire",)),
        SheetChanged("ari", "saves", {"con": 2}),
        SheetChanged("ari", "saves", 2),
        SheetChanged("ari", "xp", 12.5),
        SheetChanged("ari", "defenses", {"ac": 18}),
        FightChanged("order", ("ari", "ogre")),
        FightChanged("delayed", {"ari": None, "ogre": 12}),
        FightChanged("readied", {"ari": ("the ogre moves", 2)}),
        FightChanged("turn", None),
        FightChanged("turn", Turn("ari", acted=True)),
        FightChanged("options", {"dusk": True, "steps": 2, "timing": "end"}),
        FightChanged("counters", {}),
    ],
)
def test_any_value_is_read_back_unchanged(event: Event) -> None:
    execution = records.Execution("line", (event,))
    line = encode_line(1, records.record_table(records.Aside("now", execution)))
    table = json.loads(line)
    del table["crc"], table["seq"]
    record = records.read_record(table)
    assert isinstance(record, records.Aside)
    (found,) = record.execution.events
    again = records.read_event(found, SYSTEMS["orcus"])
    assert again == event
    assert repr(again) == repr(event)


def test_a_field_of_the_fight_keeps_its_name_in_journals() -> None:
    event = FightChanged("system_memory", {"rounds": 1})
    execution = history.Execution("line", Fight("Ford", "orcus", {}, {}), (event,))
    (stored,) = records.execution_record(execution, SYSTEMS["orcus"]).events
    assert stored == FightChanged("remembered", {"rounds": 1})
    assert records.read_event(stored, SYSTEMS["orcus"]) == event


def test_a_value_for_an_unknown_field_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="a state has no field 'lost'"):
        records.read_event(StateChanged("ari", "lost", [1]), SYSTEMS["orcus"])
    with pytest.raises(ValidationError, match="unknown field `lost`"):
        records.read_event(StateChanged("ari", "track", {"lost": 1}), SYSTEMS["orcus"])


@pytest.mark.parametrize(
    "event", [StateChanged("ari", "initiative", "21"), SheetChanged("ari", "name", None), FightChanged("round", True)]
)
def test_a_value_of_another_type_is_refused(event: PlainEvent) -> None:
    with pytest.raises(ValidationError, match="Expected"):
        records.read_event(event, SYSTEMS["orcus"])


# Unknown fields and records


def places(table: Any) -> Iterator[dict[str, Any]]:
    """Every table in a record that represents a struct."""
    if isinstance(table, dict):
        yield table
        for key, each in table.items():
            if key not in ("fight", "table", "encounter", "aliases", "value", "values"):
                yield from places(each)
    elif isinstance(table, list):
        for each in table:
            yield from places(each)


def rewrite(path: Path, folder: Path, number: int, table: dict[str, Any]) -> str:
    """Writes a copy of a journal up to that line, with this table in its place; returns the copy's name."""
    contents = read_journal(path)
    before = [contents.header, *contents.records][: number - 1]
    lines = [encode_line(place, each) for place, each in enumerate([*before, table])]
    (folder / "changed.jsonl").write_bytes(b"".join(lines))
    return "changed"


@pytest.mark.parametrize("system", [each for each in SYSTEMS if (FOLDER / f"{each}.jsonl").is_file()])
def test_a_field_that_is_not_known_is_refused_by_name_with_its_line(system: str, tmp_path: Path) -> None:
    path = FOLDER / f"{system}.jsonl"
    contents = read_journal(path)
    tried: set[tuple[object, ...]] = set()
    for number, record in enumerate(contents.records, 2):
        for place, found in enumerate(places(record)):
            kind = (found.get("record"), found.get("event"), *sorted(found))
            if kind in tried:
                continue  # the same kind of value was already refused on an earlier line
            tried.add(kind)
            table = json.loads(json.dumps(record))
            list(places(table))[place]["lost"] = ""
            journal = rewrite(path, tmp_path, number, table)
            session, problem = Session.resume(journal_settings_at(tmp_path), journal, RandomDice(Random(1)))
            assert problem.startswith(f"line {number} of the journal is invalid: Object contains unknown field `lost`")
            assert session.read_only == problem


def test_a_header_with_a_field_that_is_not_known_is_refused_by_name(tmp_path: Path) -> None:
    path = FOLDER / "orcus.jsonl"
    table = {**read_journal(path).header, "lost": ""}
    journal = rewrite(path, tmp_path, 1, table)
    with pytest.raises(StorageError, match=r"line 1 of the journal is invalid: .* unknown field `lost`"):
        Session.resume(journal_settings_at(tmp_path), journal, RandomDice(Random(1)))


@pytest.mark.parametrize("change", [{"record": "riddle"}, {"at": 3}, {"executions": [{"line": 1, "events": []}]}])
def test_a_record_of_another_kind_or_type_is_refused(change: dict[str, Any], tmp_path: Path) -> None:
    path = FOLDER / "orcus.jsonl"
    journal = rewrite(path, tmp_path, 3, {**read_journal(path).records[1], **change})
    session, problem = Session.resume(journal_settings_at(tmp_path), journal, RandomDice(Random(1)))
    assert problem.startswith("line 3 of the journal is invalid: ")
    assert session.timeline.undo_count == 1
