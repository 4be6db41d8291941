"""Shows how reliable the range of a forecast is: `python -m tools.odds_coverage [REPETITIONS]`.

Nine pairs of habits with known true shares, from 1 to 99 %, are played with dice alone, by the program's own rule for
stopping. The interval of the range, from the low end of the lowest pair's to the high end of the highest pair's, should
contain both true ends in at least 94 of 100 forecasts. The same is shown for pairs that are all played until their
intervals are narrow.
"""

import sys
from bisect import bisect
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from math import comb
from random import Random

from orcus_tui.simulation.stopping import BATCH, FEWEST, MOST, NARROW, Tally, needs_more_fights

PAIRS = 9
Rule = Callable[[Sequence[Tally]], list[bool]]


def by_width(tallies: Sequence[Tally]) -> list[bool]:
    """Every pair until its interval is narrow."""
    return [each.of < FEWEST or (each.of < MOST and each.interval.half_width > NARROW) for each in tallies]


RULES: dict[str, Rule] = {"the program's rule": needs_more_fights, "all pairs until narrow": by_width}


def true_shares() -> Iterator[tuple[str, list[float]]]:
    """Kinds of fights: nine true shares of each."""
    chance = Random(5)
    for share in range(1, 100):
        yield "nine alike", [share / 100] * PAIRS
    for share in range(1, 100):
        yield "nine nearly alike", [_percent(share + chance.randint(-6, 6)) for _ in range(PAIRS)]
    for middle in range(10, 91, 5):
        for width in (5, 10, 20, 40):
            yield "evenly spread", [_percent(middle - width + width * place / 4) for place in range(PAIRS)]
    for _ in range(99):
        yield "any", [chance.randint(1, 99) / 100 for _ in range(PAIRS)]
    for _ in range(99):
        low, high = sorted((chance.randint(1, 99), chance.randint(1, 99)))
        yield "two ends and the middle", [low / 100, *[_percent((low + high) / 2)] * (PAIRS - 2), high / 100]


def _percent(share: float) -> float:
    return min(99, max(1, round(share))) / 100


@lru_cache
def _wins(share: float) -> list[float]:
    """The chances to win at most each number of fights of a batch."""
    chances = (comb(BATCH, won) * share**won * (1 - share) ** (BATCH - won) for won in range(BATCH + 1))
    return list(accumulate(chances))


def forecast(shares: Sequence[float], rule: Rule, chance: Random) -> list[Tally]:
    """The tallies at the end of one forecast."""
    tallies = [Tally(0, 0)] * PAIRS
    while any(wanted := rule(tallies)):
        for place, share in enumerate(shares):
            if wanted[place]:
                won = min(BATCH, bisect(_wins(share), chance.random()))
                tallies[place] = Tally(tallies[place].won + won, tallies[place].of + BATCH)
    return tallies


def holds_both_ends(tallies: Sequence[Tally], shares: Sequence[float]) -> bool:
    """Whether the interval of the range contains the lowest and the highest true share."""
    lowest, highest = (choose(tallies, key=lambda each: each.share) for choose in (min, max))
    return lowest.interval.low <= min(shares) and max(shares) <= highest.interval.high


def main() -> None:
    """Prints how often the range contains the true ends, and the number of fights, for each kind of fights."""
    repetitions = int(sys.argv[1]) if sys.argv[1:] else 200
    for name, rule in RULES.items():
        chance, found = Random(1), dict[str, list[tuple[bool, int]]]()
        for kind, shares in true_shares():
            for _ in range(repetitions):
                tallies = forecast(shares, rule, chance)
                held = holds_both_ends(tallies, shares), sum(each.of for each in tallies)
                found.setdefault(kind, []).append(held)
        sys.stdout.write(f"{name}:\n")
        for kind, results in found.items():
            share = sum(held for held, _ in results) / len(results)
            fights = sum(fights for _, fights in results) // len(results)
            sys.stdout.write(f"  {kind:<26}{share * 100:>5.1f} %  {fights:>6,} fights\n")


if __name__ == "__main__":
    main()
