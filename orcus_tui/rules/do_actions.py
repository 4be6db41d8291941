"""Actions of `do`: rows of a table, and rules that several systems share: conditions, falls, or only a message."""

from collections.abc import Callable, Container, Iterable

from msgspec import Struct

from orcus_tui import dice
from orcus_tui.errors import Impossible
from orcus_tui.model.damage import Damage
from orcus_tui.model.duration import UNTIL_REMOVED, Duration
from orcus_tui.model.effect import Effect
from orcus_tui.model.message import Message, message
from orcus_tui.model.steps import Targets
from orcus_tui.rules import effects
from orcus_tui.rules.dice_rolls import log_dice
from orcus_tui.rules.system.actions import Action, ActionUse
from orcus_tui.rules.system.resolution import Resolution

ActionRule = Callable[[ActionUse], None]
PRONE = "prone"
"""The condition as the actions of several systems name it."""


def on_target(cost: str, means: str, rule: ActionRule) -> Action:
    """An action that needs a target."""
    return Action(cost, means, rule, needs_target=True)


def for_itself(cost: str, means: str, rule: ActionRule) -> Action:
    """An action without a target."""
    return Action(cost, means, rule, for_itself=True)


def gain(condition: str, lasts: Duration) -> ActionRule:
    """An action that applies a condition to its user."""

    def rule(use: ActionUse) -> None:
        resolution, source = use.resolution, use.source
        effects.add_condition(resolution, source, condition, source, lasts)

    return rule


def release(conditions: Iterable[str], doing: str) -> ActionRule:
    """An action that lets go of the targets that its user holds by these conditions, or of all of them."""

    def rule(use: ActionUse) -> None:
        resolution, source, targets = use.resolution, use.source, use.targets
        freed = [effects.let_go(resolution, each, source, targets, message("let go")) for each in conditions]
        if not any(freed):
            raise Impossible(f"{resolution.name(source)} is not {doing} a creature")

    return rule


def inflict(condition: str, lasts: Duration, remark: str = "") -> ActionRule:
    """An action that applies a condition to its targets after a successful roll at the table, with a message each."""

    def rule(use: ActionUse) -> None:
        resolution, source, targets = use.resolution, use.source, use.targets
        for target in targets:
            effects.add_condition(resolution, target, condition, source, lasts)
            if remark:
                resolution.say(remark, target)

    return rule


def remark_only(remark: str) -> ActionRule:
    """An action that only logs a message; its result is decided at the table."""

    def rule(use: ActionUse) -> None:
        use.resolution.say(remark, use.source, targets=use.targets)

    return rule


def lose(condition: str, why: Message) -> ActionRule:
    """An action that ends a condition of its user."""

    def rule(use: ActionUse) -> None:
        end_condition(use.resolution, use.source, condition, why)

    return rule


def stand_up(use: ActionUse) -> None:
    """Ends the condition of a creature that lies on the ground."""
    end_condition(use.resolution, use.source, use.resolution.system.conditions.lying, message("stands up"))


def allies_and_opponent(use: ActionUse) -> tuple[list[str], str]:
    """The allies that a creature helps, and the opponent against which it helps, empty if not named.

    Raises Impossible without an ally, or with several opponents.
    """
    resolution, source, targets = use.resolution, use.source, use.targets
    side = resolution.sheet(source).side
    opponents = [each for each in targets if resolution.sheet(each).side != side]
    allies = [each for each in targets if each not in opponents and each != source]
    if not allies or len(opponents) > 1:
        raise Impossible("name the ally to help, and the opponent if there is one: ALLY or ALLY,OPPONENT")
    return allies, opponents[0] if opponents else ""


def end_condition(resolution: Resolution, creature: str, condition: str, why: Message) -> None:
    """Ends a condition with all effects that cause it. Raises Impossible if the creature does not have it."""
    for effect in require_condition(resolution, creature, condition):
        effects.end(resolution, creature, effect, why)


def require_condition(resolution: Resolution, creature: str, condition: str) -> list[Effect]:
    """The effects that cause a creature's condition. Raises Impossible if it does not have it."""
    found = effects_of_conditions(resolution, creature, (condition,))
    if not found:
        raise Impossible(f"{resolution.name(creature)} is not {condition}")
    return found


def effects_of_conditions(
    resolution: Resolution, creature: str, conditions: Container[str], targets: Targets = ()
) -> list[Effect]:
    """The effects on a creature that are one of these conditions, from these sources if any are given."""
    here = resolution.state(creature).effects
    return [each for each in here if each.name in conditions and (not targets or each.source in targets)]


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
            log_dice(resolution, "damage rolled", rolled)
        for creature in targets:
            damage = Damage(creature, max(0, rolled.total), rule.types)
            taken = resolution.system.damage.deal(resolution, damage)
            if rule.lands_prone and taken > 0 and resolution.state(creature).life != "dead":
                effects.add_condition(resolution, creature, resolution.system.conditions.lying, creature, UNTIL_REMOVED)

    return fall


def _amount(rule: FallDamage, steps: int) -> str:
    """The damage of all steps, such as `3d6` for three steps of `d6`, or 6 for three steps of 2."""
    return f"{steps}{rule.amount}" if rule.amount.startswith("d") else str(steps * int(rule.amount))
