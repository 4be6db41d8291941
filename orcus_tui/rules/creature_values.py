"""The values of a creature's fields that are more than a number, a flag or a text."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from orcus_tui.model.creature import TALLIES, Resource, Track
from orcus_tui.model.suggestions import did_you_mean
from orcus_tui.rules import validators
from orcus_tui.rules.field_faults import fault, mismatch, quote, unknown
from orcus_tui.rules.field_table import Field, FieldTable
from orcus_tui.rules.system import System
from orcus_tui.rules.validators import (
    Schema,
    Scope,
    Validator,
    changed,
    list_of,
    mapping_of,
    one_of,
    whole,
    words_schema,
)

LONGEST_ID = 60

_ID = r"[a-z][a-z0-9-]*"
_ROUND = r" *round +([1-9][0-9]{0,3}) *"

# Words of a system


def defense(system: System, value: str) -> str:
    """The system's name for a defense, given by name or alias. Raises FieldFaults."""
    found = system.words.defense_aliases.get(value.lower(), value.lower())
    if found not in system.words.defenses:
        raise unknown("defense", value, system.words.defenses, of=system)
    return found


_defense = Validator(
    lambda scope, value: defense(scope.system, value),
    lambda system: words_schema((*system.words.defenses, *system.words.defense_aliases)),
    words=lambda system: system.words.defenses,
)
DEFENSES = mapping_of(_defense, validators.WHOLE)


def resistible(system: System) -> tuple[str, ...]:
    """The words for what a creature can resist: damage types, ranges, `all`."""
    return (*system.words.damage_types, *system.words.ranges, "all")


def halvable(system: System) -> tuple[str, ...]:
    """The words for sources of half damage: everything a creature can resist, and conditions."""
    return (*resistible(system), *system.conditions.table)


def _damage_words(known: Callable[[System], tuple[str, ...]], what: str) -> Validator:
    """A validator for one of these words, or an alias of a damage type."""
    any_name = one_of(lambda system: (*known(system), *system.words.damage_aliases), what, own=True)
    return changed(any_name, lambda scope, found: scope.system.words.damage_aliases.get(found, found))


_resistible = _damage_words(resistible, "damage type or range")
HALF = list_of(_damage_words(halvable, "damage type, condition or range"))
ABILITIES = mapping_of(one_of(lambda system: system.words.abilities, "ability", own=True), validators.WHOLE)

SKILLS = changed(validators.COUNTERS, lambda _, read: {name.lower(): number for name, number in read.items()})
_saved_by = one_of(lambda system: system.saves.abilities, "ability")


_saves_by_ability = mapping_of(_saved_by, validators.WHOLE)


def _read_saves(scope: Scope, value: object) -> int | Mapping[str, int]:
    by_ability = scope.system.saves.abilities and isinstance(value, dict)
    found: int | Mapping[str, int] = (_saves_by_ability if by_ability else validators.WHOLE).read(scope, value)
    return found


def _saves_schema(system: System) -> Schema:
    whole_number = validators.WHOLE.schema_in(system)
    return {"anyOf": [whole_number, _saves_by_ability.schema_in(system)]} if system.saves.abilities else whole_number


SAVES = Validator(
    _read_saves,
    _saves_schema,
    lambda text: validators.pairs(text) if "=" in text else validators.number(text),
    keys=_saved_by.words,
)

_numbered_resistances = mapping_of(_resistible, validators.COUNTED)
_listed_resistances = list_of(_resistible)


def _read_resist(scope: Scope, value: object) -> Mapping[str, int]:
    """Resistances with their numbers; in a system without numbers, the file has a list, and each number is 0."""
    if scope.system.creatures.numbered_resistances:
        numbers: Mapping[str, int] = _numbered_resistances.read(scope, value)
        return numbers
    return dict.fromkeys(_listed_resistances.read(scope, value), 0)


def _read_vulnerable(scope: Scope, value: object) -> Mapping[str, int]:
    """Vulnerabilities, read like resistances; a list is enough if the system has a default number."""
    usual = scope.system.creatures.default_vulnerability
    if usual is not None and isinstance(value, list):
        return dict.fromkeys(_listed_resistances.read(scope, value), usual or 1)
    return _read_resist(scope, value)


def _write_resist(system: System, value: Mapping[str, int]) -> object:
    return dict(value) if system.creatures.numbered_resistances else list(value)


def _resistances_schema(system: System) -> Schema:
    table = _numbered_resistances if system.creatures.numbered_resistances else _listed_resistances
    return table.schema_in(system)


def _vulnerable_schema(system: System) -> Schema:
    if system.creatures.default_vulnerability is None or not system.creatures.numbered_resistances:
        return _resistances_schema(system)
    return {"anyOf": [_numbered_resistances.schema_in(system), _listed_resistances.schema_in(system)]}


RESIST = Validator(_read_resist, _resistances_schema, validators.pairs, _write_resist, keys=_resistible.words)
VULNERABLE = replace(RESIST, read=_read_vulnerable, schema=_vulnerable_schema)


def _named_immunity(scope: Scope, text: str) -> str:
    """An immunity: the system's name for it if it has one, else any words."""
    name, system = text.lower(), scope.system
    known = system.words.damage_aliases.get(name) or system.conditions.aliases.get(name, name)
    return known if known in halvable(system) else text


IMMUNE = list_of(changed(validators.LINE, _named_immunity))


def _of_each_kind(scope: Scope, left: Mapping[str, int]) -> tuple[int, ...]:
    return tuple(left.get(action.name, action.each_turn) for action in scope.system.actions.kinds)


def _write_actions(system: System, value: tuple[int, ...]) -> object:
    return {action.name: left for action, left in zip(system.actions.kinds, value, strict=False)}


_action_kind = one_of(lambda system: [action.name for action in system.actions.kinds], "action")
_actions_left = mapping_of(_action_kind, validators.TALLY)
ACTIONS = replace(changed(_actions_left, _of_each_kind), write=_write_actions)


def _only_with(has: Callable[[System], bool], what: str, validator: Validator) -> Validator:
    """The validator of a value that only some systems have."""

    def read(scope: Scope, value: object) -> Any:
        if not has(scope.system):
            raise fault(f"{scope.system.display_name} has no {what}")
        return validator.read(scope, value)

    return replace(validator, read=read)


_TRACK = FieldTable(Track(), *(Field(name, validators.TALLY) for name in TALLIES))
TRACK = replace(
    _only_with(lambda system: "track" in system.health.fields, "damage track", _TRACK.validator),
    typed=validators.pairs,
    keys=lambda _: Track.__struct_fields__,
)


def hit_points(least: int, most: int = validators.LARGEST) -> Validator:
    return _only_with(lambda system: "hp" in system.health.fields, "hit points", whole(least, most))


def _read_reserve(_scope: Scope, value: object) -> bool | str:
    """True, false, or the round in which the creature arrives."""
    if isinstance(value, bool):
        return value
    found = re.fullmatch(_ROUND, value.lower()) if isinstance(value, str) else None
    if found is None:
        raise mismatch('true, false or "round 3"', value)
    return f"round {found[1]}"


_ROUND_SCHEMA: Schema = {"type": "string", "pattern": "^ *[Rr][Oo][Uu][Nn][Dd] +[1-9][0-9]{0,3} *$"}
RESERVE = Validator(_read_reserve, {"anyOf": [{"type": "boolean"}, _ROUND_SCHEMA]}, validators.flag)


def _has_legendary(system: System) -> bool:
    return "legendary" in system.actions.resources


LEGENDARY = replace(
    _only_with(_has_legendary, "legendary actions", validators.COUNTED),
    schema=lambda system: validators.COUNTED.schema_in(system) if _has_legendary(system) else {"not": {}},
)


PERIODS = ("turn", "round", "encounter", "short", "long", "never")
_EVERY_ROUNDS = r"([1-9][0-9]?) */ *([1-9][0-9]?) +rounds"


def _read_period(_scope: Scope, value: object) -> str:
    """When a resource comes back."""
    text = value.strip().lower() if isinstance(value, str) else ""
    if text in PERIODS:
        return text
    found = re.fullmatch(_EVERY_ROUNDS, text)
    if found is None:
        if isinstance(value, str):
            raise fault(
                f'expected {", ".join(PERIODS)} or "1/4 rounds", got {quote(value)}{did_you_mean(text, PERIODS)}'
            )
        raise mismatch('a word such as "short"', value)
    return f"{found[1]}/{found[2]} rounds"


def _check_resource(_scope: Scope, values: dict[str, Any]) -> None:
    for key in ("now", "back"):
        if values.get(key, 0) > values.get("max", 0):
            raise fault(f"expected at most {values['max']} (max), got {values[key]}", key)
    if "back" in values and values.get("per", "").endswith("rounds"):
        raise fault(f"not together with per = {quote(values['per'])}, which adds a number", "back")


_PERIOD = Validator(
    _read_period, {"anyOf": [validators.words_schema(PERIODS), {"type": "string", "pattern": "rounds$"}]}
)
_RESOURCE = FieldTable(
    Resource(0),
    Field("max", validators.COUNTED, "the maximum", required=True),
    Field("now", validators.TALLY, "the amount at the start (max)"),
    Field("per", _PERIOD, 'turn, round, encounter, short, long, never or "1/4 rounds": when it comes back (long)'),
    Field("back", validators.TALLY, "the amount when it comes back, such as 1 at the start of each fight (max)"),
    check=_check_resource,
)
RESOURCES = mapping_of(validators.NAME, _RESOURCE.validator)


def _read_id(_scope: Scope, value: object) -> str:
    if not isinstance(value, str):
        raise mismatch("a text", value)
    if len(value) > LONGEST_ID or not re.fullmatch(_ID, value):
        expected = f"an id has at most {LONGEST_ID} characters from a-z, 0-9 and -, and begins with a letter"
        raise fault(f"{expected}; got {quote(value)}")
    return value


ID = Validator(_read_id, {"type": "string", "pattern": f"^{_ID}$", "maxLength": LONGEST_ID})


PARTNER = changed(validators.CREATURE, lambda _, found: found or None)
"""The id of another creature; None for an empty text."""


_SEVERAL_TOTALS = list_of(validators.GAME_NUMBER)


def _read_totals(scope: Scope, value: object) -> int | tuple[int, ...] | None:
    """An initiative, or those of several turns a round."""
    if not isinstance(value, list) or not value:
        total: int | None = validators.GAME_NUMBER.read(scope, value)
        return total
    found: tuple[int, ...] = _SEVERAL_TOTALS.read(scope, value)
    return found if len(found) > 1 else found[0]


TOTALS = replace(
    validators.GAME_NUMBER,
    read=_read_totals,
    schema=lambda system: {
        "anyOf": [validators.GAME_NUMBER.schema_in(system), {**_SEVERAL_TOTALS.schema_in(system), "minItems": 1}]
    },
)
