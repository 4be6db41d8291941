"""Details of an attack in a preview, besides its outcomes: the modifiers that count, and typed critical damage."""

from collections.abc import Iterator, Sequence
from typing import cast

from msgspec.structs import replace

from orcus_tui import dice
from orcus_tui.model import events, steps, typed_steps
from orcus_tui.model.message import Message, Term
from orcus_tui.model.text import defense_name, number, with_sign
from orcus_tui.rules.system.hooks import Advantage
from orcus_tui.rules.templates import Formatter
from orcus_tui.session.ahead.dry_run import DryRunner, End

CRITICAL = "critical damage"
LIKELY_HITS = (10, 15, 18, 19)
"""Faces that are tried in order to find the damage dice of a hit; most are not critical hits."""
ENDS: tuple[End, End] = ("lowest", "highest")
MULTIPLIED = {2: "doubled", 3: "tripled", 4: "quadrupled"}


def counted_modifiers(
    formatter: Formatter, happened: Sequence[events.Event], target: str, advantage: Advantage
) -> list[str]:
    """The modifiers that count for an attack on a target, their sum, and the defense that the attack must reach.

    It is empty if no modifier counts.
    """
    rolled = [each for each in happened if isinstance(each, events.AttackRolled) and each.target == target]
    if not rolled:
        return []
    advantages = _advantage_text(formatter, advantage)
    own = [each.amount for each in rolled[0].terms if not each.cause]
    added = "".join(_term_ahead(formatter, each) for each in rolled[0].terms if each.cause)
    printed, *changes = rolled[0].defense_terms or (Term(0),)
    damage = [each for each in happened if isinstance(each, events.DiceRolled) and each.kind == "rolls damage"]
    more = formatter.terms(each for one in damage[:1] for each in one.terms)
    if not (any(each.cause not in ("", "typed") for each in rolled[0].terms) or changes or more or advantages):
        return []
    met = f"{defense_name(rolled[0].met_with or rolled[0].defense)} {number(printed.amount)}{formatter.terms(changes)}"
    return [f"  {with_sign(sum(own))}{added} vs {met}{advantages}{f'; damage{more}' if more else ''}"]


def _advantage_text(formatter: Formatter, advantage: Advantage) -> str:
    """Why an attack has advantage or disadvantage: `; advantage (helped), disadvantage (prone)`."""
    words = {1: "advantage", -1: "disadvantage"}
    texts = [f"{words[each.amount]} ({formatter.cause(each.cause)})" for each in advantage.causes]
    return f"; {', '.join(texts)}" if texts else ""


def _term_ahead(formatter: Formatter, term: Term) -> str:
    """A term of a sum; bonus dice are shown unrolled: ` + 1d4 (bonus)`."""
    cause = term.cause
    if not isinstance(cause, Message) or cause.key not in ("bonus dice", "bonus dice rolled"):
        return formatter.terms((term,))
    sign, dice_ = "+" if term.amount > 0 else "−", cause.values["dice"]
    return f" {sign} {dice_} ({formatter.cause(cast('str | Message', cause.values['cause']))})"


def typed_critical(trial: DryRunner, step: steps.Step) -> list[str]:
    """A line about the damage typed with a critical hit: whether it is multiplied or counts as typed."""
    if isinstance(step, steps.DealDamage) and step.crit:
        typed = step.amount
    elif isinstance(step, typed_steps.Attack) and step.hit and step.faces:
        typed = step.hit
    else:
        return []
    if not typed.is_constant or trial.system.damage.is_bonus:
        return []
    happened = trial.run(step).events
    if isinstance(step, typed_steps.Attack) and not any(_is_critical(each) for each in happened):
        return []
    amount = dice.minimise(typed).total
    multiplied = (each.total for each in happened if isinstance(each, events.DiceRolled) and each.kind == CRITICAL)
    reached = next(multiplied, amount)
    times = MULTIPLIED.get(reached // amount if amount else 0, "")
    said = f"{amount} → {reached}, {times}" if times else f"{amount} counts as typed"
    return [f"damage of the critical hit: {said}"]


def unusual_damage(trial: DryRunner, step: steps.Step) -> list[str]:
    """A warning about typed damage that the dice of the power cannot give with a hit; allowed anyway."""
    if (
        not isinstance(step, typed_steps.Attack | typed_steps.UsePower)
        or step.hit is None
        or trial.system.damage.is_bonus
    ):
        return []
    if not step.hit.is_constant or not step.targets:
        return []
    typed, untyped = dice.minimise(step.hit).total, replace(step, hit=None)
    for tried in _with_faces(untyped):
        low, high = (_damage_rolls(trial, tried, end) for end in ENDS)
        if len(low) == len(high) == 1:
            (least,), (most,) = low, high
            if least.total <= typed <= most.total:
                return []
            gives = f"{least.total} to {most.total}" if least.total < most.total else str(most.total)
            return [f"unusual damage: the dice of {least.power} give {gives}, not {typed}"]
    return []


def _with_faces(step: typed_steps.Attack | typed_steps.UsePower) -> Iterator[typed_steps.Attack | typed_steps.UsePower]:
    """The step itself; an attack without typed dice is tried with several faces that may hit."""
    if isinstance(step, typed_steps.UsePower) or step.faces or step.totals:
        yield step
    else:
        yield from (replace(step, faces=(face,) * len(step.targets)) for face in LIKELY_HITS)


def _damage_rolls(trial: DryRunner, step: steps.Step, end: End) -> list[events.DiceRolled]:
    """The damage rolls of a step, with the lowest or the highest dice; empty if there is a critical hit."""
    happened = trial.run(step, end).events
    if any(_is_critical(each) for each in happened):
        return []
    return [each for each in happened if isinstance(each, events.DiceRolled) and each.kind == "rolls damage"]


def _is_critical(event: events.Event) -> bool:
    return isinstance(event, events.AttackRolled) and event.outcome == "critical hit"
