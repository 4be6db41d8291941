"""What a power heals, typed at the table in the place of its dice."""

from msgspec.structs import replace

from orcus_tui.dice import Dice, parse
from orcus_tui.model import steps
from orcus_tui.model.power import Line, Power
from orcus_tui.rules.recovery_dice import refuse_impossible_total
from orcus_tui.rules.system import Resolution


def rolled_healing(power: Power) -> list[Line]:
    """The lines of a power that heal by dice or by a recovery; none for one that deals damage, which is typed then."""
    return [] if power.damage else [line for line in (*power.effects, *power.always) if _heals_by_dice(line)]


def number_as_amount(step: steps.UsePower, power: Power) -> steps.UsePower:
    """The use with a number typed alone as what was rolled, where the power calls for no save that it could be."""
    if power.save or len(step.faces) != 1 or step.hit is not None:
        return step
    if power.damage is None and len(rolled_healing(power)) != 1:
        return step
    return replace(step, faces=(), hit=parse(str(step.faces[0])))


def refuse_impossible_healing(
    resolution: Resolution, power: Power, step: steps.UsePower, source: str, amount_at: str
) -> None:
    """Raises Impossible where the recoveries that a power spends cannot heal the amount typed, in that field."""
    for line in rolled_healing(power):
        if isinstance(line.step, steps.Recover) and step.hit is not None:
            for creature in (source,) if line.to_self else step.targets:
                refuse_impossible_total(resolution, creature, step.hit, line.step.times, amount_at)


def with_healing(power: Power, amount: Dice | None) -> Power:
    """The power with what was rolled in the place of its dice; as it is if nothing was typed."""
    if amount is None or not rolled_healing(power):
        return power
    effects, always = (
        tuple(_with_typed_amount(line, amount) for line in lines) for lines in (power.effects, power.always)
    )
    return replace(power, effects=effects, always=always)


def _with_typed_amount(line: Line, amount: Dice) -> Line:
    if isinstance(line.step, steps.Recover):
        return replace(line, step=replace(line.step, amount=amount, is_total=True))
    if isinstance(line.step, steps.Heal | steps.Temp) and _heals_by_dice(line):
        return replace(line, step=replace(line.step, amount=amount))
    return line


def _heals_by_dice(line: Line) -> bool:
    step = line.step
    return isinstance(step, steps.Recover) or (
        isinstance(step, steps.Heal | steps.Temp) and not step.amount.is_constant
    )
