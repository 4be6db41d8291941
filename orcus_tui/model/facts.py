"""Facts: words that are true or false at a moment, joined by `+` (both) and `,` (at least one)."""

import re

from orcus_tui.model.journal_struct import JournalStruct


class Fact(JournalStruct, frozen=True):
    """One word, such as `prone`, `hp 25%-` or a creature's id; `negated`: the word is not true."""

    word: str
    negated: bool = False


class Facts(JournalStruct, frozen=True):
    """True if all words of at least one group are; `text` is as a person writes it."""

    any_of: tuple[tuple[Fact, ...], ...]
    text: str = ""

    def __str__(self) -> str:
        """The facts as a person writes them."""
        return self.text or facts_text(self)


ALWAYS = Facts(((),))
"""No condition."""


def read_facts(text: str) -> Facts:
    """Facts as tables have them: `melee,ranged`, `!near+!far`, `exhaustion 3+`."""
    groups = (re.split(r"\+(?=.)", group) for group in text.split(","))
    return Facts(tuple(tuple(Fact(word.removeprefix("!"), word.startswith("!")) for word in each) for each in groups))


def facts_text(facts: Facts, *, quoted: bool = False) -> str:
    """The facts as words of a line; `quoted`: each in quotes, for a file that is read without the fight's words."""
    return ",".join(_group_text(group, quoted=quoted) for group in facts.any_of)


def _group_text(group: tuple[Fact, ...], *, quoted: bool) -> str:
    text, joiner = "", ""
    for fact in group:
        text += joiner + _fact_text(fact, quoted=quoted)
        # A + at once after a number would belong to it, as in `escalation 3+`.
        joiner = " + " if _has_number(fact) else "+"
    return text


def _has_number(fact: Fact) -> bool:
    return fact.word.startswith(("hp ", "escalation ", "round "))


def _fact_text(fact: Fact, *, quoted: bool) -> str:
    plain = _has_number(fact) or (not quoted and fact.word.replace("-", "").replace("_", "").isalnum())
    word = fact.word if plain else '"' + fact.word.replace('"', '\\"') + '"'
    return f"!{word}" if fact.negated else word
