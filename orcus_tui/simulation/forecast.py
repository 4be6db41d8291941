"""Forecasts: a fight simulated as often as needed for each pair of habits, on all processors."""

from __future__ import annotations

import os
from contextlib import closing, suppress
from statistics import median
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.commands.command_error import CommandError
from orcus_tui.commands.context import Context
from orcus_tui.commands.parse import parse
from orcus_tui.errors import Impossible
from orcus_tui.model.steps import Summon
from orcus_tui.model.typed_steps import Enter
from orcus_tui.rules.creation import creature_named
from orcus_tui.rules.system import FightView
from orcus_tui.rules.system.habits import Habit
from orcus_tui.simulation.battlefield import has_creature_up
from orcus_tui.simulation.bestiary import EMPTY, Bestiary
from orcus_tui.simulation.day import Day, refuse_other_parties
from orcus_tui.simulation.interval import Interval
from orcus_tui.simulation.play_out import Pair, PlayedFight
from orcus_tui.simulation.playable import repertoire
from orcus_tui.simulation.processes import Batch, Processes
from orcus_tui.simulation.stopping import BATCH, Tally, fights_to_next_look, needs_more_fights
from orcus_tui.systems import SYSTEMS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from orcus_tui.model.fight import Fight
    from orcus_tui.model.power import Power


class Plan(Struct, frozen=True):
    """A plan of fights to play: pairs of habits, with the dice of a seed, each `fights` times or as often as needed.

    `processes` is the number of processes that play; it never affects the result. With `plays_here`, this process is
    one of them; otherwise it only plays until the others have started. Without `offers`, nothing that the rules offer
    is played: triggered powers, legendary and lair actions, opportunity attacks, auras, events.
    """

    pairs: tuple[Pair, ...]
    seed: int = 1
    fights: int | None = None
    processes: int = 1
    plays_here: bool = True
    offers: bool = True


class CreatureOdds(Struct, frozen=True):
    """The numbers of fights in which a creature falls and in which it dies, and its average remaining hit points."""

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
        """The number of fights that the party won."""
        return sum(each.end == "won" for each in self.played)

    @property
    def endless(self) -> int:
        """The number of fights that were stopped because they did not end."""
        return sum(each.end == "endless" for each in self.played)

    @property
    def tally(self) -> Tally:
        """The number of fights won, and of fights played."""
        return Tally(self.won, len(self.played))

    @property
    def share(self) -> float:
        """The share of fights that the party won."""
        return self.tally.share

    @property
    def interval(self) -> Interval:
        """The interval of the share of fights that the party won."""
        return self.tally.interval

    @property
    def rounds(self) -> int:
        """The median number of rounds."""
        return round(median(each.rounds for each in self.played)) if self.played else 0

    @property
    def middle(self) -> PlayedFight | None:
        """The median of the fights, sorted by outcome and what the party had left; None before any has been played."""
        ranked = sorted(self.played, key=lambda each: (each.end == "won", each.recoveries + each.limited, -each.rounds))
        return ranked[len(ranked) // 2] if ranked else None


class Stage(Struct, frozen=True):
    """A fight of a day: how often it was reached and won, and what the party had left after winning it.

    `hp` and `recoveries` are the averages of the heroes' totals.
    """

    name: str
    tally: Tally
    hp: float
    recoveries: float


class Forecast(Struct, frozen=True):
    """The results so far; `is_complete` once the whole plan has been played.

    `not_played` are the powers that the rules cannot carry out alone, or only in part, as `Ogre: Roar`.
    """

    day: Day
    plan: Plan
    pairs: tuple[PairOdds, ...]
    not_played: tuple[str, ...]
    is_complete: bool

    @property
    def fight(self) -> Fight:
        """The fight, or the first one of the day."""
        return self.day.fights[0]

    @property
    def stages(self) -> list[Stage]:
        """The fights of a day, over all pairs; empty for a single fight."""
        days = [each.fights for pair in self.pairs for each in pair.played]
        heroes = [each for each, sheet in self.fight.sheets.items() if sheet.side == "party"]
        several = enumerate(self.day.fights) if len(self.day.fights) > 1 else ()
        return [
            _stage(fight.name, [each[place] for each in days if len(each) > place], heroes) for place, fight in several
        ]

    @property
    def range(self) -> tuple[float, float]:
        """The lowest and the highest share of fights won, over the habits."""
        shares = [each.share for each in self.pairs]
        return min(shares), max(shares)

    @property
    def fights(self) -> int:
        """The number of fights played."""
        return sum(len(each.played) for each in self.pairs)


def _stage(name: str, reached: Sequence[PlayedFight], heroes: Sequence[str]) -> Stage:
    won = [each for each in reached if each.end == "won"]
    hp = sum(each.hp[hero] for each in won for hero in heroes) / (len(won) or 1)
    recoveries = sum(each.recoveries for each in won) / (len(won) or 1)
    return Stage(name, Tally(len(won), len(reached)), hp, recoveries)


def is_small(found: Forecast) -> bool:
    """Whether a pair has been played too few times for a range."""
    return any(len(each.played) < BATCH for each in found.pairs)


def all_pairs(system: str) -> tuple[Pair, ...]:
    """Every pair of habits of a system."""
    habits = SYSTEMS[system].habits
    return tuple(Pair(party, foes) for party in habits.party for foes in habits.foes)


MIRROR = "mirror"
"""The word for three mirror matches: both sides play by the same habit of the party."""


def pairs_named(system: str, names: str) -> tuple[Pair, ...]:
    """The pair of habits written `focused,hunting`, or those of `mirror`.

    Each side can play by any habit, including those of the other side. Raises Impossible for names that the system does
    not have.
    """
    habits = SYSTEMS[system].habits
    if names.strip().casefold() == MIRROR:
        return tuple(Pair(each, each) for each in habits.party)
    party, comma, foes = (part.strip().casefold() for part in names.partition(","))
    if not comma:
        raise Impossible(f"expected two habits, such as focused,hunting: the party's, then the foes'; or {MIRROR}")
    return (
        Pair(
            _find_habit((*habits.party, *habits.foes), party, "the party"),
            _find_habit((*habits.foes, *habits.party), foes, "the foes"),
        ),
    )


def _find_habit(habits: Sequence[Habit], name: str, whose: str) -> Habit:
    found = next((each for each in habits if each.name == name), None)
    if found is None:
        known = ", ".join(each.name for each in habits)
        raise Impossible(f'no habit "{name}" for {whose}; there are {known}')
    return found


def forecast(fight: Fight, plan: Plan, stopped: Callable[[], bool] = lambda: False) -> Iterator[Forecast]:
    """Yields the results of one day after each batch of fights, as `forecast_days` does for several days."""
    for (found,) in forecast_days((Day((fight,)),), plan, stopped):
        yield found


def forecast_days(
    days: Sequence[Day], plan: Plan, stopped: Callable[[], bool] = lambda: False
) -> Iterator[tuple[Forecast, ...]]:
    """Yields the results after each batch of fights, at last the complete results; to stop earlier, stop iterating.

    `stopped` is called between fights and ends the forecast before the end of a batch, without its results. Raises
    Impossible for a fight without heroes or foes, for a creature with an unknown habit, and for fights of a day that
    do not belong together.
    """
    for day in days:
        refuse_unplayable_day(day)
    days = [_with_offers(day, plan) for day in days]
    known = tuple(
        Forecast(day, plan, tuple(PairOdds(pair, ()) for pair in plan.pairs), not_played_in(day), is_complete=False)
        for day in days
    )
    others = plan.processes - 1 if plan.plays_here else plan.processes
    with closing(Processes(days, others)) as processes:
        here = True
        while batches := [batch for place, each in enumerate(known) for batch in _batches(place, each)]:
            played = processes.play(batches, stopped, here=here)
            if played is None:
                return
            found = {(each.day, each.pair): fights for each, fights in zip(batches, played, strict=True)}
            known = tuple(_with_fights(place, each, found) for place, each in enumerate(known))
            here = plan.plays_here
            yield known


def _with_offers(day: Day, plan: Plan) -> Day:
    return replace(day, fights=tuple(replace(each, makes_offers=plan.offers) for each in day.fights))


def _batches(place: int, known: Forecast) -> Iterator[Batch]:
    """The next fights to play of one day."""
    for each, wanted in zip(known.pairs, _fights_wanted(known.pairs, known.plan), strict=True):
        if wanted:
            yield Batch(place, each.pair, known.plan.seed, len(each.played), wanted)


def _with_fights(place: int, known: Forecast, found: Mapping[tuple[int, Pair], tuple[PlayedFight, ...]]) -> Forecast:
    """The forecast of one day with more fights."""
    pairs = tuple(PairOdds(each.pair, (*each.played, *found.get((place, each.pair), ()))) for each in known.pairs)
    return replace(known, pairs=pairs, is_complete=not any(_fights_wanted(pairs, known.plan)))


def refuse_unplayable_day(day: Day) -> None:
    """Raises Impossible for a day with a fight that cannot be played, or whose fights do not belong together."""
    refuse_other_parties(day)
    for fight in day.fights:
        refuse_unplayable(fight)


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


def _fights_wanted(pairs: Sequence[PairOdds], plan: Plan) -> list[int]:
    """The number of fights to play next for each pair; 0 for a pair played often enough."""
    counts = [len(each.played) for each in pairs]
    to_look = [fights_to_next_look(each) for each in counts]
    if plan.fights is not None:
        return [min(each, plan.fights - count) for each, count in zip(to_look, counts, strict=True)]
    wanted = needs_more_fights([each.tally for each in pairs])
    return [each if more else 0 for each, more in zip(to_look, wanted, strict=True)]


def not_played_in(day: Day) -> tuple[str, ...]:
    """The powers and creatures not played in the fights of a day, each once."""
    return tuple(dict.fromkeys(each for fight in day.fights for each in not_played(fight, day.bestiary)))


def not_played(fight: Fight, bestiary: Bestiary = EMPTY) -> tuple[str, ...]:
    """The powers not played, or only in part, each once with its creature; and creatures that never attack or enter.

    `bestiary` has the creatures that powers can summon, besides those of the fight.
    """
    system = SYSTEMS[fight.system]
    found: dict[str, None] = {}
    entering = _entering_by_events(fight)
    for creature, sheet in fight.sheets.items():
        own, name = repertoire(system, sheet.powers), _kind_name(fight, creature)
        left_out = own.left_out_with_offers if fight.makes_offers else own.left_out
        left_out = (*left_out, *_summoning_others(fight, sheet.powers, bestiary))
        found |= dict.fromkeys(f"{name}: {power}" for power in left_out)
        if not any(each.purpose == "attack" for each in own.playable):
            found[f"{name}: has no attack"] = None
        if fight.states[creature].place == "reserve" and sheet.due_round is None and creature not in entering:
            found[f"{name}: in reserve, with no round to enter"] = None
    return tuple(found)


def _summoning_others(fight: Fight, powers: Sequence[Power], bestiary: Bestiary) -> Iterator[str]:
    """The powers that summon creatures which are neither in the fight nor in the bestiary."""
    for power in powers:
        for line in power.lines:
            step = line.step
            if not isinstance(step, Summon) or step.printed or creature_named(fight, step.name):
                continue
            if bestiary.find(SYSTEMS[fight.system], step.name) is None:
                yield power.name


def _entering_by_events(fight: Fight) -> frozenset[str]:
    """The creatures that the file's events bring in: by lines carried out, or offered if offers are played."""
    context = Context(FightView(SYSTEMS[fight.system], fight))
    entering = set[str]()
    events = fight.briefing.events
    offered = tuple(event.line for event in events) if fight.makes_offers else ()
    for line in (*offered, *(line for event in events for line in event.do)):
        with suppress(CommandError):
            command = parse(line, context)
            if command and isinstance(command.step, Enter):
                entering.update(command.step.targets)
    return frozenset(entering)


def _kind_name(fight: Fight, creature: str) -> str:
    """A creature's name, without the number of a member of a group."""
    sheet = fight.sheets[creature]
    return sheet.name.rstrip("0123456789 ") if sheet.group else sheet.name


def processors() -> int:
    """The number of processors to play on."""
    return os.cpu_count() or 1
