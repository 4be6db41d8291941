"""Triggers: the occasions that a power or a trait waits for, and the attack rolls that set off a line."""

import re
from itertools import pairwise

from msgspec import Struct

D20 = 20

IN_WORDS = "text"
"""The event of a trigger in words for a person to judge: `text: an ally moves away`."""


PARITIES = {"even": tuple(range(2, D20 + 1, 2)), "odd": tuple(range(1, D20 + 1, 2))}
"""The even and the odd faces of a d20."""
_FACES = r"([0-9]{1,2})(?:-([0-9]{1,2})|(\+))?"


def read_faces(text: str) -> tuple[int, ...] | None:
    """The faces of a d20 in `16+`, `2-5`, `even` or `5,10`.

    It is None for other words, and empty if no d20 shows such a number.
    """
    faces: set[int] = set()
    for part in text.split(","):
        found = re.fullmatch(_FACES, part)
        if part in PARITIES:
            faces.update(PARITIES[part])
        elif found is None:
            return None
        else:
            first = int(found[1])
            last = D20 if found[3] else int(found[2] or first)
            if not 1 <= first <= last <= D20:
                return ()
            faces.update(range(first, last + 1))
    return tuple(sorted(faces))


def written_faces(faces: tuple[int, ...]) -> str:
    """The numbers of a d20, in order, as files have them: `16+`, `2-5`, `even`, `5,10`."""
    if parity := next((name for name, its_faces in PARITIES.items() if faces == its_faces), ""):
        return parity
    starts = [faces[0], *(after for before, after in pairwise(faces) if after != before + 1)]
    ends = [*(before for before, after in pairwise(faces) if after != before + 1), faces[-1]]
    return ",".join(
        str(first) if first == last else f"{first}+" if last == D20 else f"{first}-{last}"
        for first, last in zip(starts, ends, strict=True)
    )


class RollOutcome(Struct, frozen=True):
    """The attack rolls that set off a line: natural `faces` (empty: any), only critical hits, only hits or misses."""

    faces: tuple[int, ...] = ()
    crit: bool = False
    hits: bool | None = None

    def __str__(self) -> str:
        """As written after `natural` in an encounter file."""
        result = {True: " hit", False: " miss", None: ""}[self.hits]
        return f"{written_faces(self.faces)}{result}"


ANY_ROLL = RollOutcome()
ON_A_MISS = RollOutcome(hits=False)
"""On a miss, or on a successful save in a power that calls for saves."""


class Trigger(Struct, frozen=True, gc=False):
    """An event, such as `hit` or `turn start`, with its number or its damage type if it has one.

    `is_share`: the number is a percentage of the maximum. `rolls` are the attack rolls of `natural 16+ hit`. `of` is
    the power that an event is about, as written. `words` are for a person to judge; without an event, they are the
    whole trigger, which the program does not know.
    """

    event: str = ""
    number: int | None = None
    is_share: bool = False
    type: str = ""
    words: str = ""
    rolls: RollOutcome = ANY_ROLL
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
        rolls = "" if self.rolls == ANY_ROLL else str(self.rolls)
        return " ".join(each for each in (self.event, number, self.type, rolls, self.of) if each)
