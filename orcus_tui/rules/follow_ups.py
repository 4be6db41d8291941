"""Powers that follow on another one, which has them as a line: a bite, and the save against its poison."""

from collections.abc import Iterator, Sequence

from orcus_tui.model import steps
from orcus_tui.model.power import Power
from orcus_tui.rules import power_use
from orcus_tui.rules.field_shapes import FieldFault, unknown
from orcus_tui.rules.powers import power_of
from orcus_tui.rules.system import Resolution


def follow_up(resolution: Resolution, step: steps.FollowUp) -> None:
    """A power used on the targets of the one that has it as a line; the action is paid."""
    power = power_of(resolution, step.source, step.power)
    using = steps.UsePower(power.name, step.targets, step.source)
    power_use.check(resolution, using, power)
    power_use.carry_out(resolution, using, power, step.source)


def follow_ups_of(power: Power) -> Iterator[tuple[str, int, str]]:
    """The powers that follow on one, each with the field and the place of the line that says so."""
    for key in ("effects", "always"):
        for place, line in enumerate(getattr(power, key)):
            if isinstance(line.step, steps.FollowUp):
                yield key, place, line.step.power


def faults(powers: Sequence[Power]) -> list[FieldFault]:
    """Faults for lines that use what the creature does not have, what needs an attack roll, or what goes on itself."""
    known = {power.name.casefold(): power for power in powers}
    found: list[FieldFault] = []
    for place, power in enumerate(powers):
        for key, line, name in follow_ups_of(power):
            followed, path = known.get(name.casefold()), (place, key, line)
            if followed is None:
                found += unknown("power", name, [each.name for each in powers if each.bonus is None], *path).faults
            elif followed.bonus is not None or followed.multiattack:
                found.append(FieldFault(path, f"{followed.name} has an attack roll; use a power without one"))
            elif [*follow_ups_of(followed)]:
                found.append(FieldFault(path, f"{followed.name} uses a power itself; name that one here"))
    return found
