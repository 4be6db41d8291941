"""Surprise as a condition, from the start of the fight to the end of the opening round or of the first turn."""

from orcus_tui.model.duration import Duration
from orcus_tui.model.fight import Fight
from orcus_tui.model.message import message
from orcus_tui.rules import effects
from orcus_tui.rules.system import Resolution

SURPRISED = "surprised"


def is_any_surprised(fight: Fight) -> bool:
    """Whether any creature is marked as surprised when the fight begins."""
    return any(state.surprised for state in fight.states.values())


def apply_surprise(resolution: Resolution, until: Duration | None = None) -> None:
    """Puts the condition `surprised` on creatures that are marked for it, by default until their first turn ends."""
    for creature, state in resolution.fight.states.items():
        if state.surprised:
            lasts = until or Duration("end", anchor=creature)
            effects.add_condition(resolution, creature, SURPRISED, creature, lasts)
            resolution.change(creature, "surprised", value=False)


def is_surprised(fight: Fight, creature: str) -> bool:
    """Whether the condition is on a creature."""
    return any(each.name == SURPRISED for each in fight.states[creature].effects)


def end_surprise(resolution: Resolution) -> None:
    """Ends surprise with the opening round."""
    for creature, effect in list(effects.all_effects(resolution)):
        if effect.name == SURPRISED:
            effects.end(resolution, creature, effect, message("surprise round over"))
