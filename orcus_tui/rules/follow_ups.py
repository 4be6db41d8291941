"""Powers that follow on another one, which has them as a line: a bite, and the save against its poison."""

from orcus_tui.model import steps
from orcus_tui.rules import power_use
from orcus_tui.rules.powers import power_of
from orcus_tui.rules.system import Resolution


def follow_up(resolution: Resolution, step: steps.FollowUp) -> None:
    """A power used on the targets of the one that has it as a line; the action is paid."""
    power = power_of(resolution, step.source, step.power)
    using = steps.UsePower(power.name, step.targets, step.source)
    power_use.check(resolution, using, power, step.source)
    power_use.carry_out(resolution, using, power, step.source)
