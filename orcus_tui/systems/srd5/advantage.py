"""Advantage and disadvantage in SRD 5.1, ability checks and saving throws (§Advantage and Disadvantage)."""

from collections.abc import Mapping
from typing import NamedTuple

from msgspec.structs import replace

from orcus_tui.model.effect import Effect
from orcus_tui.model.events import DieRolled, QuestionAsked
from orcus_tui.model.fight import Fight, Question
from orcus_tui.model.message import Message, message
from orcus_tui.model.steps import SystemStep
from orcus_tui.model.text import with_sign
from orcus_tui.rules import effects, stats
from orcus_tui.rules.dice_rolls import add_advantage, combine_advantage, log_advantage, roll_d20, terms
from orcus_tui.rules.facts import Moment
from orcus_tui.rules.in_force import conditions_of
from orcus_tui.rules.life import refuse_the_dead
from orcus_tui.rules.modifiers import EITHER, advantages, bonuses, counting, roll_bonus_dice
from orcus_tui.rules.system import Resolution
from orcus_tui.rules.system.attacks import Advantage, Strike
from orcus_tui.rules.system.conditions import of_kind
from orcus_tui.rules.system.hooks import AnswerRule, Modifier
from orcus_tui.systems.srd5.conditions import CONDITIONS, EXHAUSTION, Srd5Condition

ABILITIES = ("str", "dex", "con", "int", "wis", "cha", "mana")
OFFHAND = "offhand"
GIVEN = {"adv": 1, "dis": -1}
SAVE, CHECK = "save", "check"
SAVE_NOW = "save now"
"""The rule for the answer to a save that was called for, not one against an effect."""
CALLED = {CHECK: CHECK, SAVE_NOW: SAVE}

# Causes of advantage


def level_of_exhaustion(fight: Fight, creature: str) -> int:
    """A creature's levels of exhaustion."""
    return sum(each.name == EXHAUSTION for each in fight.states[creature].effects)


def attack_advantage(strike: Strike, _target: str) -> Advantage:
    """The advantage or disadvantage of an attack roll that does not come from modifiers (§Attack Rolls)."""
    causes = _typed(strike.step.advantage)
    return combine_advantage([*causes, (-1, "off hand")] if OFFHAND in strike.power.tags else causes)


def save_advantage(resolution: Resolution, creature: str, ability: str, given: str = "") -> Advantage:
    """The advantage of a saving throw by this ability, or why it fails without a roll (§Conditions)."""
    moment, stat = Moment(resolution.view, creature), f"{ability} saves"
    lost = next((held.cause for held in counting(moment, stat) if held.row.advantage == "fails"), None)
    if lost:
        return Advantage(lost=message("fails saves", condition=lost, ability=ability))
    return combine_advantage([*_typed(given), *advantages(moment, stat)])


def full_save_advantage(resolution: Resolution, creature: str, ability: str, given: str = "") -> Advantage:
    """The advantage of a saving throw, with that of modifiers to all saves."""
    known = save_advantage(resolution, creature, ability, given)
    return add_advantage(known, advantages(Moment(resolution.view, creature), "saves", EITHER))


def initiative_advantage(resolution: Resolution, creature: str) -> Advantage:
    """The disadvantage on initiative, which is a Dexterity check without help (§Initiative, §Help)."""
    return combine_advantage(each for each in advantages(Moment(resolution.view, creature), "checks") if each[0] < 0)


def _typed(given: str) -> list[tuple[int, str | Message]]:
    return [(GIVEN[given], "typed")] if given in GIVEN else []


def save_ability(fight: Fight, effect: Effect) -> str:
    """The ability for a save against an effect: as typed, else that of its power, else the usual one."""
    if effect.duration.ability:
        return effect.duration.ability
    sheet = fight.sheets.get(effect.source)
    power = next((each for each in sheet.powers if each.name == effect.power), None) if sheet else None
    tagged = next((each for each in power.tags if each in ABILITIES), "") if power else ""
    called_for = power.save.by if power and power.save else ""
    known = CONDITIONS.get(effect.name)
    return tagged or called_for or (known.saved_by if known else "")


# Checks and saves, now


def check(resolution: Resolution, step: SystemStep) -> None:
    """`check`: a saving throw or ability check by each of the targets; a check uses up help.

    Raises Forbidden for the dead.
    """
    for creature in step.targets:
        refuse_the_dead(resolution, creature)
        question = question_of(resolution, creature, step)
        advantage = question_advantage(resolution, question)
        if advantage.lost:
            resolution.say("fails without a roll", creature, ability=step.what, why=advantage.lost)
        elif step.face is None and resolution.asks(creature):
            log_advantage(resolution, creature, advantage)
            resolution.emit(QuestionAsked(question))
        else:
            if step.face is not None:
                log_advantage(resolution, creature, advantage)
            resolve_answer(
                resolution, question, roll_d20(resolution, creature, advantage) if step.face is None else step.face
            )


def question_of(resolution: Resolution, creature: str, step: SystemStep) -> Question:
    """The question for the die of a check or save, with everything typed for it."""
    words = (f"DC {step.number}" if step.number is not None else "", with_sign(step.bonus) if step.bonus else "")
    about = ", ".join(each for each in words if each) or "no DC"
    rule = CHECK if step.manner == "ability" else SAVE_NOW
    asked = resolution.new_question(f"{step.what} {CALLED[rule]}", creature, about)
    typed = replace(asked, needs=step.number, bonus=step.bonus or None, advantage=step.advantage or None)
    return replace(typed, rule=rule, ability=step.what)


def modifiers_of(resolution: Resolution, creature: str, ability: str, kind: str) -> list[Modifier]:
    """The modifiers of a check or save by an ability."""
    if kind == CHECK:
        own = stats.ability_modifier(resolution.fight, creature, ability)
        added = stats.stack_modifiers(resolution.system, bonuses(Moment(resolution.view, creature), "checks"))
        return [(own, "", ability), *added] if own else added
    return saving_throw_modifiers(resolution, creature, ability)


def saving_throw_modifiers(
    resolution: Resolution, creature: str, ability: str, moment: Moment | None = None
) -> list[Modifier]:
    """The modifiers of a save against an attack or power: a Dexterity save includes cover (§Cover)."""
    modifiers = stats.save_modifiers(resolution.view, creature, ability, moment)
    by_ability = bonuses(moment or Moment(resolution.view, creature), f"{ability} saves")
    return modifiers + stats.stack_modifiers(resolution.system, by_ability)


class RolledDie(NamedTuple):
    """A die rolled for a check or save: its face, the total needed, if known, and the bonus typed for it."""

    face: int
    needed: int | None
    given: int = 0


def resolve_die(resolution: Resolution, creature: str, ability: str, which: str, tried: RolledDie) -> bool:
    """Applies the face of a check or save, and returns whether it succeeds; without a DC, nothing is decided."""
    face, needed, given = tried
    modifiers = modifiers_of(resolution, creature, ability, which)
    rolled_for = ("saves", EITHER) if which == SAVE else ("checks",)
    modifiers += roll_bonus_dice(resolution, Moment(resolution.view, creature), *rolled_for)
    if given:
        modifiers.append((given, "", "typed"))
    made = needed is None or face + stats.total(modifiers) >= needed
    decided = ("saved" if which == SAVE else "succeeds") if made else "failed"
    settled = "ability save" if which == SAVE else "ability check"
    kind = settled if needed is not None else "open save" if which == SAVE else "open check"
    outcome = decided if needed is not None else ""
    resolution.emit(DieRolled(kind, creature, face, terms(modifiers), needed, outcome, ability=ability))
    if which == SAVE:
        effects.use_up_once(resolution, creature)
    else:
        effects.use_up(resolution, Moment(resolution.view, creature), "checks")
        use_up_on_check(resolution, creature)
    return made


def use_up_on_check(resolution: Resolution, creature: str) -> None:
    """Ends conditions that count only for the next check; of several alike, one."""
    table, used = of_kind(Srd5Condition, conditions_of(resolution.view)), set[str]()
    for effect in resolution.state(creature).effects:
        for_checks = effect.name in table and table[effect.name].ends_on_check and not effect.against
        if for_checks and effect.name not in used:
            used.add(effect.name)
            effects.end(resolution, creature, effect, message("used"))


def question_advantage(resolution: Resolution, question: Question) -> Advantage:
    """The advantage of the die of an open question."""
    creature, given = question.creature, question.advantage or ""
    if question.rule == CHECK:
        return combine_advantage([*_typed(given), *advantages(Moment(resolution.view, creature), "checks")])
    return full_save_advantage(resolution, creature, question.ability or "", given)


def resolve_answer(resolution: Resolution, question: Question, face: int) -> None:
    """Applies the answer to a check or save."""
    tried = RolledDie(face, question.needs, question.bonus or 0)
    resolve_die(resolution, question.creature, question.ability or "", CALLED[question.rule or SAVE_NOW], tried)


ANSWERED: Mapping[str, AnswerRule] = {CHECK: resolve_answer, SAVE_NOW: resolve_answer}
