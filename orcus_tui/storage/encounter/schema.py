"""The JSON Schema of encounter and party files, for editors: `orcus-tui schema`.

It is built from the tables of fields and the words of each rules system. It accepts more than the program does: only
`orcus-tui check` checks lines of the command language, and values that depend on each other.
"""

import json

from orcus_tui.rules import fields
from orcus_tui.rules.field_table import field_schema
from orcus_tui.rules.system import System
from orcus_tui.rules.validators import TEXT_SCHEMA, Schema, table_schema, words_schema
from orcus_tui.storage.encounter.briefing_tables import BRIEFING
from orcus_tui.storage.encounter.casting import ABOUT_NAMED, CASTING, NAMED_POWERS
from orcus_tui.storage.encounter.effect_tables import EFFECT
from orcus_tui.storage.encounter.fight_tables import ENCOUNTER, FORMAT, RULES
from orcus_tui.storage.encounter.power_tables import POWER, TRAIT
from orcus_tui.storage.encounter.zone_tables import AURA, IN_A_FORM
from orcus_tui.systems import DEFAULT, SYSTEMS


def field_schemas(system: System) -> dict[str, Schema]:
    """The schema of each field of a creature, in a system."""
    absent = fields.HEALTH.difference(system.health.fields)
    return {name: field_schema(field, system) for name, field in fields.FIELDS.items() if name not in absent}


def effect_schema() -> Schema:
    """The schema of an effect on a creature; most of its keys are for fights in progress."""
    one = [{"required": [key]} for key in ("name", "persist", "regen")]
    return {**EFFECT.schema(SYSTEMS[DEFAULT]), "anyOf": one}


def creature_schema(system: System) -> Schema:
    """The schema of a creature of a system."""
    properties = field_schemas(system)
    properties["trait"] = {"type": "array", "items": TRAIT.schema(system)}
    properties["power"] = {"type": "array", "items": POWER.schema(system)}
    properties["powers"] = {"description": ABOUT_NAMED, **NAMED_POWERS.schema_in(system)}
    properties["casting"] = {"$ref": "#/definitions/casting"}
    aura_tables = {"type": "array", "items": AURA.schema(system)}
    properties["aura"] = {"description": properties["aura"]["description"], "anyOf": [TEXT_SCHEMA, aura_tables]}
    forms = {name: each for name, each in properties.items() if name in IN_A_FORM}
    properties["form"] = {"type": "array", "items": table_schema(forms, ("name",))}
    properties["effect"] = {"type": "array", "items": {"$ref": "#/definitions/effect"}}
    found = table_schema(properties, ("name",))
    if "max_hp" in system.health.needed:
        with_hp = [name for name, kind in system.creatures.kinds.items() if kind.max_hp is not None]
        by_kind = {"required": ["kind"], "properties": {"kind": words_schema(with_hp)}}
        found["anyOf"] = [{"required": ["max_hp"]}, *([by_kind] if with_hp else [])]
    return found


def schema() -> Schema:
    """The schema; the words of a system apply to the files of that system."""
    usual = SYSTEMS[DEFAULT]
    properties: dict[str, Schema] = {
        "format": {"const": FORMAT, "description": "required"},
        **{name: {"description": field.about} for name, field in ENCOUNTER.fields.items()},
        "system": {"description": "the rules system", "default": DEFAULT, "enum": list(SYSTEMS)},
        "party": {"description": "a file with the heroes, in the same folder or one below it", **TEXT_SCHEMA},
        **{name: field_schema(field, usual) for name, field in BRIEFING.fields.items()},
        "modifier": RULES.schema_in(usual),
        "fight": {"description": "a fight in progress, as the program writes it", "type": "object"},
        "creature": {"description": "[[creature]] once for each", "type": "array"},
    }
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Orcus TUI: an encounter, or a party",
        **table_schema(properties, ("format",)),
        "allOf": [_system_schema(system) for system in SYSTEMS.values()],
        "definitions": {
            "effect": effect_schema(),
            "casting": CASTING.schema(usual),
            **{each.id: creature_schema(each) for each in SYSTEMS.values()},
        },
    }


def _system_schema(system: System) -> Schema:
    """The rules for the files of one system; a file without `system` is for the default system."""
    named: Schema = {"properties": {"system": {"const": system.id}}}
    if system.id != DEFAULT:
        named["required"] = ["system"]
    creatures = {"type": "array", "items": {"$ref": f"#/definitions/{system.id}"}}
    own = {name: field.validator.schema_in(system) for name, field in ENCOUNTER.fields.items()}
    return {"if": named, "then": {"properties": {**own, "creature": creatures}}}


def text() -> str:
    """The text of the schema file that is shipped."""
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"
