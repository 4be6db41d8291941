"""Executing a command in a fight with given dice."""

from collections.abc import Iterable
from functools import partial

from orcus_tui.commands.command_error import CommandError
from orcus_tui.commands.context import NO_LIBRARY, Context, Library, finder_in
from orcus_tui.commands.parse import Command, locate, parse
from orcus_tui.dice import DiceError
from orcus_tui.model import steps
from orcus_tui.model.events import AttackRolled, DieRolled, FightChanged, SaveRolled
from orcus_tui.model.history import Execution
from orcus_tui.model.message import plain
from orcus_tui.model.requests import Request
from orcus_tui.rules import encounter_events, life, triggers
from orcus_tui.rules.actions import follow_spent_actions
from orcus_tui.rules.limits import refuse_beyond_limits
from orcus_tui.rules.resolution import Callbacks, Face, Impossible, ResolutionUnder, resolution_of
from orcus_tui.rules.step_rules import RULES
from orcus_tui.rules.system import FightView, System
from orcus_tui.session.dice_source import NoDieGiven


def execute(view: FightView, command: Command, face: Face, *, in_script: bool = False) -> Execution:
    """Executes a command and its consequences; the fight of the view is unchanged.

    `in_script`: it is not the first command of its script. Raises as `resolve` does.
    """
    done = resolve(view, command, face)
    changed = done.fight is not view.fight
    return Execution(
        command.text, done.fight, tuple(done.events), tuple(done.dice), changed=changed, in_script=in_script
    )


def resolve(view: FightView, command: Command, face: Face) -> ResolutionUnder[System]:
    """The resolution of a command and its consequences; the fight of the view is unchanged.

    Raises Impossible if the command cannot be executed, or exceeds the numbers that a file can hold; CommandError if
    one of its words is the reason.
    """
    later: list[str] = []
    run_lines = partial(_carry_out_between_turns, command.library, later)
    if command.library is NO_LIBRARY:
        callbacks = Callbacks(run_lines)
    else:
        callbacks = Callbacks(run_lines, finder_in(command.library, view.system))
    resolution = resolution_of(view, face, RULES, callbacks, overrule=command.overrule, optional=command.optional)
    try:
        RULES[type(command.step)](resolution, command.step)
        triggers.finish(resolution)
        follow_spent_actions(resolution)
        life.forget_deaths(resolution)
        _carry_out_lines(resolution, (*later, *encounter_events.announce(resolution)), command.library)
        _count_dice_as_change(resolution)
        refuse_beyond_limits(resolution)
    except (DiceError, NoDieGiven) as error:
        raise Impossible(error.message) from error
    except Impossible as error:
        raise locate(error, command) from None
    return resolution


def _count_dice_as_change(resolution: ResolutionUnder[System]) -> None:
    """Counts a command that rolled for a creature as a change even without a result, so that it can be amended."""
    rolls = (AttackRolled, DieRolled, SaveRolled)
    if resolution.fight is resolution.began and any(isinstance(each, rolls) for each in resolution.events):
        resolution.emit(FightChanged("last_targets", resolution.fight.last_targets))


_TURNS = (steps.Begin, steps.Next, steps.Delay, steps.Act, steps.Finish)
"""The steps that end or begin turns: in an event between two turns, they wait until the next turn has begun."""


def _carry_out_between_turns(
    library: Library, later: list[str], resolution: ResolutionUnder[System], lines: Iterable[str]
) -> None:
    """Carries out the lines of an event after one turn has ended and before the next begins."""
    for line in lines:
        try:
            command = parse(line, Context(resolution.view, library=library))
        except CommandError:
            command = None
        if command and not isinstance(command.step, _TURNS):
            _carry_out_lines(resolution, (line,), library)
        else:
            later.append(line)


def _carry_out_lines(resolution: ResolutionUnder[System], lines: Iterable[str], library: Library) -> None:
    """Carries out the lines of an event; a line that is wrong or impossible by now is only noted in the log."""
    for line in lines:
        try:
            command = parse(line, Context(resolution.view, library=library))
        except CommandError as error:
            resolution.say("line skipped", line=line, reason=plain(error.message))
            continue
        if command is None or isinstance(command.step, Request):
            resolution.say("line skipped", line=line, reason=plain("the rules cannot carry out such a line"))
        else:
            resolution.optional = command.optional
            resolution.attempt(command.step, line)
            triggers.finish(resolution)
