"""What of a creature ships: its names, its numbers, and its powers as structured facts. Prose stays behind."""

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType

LONGEST_FACT = 80
"""Characters: what says more than one thing is seldom shorter."""
KEPT_LINES = ("Skills:", "Challenge ")
"""How lines of a creature's text begin that are names and numbers throughout."""
_SENTENCE_GOES_ON = r"[.!?…]\s+\S|…$|;"
_IN_WORDS = r"(?:^|: )remind\b|['\"]"
"""Lines that say something in the words of their author."""
_POINTS_ELSEWHERE = r"\bsee (?:below|above|also|the)\b"
_AURA = r"([0-9]+: [^:.]+)[:.].*"
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
            found[key] = [each for each in lines if not re.search(_IN_WORDS, each) or is_fact(each)]
    if any(table.get(each) for each in _DOES):
        found.pop("text", None)  # it says in words what these say
    return {key: value for key, value in found.items() if value != []}


def _lines(text: str) -> str:
    """The lines that are names and numbers."""
    return "\n".join(line for line in text.splitlines() if line.startswith(KEPT_LINES))


def _fact(text: str) -> str:
    return text.replace("*", "") if is_fact(text) else ""


def _parts(text: str) -> str:
    """The parts between commas that are facts."""
    return ", ".join(each for each in re.split(r"[,;] +", text) if is_fact(each))


def _aura(text: str) -> str:
    """How far it reaches, and what it is called, where what it does takes more than a few words."""
    return text if is_fact(text) else re.sub(f"(?s){_AURA}", r"\1", text)


def _nothing(_: str) -> str:
    return ""


_OF_CREATURE: Mapping[str, Callable[[str], str]] = MappingProxyType(
    {"text": _lines, "notes": _nothing, "aura": _aura, "senses": _parts, "languages": _parts, "speed": _parts}
)
_OF_POWER: Mapping[str, Callable[[str], str]] = MappingProxyType({"text": _fact})
