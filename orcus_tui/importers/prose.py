"""Reading prose clause by clause: each system gives patterns, the first that fits takes its passage."""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache

from msgspec import Struct, field
from msgspec.structs import replace

from orcus_tui.importers.draft_text import (
    WHILE_GRAPPLED,
    Amount,
    DraftLine,
    Duration,
    EffectLine,
    Reminder,
    Until,
    effect_line,
    joined_reminders,
    quotable,
)
from orcus_tui.model.text import name_key

LONGEST = 3_000
"""Characters of prose that is read; no power's effect is longer."""

_OUT_OF_GRAPPLE = r"(?i)\bgrapple ends\Z|\bescapes? (?:from )?(?:the|this|its) grapple\Z"
_JOIN = r"[\s.,;:…!]+|(?:and|plus|but|also|then|in addition|furthermore)\b"
_CLAUSE_END = r"\.(?=\s|$)|;|,(?=\s)|\s(?=and\s)|$"


class SaveAfterHit(Struct, frozen=True):
    """A saving throw that a hit calls for, its condition if it has one, and the prose after it."""

    condition: str
    ability: str
    dc: str
    then: str

    @property
    def reminder(self) -> Reminder:
        """The save and all that follows, as a reminder."""
        return Reminder(f"check TARGET {self.ability} {self.dc}: {self.then}").under(self.condition)


class SaveOutcome(Struct, frozen=True):
    """What happens in the source's words to those who make a save, or to those who fail it."""

    saved: bool
    then: str

    @property
    def name(self) -> str:
        """What is said of the save."""
        return f"{'successful' if self.saved else 'failed'} save"


class Reading(Struct):
    """What prose means, in terms of the encounter format.

    `damage` and `types` are the first damage it deals; `lines` are its effects on the target (or `self:`); `variants`
    are other amounts of damage with their condition; `saves` are called for, `outcomes` are those of a save, which
    `has_save_now` says a reminder calls for already; `reminders` are events the table plays out; `unknown` are
    passages that no pattern fits.
    """

    damage: str = ""
    types: tuple[str, ...] = ()
    lines: list[DraftLine] = field(default_factory=list)
    variants: list[tuple[str, Amount]] = field(default_factory=list)
    saves: list[SaveAfterHit] = field(default_factory=list)
    outcomes: list[SaveOutcome] = field(default_factory=list)
    has_save_now: bool = False
    reminders: list[Reminder] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)

    def add_damage(self, amount: str, types: tuple[str, ...]) -> None:
        """Adds damage: the first is the power's own, further damage becomes lines."""
        if not self.damage and not self.lines:
            self.damage, self.types = amount, types
        else:
            self.lines.append(effect_line("damage", Amount(amount, types)))

    @property
    def damage_field(self) -> str:
        """The damage as the field of a power."""
        return Amount(self.damage, self.types).field_text

    @property
    def damage_line(self) -> EffectLine:
        """The line that deals the damage."""
        return effect_line("damage", Amount(self.damage, self.types))

    def does_something(self) -> bool:
        """Whether anything in it is more than a reminder."""
        return bool(self.damage or self.lines or self.variants)


Clause = tuple[str, Callable[[re.Match[str], Reading], None]]
"""A pattern, and a function that adds what a fitting passage means to a reading."""


def read_prose(text: str, clauses: tuple[Clause, ...], known: Reading | None = None) -> Reading:
    """Reads a plain text from start to end; at each place the first pattern that fits takes its passage.

    What is `known` of it without the text comes first.
    """
    reading = known or Reading()
    if len(text) > LONGEST:
        reading.unknown.append(text)
        return reading
    place, unknown = 0, ""
    while (joint := _end_of_joint(text, place)) < len(text):
        unknown += text[place:joint]
        found, add = _first(text, joint, clauses)
        if found is not None and add is not None:
            unknown = _add_unknown(reading, unknown)
            add(found, reading)
            place = found.end()
        else:
            ended = _pattern(_CLAUSE_END).search(text, joint + 1)
            place = ended.end() if ended else len(text)
            unknown += text[joint:place]
    _add_unknown(reading, unknown)
    return reading


@lru_cache(maxsize=1024)
def _pattern(pattern: str) -> re.Pattern[str]:
    """The pattern, in any case; kept here, since `re.compile` takes longer to find it again than to match it."""
    return re.compile(pattern, re.IGNORECASE)


def _end_of_joint(text: str, place: int) -> int:
    """The place after anything that only joins two clauses: commas, `and`."""
    joint = _pattern(rf"(?:{_JOIN})*").match(text, place)
    return joint.end() if joint else place


def _first(
    text: str, place: int, clauses: tuple[Clause, ...]
) -> tuple[re.Match[str] | None, Callable[[re.Match[str], Reading], None] | None]:
    for pattern, add in clauses:
        found = _pattern(pattern).match(text, place)
        if found and found.end() > place:
            return found, add
    return None, None


def _add_unknown(reading: Reading, unknown: str) -> str:
    """Adds a passage that no pattern fits, unless it only joins clauses; returns an empty passage."""
    bare = unknown[_end_of_joint(unknown, 0) :].strip(" .,;:…!")
    if bare:
        reading.unknown.append(bare)
    return ""


def until(words: str) -> Duration:
    """The duration for words after `until`: with a grapple ends what lasts as long as it does."""
    return WHILE_GRAPPLED if re.search(_OUT_OF_GRAPPLE, words) else Until(quotable(words))


def to_type(reading: Reading) -> Reminder:
    """What a reading found as commands to type, with `TARGET` and `ITSELF` in place of ids."""
    typed = [_with_target(line) for line in ([reading.damage_line] if reading.damage else []) + reading.lines]
    return joined_reminders((*typed, *reading.reminders, *variants_to_type(reading), *save_reminders(reading)))


def variants_to_type(reading: Reading) -> list[Reminder]:
    """The other amounts of damage that a reading found, as commands to type."""
    return [effect_line("damage", amount).to_type.under(when) for when, amount in reading.variants]


def save_reminders(reading: Reading) -> list[Reminder]:
    """The saves that are called for, and what happens on each outcome of one, in the source's words."""
    outcomes = (Reminder(f"{each.name}: {each.then}") for each in reading.outcomes)
    return [*(each.reminder for each in reading.saves), *outcomes]


def _with_target(line: DraftLine) -> Reminder:
    return replace(line, own=False, prefix="") if isinstance(line, Reminder) else line.to_type


def hit_lines(reading: Reading, crit: str | None) -> list[DraftLine]:
    """The lines of a hit besides its damage; passages that were not understood become reminders.

    Damage of a further type is a line of its own, which a critical hit does not increase by itself: `crit` is the
    pattern of the part of it that a critical hit deals again, None where nothing is rolled to hit.
    """
    lines: list[DraftLine] = []
    for line in reading.lines:
        lines.append(line)
        if crit is None or isinstance(line, Reminder) or line.verb != "damage" or line.own or line.prefix:
            continue
        if isinstance(line.what, Amount) and (again := re.fullmatch(rf"({crit})(?:[+-][0-9]+)?", line.what.dice)):
            lines.append(effect_line("damage", replace(line.what, dice=again[1]), prefix="crit: "))
    return [*lines, *reading.reminders, *map(Reminder, reading.unknown)]


def use_command(power: str) -> str:
    """The command that uses a power."""
    return f"use {name_key(power)} TARGET"


def any_of(words: Mapping[str, str] | tuple[str, ...]) -> str:
    """A pattern for any of some words, longer ones first."""
    return "(?:" + "|".join(re.escape(each) for each in sorted(words, key=len, reverse=True)) + ")"
