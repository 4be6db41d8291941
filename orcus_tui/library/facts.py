"""The facts about a creature for lists and searches, so that its stat block need not be read."""

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


LONGEST_NAME = 100
HIT_POINTS = "hp"
LEGENDARY = "legendary"
"""The tag of a creature with legendary actions."""
USUAL = "standard"
"""The kind of most creatures."""
_CHALLENGE = r"(?m)^Challenge ([0-9]{1,2}(?:/[248])?)(?![0-9./])"


class Facts(Struct, frozen=True, array_like=True):
    """The facts about a creature.

    `challenge` is as printed, `1/4` or `12`, and empty in most systems.
    """

    name: str
    level: int | None = None
    kind: str = USUAL
    role: str = ""
    size: str = ""
    type: str = ""
    tags: tuple[str, ...] = ()
    xp: float = 0
    challenge: str = ""
    combat: CombatFacts = CombatFacts()

    @property
    def about(self) -> str:
        """`level 3 mook, Striker, Small humanoid, goblin`; `CR 1/4, Small humanoid` if there is no level."""
        kind = "" if self.level is None and self.challenge and self.kind == USUAL else self.kind
        parts = (
            f"{self.strength} {kind}".strip(),
            self.role,
            " ".join(each for each in (self.size, self.type) if each),
            *self.tags,
        )
        if self.role == self.kind:
            parts = (parts[0], *parts[2:])
        return ", ".join(each for each in parts if each)

    def number(self, name: str) -> float | None:
        """The level, challenge, XP, hit points or a defense, by that name, if the creature has it."""
        if name == "challenge":
            whole, _, part = self.challenge.partition("/")
            return int(whole) / int(part or 1) if whole else None
        if name in ("level", "xp"):
            return self.xp if name == "xp" else self.level
        return self.combat.hp if name == HIT_POINTS else dict(self.combat.defenses).get(name)

    @property
    def strength(self) -> str:
        """`level 3`, or `CR 1/4` if there is no level; empty without either."""
        if self.level is not None:
            return f"level {self.level}"
        return f"CR {self.challenge}" if self.challenge else ""


def facts_of(table: Mapping[str, object]) -> Facts:
    """The facts in a creature's table, which need not be valid: values of a wrong type are ignored."""
    tags = table.get("tags")
    legendary = (LEGENDARY,) if table.get("legendary") else ()
    level, xp = table.get("level"), table.get("xp")
    return Facts(
        name=_text(table, "name"),
        level=level if type(level) is int else None,
        kind=_text(table, "kind") or "standard",
        role=_text(table, "role"),
        size=_text(table, "size"),
        type=_text(table, "type"),
        tags=(*_texts(tags), *legendary),
        xp=xp if isinstance(xp, int | float) and not isinstance(xp, bool) else 0,
        challenge=_challenge(table),
        combat=combat_facts_of(table),
    )


def _texts(value: object) -> Iterator[str]:
    return (printable(each) for each in value if isinstance(each, str)) if isinstance(value, list) else iter(())


def _challenge(table: Mapping[str, object]) -> str:
    """The challenge, from a line of the text: the encounter format has no field for it."""
    text = table.get("text")
    found = re.search(_CHALLENGE, text) if isinstance(text, str) else None
    return found[1] if found else ""


def _text(table: Mapping[str, object], key: str) -> str:
    value = table.get(key)
    return printable(" ".join(value[:LONGEST_NAME].split())) if isinstance(value, str) else ""


def searchable(text: str) -> str:
    """The text for searching: in lower case, with a space for everything but letters and digits."""
    return re.sub(r"[\W_]+", " ", text.casefold()).strip()
