"""The clause engine: prose read clause by clause, with a vocabulary for each family of stat blocks."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import lru_cache
from typing import Generic, Protocol, TypeVar

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
"""The most characters of prose that are read; the effect of every known power is shorter."""
NO_DAMAGE = Amount("")

_OUT_OF_GRAPPLE = r"(?i)\bgrapple ends\Z|\bescapes? (?:from )?(?:the|this|its) grapple\Z"
_JOINT = r"[\s.,;:…!]+|(?:and|plus|but|also|then|in addition|furthermore)\b"
_CLAUSE_END = re.compile(r"\.(?=\s|$)|;|,(?=\s)|\s(?=and\s)|$", re.IGNORECASE)


# The meaning of prose


class SaveAfterHit(Struct, frozen=True):
    """A saving throw that a hit calls for, its condition if it has one, and the prose after it."""

    condition: str
    ability: str
    dc: str
    then: str

    @property
    def reminder(self) -> Reminder:
        """The save and its outcomes, as a reminder."""
        return Reminder(f"check TARGET {self.ability} {self.dc}: {self.then}").under(self.condition)


class SaveOutcome(Struct, frozen=True):
    """The effect of a successful or a failed save, in the source's words."""

    saved: bool
    then: str

    @property
    def name(self) -> str:
        """`successful save` or `failed save`."""
        return f"{'successful' if self.saved else 'failed'} save"


class Case(Struct, frozen=True):
    """The effect of a power under a condition, such as `already dazed`: other damage, and further lines.

    `damage` is None if it does not change; the lines replace those in `in_place_of`.
    """

    condition: str
    lines: tuple[DraftLine, ...] = ()
    damage: Amount | None = None
    in_place_of: tuple[DraftLine, ...] = ()

    @property
    def damage_field(self) -> str:
        """The damage of the case as the field of a power."""
        return self.damage.field_text if self.damage else ""


class Follow(Struct, frozen=True):
    """A possible consequence of a hit or a miss: damage to others, or the result of an obstacle."""

    name: str
    damage: Amount = NO_DAMAGE
    lines: tuple[DraftLine, ...] = ()


class Reading(Struct):
    """The meaning of prose, in terms of the encounter format.

    `damage` is the first damage; `lines` are effects on the target (or on `self:`); `cases` are effects
    under a condition, `follows` are possible consequences; `offers` are lines that a person decides on, each after its
    condition; `saves` are the saves that it calls for, `outcomes` the results of a save; with `has_save_now`, a
    reminder already calls for that save; `reminders` are events that are played out at the table; `unknown` are
    passages that no clause matches. With `halves`, a miss deals half the damage.
    """

    damage: Amount = NO_DAMAGE
    halves: bool = False
    lines: list[DraftLine] = field(default_factory=list)
    cases: list[Case] = field(default_factory=list)
    follows: list[Follow] = field(default_factory=list)
    offers: list[DraftLine] = field(default_factory=list)
    saves: list[SaveAfterHit] = field(default_factory=list)
    outcomes: list[SaveOutcome] = field(default_factory=list)
    has_save_now: bool = False
    reminders: list[Reminder] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)

    def add(self, more: "Reading") -> None:
        """Adds the lines, cases, follow-ups and unknown passages of another text."""
        self.lines += more.lines
        self.cases += more.cases
        self.follows += more.follows
        self.unknown += more.unknown

    def add_damage(self, amount: Amount) -> None:
        """Adds damage: the first is the power's own, further damage becomes lines."""
        if not self.damage.dice and not self.lines:
            self.damage = amount
        else:
            self.lines.append(effect_line("damage", amount))

    @property
    def texts(self) -> list[str]:
        """The lines as text."""
        return [*map(str, self.lines)]

    @property
    def damage_lines(self) -> list[EffectLine]:
        """The line that deals the damage, if there is any."""
        return [effect_line("damage", self.damage)] if self.damage.dice else []

    def only_lines(self) -> list[DraftLine] | None:
        """The lines, first that of the damage; None if the reading has more than these and offers."""
        others = (self.unknown, self.cases, self.outcomes, self.reminders, self.follows, self.saves)
        return None if any(others) else [*self.damage_lines, *self.lines]

    def does_something(self) -> bool:
        """Whether the reading has more than reminders."""
        return bool(self.damage.dice or self.lines or self.cases or self.follows)


# The engine


class HasUnknown(Protocol):
    """A reading that clauses add to."""

    @property
    def unknown(self) -> list[str]:
        """The passages that no clause fits."""


Found = TypeVar("Found", bound=HasUnknown)
Clause = tuple[str, Callable[[re.Match[str], Found], bool | None]]
"""A pattern, and a function that adds the meaning of a matching passage, or returns False to leave it to later
clauses."""


class Vocabulary(Generic[Found]):
    """The clauses of a family in the order they are tried, and a pattern for words that only join two clauses."""

    def __init__(self, *clauses: Clause[Found], joint: str = _JOINT) -> None:
        self._clauses = [(re.compile(pattern, re.IGNORECASE).match, add) for pattern, add in clauses]
        self._joint = re.compile(rf"(?:{joint})*", re.IGNORECASE).match

    def read(self, text: str, reading: Found) -> Found:
        """Adds the meaning of a text, read from start to end; at each place the first matching clause reads a passage.

        Words without a match are unknown up to the end of their clause.
        """
        if len(text) > LONGEST:
            reading.unknown.append(text)
            return reading
        place = start = 0  # of the passage that is unknown
        while (joint := self._end_of_joint(text, place)) < len(text):
            end = self._read_clause(text, joint, reading, text[start:joint])
            if end:
                place = start = end
            else:
                ended = _CLAUSE_END.search(text, joint + 1)
                place = ended.end() if ended else len(text)
        self._add_unknown(text[start:place], reading)
        return reading

    def _read_clause(self, text: str, place: int, reading: Found, unknown: str) -> int:
        """Reads the clause at a place, after unknown words before it; returns its end, 0 without a match."""
        for match, add in self._clauses:
            found = match(text, place)
            if found and found.end() > place:
                self._add_unknown(unknown, reading)
                unknown = ""
                if add(found, reading) is not False:
                    return found.end()
        return 0

    def _end_of_joint(self, text: str, place: int) -> int:
        joint = self._joint(text, place)
        return joint.end() if joint else place

    def _add_unknown(self, passage: str, reading: Found) -> None:
        """Adds a passage that no clause fits, unless it only joins clauses."""
        bare = passage[self._end_of_joint(passage, 0) :].strip(" .,;:…!")
        if bare:
            reading.unknown.append(bare)


# Shared by the vocabularies


class DamageTypes:
    """The damage types of a family by their words, and the clauses about damage. `pattern` matches a damage type."""

    def __init__(self, words: Mapping[str, str]) -> None:
        self.pattern = any_of(words)
        self._words = words
        self._find_all = re.compile(self.pattern).findall

    def types_in(self, found: re.Match[str]) -> tuple[str, ...]:
        """The damage types in the group `types`, in the system's words."""
        named = found.groupdict().get("types")
        return tuple(sorted({self._words[each] for each in self._find_all(named.lower())})) if named else ()

    def damage_in(self, found: re.Match[str]) -> Amount:
        """The amount with its types."""
        return Amount(amount_in(found), self.types_in(found))

    def add(self, found: re.Match[str], reading: Reading) -> None:
        """Adds damage."""
        reading.add_damage(self.damage_in(found))

    def add_choice(self, found: re.Match[str], reading: Reading) -> None:
        """Adds damage of a type that the game master chooses."""
        reading.add_damage(Amount(amount_in(found)))
        reading.reminders.append(Reminder(f"the damage is {found['choice']}"))

    def add_case(self, found: re.Match[str], reading: Reading) -> None:
        """Adds other damage under a condition."""
        reading.cases.append(Case(found["when"].strip(), damage=self.damage_in(found)))


def amount_in(found: re.Match[str]) -> str:
    """The amount in the group `amount`, or `dice`, in the dice language.

    It reads a lost plus sign, `l` for 1, and `x` for times.
    """
    parts = found.groupdict()
    words = re.sub(r"(?<=[0-9l]) (?=[0-9])", "+", parts.get("dice") or found["amount"])
    return words.replace(" ", "").replace("l", "1").replace("x", "*")


def turn_in(found: re.Match[str]) -> Duration:
    """The end or the `start` of a next turn: the target's if the group `own` matched, else that of the power's user."""
    parts = found.groupdict()
    return ("t" if parts.get("own") else "") + ("sont" if parts.get("start") else "eont")


def until(words: str) -> Duration:
    """The duration for words after `until`; words about the end of a grapple give its duration."""
    return WHILE_GRAPPLED if re.search(_OUT_OF_GRAPPLE, words) else Until(quotable(words))


def skip(_found: re.Match[str], _reading: object) -> None:
    """Adds nothing: flavour and repetition."""


def reminds(template: str) -> Callable[[re.Match[str], Reading], None]:
    """Adds a reminder: the template with the groups of the match in it, and `all` for the whole clause."""

    def add(found: re.Match[str], reading: Reading) -> None:
        words = template.format_map({**found.groupdict(), "all": found[0].strip(" ,.;")})
        reading.reminders.append(Reminder(words))

    return add


remind = reminds("{all}")
"""Adds the clause as a reminder."""


def adds(line: DraftLine) -> Callable[[re.Match[str], Reading], None]:
    """Adds a line that is always the same."""
    return lambda _, reading: reading.lines.append(line)


DAMAGE_TYPES = (
    *("acid", "cold", "fire", "force", "holy", "lightning", "negative energy", "poison", "psychic", "thunder"),
    *("radiant", "necrotic"),
)
"""The damage types in the prose of powers, of all systems."""


STATISTICS: Mapping[str, str] = {
    **dict.fromkeys(
        ("attack", "attacks", "attack roll", "attack rolls", "all attacks", "attack bonus", "hit"), "attack"
    ),
    **dict.fromkeys(("damage", "damage roll", "damage rolls", "damage bonus"), "damage"),
    **dict.fromkeys(("defenses", "all defenses"), "defenses"),
    **dict.fromkeys(("save", "saves", "all saves", "saving throws", "all saving throws"), "saves"),
    **{each: each for each in ("ac", "pd", "md", "fortitude", "reflex", "will", "initiative", "speed")},
    "fort": "fortitude",
}
"""The statistics that bonuses and penalties change, by their words in the prose of all systems."""


def any_of(words: Iterable[str]) -> str:
    """A pattern for any of these words, the longest first."""
    return "(?:" + "|".join(re.escape(each) for each in sorted(words, key=len, reverse=True)) + ")"


# A reading as lines and commands


def to_type(reading: Reading) -> Reminder:
    """The effects of a reading as commands to type, with `TARGET` and `ITSELF` in place of ids."""
    typed = [_with_target(line) for line in (*reading.damage_lines, *reading.lines)]
    offered = (each if isinstance(each, Reminder) else Reminder(own_words=str(each)) for each in reading.offers)
    others = (*offered, *follows_to_type(reading), *cases_to_type(reading), *save_reminders(reading))
    return joined_reminders((*typed, *reading.reminders, *others))


def follows_to_type(reading: Reading) -> list[Reminder]:
    """The effects on other creatures, as commands to type."""
    lines = (
        (each.name, line)
        for each in reading.follows
        for line in (*((effect_line("damage", each.damage),) if each.damage.dice else ()), *each.lines)
    )
    return [_with_target(line).under(name) for name, line in lines]


def cases_to_type(reading: Reading) -> list[Reminder]:
    """The other amounts of damage in a reading, as commands to type."""
    return [effect_line("damage", each.damage).to_type.under(each.condition) for each in reading.cases if each.damage]


def save_reminders(reading: Reading) -> list[Reminder]:
    """The saves that are called for, and the outcomes of a save, in the source's words."""
    outcomes = (Reminder(f"{each.name}: {each.then}") for each in reading.outcomes)
    return [*(each.reminder for each in reading.saves), *outcomes]


def _with_target(line: DraftLine) -> Reminder:
    return replace(line, own=False, prefix="") if isinstance(line, Reminder) else line.to_type


def hit_lines(reading: Reading, crit: str | None) -> list[DraftLine]:
    """The lines of a hit, without its damage; unknown passages become reminders.

    Damage of a further type has a separate line, which a critical hit does not increase. Therefore a `crit:` line deals
    the dice that match the pattern `crit` again; `crit` is None without an attack roll.
    """
    lines: list[DraftLine] = []
    for line in reading.lines:
        lines.append(line)
        if crit is None or isinstance(line, Reminder) or line.verb != "damage" or line.own or line.prefix:
            continue
        if not isinstance(line.what, Amount) or line.what.how == "split":
            continue
        if again := re.fullmatch(rf"({crit})(?:[+-][0-9]+)?", line.what.dice):
            lines.append(effect_line("damage", replace(line.what, dice=again[1]), prefix="crit: "))
    return [*lines, *reading.offers, *reading.reminders, *map(Reminder, reading.unknown)]


_LATER = r"(?i)\b(?:after|once|when(?:ever)?|(?:each|every) time|next|until|saves|failed saves?)\b"


def offered_lines(reading: Reading, condition: str) -> list[DraftLine]:
    """The lines of a reading as offers, after their condition in the source's words.

    Empty if the condition can only come true later, or the reading has more than lines, or uses the source's words.
    """
    if re.search(_LATER, condition):
        return []
    lines = reading.only_lines()
    if lines is None or any(isinstance(each, Reminder) or each.prefix or each.quoted for each in lines):
        return []
    offers = [effect_line("offer", str(replace(each, own=False)), own=each.own) for each in lines]
    return [Reminder(condition), *offers, *reading.offers] if offers or reading.offers else []


def use_command(power: str) -> str:
    """The command that uses a power, without targets."""
    return f"use {name_key(power)}"


# The creature's own name in a text


SELF = "SELF"
"""The word for the creature that has the text."""

_OTHERS = r"(?i)\b(?:each|another|other|any|every|all|nearby|allied|non|of|two|three|with|more|from|by|\d+) $"
_THIS = re.compile(
    r"(?i)\b(?:this|the) (?:creature|monster)(?= \w+s\b|'s| (?:can|when|while|is|has))|\bthis creature\b"
)
_COMMON = frozenset(
    ("the", "and", "target", "creature", "enemy", "of", "in", "form", "with", "swarm", "mook", "fire", "ice", "level")
)


def with_own_name(text: str, name: str) -> str:
    """The text with `SELF` for the creature: its name or parts of it with an article, and `this creature`."""
    replaced = _pattern_of(name.lower()).sub(lambda found: _replaced(found, name.lower()), text)
    return _THIS.sub(SELF, replaced)


def parts_of_name(name: str, common: Collection[str]) -> set[str]:
    """The beginnings and ends of a name in lower case, without short and common words."""
    words = [word for word in re.findall(r"[\w'-]+", name.lower()) if len(word) > 2 and word not in common]
    return {" ".join(part) for at in range(len(words)) for part in (words[at:], words[: at + 1])}


@lru_cache(maxsize=16)
def _pattern_of(name: str) -> re.Pattern[str]:
    names = "|".join(map(re.escape, _names(name)))
    return re.compile(rf"(?i)\b(?:(?P<article>the|an?|this|one of the) )?(?P<name>{names})(?P<s>s\b(?!'))?\b(?!-)")


def _names(name: str) -> list[str]:
    """The name and the parts of it that a text may use for the creature: `the flying head`, `the head`.

    A name such as `Mosquito, Giant` is also read in natural order.
    """
    last_word, comma, first = name.lower().partition(", ")
    spoken = f"{first} {last_word}" if comma else name.lower()
    last = re.findall(r"[\w'-]{3,}", name.lower().partition(" (")[0])[-1:] if " (" in name else []
    names = {*parts_of_name(name, _COMMON), *last, name.lower(), spoken} - {"", *_COMMON}
    return sorted(names, key=len, reverse=True) or [name.lower()]


def _replaced(found: re.Match[str], whole: str) -> str:
    before = found.string[max(0, found.start() - 12) : found.start()]
    is_named = found["article"] or found["name"].lower() == whole or found["s"]
    if not is_named or (re.search(_OTHERS, before) and not found["article"]):
        return found[0]
    return SELF
