"""Modifiers of traits, terrain and house rules, as texts and tables; the words that a file defines for them."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from orcus_tui.commands.command_error import CommandError
from orcus_tui.commands.line_compiler import NO_WORDS, FileWords
from orcus_tui.commands.modifiers import compile_fight_modifier, compile_modifier
from orcus_tui.model.fight import Fight
from orcus_tui.model.modifier import FightModifier
from orcus_tui.model.text import name_key
from orcus_tui.rules.creation import stem
from orcus_tui.rules.facts import printed_words
from orcus_tui.rules.field_faults import fault
from orcus_tui.rules.system import System
from orcus_tui.rules.validators import LINE, NAME, TEXT_SCHEMA, Scope, list_of, table
from orcus_tui.rules.zone_names import name_fault
from orcus_tui.storage.encounter.effect_tables import language

_ZONE = r"\bzone ([^\W\d_][\w'’-]*)"


def file_words(scope: Scope) -> FileWords:
    """The words of the file that is read, found when one is first needed."""
    if not scope.tables:
        return NO_WORDS
    known = scope.texts.setdefault(file_words, {})
    if "words" not in known:
        known["words"] = _words_in(scope)
    found: FileWords = known["words"]
    return found


def _words_in(scope: Scope) -> FileWords:
    creatures = [each for each in scope.tables if isinstance(each, dict)]
    types = {word for each in creatures for text in _texts([each.get("type"), each.get("tags")])
             for word in printed_words("", text, ())}  # fmt: skip
    empty = Fight("", scope.system.id, {}, {})
    zones = {name for each in creatures for name in _zones(each) if not name_fault(scope.system, empty, name)}
    return FileWords(frozenset(zones), frozenset(types))


def _zones(creature: dict[str, Any]) -> Iterator[str]:
    """The zones of a creature's auras, and those that its lines make."""
    auras = creature.get("aura")
    for aura in auras if isinstance(auras, list) else ():
        if isinstance(aura, dict) and isinstance(aura.get("name"), str):
            yield stem(aura["name"])
    for text in _texts([creature.get("power"), creature.get("trait")]):
        yield from (name_key(found) for found in re.findall(_ZONE, text))
    forms = creature.get("form")
    for form in forms if isinstance(forms, list) else ():
        if isinstance(form, dict):
            yield from _zones(form)


def _texts(value: object) -> Iterator[str]:
    """All texts in a value of a file."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Sequence):
        for each in value:
            yield from _texts(each)
    elif isinstance(value, dict):
        yield from _texts([*value.values()])


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


RULE = replace(_RULE, read=_read_rule, write=_write_rule)
"""`[[modifier]]`: who has it, the modifier, and its name."""
