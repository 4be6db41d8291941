"""What holds a creature where it is in SRD 5.1 (§Conditions, §Exhaustion)."""

from orcus_tui.model.fight import Fight
from orcus_tui.rules.stats import conditions_in_force, conditions_of
from orcus_tui.rules.system import System
from orcus_tui.systems.srd5.advantage import level_of_exhaustion
from orcus_tui.systems.srd5.conditions import EXHAUSTION

STILL = 5
"""The level of exhaustion at which a creature cannot move."""


def cannot_move(system: System, fight: Fight, creature: str) -> str:
    """The condition that holds a creature where it is; empty if none does."""
    if level_of_exhaustion(fight, creature) >= STILL:
        return EXHAUSTION
    table = conditions_of(system, fight)
    held = sorted(conditions_in_force(system, fight, creature))
    return next((name for name in held if name in table and table[name].speed_cap == 0), "")
