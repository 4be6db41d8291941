"""Where a fight turned: the turns in which one side gained most on the other."""

from collections.abc import Iterator

from msgspec import Struct

from orcus_tui.report.figures import FightFigures

MOST = 3
LEAST_SWING = 0.08
"""A swing of less than this share of a side's hit points is none."""


class TurningPoint(Struct, frozen=True):
    """A turn, and by what share of its hit points one side gained on the other: the party where it is positive."""

    round: int
    creature: str
    swing: float


def turning_points(figures: FightFigures) -> list[TurningPoint]:
    """The turns with the largest swings, in the order they were taken."""
    swings = [*_swings(figures)]
    largest = sorted(swings, key=lambda each: -abs(each.swing))[:MOST]
    return [each for each in swings if each in largest and abs(each.swing) >= LEAST_SWING]


def _swings(figures: FightFigures) -> Iterator[TurningPoint]:
    leads = [each.shares["party"] - each.shares["foes"] for each in figures.course]
    for moment, before, now in zip(figures.course[1:], leads, leads[1:], strict=False):
        yield TurningPoint(moment.round, moment.creature, now - before)
