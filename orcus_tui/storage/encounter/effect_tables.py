"""The effects on a creature, as `[[creature.effect]]` tables."""

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from typing import Any

from msgspec.structs import replace

from orcus_tui.commands.command_error import CommandError
from orcus_tui.commands.lexer import as_one_word
from orcus_tui.commands.line_compiler import compile_duration
from orcus_tui.commands.modifiers import compile_when
from orcus_tui.commands.names import known_hint, verb_for_words, vocabulary
from orcus_tui.model.duration import SOURCE, TARGET, UNTIL_REMOVED, Duration, file_form, limit_text
from orcus_tui.model.effect import Aftereffect, Effect, EffectKind
from orcus_tui.model.suggestions import did_you_mean
from orcus_tui.model.text import in_quotes, name_key
from orcus_tui.rules import validators
from orcus_tui.rules.field_faults import FieldFaults, fault, quote, unknown
from orcus_tui.rules.field_table import Field, FieldTable
from orcus_tui.rules.system import System
from orcus_tui.systems import SYSTEMS

KINDS: tuple[EffectKind, ...] = ("condition", "persistent", "regeneration", "bonus", "mark", "other")

_AMOUNT_KEYS: Mapping[str, EffectKind] = {"persist": "persistent", "regen": "regeneration"}
_KEYS_OF_KINDS = {kind: key for key, kind in _AMOUNT_KEYS.items()}
# An id equal to one of these words would be misread in the long form of a duration.
_PRONOUNS = frozenset(("my", "source", "its", "their", "his", "her", "target"))


def language(compile_text: Callable[[str, validators.Scope], Any], schema: validators.Schema) -> validators.Validator:
    """A text in the command language; `compile_text` raises CommandError for an invalid text."""

    def read(scope: validators.Scope, value: object) -> Any:
        text = validators.LINE.read(scope, value)
        try:
            return compile_text(text, scope)
        except CommandError as error:
            raise fault(f"column {error.column}: {error.message}") from None

    return validators.once(validators.Validator(read, schema))


def _read_persistent(scope: validators.Scope, value: object) -> object:
    """A whole number, below 0 only if damage is a bonus."""
    return (validators.GAME_NUMBER if scope.system.damage.is_bonus else validators.TALLY).read(scope, value)


_POINTS = ("the", "end", "start", "removed")
"""The words after `until` that are not a text, unless in quotes."""


def _short_form(system: System, duration: Duration) -> str:
    """A duration in a form in which ids cannot be mistaken for other words, and texts are in quotes."""
    if duration.ending in ("start", "end"):
        return f"{'sont' if duration.ending == 'start' else 'eont'}:{duration.anchor}"
    return _long_form(system, duration)


def _long_form(system: System, duration: Duration) -> str:
    if duration.ending == "words":
        limit = limit_text(duration).replace(",", "")
        is_point = duration.words.split(maxsplit=1)[0].lower() in _POINTS
        return f"until {(in_quotes if limit or is_point else as_one_word)(duration.words)}{limit}"
    if duration.ending == "while":
        written = as_one_word if duration.words in system.conditions.table else in_quotes
        return f"while {written(duration.words)}"
    return file_form(duration)


# The tables

_DURATION = language(lambda text, scope: compile_duration(text, scope.system, scope.ids), validators.TEXT_SCHEMA)


_WHEN = replace(
    language(lambda text, scope: compile_when(text, scope.system, scope.ids), validators.TEXT_SCHEMA),
    write=lambda _, when: when.text(quoted=True),
)


def _require_names(_scope: validators.Scope, values: dict[str, Any]) -> None:
    if not values["names"]:
        raise fault("missing", "names")


AFTEREFFECT = FieldTable(
    Aftereffect(()),
    Field("names", validators.list_of(validators.OWN_WORDS), required=True),
    Field("duration", replace(_DURATION, write=_short_form)),
    check=_require_names,
)
"""The conditions after an effect: `{ names = ["dazed"], duration = "save ends" }`."""

EFFECT = FieldTable(
    Effect(0, "", "other", "", UNTIL_REMOVED),
    # Keys that people write; `effect_from` and `effect_table` convert them together.
    Field("name", validators.OWN_WORDS, attribute=()),
    Field("persist", replace(validators.GAME_NUMBER, read=_read_persistent), attribute=()),
    Field("regen", validators.whole(0, validators.FARTHEST), attribute=()),
    Field("kind", validators.one_of(lambda _: KINDS, "kind of effect"), attribute=()),
    Field("amount", validators.GAME_NUMBER, attribute=()),
    Field("duration", _DURATION, attribute=()),
    Field("until", validators.LINE, attribute=()),
    Field("anchor", validators.CREATURE, attribute=()),
    Field("skips", validators.FLAG, attribute=()),
    Field("slot", validators.whole(1), attribute=()),
    Field("source", validators.CREATURE, attribute=()),
    Field("id", validators.ID_NUMBER, attribute=()),
    # Keys of fights in progress. Fields of plain types need no row.
    Field("bundle", validators.TALLY),
    Field("then", validators.list_of(validators.OWN_WORDS)),
    Field("later", validators.list_of(validators.list_of(validators.OWN_WORDS))),
    Field("after", AFTEREFFECT.validator),
    Field("against", validators.CREATURE),
    Field("point", validators.one_of(lambda _: ("start", "end"), "point of a turn")),
    Field("when", _WHEN),
    Field("limit", validators.one_of(lambda _: ("each turn", "each round"), "limit")),
    Field("advantage", validators.one_of(lambda system: system.words.advantage_words, "advantage")),
)


# Reading


def read_effect(scope: validators.Scope, table: object) -> dict[str, Any]:
    """The checked values of the table of an effect, for `effect_from`. Raises FieldFaults."""
    values, faults = EFFECT.values(scope, table)
    if isinstance(table, dict):
        try:
            _complete(scope.system, values, table)
        except FieldFaults as wrong:
            faults += wrong.faults
    if faults:
        raise FieldFaults(*faults)
    if values["kind"] == "persistent":
        values.setdefault("duration", scope.system.damage.persistent_lasts)
    return values


def _complete(system: System, values: dict[str, Any], table: Mapping[str, Any]) -> None:
    """Sets the kind, name, amount and type of an effect in `values`; `table` also has invalid values."""
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
    if values.get("kind") == "bonus" and not {"amount", "dice", "advantage"} & table.keys():
        raise fault("missing", "amount")
    if "persist" in given and values.get("type"):
        values["type"] = "+".join(sorted(damage_types(system, values["type"], "type")))


def _kind_by_name(system: System, name: str) -> tuple[EffectKind, str]:
    """The kind of an effect given by name alone: a condition, a mark, or free text."""
    known = vocabulary(system).conditions
    condition = known.get(name_key(name))
    if condition is not None:
        return ("mark" if system.conditions.table[condition].only_one else "condition"), condition
    if near := did_you_mean(name, known):
        raise fault(f'unknown condition {quote(name)}{near}; your own words need kind = "other"', "name")
    if any(name_key(name) in vocabulary(each).conditions for each in SYSTEMS.values()):
        raise fault(
            f"{system.display_name} has no condition {quote(name)}{known_hint(system.conditions.table)}; "
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
            raise unknown("damage type", part, system.words.damage_types, *tail, of=system)
    return tuple(system.words.damage_aliases.get(part.lower(), part.lower()) for part in parts)


def effect_from(values: Mapping[str, Any], bearer: str) -> Effect:
    """The effect, with the id 0; its source is by default its bearer."""
    source = values.get("source", bearer)
    return Effect(
        id=values.get("id", 0),
        name=values["name"],
        kind=values["kind"],
        source=source,
        duration=_duration_from(values, bearer, source),
        amount=values.get("amount"),
        **EFFECT.attribute_values(values),
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
    return replace(duration, anchor=anchor, skips=values.get("skips", False), slot=values.get("slot", 1))


# Writing


def effect_table(system: System, effect: Effect, bearer: str) -> dict[str, object]:
    """The table of an effect; `read_effect` and `effect_from` turn it back into the same effect."""
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
    return {**table, "id": effect.id, **EFFECT.write(system, effect)}


def _is_plain_type(system: System, effect: Effect) -> bool:
    """Whether reading would leave the type unchanged."""
    if effect.kind != "persistent" or not effect.type:
        return True
    return [*effect.types] == sorted(effect.types) and set(effect.types) <= set(system.words.damage_types)


@cache
def _kinds_by_name(system: System) -> Callable[[str], EffectKind | None]:
    """Returns the system's function for the kind of an effect that has only a name.

    It returns None for an invalid name.
    """

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
    if duration.ending == "words" and not duration.at_most:
        keys["until"] = duration.words
    elif replace(duration, skips=False, slot=1) != usual:
        keys["duration"] = _long_form(system, duration)
    implied = bearer if duration.ending == "this turn" else ""
    if duration.ending in ("start", "end") and duration.anchor not in _PRONOUNS:
        implied = duration.anchor
    if duration.anchor != implied:
        keys["anchor"] = duration.anchor
    if duration.skips:
        keys["skips"] = True
    if duration.slot != 1:
        keys["slot"] = duration.slot
    return keys
