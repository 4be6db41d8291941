"""Prose read clause by clause: what a system's patterns make of it, and what is left."""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache

from msgspec import Struct, field

from orcus_tui.model.text import folded

LONGEST = 3_000
"""Characters read clause by clause; what is longer is no power's effect."""
LONGEST_REMINDER = 300
"""Characters; what is longer is read on the card."""

_JOIN = r"[\s.,;:…!]+|(?:and|plus|but|also|then|in addition|furthermore)\b"
_CLAUSE_END = r"\.(?=\s|$)|;|,(?=\s)|\s(?=and\s)|$"


class Reading(Struct):
    """What prose comes to, in the encounter format.

    `damage` and `types` are the first damage it deals, `lines` what it does to the target (or `self:`), `variants`
    other damage it deals when something is so, `outcomes` what a save decides, by its outcome, `reminders` what
    happens at the table alone. `unknown` is what no pattern knew, as it stands.
    """

    damage: str = ""
    types: tuple[str, ...] = ()
    lines: list[str] = field(default_factory=list)
    variants: list[tuple[str, str, tuple[str, ...]]] = field(default_factory=list)
    outcomes: list[tuple[str, str]] = field(default_factory=list)
    reminders: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)

    def deal(self, amount: str, types: tuple[str, ...]) -> None:
        """Damage: the first is the power's own, what follows of another type comes as lines."""
        if not self.damage and not self.lines:
            self.damage, self.types = amount, types
        else:
            self.lines.append(damage_line(amount, types))

    @property
    def dealt(self) -> str:
        """The damage as a power's field has it."""
        return damage_of(self.damage, self.types)

    def does_something(self) -> bool:
        """Whether any of it is more than a reminder."""
        return bool(self.damage or self.lines or self.variants)


Clause = tuple[str, Callable[[re.Match[str], Reading], None]]
"""A pattern, and what a passage that it fits adds to a reading."""


def read_prose(text: str, clauses: tuple[Clause, ...]) -> Reading:
    """Reads a plain text from its beginning: at each place the first pattern that fits takes its passage."""
    if len(text) > LONGEST:
        return Reading(unknown=[text])
    reading = Reading()
    place, unknown = 0, ""
    while (joint := _end_of_joint(text, place)) < len(text):
        unknown += text[place:joint]
        found, add = _first(text, joint, clauses)
        if found is not None and add is not None:
            unknown = _keep(reading, unknown)
            add(found, reading)
            place = found.end()
        else:
            ended = re.compile(_CLAUSE_END, re.IGNORECASE).search(text, joint + 1)
            place = ended.end() if ended else len(text)
            unknown += text[joint:place]
    _keep(reading, unknown)
    return reading


def _end_of_joint(text: str, place: int) -> int:
    """The place after what but joins two clauses: commas, `and`."""
    joint = re.compile(rf"(?:{_JOIN})*", re.IGNORECASE).match(text, place)
    return joint.end() if joint else place


def _first(
    text: str, place: int, clauses: tuple[Clause, ...]
) -> tuple[re.Match[str] | None, Callable[[re.Match[str], Reading], None] | None]:
    for pattern, add in clauses:
        found = re.compile(pattern, re.IGNORECASE).match(text, place)
        if found and found.end() > place:
            return found, add
    return None, None


def _keep(reading: Reading, unknown: str) -> str:
    """Notes what no pattern knew, unless it is but joints between clauses."""
    bare = unknown[_end_of_joint(unknown, 0) :].strip(" .,;:…!")
    if bare:
        reading.unknown.append(bare)
    return ""


def remind(text: str) -> str:
    """The line that says so when the power is used."""
    words = text.strip(" .,;").replace("#", "no. ").replace('"', "'")
    return f"remind {words if len(words) <= LONGEST_REMINDER else words[: LONGEST_REMINDER - 1] + '…'}"


def to_type(reading: "Reading") -> str:
    """What a person types to bring about what a reading found, `TARGET` and `ITSELF` for the ids."""
    dealt = [damage_line(reading.damage, reading.types)] if reading.damage else []
    typed = [_with_target(line) for line in (*dealt, *reading.lines)]
    besides = [f"{when}: damage TARGET {amount} {joined(types)}".rstrip() for when, amount, types in reading.variants]
    besides += [f"{outcome}: {then}" for outcome, then in reading.outcomes]
    return "; ".join((*typed, *reading.reminders, *besides))


def _with_target(line: str) -> str:
    whose = "ITSELF" if line.startswith("self: ") else "TARGET"
    verb, _, rest = line.removeprefix("self: ").partition(" ")
    return rest if verb == "remind" else f"{verb} {whose} {rest}"


def damage_of(amount: str, types: tuple[str, ...]) -> str:
    """Damage as a power's field has it: `5 fire+negative energy`."""
    return f"{amount} {'+'.join(types)}".strip()


def damage_line(amount: str, types: tuple[str, ...]) -> str:
    """The line that deals damage: `damage 5 fire+negative-energy`."""
    return f"damage {amount} {joined(types)}".rstrip()


def joined(types: tuple[str, ...]) -> str:
    """Damage types as a line has them."""
    return "+".join(each.replace(" ", "-") for each in types)


def hit_lines(reading: Reading, crit: str) -> list[str]:
    """What a hit brings on top of its damage; what is not understood is at least said.

    Damage of a further type is a line, and no part of the damage that a critical hit makes more of: `crit` is the
    pattern of how much of it then comes again.
    """
    lines: list[str] = []
    for line in reading.lines:
        lines.append(line)
        if again := re.fullmatch(rf"damage (?P<again>{crit})(?P<rest>(?:[+-][0-9]+)?(?: .*)?)", line):
            lines.append(f"crit: damage {again['again']}{re.sub(r'^[+-][0-9]+', '', again['rest'])}")
    return [*lines, *map(remind, reading.reminders), *map(remind, reading.unknown)]


def to_use(power: str) -> str:
    """The words that use a power, as they are typed."""
    return f"use {folded(power)} TARGET"


def own_words(text: str) -> str:
    """A text as one word of a line: in quotes."""
    words = text.strip(" .,;").replace("\\", "/").replace('"', "'")
    return f'"{words[:LONGEST_REMINDER]}"'


@lru_cache(maxsize=4096)
def pattern_with_name(pattern: str) -> "re.Pattern[str]":
    """A pattern that a creature's name is part of, in either case: a book has more of them than `re` keeps."""
    return re.compile(pattern, re.IGNORECASE)


def one_of(words: Mapping[str, str] | tuple[str, ...]) -> str:
    """A pattern for any of these words, longer ones first."""
    return "(?:" + "|".join(re.escape(each) for each in sorted(words, key=len, reverse=True)) + ")"
