"""What a line would do if it were carried out now: dry runs of the rules themselves, with amounts as ranges."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from orcus_tui import dice
from orcus_tui.commands.parse import locate
from orcus_tui.model import events, requests, steps
from orcus_tui.model.fight import name_of
from orcus_tui.model.history import too_few
from orcus_tui.model.text import Range, number
from orcus_tui.rules import attacks
from orcus_tui.rules.carry_out import RULES
from orcus_tui.rules.initiative import INITIATIVE
from orcus_tui.rules.powers import power_of
from orcus_tui.rules.resolution import Impossible
from orcus_tui.rules.templates import Reader
from orcus_tui.session.dry_run import (
    DryRun,
    Runs,
    Trial,
    before_it_happens,
    hit_points_text,
    outcome_lines,
    outcome_parts,
    outcome_text,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from orcus_tui.commands.context import Context
    from orcus_tui.commands.parse import Command
    from orcus_tui.model.fight import Fight
    from orcus_tui.model.power import Power
    from orcus_tui.model.steps import Step
    from orcus_tui.rules.system import System

MOST_LINES = 6
"""How much is told where nobody says for how many lines there is room."""
TOLD_IN_ORDER = (steps.Begin, steps.Next, steps.Delay, steps.Act, steps.Finish, steps.Rest)
"""Steps of which it matters what comes after what, so that their events are told as they come."""


class Steps(NamedTuple):
    """The steps around a fight: the lines that would be undone, and done again, the next one first, as far as is known.

    `can_undo` and `can_redo` are how many there are in all, where there are more. `only_to_look` says why nothing can
    be changed, as the session would; it is empty for any other fight.
    """

    back: Sequence[str] = ()
    on: Sequence[str] = ()
    can_undo: int = 0
    can_redo: int = 0
    only_to_look: str = ""


NO_STEPS = Steps()


class _Told(NamedTuple):
    """Lines, and how many more there would be."""

    lines: Sequence[str] = ()
    more: int = 0


def preview_command(
    command: Command, context: Context, around: Steps = NO_STEPS, most: int = MOST_LINES
) -> tuple[str, ...]:
    """What a command would do in the fight it was read against, in at most so many short lines; none if it only looks.

    Where the command cannot be executed it is the reason.
    """
    try:
        if around.only_to_look and _changes(command, context):
            return (around.only_to_look,)
        return _shortened(_told(command, context, around, most), most)
    except Impossible as error:
        return (str(locate(error, command)),)
    except dice.DiceError as error:
        return (str(error),)


def ahead(system: System, fight: Fight) -> tuple[str, ...]:
    """What `next` would do: the very steps it takes, with the dice left open.

    Raises Impossible where there is no next turn.
    """
    return tuple(_in_order(system, fight, steps.Next(), overrule=False))


def _shortened(told: _Told, most: int) -> tuple[str, ...]:
    """As many of the lines as go, and how many do not."""
    count = len(told.lines) + told.more
    if count == len(told.lines) <= most:
        return tuple(told.lines)
    shown = told.lines[: most - 1]
    return (*shown, f"… and {count - len(shown)} more")


def _changes(command: Command, context: Context) -> bool:
    """Whether a line would change the fight. Raises Impossible where the rules refuse it first."""
    if type(command.step) in RULES:
        run = DryRun(context.fight, context.system, overrule=command.overrule)
        run.carry_out(command.step)
        return run.fight is not context.fight
    return isinstance(command.step, requests.Undo | requests.Redo | requests.Amend)


def _told(command: Command, context: Context, around: Steps, most: int) -> _Told:
    step = command.step
    if isinstance(step, requests.Request):
        return _requested(step, context, around)
    if isinstance(step, steps.RollDice):
        low, high = dice.minimise(step.dice).total, dice.maximise(step.dice).total
        return _Told((number(low if low == high else Range(low, high)),))
    if isinstance(step, TOLD_IN_ORDER):
        return _Told(_in_order(context.system, context.fight, step, overrule=command.overrule))
    trial = Trial(context, overrule=command.overrule)
    if isinstance(step, ForEach):
        tried = _tried(trial, step, most)
        lines = _attack(trial, tried, most) if isinstance(tried, steps.Attack) else trial.lines(tried)
        return _Told(lines, len(step.targets) - len(tried.targets))
    if isinstance(step, steps.Save | steps.DeathSave) and step.face is None and len(step.targets) == 1:
        return _Told(_saving_throw(trial, step))
    return _Told(trial.lines(step))


# Steps back and on


def _requested(step: requests.Request, context: Context, around: Steps) -> _Told:
    """What the session would do without the rules; nothing where it only looks."""
    if isinstance(step, requests.Undo):
        return _moved("undoes", step.count, around.back, too_few(step.count, _there(around.back, around.can_undo)))
    if isinstance(step, requests.Redo):
        there = _there(around.on, around.can_redo)
        return _moved("redoes", step.count, around.on, too_few(step.count, there, again=True))
    if isinstance(step, requests.Preview):
        return _Told(ahead(context.system, context.fight))
    return _Told()


def _there(known: Sequence[str], count: int) -> int:
    return max(count, len(known))


def _moved(words: str, count: int, known: Sequence[str], refusal: str) -> _Told:
    if refusal:
        return _Told((refusal,))
    lines = [f"{words}: {line}" for line in known[:count]]
    return _Told(lines, count - len(lines))


# Step by step


def _in_order(system: System, fight: Fight, step: Step, *, overrule: bool) -> list[str]:
    """What a step would do, event by event; who rolls initiative first, in a line."""
    run = DryRun(fight, system, overrule=overrule)
    run.carry_out(step)
    rolling = [
        name_of(fight, each.question.creature)
        for each in run.events
        if isinstance(each, events.QuestionAsked) and each.question.kind == INITIATIVE
    ]
    if rolling and isinstance(step, steps.Begin):
        return [f"initiative is rolled for {', '.join(rolling)}"]
    reader = Reader(system, run.fight)
    return [line for line in (before_it_happens(reader, each) for each in run.events) if line]


# What changes for whom


ForEach = steps.Attack | steps.UsePower | steps.DealDamage | steps.Apply | steps.Persist | steps.Mark | steps.Bonus
"""Steps that do the same to each of their targets, which for a hundred takes longer than a key may."""


def _tried(trial: Trial, step: ForEach, most: int) -> ForEach:
    """The step upon no more targets than are told of, and those on whose account it may be refused, or be harder."""
    if isinstance(step, steps.Attack) and (step.faces or step.totals or step.manner == "coup"):
        return step
    bearer = trial.fight.states.get(step.source or trial.fight.active or "")
    marks = {each.source for each in bearer.effects} if bearer else set()
    others = (each for each in step.targets[most:] if each in marks or trial.may_be_refused(each))
    return replace(step, targets=(*step.targets[:most], *others))


# Dice that decide


def _percent(face: int, side: int = 0) -> str:
    """A face of a d20 that must be reached, and how likely it is; with advantage (1) or disadvantage (-1) by two."""
    chance = (21 - face) * 5
    by_two = {0: chance, 1: 100 - (100 - chance) ** 2 // 100, -1: chance**2 // 100}
    return f"{face}+ ({by_two[side]} %)"


def _least(is_enough: Callable[[int], bool]) -> int | None:
    """The least face of a d20 that is enough, if any; more is never worse."""
    if not is_enough(20):
        return None
    low, high = 1, 20
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if is_enough(middle) else (middle + 1, high)
    return low


def _saving_throw(trial: Trial, step: steps.Save | steps.DeathSave) -> list[str]:
    """From which face on a saving throw succeeds, what that brings, and what a failure does, or a 20."""
    (creature,) = step.targets

    def bringing(face: int) -> str:
        run = trial.run(replace(step, face=face))
        outcome = trial.changes(run, run).get(creature)
        return outcome_text(outcome) if outcome else ""

    face = _least(lambda face: _saved(trial.run(replace(step, face=face))))
    told = f"saves on {_percent(face)}" if face else "no die is enough to save"
    success = bringing(face) if face else ""
    failure = "" if face == 1 else bringing(1)
    at_best = bringing(20)
    told += f": {success}" if success else ""
    told += f"; otherwise {failure}" if failure else ""
    told += f"; on 20 {at_best}" if at_best not in (success, failure) else ""
    return [f"{name_of(trial.fight, creature)}: {told}"]


def _saved(run: DryRun) -> bool:
    return any(
        isinstance(each, events.DieRolled | events.SaveRolled) and each.outcome == "saved" for each in run.events
    )


def _attack(trial: Trial, step: steps.Attack, most: int) -> list[str]:
    """For each target from which face on it is hit, and what a hit, a critical hit and a miss bring."""
    if step.faces or step.totals:
        runs = trial.both(step)
        return _struck(trial, step, _outcomes(runs[0], step), runs, {})
    at_best = trial.both(_showing(step, 20))
    faces = _hitting(trial, step, most)
    runs = trial.both(replace(step, faces=tuple(face or 20 for face in faces)))
    sides = _sides(trial, step)
    chances = [
        f"hits on {_percent(face, side)}" if face else "no die hits" for face, side in zip(faces, sides, strict=True)
    ]
    others = {"critical": at_best}
    if _power(trial, step).miss != "none":
        others["miss"] = trial.both(_showing(step, 1))
    return _struck(trial, step, chances, runs, others)


def _struck(trial: Trial, step: steps.Attack, chances: list[str], runs: Runs, others: Mapping[str, Runs]) -> list[str]:
    """A line for each target: its chances, what a hit brings, and hit points where they come out otherwise."""
    brought = trial.changes(*runs)
    lines = []
    for target, chance in zip(step.targets, chances, strict=True):
        outcome = brought.pop(target, None)
        points = trial.hit_points(target, *runs)
        parts = outcome_parts(outcome) if outcome else []
        shown = hit_points_text(points)
        told = [", ".join((chance, *parts[:1])), *parts[1:]] if shown else [chance, *parts]
        for words, other in others.items():
            otherwise = trial.hit_points(target, *other)
            if hit_points_text(otherwise) not in ("", shown):
                told.append(f"{words} {hit_points_text(otherwise, from_now=False)}")
        lines.append(f"{name_of(trial.fight, target)}: {'; '.join(told)}")
    return lines + outcome_lines(runs[0].fight, brought)


def _sides(trial: Trial, step: steps.Attack) -> list[int]:
    """For each target whether it is attacked with advantage or disadvantage."""
    source, power = step.source or trial.fight.active or "", _power(trial, step)
    so_far = DryRun(trial.fight, trial.system, overrule=trial.overrule)
    return [trial.system.attacks.advantage(so_far, step, power, source, target).side for target in step.targets]


def _showing(step: steps.Attack, face: int) -> steps.Attack:
    """An attack in which every die shows this face."""
    return replace(step, faces=(face,) * len(step.targets))


def _power(trial: Trial, step: steps.Attack) -> Power:
    return power_of(DryRun(trial.fight, trial.system), step.source or trial.fight.active or "", step.power)


def _hitting(trial: Trial, step: steps.Attack, most: int) -> list[int | None]:
    """For each target the least face that hits it, if any; bonuses for one roll are used up target by target.

    Nobody looks for more targets than are told of.
    """
    source, power = step.source or trial.fight.active or "", _power(trial, step)
    so_far = DryRun(trial.fight, trial.system, overrule=trial.overrule)
    found = []
    for place in range(min(len(step.targets), most)):

        def hits(face: int, place: int = place, before: Fight = so_far.fight) -> bool:
            run = DryRun(before, trial.system, overrule=trial.overrule)
            return attacks.roll_attack(run, _showing(step, face), power, source, place).hits

        found.append(_least(hits))
        attacks.roll_attack(so_far, _showing(step, 1), power, source, place)
    return [*found, *([None] * (len(step.targets) - len(found)))]


def _outcomes(run: DryRun, step: steps.Attack) -> list[str]:
    """How the attack on each target came out; one that was not rolled at all is a miss."""
    first = [each for each in run.events if isinstance(each, events.AttackRolled) and not each.again]
    outcomes = [each.outcome for each in first]
    return (outcomes + ["miss"] * len(step.targets))[: len(step.targets)]
