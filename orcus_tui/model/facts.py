"""Facts: words that are true or false at a moment, joined by `+` (both) and `,` (at least one)."""

import re
from collections.abc import Mapping
from typing import Literal

from msgspec.structs import force_setattr

from orcus_tui.model.journal_struct import JournalStruct
from orcus_tui.model.text import in_quotes

SEES = "sees"
"""The word of a fact about sight: the creature sees another, named by its id."""
ESCALATION = "escalation"
"""The escalation die: a counter of the fight, the fact about it, and the use of powers that depend on it."""
Comparison = Literal["exactly", "at least", "at most", "even", "odd"]
_OF_DICE_AND_ROUNDS: tuple[Comparison, ...] = ("exactly", "at least", "even", "odd")
NUMBERED: Mapping[str, tuple[Comparison, ...]] = {
    "hp": ("at most",),
    "round": _OF_DICE_AND_ROUNDS,
    ESCALATION: _OF_DICE_AND_ROUNDS,
}
"""The words that need a number after them to be facts, and the comparisons of each."""
_OF_CONDITIONS: tuple[Comparison, ...] = ("at least",)
"""The comparison for a condition that a creature can have several times: `exhaustion 3+`."""


class FactNumber(JournalStruct, frozen=True):
    """The number of a fact: `3`, `3+` (at least), `20-` (at most), `25%-` (a share of the maximum), `even`, `odd`."""

    value: int = 0
    comparison: Comparison = "exactly"
    is_share: bool = False

    def __str__(self) -> str:
        """The number as a person writes it."""
        if self.comparison in ("even", "odd"):
            return self.comparison
        return f"{self.value}{'%' if self.is_share else ''}{_SIGNS.get(self.comparison, '')}"

    def matches(self, number: float) -> bool:
        """Whether a number fits; 0 counts as neither even nor odd."""
        match self.comparison:
            case "exactly":
                return number == self.value
            case "at least":
                return number >= self.value
            case "at most":
                return number <= self.value
            case "even" | "odd":
                return number > 0 and number % 2 == (self.comparison == "odd")


_SIGNS: Mapping[Comparison, str] = {"at least": "+", "at most": "-"}
_COMPARISONS: Mapping[str, Comparison] = {"": "exactly", "+": "at least", "-": "at most", "%-": "at most"}


class Fact(JournalStruct, frozen=True):
    """One word, such as `prone` or a creature's id; `negated`: the word is not true.

    `number` is the number after the word, `other` the id of the creature after `sees`.
    """

    word: str
    negated: bool = False
    number: FactNumber | None = None
    other: str = ""

    def __post_init__(self) -> None:
        """Separates a number or a creature from the word: in tables and older journals both are in one text."""
        word, _, last = self.word.rpartition(" ")
        if not word:
            return
        if word == SEES:
            force_setattr(self, "other", last)
        elif number := read_number(word, last):
            force_setattr(self, "number", number)
        else:
            return
        force_setattr(self, "word", word)

    def __str__(self) -> str:
        """The fact as a person writes it, without quotes or `!`."""
        return " ".join(str(each) for each in (self.word, self.number, self.other) if each)


class Facts(JournalStruct, frozen=True):
    """True if all words of at least one group are; `text` is as a person writes it."""

    any_of: tuple[tuple[Fact, ...], ...]
    text: str = ""

    def __str__(self) -> str:
        """The facts as a person writes them."""
        return self.text or facts_text(self)


ALWAYS = Facts(((),))
"""No condition."""


def read_number(word: str, text: str) -> FactNumber | None:
    """The number after a word.

    It is None for a text that is not a number, or that has a comparison the word does not allow.
    """
    if text == "even" or text == "odd":
        return FactNumber(comparison=text) if text in NUMBERED.get(word, ()) else None
    found = re.fullmatch(r"([0-9]{1,6})(\+|%?-)?", text)
    if found is None:
        return None
    sign = found[2] or ""
    number = FactNumber(int(found[1]), _COMPARISONS[sign], sign == "%-")
    return number if number.comparison in NUMBERED.get(word, _OF_CONDITIONS) else None


def read_facts(text: str) -> Facts:
    """Facts as tables have them: `melee,ranged`, `!near+!far`, `exhaustion 3+`."""
    groups = (re.split(r"\+(?=.)", group) for group in text.split(","))
    return Facts(tuple(tuple(Fact(word.removeprefix("!"), word.startswith("!")) for word in each) for each in groups))


def facts_text(facts: Facts, *, quoted: bool = False) -> str:
    """The facts as words of a line.

    `quoted` puts each in quotes, for files, which are read without the words of a fight.
    """
    return ",".join(_group_text(group, quoted=quoted) for group in facts.any_of)


def _group_text(group: tuple[Fact, ...], *, quoted: bool) -> str:
    text, joiner = "", ""
    for fact in group:
        text += joiner + _fact_text(fact, quoted=quoted)
        # A + directly after a number would belong to the number, as in `escalation 3+`.
        joiner = " + " if fact.word in NUMBERED else "+"
    return text


def _fact_text(fact: Fact, *, quoted: bool) -> str:
    text = str(fact)
    plain = fact.word in NUMBERED or (not quoted and text.replace("-", "").replace("_", "").isalnum())
    word = text if plain else in_quotes(text)
    return f"!{word}" if fact.negated else word
