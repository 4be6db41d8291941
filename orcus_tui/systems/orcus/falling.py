"""Falling in Orcus (§Falling)."""

from orcus_tui.dice import Dice, parse
from orcus_tui.model.damage import Damage
from orcus_tui.model.duration import UNTIL_REMOVED
from orcus_tui.model.events import DiceRolled
from orcus_tui.model.message import message
from orcus_tui.model.steps import Targets
from orcus_tui.rules import effects
from orcus_tui.rules.do_actions import PRONE
from orcus_tui.rules.system import Resolution
from orcus_tui.systems.orcus.dying import deal

SQUARES_A_DIE, MOST_DICE = 2, 50
ALOFT = ("flying", "hovering")


def fall(resolution: Resolution, targets: Targets, squares: int, typed: Dice | None) -> None:
    """1d10 for every 2 squares, at most 50d10, rolled once for all; who is hurt lands prone."""
    for creature in targets:
        resolution.say("falls", creature, squares=squares)
        for effect in resolution.state(creature).effects:
            if effect.name in ALOFT:
                effects.end(resolution, creature, effect, message("has fallen"))
    dice = typed or parse(f"{min(MOST_DICE, squares // SQUARES_A_DIE)}d10") if squares >= SQUARES_A_DIE else None
    if dice is None:
        return
    roll = resolution.roll(dice)
    if not dice.is_constant:
        resolution.emit(DiceRolled("damage rolled", roll.total, roll.text, roll.dice))
    for creature in targets:
        taken = deal(resolution, Damage(creature, max(0, roll.total)))
        if taken > 0 and resolution.state(creature).life != "dead":
            effects.add_condition(resolution, creature, PRONE, creature, UNTIL_REMOVED)
