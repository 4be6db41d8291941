"""The calibration of forecasts: each journal of a group is forecast from its start, and compared with its end."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.commands.context import NO_LIBRARY, Library
from orcus_tui.errors import Impossible, OrcusError
from orcus_tui.model.fight import Fight
from orcus_tui.model.text import plural
from orcus_tui.simulation.battlefield import has_creature_up
from orcus_tui.simulation.day import Day, with_library
from orcus_tui.simulation.forecast import Plan, all_pairs, forecast_days
from orcus_tui.simulation.interval import percent_range, wilson
from orcus_tui.storage.journal.recovery import view_journal
from orcus_tui.systems import view_of

BANDS = (0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 1.0)
FIGHTS_EACH = 25
"""The number of fights played for a journal with each pair of habits."""

Outcome = Literal["won", "lost"]


class ComparedFight(Struct, frozen=True):
    """A journal of a decided fight: the share of fights won in the forecast, and how the fight ended."""

    name: str
    forecast: float
    outcome: Outcome


class Calibration(Struct, frozen=True):
    """The journals compared so far, and the journals left out with the reasons; `journals` is the total number."""

    compared: tuple[ComparedFight, ...]
    left_out: tuple[str, ...]
    journals: int

    @property
    def read(self) -> int:
        """The number of journals read."""
        return len(self.compared) + len(self.left_out)


def calibrate(paths: Sequence[Path], seed: int, processes: int, library: Library = NO_LIBRARY) -> Iterator[Calibration]:
    """Simulates the fight of each journal from its start; yields the results after each journal.

    Powers summon creatures of the library. Journals that cannot be compared are left out, with the reason.
    """
    found = Calibration((), (), len(paths))
    for path in paths:
        try:
            found = replace(found, compared=(*found.compared, _compare(path, seed, processes, library)))
        except OrcusError as fault:
            found = replace(found, left_out=(*found.left_out, f"{path.name}: {fault}"))
        yield found


def _compare(path: Path, seed: int, processes: int, library: Library) -> ComparedFight:
    timeline = view_journal(path).timeline
    outcome = outcome_of(timeline.fight)
    if outcome is None:
        raise Impossible("the fight was not decided")
    start = timeline.start
    day = with_library(Day((start,)), library)
    *_, (found,) = forecast_days((day,), Plan(all_pairs(start.system), seed, FIGHTS_EACH, processes))
    return ComparedFight(start.name, sum(each.share for each in found.pairs) / len(found.pairs), outcome)


def outcome_of(fight: Fight) -> Outcome | None:
    """The outcome of a fight for the party; None while both sides have a creature up, or neither has."""
    up = {side: has_creature_up(view_of(fight), side) for side in ("party", "foes")}
    if up["party"] == up["foes"]:
        return None
    return "won" if up["party"] else "lost"


def calibration_lines(found: Calibration) -> Iterator[str]:
    """The reliability table: per forecast band, the number of fights and how many were won."""
    total = len(found.compared)
    so_far = "" if found.read == found.journals else f"; stopped after {found.read} of {found.journals} journals"
    yield f"{plural(total, 'fight')} compared, {len(found.left_out)} left out{so_far}"
    for low, high in pairwise(BANDS):
        within = [each for each in found.compared if low <= each.forecast < high or each.forecast == high == 1.0]
        if within:
            yield _row(low, high, within)
    yield from (f"left out: {each}" for each in found.left_out)


def _row(low: float, high: float, within: Sequence[ComparedFight]) -> str:
    won, count = sum(each.outcome == "won" for each in within), len(within)
    interval = wilson(won, count)
    text = f"of {plural(count, 'fight')} forecast {low * 100:.0f} to {high * 100:.0f} %, {won}"
    return f"{text} {'was' if won == 1 else 'were'} won ({percent_range(interval.low, interval.high)})"
