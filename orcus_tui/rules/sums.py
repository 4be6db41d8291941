"""Sums: a die and the modifiers that are added to it."""

from collections.abc import Iterable

from orcus_tui.model.events import DiceRolled
from orcus_tui.model.message import Term
from orcus_tui.model.steps import RollDice
from orcus_tui.rules.system import Resolution
from orcus_tui.rules.system.hooks import Modifier


def terms(modifiers: Iterable[Modifier]) -> tuple[Term, ...]:
    """Modifiers as the terms of a sum that an event keeps; those of 0 are left out."""
    return tuple([Term(amount, cause) for amount, _, cause in modifiers if amount])


def roll_to_log(resolution: Resolution, step: RollDice) -> None:
    """`roll`: dice, to the log."""
    roll = resolution.roll(step.dice)
    resolution.emit(
        DiceRolled("labelled roll" if step.label else "roll", roll.total, roll.text, roll.dice, label=step.label)
    )
