"""Advantage and disadvantage in SRD 5.1, ability checks and saving throws (§Advantage and Disadvantage)."""

from collections.abc import Iterator, Mapping
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
from orcus_tui.rules.in_force import conditions_of, held_conditions
from orcus_tui.rules.life import refuse_the_dead
from orcus_tui.rules.modifiers import EITHER, advantages, bonuses, counts, roll_bonus_dice
from orcus_tui.rules.system import Resolution
from orcus_tui.rules.system.attacks import Advantage, Strike
from orcus_tui.rules.system.conditions import of_kind
from orcus_tui.rules.system.hooks import AnswerRule, Modifier
from orcus_tui.systems.srd5.conditions import CONDITIONS, EVERY, EXHAUSTED, EXHAUSTION, D20Advantage, Srd5Condition

ABILITIES = ("str", "dex", "con", "int", "wis", "cha", "mana")
OFFHAND = "offhand"
GIVEN = {"adv": 1, "dis": -1}
SAVE, CHECK = "save", "check"
SAVE_NOW = "save now"
"""The rule for the answer to a save that was called for, not one against an effect."""
CALLED = {CHECK: CHECK, SAVE_NOW: SAVE}

Causes = Iterator[tuple[int, str | Message]]


# Causes of advantage


def level_of_exhaustion(fight: Fight, creature: str) -> int:
    """A creature's levels of exhaustion."""
    return sum(each.name == EXHAUSTION for each in fight.states[creature].effects)


def d20_advantages(resolution: Resolution, creature: str, opponent: str = "") -> Iterator[tuple[str, D20Advantage]]:
    """The conditions that give a creature's d20s advantage or disadvantage now; with an opponent, against that one."""
    for name, known in _srd5_conditions(resolution, creature).items():
        in_force = not known.d20_advantage.in_sight or in_sight(resolution, creature, name)
        if in_force and is_against(resolution, creature, name, opponent):
            yield name, known.d20_advantage
    level = level_of_exhaustion(resolution.fight, creature)
    yield from ((EXHAUSTION, advantage) for least, advantage in EXHAUSTED.items() if level >= least)


def in_sight(resolution: Resolution, creature: str, name: str) -> bool:
    """Whether the source of a condition is present and seen: a dead, absent or unseen one is not feared."""
    sources = [each.source for each in resolution.state(creature).effects if each.name == name]
    return not sources or any(_is_about(resolution, creature, each) for each in sources)


def is_against(resolution: Resolution, creature: str, name: str, opponent: str) -> bool:
    """Whether a condition counts against an opponent: one that names a creature counts only against that one."""
    held = [each for each in resolution.state(creature).effects if each.name == name]
    return not held or any(counts(each, opponent, ()) for each in held)


def _is_about(resolution: Resolution, creature: str, source: str) -> bool:
    state = resolution.fight.states.get(source)
    if state is None or source == creature:
        return True
    return state.life != "dead" and state.place == "here" and sees(resolution, creature, source)


def sees(resolution: Resolution, creature: str, other: str) -> bool:
    """Whether one creature sees another, as far as conditions say."""
    own, of_other = _srd5_conditions(resolution, creature), _srd5_conditions(resolution, other)
    return not any(each.blind for each in own.values()) and not any(each.unseen for each in of_other.values())


def _srd5_conditions(resolution: Resolution, creature: str) -> dict[str, Srd5Condition]:
    return of_kind(Srd5Condition, held_conditions(resolution.view, creature))


def attack_advantage(strike: Strike, target: str) -> Advantage:
    """The advantage or disadvantage of an attack roll, from both sides (§Attack Rolls)."""
    return combine_advantage(_attack_advantages(strike, target))


def _attack_advantages(strike: Strike, target: str) -> Causes:
    resolution, power, source = strike.resolution, strike.power, strike.source
    if strike.step.advantage in GIVEN:
        yield GIVEN[strike.step.advantage], "typed"
    if OFFHAND in power.tags:
        yield -1, "off hand"
    for name, advantage in d20_advantages(resolution, source, target):
        own = advantage.attack or advantage.attack_with.get(power.origin, 0)
        if own:
            yield own, name
    for name, advantage in d20_advantages(resolution, target):
        side = advantage.attacked.get(power.origin, advantage.attacked.get(EVERY, 0))
        if side and (not advantage.seeing or sees(resolution, target, source)):
            yield side, message("target is", condition=name)


def critical_from(resolution: Resolution, target: str, origin: str) -> bool:
    """Whether a hit from this range is critical: in melee, against a paralyzed or unconscious target."""
    return any(origin in advantage.crit for _, advantage in d20_advantages(resolution, target))


def save_advantage(resolution: Resolution, creature: str, ability: str, given: str = "") -> Advantage:
    """The advantage of a saving throw by an ability, or why it fails without a roll (§Conditions)."""
    lost = [name for name, advantage in d20_advantages(resolution, creature) if ability in advantage.fails]
    if lost:
        return Advantage(lost=message("fails saves", condition=lost[0], ability=ability))
    causes: list[tuple[int, str | Message]] = [(GIVEN[given], "typed")] if given in GIVEN else []
    for name, advantage in d20_advantages(resolution, creature):
        causes += [(advantage.saves[each], name) for each in (ability, EVERY) if each in advantage.saves]
    return combine_advantage(causes)


def check_advantage(resolution: Resolution, creature: str, given: str = "") -> Advantage:
    """The advantage of an ability check; help counts unless it was for an attack (§Help)."""
    causes: list[tuple[int, str | Message]] = [(GIVEN[given], "typed")] if given in GIVEN else []
    causes += [(advantage.checks, name) for name, advantage in d20_advantages(resolution, creature) if advantage.checks]
    return combine_advantage(causes)


def initiative_advantage(resolution: Resolution, creature: str) -> Advantage:
    """The disadvantage on initiative, which is a Dexterity check without help (§Initiative, §Help)."""
    hindrances = (each for each in d20_advantages(resolution, creature) if each[1].checks < 0)
    return combine_advantage((advantage.checks, name) for name, advantage in hindrances)


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
    if ability == "dex":
        held = held_conditions(resolution.view, creature)
        cover: list[Modifier] = [(known.defenses, "condition", name) for name, known in held.items()]
        modifiers += stats.stack_modifiers(resolution.system, [each for each in cover if each[0]])
    return modifiers


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
    given = question.advantage or ""
    moment = Moment(resolution.view, question.creature)
    if question.rule == CHECK:
        return add_advantage(check_advantage(resolution, question.creature, given), advantages(moment, "checks"))
    known = save_advantage(resolution, question.creature, question.ability or "", given)
    return add_advantage(known, advantages(moment, "saves", EITHER))


def resolve_answer(resolution: Resolution, question: Question, face: int) -> None:
    """Applies the answer to a check or save."""
    tried = RolledDie(face, question.needs, question.bonus or 0)
    resolve_die(resolution, question.creature, question.ability or "", CALLED[question.rule or SAVE_NOW], tried)


ANSWERED: Mapping[str, AnswerRule] = {CHECK: resolve_answer, SAVE_NOW: resolve_answer}
