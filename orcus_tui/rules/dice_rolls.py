"""Dice rolled in play: a d20, rolled twice with advantage; the sum with its modifiers; and dice for the log."""

from collections.abc import Iterable, Sequence

from orcus_tui.dice import Face, Roll
from orcus_tui.errors import Impossible
from orcus_tui.model.events import AdvantageNoted, AdvantageRolled, DiceRolled, QuestionAsked
from orcus_tui.model.fight import Question
from orcus_tui.model.message import Message, Term
from orcus_tui.model.typed_steps import RollDice
from orcus_tui.rules.system.hooks import ONE_DIE, Advantage, AnswerRule, Modifier
from orcus_tui.rules.system.resolution import Resolution

D20 = 20


def refuse_wrong_faces(of: str, *faces: int | None) -> None:
    """Refuses typed faces that no d20 has. Raises Impossible about the field `of` of the step."""
    for face in faces:
        if face is not None and not 1 <= face <= D20:
            raise Impossible(f"a d20 shows 1 to {D20}, not {face}", of=of)


def ask_or_roll(resolution: Resolution, question: Question, answer: AnswerRule, face: int | None = None) -> None:
    """Asks for the die of a question, or applies `answer` with the face, typed or rolled here."""
    if face is None and resolution.asks(question.creature):
        resolution.emit(QuestionAsked(question))
    else:
        answer(resolution, question, resolution.die(question.die) if face is None else face)


def ask_or_try(resolution: Resolution, question: Question, answer: AnswerRule) -> None:
    """Asks for the die of a question if the fight asks for dice.

    Otherwise applies `answer` with a die, even in a dry run.
    """
    if resolution.fight_asks(question.creature):
        resolution.emit(QuestionAsked(question))
    else:
        answer(resolution, question, resolution.die(question.die))


def combine_advantage(given: Iterable[tuple[int, str | Message]]) -> Advantage:
    """The combined advantage (1) or disadvantage (-1).

    They do not add up, and if there is at least one of each, all cancel out.
    """
    causes = tuple(Term(side, why) for side, why in given)
    sides = {each.amount for each in causes}
    return Advantage(sides.pop() if len(sides) == 1 else 0, causes) if causes else ONE_DIE


def add_advantage(known: Advantage, given: Iterable[tuple[int, str | Message]]) -> Advantage:
    """Advantage or disadvantage together with that of modifiers."""
    more = list(given)
    if not more or known.lost:
        return known
    return combine_advantage([*((each.amount, each.cause) for each in known.causes), *more])


def roll_d20(resolution: Resolution, creature: str, advantage: Advantage, die: Face | None = None) -> int:
    """Rolls a d20 and returns the face that counts; if two dice are rolled, logs both with the cause.

    `die` supplies typed dice.
    """
    face = (die or resolution.die)(D20)
    if not advantage.side:
        if advantage.causes:
            log_advantage(resolution, creature, advantage)
        return face
    faces = (face, (die or resolution.joined_die)(D20))
    counts = max(faces) if advantage.side > 0 else min(faces)
    resolution.emit(AdvantageRolled(creature, faces, advantage.side, counts, advantage.causes))
    return counts


def log_advantage(resolution: Resolution, creature: str, advantage: Advantage) -> None:
    """Logs the advantage of a die that was typed, or that is rolled once."""
    if advantage.causes and not advantage.lost:
        resolution.emit(AdvantageNoted(creature, advantage.side, advantage.causes))


def d20_for(resolution: Resolution, question: Question, advantage: Advantage, face: int | None) -> int | None:
    """The d20 of a question, typed or rolled here; None if it is asked for."""
    creature = question.creature
    if face is None and not resolution.asks(creature):
        return roll_d20(resolution, creature, advantage)
    log_advantage(resolution, creature, advantage)
    if face is None:
        resolution.emit(QuestionAsked(question))
    return face


def terms(modifiers: Sequence[Modifier]) -> tuple[Term, ...]:
    """Modifiers as the terms of a sum in an event, without zeros."""
    if not modifiers:
        return ()
    return tuple([Term(amount, cause) for amount, _, cause in modifiers if amount])


def log_dice(resolution: Resolution, kind: str, roll: Roll, creature: str = "", power: str = "") -> None:
    """Logs dice that were rolled, with the creature and the power that they are for."""
    resolution.emit(DiceRolled(kind, roll.total, roll.text, roll.dice, creature=creature, power=power))


def roll_to_log(resolution: Resolution, step: RollDice) -> None:
    """`roll`: rolls dice into the log."""
    roll = resolution.roll(step.dice)
    kind = "labelled roll" if step.label else "roll"
    resolution.emit(DiceRolled(kind, roll.total, roll.text, roll.dice, label=step.label))
