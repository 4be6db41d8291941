"""The natural rolls that are critical hits: 20, unless a power, or a bonus to `crit`, widens the range."""

from orcus_tui.rules.stats import bonuses, stack_modifiers, total
from orcus_tui.rules.system import Resolution
from orcus_tui.rules.system.attacks import AttackRoll

CRIT = "crit"
"""The statistic of a bonus that widens the range."""
HIGHEST, LOWEST = 20, 2


def lowest_critical(resolution: Resolution, roll: AttackRoll, wider: int = 0) -> int:
    """The lowest natural roll that is a critical hit; `wider` is by how much the target widens the range."""
    power, system, state = roll.power, resolution.system, resolution.state(roll.source)
    least = (power.crit_range or HIGHEST) - wider
    if any(each.name == CRIT for each in state.effects):
        carried = bonuses(system, state, CRIT, opponent=roll.target, tags=power.tags)
        least -= total(stack_modifiers(system, carried))
    return max(LOWEST, min(HIGHEST, least))
