"""Creatures without their prose: names, numbers and powers ship with the program, descriptions do not.

Where prose states rules, `rule_terms` keeps the terms of the game and the numbers in it.
"""

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType

from orcus_tui.library.rule_terms import SEE_SOURCE, has_terms_only, rule_terms

LONGEST_FACT = 80
"""Characters of a text that can still be a plain fact."""
FACT_LINES = ("Skills:", "Challenge ")
"""The beginnings of the lines of a creature's text that are names and numbers throughout."""
_SENTENCE_GOES_ON = r"[.!?…]\s+\S|…$|;"
_REMIND = r"(?P<before>(?:|.*?: ))remind (?P<words>.*)"
_TERSE_LINE = rf"(?P<before>.*?\bremind {SEE_SOURCE})(?:: (?P<facts>.*))?"
_TIMED_REMINDER = r'(?:start|end) "'
_QUOTED = r'"([^"]*)"'
_NAME = r"(?:[0-9]+ )?[A-Z][\w'’-]*(?: (?:of|the|with|and|[A-Z][\w'’-]*|\([^)]*\)))*"
_TYPED = r"(?:apply|check|damage|use)\b(?:[^;,.\"]* (?:TARGETS?|FAILED|SAVED|ITSELF))+[^;,.\"]*"
_OUR_REMINDERS = (
    rf"(?:uses up )?{_NAME}(?:, {_NAME})*(?:, too)?",
    rf"one of {_NAME}(?:, {_NAME})*",
    rf"(?:(?:failed|saved|then): )?{_TYPED}(?:; (?:failed|saved|then): {_TYPED})*",
)
"""The reminders that importers write themselves, of names, numbers and commands to type."""
_UNDER_CONDITION = r"(?P<when>[Ii]f [^:]*): (?P<then>.*)"
_TRAIT = r"([^:.]{1,60}): .*"
_REFERENCE = r"\bsee (?:below|above|also|the)\b"
_AURA = r"([0-9]+: [^:.]+)[:.]"
_MECHANICS = ("attack", "damage", "effects", "always")


def without_prose(table: Mapping[str, object]) -> dict[str, object]:
    """A creature's table without its prose."""
    found = _reduce_texts(table, _OF_CREATURE)
    powers = table.get("power")
    if isinstance(powers, list):
        found["power"] = [_reduce_power(each) for each in powers]
    return found


def is_fact(text: str) -> bool:
    """Whether a text is short, a single statement, and no reference to another text."""
    return len(text) <= LONGEST_FACT and not re.search(f"{_SENTENCE_GOES_ON}|{_REFERENCE}", text)


def _reduce_texts(table: Mapping[str, object], reduce: Mapping[str, Callable[[str], str]]) -> dict[str, object]:
    """The table with some of its texts reduced; a text of which nothing is left goes."""
    texts = {
        key: reduce[key](value) if key in reduce and isinstance(value, str) else value for key, value in table.items()
    }
    return {key: value for key, value in texts.items() if value != ""}


def _reduce_power(table: Mapping[str, object]) -> dict[str, object]:
    found = _reduce_texts(table, _OF_POWER)
    for key in ("effects", "always"):
        lines = table.get(key)
        if isinstance(lines, list):
            found[key] = _merge_reminders([_reduce_line(each) for each in lines])
    if any(table.get(each) for each in _MECHANICS):
        found.pop("text", None)  # the same in words
    return {key: value for key, value in found.items() if value != []}


def _reduce_line(text: str) -> str:
    """A power's line with the prose of reminders and of quoted words reduced."""
    found = re.fullmatch(f"(?s){_REMIND}", text)
    if found is None or re.match(_TIMED_REMINDER, found["words"]):
        return re.sub(_QUOTED, lambda quoted: f'"{_fact(quoted[1])}"', text)
    return f"{found['before']}remind {_reminder(found['words'])}"


def _merge_reminders(lines: list[str]) -> list[str]:
    """The lines, each once; reduced reminders of the same occasion become one with all their terms."""
    facts: dict[str, list[str]] = {}
    for line in dict.fromkeys(lines):
        found = re.fullmatch(_TERSE_LINE, line)
        if found is None:
            facts[line] = []
        else:
            facts.setdefault(found["before"], []).extend(filter(None, [found["facts"]]))
    return [f"{line}: {'; '.join(terms)}" if terms else line for line, terms in facts.items()]


def _reminder(words: str) -> str:
    """The words of a reminder if an importer wrote them, else the rule terms in them."""
    if any(re.fullmatch(each, words) for each in _OUR_REMINDERS):
        return words
    found = re.fullmatch(_UNDER_CONDITION, words)
    if found and not has_terms_only(words):
        return f"{rule_terms(found['when'])}: {_reminder(found['then'])}"
    return rule_terms(words)


def _lines(text: str) -> str:
    """The lines that are names and numbers; of the others, such as traits, the name and the rule terms."""
    lines = (line if line.startswith(FACT_LINES) else _trait(line) for line in text.splitlines())
    return "\n".join(filter(None, lines))


def _trait(line: str) -> str:
    """A trait's name and rule terms: `Web Walker: see source: restrained`; empty where it has no rule term."""
    found = re.fullmatch(_TRAIT, line.replace("*", ""))
    if found is None or has_terms_only(line.partition(": ")[2]):
        return line if found else ""
    facts = rule_terms(line[found.end(1) :])
    return "" if facts == SEE_SOURCE else f"{found[1]}: {facts}"


def _fact(text: str) -> str:
    """A text that is a fact, else the rule terms in it."""
    return text.replace("*", "") if is_fact(text) or has_terms_only(text) else rule_terms(text)


def _parts(text: str) -> str:
    """The parts between commas that are facts."""
    return ", ".join(each for each in re.split(r"[,;] +", text) if is_fact(each))


def _aura(text: str) -> str:
    """An aura's radius and name, and its effect as a fact or as rule terms."""
    found = re.match(_AURA, text)
    if found is None or is_fact(text) or has_terms_only(text[found.end() :].lstrip(": ")):
        return text
    return f"{found[1]}: {rule_terms(text[found.end() :])}"


def _nothing(_: str) -> str:
    return ""


_OF_CREATURE: Mapping[str, Callable[[str], str]] = MappingProxyType(
    {"text": _lines, "notes": _nothing, "aura": _aura, "senses": _parts, "languages": _parts, "speed": _parts}
)
_OF_POWER: Mapping[str, Callable[[str], str]] = MappingProxyType({"text": _fact})
