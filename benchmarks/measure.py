"""Times of calls with their medians, percentiles and ratios."""

import gc
from collections.abc import Callable, Sequence
from statistics import median
from time import perf_counter

from msgspec import Struct


class Row(Struct, frozen=True):
    """A figure with its limit, both in the same unit; `note` has the measurements.

    The limit is the highest figure allowed, or the lowest with `at_least`.
    """

    what: str
    figure: float
    limit: float | None
    unit: str
    note: str
    at_least: bool = False

    @property
    def verdict(self) -> str:
        """Whether the figure is within its limit."""
        if self.limit is None:
            return "shown"
        kept = self.figure >= self.limit if self.at_least else self.figure <= self.limit
        return "kept" if kept else "MISSED"


def timed(work: Callable[[], object]) -> float:
    """The seconds of one call."""
    start = perf_counter()
    work()
    return perf_counter() - start


def in_turn(one: Callable[[], object], other: Callable[[], object], times: int) -> tuple[float, float]:
    """The median seconds of two alternating calls, so that a drift of the machine affects both."""
    first, second = [], []
    for _ in range(times):
        first.append(timed(one))
        second.append(timed(other))
    return median(first), median(second)


def per_call(work: Callable[[], object], times: int, repeats: int = 7) -> float:
    """The seconds of a short call, as the median of several runs of many calls."""
    runs = []
    gc.collect()
    for _ in range(repeats):
        start = perf_counter()
        for _ in range(times):
            work()
        runs.append((perf_counter() - start) / times)
    return median(runs)


def ratio(ours: Sequence[float], theirs: Sequence[float]) -> float:
    return median(ours) / median(theirs)


def high(taken: Sequence[float]) -> float:
    """The 95th percentile."""
    ordered = sorted(taken)
    return ordered[min(len(ordered) - 1, round(len(ordered) * 0.95))]


def percentiles(taken: Sequence[float]) -> str:
    """Milliseconds: the median, and the 95th percentile."""
    return f"{median(taken) * 1000:.1f} ms (95 %: {high(taken) * 1000:.1f})"
