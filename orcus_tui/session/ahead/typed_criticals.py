"""The preview of damage that is typed with a critical hit."""

from orcus_tui import dice
from orcus_tui.model import events, steps
from orcus_tui.session.ahead.dry_run import DryRunner

CRITICAL = "critical damage"
MULTIPLIED = {2: "doubled", 3: "tripled", 4: "quadrupled"}


def typed_critical(trial: DryRunner, step: steps.Step) -> list[str]:
    """A line that says whether damage typed with a critical hit is multiplied or counts as typed."""
    if isinstance(step, steps.DealDamage) and step.crit:
        typed = step.amount
    elif isinstance(step, steps.Attack) and step.hit and step.faces:
        typed = step.hit
    else:
        return []
    if not typed.is_constant or trial.system.damage.is_bonus:
        return []
    happened = trial.run(step).events
    if isinstance(step, steps.Attack) and not any(_is_critical(each) for each in happened):
        return []
    amount = dice.minimise(typed).total
    multiplied = (each.total for each in happened if isinstance(each, events.DiceRolled) and each.kind == CRITICAL)
    reached = next(multiplied, amount)
    times = MULTIPLIED.get(reached // amount if amount else 0, "")
    said = f"{amount} → {reached}, {times}" if times else f"{amount} counts as typed"
    return [f"damage of the critical hit: {said}"]


def _is_critical(event: events.Event) -> bool:
    return isinstance(event, events.AttackRolled) and event.outcome == "critical hit"
