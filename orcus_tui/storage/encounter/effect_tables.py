"""The effects on a creature, as `[[creature.effect]]` tables."""

from collections.abc import Callable, Collection, Mapping
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any, get_type_hints

from msgspec.structs import replace

from orcus_tui.commands.lexer import as_one_word
from orcus_tui.commands.names import it_has
from orcus_tui.commands.power_lines import compile_duration
from orcus_tui.commands.vocabulary import verb_for_words, vocabulary
from orcus_tui.model.duration import (
    SOURCE,
    TARGET,
    UNTIL_REMOVED,
    Duration,
    file_form,
)
from orcus_tui.model.effect import Aftereffect, Effect, EffectKind
from orcus_tui.model.suggestions import did_you_mean
from orcus_tui.model.text import name_key
from orcus_tui.rules import field_shapes
from orcus_tui.rules.field_shapes import FieldFaults, Read, Shape, fault
from orcus_tui.rules.system import System
from orcus_tui.storage.encounter.readers import creature_among, language_reader
from orcus_tui.systems import SYSTEMS

KINDS: tuple[EffectKind, ...] = ("condition", "persistent", "regeneration", "bonus", "mark", "other")

_AMOUNT_KEYS: Mapping[str, EffectKind] = {"persist": "persistent", "regen": "regeneration"}
_KEYS_OF_KINDS = {kind: key for key, kind in _AMOUNT_KEYS.items()}
_IN_FORMS = ("id", "name", "kind", "source", "duration", "amount")
"""The fields of an effect that a file writes in forms of its own."""
_PLAIN_KEYS: Mapping[str, str] = MappingProxyType(
    {
        name: key
        for name, key in zip(Effect.__struct_fields__, Effect.__struct_encode_fields__, strict=True)
        if name not in _IN_FORMS
    }
)
"""The keys of all other fields, which are left out at their default."""
_SHAPES: Mapping[Any, Shape] = {
    bool: field_shapes.FLAG,
    int: field_shapes.WHOLE,
    int | None: field_shapes.WHOLE,
    str: field_shapes.LINE,
    str | None: field_shapes.LINE,
    tuple[str, ...]: field_shapes.LIST,
}
"""The shapes of values by the type of their field."""
# An id that is one of these words would mean something else in the long form of a duration.
_WORDS_FOR_SOMEBODY = frozenset(("my", "source", "its", "their", "his", "her", "target"))
_DEFAULTS = Effect(0, "", "other", "", UNTIL_REMOVED)


def _persistent_damage(system: System, value: object) -> object:
    """A whole number, below 0 only where damage is a bonus."""
    return field_shapes.whole(-field_shapes.FARTHEST if system.damage.is_bonus else 0, field_shapes.FARTHEST)(
        system, value
    )


@cache  # type hints take longer to resolve than an effect to read
def plain_fields() -> Mapping[str, Any]:
    """The types of the fields that have a key of their own."""
    types = get_type_hints(Effect)
    return MappingProxyType({name: types[name] for name in _PLAIN_KEYS})


def plain_shapes(own: Collection[str]) -> dict[str, Shape]:
    """The shapes of the values of keys, by the types of their fields; not of those with a form of their own."""
    keys = ((name, _PLAIN_KEYS[name], kind) for name, kind in plain_fields().items())
    return {key: _shape_of(name, kind) for name, key, kind in keys if key not in own}


def _shape_of(field: str, kind: Any) -> Shape:
    if kind not in _SHAPES:
        raise TypeError(
            f"Effect.{field}: nothing reads a field of type {kind} yet; "
            "add a row to _SHAPES in effect_tables.py, or a reader in effect_reader and a schema in effect_schema"
        )
    return _SHAPES[kind]


def effect_reader(ids: Collection[str]) -> Read:
    """A reader of one effect among these creatures; it returns checked values, for `effect_from`."""
    creature = creature_among(ids)
    own: Mapping[str, Read] = {
        "name": field_shapes.own_words,
        "persist": _persistent_damage,
        "regen": field_shapes.whole(0, field_shapes.FARTHEST),
        "duration": language_reader(lambda text, system: compile_duration(text, system, ids)),
        "source": creature,
        # The rest is what a fight in progress needs to go on.
        "kind": field_shapes.one_of(lambda _: KINDS, "kind of effect"),
        "amount": field_shapes.GAME_NUMBER.read,
        "id": field_shapes.id_number,
        "bundle": field_shapes.TALLY.read,
        "then": field_shapes.each(field_shapes.own_words),
        "later": field_shapes.each(field_shapes.each(field_shapes.own_words)),
        "after": _aftereffect_reader(ids),
        "against": creature,
        "point": field_shapes.one_of(lambda _: ("start", "end"), "point of a turn"),
        "anchor": creature,
        "until": field_shapes.line,
        "skips": field_shapes.flag,
    }
    plain = {name: shape.read for name, shape in plain_shapes(own).items()}
    readers: Mapping[str, Read] = MappingProxyType({**own, **plain})

    def read(system: System, value: object) -> dict[str, Any]:
        values, faults = field_shapes.entries(system, value, readers)
        if isinstance(value, dict):
            try:
                _complete(system, values, value)
            except FieldFaults as wrong:
                faults += wrong.faults
        if faults:
            raise FieldFaults(*faults)
        if values["kind"] == "persistent":
            values.setdefault("duration", system.damage.persistent_lasts)
        return values

    return read


def _aftereffect_reader(ids: Collection[str]) -> Read:
    """A reader of what an effect leaves behind: `{ names = ["dazed"], duration = "save ends" }`."""
    readers: Mapping[str, Read] = {
        "names": field_shapes.each(field_shapes.own_words),
        "duration": language_reader(lambda text, system: compile_duration(text, system, ids)),
    }

    def read(system: System, value: object) -> Aftereffect:
        values, faults = field_shapes.entries(system, value, readers)
        if faults:
            raise FieldFaults(*faults)
        if not values.get("names"):
            raise fault("missing", "names")
        return Aftereffect(**values)

    return read


def _complete(system: System, values: dict[str, Any], table: Mapping[str, Any]) -> None:
    """Gives the values kind, name, amount and type as an effect has them; `table` also has what is wrong."""
    if not {"name", *_AMOUNT_KEYS} & table.keys():
        raise fault("missing: name, persist or regen")
    given = [key for key in _AMOUNT_KEYS if key in values]
    if len(given) > 1 or (given and "amount" in values):
        raise fault("persist, regen and amount are one number: give one of them")
    if given:
        values["kind"] = _AMOUNT_KEYS[given[0]]
        values["amount"] = values.pop(given[0])
        values.setdefault("name", values["kind"])
    if "name" in values and not {"kind", *_AMOUNT_KEYS} & table.keys():
        values["kind"], values["name"] = _kind_by_name(system, values["name"])
    if values.get("kind") == "bonus" and "amount" not in table:
        raise fault("missing", "amount")
    if "persist" in given and values.get("type"):
        values["type"] = "+".join(sorted(damage_types(system, values["type"], "type")))


def _kind_by_name(system: System, name: str) -> tuple[EffectKind, str]:
    """The kind of an effect given by name alone: a condition, a mark, or the person's own words."""
    known = vocabulary(system).conditions
    condition = known.get(name_key(name))
    if condition is not None:
        return ("mark" if system.conditions.table[condition].only_one else "condition"), condition
    if near := did_you_mean(name, known):
        raise fault(f'unknown condition {field_shapes.quote(name)}{near}; your own words need kind = "other"', "name")
    if any(name_key(name) in vocabulary(each).conditions for each in SYSTEMS.values()):
        raise fault(
            f"{system.display_name} has no condition {field_shapes.quote(name)}{it_has(system.conditions.table)}; "
            'your own words need kind = "other"',
            "name",
        )
    if verb := verb_for_words(name, system):
        example = {"persist": "persist = 5", "regen": "regen = 5"}.get(
            verb, 'kind = "bonus"' if verb == "bonus" else ""
        )
        instead = f"; write {example}" if example else f" in play: use `{verb}`"
        raise fault(f'words have no rules{instead}; your own words need kind = "other"', "name")
    return "other", name


def damage_types(system: System, text: str, *tail: str) -> tuple[str, ...]:
    """The damage types in `cold+necrotic` or `cold and necrotic`, in the order written."""
    parts = [part.strip() for part in text.replace(" and ", "+").replace(",", "+").split("+")]
    for part in parts:
        if part.lower() not in (*system.words.damage_types, *system.words.damage_aliases):
            raise field_shapes.unknown("damage type", part, system.words.damage_types, *tail, of=system)
    return tuple(system.words.damage_aliases.get(part.lower(), part.lower()) for part in parts)


def effect_from(values: Mapping[str, Any], bearer: str, number: int) -> Effect:
    """The effect on its bearer; `number` is the id of one that has none. Without a source it is the bearer's own."""
    source = values.get("source", bearer)
    plain = {name: values[key] for name, key in (*_PLAIN_KEYS.items(), ("amount", "amount")) if key in values}
    return Effect(
        id=values.get("id", number),
        name=values["name"],
        kind=values["kind"],
        source=source,
        duration=_duration_from(values, bearer, source),
        **plain,
    )


def _duration_from(values: Mapping[str, Any], bearer: str, source: str) -> Duration:
    duration: Duration = values.get("duration", UNTIL_REMOVED)
    if "until" in values:
        duration = Duration("words", words=values["until"])
    anchor = values.get("anchor", duration.anchor)
    if "anchor" not in values:
        if duration.ending in ("start", "end"):
            anchor = {SOURCE: source, TARGET: bearer}.get(anchor, anchor)
        elif duration.ending == "this turn":
            anchor = bearer
    return replace(duration, anchor=anchor, skips=values.get("skips", False))


# Writing


def effect_table(system: System, effect: Effect, bearer: str) -> dict[str, object]:
    """The effect as a table; `effect_reader` and `effect_from` make the same effect of it."""
    table: dict[str, object] = {}
    key = _KEYS_OF_KINDS.get(effect.kind)
    if key and effect.amount is not None and _is_plain_type(system, effect):
        if effect.name != effect.kind:
            table["name"] = effect.name
        table[key] = effect.amount
    else:
        table["name"] = effect.name
        if _kinds_by_name(system)(effect.name) != effect.kind:
            table["kind"] = effect.kind
        if effect.amount is not None:
            table["amount"] = effect.amount
    table |= _duration_keys(system, effect, bearer)
    if effect.source != bearer:
        table["source"] = effect.source
    table["id"] = effect.id
    for name, key in _PLAIN_KEYS.items():
        value = getattr(effect, name)
        if value != getattr(_DEFAULTS, name):
            write = _WRITE.get(name)
            table[key] = write(value) if write else field_shapes.plain_value(system, value)
    return table


def _aftereffect_table(after: Aftereffect) -> dict[str, object]:
    return {"names": list(after.names), "duration": _short_form(after.duration)}


def _short_form(duration: Duration) -> str:
    """A duration in a form in which every id means its creature, and every text is in quotes."""
    if duration.ending in ("start", "end"):
        return f"{'sont' if duration.ending == 'start' else 'eont'}:{duration.anchor}"
    return f"until {as_one_word(duration.words)}" if duration.ending == "words" else _long_form(duration)


def _long_form(duration: Duration) -> str:
    return f"while {as_one_word(duration.words)}" if duration.ending == "while" else file_form(duration)


_WRITE: Mapping[str, Callable[[Any], object]] = {
    "later": lambda later: [list(each) for each in later],
    "after": _aftereffect_table,
}
"""How fields are written that are neither a plain value nor a list of them."""


def _is_plain_type(system: System, effect: Effect) -> bool:
    """Whether the type is one that reading would leave as it is."""
    if effect.kind != "persistent" or not effect.type:
        return True
    return [*effect.types] == sorted(effect.types) and set(effect.types) <= set(system.words.damage_types)


@cache
def _kinds_by_name(system: System) -> Callable[[str], EffectKind | None]:
    """For a system: the kind that a file's reader gives an effect with a name and no kind; None if it refuses it."""

    @lru_cache
    def kind_of(name: str) -> EffectKind | None:
        try:
            kind, known = _kind_by_name(system, name)
        except FieldFaults:
            return None
        return kind if known == name else None

    return kind_of


def _duration_keys(system: System, effect: Effect, bearer: str) -> dict[str, object]:
    duration = effect.duration
    usual = system.damage.persistent_lasts if effect.kind == "persistent" else UNTIL_REMOVED
    keys: dict[str, object] = {}
    if duration.ending == "words":
        keys["until"] = duration.words
    elif replace(duration, skips=False) != usual:
        keys["duration"] = _long_form(duration)
    by_itself = bearer if duration.ending == "this turn" else ""
    if duration.ending in ("start", "end") and duration.anchor not in _WORDS_FOR_SOMEBODY:
        by_itself = duration.anchor
    if duration.anchor != by_itself:
        keys["anchor"] = duration.anchor
    if duration.skips:
        keys["skips"] = True
    return keys
