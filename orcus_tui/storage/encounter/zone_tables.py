"""Auras and forms, as `[[creature.aura]]` and `[[creature.form]]`; zones of a fight, as `[[fight.zone]]`."""

from typing import Any, get_args

from msgspec.structs import replace

from orcus_tui.commands.line_compiler import not_by_itself
from orcus_tui.model.creature import Form, Sheet
from orcus_tui.model.duration import Duration, Ending
from orcus_tui.model.fight import Fight
from orcus_tui.model.power import Line
from orcus_tui.model.zone import Aura, AuraSide, Zone, ZonePoint
from orcus_tui.rules import fields
from orcus_tui.rules.creation import OF_THE_CREATURE, TABLES_OF_SHEET, stem
from orcus_tui.rules.field_faults import FieldFaults, fault
from orcus_tui.rules.field_table import Field, FieldTable, tables_by_name
from orcus_tui.rules.system import System
from orcus_tui.rules.validators import CREATURE, FARTHEST, LINE, NAME, Scope, Validator, list_of, one_of, whole
from orcus_tui.rules.zone_names import name_fault
from orcus_tui.storage.encounter.power_tables import COMPILED_LINE, POWER, TRAIT

_POINT = one_of(lambda _: get_args(ZonePoint), "point of a turn")
_SIDE = one_of(lambda _: get_args(AuraSide), "side")


def _read_size(scope: Scope, value: object) -> str:
    """A size, as text or as a number of squares."""
    if type(value) is int and value >= 0:
        return str(value)
    size: str = LINE.read(scope, value)
    return size


def _check_aura(scope: Scope, values: dict[str, Any]) -> None:
    if "line" in values and (wrong := not_by_itself(values["line"])):
        raise fault(wrong, "line")
    name = stem(values["name"])
    if wrong := name_fault(scope.system, Fight("", scope.system.id, {}, {}), name):
        raise fault(wrong.replace("a zone", "an aura", 1), "name")


AURA = FieldTable(
    Aura(""),
    Field("name", NAME, "required", required=True),
    Field("size", Validator(_read_size, {"type": ["string", "integer"]}), "how far it reaches, for you to read"),
    Field("side", _SIDE, "the creatures it affects: foes, allies or all (foes)"),
    Field("line", COMPILED_LINE, 'a line of a power for each creature inside, as "damage 5 poison"'),
    Field("at", _POINT, "start or end of the turn of each creature inside, or inside: as long as it is there (start)"),
    check=_check_aura,
)
"""An aura: a zone that moves with the creature; while nobody is inside, the log mentions it."""

DURATION = FieldTable(
    Duration("removed"),
    Field("ending", one_of(lambda _: get_args(Ending), "ending"), required=True),
    Field("number", whole(0, FARTHEST)),
)


def _read_zone_line(scope: Scope, value: object) -> Line:
    """The line of a zone in a fight, where a fact may be the name of another zone, which may have ended."""
    try:
        line: Line = COMPILED_LINE.read(scope, value)
    except FieldFaults:
        line = COMPILED_LINE.read(replace(scope, texts={}, by_program=True), value)
    return line


ZONE = FieldTable(
    Zone(),
    Field("inside", list_of(CREATURE)),
    Field("line", replace(COMPILED_LINE, read=_read_zone_line)),
    Field("at", _POINT),
    Field("source", CREATURE),
    Field("duration", DURATION.validator),
    Field("side", _SIDE),
)
"""A zone of a fight in progress, without its name."""


ZONES = tables_by_name("fight.zone", ZONE, LINE)
"""The zones of a fight in progress, by name."""
ENDED_ZONES = tables_by_name("fight.ended_zone", ZONE, LINE)
"""Zones that are over, by name; undoing a death restores its zones."""


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
