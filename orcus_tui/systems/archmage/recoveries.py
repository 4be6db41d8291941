"""Recoveries, rallying and regeneration in the Archmage Engine (§Recoveries, §Rally)."""

from msgspec.structs import replace

from orcus_tui import dice
from orcus_tui.errors import Impossible
from orcus_tui.model.duration import Duration
from orcus_tui.model.effect import Effect
from orcus_tui.model.events import DiceRolled, QuestionAsked
from orcus_tui.model.fight import Fight, Question
from orcus_tui.model.message import message
from orcus_tui.model.text import with_sign
from orcus_tui.rules import effects, life, saves
from orcus_tui.rules.actions import spend_for, use_once, use_until_next_turn
from orcus_tui.rules.dice_rolls import ask_or_roll, terms
from orcus_tui.rules.recovery_dice import RecoveryRoll, printed_bonus, range_of_dice, recovery_bonus, roll_recovery
from orcus_tui.rules.resolution import Cause
from orcus_tui.rules.stats import ability_modifier
from orcus_tui.rules.system.resolution import Resolution
from orcus_tui.systems.archmage.levels import by_level, level_in

RALLY, NO_RALLY = "rally", "failed to rally again"
RECOVERY, ON_CREDIT = "recovery", "recovery on credit"
"""The rules for answers with recovery dice: one for a recovery that was left, one for a recovery beyond the last."""
REGENERATION = "regeneration"
"""The counter of a creature's remaining regenerations, where they are limited."""


def constitution_bonus(fight: Fight, creature: str) -> int:
    """The Constitution bonus to a recovery printed as dice only: doubled from level 5, tripled from level 8."""
    sheet = fight.sheets[creature]
    recovery = dice.parse(sheet.recovery or "0")
    if recovery.is_constant or printed_bonus(recovery):
        return 0
    return by_level(level_in(fight, creature), 2, 3) * ability_modifier(fight, creature, "con")


def bonus_to_dice(fight: Fight, creature: str) -> int:
    """Everything added to the dice of a recovery."""
    return recovery_bonus(fight, creature) + constitution_bonus(fight, creature)


def roll_healing(resolution: Resolution, creature: str, rolled: int | None) -> int:
    """Rolls the dice of a recovery, unless they are given, and returns the healing with all bonuses (§Recoveries).

    Raises Impossible if the dice are not known.
    """
    return log_healing(resolution, creature, roll_recovery(resolution, creature, rolled, "recovery dice", "3d8+2"))


def log_healing(resolution: Resolution, creature: str, roll: RecoveryRoll) -> int:
    """Logs the healing of recovery dice with all bonuses, and returns it."""
    more = constitution_bonus(resolution.fight, creature)
    added = (*roll.terms, *terms([(more, "", "con")]))
    rolled = DiceRolled("recovery", roll.total + more, roll.text, roll.dice, added, creature, typed=roll.typed)
    resolution.emit(rolled)
    return max(0, roll.total + more)


def spend_recovery(resolution: Resolution, creature: str) -> bool:
    """Spends a recovery and returns whether one was left; if none was, the creature takes a penalty (§Recoveries)."""
    left = resolution.state(creature).recoveries
    if left is None:
        return True
    if left > 0:
        resolution.change(creature, "recoveries", left - 1, message("recoveries left"))
        return True
    resolution.say("recovers on credit", creature)
    pay_for_missing_recovery(resolution, creature)
    return False


def pay_for_missing_recovery(resolution: Resolution, creature: str) -> None:
    """Gives −1 to attacks and all defenses; the penalty adds up, because no power is its source (§Recoveries)."""
    cause, resolution.cause = resolution.cause, Cause()
    until = Duration("words", words=resolution.text(message("heal-up")))
    for stat in ("attack", "defenses"):
        price = Effect(0, stat, "bonus", creature, until, -1)
        effects.add(resolution, creature, price)
    resolution.cause = cause


def recover(resolution: Resolution, creature: str, rolled: int | None) -> None:
    """Spends a recovery; its dice are rolled, given or asked for (§Recoveries)."""
    rolled = resolution.typed.take_recovery() if rolled is None else rolled
    if rolled is None and asks_for_dice(resolution, creature):
        rule = RECOVERY if spend_recovery(resolution, creature) else ON_CREDIT
        _, highest = range_of_dice(resolution.fight, creature)
        asked = resolution.new_question(RECOVERY, creature, RECOVERY, highest)
        resolution.emit(QuestionAsked(replace(asked, rule=rule)))
        return
    healing = roll_healing(resolution, creature, rolled)
    regain(resolution, creature, healing if spend_recovery(resolution, creature) else healing // 2)


def regain(resolution: Resolution, creature: str, amount: int) -> None:
    """Heals this amount, starting from 0 if hit points are negative; callers halve it if no recovery was left."""
    life.gain(resolution, creature, amount, message("recovers", amount=amount))


def asks_for_dice(resolution: Resolution, creature: str) -> bool:
    """Whether to ask this creature's player for the dice of a recovery."""
    printed = resolution.sheet(creature).recovery
    if not printed or not resolution.asks(creature) or dice.parse(printed).is_constant:
        return False
    _, highest = range_of_dice(resolution.fight, creature)
    return highest > 0


def answer_recovery(resolution: Resolution, question: Question, rolled: int) -> None:
    """Heals with the dice of a recovery that was asked for, unless the creature is dead by now.

    Raises Impossible for a number that the dice cannot show.
    """
    creature = question.creature
    if resolution.state(creature).life == "dead":
        return
    least, most = range_of_dice(resolution.fight, creature)
    if not least <= rolled <= most:
        recovery = resolution.sheet(creature).recovery
        raise Impossible(f"the dice of {recovery} give {least} to {most}, not {rolled}", of="answer")
    healing = log_healing(resolution, creature, answered_roll(resolution, creature, rolled))
    regain(resolution, creature, healing if question.rule == RECOVERY else healing // 2)


def answered_roll(resolution: Resolution, creature: str, rolled: int) -> RecoveryRoll:
    """The dice of a recovery that were rolled at the table.

    A single die counts as if it was rolled here, several dice count as their sum.
    """
    recovery = dice.parse(resolution.sheet(creature).recovery or "0")
    if [each.size for each in recovery.parts if isinstance(each, dice.Pool)] != [1]:
        return roll_recovery(resolution, creature, rolled, "recovery dice", "3d8+2")
    roll = dice.roll(recovery, lambda _: rolled)
    return RecoveryRoll(roll.total, roll.text, roll.dice)


def roll_asked_dice(resolution: Resolution, question: Question) -> int | None:
    """Rolls the dice of a recovery that was asked for; None for a question about another die."""
    if question.rule not in (RECOVERY, ON_CREDIT):
        return None
    recovery = dice.parse(resolution.sheet(question.creature).recovery or "0")
    return resolution.roll(recovery).total - printed_bonus(recovery)


def asked_dice(fight: Fight, question: Question) -> str:
    """The dice of a recovery that was asked for, with the bonus to their sum in brackets: `3d8 (+2)`."""
    if question.rule not in (RECOVERY, ON_CREDIT):
        return ""
    printed = fight.sheets[question.creature].recovery or "0"
    bonus = printed_bonus(dice.parse(printed))
    bare = printed.removesuffix(f"{bonus:+d}") if bonus else printed
    more = bonus * (bare != printed) + constitution_bonus(fight, question.creature)
    return f"{bare} ({with_sign(more)})" if more else bare


def rally(resolution: Resolution, creature: str) -> None:
    """Spends a recovery for a standard action; after the first in a battle, a normal save decides (§Rally)."""
    state, name = resolution.state(creature), resolution.name(creature)
    life.refuse_the_dead(resolution, creature)
    if NO_RALLY in state.used_until_next_turn:
        resolution.forbid("rally failed", who=creature)
    if not resolution.sheet(creature).recovery:
        raise Impossible(f"{name} has no recovery dice on its sheet: `set {creature} recovery 3d8+2` gives them")
    face = resolution.typed.save
    if RALLY not in state.used:
        if face is not None:
            raise Impossible("the first rally of a battle needs no save", of="faces")
        rally_at_once(resolution, creature)
    elif any(each.creature == creature and each.rule == RALLY for each in resolution.fight.questions):
        raise Impossible(f"{name} already has an open save to rally; `answer` it")
    else:
        asked = resolution.new_question(saves.SAVE, creature, RALLY)
        question = replace(asked, needs=resolution.system.saves.needs, rule=RALLY)
        ask_or_roll(resolution, question, answer_rally, face)


def rally_at_once(resolution: Resolution, creature: str) -> None:
    """Rallies, for a standard action."""
    spend_for(resolution, creature, "standard")
    resolution.say("rallies", creature)
    recover(resolution, creature, None)
    use_once(resolution, creature, RALLY)


def answer_rally(resolution: Resolution, question: Question, face: int) -> None:
    """Applies a normal save to rally; if it fails, the standard action is not spent."""
    creature, needed = question.creature, question.needs or resolution.system.saves.needs
    if saves.log_save(resolution, "save to rally", creature, face, needed, "not this round") >= needed:
        rally_at_once(resolution, creature)
    else:
        use_until_next_turn(resolution, creature, NO_RALLY)


# Regeneration


def still_regenerates(resolution: Resolution, creature: str) -> bool:
    """Whether a creature at 0 hit points will regenerate, since it has uses left."""
    uses = resolution.state(creature).counters.get(REGENERATION, 0)
    return uses > 0 and resolution.sheet(creature).regeneration > 0


def regenerate(resolution: Resolution, creature: str) -> None:
    """Heals by the highest regeneration; spends a use, if its uses are counted, unless this restores all hit points."""
    sheet, state = resolution.sheet(creature), resolution.state(creature)
    values = effects.regenerations(resolution, creature)
    state = resolution.state(creature)
    uses = state.counters.get(REGENERATION)
    highest = max((sheet.regeneration if uses != 0 else 0, *values))
    if highest <= 0 or not resolution.system.health.can_regenerate(sheet, state):
        return
    life.gain(resolution, creature, highest, message("regenerates", amount=highest))
    if uses and resolution.state(creature).hp != sheet.max_hp:
        counters = {**state.counters, REGENERATION: uses - 1}
        resolution.change(creature, "counters", counters, message("regenerations left", left=uses - 1))
