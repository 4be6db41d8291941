"""The natural rolls that are critical hits: 20, unless a power, or a bonus to `crit`, widens the range."""

from orcus_tui.rules.stats import bonuses, stack_modifiers, total
from orcus_tui.rules.system import Resolution
from orcus_tui.rules.system.attacks import AttackRoll

CRIT = "crit"
"""The statistic of a bonus that widens the range."""
HIGHEST, LOWEST = 20, 2


def lowest_critical(resolution: Resolution, roll: AttackRoll, wider: int = 0) -> int:
    """The lowest natural roll that is a critical hit; `wider` is by how much the target widens the range."""
    power, system = roll.power, resolution.system
    carried = bonuses(system, resolution.state(roll.source), CRIT, opponent=roll.target, tags=power.tags)
    least = (power.crit_range or HIGHEST) - total(stack_modifiers(system, carried)) - wider
    return max(LOWEST, min(HIGHEST, least))
