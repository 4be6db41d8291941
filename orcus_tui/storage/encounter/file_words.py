"""Words that a file defines, which may be used as facts: zones of its lines and auras, types of its creatures."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from orcus_tui.commands.power_lines import NO_WORDS, FileWords
from orcus_tui.model.fight import Fight
from orcus_tui.model.text import name_key
from orcus_tui.rules.creation import stem
from orcus_tui.rules.facts import printed_words
from orcus_tui.rules.validators import Scope
from orcus_tui.rules.zone_names import name_fault

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
