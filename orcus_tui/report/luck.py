"""Luck, exactly: how many d20s came off, beside how many could be expected to, each by what it needed."""

from collections.abc import Sequence
from math import sqrt
from typing import Literal

from msgspec import Struct

from orcus_tui.model.events import AttackRolled, SaveRolled

FACES = range(1, 21)
COMMON = 0.2
"""What is so common, or more, is no luck: with few rolls it may lie beyond one standard deviation."""

_NUMBERS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


class Roll(Struct, frozen=True):
    """A d20 that was rolled: the chance that it comes off, and whether it did."""

    chance: float
    success: bool


class Luck(Struct, frozen=True):
    """How many rolls came off and how many could be expected to; `share` is the chance of that or of anything rarer.

    `side` is 1 for more than one standard deviation above, -1 for as much below, 0 for anything between, and for what
    is common.
    """

    made: int
    of: int
    expected: float
    side: Literal[-1, 0, 1]
    share: float


def attack_roll(event: AttackRolled, advantage: int = 0) -> Roll | None:
    """The roll of an attack; None where no die is known, or nothing to reach.

    A 20 hits and a 1 misses. `advantage`: 1 for the better of two dice, -1 for the worse.
    """
    if event.face is None or event.needed is None:
        return None
    bonus = sum(term.amount for term in event.terms)
    hits = sum(face == 20 or (face != 1 and face + bonus >= event.needed) for face in FACES)
    return Roll(_of_two(hits / 20, advantage), event.outcome != "miss")


def save_roll(event: SaveRolled, advantage: int = 0) -> Roll:
    """The roll of a saving throw."""
    bonus = sum(term.amount for term in event.terms)
    saves = sum(face + bonus >= event.needed for face in FACES)
    return Roll(_of_two(saves / 20, advantage), event.outcome != "failed")


def _of_two(chance: float, advantage: int) -> float:
    """The chance with the better or the worse of two dice."""
    if advantage > 0:
        return 1 - (1 - chance) ** 2
    return chance**2 if advantage < 0 else chance


def luck_of(rolls: Sequence[Roll]) -> Luck:
    """How lucky these rolls were."""
    made, expected = sum(each.success for each in rolls), sum(each.chance for each in rolls)
    deviation = sqrt(sum(each.chance * (1 - each.chance) for each in rolls))
    chances = distribution([each.chance for each in rolls])
    share = min(1.0, sum(chances[: made + 1]) if made < expected else sum(chances[made:]))
    if abs(made - expected) <= deviation or share > COMMON:
        return Luck(made, len(rolls), expected, 0, share)
    return Luck(made, len(rolls), expected, 1 if made > expected else -1, share)


def distribution(chances: Sequence[float]) -> list[float]:
    """The chance of each number of successes, from none to all: the Poisson binomial distribution."""
    found = [1.0]
    for chance in chances:
        longer = [each * (1 - chance) for each in found] + [0.0]
        for place, each in enumerate(found):
            longer[place + 1] += each * chance
        found = longer
    return found


def luck_words(luck: Luck) -> str:
    """`unlucky: one fight in eleven`; nothing within one standard deviation, as most fights are."""
    if not luck.side:
        return ""
    number = round(1 / luck.share) if luck.share > 0.0005 else 0
    if not number:
        rarity = "less than one fight in 2,000"
    else:
        rarity = f"one fight in {_NUMBERS[number - 2] if 2 <= number < len(_NUMBERS) + 2 else f'{number:,}'}"
    return f"{'lucky' if luck.side > 0 else 'unlucky'}: {rarity}"
