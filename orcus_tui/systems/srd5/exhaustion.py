"""Exhaustion in SRD 5.1: an effect for each level, and a counter that says how many there are (§Exhaustion)."""

from collections.abc import Mapping

from orcus_tui.model.duration import UNTIL_REMOVED
from orcus_tui.model.effect import Effect
from orcus_tui.model.events import SheetChanged
from orcus_tui.model.message import message
from orcus_tui.model.steps import SetCounter
from orcus_tui.rules import effects, life
from orcus_tui.rules.resolution import Impossible
from orcus_tui.rules.system import Resolution
from orcus_tui.systems.srd5.advantage import level_of_exhaustion
from orcus_tui.systems.srd5.conditions import EXHAUSTION

MAXIMUM_LOST = "maximum lost to exhaustion"
HALVES_HIT_POINTS, KILLS = 4, 6
LEVELS = (
    "",
    "disadvantage on checks",
    "half speed",
    "disadvantage on attacks and saves",
    "half its hit points",
    "speed 0",
    "death",
)


def review(resolution: Resolution, creature: str) -> None:
    """Keeps the levels of exhaustion on a creature and their count alike.

    Levels that a file gives by the counter alone are put on it.
    """
    if resolution.state(creature).counters.get(EXHAUSTION, 0) > level_of_exhaustion(resolution.fight, creature):
        take_levels(resolution, creature)
    else:
        count(resolution, creature)


def count(resolution: Resolution, creature: str) -> None:
    """Counts the levels of exhaustion on a creature, and lets them come to what they come to."""
    counters = resolution.state(creature).counters
    level = level_of_exhaustion(resolution.fight, creature)
    if level == counters.get(EXHAUSTION, 0):
        return
    note = message("exhaustion", level=level, means=LEVELS[min(level, KILLS)]) if level else message("not exhausted")
    resolution.change(creature, "counters", with_exhaustion(counters, level), note)
    apply_exhaustion(resolution, creature)


def with_exhaustion(counters: Mapping[str, int], level: int) -> dict[str, int]:
    """A creature's counters with this level of exhaustion; there is none for no level."""
    others = {name: number for name, number in counters.items() if name != EXHAUSTION}
    return {**others, EXHAUSTION: level} if level else others


def apply_exhaustion(resolution: Resolution, creature: str) -> None:
    """Half the maximum is lost from the fourth level on, and the sixth kills."""
    state = resolution.state(creature)
    level = level_of_exhaustion(resolution.fight, creature)
    if level >= KILLS:
        life.die(resolution, creature, message("dies of exhaustion"))
    elif level >= HALVES_HIT_POINTS and MAXIMUM_LOST not in state.counters:
        halve_maximum(resolution, creature)
    elif level < HALVES_HIT_POINTS and MAXIMUM_LOST in state.counters:
        give_back_maximum(resolution, creature)


def take_levels(resolution: Resolution, creature: str) -> None:
    """Puts as many levels of exhaustion on a creature as its counter says, or takes off those beyond.

    Raises Impossible where there are no so many levels.
    """
    counters = resolution.state(creature).counters
    wanted = counters.get(EXHAUSTION, 0)
    if not 0 <= wanted <= KILLS:
        raise Impossible(f"{resolution.name(creature)}: {EXHAUSTION} goes from 0 to {KILLS}, not to {wanted}")
    levels = [each for each in resolution.state(creature).effects if each.name == EXHAUSTION]
    if wanted > len(levels) and effects.is_immune(resolution, creature, EXHAUSTION):
        resolution.change(
            creature, "counters", with_exhaustion(counters, len(levels)), message("immune", condition=EXHAUSTION)
        )
        return
    if wanted > len(levels):
        pattern = Effect(0, "", "condition", resolution.source("", creature), UNTIL_REMOVED)
        effects.add_conditions(resolution, creature, (EXHAUSTION,) * (wanted - len(levels)), pattern, None)
    for effect in levels[wanted:]:
        effects.end(resolution, creature, effect, message("a level less"))
    apply_exhaustion(resolution, creature)


def counter_set(resolution: Resolution, step: SetCounter) -> None:
    """`counter NAME.exhaustion N`: so many levels, as if applied one by one."""
    if step.name == EXHAUSTION:
        take_levels(resolution, step.creature)


def halve_maximum(resolution: Resolution, creature: str) -> None:
    """Halves the hit point maximum, to 1 at least, and remembers how much is lost."""
    highest = resolution.sheet(creature).max_hp or 0
    lost = highest - max(1, highest // 2)
    counters = resolution.state(creature).counters
    resolution.change(creature, "counters", {**counters, MAXIMUM_LOST: lost})
    set_maximum(resolution, creature, highest - lost)


def give_back_maximum(resolution: Resolution, creature: str) -> None:
    """Makes the hit point maximum what it was."""
    counters = dict(resolution.state(creature).counters)
    lost = counters.pop(MAXIMUM_LOST, 0)
    resolution.change(creature, "counters", counters)
    set_maximum(resolution, creature, (resolution.sheet(creature).max_hp or 0) + lost)


def set_maximum(resolution: Resolution, creature: str, highest: int) -> None:
    """Makes the hit point maximum so high; nobody has more hit points than that."""
    resolution.emit(SheetChanged(creature, "max_hp", highest, message("lower maximum")))
    state = resolution.state(creature)
    if (state.hp or 0) > highest:
        life.set_hit_points(resolution, creature, highest, state.temp_hp, message("is exhausted"))
