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


def refuse_beyond_limits(resolution: AnyResolution, changed: Iterable[str]) -> None:
    """Raises Impossible if a number of a changed creature or of the fight is out of the range of a file."""
    before, after = resolution.began, resolution.fight
    if after is before:
        return
    for creature in changed:
        if _has_number_beyond(after.states[creature]):
            raise Impossible(f"a number of {resolution.name(creature)} would exceed {FARTHEST:,}")
    if (
        after.round > FARTHEST
        or after.next_effect > FARTHEST + 1
        or after.next_bundle > FARTHEST + 1
        or after.next_question > FARTHEST + 1
        or (after.counters is not before.counters and _is_beyond(after.counters.values()))
        or (after.system_memory is not before.system_memory and _is_beyond(after.system_memory.values()))
    ):
        raise Impossible(f"a number of the fight would exceed {FARTHEST:,}")


def _is_beyond(numbers: Iterable[int]) -> bool:
    """Whether one of these numbers is out of the range of a file."""
    return max(map(abs, numbers), default=0) > FARTHEST


def _has_number_beyond(state: State) -> bool:
    """Whether a number of a creature that play changes is out of the range of a file."""
    if not (
        LOWEST <= (state.hp or 0) <= FARTHEST
        and LOWEST <= (state.initiative or 0) <= FARTHEST
        and LOWEST <= state.temp_hp <= FARTHEST
        and LOWEST <= state.action_points <= FARTHEST
        and LOWEST <= state.death_failures <= FARTHEST
        and LOWEST <= state.death_successes <= FARTHEST
    ):
        return True
    if state.actions and max(state.actions) > FARTHEST:
        return True
    if state.track and _is_beyond(getattr(state.track, tally) for tally in TALLIES):
        return True
    return bool(state.counters) and _is_beyond(state.counters.values())
