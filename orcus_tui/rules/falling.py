"""Falling from a height: `do fall`."""

from collections.abc import Callable

from msgspec import Struct

from orcus_tui import dice
from orcus_tui.model.damage import Damage
from orcus_tui.model.duration import UNTIL_REMOVED
from orcus_tui.model.events import DiceRolled
from orcus_tui.model.message import message
from orcus_tui.rules import effects
from orcus_tui.rules.do_actions import PRONE, ActionRule
from orcus_tui.rules.system import Resolution
from orcus_tui.rules.system.actions import ActionUse


def log_feet(resolution: Resolution, creature: str, feet: int) -> None:
    """Logs how far a creature falls, in feet."""
    resolution.say("falls feet", creature, distance=feet)


class FallDamage(Struct, frozen=True):
    """A system's damage for a fall: `amount`, as dice or a number, for each `step` feet or squares, up to `most` steps.

    `aloft` are the conditions that a fall ends. With `lands_prone`, a creature hurt by the fall lands prone.
    """

    step: int
    amount: str
    most: int
    log: Callable[[Resolution, str, int], None] = log_feet
    types: tuple[str, ...] = ()
    aloft: tuple[str, ...] = ()
    lands_prone: bool = True


def fall_from(rule: FallDamage) -> ActionRule:
    """The action of falling; the damage is rolled once for all targets."""

    def fall(use: ActionUse) -> None:
        resolution, targets, number = use.resolution, use.targets or (use.source,), use.number or 0
        for creature in targets:
            rule.log(resolution, creature, number)
            for effect in resolution.state(creature).effects:
                if effect.name in rule.aloft:
                    effects.end(resolution, creature, effect, message("has fallen"))
        steps = min(rule.most, number // rule.step)
        if not steps:
            return
        rolled = resolution.roll(use.hit or dice.parse(_amount(rule, steps)))
        if rolled.dice:
            resolution.emit(DiceRolled("damage rolled", rolled.total, rolled.text, rolled.dice))
        for creature in targets:
            damage = Damage(creature, max(0, rolled.total), rule.types)
            taken = resolution.system.damage.deal(resolution, damage)
            if rule.lands_prone and taken > 0 and resolution.state(creature).life != "dead":
                effects.add_condition(resolution, creature, PRONE, creature, UNTIL_REMOVED)

    return fall


def _amount(rule: FallDamage, steps: int) -> str:
    """The damage of all steps, such as `3d6` for three steps of `d6`, or 6 for three steps of 2."""
    return f"{steps}{rule.amount}" if rule.amount.startswith("d") else str(steps * int(rule.amount))
