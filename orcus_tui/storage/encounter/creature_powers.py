"""The powers, traits and auras in the table of a creature, and the references between them."""

from collections.abc import Mapping, Sequence
from typing import Any

from orcus_tui.rules import validators
from orcus_tui.rules.field_faults import FieldFault, FieldFaults, under
from orcus_tui.rules.field_table import FieldTable
from orcus_tui.rules.power_references import faults_between, faults_in_traits
from orcus_tui.storage.encounter.power_tables import POWER, TRAIT

_STAND_IN = "remind of the fault"
_ROWS: Mapping[str, tuple[FieldTable[Any], validators.Read]] = {
    "power": (POWER, validators.list_of(POWER.validator).read),
    "trait": (TRAIT, validators.list_of(TRAIT.validator).read),
}


def read_powers(scope: validators.Scope, values: dict[str, Any]) -> list[FieldFault]:
    """Reads the traits and the powers among the values of a creature, divides its auras, and returns the faults.

    Those with faults keep their valid fields, so that all faults in references are found at once.
    """
    faults: list[FieldFault] = []
    incomplete: set[str] = set()
    if "trait" in values:
        values["trait"], _ = _read_rows(scope, "trait", values["trait"], faults)
    if isinstance(values.get("aura"), tuple):
        found = values.pop("aura")
        values["aura"] = "; ".join(each for each in found if isinstance(each, str))
        values["auras"] = tuple(each for each in found if not isinstance(each, str))
    if "power" in values:
        values["power"], incomplete = _read_rows(scope, "power", values["power"], faults)
    if "powers" in values or "casting" in values:
        from orcus_tui.storage.encounter.casting import add_named_powers  # few files name powers of the library

        faults += add_named_powers(scope, values)
    if "power" in values:
        faults += under(faults_between(values["power"], incomplete), "power")
    return faults


def trait_faults(values: Mapping[str, Any]) -> list[FieldFault]:
    """A fault for each power that a trait names and the creature lacks; a form may have the creature's powers."""
    powers = values.get("power", ())
    faults = under(faults_in_traits(values.get("trait", ()), powers), "trait")
    for place, form in enumerate(values.get("form", ())):
        wrong = faults_in_traits(form.get("trait", ()), form.get("power", powers))
        faults += under(wrong, "form", place, "trait")
    return faults


def _read_rows(
    scope: validators.Scope, key: str, rows: Sequence[object], faults: list[FieldFault]
) -> tuple[tuple[Any, ...], set[str]]:
    """Powers or traits, and the folded names of those with faults, which have only their valid fields."""
    (table, read_all), listed = _ROWS[key], [*rows]
    try:
        return read_all(scope, listed), set()
    except FieldFaults as wrong:
        faults += wrong.under(key)
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
