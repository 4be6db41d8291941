"""The powers, traits and auras in the table of a creature, and the references between them."""

from collections.abc import Mapping, Sequence
from typing import Any

from orcus_tui.rules import validators
from orcus_tui.rules.field_faults import FieldFault, FieldFaults, Tail
from orcus_tui.rules.field_table import FieldTable
from orcus_tui.rules.power_references import faults_between, faults_in_traits
from orcus_tui.storage.encounter.power_tables import POWER, TRAIT
from orcus_tui.storage.encounter.zone_tables import AURA

_STAND_IN = "remind of the fault"
_read_aura_tables = validators.list_of(AURA.validator).read
_ROWS: Mapping[str, tuple[FieldTable[Any], validators.Read]] = {
    "power": (POWER, validators.list_of(POWER.validator).read),
    "trait": (TRAIT, validators.list_of(TRAIT.validator).read),
}


def read_powers(scope: validators.Scope, values: dict[str, Any], path: Tail, faults: list[FieldFault]) -> None:
    """Reads the traits, the auras and the powers among the values of a creature.

    Those with faults keep their valid fields, so that all faults in references are found at once.
    """
    incomplete: set[str] = set()
    if "trait" in values:
        values["trait"], _ = _read_rows(scope, values["trait"], faults, (*path, "trait"))
    if isinstance(values.get("aura"), tuple):
        found = values.pop("aura")
        values["aura"] = "; ".join(each for each in found if isinstance(each, str))
        named = [each for each in found if not isinstance(each, str)]
        values["auras"] = read_later(_read_aura_tables, scope, named, faults, (*path, "aura"))
    if "power" in values:
        values["power"], incomplete = _read_rows(scope, values["power"], faults, (*path, "power"))
    if "powers" in values or "casting" in values:
        from orcus_tui.storage.encounter.casting import add_named_powers  # few files name powers of the library

        faults += (FieldFault((*path, *one.tail), one.message) for one in add_named_powers(scope, values))
    if "power" in values:
        between = faults_between(values["power"], incomplete)
        faults += (FieldFault((*path, "power", *one.tail), one.message) for one in between)
    wrong = faults_in_traits(values.get("trait", ()), values.get("power", ()))
    faults += (FieldFault((*path, "trait", *one.tail), one.message) for one in wrong)


def _read_rows(
    scope: validators.Scope, rows: Sequence[object], faults: list[FieldFault], path: Tail
) -> tuple[tuple[Any, ...], set[str]]:
    """Powers or traits, and the folded names of those with faults, which have only their valid fields."""
    (table, read_all), listed = _ROWS[str(path[-1])], [*rows]
    try:
        return read_all(scope, listed), set()
    except FieldFaults as wrong:
        faults += wrong.under(*path)
        for one in wrong.faults:
            place, *tail = one.tail
            listed[int(place)] = _without(listed[int(place)], tail)
        read = tuple(table.read_in_part(scope, each) for each in listed)
        return read, {read[int(one.tail[0])].name.casefold() for one in wrong.faults}


def _without(row: object, tail: Sequence[str | int]) -> dict[str, object]:
    """The table of a power or trait without an invalid field; a stand-in keeps the places of the lines after it."""
    if not isinstance(row, dict) or not tail:
        return {}
    key, *inside = tail
    lines = row.get(str(key))
    if key in ("effects", "always") and isinstance(lines, list) and inside:
        return {**row, key: [_STAND_IN if place == inside[0] else each for place, each in enumerate(lines)]}
    return {name: value for name, value in row.items() if name != key}


def read_later(
    read: validators.Read, scope: validators.Scope, value: Any, faults: list[FieldFault], path: Tail
) -> tuple[Any, ...]:
    """The values of a list; adds its faults to `faults`."""
    try:
        found: tuple[Any, ...] = read(scope, list(value) if isinstance(value, tuple) else value)
    except FieldFaults as wrong:
        faults += wrong.under(*path)
        return ()
    return found
