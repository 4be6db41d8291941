"""What of a creature ships: its names, its numbers, and its powers as structured facts. Prose stays behind.

What prose says of the rules goes along as `terse` has it: the terms of the game and the numbers in it.
"""

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType

from orcus_tui.library.terse import BOOK, is_terse, terse

LONGEST_FACT = 80
"""Characters: what says more than one thing is seldom shorter."""
KEPT_LINES = ("Skills:", "Challenge ")
"""How lines of a creature's text begin that are names and numbers throughout."""
_SENTENCE_GOES_ON = r"[.!?…]\s+\S|…$|;"
_REMIND = r"(?P<before>(?:|.*?: ))remind (?P<words>.*)"
_TERSE_LINE = rf"(?P<before>.*?\bremind {BOOK})(?:: (?P<facts>.*))?"
_SAID_LATER = r'(?:start|end) "'
_QUOTED = r'"([^"]*)"'
_NAME = r"(?:[0-9]+ )?[A-Z][\w'’-]*(?: (?:of|the|with|and|[A-Z][\w'’-]*|\([^)]*\)))*"
_TYPED = r"(?:apply|check|damage|use)\b(?:[^;,.\"]* (?:TARGETS?|FAILED|SAVED|ITSELF))+[^;,.\"]*"
_SAID_BY_US = (
    rf"(?:uses up )?{_NAME}(?:, {_NAME})*(?:, too)?",
    rf"one of {_NAME}(?:, {_NAME})*",
    rf"(?:(?:failed|saved|then): )?{_TYPED}(?:; (?:failed|saved|then): {_TYPED})*",
)
"""What a reminder says that the importers made of names, numbers and what is to be typed."""
_UNDER_CONDITION = r"(?P<when>[Ii]f [^:]*): (?P<then>.*)"
_TRAIT = r"([^:.]{1,60}): .*"
_POINTS_ELSEWHERE = r"\bsee (?:below|above|also|the)\b"
_AURA = r"([0-9]+: [^:.]+)[:.]"
_DOES = ("attack", "damage", "effects", "always")


def bare(table: Mapping[str, object]) -> dict[str, object]:
    """A creature's table without its prose."""
    found = _without_prose(table, _OF_CREATURE)
    powers = table.get("power")
    if isinstance(powers, list):
        found["power"] = [_power(each) for each in powers]
    return found


def is_fact(text: str) -> bool:
    """Whether a text is short, says but one thing, and does not send the reader to another."""
    return len(text) <= LONGEST_FACT and not re.search(f"{_SENTENCE_GOES_ON}|{_POINTS_ELSEWHERE}", text)


def _without_prose(table: Mapping[str, object], kept: Mapping[str, Callable[[str], str]]) -> dict[str, object]:
    """The table with what is kept of some of its texts; a text of which nothing is kept is left out."""
    told = {key: kept[key](value) if key in kept and isinstance(value, str) else value for key, value in table.items()}
    return {key: value for key, value in told.items() if value != ""}


def _power(table: Mapping[str, object]) -> dict[str, object]:
    found = _without_prose(table, _OF_POWER)
    for key in ("effects", "always"):
        lines = table.get(key)
        if isinstance(lines, list):
            found[key] = _together([_line(each) for each in lines])
    if any(table.get(each) for each in _DOES):
        found.pop("text", None)  # it says in words what these say
    return {key: value for key, value in found.items() if value != []}


def _line(text: str) -> str:
    """A power's line: a reminder without its prose, and what is in quotes as a fact."""
    found = re.fullmatch(f"(?s){_REMIND}", text)
    if found is None or re.match(_SAID_LATER, found["words"]):
        return re.sub(_QUOTED, lambda quoted: f'"{_fact(quoted[1])}"', text)
    return f"{found['before']}remind {_reminder(found['words'])}"


def _together(lines: list[str]) -> list[str]:
    """The lines, each once; of those that the source says more about on one occasion, one has all their facts."""
    facts: dict[str, list[str]] = {}
    for line in dict.fromkeys(lines):
        found = re.fullmatch(_TERSE_LINE, line)
        if found is None:
            facts[line] = []
        else:
            facts.setdefault(found["before"], []).extend(filter(None, [found["facts"]]))
    return [f"{line}: {'; '.join(told)}" if told else line for line, told in facts.items()]


def _reminder(words: str) -> str:
    """The words of a reminder as far as they are ours, else the facts in them."""
    if any(re.fullmatch(each, words) for each in _SAID_BY_US):
        return words
    found = re.fullmatch(_UNDER_CONDITION, words)
    if found and not is_terse(words):
        return f"{terse(found['when'])}: {_reminder(found['then'])}"
    return terse(words)


def _lines(text: str) -> str:
    """The lines that are names and numbers; of the others, such as traits, the name and the facts."""
    told = (line if line.startswith(KEPT_LINES) else _trait(line) for line in text.splitlines())
    return "\n".join(filter(None, told))


def _trait(line: str) -> str:
    """What a line says after a name: `Web Walker: book: restrained`; nothing where there is no fact in it."""
    found = re.fullmatch(_TRAIT, line.replace("*", ""))
    if found is None or is_terse(line.partition(": ")[2]):
        return line if found else ""
    facts = terse(line[found.end(1) :])
    return "" if facts == BOOK else f"{found[1]}: {facts}"


def _fact(text: str) -> str:
    """A text that is a fact, else the facts in it."""
    return text.replace("*", "") if is_fact(text) or is_terse(text) else terse(text)


def _parts(text: str) -> str:
    """The parts between commas that are facts."""
    return ", ".join(each for each in re.split(r"[,;] +", text) if is_fact(each))


def _aura(text: str) -> str:
    """How far it reaches, what it is called, and what it does, if need be terse."""
    found = re.match(_AURA, text)
    if found is None or is_fact(text) or is_terse(text[found.end() :].lstrip(": ")):
        return text
    return f"{found[1]}: {terse(text[found.end() :])}"


def _nothing(_: str) -> str:
    return ""


_OF_CREATURE: Mapping[str, Callable[[str], str]] = MappingProxyType(
    {"text": _lines, "notes": _nothing, "aura": _aura, "senses": _parts, "languages": _parts, "speed": _parts}
)
_OF_POWER: Mapping[str, Callable[[str], str]] = MappingProxyType({"text": _fact})
