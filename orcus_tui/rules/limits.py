"""Limits on the attacks of a command, on effects, and on numbers in play, so that a file can hold them."""

from collections.abc import Collection, Iterable
from itertools import compress
from operator import is_not

from orcus_tui.model.creature import State
from orcus_tui.model.track import TALLIES
from orcus_tui.rules.resolution import AnyResolution, Impossible
from orcus_tui.rules.validators import FARTHEST

MOST_ATTACKS = 1_000
"""The most attacks of one command, by several creatures or by one multiattack."""
MOST_JOINED = 20
"""The most effects that one command, or a line of a power, puts on a creature."""

MOST_EFFECTS = 1_000
"""The most effects on a creature to which another is added; files and journals may hold more."""


def attack_limit_message(attacks: int) -> str:
    """The message about too many attacks in one command; empty for an allowed number."""
    wrong = f"a command makes at most {MOST_ATTACKS:,} attacks; this would make {attacks:,}"
    return wrong if attacks > MOST_ATTACKS else ""


def refuse_more_effects(resolution: AnyResolution, creature: str) -> None:
    """Raises Impossible if a creature has as many effects as it can have."""
    if len(resolution.fight.states[creature].effects) >= MOST_EFFECTS:
        more = f"{resolution.name(creature)} has {MOST_EFFECTS:,} effects, and cannot have more"
        raise Impossible(f"{more}; `remove {creature} all` ends them")


def refuse_beyond_limits(resolution: AnyResolution) -> None:
    """Raises Impossible if a number of a creature or of the fight is out of the range of a file."""
    before, after = resolution.began, resolution.fight
    if after is before:
        return
    if after.states is not before.states:
        unlike = map(is_not, after.states.values(), map(before.states.get, after.states))
        for creature in compress(after.states, unlike):
            if _is_beyond(_numbers(after.states[creature])):
                raise Impossible(f"this would take a number of {resolution.name(creature)} beyond {FARTHEST:,}")
    if (
        max(after.round, after.next_effect - 1, after.next_bundle - 1, after.next_question - 1) > FARTHEST
        or (after.counters is not before.counters and _is_beyond(after.counters.values()))
        or (after.system_memory is not before.system_memory and _is_beyond(after.system_memory.values()))
    ):
        raise Impossible(f"this would take a number of the fight beyond {FARTHEST:,}")


def _is_beyond(numbers: Iterable[int]) -> bool:
    """Whether one of these numbers is out of the range of a file."""
    return max(map(abs, numbers), default=0) > FARTHEST


def _numbers(state: State) -> Collection[int]:
    """The numbers of a creature that play changes."""
    tallies = [getattr(state.track, tally) for tally in TALLIES] if state.track else ()
    return (
        state.hp or 0,
        state.temp_hp,
        state.initiative or 0,
        state.action_points,
        state.death_failures,
        state.death_successes,
        *state.actions,
        *state.counters.values(),
        *tallies,
    )
