"""The duration of an effect, and its text."""

from collections.abc import Callable
from typing import Literal

from msgspec.structs import replace

from orcus_tui.model.journal_struct import JournalStruct

Ending = Literal["removed", "save", "start", "end", "this turn", "encounter", "rounds", "words", "while"]

SOURCE = ""
"""A placeholder for an anchor: the creature that causes the effect."""
TARGET = "@target"
"""A placeholder for an anchor: the creature that has the effect."""
ROUND = "@round"
"""The anchor of rounds that are counted when a round begins, not in a creature's turn."""


class Duration(JournalStruct, frozen=True):
    """The end of an effect.

    `anchor` is the creature whose turns count for `start`, `end`, `this turn` and `rounds`; in a step before its
    execution it may be SOURCE or TARGET. `number` is the total that a saving throw must reach (0 for the system's usual
    total), or the rounds left. `words` describe the end; for `while`, they name the condition of the bearer on which
    the effect depends. `ability` is the typed ability of the saving throw. `skips`: the next start or end of the
    anchor's turn does not count, because it belongs to the current turn, or was already used with the anchor's group.
    `slot` is the turn in which rounds are counted, for an anchor with several turns a round. `at_most` is the limit in
    rounds of a `save` or `words` ending, 0 without a limit; the anchor is then the creature in whose turns they are
    counted.
    """

    ending: Ending
    anchor: str = SOURCE
    number: int = 0
    words: str = ""
    skips: bool = False
    slot: int = 1
    ability: str = ""
    at_most: int = 0

    @property
    def is_counted(self) -> bool:
        """Whether it ends after a number of rounds at the latest."""
        return self.ending == "rounds" or self.at_most > 0

    @property
    def rounds(self) -> int:
        """The rounds left of a duration that is counted in rounds."""
        return self.number if self.ending == "rounds" else self.at_most

    def with_rounds(self, left: int) -> "Duration":
        """The same duration with other rounds left."""
        return replace(self, number=left) if self.ending == "rounds" else replace(self, at_most=left)


UNTIL_REMOVED = Duration("removed")
SAVE_ENDS = Duration("save")
ENCOUNTER = Duration("encounter")
THIS_TURN = Duration("this turn")
UNTIL_NEXT_TURN = Duration("start", SOURCE)
"""Until the next turn of its source starts."""
UNTIL_FREE = Duration("words", words="it gets free")
"""The duration of a grab or grapple."""


def _rounds(number: int) -> str:
    """A number of rounds, without commas, so that a printed duration can be typed."""
    return f"{number} round{'' if number == 1 else 's'}"


def _save_ends(duration: Duration) -> str:
    return f"save ends ({duration.number}+)" if duration.number else "save ends"


_READS: dict[Ending, Callable[[Duration], str]] = {
    "removed": lambda _: "until removed",
    "save": _save_ends,
    "start": lambda duration: f"until the start of {duration.anchor}'s next turn",
    "end": lambda duration: f"until the end of {duration.anchor}'s next turn",
    "this turn": lambda _: "until the end of this turn",
    "encounter": lambda _: "until the end of the encounter",
    "rounds": lambda duration: _rounds(duration.number),
    "words": lambda duration: f"until {duration.words}",
    "while": lambda duration: f"while {duration.words}",
}


def read_back(duration: Duration) -> str:
    """The long form of a duration, with the ids of creatures."""
    return _READS[duration.ending](duration) + limit_text(duration)


def limit_text(duration: Duration) -> str:
    """The most rounds of a duration that has a limit: `, at most 10 rounds`."""
    return f", at most {_rounds(duration.at_most)}" if duration.at_most else ""


def file_form(duration: Duration) -> str:
    """The long form for a file, with the typed ability of a save: `str save DC 13 ends`."""
    if not duration.ability:
        return read_back(duration)
    difficulty = f" DC {duration.number}" if duration.number else ""
    return f"{duration.ability} save{difficulty} ends{limit_text(duration)}"
