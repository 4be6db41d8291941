"""Forms of a creature, as `[[creature.form]]` tables: the keys that differ from the creature's own."""

from typing import Any

from orcus_tui.model.creature import Form, Sheet
from orcus_tui.rules import fields
from orcus_tui.rules.creation import OF_THE_CREATURE, TABLES_OF_SHEET
from orcus_tui.rules.system import System
from orcus_tui.storage.encounter.power_tables import POWER, TRAIT
from orcus_tui.storage.encounter.zone_tables import AURA

IN_A_FORM = frozenset(
    name
    for name, field in fields.FIELDS.items()
    if (field.part == "sheet" and not field.by_program and name not in OF_THE_CREATURE) or name == "counters"
) | {"name", "powers", "casting", *TABLES_OF_SHEET.keys() - {"auras"}}
"""The keys of a form."""
NOT_IN_A_FORM = {"hp": "write max_hp: a form with its own hit points begins at full"}


def form_table(system: System, own: Sheet, form: Form) -> dict[str, object]:
    """The table of a form: its values that differ from the creature's own."""
    table: dict[str, object] = {"name": form.name}
    for name, field in fields.FIELDS.items():
        if name not in IN_A_FORM or field.part != "sheet" or name in ("name", "aura"):
            continue
        value = field.value_of(form.sheet)
        if value is not None and value != field.value_of(own):
            table[name] = field.validator.write(system, value)
    if form.counters:
        table["counters"] = dict(form.counters)
    if (form.sheet.aura, form.sheet.auras) != (own.aura, own.auras):
        text = [form.sheet.aura] if form.sheet.aura else []
        table["aura"] = [*text, *(AURA.write(system, each) for each in form.sheet.auras)]
    rows: tuple[tuple[str, str, Any], ...] = (("trait", "traits", TRAIT), ("power", "powers", POWER))
    for key, attribute, fields_of in rows:
        held = getattr(form.sheet, attribute)
        if held != getattr(own, attribute):
            table[key] = [fields_of.write(system, each) for each in held]
    return table
