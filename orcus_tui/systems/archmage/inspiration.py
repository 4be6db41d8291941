"""Inspiration in the variant of the Archmage Engine (§Inspiration)."""

from orcus_tui.model.duration import Duration
from orcus_tui.model.effect import Effect
from orcus_tui.model.message import message
from orcus_tui.model.steps import SystemStep
from orcus_tui.rules import effects
from orcus_tui.rules.modifiers import EITHER
from orcus_tui.rules.resolution import Impossible
from orcus_tui.rules.system import Resolution
from orcus_tui.systems.archmage.dying import is_hero
from orcus_tui.systems.archmage.rests import full_heal_up

INSPIRATION, LATE_INSPIRATION = "inspiration", "late inspiration"
POSTPONED = "postponed"
"""The rest that postpones a full recovery."""


def inspire(resolution: Resolution, step: SystemStep) -> None:
    """`inspire`: spends inspiration for a bonus to the next attack roll or save (§Inspiration)."""
    for creature in step.targets:
        state, name = resolution.state(creature), resolution.name(creature)
        held = [each for each in (INSPIRATION, LATE_INSPIRATION) if state.counters.get(each, 0) > 0]
        if not held:
            raise Impossible(f"{name} has no inspiration; `counter {creature}.inspiration +1` gives a point")
        if any(each.name == EITHER and each.power == INSPIRATION for each in state.effects):
            resolution.forbid("inspired already", who=creature)
        left = state.counters[held[0]] - 1
        resolution.change(creature, "counters", {**state.counters, held[0]: left}, message("inspired", left=left))
        size = int(resolution.option("inspiration_bonus"))
        until = Duration("words", words="its next attack or save")
        bonus = Effect(0, EITHER, "bonus", creature, until, size, power=INSPIRATION, once=True)
        effects.add(resolution, creature, bonus)


def full_recovery(resolution: Resolution, creature: str) -> None:
    """A full recovery, which ends inspiration; only points gained at the end of the session stay."""
    full_heal_up(resolution, creature)
    held = resolution.state(creature).counters
    left, late = held.get(INSPIRATION, 0), held.get(LATE_INSPIRATION, 0)
    if left or late:
        counters = {**held, INSPIRATION: late, LATE_INSPIRATION: 0}
        resolution.change(creature, "counters", counters, message("inspiration turned over", left=late))


def postpone_recovery(resolution: Resolution, creature: str) -> None:
    """Postpones a full recovery until after the next battle; each player character gets a point of inspiration."""
    if not is_hero(resolution.sheet(creature)):
        return
    held = resolution.state(creature).counters
    left = held.get(INSPIRATION, 0) + 1
    resolution.change(creature, "counters", {**held, INSPIRATION: left}, message("recovery put off", left=left))
