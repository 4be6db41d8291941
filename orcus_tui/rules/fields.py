"""The fields of a creature in the encounter format: one table to read, check, type, write and describe them."""

import re
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, Literal

from msgspec.structs import replace

from orcus_tui.model.creature import Sheet, State, Trait
from orcus_tui.model.track import TALLIES, Track
from orcus_tui.rules import public_settings, typed_values, validators
from orcus_tui.rules.field_faults import FieldFault, fault, mismatch, quote, unknown
from orcus_tui.rules.field_table import Field, FieldTable
from orcus_tui.rules.system import System
from orcus_tui.rules.validators import (
    Schema,
    Scope,
    Validator,
    list_of,
    mapping_of,
    one_of,
    tables,
    whole,
    words_schema,
)

MOST_OF_ONE = 200
MOST_CREATURES = 2_000
"""The creatures of a fight, from a file or added in play."""
LONGEST_ID = 60

_ID = r"[a-z][a-z0-9-]*"
_ROUND = r" *round +([1-9][0-9]{0,3}) *"

Part = Literal["sheet", "state", "making"]


class CreatureField(Field, frozen=True, kw_only=True):
    """A field of `[[creature]]`.

    `part` says whether its value is on the sheet, in the state, or only used in making the creature. `by_program`: only
    the program writes it. `in_snapshot`: STATE has it.
    """

    part: Part = "sheet"
    by_program: bool = False
    in_snapshot: bool = False


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


def resistible(system: System) -> tuple[str, ...]:
    """What a creature can resist: damage types, ranges, `all`."""
    return (*system.words.damage_types, *system.words.ranges, "all")


def halvable(system: System) -> tuple[str, ...]:
    """What a creature can take half damage from: anything it can resist, and conditions."""
    return (*resistible(system), *system.conditions.table)


def _damage_words(known: Callable[[System], tuple[str, ...]], what: str) -> Validator:
    """One of these words; a damage type also by its aliases."""
    any_name = one_of(lambda system: (*known(system), *system.words.damage_aliases), what, own=True)

    def read(scope: Scope, value: object) -> str:
        found: str = any_name.read(scope, value)
        return scope.system.words.damage_aliases.get(found, found)

    return replace(any_name, read=read)


_withstood = _damage_words(resistible, "damage type or range")
_suffered = _damage_words(halvable, "damage type, condition or range")
_ability = one_of(lambda system: system.words.abilities, "ability", own=True)
_saved_by = one_of(lambda system: system.saves.abilities, "ability")


# Values of their own


_saves_by_ability = mapping_of(_saved_by, validators.WHOLE)


def _read_saves(scope: Scope, value: object) -> int | Mapping[str, int]:
    by_ability = scope.system.saves.abilities and isinstance(value, dict)
    found: int | Mapping[str, int] = (_saves_by_ability if by_ability else validators.WHOLE).read(scope, value)
    return found


def _saves_schema(system: System) -> Schema:
    whole_number = validators.WHOLE.schema_in(system)
    return {"anyOf": [whole_number, _saves_by_ability.schema_in(system)]} if system.saves.abilities else whole_number


_SAVES = Validator(
    _read_saves,
    _saves_schema,
    lambda text: typed_values.pairs(text) if "=" in text else typed_values.number(text),
    keys=_saved_by.words,
)

_numbers_withstood = mapping_of(_withstood, validators.COUNTED)
_list_withstood = list_of(_withstood)


def _read_withstood(scope: Scope, value: object) -> Mapping[str, int]:
    """A table of numbers; a system whose resistances have none takes a list, and they are 0."""
    if scope.system.damage.numbered_resistances:
        numbers: Mapping[str, int] = _numbers_withstood.read(scope, value)
        return numbers
    return dict.fromkeys(_list_withstood.read(scope, value), 0)


def _read_vulnerable(scope: Scope, value: object) -> Mapping[str, int]:
    """As resistances; a list is enough if a vulnerability has a usual number."""
    usual = scope.system.damage.default_vulnerability
    if usual is not None and isinstance(value, list):
        return dict.fromkeys(_list_withstood.read(scope, value), usual or 1)
    return _read_withstood(scope, value)


def _write_withstood(system: System, value: Mapping[str, int]) -> object:
    return dict(value) if system.damage.numbered_resistances else list(value)


def _withstood_schema(system: System) -> Schema:
    shape = _numbers_withstood if system.damage.numbered_resistances else _list_withstood
    return shape.schema_in(system)


def _vulnerable_schema(system: System) -> Schema:
    if system.damage.default_vulnerability is None or not system.damage.numbered_resistances:
        return _withstood_schema(system)
    return {"anyOf": [_numbers_withstood.schema_in(system), _list_withstood.schema_in(system)]}


_RESIST = Validator(_read_withstood, _withstood_schema, typed_values.pairs, _write_withstood, keys=_withstood.words)
_VULNERABLE = replace(_RESIST, read=_read_vulnerable, schema=_vulnerable_schema)


def _read_immunity(scope: Scope, value: object) -> str:
    """What a creature is immune to: the system's own name if it has one, else any words."""
    text: str = validators.LINE.read(scope, value)
    name, system = text.lower(), scope.system
    known = system.words.damage_aliases.get(name) or system.conditions.aliases.get(name, name)
    return known if known in halvable(system) else text


def _read_actions(scope: Scope, value: object) -> tuple[int, ...]:
    left = _actions_left.read(scope, value)
    return tuple(left.get(action.name, action.each_turn) for action in scope.system.actions.kinds)


def _write_actions(system: System, value: tuple[int, ...]) -> object:
    return {action.name: left for action, left in zip(system.actions.kinds, value, strict=False)}


_action_kind = one_of(lambda system: [action.name for action in system.actions.kinds], "action")
_actions_left = mapping_of(_action_kind, validators.TALLY)
_ACTIONS = replace(_actions_left, read=_read_actions, write=_write_actions)


HEALTH = frozenset(("max_hp", "hp", "temp_hp", "staggered", "track"))
"""The fields that a system has only if it counts health that way."""


def _require_health(system: System, field: str, means: str) -> None:
    if field not in system.health.fields:
        raise fault(f"{system.display_name} has no {means}")


_TRACK = FieldTable(Track(), *(Field(name, validators.TALLY) for name in TALLIES))


def _read_track(scope: Scope, value: object) -> Track:
    _require_health(scope.system, "track", "damage track")
    return _TRACK.read(scope, value)


def _hit_points(least: int, most: int = validators.LARGEST) -> Validator:
    number = whole(least, most)

    def read(scope: Scope, value: object) -> int:
        _require_health(scope.system, "hp", "hit points")
        found: int = number.read(scope, value)
        return found

    return replace(number, read=read)


def _read_reserve(_scope: Scope, value: object) -> bool | str:
    """True, false, or the round in which it is due."""
    if isinstance(value, bool):
        return value
    found = re.fullmatch(_ROUND, value.lower()) if isinstance(value, str) else None
    if found is None:
        raise mismatch('true, false or "round 3"', value)
    return f"round {found[1]}"


_RESERVE_SCHEMA: Schema = {
    "anyOf": [
        {"type": "boolean"},
        {"type": "string", "pattern": "^ *[Rr][Oo][Uu][Nn][Dd] +[1-9][0-9]{0,3} *$"},
    ]
}

_TRAIT = FieldTable(
    Trait(""),
    Field("name", validators.NAME, required=True),
    Field("text", validators.LINES),
)


def _read_legendary(scope: Scope, value: object) -> int:
    if "legendary" not in scope.system.actions.resources:
        raise fault(f"{scope.system.display_name} has no legendary actions")
    found: int = validators.COUNTED.read(scope, value)
    return found


def _legendary_schema(system: System) -> Schema:
    return validators.COUNTED.schema_in(system) if "legendary" in system.actions.resources else {"not": {}}


def _read_id(_scope: Scope, value: object) -> str:
    if not isinstance(value, str):
        raise mismatch("a text", value)
    if len(value) > LONGEST_ID or not re.fullmatch(_ID, value):
        raise fault(f"an id is at most {LONGEST_ID} of a-z, 0-9 and -, a letter first; got {quote(value)}")
    return value


# The table


def _state(
    name: str, validator: Validator, about: str, attribute: str | None = None, *, in_snapshot: bool = False
) -> CreatureField:
    """A field of `State`."""
    return CreatureField(name, validator, about, attribute, part="state", in_snapshot=in_snapshot)


_TEXT, _COUNT, _FLAG, _TALLY = validators.LINE, validators.COUNTED, validators.FLAG, validators.TALLY
_ROWS = (
    CreatureField("name", validators.NAME, "what it is called; required", in_snapshot=True),
    CreatureField(
        "id",
        Validator(_read_id, {"type": "string", "pattern": f"^{_ID}$", "maxLength": LONGEST_ID}),
        "what people type for it: a letter, then letters, digits and - (made from the name)",
        part="making",
    ),
    CreatureField(
        "count",
        whole(1, MOST_OF_ONE),
        "how many; they get id1, id2 … and share one initiative roll (1)",
        part="making",
    ),
    CreatureField("group", _TEXT, "the id of the first creature it came with; written by the program", by_program=True),
    CreatureField(
        "kind",
        one_of(lambda system: system.creatures.kinds, "kind", own=True),
        "what the rules treat it as, such as standard or pc (standard)",
        in_snapshot=True,
    ),
    CreatureField(
        "side",
        one_of(lambda _: ("party", "foes", "neutral"), "side"),
        "party, foes or neutral (party for a pc, else foes)",
        in_snapshot=True,
    ),
    CreatureField("level", validators.WHOLE, "for the card, the XP and the library"),
    CreatureField("role", _TEXT, "what it does in a fight"),
    CreatureField("size", _TEXT, "for the card"),
    CreatureField("type", _TEXT, "for the card"),
    CreatureField("tags", validators.LIST, 'keywords, as ["leader", "swarm"]'),
    CreatureField("xp", validators.NUMBER, "for each one; `finish` adds up those of beaten foes"),
    CreatureField("max_hp", _hit_points(1), "hit points, required unless its kind sets them", in_snapshot=True),
    _state(
        "hp",
        _hit_points(-validators.FARTHEST, validators.FARTHEST),
        "current hit points, for one that starts wounded; may be negative (max_hp)",
        in_snapshot=True,
    ),
    _state("temp_hp", _hit_points(0, validators.FARTHEST), "temporary hit points (0)", in_snapshot=True),
    CreatureField(
        "staggered", _hit_points(0), "the hit points it is staggered at, if the stat block does not say half"
    ),
    CreatureField("initiative", validators.WHOLE, "the modifier (0)"),
    _state(
        "initiative_total",
        validators.GAME_NUMBER,
        "an initiative that is already rolled",
        "initiative",
        in_snapshot=True,
    ),
    CreatureField("saves", _SAVES, "the bonus to saving throws (by kind)"),
    _state(
        "recoveries", validators.COUNTED_OR_NONE, 'recoveries left; `"none"`: none, whatever its kind', in_snapshot=True
    ),
    CreatureField(
        "max_recoveries",
        validators.COUNTED_OR_NONE,
        'recoveries after a long rest (recoveries); `"none"`: a rest gives none back',
    ),
    CreatureField("recovery", validators.DICE, "what a recovery heals, dice or a number, where the system needs it"),
    CreatureField("hit_dice", validators.DICE, "the dice of its hit points, for `add NAME hp=dice`"),
    _state("action_points", _TALLY, "action points left (by kind)", in_snapshot=True),
    CreatureField("regeneration", _COUNT, "hit points at the start of each turn (0)"),
    _state("death_failures", _TALLY, "failed death saves so far (0)", in_snapshot=True),
    _state("death_successes", _TALLY, "death saves made so far (0)", in_snapshot=True),
    _state(
        "life",
        one_of(lambda _: ("alive", "stable", "knocked out", "dead", "coma"), "life"),
        "alive, stable, knocked out, dead or coma (alive)",
    ),
    _state("surprised", _FLAG, "true: surprised as the fight begins"),
    _state("hidden", _FLAG, "true: not shown to the players until reveal", in_snapshot=True),
    _state("shown_as", validators.NAME, "the name that players see in place of its own", in_snapshot=True),
    _state("players", public_settings.CREATURE, "what players see of it, if that is not what they see of its side"),
    CreatureField(
        "reserve",
        Validator(_read_reserve, _RESERVE_SCHEMA, typed_values.flag),
        'true: off stage until `enter`; "round 3": the timers show when it is due',
        part="making",
    ),
    CreatureField(
        "place",
        one_of(lambda _: ("here", "reserve", "gone"), "place"),
        "here, reserve or gone; written by the program",
        part="state",
        by_program=True,
    ),
    CreatureField("reserve_until", _TEXT, "when a reserve is due; written by the program", by_program=True),
    CreatureField("uses_death_rules", _FLAG, "true: a foe or an ally that dies by the heroes' rules"),
    CreatureField(
        "named_villain",
        _FLAG,
        "true: heroes can die while it is in the fight, where the rules ask for a named villain",
    ),
    CreatureField("uses_escalation", _FLAG, "true: adds the escalation die, where there is one"),
    CreatureField(
        "legendary",
        Validator(_read_legendary, _legendary_schema, typed_values.number),
        "how many legendary actions it has, back as each of its turns starts (0)",
    ),
    CreatureField("speed", validators.WORDS, "for the card"),
    CreatureField("senses", validators.WORDS, "for the card"),
    CreatureField("languages", validators.WORDS, "for the card"),
    CreatureField("alignment", _TEXT, "for the card"),
    CreatureField("habit", _TEXT, "how it plays itself in the odds, in place of its side's habit"),
    CreatureField(
        "aura",
        _TEXT,
        'a reminder at each opponent\'s turn, as "1: enemies that begin their turn in it take 3 acid"',
    ),
    CreatureField(
        "immune",
        list_of(Validator(_read_immunity, validators.TEXT_SCHEMA)),
        "damage types, conditions or ranges; other words are for you to read",
    ),
    CreatureField("half", list_of(_suffered), 'takes half damage from these, as ["melee", "ranged"] for a swarm'),
    _state("spent", validators.LIST, "powers that are spent", in_snapshot=True),
    CreatureField(
        "used",
        validators.LIST,
        "once-only actions already taken; written by the program",
        part="state",
        by_program=True,
    ),
    CreatureField(
        "used_until_next_turn",
        validators.LIST,
        "actions already taken that its next turn makes possible again; written by the program",
        part="state",
        by_program=True,
    ),
    CreatureField("text", validators.LINES, "what to read out or remember"),
    CreatureField("notes", validators.LINES, "your own notes"),
    CreatureField("defenses", mapping_of(_defense, validators.WHOLE), "by the system's names"),
    CreatureField("abilities", mapping_of(_ability, validators.WHOLE), "scores or modifiers, as the system has them"),
    CreatureField("resist", _RESIST, "by damage type, all or range"),
    CreatureField("vulnerable", _VULNERABLE, "by damage type, all or range"),
    CreatureField(
        "actions", _ACTIONS, "actions left in this turn; written by the program", part="state", by_program=True
    ),
    _state("counters", validators.COUNTERS, "resources with names of your own, as { oil = 3 }", in_snapshot=True),
    CreatureField(
        "trait",
        tables("creature.trait", _TRAIT.validator),
        "what holds without being used: `name` and `text`",
        "traits",
    ),
    _state(
        "track",
        replace(_TRACK.validator, read=_read_track, typed=typed_values.pairs, keys=lambda _: Track.__struct_fields__),
        "the damage track, in a system without hit points",
    ),
)
FIELDS: Mapping[str, CreatureField] = MappingProxyType({field.name: field for field in _ROWS})
"""Every field but powers and effects, which are tables of their own, in the order written."""

READERS: Mapping[str, validators.Read] = MappingProxyType({field.name: field.validator.read for field in _ROWS})


def default(field: CreatureField) -> object:
    """The default value of a field, where no kind and no other field gives one."""
    return field_value(field, _BARE_SHEET, _BARE_STATE)


_BARE_SHEET = Sheet(name="")
_BARE_STATE = State()


def field_value(field: CreatureField, sheet: Sheet, state: State) -> Any:
    """A creature's value in a field; None for a field that is only used in making it."""
    if field.part == "making":
        return None
    return field.value_of(sheet if field.part == "sheet" else state)


def changed_attributes(old: Any, new: Any) -> list[str]:
    """The attributes in which two structs of one class differ."""
    return [name for name in old.__struct_fields__ if getattr(old, name) != getattr(new, name)]


def with_reserve_fields(values: Mapping[str, Any]) -> Mapping[str, Any]:
    """The values with `reserve` replaced by the two fields that it sets."""
    if "reserve" not in values:
        return values
    others = {name: value for name, value in values.items() if name != "reserve"}
    reserve = values["reserve"]
    until = reserve if isinstance(reserve, str) else ""
    return {"place": "reserve" if reserve else "here", "reserve_until": until, **others}


def split_values(values: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The values that go to the sheet and those that go to the state, by attribute; powers and effects are neither."""
    on_sheet: dict[str, Any] = {}
    in_state: dict[str, Any] = {}
    for name, value in values.items():
        field = FIELDS.get(name)
        if field is None:
            continue
        if field.part == "sheet":
            on_sheet[field.attributes[0]] = value
        elif field.part == "state":
            in_state[field.attributes[0]] = value
    return on_sheet, in_state


# Values together


def missing_fields(system: System, values: Mapping[str, object], given: Iterable[str]) -> list[FieldFault]:
    """Faults for required fields that are missing; `given` also names the fields that have a fault."""
    found = [] if "name" in given else [FieldFault(("name",), "missing: every creature needs a name")]
    kind = system.creatures.kinds.get(str(values.get("kind", _BARE_SHEET.kind)))
    if "max_hp" in system.health.needed and "max_hp" not in given and (kind is None or kind.max_hp is None):
        found.append(FieldFault(("max_hp",), f"missing: {system.display_name} counts hit points"))
    return found


def creature_limit_message(count: int) -> str:
    """The message about a fight with too many creatures; empty for a number that is allowed."""
    return f"a fight takes at most {MOST_CREATURES:,} creatures, got {count:,}" if count > MOST_CREATURES else ""


def contradictions(system: System, sheet: Sheet, state: State) -> list[FieldFault]:
    """Faults for fields that are valid alone but not together, or not in this system."""
    found: list[FieldFault] = []
    hp, highest, failures = state.hp, sheet.max_hp, state.death_failures
    if hp is not None and highest is not None and hp > highest:
        found.append(FieldFault(("hp",), f"expected at most {highest} (max_hp), got {hp}"))
    if 0 < system.death.fatal_failures <= failures and not state.is_out:
        most = system.death.fatal_failures - 1
        found.append(FieldFault(("death_failures",), f"expected at most {most} while it lives, got {failures}"))
    return found
