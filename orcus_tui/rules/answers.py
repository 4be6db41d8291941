"""The verbs of saving throws, and of the questions about dice that are rolled at the table."""

from collections.abc import Callable, Mapping
from itertools import groupby

from msgspec.structs import replace

from orcus_tui.errors import Impossible
from orcus_tui.model import steps, typed_steps
from orcus_tui.model.effect import Effect
from orcus_tui.model.events import DieRolled, FightChanged, QuestionClosed, SaveRolled
from orcus_tui.model.fight import Question
from orcus_tui.model.message import message
from orcus_tui.model.text import with_sign
from orcus_tui.rules import checks, effects, initiative, opposed, power_use, powers, saves, sustaining, ties, turn, uses
from orcus_tui.rules.dice_rolls import D20, roll_d20
from orcus_tui.rules.life import DEATH_SAVE, amount_for, face_for, refuse_impossible_dice, refuse_wrong_number
from orcus_tui.rules.resolution import resolution_of
from orcus_tui.rules.system.hooks import AnswerRule
from orcus_tui.rules.system.resolution import Resolution


def save(resolution: Resolution, step: steps.Save) -> None:
    """`save`: makes a saving throw now, which also answers an open question about the same effect."""

    def rule(creature: str, place: int) -> None:
        with resolution.typed_bonus_dice(step.bonus_faces, place):
            _save(resolution, creature, step, face_for(step.faces, place))

    refuse_wrong_number("faces", step.faces, resolution.for_each(step.targets, rule))


def _save(resolution: Resolution, creature: str, step: steps.Save, face: int | None) -> None:
    """Makes one creature's saving throw."""
    if step.words:
        plain_save(resolution, creature, step, face)
        return
    asked = _asked_by_system(resolution, creature, step.name)
    if asked:
        needs = None if asked.needs is None else asked.needs - step.bonus
        resolve_question(resolution, replace(asked, needs=needs), face or die_for(resolution, asked))
    else:
        save_now(resolution, creature, _find_effect(resolution, creature, step.name), face, step.bonus)


def plain_save(resolution: Resolution, creature: str, step: steps.Save, face: int | None) -> None:
    """Makes a saving throw that is not against an effect."""
    question = saves.roll_plain_save(resolution, creature, step.words, face, step.bonus)
    if question:
        saves.resolve_plain_save(resolution, question, face or saves.plain_die(resolution, creature))


def save_now(resolution: Resolution, creature: str, effect: Effect, face: int | None, extra: int) -> None:
    """Makes a saving throw against an effect; without a face, the die is asked for, or rolled if it already was."""
    advantage = saves.save_advantage(resolution, creature, effect)
    together = {each.id for each in saves.bundle_of(resolution, creature, effect)}
    question = next((each for each in resolution.fight.questions if each.effect in together), None)
    is_new = face is None and (question is None or bool(resolution.cause.power))
    if is_new and not advantage.lost and resolution.fight_asks(creature):
        saves.ask_save(resolution, creature, effect, advantage, extra)
        return
    if question:
        resolution.emit(QuestionClosed(question))
    if advantage.lost and face is None:
        saves.lose_save(resolution, creature, effect, advantage.lost)
    else:
        saves.resolve_save(resolution, creature, effect, face or roll_d20(resolution, creature, advantage), extra)


def _find_effect(resolution: Resolution, creature: str, name: str) -> Effect:
    open_ones = {
        each.effect for each in resolution.fight.questions if each.creature == creature and each.kind == saves.SAVE
    }
    if not name:
        for effect in resolution.state(creature).effects:
            if effect.id in open_ones:
                return effect
    found = effects.find_with_save(resolution, creature, name)
    if found and found.duration.ending == "save":
        return found
    if name:
        effect = effects.must_find(resolution, creature, name)
        known = resolution.formatter().effect(effect)
        raise Impossible(f"no save ends {known} on {resolution.name(creature)}", of="name")
    raise Impossible(f"{resolution.name(creature)} has nothing to save against")


def _asked_by_system(resolution: Resolution, creature: str, name: str) -> Question | None:
    """The oldest open question about one of the system's own saves, by name if given."""
    asked = [
        each
        for each in resolution.fight.questions
        if each.creature == creature and (own_answer(resolution, each) or (each.kind == saves.SAVE and not name))
    ]
    about = {each.id: each.name for each in resolution.state(creature).effects}
    for question in asked:
        called = (f"{question.kind} ({question.about})", question.about, about.get(question.effect or 0, ""))
        if any(words.startswith(name.casefold()) for words in called):
            return question if own_answer(resolution, question) else None
    return None


def own_answer(resolution: Resolution, question: Question) -> AnswerRule | None:
    """The rule for the answer to a question of the system, or to a question that is not about an effect."""
    by_rule = RULES_BY_NAME.get(question.rule or "")
    return by_rule or resolution.system.answers.get(question.rule or question.kind)


def die_for(resolution: Resolution, question: Question) -> int:
    """A rolled die for an open question."""
    creature = question.creature
    if question.kind == DEATH_SAVE:
        return saves.plain_die(resolution, creature)
    if question.kind == initiative.INITIATIVE:
        return initiative.die_of(resolution, creature)
    if question.rule == power_use.POWER_SAVE:
        return roll_d20(resolution, creature, power_use.advantage_of(resolution, question))
    if question.rule in (checks.CHECK, checks.SAVE_NOW, opposed.CONTEST):
        return roll_d20(resolution, creature, checks.advantage_of(resolution, question))
    recovered = resolution.system.rest.answer_dice(resolution, question)
    if recovered is not None:
        return recovered
    if own_answer(resolution, question) and question.die == D20:
        return roll_d20(resolution, creature, resolution.system.save_rolls.answer_advantage(resolution, question))
    effect = saves.effect_asked_about(resolution.fight, question)
    if question.kind == saves.SAVE and effect:
        return roll_d20(resolution, creature, saves.save_advantage(resolution, creature, effect))
    return resolution.die(question.die)


def roll_death_save(resolution: Resolution, step: steps.DeathSave) -> None:
    """`deathsave`: makes a death saving throw now."""

    def rule(creature: str, place: int) -> None:
        if not saves.needs_death_save(resolution, creature):
            raise Impossible(f"{resolution.name(creature)} is not dying")
        question = next(
            (each for each in resolution.fight.questions if each.creature == creature and each.kind == DEATH_SAVE), None
        )
        face, amount = face_for(step.faces, place), amount_for(step.amounts, place)
        if face is None and question is None and amount is None and resolution.fight_asks(creature):
            saves.death_save(resolution, creature)
            return
        face = face or saves.plain_die(resolution, creature)
        resolution.typed.recovery = resolution.roll(amount).total if amount else None
        if question:
            resolution.emit(QuestionClosed(question))
        with resolution.typed_bonus_dice(step.bonus_faces, place):
            resolution.system.death.save(resolution, creature, face)
        if amount and resolution.typed.recovery is not None:
            raise Impossible("this death save gives no recovery: leave out the number after the die", of="amounts")
        if amount:
            refuse_impossible_dice(resolution, creature, amount)
        if question:
            turn.end_if_dead(resolution, question)

    count = resolution.for_each(step.targets, rule)
    refuse_wrong_number("faces", step.faces, count)
    refuse_wrong_number("amounts", step.amounts, count)


def ask(resolution: Resolution, step: typed_steps.Ask) -> None:
    """`ask`: sets whose dice are asked for from now on."""
    if step.who != resolution.fight.asking:
        resolution.emit(FightChanged("asking", step.who, message("asking")))


def answer(resolution: Resolution, step: typed_steps.Answer) -> None:
    """`answer`: answers an open question with a face, or rolls for it."""
    questions = resolution.fight.questions
    if not questions:
        raise Impossible("no question is open")
    if step.question is None:
        chosen = questions[0]
    else:
        found = [each for each in questions if each.id == step.question]
        if not found:
            numbers = ", ".join(str(each.id) for each in questions)
            raise Impossible(f"no open question {step.question}; open: {numbers}", of="answer")
        chosen = found[0]
    face = _typed_face(resolution, step, chosen) or die_for(resolution, chosen)
    with resolution.typed_bonus_dice((step.bonus_faces,), 0):
        resolve_question(resolution, chosen, face)


def _typed_face(resolution: Resolution, step: typed_steps.Answer, question: Question) -> int | None:
    if step.total is not None:
        return _face_of_total(resolution, question, step.total)
    if step.face is not None and not 1 <= step.face <= question.die:
        raise Impossible(f"a d{question.die} shows 1 to {question.die}, not {step.face}")
    return step.face


def _face_of_total(resolution: Resolution, question: Question, total: int) -> int:
    """The face with which the die of a question gives this total; found by trying each face."""
    bonuses = {_bonus_of_answer(resolution, question, end) for end in (lambda _: 1, lambda sides: sides)}
    bonus = bonuses.pop()
    if bonuses or bonus is None:
        raise Impossible("this question takes what the die shows, not a total")
    if not 1 <= total - bonus <= question.die:
        least, most = 1 + bonus, question.die + bonus
        raise Impossible(f"d{question.die}{with_sign(bonus)} gives {least} to {most}, not {total}")
    return total - bonus


def _bonus_of_answer(resolution: Resolution, question: Question, face: Callable[[int], int]) -> int | None:
    """The modifiers of the die of a question if its bonus dice show `face`; None if its answer has no total."""
    trial = resolution_of(resolution.view, face, resolution.rules)
    resolve_question(trial, question, question.die // 2)
    rolled = (each for each in trial.events if isinstance(each, DieRolled | SaveRolled))
    first = next((each for each in rolled if each.creature == question.creature), None)
    return None if first is None else sum(term.amount for term in first.terms)


def answer_all(resolution: Resolution, step: typed_steps.AnswerAll) -> None:  # noqa: ARG001  # shared signature
    """`answer all`: rolls every open question, oldest first; all initiative is settled together."""
    if not resolution.fight.questions:
        raise Impossible("no question is open")
    for is_initiative, questions in groupby(
        resolution.fight.questions, lambda each: each.kind == initiative.INITIATIVE
    ):
        placing: list[str] = []
        for question in questions:
            if question not in resolution.fight.questions:
                continue
            face = die_for(resolution, question)
            if is_initiative:
                resolution.emit(QuestionClosed(question))
                placing += initiative.take_answer(resolution, question, face)
            else:
                resolve_question(resolution, question, face)
        initiative.take_places(resolution, placing)


def resolve_question(resolution: Resolution, question: Question, face: int) -> None:
    """Closes a question and applies its face."""
    resolution.emit(QuestionClosed(question))
    resolution.typed.recovery = question.recovery
    rule = own_answer(resolution, question) or RULES_BY_KIND[question.kind]
    rule(resolution, question, face)
    turn.end_if_dead(resolution, question)


def _resolve_save(resolution: Resolution, question: Question, face: int) -> None:
    effect = saves.effect_asked_about(resolution.fight, question)
    if effect:
        saves.resolve_save(resolution, question.creature, effect, face, question.bonus or 0)


def _resolve_death_save(resolution: Resolution, question: Question, face: int) -> None:
    resolution.system.death.save(resolution, question.creature, face)


def _resolve_recharge(resolution: Resolution, question: Question, face: int) -> None:
    powers.recharge_on(resolution, question.creature, question.power or "", face)


RULES_BY_KIND: Mapping[str, AnswerRule] = {
    saves.SAVE: _resolve_save,
    DEATH_SAVE: _resolve_death_save,
    uses.RECHARGE: _resolve_recharge,
    initiative.INITIATIVE: initiative.resolve_answer,
    initiative.TIE: ties.resolve_answer,
}
RULES_BY_NAME: Mapping[str, AnswerRule] = {
    power_use.POWER_SAVE: power_use.resolve_answer,
    saves.PLAIN_SAVE: saves.resolve_plain_save,
    sustaining.SUSTAIN: sustaining.resolve_answer,
    checks.CHECK: checks.resolve_answer,
    checks.SAVE_NOW: checks.resolve_answer,
    opposed.CONTEST: opposed.resolve_answer,
}
"""Questions that a separate rule resolves, although they share the `kind` of others."""
