"""Facts about a creature's combat abilities, for searches: words and numbers of its stat block."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from orcus_tui.model.text import printable

WAYS_OF_MOVING = ("burrow", "climb", "fly", "glide", "hover", "phasing", "swim", "teleport")
SENSES = (
    *("blindsense", "blindsight", "darkvision", "low-light vision", "night vision", "scent"),
    *("tremorsense", "truesight"),
)
LONGEST_WORD = 100
"""The most characters of a word or name that the search keeps."""

_CONDITIONS = r"(?:(?:^|[:&] ?)apply|\bthen) ([a-z][a-z+-]*)"
_AMOUNT = r"[0-9(][0-9d()*/+-]*"
_DAMAGE = rf"(?:^|[:&] ?)(?:damage|persist) {_AMOUNT} ([a-z][a-z+-]*)"
_TYPES = rf"\s*{_AMOUNT}\s+([a-z][a-z +-]*)"
_NO_TYPES = frozenset(
    ("save", "hard", "half", "lethal", "nonlethal", "enc", "eont", "sont", "eot", "teont", "tsont", "until", "while")
)


class CombatFacts(Struct, frozen=True, array_like=True):
    """The combat abilities of a creature, for searches.

    `defenses` are by the system's names; `resists` are types of damage it resists, `deals` types of damage, `inflicts`
    conditions, `powers` the names of its powers and traits, `senses` those beyond normal sight and hearing.
    """

    hp: int | None = None
    defenses: tuple[tuple[str, int], ...] = ()
    resists: tuple[str, ...] = ()
    immune: tuple[str, ...] = ()
    vulnerable: tuple[str, ...] = ()
    deals: tuple[str, ...] = ()
    inflicts: tuple[str, ...] = ()
    moves: tuple[str, ...] = ()
    powers: tuple[str, ...] = ()
    senses: tuple[str, ...] = ()


def combat_facts_of(table: Mapping[str, object]) -> CombatFacts:
    """The facts in a creature's table, which need not be valid: values of a wrong type are ignored."""
    powers = _tables(table, "power")
    lines = [line for power in powers for name in ("effects", "always") for line in _words(power.get(name))]
    max_hp = table.get("max_hp")
    return CombatFacts(
        hp=max_hp if type(max_hp) is int else None,
        defenses=_defenses(table.get("defenses")),
        resists=_distinct((*_words(table.get("resist")), *_words(table.get("half")))),
        immune=_distinct(_words(table.get("immune"))),
        vulnerable=_distinct(_words(table.get("vulnerable"))),
        deals=_distinct(_damage_types(powers, lines)),
        inflicts=_distinct(each for line in lines for each in _find_words(_CONDITIONS, line)),
        moves=_ways_of_moving(table.get("speed")),
        powers=_distinct(
            (*(str(each["name"]) for each in (*powers, *_tables(table, "trait")) if "name" in each), *_named(table))
        ),
        senses=_senses(table.get("senses")),
    )


def _damage_types(powers: list[Mapping[str, object]], lines: list[str]) -> Iterator[str]:
    for power in powers:
        damage = re.fullmatch(_TYPES, str(power.get("damage", "")))
        yield from damage[1].split("+") if damage else ()
    for line in lines:
        yield from _find_words(_DAMAGE, line)


def _find_words(pattern: str, line: str) -> Iterator[str]:
    """The words a pattern finds in a line of a power, unless the line is for the power's user."""
    if re.match(r"(?:[^:\"]*: *)?self:", line) is None:
        for found in re.finditer(pattern, line):
            yield from found[1].split("+")


def _ways_of_moving(speed: object) -> tuple[str, ...]:
    words = re.findall("[a-z]+", speed.lower()) if isinstance(speed, str) else []
    return tuple(way for way in WAYS_OF_MOVING if any(word.startswith(way) for word in words))


def _senses(senses: object) -> tuple[str, ...]:
    words = senses.lower() if isinstance(senses, str) else ""
    return tuple(sense for sense in SENSES if sense in words)


def _defenses(table: object) -> tuple[tuple[str, int], ...]:
    items = table.items() if isinstance(table, Mapping) else ()
    return tuple((str(name)[:LONGEST_WORD].lower(), value) for name, value in items if type(value) is int)


def _tables(table: Mapping[str, object], key: str) -> list[Mapping[str, object]]:
    value = table.get(key)
    return [each for each in value if isinstance(each, Mapping)] if isinstance(value, list) else []


def _named(table: Mapping[str, object]) -> Iterator[str]:
    """The names of the powers of the library that a creature has, without their uses."""
    return (each.partition(" (")[0] for each in _words(table.get("powers")))


def _words(value: object) -> list[str]:
    """The texts of a list, or the keys of a table."""
    return [each for each in value if isinstance(each, str)] if isinstance(value, list | Mapping) else []


def _distinct(words: Iterable[str]) -> tuple[str, ...]:
    """The words without duplicates, printable, in lower case and of limited length."""
    lowered = (printable(" ".join(each[:LONGEST_WORD].lower().split())) for each in words)
    return tuple(dict.fromkeys(each for each in lowered if each and each not in _NO_TYPES))
