"""Modifiers of traits, terrain and house rules, as texts and tables; the words that a file defines for them."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from msgspec.structs import replace

from orcus_tui.commands.command_error import CommandError
from orcus_tui.commands.line_compiler import NO_WORDS, FileWords
from orcus_tui.commands.modifiers import compile_fight_modifier, compile_modifier
from orcus_tui.model.fight import Fight
from orcus_tui.model.modifier import FightModifier, Modifier
from orcus_tui.model.text import name_key
from orcus_tui.rules.creation import stem
from orcus_tui.rules.facts import printed_words
from orcus_tui.rules.field_faults import fault
from orcus_tui.rules.system import System
from orcus_tui.rules.validators import LINE, NAME, TEXT_SCHEMA, Scope, list_of, table
from orcus_tui.rules.zone_names import name_fault
from orcus_tui.storage.encounter.effect_tables import language

Compiled = TypeVar("Compiled")
_FACT = r"[^\W\d_][\w'’-]*"
_ZONE = rf"\bzone ({_FACT})"


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
    blocks = [block for each in scope.tables for block in _stat_blocks(each)]
    types = {word for each in blocks for text in _texts([each.get("type"), each.get("tags")])
             for word in printed_words("", text, ())}  # fmt: skip
    empty = Fight("", scope.system.id, {}, {})
    zones = {name for each in blocks for name in _zones(each) if not name_fault(scope.system, empty, name)}
    return FileWords(frozenset(zones), frozenset(types))


def _stat_blocks(creature: object) -> Iterator[dict[str, Any]]:
    """The tables of a creature, of its forms, and of its own stat block while it is in a form."""
    if not isinstance(creature, dict):
        return
    yield creature
    forms, taken = creature.get("form"), creature.get("form_taken")
    for form in forms if isinstance(forms, list) else ():
        yield from _stat_blocks(form)
    if isinstance(taken, dict):
        yield from _stat_blocks(taken.get("own"))


def _zones(block: dict[str, Any]) -> Iterator[str]:
    """The zones of a stat block's auras, and those that its lines or those of events make."""
    auras = block.get("aura")
    for aura in auras if isinstance(auras, list) else ():
        if isinstance(aura, dict) and isinstance(aura.get("name"), str):
            yield stem(aura["name"])
    for text in _texts([block.get("power"), block.get("trait"), block.get("event")]):
        yield from (name_key(found) for found in re.findall(_ZONE, text))


def compile_with_facts(compile_text: Callable[[FileWords], Compiled], text: str, scope: Scope) -> Compiled:
    """What `compile_text` makes of a text with the words of the file as facts.

    In a text that the program wrote, a word that is no fact was one when it was written. Raises CommandError.
    """
    known = file_words(scope)
    while True:
        try:
            return compile_text(known)
        except CommandError as wrong:
            word = re.match(_FACT, text[wrong.column - 1 :]) if scope.by_program else None
            if word is None or name_key(word[0]) in known.zones:
                raise
            known = replace(known, zones=known.zones | {name_key(word[0])})


def _texts(value: object) -> Iterator[str]:
    """All texts in a value of a file."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Sequence):
        for each in value:
            yield from _texts(each)
    elif isinstance(value, dict):
        yield from _texts([*value.values()])


def _compile_modifier(text: str, scope: Scope) -> Modifier:
    return compile_with_facts(lambda known: compile_modifier(text, scope.system, scope.ids, known), text, scope)


MODIFIERS = list_of(
    replace(
        language(_compile_modifier, TEXT_SCHEMA),
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
