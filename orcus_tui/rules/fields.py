"""The fields of the encounter format for a creature: one table for reading, checking, `set`, `add` and writing."""

import re
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.model.creature import Sheet, State, Trait
from orcus_tui.model.fight import OptionValue
from orcus_tui.model.suggestions import did_you_mean
from orcus_tui.model.track import TALLIES, Track
from orcus_tui.rules import field_shapes
from orcus_tui.rules.field_shapes import FieldFault, FieldFaults, Shape, fault
from orcus_tui.rules.public_settings import read_creature_settings
from orcus_tui.rules.system import System

MOST_OF_ONE = 200
MOST_CREATURES = 2_000
"""The creatures of a fight, as a file has them or as play brings them in."""
LONGEST_ID = 60

_ID = r"[a-z][a-z0-9-]*"
_ROUND = r" *round +([1-9][0-9]{0,3}) *"

Part = Literal["sheet", "state", "making"]


class Field(Struct, frozen=True):
    """One field of `[[creature]]`.

    `part` says whether its value is kept on the sheet, in the state, or only used in making the creature;
    `attribute` is what it is called there, where that is not the field's own name.
    """

    name: str
    shape: Shape
    part: Part = "sheet"
    attribute: str = ""

    @property
    def attribute_name(self) -> str:
        """The attribute of the sheet or the state."""
        return self.attribute or self.name


# The words a system knows


def defense(system: System, value: str) -> str:
    """A defense, by name or alias, as the system calls it."""
    found = system.words.defense_aliases.get(value.lower(), value.lower())
    if found not in system.words.defenses:
        raise field_shapes.unknown("defense", value, system.words.defenses, of=system)
    return found


def resistible(system: System) -> tuple[str, ...]:
    """What a creature can resist: damage types, ranges, `all`."""
    return (*system.words.damage_types, *system.words.ranges, "all")


def halvable(system: System) -> tuple[str, ...]:
    """What a creature can take half of: anything it can resist, and conditions."""
    return (*resistible(system), *system.conditions.table)


def _damage_word_reader(known: Callable[[System], tuple[str, ...]], what: str) -> field_shapes.Read:
    """A reader of one of these words, of which damage types may go by another name."""
    read = field_shapes.one_of(lambda system: (*known(system), *system.words.damage_aliases), what, own=True)

    def read_one(system: System, value: object) -> str:
        found: str = read(system, value)
        return system.words.damage_aliases.get(found, found)

    return read_one


_withstood = _damage_word_reader(resistible, "damage type or range")
_suffered = _damage_word_reader(halvable, "damage type, condition or range")
_kind = field_shapes.word_shape(lambda system: system.creatures.kinds, "kind", own=True)
_side = field_shapes.word_shape(lambda _: ("party", "foes", "neutral"), "side")
_life = field_shapes.word_shape(lambda _: ("alive", "stable", "knocked out", "dead", "coma"), "life")
_place = field_shapes.word_shape(lambda _: ("here", "reserve", "gone"), "place")
_ability = field_shapes.one_of(lambda system: system.words.abilities, "ability", own=True)
_saved_by = field_shapes.one_of(lambda system: system.saves.abilities, "ability")

_whole = field_shapes.whole()
_count = field_shapes.whole(0)
_numbers_withstood = field_shapes.pairs(_withstood, field_shapes.whole(0))
_list_withstood = field_shapes.each(_withstood)
_saves_by_ability = field_shapes.pairs(_saved_by, _whole)


def _read_saves(system: System, value: object) -> int | Mapping[str, int]:
    if system.saves.abilities and isinstance(value, dict):
        by_ability: Mapping[str, int] = _saves_by_ability(system, value)
        return by_ability
    number: int = _whole(system, value)
    return number


def _typed_saves(text: str) -> object:
    return field_shapes.typed_pairs(text) if "=" in text else field_shapes.typed_number(text)


def _read_withstood(system: System, value: object) -> Mapping[str, int]:
    """A table of numbers; a system whose resistances have none takes a list, and they are 0."""
    if system.damage.numbered_resistances:
        numbers: Mapping[str, int] = _numbers_withstood(system, value)
        return numbers
    return dict.fromkeys(_list_withstood(system, value), 0)


def _read_vulnerable(system: System, value: object) -> Mapping[str, int]:
    """As resistances; where a vulnerability has a usual number, a plain list will do."""
    if system.damage.default_vulnerability is not None and isinstance(value, list):
        return dict.fromkeys(_list_withstood(system, value), system.damage.default_vulnerability or 1)
    return _read_withstood(system, value)


def _write_withstood(system: System, value: Mapping[str, int]) -> object:
    return dict(value) if system.damage.numbered_resistances else list(value)


def _immune_to(system: System, value: object) -> str:
    """What a creature is immune to: the system's own name where it has one, else any words."""
    text = field_shapes.line(system, value)
    name = text.lower()
    known = system.words.damage_aliases.get(name) or system.conditions.aliases.get(name, name)
    return known if known in halvable(system) else text


def _read_actions(system: System, value: object) -> tuple[int, ...]:
    known = field_shapes.one_of(lambda _: [action.name for action in system.actions.kinds], "action")
    left = field_shapes.pairs(known, field_shapes.TALLY.read)(system, value)
    return tuple(left.get(action.name, action.each_turn) for action in system.actions.kinds)


def _write_actions(system: System, value: tuple[int, ...]) -> object:
    return {action.name: left for action, left in zip(system.actions.kinds, value, strict=False)}


_read_track = field_shapes.table(
    {name: field_shapes.TALLY.read if name in TALLIES else field_shapes.flag for name in Track.__struct_fields__}
)


HEALTH = frozenset(("max_hp", "hp", "temp_hp", "staggered", "track"))
"""Fields of which each system has those that its way of counting health has."""


def _require_health(system: System, field: str, means: str) -> None:
    if field not in system.health.fields:
        raise fault(f"{system.display_name} has no {means}")


def _track(system: System, value: object) -> Track:
    _require_health(system, "track", "damage track")
    return Track(**_read_track(system, value))


def _write_track(_system: System, value: Track) -> object:
    return {name: getattr(value, name) for name in changed_attributes(Track(), value)}


def _hit_points(least: int, most: int = field_shapes.LARGEST) -> Shape:
    number = field_shapes.whole(least, most)

    def read(system: System, value: object) -> int:
        _require_health(system, "hp", "hit points")
        found: int = number(system, value)
        return found

    return Shape(read, field_shapes.typed_number)


def _reserve(_system: System, value: object) -> bool | str:
    """True, false, or the round in which it comes."""
    if isinstance(value, bool):
        return value
    found = re.fullmatch(_ROUND, value.lower()) if isinstance(value, str) else None
    if found is None:
        raise field_shapes.mismatch('true, false or "round 3"', value)
    return f"round {found[1]}"


_read_trait_tables = field_shapes.tables(
    "creature.trait",
    field_shapes.table(
        {"name": field_shapes.name, "text": field_shapes.lines, "trigger": field_shapes.line}, required=("name",)
    ),
)


def _read_traits(system: System, value: object) -> tuple[Trait, ...]:
    return tuple(Trait(**each) for each in _read_trait_tables(system, value))


def _write_traits(_system: System, value: tuple[Trait, ...]) -> object:
    return [
        {"name": each.name, "text": each.text, **({"trigger": each.trigger} if each.trigger else {})} for each in value
    ]


def _legendary(system: System, value: object) -> int:
    """How many legendary actions; none where a system has no such actions."""
    if "legendary" not in system.actions.resources:
        raise fault(f"{system.display_name} has no legendary actions")
    found: int = field_shapes.COUNTED.read(system, value)
    return found


def _id(_system: System, value: object) -> str:
    if not isinstance(value, str):
        raise field_shapes.mismatch("a text", value)
    if len(value) > LONGEST_ID or not re.fullmatch(_ID, value):
        raise fault(f"an id is at most {LONGEST_ID} of a-z, 0-9 and -, a letter first; got {field_shapes.quote(value)}")
    return value


# The table

_LISTED = (
    Field("name", field_shapes.NAME),
    Field("id", Shape(_id), "making"),
    Field("count", Shape(field_shapes.whole(1, MOST_OF_ONE), field_shapes.typed_number), "making"),
    Field("group", field_shapes.LINE),
    Field("kind", _kind),
    Field("side", _side),
    Field("level", field_shapes.WHOLE),
    Field("role", field_shapes.LINE),
    Field("size", field_shapes.LINE),
    Field("type", field_shapes.LINE),
    Field("tags", field_shapes.LIST),
    Field("xp", field_shapes.NUMBER),
    Field("max_hp", _hit_points(1)),
    Field("hp", _hit_points(-field_shapes.FARTHEST, field_shapes.FARTHEST), "state"),
    Field("temp_hp", _hit_points(0, field_shapes.FARTHEST), "state"),
    Field("staggered", _hit_points(0)),
    Field("initiative", field_shapes.WHOLE),
    Field("initiative_total", field_shapes.GAME_NUMBER, "state", "initiative"),
    Field("saves", Shape(_read_saves, _typed_saves, keyed=True)),
    Field("recoveries", field_shapes.COUNTED_OR_NONE, "state"),
    Field("max_recoveries", field_shapes.COUNTED_OR_NONE),
    Field("recovery", field_shapes.DICE),
    Field("hit_dice", field_shapes.DICE),
    Field("action_points", field_shapes.TALLY, "state"),
    Field("regeneration", field_shapes.COUNTED),
    Field("death_failures", field_shapes.TALLY, "state"),
    Field("death_successes", field_shapes.TALLY, "state"),
    Field("life", _life, "state"),
    Field("surprised", field_shapes.FLAG, "state"),
    Field("hidden", field_shapes.FLAG, "state"),
    Field("shown_as", field_shapes.NAME, "state"),
    Field("players", Shape(read_creature_settings, field_shapes.typed_texts), "state"),
    Field("reserve", Shape(_reserve, field_shapes.typed_flag), "making"),
    Field("place", _place, "state"),
    Field("reserve_until", field_shapes.LINE),
    Field("uses_death_rules", field_shapes.FLAG),
    Field("named_villain", field_shapes.FLAG),
    Field("uses_escalation", field_shapes.FLAG),
    Field("legendary", Shape(_legendary, field_shapes.typed_number)),
    Field("speed", field_shapes.WORDS),
    Field("senses", field_shapes.WORDS),
    Field("languages", field_shapes.WORDS),
    Field("alignment", field_shapes.LINE),
    Field("habit", field_shapes.LINE),
    Field("aura", field_shapes.LINE),
    Field("immune", Shape(field_shapes.each(_immune_to), field_shapes.typed_list)),
    Field("half", Shape(field_shapes.each(_suffered), field_shapes.typed_list)),
    Field("spent", field_shapes.LIST, "state"),
    Field("used", field_shapes.LIST, "state"),
    Field("used_until_next_turn", field_shapes.LIST, "state"),
    Field("text", field_shapes.LINES),
    Field("notes", field_shapes.LINES),
    Field("defenses", Shape(field_shapes.pairs(defense, _whole), field_shapes.typed_pairs, keyed=True)),
    Field("abilities", Shape(field_shapes.pairs(_ability, _whole), field_shapes.typed_pairs, keyed=True)),
    Field("resist", Shape(_read_withstood, field_shapes.typed_pairs, _write_withstood, keyed=True)),
    Field("vulnerable", Shape(_read_vulnerable, field_shapes.typed_pairs, _write_withstood, keyed=True)),
    Field("actions", Shape(_read_actions, field_shapes.typed_pairs, _write_actions, keyed=True), "state"),
    Field("counters", field_shapes.COUNTERS, "state"),
    Field("trait", Shape(_read_traits, write=_write_traits), attribute="traits"),
    Field("track", Shape(_track, field_shapes.typed_pairs, _write_track, keyed=True), "state"),
)
FIELDS: Mapping[str, Field] = MappingProxyType({field.name: field for field in _LISTED})
"""Every field that is a plain value, in the order written; powers and effects are read by `storage`."""

READERS: Mapping[str, field_shapes.Read] = MappingProxyType({field.name: field.shape.read for field in _LISTED})

ADDED_AS: Mapping[str, str] = MappingProxyType({"hp": "max_hp", "init": "initiative"})
"""What `add` calls some fields: a newcomer's hit points are its highest, its initiative the modifier."""

UNSETTABLE = {
    "id": "an id stays what it is; `rename` changes the name",
    "count": "`add` brings more of a kind",
    "trait": "a trait is changed in the encounter file",
    "power": "a power is changed in the encounter file",
    "effect": "`apply`, `persist` and `remove` change effects",
}


def default(field: Field) -> object:
    """The default value of a field, where no kind and no other field gives one."""
    return getattr(_BARE_SHEET if field.part == "sheet" else _BARE_STATE, field.attribute_name, None)


_BARE_SHEET = Sheet(name="")
_BARE_STATE = State()


def field_value(field: Field, sheet: Sheet, state: State) -> Any:
    """A creature's value in a field; None for a field that only its making needs."""
    return getattr(sheet if field.part == "sheet" else state, field.attribute_name, None)


def changed_attributes(old: Any, new: Any) -> list[str]:
    """The attributes in which two records of one class differ."""
    return [name for name in old.__struct_fields__ if getattr(old, name) != getattr(new, name)]


def standing_for(values: Mapping[str, Any]) -> Mapping[str, Any]:
    """The values with `reserve` replaced by the two fields it stands for."""
    if "reserve" not in values:
        return values
    others = {name: value for name, value in values.items() if name != "reserve"}
    reserve = values["reserve"]
    until = reserve if isinstance(reserve, str) else ""
    return {"place": "reserve" if reserve else "here", "reserve_until": until, **others}


# Reading


def missing_fields(system: System, values: Mapping[str, object], given: Iterable[str]) -> list[FieldFault]:
    """Faults for required fields that are missing; `given` also names fields with a fault of their own."""
    found = [] if "name" in given else [FieldFault(("name",), "missing: every creature needs a name")]
    kind = system.creatures.kinds.get(str(values.get("kind", _BARE_SHEET.kind)))
    if "max_hp" in system.health.needed and "max_hp" not in given and (kind is None or kind.max_hp is None):
        found.append(FieldFault(("max_hp",), f"missing: {system.display_name} counts hit points"))
    return found


def creature_limit_message(count: int) -> str:
    """What is wrong with so many creatures in a fight; empty for as many as it takes."""
    return f"a fight takes at most {MOST_CREATURES:,} creatures, got {count:,}" if count > MOST_CREATURES else ""


def contradictions(system: System, sheet: Sheet, state: State) -> list[FieldFault]:
    """Faults for fields that are right by themselves but not together, or not in this system."""
    found: list[FieldFault] = []
    hp, highest, failures = state.hp, sheet.max_hp, state.death_failures
    if hp is not None and highest is not None and hp > highest:
        found.append(FieldFault(("hp",), f"expected at most {highest} (max_hp), got {hp}"))
    if 0 < system.death.fatal_failures <= failures and not state.is_out:
        most = system.death.fatal_failures - 1
        found.append(FieldFault(("death_failures",), f"expected at most {most} while it lives, got {failures}"))
    return found


def read_words(system: System, pairs: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """The values of fields as `add` has them, by the names of FIELDS.

    Raises FieldFaults for every field that is unknown, given twice or of an impossible value.
    """
    values: dict[str, Any] = {}
    faults: list[FieldFault] = []
    for word, text in pairs:
        try:
            field, key = find_field(system, ADDED_AS.get(word, word))
            found = _value(system, field, key, text, values.get(field.name))
            if field.name in values and not key:
                raise fault("given twice")
            values[field.name] = found
        except FieldFaults as wrong:
            faults += wrong.under(word) if text else [FieldFault((word,), "a value is missing")]
    if faults:
        raise FieldFaults(*faults)
    return values


def find_field(system: System, word: str) -> tuple[Field, str]:
    """The field a word names, and the key within it: `defenses.ac`, and `ac` alone.

    Raises FieldFaults, with a suggestion, where there is none.
    """
    name, _, key = word.partition(".")
    name = name.lower()
    if not key and name not in FIELDS and name in (*system.words.defenses, *system.words.defense_aliases):
        name, key = "defenses", name
    field = FIELDS.get(name)
    if field is None:
        raise fault(f"unknown field {field_shapes.quote(word)}{did_you_mean(word, (*FIELDS, *system.words.defenses))}")
    if key and not field.shape.keyed:
        raise fault(f"{name} has no parts")
    return field, defense(system, key) if key and name == "defenses" else key


def _value(system: System, field: Field, key: str, text: str, current: object) -> Any:
    """The value of a field, or of one key in it, from typed `text`; `current` is its value now."""
    if not key:
        return field.shape.read(system, field.shape.file_value(system, text))
    now = {} if current is None else field.shape.write(system, current)
    if isinstance(now, list):
        raise fault(f"{field.name} has no parts in {system.display_name}: give all of it, separated by commas")
    entries = dict(now) if isinstance(now, dict) else {}
    key = next((known for known in entries if known.casefold() == key.casefold()), key)
    if text.strip().lower() == field_shapes.NONE:
        entries.pop(key, None)
    else:
        entries[key] = field_shapes.typed_entry(text)
    return field.shape.read(system, entries)


def set_field(system: System, sheet: Sheet, state: State, word: str, text: str) -> tuple[Sheet, State]:
    """The creature with one field set to what a person typed; `hp` are its hit points now.

    Raises FieldFaults for a field that there is not, or cannot be set, and for an impossible value.
    """
    if word.lower() in UNSETTABLE:
        raise fault(f"{word.lower()} cannot be set: {UNSETTABLE[word.lower()]}")
    field, key = find_field(system, word)
    current = field_value(field, sheet, state)
    if not key and text.strip().lower() == field_shapes.NONE and _can_be_none(system, field):
        value = None
    else:
        try:
            value = _value(system, field, key, text, current)
        except FieldFaults as wrong:
            raise FieldFaults(*wrong.under(field.name)) from None
    on_sheet, in_state = split_values(standing_for({field.name: value}))
    if sheet.max_recoveries is None and in_state.get("recoveries") is not None:
        on_sheet["max_recoveries"] = in_state["recoveries"]  # as a file has it that says nothing of a maximum
    changed_sheet, changed_state = replace(sheet, **on_sheet), replace(state, **in_state)
    before = contradictions(system, sheet, state)
    wrong_now = [each for each in contradictions(system, changed_sheet, changed_state) if each not in before]
    if wrong_now and field.name != "max_hp":  # to a lower maximum hit points follow
        raise FieldFaults(*wrong_now)
    return changed_sheet, changed_state


def _can_be_none(system: System, field: Field) -> bool:
    """Whether a creature may have no value here; it always has hit points or a track."""
    return field.part != "making" and field.name not in system.health.needed and default(field) is None


def split_values(values: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The values that go to the sheet and those that go to the state, by attribute; powers and effects are neither."""
    on_sheet: dict[str, Any] = {}
    in_state: dict[str, Any] = {}
    for name, value in values.items():
        field = FIELDS.get(name)
        if field is None:
            continue
        if field.part == "sheet":
            on_sheet[field.attribute_name] = value
        elif field.part == "state":
            in_state[field.attribute_name] = value
    return on_sheet, in_state


# Options


def read_option(system: System, key: str, value: object) -> OptionValue:
    """The value of a rules option, as a file has it.

    Raises FieldFaults, with a suggestion, for a key or a value the system does not have.
    """
    if key not in system.options:
        raise field_shapes.unknown("option", key, system.options, of=system)
    allowed = system.options[key].values
    if not allowed:
        number: int = _count(system, value)
        return number
    meant = value.lower() if isinstance(value, str) else value
    for one in allowed:
        # True is 1 to Python, and neither is the other to a person.
        if type(one) is type(meant) and one == meant:
            return one
    words = [field_shapes.quote(one) for one in allowed]
    near = did_you_mean(value, [one for one in allowed if isinstance(one, str)]) if isinstance(value, str) else ""
    raise fault(f"expected {' or '.join(words)}, got {field_shapes.quote(value)}{near}")


def typed_option(system: System, key: str, text: str) -> OptionValue:
    """The value of one of the system's options, as a person types it.

    Raises FieldFaults, with a suggestion, for a value the system does not have.
    """
    words = any(isinstance(one, str) for one in system.options[key].values)
    return read_option(system, key, text if words else field_shapes.typed_entry(text))
