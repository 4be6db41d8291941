"""Ambushes in the Archmage Engine: the verb before the fight, and the round before round 1."""

from orcus_tui.errors import Impossible
from orcus_tui.model.fight import Fight
from orcus_tui.model.message import message
from orcus_tui.model.typed_steps import SystemStep
from orcus_tui.rules import initiative, turn_order
from orcus_tui.rules.system.resolution import Resolution

AMBUSHES, STARTS = "ambushes", "starts the ambush"
ACTS = "acts in the ambush"


def ambush(resolution: Resolution, step: SystemStep) -> None:
    """`ambush`: the targets ambush the others, who roll initiative afterwards; the first target starts (§Ambushes)."""
    if resolution.fight.phase != "setup":
        raise Impossible("the fight has already begun; use `ambush` before `begin`")
    for creature, state in resolution.fight.states.items():
        others = tuple(each for each in state.used if each not in (AMBUSHES, STARTS))
        starts = creature == step.targets[0]
        marks = [AMBUSHES] * (creature in step.targets) + [STARTS] * starts
        note = message("starts the ambush" if starts else "ambushes") if marks else None
        resolution.change(creature, "used", (*others, *marks), note)


def has_round_zero(fight: Fight) -> bool:
    """Whether the fight opens with an ambush round (§Ambushes and Surprise)."""
    return any(AMBUSHES in state.used for state in fight.states.values())


def acts_this_round(fight: Fight, creature: str) -> bool:
    """Whether a creature acts in this round: in the ambush round, only two creatures do."""
    return fight.round > 0 or ACTS in fight.states[creature].used


def end_ambush(resolution: Resolution) -> None:
    """Rolls initiative for the ambushed creatures after the ambush round, and sets the order."""
    turn_order.set_order(resolution, initiative.sorted_order(resolution))
    initiative.roll_for(resolution, initiative.without_initiative(resolution))
