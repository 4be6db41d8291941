"""Forecasts: a fight played ahead many times, as often as needed for each pair of habits, on all processors."""

from __future__ import annotations

import os
from contextlib import closing
from math import ceil
from statistics import median
from typing import TYPE_CHECKING

from msgspec import Struct

from orcus_tui.rules.resolution import Impossible
from orcus_tui.rules.system import FightView
from orcus_tui.rules.system.habits import Habit
from orcus_tui.simulation.battlefield import has_creature_up
from orcus_tui.simulation.interval import Interval, wilson
from orcus_tui.simulation.play_out import Pair, PlayedFight
from orcus_tui.simulation.playable import repertoire
from orcus_tui.simulation.processes import Batch, Processes
from orcus_tui.systems import SYSTEMS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from orcus_tui.model.fight import Fight

BATCH = 25
"""Fights of a pair between two looks at the result; before the first look, this many of all pairs together."""

FEWEST, MOST = 100, 1_000
"""The fewest and the most fights of a pair, if no number is asked for."""

NARROW = 0.05
"""Half the width of the interval at which a pair has been played often enough. Only the width decides: stopping when
the result looks clear would stop on a wrong one too often."""


class Plan(Struct, frozen=True):
    """A plan of fights to play: pairs of habits, with the dice of a seed, each `fights` times or as often as needed.

    `processes` is how many processes play, including this one if it `plays_here`; the result does not depend on it.
    """

    pairs: tuple[Pair, ...]
    seed: int = 1
    fights: int | None = None
    processes: int = 1
    plays_here: bool = True


class CreatureOdds(Struct, frozen=True):
    """In how many of these fights a creature falls and dies, and the hit points it has left on average."""

    fights: int
    falls: int
    dies: int
    hp: float


def creature_odds(played: Sequence[PlayedFight], creature: str) -> CreatureOdds:
    """The fate of one creature in these fights."""
    falls = sum(creature in each.fell for each in played)
    dies = sum(creature in each.died for each in played)
    hp = sum(each.hp.get(creature, 0) for each in played)
    return CreatureOdds(len(played), falls, dies, hp / (len(played) or 1))


class PairOdds(Struct, frozen=True):
    """The fights of one pair of habits, in the order of their numbers."""

    pair: Pair
    played: tuple[PlayedFight, ...]

    @property
    def won(self) -> int:
        """The number of fights that the party has won."""
        return sum(each.end == "won" for each in self.played)

    @property
    def endless(self) -> int:
        """The number of fights that were stopped because they did not end."""
        return sum(each.end == "endless" for each in self.played)

    @property
    def share(self) -> float:
        """The share of fights that the party has won."""
        return self.won / len(self.played) if self.played else 0.0

    @property
    def interval(self) -> Interval:
        """The interval of that share."""
        return wilson(self.won, len(self.played))

    @property
    def rounds(self) -> int:
        """The median number of rounds."""
        return round(median(each.rounds for each in self.played)) if self.played else 0

    @property
    def middle(self) -> PlayedFight | None:
        """The median fight, by how it ended and what the party had left, if any has been played."""
        ranked = sorted(self.played, key=lambda each: (each.end == "won", each.recoveries + each.limited, -each.rounds))
        return ranked[len(ranked) // 2] if ranked else None


class Forecast(Struct, frozen=True):
    """The results so far; `is_complete` once everything planned has been played.

    `not_played` are the powers that the rules cannot carry out alone, or only in part, as `Ogre: Roar`.
    """

    fight: Fight
    plan: Plan
    pairs: tuple[PairOdds, ...]
    not_played: tuple[str, ...]
    is_complete: bool

    @property
    def range(self) -> tuple[float, float]:
        """The lowest and the highest share of fights won, over the habits."""
        shares = [each.share for each in self.pairs]
        return min(shares), max(shares)

    @property
    def fights(self) -> int:
        """The number of fights played."""
        return sum(len(each.played) for each in self.pairs)


def all_pairs(system: str) -> tuple[Pair, ...]:
    """Every pair of habits of a system."""
    habits = SYSTEMS[system].habits
    return tuple(Pair(party, foes) for party in habits.party for foes in habits.foes)


def pair_named(system: str, names: str) -> Pair:
    """The pair of habits written `focused,hunting`. Raises Impossible for names that the system does not have."""
    habits = SYSTEMS[system].habits
    party, comma, foes = (part.strip().casefold() for part in names.partition(","))
    if not comma:
        raise Impossible("expected two habits, such as focused,hunting: the party's, then the foes'")
    return Pair(_find_habit(habits.party, party, "the party"), _find_habit(habits.foes, foes, "the foes"))


def _find_habit(habits: Sequence[Habit], name: str, whose: str) -> Habit:
    found = next((each for each in habits if each.name == name), None)
    if found is None:
        known = ", ".join(each.name for each in habits)
        raise Impossible(f'no habit "{name}" for {whose}; there are {known}')
    return found


def forecast(fight: Fight, plan: Plan, stopped: Callable[[], bool] = lambda: False) -> Iterator[Forecast]:
    """Yields the results after each batch of every pair, the last one complete; to stop earlier, stop iterating.

    `stopped` is called between fights and ends the forecast before the end of a batch, without its result. Raises
    Impossible for a fight without heroes or foes, and for a creature with an unknown habit.
    """
    refuse_unplayable(fight)
    left_out = not_played(fight)
    pairs = tuple(PairOdds(pair, ()) for pair in plan.pairs)
    others = plan.processes - 1 if plan.plays_here else plan.processes
    with closing(Processes(fight, others, plays_here=plan.plays_here)) as processes:
        while waiting := [each for each in pairs if _fights_wanted(each, plan)]:
            batches = [Batch(each.pair, plan.seed, len(each.played), _fights_wanted(each, plan)) for each in waiting]
            found = processes.play(batches, stopped)
            if found is None:
                return
            played = dict(zip((each.pair for each in waiting), found, strict=True))
            pairs = tuple(PairOdds(each.pair, (*each.played, *played.get(each.pair, ()))) for each in pairs)
            yield Forecast(fight, plan, pairs, left_out, not any(_fights_wanted(each, plan) for each in pairs))


def complete_forecast(fight: Fight, plan: Plan, stopped: Callable[[], bool] = lambda: False) -> Forecast | None:
    """The results when everything planned has been played; None if it was stopped. Raises as `forecast` does."""
    last = None
    for each in forecast(fight, plan, stopped):
        last = each
    return last if last and last.is_complete else None


def refuse_unplayable(fight: Fight) -> None:
    """Raises Impossible for a fight without heroes or foes, and for a creature with an unknown habit."""
    view = FightView(SYSTEMS[fight.system], fight)
    for sheet in fight.sheets.values():
        if sheet.habit:
            view.system.habits.named(sheet.habit)
    for side, who in (("party", "heroes"), ("foes", "foes")):
        if not has_creature_up(view, side):
            lacks_party = side == "party" and not any(each.side == side for each in fight.sheets.values())
            what_to_do = ": a party file brings them" if lacks_party else ""
            raise Impossible(f"there are no {who} to play the fight with{what_to_do}")


def _fights_wanted(pair: PairOdds, plan: Plan) -> int:
    """The number of fights to play next for a pair; 0 if it has been played often enough."""
    count = len(pair.played)
    batch = BATCH - count % BATCH if count else ceil(BATCH / len(plan.pairs))
    if plan.fights is not None:
        return min(batch, plan.fights - count)
    enough = count >= FEWEST and (pair.interval.half_width <= NARROW or count >= MOST)
    return 0 if enough else batch


def not_played(fight: Fight) -> tuple[str, ...]:
    """Powers not played, or only in part, each once with its creature; creatures that never attack or never enter."""
    system = SYSTEMS[fight.system]
    found: dict[str, None] = {}
    for creature, sheet in fight.sheets.items():
        own, name = repertoire(system, sheet.powers), _kind_name(fight, creature)
        found |= dict.fromkeys(f"{name}: {power}" for power in own.left_out)
        if not any(each.purpose == "attack" for each in own.playable):
            found[f"{name}: has no attack"] = None
        if fight.states[creature].place == "reserve" and sheet.due_round is None:
            found[f"{name}: in reserve, with no round to enter"] = None
    return tuple(found)


def _kind_name(fight: Fight, creature: str) -> str:
    """A creature's name, without the number of a member of a group."""
    sheet = fight.sheets[creature]
    return sheet.name.rstrip("0123456789 ") if sheet.group else sheet.name


def processors() -> int:
    """The number of processors to play on."""
    return os.cpu_count() or 1
