"""The chances of dice that decide an outcome: the lowest face of a d20 that succeeds, and what follows from it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from orcus_tui.commands.context import Context
from orcus_tui.errors import OrcusError
from orcus_tui.model import events, steps, typed_steps
from orcus_tui.model.fight import Question, name_of
from orcus_tui.model.typed_steps import Answer
from orcus_tui.rules.initiative import INITIATIVE
from orcus_tui.rules.system import FightView
from orcus_tui.session.ahead.dry_run import CreatureOutcome, DryRun, DryRunner, Runs, outcome_lines, outcome_text


def percent(face: int, side: int = 0) -> str:
    """A face of a d20 with the chance to reach it; `side`: with advantage (1) or disadvantage (-1)."""
    chance = (21 - face) * 5
    by_side = {0: chance, 1: 100 - (100 - chance) ** 2 // 100, -1: chance**2 // 100}
    return f"{face}+ ({by_side[side]} %)"


def least_face(is_enough: Callable[[int], bool]) -> int | None:
    """The lowest face of a d20 that succeeds, if any; a higher face must never be worse."""
    if not is_enough(20):
        return None
    low, high = 1, 20
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if is_enough(middle) else (middle + 1, high)
    return low


def saving_throw(trial: DryRunner, step: steps.Save | steps.DeathSave) -> list[str]:
    """The lowest face that saves, and the outcomes of a success, a failure and a 20."""
    (creature,) = step.targets

    least = least_face(lambda face: is_saved(trial.run(replace(step, faces=(face,)))))
    runs = {face: trial.run(replace(step, faces=(face,))) for face in (least, 1, 20) if face}
    outcomes = {face: trial.changes(run, run).get(creature) for face, run in runs.items()}

    def text_on(face: int | None) -> str:
        outcome = outcomes[face] if face else None
        return outcome_text(runs[face].formatter(), outcome) if face and outcome else ""

    success, failure = text_on(least), text_on(None if least == 1 else 1)
    on_20 = "" if outcomes[20] in (outcomes[1], outcomes[least or 1]) else text_on(20)
    text = f"saves on {percent(least)}" if least else "no die saves"
    text += f": {success}" if success else ""
    text += f"; otherwise {failure}" if failure else ""
    text += f"; on 20 {on_20}" if on_20 else ""
    return [f"{name_of(trial.fight, creature)}: {text}"]


def is_saved(run: DryRun) -> bool:
    return any(
        isinstance(each, events.DieRolled | events.SaveRolled) and each.outcome == "saved" for each in run.events
    )


def lines_source_last(runs: Runs, outcomes: dict[str, CreatureOutcome], source: str) -> list[str]:
    """The outcomes, a line for each creature; the user of the power comes last, since the line already names it."""
    of_source = {source: outcomes.pop(source)} if source in outcomes else {}
    return outcome_lines(runs[0].formatter(), {**outcomes, **of_source})


def saves_against(trial: DryRunner, step: typed_steps.UsePower) -> list[str]:
    """For each target of a power the lowest face that saves, and the outcomes of both; the user comes last."""
    found = [_least_face_that_saves(trial, replace(step, targets=(target,))) for target in step.targets]
    failed = trial.both(replace(step, faces=tuple(20 if least is None else max(least - 1, 1) for least in found)))
    saved = trial.both(replace(step, faces=tuple(least or 20 for least in found)))
    formatter, outcomes, on_success = failed[0].formatter(), trial.changes(*failed), trial.changes(*saved)
    lines = []
    for target, least in zip(step.targets, found, strict=True):
        failure, success = outcomes.pop(target, None), on_success.get(target)
        chance = f"saves on {percent(least)}" if least else "no die saves"
        better = outcome_text(formatter, success) if least and success else ""
        worse = outcome_text(formatter, failure) if least != 1 and failure else ""
        text = f"{chance}: {better}" if better else chance
        lines.append(f"{name_of(trial.fight, target)}: {text}{f'; otherwise {worse}' if worse else ''}")
    return lines + lines_source_last(failed, outcomes, step.source or trial.fight.active or "")


def _least_face_that_saves(trial: DryRunner, step: typed_steps.UsePower) -> int | None:
    """The lowest face of a d20 with which the only target of a power saves; None if no die does."""
    return least_face(lambda face: is_saved(trial.run(replace(step, faces=(face,)))))


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
