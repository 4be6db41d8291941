"""How sums read in the log."""

from collections.abc import Iterable

from orcus_tui.model.events import Rolled
from orcus_tui.model.steps import RollDice
from orcus_tui.rules.system import Resolution
from orcus_tui.rules.system.hooks import Modifier


def signed(number: int) -> str:
    """A number to add to a sum: `+ 2`, `− 5`."""
    return f"+ {number}" if number >= 0 else f"− {-number}"


def defense_name(name: str) -> str:
    """How a defense is called: initials in capitals, words with one."""
    return name.upper() if len(name) == 2 else name.capitalize()


def summed(face: int, modifiers: Iterable[Modifier]) -> str:
    """A die and what is added to it: `12 + 8 + 2 (combat advantage) = 22`; the bare face where nothing is added."""
    parts = [(amount, f" ({source})" if source else "") for amount, _, source in modifiers if amount]
    if not parts:
        return str(face)
    terms = " ".join(f"{signed(amount)}{source}" for amount, source in parts)
    return f"{face} {terms} = {face + sum(amount for amount, _ in parts)}"


def worded_roll(resolution: Resolution, step: RollDice) -> None:
    """`roll`: dice, to the log."""
    roll = resolution.roll(step.dice)
    resolution.emit(Rolled(step.label or "roll:", roll.text))
