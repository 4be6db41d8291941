"""`orcus-tui roll`: dice without a fight."""

from random import Random

import typer

from orcus_tui.cli.output import refuse
from orcus_tui.dice import DiceError, parse
from orcus_tui.dice import roll as roll_dice


def print_roll(dice: str, seed: int | None) -> None:
    """Rolls dice and prints every face."""
    chance = Random(seed)  # dice need no cryptography
    try:
        typer.echo(roll_dice(parse(dice), lambda sides: chance.randint(1, sides)).text)
    except DiceError as fault:
        refuse(fault.with_caret())
