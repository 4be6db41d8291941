"""Limits on the attacks of a command, on effects, and on numbers in play, so that a file can hold them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from orcus_tui.errors import Impossible
from orcus_tui.model.creature import TALLIES, State
from orcus_tui.rules.validators import FARTHEST

if TYPE_CHECKING:
    from orcus_tui.rules.resolution import AnyResolution

LOWEST = -FARTHEST

MOST_ATTACKS = 1_000
"""The most attacks of one command, by several creatures or by one multiattack."""
MOST_JOINED = 20
"""The most effects that one command, or a line of a power, puts on a creature."""

MOST_EFFECTS = 1_000
"""The most effects on a creature; files and journals may hold more, but then no effect is added."""


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
    """Raises Impossible if a number of a changed creature or of the fight is out of the range of a file."""
    before, after = resolution.began, resolution.fight
    if after is before:
        return
    for creature in resolution.changed:
        if _has_number_beyond(after.states[creature]):
            raise Impossible(f"a number of {resolution.name(creature)} would exceed {FARTHEST:,}")
    if (
        max(after.round, after.next_effect - 1, after.next_bundle - 1, after.next_question - 1) > FARTHEST
        or (after.counters is not before.counters and _is_beyond(after.counters.values()))
        or (after.system_memory is not before.system_memory and _is_beyond(after.system_memory.values()))
    ):
        raise Impossible(f"a number of the fight would exceed {FARTHEST:,}")


def _is_beyond(numbers: Iterable[int]) -> bool:
    """Whether one of these numbers is out of the range of a file."""
    return max(map(abs, numbers), default=0) > FARTHEST


def _has_number_beyond(state: State) -> bool:
    """Whether a number of a creature that play changes is out of the range of a file."""
    numbers = (
        state.hp or 0,
        state.initiative or 0,
        state.temp_hp,
        state.action_points,
        state.death_failures,
        state.death_successes,
        *state.actions,
        *state.counters.values(),
    )
    if max(numbers) > FARTHEST or min(numbers) < LOWEST:
        return True
    return state.track is not None and _is_beyond(getattr(state.track, tally) for tally in TALLIES)
