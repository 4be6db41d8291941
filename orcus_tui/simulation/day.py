"""A day of fights: the party goes from one fight to the next with its remaining resources, and rests in between."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui import dice
from orcus_tui.commands.context import NO_LIBRARY, Library
from orcus_tui.errors import Impossible
from orcus_tui.model import steps, typed_steps
from orcus_tui.model.fight import Fight
from orcus_tui.rules.in_force import creature_standing
from orcus_tui.rules.lasting import with_party_of
from orcus_tui.simulation.battlefield import share_left
from orcus_tui.simulation.bestiary import EMPTY, Bestiary, bestiary_of
from orcus_tui.simulation.play_out import BegunStreams, DiceStreams, Earlier, Pair, PlayedFight, SimulatedFight
from orcus_tui.systems import SYSTEMS

NO_REST = "none"
"""The word for continuing without a rest."""

HEALTHY = 0.75
"""The share of its hit points below which a hero spends recoveries in a rest."""

MOST_RECOVERIES = 20
"""The most recoveries that a hero spends in a rest."""


class Day(Struct, frozen=True):
    """Fights of the same party one after another, usually only one; `rest` names the rest after each.

    `bestiary` has the creatures of the library that are summoned in them.
    """

    fights: tuple[Fight, ...]
    rest: str = NO_REST
    bestiary: Bestiary = EMPTY


def with_library(day: Day, library: Library) -> Day:
    """The day with the creatures of a library that its fights may need.

    Raises Unusable if a creature cannot be read.
    """
    return replace(day, bestiary=bestiary_of(day.fights, library))


def name_of_day(day: Day) -> str:
    """`The ice house, then The bell choir`; for one fight its name."""
    return ", then ".join(each.name for each in day.fights)


def rests_of(system: str) -> tuple[str, ...]:
    """The words for the rests between fights in a system."""
    return ("short", "long", *SYSTEMS[system].rest.more, NO_REST)


def refuse_other_parties(day: Day) -> None:
    """Raises Impossible for a day whose fights are not for the same heroes and the same system."""
    first, *others = day.fights
    heroes = _heroes(first)
    for fight in others:
        if fight.phase != "setup":
            raise Impossible(f"{fight.name} has begun; only the first fight of a day can")
        if fight.system != first.system:
            raise Impossible(f"{fight.name} is for {fight.system}; the day began in {first.system}")
        if _heroes(fight) != heroes:
            raise Impossible(f"{fight.name} has other heroes than {first.name}: a day has one party")


def _heroes(fight: Fight) -> dict[str, object]:
    return {each: sheet for each, sheet in fight.sheets.items() if sheet.side == "party"}


def play_day(
    day: Day,
    pair: Pair,
    seed: int,
    number: int,
    earlier: Sequence[Earlier] | None = None,
    begun: BegunStreams | None = None,
) -> PlayedFight:
    """Plays the fights of a day until the party fails to win one, with the dice of this seed and number.

    `earlier` has the results for each fight when it was played before, `begun` the dice of this number that were
    rolled before.
    """
    played: list[PlayedFight] = []
    fight = day.fights[0]
    library = day.bestiary if day.bestiary.known else NO_LIBRARY
    for place, following in enumerate((*day.fights[1:], None)):
        playing = SimulatedFight(
            fight, pair, DiceStreams(seed, number, place, begun), library, earlier[place] if earlier else None
        )
        played.append(playing.to_the_end(number))
        if played[-1].end != "won" or following is None:
            break
        _rest(playing, day.rest)
        fight = with_party_of(playing.system, following, playing.fight)
    return played[0] if len(day.fights) == 1 else _whole_day(played)


def _rest(playing: SimulatedFight, rest: str) -> None:
    """Ends the fight, revives the heroes that are down, and rests; heroes spend recoveries."""
    playing.attempt(typed_steps.Finish(), "rest")
    heroes = [each for each, sheet in playing.fight.sheets.items() if sheet.side == "party"]
    if rest == NO_REST:
        return
    playing.attempt(typed_steps.Rest(rest), "rest")
    for hero in heroes:
        _recover(playing, hero)


def _recover(playing: SimulatedFight, hero: str) -> None:
    """Spends a hero's recoveries while it is hurt; a hero that is down without recoveries is helped up by an ally."""
    for _ in range(MOST_RECOVERIES):
        left = playing.fight.states[hero].recoveries
        if not left or share_left(playing.view, hero) >= HEALTHY or playing.fight.states[hero].is_out:
            break
        if not playing.attempt(steps.Recover((hero,)), hero):
            break
    if creature_standing(playing.view, hero) == "down":
        playing.attempt(steps.Heal((hero,), dice.parse("1")), hero)


def _whole_day(played: Sequence[PlayedFight]) -> PlayedFight:
    """The day as one fight: won if all its fights were won; otherwise it ends like the last one."""
    last = played[-1]
    end = last.end
    return PlayedFight(
        last.number,
        end,
        sum(each.rounds for each in played),
        frozenset().union(*(each.fell for each in played)),
        frozenset().union(*(each.died for each in played)),
        last.hp,
        last.recoveries,
        last.limited,
        tuple(played),
    )
