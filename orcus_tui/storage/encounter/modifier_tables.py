"""Modifiers of traits, terrain and house rules, as texts and tables."""

from typing import Any

from msgspec.structs import replace

from orcus_tui.commands.command_error import CommandError
from orcus_tui.commands.modifiers import compile_fight_modifier, compile_modifier
from orcus_tui.model.modifier import FightModifier
from orcus_tui.rules.field_faults import fault
from orcus_tui.rules.system import System
from orcus_tui.rules.validators import LINE, NAME, TEXT_SCHEMA, Schema, Scope, Validator, list_of, table
from orcus_tui.storage.encounter.effect_tables import language
from orcus_tui.storage.encounter.file_words import file_words

MODIFIERS = list_of(
    replace(
        language(lambda text, scope: compile_modifier(text, scope.system, scope.ids, file_words(scope)), TEXT_SCHEMA),
        write=lambda _, row: row.text(quoted=True),
    )
)
"""The modifiers of a trait."""

_RULE = table({"who": LINE, "modifier": LINE, "name": NAME}, required=("who", "modifier"))


def _read_rule(scope: Scope, value: object) -> FightModifier:
    values: dict[str, Any] = _RULE.read(scope, value)
    known, key = file_words(scope), "modifier"
    try:
        row = compile_modifier(values["modifier"], scope.system, scope.ids, known)
        key = "who"
        who = values["who"]
        return compile_fight_modifier(who, row, values.get("name", ""), scope.system, {*scope.ids, *known.zones})
    except CommandError as error:
        raise fault(f"column {error.column}: {error.message}", key) from None


def _write_rule(_system: System, rule: FightModifier) -> dict[str, object]:
    named = {"name": rule.row.name} if rule.row.name else {}
    return {"who": rule.who, "modifier": rule.row.text(quoted=True), **named}


def _rule_schema(system: System) -> Schema:
    return _RULE.schema_in(system)


RULE = Validator(_read_rule, _rule_schema, write=_write_rule)
"""`[[modifier]]`: who has it, the modifier, and its name."""
