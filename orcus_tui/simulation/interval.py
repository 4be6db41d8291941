"""The uncertainty of a share of fights: Wilson's interval, the paired difference, and both in words."""

from collections.abc import Sequence
from math import sqrt

from msgspec import Struct

Z = 1.959964
"""The number of standard deviations that holds 95 % of a normal distribution."""


class Interval(Struct, frozen=True):
    """The range that contains a share with 95 % confidence."""

    low: float
    high: float

    @property
    def half_width(self) -> float:
        """Half the distance between its ends."""
        return (self.high - self.low) / 2


def wilson(count: int, of: int) -> Interval:
    """The interval of a share: `count` fights in `of`; from 0 to 1 if none was played."""
    if not of:
        return Interval(0.0, 1.0)
    share, spread = count / of, Z * Z / of
    middle = (share + spread / 2) / (1 + spread)
    half = Z * sqrt(share * (1 - share) / of + spread / (4 * of)) / (1 + spread)
    return Interval(max(0.0, middle - half), min(1.0, middle + half))


def paired_difference(differences: Sequence[float]) -> tuple[float, Interval]:
    """The mean of the differences between pairs of fights with the same dice, and its interval.

    Raises ZeroDivisionError for no pairs.
    """
    count = len(differences)
    mean = sum(differences) / count
    variance = sum((each - mean) ** 2 for each in differences) / max(1, count - 1)
    half = Z * sqrt(variance / count)
    return mean, Interval(mean - half, mean + half)


def share_text(count: int, of: int) -> str:
    """A share without decimals, never as a certainty: `62 %`; `< 4 %` for none of 93, `> 96 %` for all."""
    return f"{_share(count, of)} %"


def share_range(least: tuple[int, int], most: tuple[int, int]) -> str:
    """Two shares, each a count and a total, as a range: `41 to 70 %`, `< 4 to 12 %`.

    If both shares have the same text, it is that text. If one share is none or all of its fights, and its interval
    includes the other share, it is only a limit: `< 12 %`.
    """
    (count, of), (other_count, other_of) = least, most
    if other_count and other_count == other_of and wilson(*most).low <= count / of:
        return f"{_above(wilson(*least).low)} %"
    if of and count == 0 and wilson(*least).high >= other_count / other_of:
        return f"{_below(wilson(*most).high)} %"
    low, high = _share(*least), _share(*most)
    return f"{low} %" if low == high else f"{low} to {high} %"


def _share(count: int, of: int) -> str:
    found = wilson(count, of)
    if count == 0:
        return _below(found.high)
    return _above(found.low) if count == of else _hundredths(count / of)


def percent_range(low: float, high: float) -> str:
    """Two shares as a range, `41 to 70 %`, or a single share if both read alike."""
    least, most = _hundredths(low), _hundredths(high)
    return f"{least} %" if least == most else f"{least} to {most} %"


def _hundredths(share: float) -> str:
    whole = round(share * 100)
    if whole == 0:
        return "< 1"
    return "> 99" if whole == 100 else str(whole)


def fights_won(count: int, of: int) -> str:
    """Fights won, never as a certainty: `110 of 200 (48 to 62 %)`, `none in 400 (< 1 %)`, `all 400 (> 99 %)`."""
    found = wilson(count, of)
    if not of:
        return "none played"
    if count == 0:
        return f"none in {of} ({_below(found.high)} %)"
    if count == of:
        return f"all {of} ({_above(found.low)} %)"
    return f"{count} of {of} ({max(1, round(found.low * 100))} to {min(99, round(found.high * 100))} %)"


def _below(share: float) -> str:
    return f"< {max(1, round(share * 100))}"


def _above(share: float) -> str:
    return f"> {min(99, round(share * 100))}"
