"""The face that the die of an open question must show, without modifiers, and the number added to it."""

from typing import NamedTuple

from orcus_tui.commands.context import Context
from orcus_tui.errors import OrcusError
from orcus_tui.model.fight import Question
from orcus_tui.model.typed_steps import Answer
from orcus_tui.rules.initiative import INITIATIVE
from orcus_tui.rules.system import FightView
from orcus_tui.session.ahead.chances import is_saved, least_face
from orcus_tui.session.ahead.dry_run import DryRunner

DIE = 20
TRIED = 10


class Natural(NamedTuple):
    """The lowest face that succeeds, if a face decides; and the number added to the face, if it is known."""

    face: int | None = None
    bonus: int | None = None


def natural_of(view: FightView, question: Question, needed: int | None) -> Natural:
    """The face that a question needs, and the number added to it; `needed` is the total that decides."""
    trial = DryRunner(Context(view), overrule=False)
    try:
        if question.kind == INITIATIVE:
            after = trial.run(Answer(TRIED, question.id)).fight.states[question.creature].initiative
            return Natural(None, None if after is None else after - TRIED)
        if needed is None or question.die != DIE:
            return Natural()
        face = least_face(lambda face: is_saved(trial.run(Answer(face, question.id))))
    except OrcusError:  # another question must be answered first
        return Natural()
    return Natural(face, None if face is None or not 1 < face <= DIE else needed - face)
