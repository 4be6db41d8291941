"""The number of targets of a power; if dice decide it, they are rolled before any target is named."""

from orcus_tui.dice import maximise
from orcus_tui.model import steps, typed_steps
from orcus_tui.rules.dice_rolls import log_dice
from orcus_tui.rules.powers import power_of, refuse_spent
from orcus_tui.rules.resolution import default_creature
from orcus_tui.rules.system.attacks import PowerUse
from orcus_tui.rules.system.resolution import Resolution


def refuse_more(use: PowerUse, targets: steps.Targets) -> None:
    """Refuses more targets than a power may have."""
    if use.power.targets is None:
        return
    most = maximise(use.power.targets).total
    if len({*targets}) > most:
        use.resolution.forbid("too many targets", power=use.power.name, most=most)


def roll(resolution: Resolution, step: typed_steps.Attack | typed_steps.UsePower) -> bool:
    """Rolls the number of targets of a power, and changes nothing else; returns whether the power has dice for it.

    Raises Impossible if the power cannot be used now.
    """
    source = step.source or default_creature(resolution)
    power = power_of(resolution, source, step.power)
    if power.targets is None or power.targets.is_constant:
        return False
    refuse_spent(PowerUse(resolution, power, source), step.slot)
    rolled = resolution.roll(power.targets)
    log_dice(resolution, "number of targets", rolled, source, power.name)
    return True
