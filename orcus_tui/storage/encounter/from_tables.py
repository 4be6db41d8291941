"""A fight from the tables of an encounter file or of a journal; `read` adds files and line numbers."""

from collections.abc import Collection, Iterable, Mapping
from itertools import count
from typing import Any

from msgspec.structs import replace

from orcus_tui.model.creature import Sheet, State
from orcus_tui.model.fight import Fight, OptionValue
from orcus_tui.model.suggestions import nearest, suggest
from orcus_tui.rules import creation, field_shapes, fields
from orcus_tui.rules.field_shapes import FieldFault, FieldFaults, Read
from orcus_tui.rules.power_references import faults_between
from orcus_tui.rules.public_settings import read_fight_settings
from orcus_tui.rules.system import System
from orcus_tui.storage.encounter.briefing_tables import BRIEFING_KEYS, briefing_from
from orcus_tui.storage.encounter.earlier_uses import upgrade_uses
from orcus_tui.storage.encounter.effect_tables import effect_from, effect_reader
from orcus_tui.storage.encounter.power_tables import power_reader
from orcus_tui.systems import DEFAULT, SYSTEMS

FORMAT = 1
KEYS = ("format", "name", "system", "party", *BRIEFING_KEYS, "options", "players", "fight", "creature")
PARTY_KEYS = ("format", "name", "system", "creature")


def fight_from_table(table: Mapping[str, Any], *, name: str = "", systems: Mapping[str, System] = SYSTEMS) -> Fight:
    """The fight in the tables of a file; `name` is its name if they have none.

    Raises FieldFaults with every fault.
    """
    faults = [*unknown_keys(table, KEYS), *format_faults(table)]
    system = system_of(table, systems, faults)
    if system is None:
        raise FieldFaults(*faults)
    top, wrong = field_shapes.entries(
        system,
        {key: table[key] for key in ("name", "options", "players") if key in table},
        {"name": field_shapes.name, "options": _options, "players": read_fight_settings},
    )
    faults += wrong
    sheets, states = _creatures(system, table.get("creature", []), faults)
    briefing = briefing_from(table, system, states, faults)
    progress = _progress(system, table, states, faults)
    if faults:
        raise FieldFaults(*faults)
    turn = progress.pop("turn", None)
    fight = Fight(top.get("name", name), system.id, sheets, states, top.get("options", {}), briefing)
    fight = replace(fight, players=top.get("players", {}))
    counters = progress.pop("counters", dict(system.counters.initial))
    return replace(_number_effects(fight, progress), turn=turn, counters=counters, **progress)


def _progress(
    system: System, table: Mapping[str, Any], ids: Collection[str], faults: list[FieldFault]
) -> dict[str, Any]:
    """How far a fight has come, by the attributes of a fight; nothing for one that has not begun."""
    if "fight" not in table:
        return {}
    from orcus_tui.storage.encounter.progress_tables import progress_from  # most files are of fights to come

    return progress_from(system, table["fight"], ids, faults)


def creature_from_table(table: object, system: System, ids: Collection[str] = ()) -> tuple[str, Sheet, State]:
    """A single creature and its id from its table, which may name creatures with these ids.

    Raises FieldFaults with every fault.
    """
    faults: list[FieldFault] = []
    sheets, states = _creatures(system, [table], faults, ids)
    if faults:
        raise FieldFaults(*(FieldFault(one.tail[2:], one.message) for one in faults))
    (id_,) = sheets
    effects = tuple(replace(each, id=each.id or 1) for each in states[id_].effects)
    return id_, sheets[id_], replace(states[id_], effects=effects)


def values_from_table(table: object, system: System) -> dict[str, Any]:
    """The checked values of a creature that is in no fight yet, by field, powers included.

    Its effects have no bearer yet. Raises FieldFaults with every fault, such as a field that only a creature in a fight
    has.
    """
    faults: list[FieldFault] = []
    values = _values(system, table, 0, faults)
    for name, read in (("power", power_reader(())), ("effect", effect_reader(()))):
        if name in values:
            values[name] = _read_later(field_shapes.each(read), system, values[name], faults, ("creature", 0, name))
    listed = faults_between(values.get("power", ()))
    faults += (FieldFault(("creature", 0, "power", *one.tail), one.message) for one in listed)
    values["effect"] = tuple(effect_from(each, NOBODY, 0) for each in values.get("effect", ()))
    found = [FieldFault(one.tail[2:], one.message) for one in faults]
    found += (FieldFault((key,), why) for key, why in IN_A_FIGHT.items() if key in values)
    if found:
        raise FieldFaults(*found)
    return values


IN_A_FIGHT = {
    "id": "leave it out: a creature of the library gets its id in the fight",
    "count": "leave it out: `add NAME x3` says how many",
    "group": "leave it out: creatures added together are a group",
}
"""The fields that a creature of the library cannot have, and why."""
NOBODY = ""


# The top of a file


def unknown_keys(table: Mapping[str, Any], known: Collection[str]) -> list[FieldFault]:
    """A fault for each key that is not known here."""
    unknown = [key for key in table if key not in known]
    return [
        FieldFault((key,), f"unknown key{near}") for key, near in zip(unknown, suggest(unknown, known), strict=True)
    ]


def system_of(table: Mapping[str, Any], systems: Mapping[str, System], faults: list[FieldFault]) -> System | None:
    """The system named, else the default; for a misspelled name the nearest system, and a fault."""
    named = table.get("system", DEFAULT)
    if isinstance(named, str) and named in systems:
        return systems[named]
    if not isinstance(named, str):
        faults.append(FieldFault(("system",), f"expected a text, got {field_shapes.quote(named)}"))
        return None
    faults += field_shapes.unknown("system", named, systems, "system").faults
    near = nearest(named, systems)
    return None if near is None else systems[near]


def format_faults(table: Mapping[str, Any]) -> list[FieldFault]:
    """A fault unless the file has the format that is read here."""
    if "format" not in table:
        return [FieldFault(("format",), f"missing: write format = {FORMAT}")]
    value = table["format"]
    if type(value) is int and value == FORMAT:
        return []
    return [FieldFault(("format",), f"this program reads format {FORMAT}, got {field_shapes.quote(value)}")]


def _options(system: System, value: object) -> dict[str, OptionValue]:
    if not isinstance(value, dict):
        raise field_shapes.mismatch("a table", value)
    found: dict[str, OptionValue] = {}
    faults: list[FieldFault] = []
    for key, entry in value.items():
        try:
            found[key] = fields.read_option(system, key, entry)
        except FieldFaults as wrong:
            faults += wrong.under(key)
    if faults:
        raise FieldFaults(*faults)
    return found


# Creatures


def _any_value(_system: System, value: object) -> object:
    return value


# Powers and effects may name any creature, and are read when all are known.
_LATER: Mapping[str, Read] = {
    "power": field_shapes.tables("creature.power", _any_value),
    "effect": field_shapes.tables("creature.effect", _any_value),
}
_READERS: Mapping[str, Read] = {**fields.READERS, **_LATER}


def _creatures(
    system: System, tables: object, faults: list[FieldFault], others: Iterable[str] = ()
) -> tuple[dict[str, Sheet], dict[str, State]]:
    """All creatures, as far as they can be created; adds their faults to `faults`."""
    if not isinstance(tables, list):
        faults.append(FieldFault(("creature",), f"write [[creature]], once for each, got {field_shapes.quote(tables)}"))
        return {}, {}
    entries = [_values(system, table, place, faults) for place, table in enumerate(tables)]
    if wrong_count := fields.creature_limit_message(sum(values.get("count", 1) for values in entries)):
        faults.append(FieldFault(("creature",), wrong_count))
        return {}, {}
    identities, clashes = creation.allot(entries)
    faults += (FieldFault(("creature", *one.tail), one.message) for one in clashes)
    ids = {*others, *(id_ for each in identities for id_, _ in each)}
    power, effect = field_shapes.each(power_reader(ids)), field_shapes.each(effect_reader(ids))
    sheets: dict[str, Sheet] = {}
    states: dict[str, State] = {}
    for place, values in enumerate(entries):
        if "power" in values:
            values["power"] = _read_later(power, system, values["power"], faults, ("creature", place, "power"))
            wrong = faults_between(values["power"])
            faults += (FieldFault(("creature", place, "power", *one.tail), one.message) for one in wrong)
        effects = _read_later(effect, system, values.pop("effect", ()), faults, ("creature", place, "effect"))
        made = creation.create_from(system, values, identities[place])
        wrong = fields.contradictions(system, *next(iter(made.values())))
        faults += (FieldFault(("creature", place, *one.tail), one.message) for one in wrong)
        for id_, (sheet, state) in made.items():
            sheets[id_] = sheet
            states[id_] = _with_effects(state, id_, effects) if effects else state
    return sheets, states


def _values(system: System, table: object, place: int, faults: list[FieldFault]) -> dict[str, Any]:
    values, wrong = field_shapes.entries(system, table, _READERS)
    if "used" in values:
        upgrade_uses(values)
    if isinstance(table, dict):
        wrong += fields.missing_fields(system, values, table)
        # A wrong name still makes an id, so that all else can be checked.
        values.setdefault("name", str(table.get("name", "")))
    faults += (FieldFault(("creature", place, *one.tail), one.message) for one in wrong)
    values.setdefault("name", "")
    return values


def _read_later(
    read: Read, system: System, value: Iterable[object], faults: list[FieldFault], path: field_shapes.Tail
) -> tuple[Any, ...]:
    try:
        found: tuple[Any, ...] = read(system, list(value))
    except FieldFaults as wrong:
        faults += wrong.under(*path)
        return ()
    return found


def _with_effects(state: State, bearer: str, effects: Iterable[Mapping[str, Any]]) -> State:
    """The state with its effects; those without a number have 0 for now."""
    return replace(state, effects=tuple(effect_from(values, bearer, 0) for values in effects))


def _number_effects(fight: Fight, progress: dict[str, Any]) -> Fight:
    """Numbers the effects that have no number; raises the next free numbers in `progress` above all in use."""
    effects = [effect for state in fight.states.values() for effect in state.effects]
    if not effects:
        return fight
    numbers = count(max(effect.id for effect in effects) + 1)
    states = dict(fight.states)
    for id_, state in fight.states.items():
        if any(not effect.id for effect in state.effects):
            states[id_] = replace(
                state, effects=tuple(each if each.id else replace(each, id=next(numbers)) for each in state.effects)
            )
    highest_bundle = max(effect.bundle or 0 for effect in effects)
    progress["next_effect"] = max(progress.get("next_effect", 1), next(numbers))
    progress["next_bundle"] = max(progress.get("next_bundle", 1), highest_bundle + 1)
    return replace(fight, states=states)
