"""Saving throws and death saves, and the needed totals of open questions about them. The verbs are in `answers`."""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from orcus_tui.errors import Impossible
from orcus_tui.model.effect import Effect, EffectLabel, effect_name, labels_of
from orcus_tui.model.events import DieRolled, QuestionAsked, QuestionClosed, SaveLost, SaveRolled
from orcus_tui.model.fight import Fight, Question
from orcus_tui.model.message import Message, message
from orcus_tui.rules import effects, triggers
from orcus_tui.rules.dice_rolls import add_advantage, d20_for, log_advantage, roll_d20, terms
from orcus_tui.rules.facts import Moment
from orcus_tui.rules.life import DEATH_SAVE
from orcus_tui.rules.modifiers import SAVE_STATS, advantages, has_rows, rows_of
from orcus_tui.rules.stats import ALL_SAVES, printed_save, roll_save_modifiers, total
from orcus_tui.rules.system import FightView
from orcus_tui.rules.system.hooks import Advantage
from orcus_tui.rules.system.resolution import Resolution

SAVE = "save"
PLAIN_SAVE = "plain save"
"""The rule for the answer to a saving throw that is against no effect."""


def save_each(resolution: Resolution, creature: str, held: Iterable[Effect]) -> None:
    """Makes a saving throw against each of these effects that a save ends; one for each bundle."""
    done: set[int] = set()
    for effect in held:
        if effect.duration.ending != "save" or effect.bundle in done:
            continue
        if effect not in resolution.fight.states[creature].effects:
            continue
        if effect.bundle is not None:
            done.add(effect.bundle)
        save_against(resolution, creature, effect)


def save_against(resolution: Resolution, creature: str, effect: Effect) -> None:
    """Rolls, or asks for, one saving throw."""
    advantage = save_advantage(resolution, creature, effect)
    if advantage.lost:
        lose_save(resolution, creature, effect, advantage.lost)
    elif resolution.asks(creature):
        ask_save(resolution, creature, effect, advantage)
    else:
        resolve_save(resolution, creature, effect, roll_d20(resolution, creature, advantage))


def ask_save(resolution: Resolution, creature: str, effect: Effect, advantage: Advantage, extra: int = 0) -> None:
    """Asks for a saving throw; the bonus `extra` counts only for this save."""
    log_advantage(resolution, creature, advantage)
    asked = resolution.new_question(SAVE, creature, bundle_name(resolution, creature, effect))
    resolution.emit(QuestionAsked(replace(asked, effect=effect.id, bonus=extra or None)))


def lose_save(resolution: Resolution, creature: str, effect: Effect, why: Message) -> None:
    """Fails a saving throw without a roll."""
    resolution.emit(SaveLost(creature, labels_of(bundle_of(resolution, creature, effect)), why))
    triggers.note_save(resolution, creature, saved=False)
    save_failed(resolution, creature, effect)


def save_advantage(resolution: Resolution, creature: str, effect: Effect) -> Advantage:
    """The advantage or disadvantage of the save against an effect."""
    system = resolution.system
    known = system.save_rolls.advantage(resolution, creature, system.saves.ability_for(resolution.fight, effect))
    if rows_of(resolution.view, creature).advantages.isdisjoint(SAVE_STATS):
        return known
    return add_advantage(known, advantages(save_moment(resolution.view, creature, effect), *SAVE_STATS))


def save_moment(view: FightView, creature: str, effect: Effect) -> Moment:
    """The moment of a save against an effect: its source and its types."""
    other = effect.source if effect.source != creature else ""
    condition = view.system.conditions.table.get(effect.name)
    types = condition.save_types if condition else ()
    return Moment(view, creature, other, types=(effect.name, *effect.types, *types))


def bundle_of(resolution: Resolution, creature: str, effect: Effect) -> tuple[Effect, ...]:
    """All effects that share the saving throw of this effect, including the effect itself."""
    if effect.bundle is None:
        return (effect,)
    return tuple([each for each in resolution.state(creature).effects if each.bundle == effect.bundle])


def bundle_name(resolution: Resolution, creature: str, effect: Effect) -> str:
    """The effects that a save is against: `dazed`, `dazed+slowed`, `persistent 5 fire`."""
    return "+".join(effect_name(each) for each in bundle_of(resolution, creature, effect))


def resolve_save(resolution: Resolution, creature: str, effect: Effect, face: int, extra: int = 0) -> None:
    """Applies the face of a saving throw (Orcus §Saving Throws)."""
    ability = resolution.system.saves.ability_for(resolution.fight, effect)
    view = resolution.view
    moment = save_moment(view, creature, effect) if has_rows(view, creature, *ALL_SAVES) else None
    if moment:
        modifiers = roll_save_modifiers(resolution, creature, ability, moment)
    else:
        modifiers = printed_save(view.fight, creature, ability)
    if extra:
        modifiers.append((extra, "", ""))
    needed = effect.duration.number or resolution.system.saves.needs
    saved = face + total(modifiers) >= needed
    held, outcome = labels_of(bundle_of(resolution, creature, effect)), "saved" if saved else "failed"
    resolution.emit(SaveRolled(creature, held, face, needed, outcome=outcome, terms=terms(modifiers), ability=ability))
    if moment:
        effects.use_up_once(resolution, creature, moment)
    saved = saved or resolution.system.save_rolls.turns_failure(resolution, creature)
    triggers.note_save(resolution, creature, saved=saved)
    if saved:
        for each in bundle_of(resolution, creature, effect):
            effects.end_if_there(resolution, creature, each, message("saved"))
        leave_after(resolution, creature, effect)
    else:
        save_failed(resolution, creature, effect)


def save_failed(resolution: Resolution, creature: str, effect: Effect) -> None:
    """Worsens an effect after a failed save, if the effect has further conditions."""
    if effect.then:
        worsen(resolution, creature, effect)


def worsen(resolution: Resolution, creature: str, effect: Effect) -> None:
    """Replaces the effects after a failed save with the next conditions, with the same duration."""
    for each in bundle_of(resolution, creature, effect):
        effects.end(resolution, creature, each, message("worse", now=effect.then))
    then = effect.later[0] if effect.later else ()
    replace_effect(resolution, creature, effect, effect.then, then=then, later=effect.later[1:], after=effect.after)


def leave_after(resolution: Resolution, creature: str, effect: Effect) -> None:
    """Applies the aftereffect of an effect that a save ended."""
    if effect.after:
        replace_effect(resolution, creature, effect, effect.after.names, duration=effect.after.duration)


def replace_effect(
    resolution: Resolution, creature: str, effect: Effect, names: tuple[str, ...], **fields: Any
) -> None:
    """Replaces an ended effect with conditions, with these fields besides those that all of them share."""
    bundle = resolution.fight.next_bundle if len(names) > 1 else None
    pattern = Effect(0, "", "condition", effect.source, effect.duration, power=effect.power, natural=effect.natural)
    effects.add_conditions(resolution, creature, names, replace(pattern, **fields), bundle)


def death_save(resolution: Resolution, creature: str) -> None:
    """Rolls, or asks for, a death saving throw."""
    question = resolution.new_question(DEATH_SAVE, creature, "dying")
    face = d20_for(resolution, question, plain_advantage(resolution, creature), None)
    if face is not None:
        resolution.system.death.save(resolution, creature, face)


def log_save(resolution: Resolution, kind: str, creature: str, face: int, needed: int, failed: str = "failed") -> int:
    """Logs the die of a save without an ability, ends bonuses that were for one save, and returns its total."""
    modifiers = roll_save_modifiers(resolution, creature)
    reached = face + total(modifiers)
    outcome = "saved" if reached >= needed else failed
    resolution.emit(DieRolled(kind, creature, face, terms(modifiers), needed, outcome))
    effects.use_up_once(resolution, creature)
    return reached


def plain_die(resolution: Resolution, creature: str) -> int:
    """A rolled die for a save without an ability, such as a death save."""
    return roll_d20(resolution, creature, plain_advantage(resolution, creature))


def plain_advantage(resolution: Resolution, creature: str) -> Advantage:
    """The advantage or disadvantage of a save without an ability."""
    known = resolution.system.save_rolls.advantage(resolution, creature, "")
    return add_advantage(known, advantages(Moment(resolution.view, creature), *SAVE_STATS))


def needs_death_save(resolution: Resolution, creature: str) -> bool:
    """Whether a creature is dying, so that its turn calls for a death saving throw."""
    return resolution.system.death.needs_save(resolution.view, creature)


# Open questions


def effect_asked_about(fight: Fight, question: Question) -> Effect | None:
    """The effect that an open question is about, if its creature still has it."""
    held = fight.states[question.creature].effects if question.creature in fight.states else ()
    return next((each for each in held if each.id == question.effect), None)


def ability_asked(view: FightView, question: Question) -> str:
    """The ability of an open question's die; empty without one."""
    effect = effect_asked_about(view.fight, question)
    return question.ability or (view.system.saves.ability_for(view.fight, effect) if effect else "")


def total_needed(view: FightView, question: Question) -> int | None:
    """The total that an open question's die must reach; None if no total decides."""
    system = view.system
    of_system = system.save_rolls.question_needs(view.fight, question)
    if of_system is not None:
        return of_system
    if question.kind == DEATH_SAVE:
        return system.death.save_needs
    effect = effect_asked_about(view.fight, question)
    if effect is None or question.kind != SAVE:
        return None
    return question.needs or effect.duration.number or system.saves.needs


# Saving throws that are against no effect, such as at the edge of a pit (Orcus §Unwilling Movement)


def roll_plain_save(resolution: Resolution, creature: str, words: str, face: int | None, bonus: int) -> Question | None:
    """Makes a saving throw that is against no effect; without a face it is rolled or asked for.

    Returns the question to resolve with a die, or None if the die is asked for. Raises Impossible in a system whose
    saves have abilities or printed bonuses.
    """
    system = resolution.system
    go_by = system.saves.abilities or system.saves.of_powers
    if go_by:
        what = "an ability" if system.saves.abilities else "the stat block"
        raise Impossible(f"saving throws use {what}: `check {creature} {go_by[0]} DC`", of="words")
    waiting = (each for each in resolution.fight.questions if each.rule == PLAIN_SAVE and each.creature == creature)
    question = next((each for each in waiting if each.about == words), None)
    if question:
        resolution.emit(QuestionClosed(question))
        return replace(question, bonus=(question.bonus or 0) + bonus or None)
    needs, added = system.saves.needs, bonus or None
    if face is None and resolution.asks(creature):
        asked = resolution.new_question("save", creature, words)
        resolution.emit(QuestionAsked(replace(asked, needs=needs, bonus=added, rule=PLAIN_SAVE)))
        return None
    return Question(0, "save", creature, words, 20, needs=needs, bonus=added, rule=PLAIN_SAVE)


def resolve_plain_save(resolution: Resolution, question: Question, face: int) -> None:
    """Applies the die of a plain saving throw."""
    creature, needed = question.creature, question.needs or resolution.system.saves.needs
    modifiers = roll_save_modifiers(resolution, creature)
    if question.bonus:
        modifiers.append((question.bonus, "", ""))
    outcome = "saved" if face + total(modifiers) >= needed else "failed"
    against = (EffectLabel(0, question.about, "other"),)
    resolution.emit(SaveRolled(creature, against, face, needed, outcome=outcome, terms=terms(modifiers)))
    effects.use_up_once(resolution, creature)
    triggers.note_save(resolution, creature, saved=outcome == "saved")
