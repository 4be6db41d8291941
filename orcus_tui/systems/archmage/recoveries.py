"""Recoveries and rallying in the Archmage Engine (§Recoveries, §Rally)."""

from msgspec.structs import replace

from orcus_tui import dice
from orcus_tui.model.duration import Duration
from orcus_tui.model.effect import Effect
from orcus_tui.model.events import DiceRolled, DieRolled, QuestionAsked
from orcus_tui.model.fight import Fight, Question
from orcus_tui.model.message import message
from orcus_tui.rules import effects, life, saves
from orcus_tui.rules.actions import spend_for, use_once, use_until_next_turn
from orcus_tui.rules.recovery_dice import printed_bonus, roll_recovery
from orcus_tui.rules.resolution import Cause, Impossible
from orcus_tui.rules.stats import ability_modifier, save_modifiers, total
from orcus_tui.rules.sums import terms
from orcus_tui.rules.system import Resolution
from orcus_tui.systems.archmage.levels import by_level, level_in

HEAL_UP = "the next full heal-up"
RALLY, NO_RALLY = "rally", "failed to rally again"


def constitution_bonus(fight: Fight, creature: str) -> int:
    """What Constitution adds to a recovery that is printed as bare dice: twice at level 5, three times at level 8."""
    sheet = fight.sheets[creature]
    recovery = dice.parse(sheet.recovery or "0")
    if recovery.is_constant or printed_bonus(recovery):
        return 0
    return by_level(level_in(fight, creature), 2, 3) * ability_modifier(fight, creature, "con")


def recovery_roll(resolution: Resolution, creature: str, rolled: int | None) -> int:
    """What a recovery heals: its dice, rolled or as given, and what is added to them (§Recoveries).

    Raises Impossible where nothing says which dice.
    """
    roll = roll_recovery(resolution, creature, rolled, "recovery dice", "3d8+2")
    more = constitution_bonus(resolution.fight, creature)
    added = (*roll.terms, *terms([(more, "", "con")]))
    resolution.emit(DiceRolled("recovery", roll.total + more, roll.text, roll.dice, added, creature=creature))
    return max(0, roll.total + more)


def spend_recovery(resolution: Resolution, creature: str, rolled: int | None) -> int:
    """Spends a recovery, and answers what it heals; without one half, and at a price (§Recoveries)."""
    healing = recovery_roll(resolution, creature, rolled)
    left = resolution.state(creature).recoveries
    if left is None:
        return healing
    if left > 0:
        resolution.change(creature, "recoveries", left - 1, message("recoveries left"))
        return healing
    resolution.say("recovers on credit", creature)
    pay_for_missing_recovery(resolution, creature)
    return healing // 2


def pay_for_missing_recovery(resolution: Resolution, creature: str) -> None:
    """−1 to attacks and all defenses, once more for each time; of no power's, so that it adds up (§Recoveries)."""
    cause, resolution.cause = resolution.cause, Cause()
    for stat in ("attack", "defenses"):
        price = Effect(0, stat, "bonus", creature, Duration("words", words=HEAL_UP), -1)
        effects.add(resolution, creature, price)
    resolution.cause = cause


def recover(resolution: Resolution, creature: str, rolled: int | None) -> None:
    """Spends a recovery; healing starts from 0 (§Recoveries)."""
    healing = spend_recovery(resolution, creature, rolled)
    life.gain(resolution, creature, healing, message("recovers", amount=healing))


def rally(resolution: Resolution, creature: str) -> None:
    """A recovery for a standard action; after the first of a battle a normal save comes before it (§Rally)."""
    state, name = resolution.state(creature), resolution.name(creature)
    life.refuse_the_dead(resolution, creature)
    if NO_RALLY in state.used_until_next_turn:
        resolution.forbid("rally failed", who=creature)
    if not resolution.sheet(creature).recovery:
        raise Impossible(f"{name} has no recovery dice on its sheet: `set {creature} recovery 3d8+2` gives them")
    if RALLY not in state.used:
        rallies(resolution, creature)
    elif any(each.creature == creature and each.rule == RALLY for each in resolution.fight.questions):
        raise Impossible(f"{name} has a save to rally open already; `answer` is for its die")
    elif resolution.asks(creature):
        asked = resolution.new_question(saves.SAVE, creature, RALLY)
        resolution.emit(QuestionAsked(replace(asked, needs=resolution.system.saves.needs, rule=RALLY)))
    else:
        save_to_rally(resolution, creature, resolution.die(20), resolution.system.saves.needs)


def rallies(resolution: Resolution, creature: str) -> None:
    """The rally itself."""
    spend_for(resolution, creature, "standard")
    resolution.say("rallies", creature)
    recover(resolution, creature, None)
    use_once(resolution, creature, RALLY)


def save_to_rally(resolution: Resolution, creature: str, face: int, needed: int) -> None:
    """A normal save; where it fails, the standard action is still there."""
    modifiers = save_modifiers(resolution.system, resolution.fight, creature)
    saved = face + total(modifiers) >= needed
    outcome = "saved" if saved else "not this round"
    resolution.emit(DieRolled("save to rally", creature, face, terms(modifiers), needed, outcome))
    effects.use_up_once(resolution, creature)
    if saved:
        rallies(resolution, creature)
    else:
        use_until_next_turn(resolution, creature, NO_RALLY)


def answer_rally(resolution: Resolution, question: Question, face: int) -> None:
    """The die of a save to rally again that was asked for."""
    save_to_rally(resolution, question.creature, face, question.needs or resolution.system.saves.needs)
