"""The luck of a fight: the number of d20s that succeeded, compared with the expected number by what each die needed."""

from collections import Counter
from collections.abc import Sequence
from math import fsum, sqrt
from operator import mul
from typing import Literal

from msgspec import Struct

from orcus_tui.model.events import AttackRolled, SaveRolled

FACES = range(1, 21)
COMMON = 0.2
"""A result with at least this chance is no luck.

With few rolls, even common results may exceed one standard deviation.
"""

NEGLIGIBLE = 1e-30
"""The chance below which a number of successes counts as impossible."""

_NUMBERS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


class Roll(Struct, frozen=True):
    """A d20 that was rolled, with its chance of success."""

    chance: float
    success: bool


class Luck(Struct, frozen=True):
    """The successes among rolls, the expected number, and the chance (`share`) of this result or a rarer one.

    `side` is 1 for more than one standard deviation above the expectation, -1 for more than one below, else 0; it is 0
    for a common result too.
    """

    made: int
    of: int
    expected: float
    side: Literal[-1, 0, 1]
    share: float


def attack_roll(event: AttackRolled, advantage: int = 0) -> Roll | None:
    """The roll of an attack; None if the die or the target number is unknown.

    A 20 hits and a 1 misses. `advantage`: 1 for the better of two dice, -1 for the worse.
    """
    if event.face is None or event.needed is None:
        return None
    bonus = sum(term.amount for term in event.terms)
    hits = sum(face == 20 or (face != 1 and face + bonus >= event.needed) for face in FACES)
    return Roll(_with_advantage(hits / 20, advantage), event.outcome != "miss")


def save_roll(event: SaveRolled, advantage: int = 0) -> Roll:
    """The roll of a saving throw."""
    bonus = sum(term.amount for term in event.terms)
    saves = sum(face + bonus >= event.needed for face in FACES)
    return Roll(_with_advantage(saves / 20, advantage), event.outcome != "failed")


def _with_advantage(chance: float, advantage: int) -> float:
    """The chance with the better or the worse of two dice."""
    if advantage > 0:
        return 1 - (1 - chance) ** 2
    return chance**2 if advantage < 0 else chance


def luck_of(rolls: Sequence[Roll]) -> Luck:
    """The luck of these rolls."""
    made, expected = sum(each.success for each in rolls), sum(each.chance for each in rolls)
    deviation = sqrt(sum(each.chance * (1 - each.chance) for each in rolls))
    chances = distribution([each.chance for each in rolls])
    share = min(1.0, sum(chances[: made + 1]) if made < expected else sum(chances[made:]))
    if abs(made - expected) <= deviation or share > COMMON:
        return Luck(made, len(rolls), expected, 0, share)
    return Luck(made, len(rolls), expected, 1 if made > expected else -1, share)


def distribution(chances: Sequence[float]) -> list[float]:
    """The chance of each number of successes, from 0 to all: the Poisson binomial distribution.

    Rolls with the same chance are handled together. Chances below `NEGLIGIBLE` are dropped: in 100,000 rolls they add
    up to less than 1e-23, less than the rounding error.
    """
    parts = sorted(
        (_binomial(count, chance) for chance, count in Counter(chances).items()), key=lambda part: len(part[1])
    )
    first, found = 0, [1.0]
    for start, part in parts:
        begin, found = _likely(_convolution(part, found))
        first += start + begin
    return [*[0.0] * first, *found, *[0.0] * (len(chances) + 1 - first - len(found))]


Part = tuple[int, list[float]]
"""The chances that are not negligible, and the number of successes to which the first belongs."""


def _binomial(count: int, chance: float) -> Part:
    """The chances of each number of successes among equal rolls, computed from the likeliest to both sides."""
    if not 0 < chance < 1:
        return (count if chance else 0), [1.0]
    likeliest, odds = min(count, int((count + 1) * chance)), chance / (1 - chance)
    below, above = [1.0], [1.0]
    for number in range(likeliest, 0, -1):
        if below[-1] < NEGLIGIBLE:
            break
        below.append(below[-1] * number / ((count - number + 1) * odds))
    for number in range(likeliest, count):
        if above[-1] < NEGLIGIBLE:
            break
        above.append(above[-1] * (count - number) / (number + 1) * odds)
    weights = [*reversed(below[1:]), *above]
    total = fsum(weights)
    return likeliest - len(below) + 1, [weight / total for weight in weights]


def _convolution(one: list[float], other: list[float]) -> list[float]:
    """The chances of each sum of two numbers, from the chances of each."""
    short, long = sorted((one, other), key=len)
    padding = [0.0] * (len(short) - 1)
    padded, turned = [*padding, *long, *padding], short[::-1]
    return [sum(map(mul, turned, padded[place : place + len(short)])) for place in range(len(long) + len(short) - 1)]


def _likely(chances: list[float]) -> Part:
    """The chances without the negligible ones at both ends."""
    likely = [place for place, chance in enumerate(chances) if chance >= NEGLIGIBLE]
    return likely[0], chances[likely[0] : likely[-1] + 1]


def luck_words(luck: Luck) -> str:
    """`unlucky: one fight in eleven`; empty within one standard deviation, as in most fights."""
    if not luck.side:
        return ""
    number = round(1 / luck.share) if luck.share > 0.0005 else 0
    if not number:
        rarity = "less than one fight in 2,000"
    else:
        rarity = f"one fight in {_NUMBERS[number - 2] if 2 <= number < len(_NUMBERS) + 2 else f'{number:,}'}"
    return f"{'lucky' if luck.side > 0 else 'unlucky'}: {rarity}"
