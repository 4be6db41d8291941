"""Modifiers: rows that say what changes, by how much, and when."""

from typing import Literal, cast

from msgspec import field

from orcus_tui.model.facts import Facts, facts_text, read_facts
from orcus_tui.model.journal_struct import JournalStruct
from orcus_tui.model.text import in_quotes, with_sign

Limit = Literal["", "once", "each turn", "each round"]
Advantage = Literal["", "adv", "dis", "ca", "crit", "fails"]


class When(JournalStruct, frozen=True):
    """When a modifier counts: facts of the opponent or its attack, of the bearer's own attack, of the bearer."""

    against: Facts | None = None
    using: Facts | None = field(name="with", default=None)
    during: Facts | None = field(name="while", default=None)

    def __str__(self) -> str:
        """The words of a line."""
        return self.text()

    def text(self, *, quoted: bool = False) -> str:
        """The words of a line; `quoted` as for `facts_text`."""
        parts = (("against", self.against), ("with", self.using), ("while", self.during))
        return " ".join(f"{word} {facts_text(facts, quoted=quoted)}" for word, facts in parts if facts)


QUALITIES = ("resist", "vulnerable", "immune")
"""The statistics of rows that change damage taken by type."""

ALWAYS = When()
"""A modifier that always counts."""


class Modifier(JournalStruct, frozen=True):
    """One row: a number, dice (`+1d4`) or advantage for a statistic, and when it counts.

    Only the best of a `type` counts. `name` is its cause, for the terms of a sum.
    """

    stat: str
    amount: int = 0
    dice: str = ""
    advantage: Advantage = ""
    type: str = ""
    when: When = ALWAYS
    limit: Limit = ""
    name: str = ""
    unless: tuple[str, ...] = ()

    @property
    def change(self) -> str:
        """The number, dice or word."""
        return self.advantage or self.dice or with_sign(self.amount)

    def __str__(self) -> str:
        """The words of a line, without its cause."""
        return self.text()

    def text(self, *, quoted: bool = False) -> str:
        """The words of a line; `quoted` as for `facts_text`."""
        when = self.when.text(quoted=quoted)
        if self.stat in QUALITIES:
            unless = f"unless {','.join(self.unless)}" if self.unless else ""
            parts = (self.stat, self.type, str(self.amount) if self.amount else "", unless, when)
        else:
            plain = self.type.isalpha() and not quoted
            type_ = self.type if plain or not self.type else f"type {in_quotes(self.type)}"
            parts = (self.change, self.stat, type_, when, self.limit)
        return " ".join(each for each in parts if each)


ATTACKED = "attacked"
"""The statistic of rows about attacks on the bearer."""


def read_rows(*lines: str) -> tuple[Modifier, ...]:
    """The rows of a table, each as in a line: `-2 attack`, `+2 defenses against ranged`, `resist all 20`."""
    return tuple(_read_row(*line.split()) for line in lines)


def _read_row(change: str, *words: str) -> Modifier:
    if change in QUALITIES:
        return Modifier(change, int(words[1]) if len(words) > 1 else 0, type=words[0])
    found: dict[str, list[str]] = {"": []}
    part = found[""]
    for word in words:
        if word in ("against", "with", "while", "type"):
            part = found.setdefault(word, [])
        else:
            part.append(word)
    facts = [read_facts(" ".join(found[each])) if each in found else None for each in ("against", "with", "while")]
    when = When(*facts) if any(facts) else ALWAYS
    stat, type_ = " ".join(found[""]), " ".join(found.get("type", ()))
    if change.isalpha():
        return Modifier(stat, advantage=cast("Advantage", change), type=type_, when=when)
    return Modifier(stat, int(change), type=type_, when=when)


class FightModifier(JournalStruct, frozen=True):
    """A modifier of terrain or a house rule: its bearers, as typed targets and as facts, and its row."""

    who: str
    facts: Facts
    row: Modifier
