"""Triggers: what a power or a trait waits for."""

from msgspec import Struct

IN_WORDS = "text"
"""The event of a trigger in words for a person to judge: `text: an ally moves away`."""


class Trigger(Struct, frozen=True, gc=False):
    """An event, such as `hit` or `turn start`, with its number or its damage type if it has one.

    `is_share`: the number is a percentage of the maximum. `rolls` are the attack rolls of `natural`, such as `16+ hit`.
    `of` is the power that an event is about. `words` are those for a person to judge, or without an event words that
    the program does not know.
    """

    event: str = ""
    number: int | None = None
    is_share: bool = False
    type: str = ""
    words: str = ""
    rolls: str = ""
    of: str = ""

    def __str__(self) -> str:
        """As written in an encounter file."""
        return f"{IN_WORDS}: {self.words}" if self.event == IN_WORDS else self.shown

    @property
    def shown(self) -> str:
        """As shown on cards and in the log."""
        if self.words:
            return self.words
        number = "" if self.number is None else f"{self.number}{'%' if self.is_share else ''}"
        return " ".join(each for each in (self.event, number, self.type, self.rolls, self.of) if each)
