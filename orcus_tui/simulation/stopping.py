"""Stopping rules: when each pair of habits has been played often enough for the range of a forecast."""

from collections.abc import Sequence

from msgspec import Struct

from orcus_tui.simulation.interval import Interval, wilson

BATCH = 25
"""The number of fights of a pair between two looks at the results."""

FIRST_LOOKS = (1, 5)
"""The numbers of fights of a pair at the looks before the first full batch."""

FEWEST, MOST = 100, 1_000
"""The fewest and the most fights of a pair, if no number is asked for."""

NARROW = 0.05
"""A pair has been played often enough if half the width of its interval is at most this."""


class Tally(Struct, frozen=True):
    """The number of fights won, and of fights played."""

    won: int
    of: int

    @property
    def share(self) -> float:
        """The share of fights won, from 0 to 1."""
        return self.won / self.of if self.of else 0.0

    @property
    def interval(self) -> Interval:
        """The interval of the share of fights won."""
        return wilson(self.won, self.of)


def fights_to_next_look(count: int) -> int:
    """The number of fights to play before the next look, after `count` of them."""
    next_look = next((each for each in FIRST_LOOKS if count < each < BATCH), None)
    return next_look - count if next_look else BATCH - count % BATCH


def needs_more_fights(tallies: Sequence[Tally]) -> list[bool]:
    """For each pair, whether the range needs more of its fights.

    A pair is settled once its interval is narrow, or contains neither the lowest nor the highest share of all pairs, so
    that it cannot decide where the range begins or ends. `python -m tools.odds_coverage` shows that the range stays as
    reliable as with narrow intervals of all pairs.
    """
    shares = [each.share for each in tallies]
    lowest, highest = min(shares), max(shares)
    return [_is_unsettled(each, lowest, highest) for each in tallies]


def _is_unsettled(tally: Tally, lowest: float, highest: float) -> bool:
    if tally.of < FEWEST:
        return True
    found = tally.interval
    is_between = lowest < found.low and found.high < highest
    return tally.of < MOST and found.half_width > NARROW and not is_between
