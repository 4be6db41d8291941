"""Typed fields: the pairs of `add`, the field and value of `set`, and rules options."""

from collections.abc import Collection, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from orcus_tui.model.creature import Sheet, State
from orcus_tui.model.fight import OptionValue
from orcus_tui.model.suggestions import did_you_mean
from orcus_tui.rules import fields, validators
from orcus_tui.rules.creature_values import defense
from orcus_tui.rules.field_faults import FieldFault, FieldFaults, fault, quote, unknown
from orcus_tui.rules.system import System
from orcus_tui.rules.validators import Scope

ADD_ALIASES: Mapping[str, str] = MappingProxyType({"hp": "max_hp", "init": "initiative"})
"""Names that mean another field in `add`: the hit points of a new creature are its maximum."""

UNSETTABLE = {
    "id": "an id stays what it is; `rename` changes the name",
    "count": "`add` brings more of a kind",
    "trait": "a trait is changed in the encounter file",
    "power": "a power is changed in the encounter file",
    "effect": "`apply`, `persist` and `remove` change effects",
    "shares_turn": "`share` says in whose turn it acts",
}
"""The fields that cannot be set, with the reasons."""


def read_words(system: System, pairs: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """The values of the fields in an `add`, by the names of FIELDS.

    Raises FieldFaults for every field that is unknown, given twice or of an impossible value.
    """
    values: dict[str, Any] = {}
    faults: list[FieldFault] = []
    for word, text in pairs:
        try:
            field, key = find_field(system, ADD_ALIASES.get(word, word))
            found = _value(system, field, key, text, values.get(field.name))
            if field.name in values and not key:
                raise fault("given twice")
            values[field.name] = found
        except FieldFaults as wrong:
            faults += wrong.under(word) if text else [FieldFault((word,), "a value is missing")]
    if faults:
        raise FieldFaults(*faults)
    return values


def find_field(system: System, word: str) -> tuple[fields.CreatureField, str]:
    """The field that a word names, and the key within it: `defenses.ac`, or only `ac`.

    Raises FieldFaults, with a suggestion, for any other word.
    """
    name, _, key = word.partition(".")
    name = name.lower()
    if not key and name not in fields.FIELDS and name in (*system.words.defenses, *system.words.defense_aliases):
        name, key = "defenses", name
    field = fields.FIELDS.get(name)
    if field is None:
        raise fault(f"unknown field {quote(word)}{did_you_mean(word, (*fields.FIELDS, *system.words.defenses))}")
    if key and field.validator.keys is None:
        raise fault(f"{name} has no parts")
    return field, defense(system, key) if key and name == "defenses" else key


def _value(system: System, field: fields.CreatureField, key: str, text: str, current: object) -> Any:
    """The value of a field, or of one key in it, from typed `text`; `current` is its value now."""
    scope, validator = Scope(system), field.validator
    if not key:
        return validator.read(scope, validator.file_value(system, text))
    now = {} if current is None else validator.write(system, current)
    if isinstance(now, list):
        raise fault(f"{field.name} has no parts in {system.display_name}: give all of it, separated by commas")
    entries = dict(now) if isinstance(now, dict) else {}
    key = next((known for known in entries if known.casefold() == key.casefold()), key)
    if text.strip().lower() == validators.NONE:
        entries.pop(key, None)
    else:
        entries[key] = validators.entry(text)
    return validator.read(scope, entries)


def set_field(system: System, sheet: Sheet, state: State, word: str, text: str) -> tuple[Sheet, State]:
    """The creature with one field set to what a person typed; `hp` are its current hit points.

    Raises FieldFaults for a field that is unknown or cannot be set, and for an impossible value.
    """
    if word.lower() in UNSETTABLE:
        raise fault(f"{word.lower()} cannot be set: {UNSETTABLE[word.lower()]}")
    field, key = find_field(system, word)
    current = fields.field_value(field, sheet, state)
    if not key and text.strip().lower() == validators.NONE and _can_be_none(system, field):
        value = None
    else:
        try:
            value = _value(system, field, key, text, current)
        except FieldFaults as wrong:
            raise FieldFaults(*wrong.under(field.name)) from None
    on_sheet, in_state = fields.split_values(fields.with_split_fields({field.name: value}))
    if sheet.max_recoveries is None and in_state.get("recoveries") is not None:
        on_sheet["max_recoveries"] = in_state["recoveries"]  # as a file without a maximum does
    changed_sheet, changed_state = replace(sheet, **on_sheet), replace(state, **in_state)
    before = fields.contradictions(system, sheet, state)
    wrong_now = [each for each in fields.contradictions(system, changed_sheet, changed_state) if each not in before]
    if wrong_now and field.name != "max_hp":  # a lower maximum lowers the hit points
        raise FieldFaults(*wrong_now)
    return changed_sheet, changed_state


def _can_be_none(system: System, field: fields.CreatureField) -> bool:
    """Whether a creature can lack a value here; it always has hit points or a track."""
    return field.part != "making" and field.name not in system.health.needed and fields.default(field) is None


# Options


def read_option(system: System, key: str, value: object) -> OptionValue:
    """The value of a rules option in a file.

    Raises FieldFaults, with a suggestion, for a key or a value that the system does not have.
    """
    if key not in system.options:
        raise unknown("option", key, system.options, of=system)
    allowed = system.options[key].values
    if system.options[key].several:
        return _several(value, allowed)
    if not allowed:
        number: int = validators.COUNTED.read(Scope(system), value)
        return number
    meant = value.lower() if isinstance(value, str) else value
    for one in allowed:
        # True equals 1 in Python, but not to a person.
        if type(one) is type(meant) and one == meant:
            return one
    words = [quote(one) for one in allowed]
    near = did_you_mean(value, [one for one in allowed if isinstance(one, str)]) if isinstance(value, str) else ""
    raise fault(f"expected {' or '.join(words)}, got {quote(value)}{near}")


def _several(value: object, allowed: Collection[OptionValue]) -> str:
    """Words joined by commas, from a list or a text. Raises FieldFaults for a word that is not allowed."""
    words = value if isinstance(value, list) else str(value).lower().replace(",", " ").split()
    words = [] if words == [validators.NONE] else words
    for one in words:
        if one not in allowed:
            raise fault(f"expected words of {', '.join(map(str, allowed))}, got {quote(one)}")
    return ",".join(str(each) for each in allowed if each in words)


def typed_option(system: System, key: str, text: str) -> OptionValue:
    """The value of one of the system's options, as a person types it.

    Raises FieldFaults, with a suggestion, for a value that the system does not have.
    """
    words = any(isinstance(one, str) for one in system.options[key].values)
    return read_option(system, key, text if words else validators.entry(text))
