"""Ties of initiative with dice that are rolled at the table: typed with `begin`, or asked for."""

from collections.abc import Iterator

from orcus_tui.errors import Impossible
from orcus_tui.model.events import DieRolled, QuestionAsked, QuestionClosed
from orcus_tui.model.fight import Question
from orcus_tui.model.message import message
from orcus_tui.rules import initiative
from orcus_tui.rules.dice_rolls import D20, refuse_wrong_faces
from orcus_tui.rules.initiative import INITIATIVE, MOST_ROLL_OFFS, TIE, open_tie, tie_key
from orcus_tui.rules.system.resolution import Resolution


def settle(resolution: Resolution, typed: tuple[int, ...]) -> bool:
    """Gets the dice of all ties, if any are typed or asked for; returns whether the order can be decided.

    The dice are remembered until then. Questions about ties that no longer exist are closed.
    """
    tied = [blocks for blocks in initiative.blocks_by_rank(resolution) if initiative.rolls_off(resolution, blocks)]
    asking = any(resolution.fight_asks(leader) for blocks in tied for leader, *_ in blocks)
    waiting: set[str] = set()
    if typed or asking or any(each.kind == TIE for each in resolution.fight.questions):
        faces = iter(typed)
        for blocks in tied:
            waiting |= _settle(resolution, [block[0] for block in blocks], faces, 0)
        left = next(faces, None)
        if left is not None:
            raise Impossible(f"no tie is left for the die {left}", of="faces")
        for question in [each for each in resolution.fight.questions if each.kind == TIE]:
            if question.creature not in waiting:
                resolution.emit(QuestionClosed(question, message("tie is over")))
    return not waiting


def _settle(resolution: Resolution, leaders: list[str], typed: Iterator[int], rolled: int) -> set[str]:
    """Gets the dice of a tie, and of further ties between equal dice.

    Returns the creatures whose dice are asked for.
    """
    if len(leaders) < 2 or rolled == MOST_ROLL_OFFS:
        return set()
    for leader in leaders:
        _find_die(resolution, leader, typed, rolled)
    known = resolution.fight.system_memory
    waiting = {each for each in leaders if tie_key(each, rolled) not in known}
    if waiting:
        return waiting
    for face in sorted({known[tie_key(each, rolled)] for each in leaders}, reverse=True):
        equal = [each for each in leaders if known[tie_key(each, rolled)] == face]
        waiting |= _settle(resolution, equal, typed, rolled + 1)
    return waiting


def _find_die(resolution: Resolution, leader: str, typed: Iterator[int], rolled: int) -> None:
    """Gets a die of a tie: uses a typed die, asks for it or rolls it, unless it is known or was asked for."""
    if tie_key(leader, rolled) in resolution.fight.system_memory:
        return
    face = next(typed, None)
    asked = open_tie(resolution, leader)
    if face is None and resolution.fight_asks(leader):
        if asked is None:
            resolution.emit(QuestionAsked(resolution.new_question(TIE, leader, INITIATIVE)))
        return
    refuse_wrong_faces("faces", face)
    if asked:
        resolution.emit(QuestionClosed(asked))
    _take_die(resolution, leader, rolled, resolution.die(D20) if face is None else face)


def _take_die(resolution: Resolution, leader: str, rolled: int, face: int) -> None:
    resolution.emit(DieRolled(TIE, leader, face))
    resolution.remember(tie_key(leader, rolled), face)


def resolve_answer(resolution: Resolution, question: Question, face: int) -> None:
    """Applies the die of a tie that was asked for.

    It is kept for the next `begin`, or in a running fight changes the order at once.
    """
    known = resolution.fight.system_memory
    rolled = next(each for each in range(MOST_ROLL_OFFS) if tie_key(question.creature, each) not in known)
    _take_die(resolution, question.creature, rolled, face)
    if resolution.fight.phase == "turns" and not initiative.ties_waiting_for(resolution, question.members):
        initiative.take_places(resolution, question.members)
