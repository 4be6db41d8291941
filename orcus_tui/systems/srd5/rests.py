"""Hit dice and rests in SRD 5.1 (§Resting)."""

from orcus_tui import dice
from orcus_tui.errors import Impossible
from orcus_tui.model.events import DiceRolled, QuestionAsked
from orcus_tui.model.fight import Fight, Question
from orcus_tui.model.message import message
from orcus_tui.rules import effects, forms, life, rest
from orcus_tui.rules.dice_rolls import log_dice
from orcus_tui.rules.recovery_dice import roll_recovery
from orcus_tui.rules.system.hooks import at_zero
from orcus_tui.rules.system.resolution import Resolution
from orcus_tui.systems.srd5.conditions import CONCENTRATING, EXHAUSTION

HIT_DIE = "hit die"


def recover(resolution: Resolution, creature: str, rolled: int | None) -> None:
    """Spends a hit die (§Short Rest).

    Raises Impossible if none is left.
    """
    left = resolution.state(creature).recoveries
    if left == 0:
        raise Impossible(f"{resolution.name(creature)} has no hit dice left")
    asked = question_of(resolution, creature) if rolled is None else None
    healing = None if asked else roll_hit_die(resolution, creature, rolled)
    if left is not None:
        left -= 1
        resolution.change(creature, "recoveries", left, message("hit dice left"))
    if asked:
        resolution.emit(QuestionAsked(asked))
    elif healing is not None:
        life.gain(resolution, creature, healing, message("recovers", amount=healing))


def question_of(resolution: Resolution, creature: str) -> Question | None:
    """The question about a hit die; None if the program rolls, or if it is not a single die."""
    printed = resolution.sheet(creature).recovery
    pools = [each for each in dice.parse(printed).parts if isinstance(each, dice.Pool)] if printed else []
    if not resolution.asks(creature) or len(pools) != 1 or pools[0].size != 1:
        return None
    return resolution.new_question(HIT_DIE, creature, HIT_DIE, pools[0].sides)


def resolve_answer(resolution: Resolution, question: Question, face: int) -> None:
    """Heals with the answer to a question about a hit die, unless the creature is dead by now."""
    creature = question.creature
    if resolution.state(creature).life == "dead" or not resolution.sheet(creature).recovery:
        return
    roll = dice.roll(dice.parse(resolution.sheet(creature).recovery), lambda _: face)
    log_dice(resolution, HIT_DIE, roll, creature)
    healing = max(0, roll.total)
    life.gain(resolution, creature, healing, message("recovers", amount=healing))


def roll_hit_die(resolution: Resolution, creature: str, rolled: int | None) -> int:
    """Rolls a hit die with its printed bonus, or takes the given roll, and returns its healing (§Short Rest).

    Raises Impossible if it has to be rolled and is not known.
    """
    roll = roll_recovery(resolution, creature, rolled, HIT_DIE, "1d8+2")
    resolution.emit(DiceRolled(HIT_DIE, roll.total, roll.text, roll.dice, roll.terms, creature, typed=roll.typed))
    return max(0, roll.total)


def say_when_stable_wake(resolution: Resolution, creature: str) -> None:
    """Logs when a stable creature wakes by itself (§Stabilizing a Creature)."""
    if at_zero(resolution.fight, creature) and resolution.state(creature).life in ("stable", "knocked out"):
        resolution.say("wakes in hours", creature)


def short_rest(resolution: Resolution, creature: str) -> None:
    """Restores powers, ends effects that a save ends, and logs who may spend hit dice (§Short Rest)."""
    rest.regain_powers(resolution, creature, ("encounter", "refresh", "recharge"))
    rest.forget_uses(resolution, creature)
    rest.end_saveable(resolution, creature)
    say_when_stable_wake(resolution, creature)
    sheet, state = resolution.sheet(creature), resolution.state(creature)
    if state.recoveries and sheet.kind == "pc" and 0 < (state.hp or 0) < (sheet.max_hp or 0):
        resolution.say("may spend hit dice", creature, id=creature)


def helps(fight: Fight, creature: str, length: str) -> bool:
    """Whether a rest helps a creature: a long one only if it has hit points (§Long Rest)."""
    return length != "long" or not at_zero(fight, creature)


def long_rest(resolution: Resolution, creature: str) -> None:
    """Restores all hit points, half the hit dice, and a level of exhaustion, except for creatures at 0 (§Long Rest)."""
    state = resolution.state(creature)
    if not helps(resolution.fight, creature, "long"):
        if state.life != "alive":
            life.set_hit_points(resolution, creature, 1, 0, message("comes to late"))
        return
    rest.regain_powers(resolution, creature, ("encounter", "refresh", "recharge", "daily"))
    rest.forget_uses(resolution, creature)
    rest.end_saveable(resolution, creature)
    for effect in effects.of_name(resolution, creature, CONCENTRATING):
        effects.end_if_there(resolution, creature, effect, rest.RESTED)
    tired = next((each for each in state.effects if each.name == EXHAUSTION), None)
    if tired:
        effects.end(resolution, creature, tired, rest.RESTED)
    sheet = resolution.sheet(creature)
    forms.heal_fully(resolution, creature, message("is rested"))
    most = sheet.max_recoveries
    if most and state.recoveries is not None:
        resolution.change(creature, "recoveries", min(most, state.recoveries + max(1, most // 2)))
