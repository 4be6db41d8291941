"""Executing a command in a fight with given dice; the result is a value."""

from orcus_tui.commands.parse import Command, locate
from orcus_tui.dice import DiceError
from orcus_tui.model.fight import Fight
from orcus_tui.model.history import Execution
from orcus_tui.model.steps import Step
from orcus_tui.rules import encounter_events, recent_deaths
from orcus_tui.rules.actions import follow_spent_actions
from orcus_tui.rules.step_rules import RULES
from orcus_tui.rules.limits import refuse_beyond_limits
from orcus_tui.rules.resolution import Face, Impossible, ResolutionUnder
from orcus_tui.rules.system import Resolution
from orcus_tui.systems import SYSTEMS


def execute_command(fight: Fight, command: Command, face: Face, *, goes_on: bool = False) -> Execution:
    """Executes a command; `goes_on`: it follows another of the same script.

    Raises Impossible if it cannot be executed, CommandError if one of its words is the reason. The fight given is never
    changed.
    """
    try:
        resolution = resolve(fight, command.step, face, overrule=command.overrule)
    except DiceError as error:
        raise Impossible(error.message) from error
    except Impossible as error:
        raise locate(error, command) from None
    after, events, dice = resolution.fight, tuple(resolution.events), tuple(resolution.dice)
    return Execution(command.text, after, events, dice, changed=after is not fight, goes_on=goes_on)


def resolve(fight: Fight, step: Step, face: Face, *, overrule: bool = False) -> Resolution:
    """A step carried out, with all that follows from it at the end of a command.

    Raises Impossible if it cannot be carried out, or takes a number further than a file does; DiceError for dice beyond
    their limits.
    """
    resolution = ResolutionUnder(fight, SYSTEMS[fight.system], face, RULES, overrule=overrule)
    resolution.carry_out(step)
    follow_spent_actions(resolution)
    recent_deaths.forget(resolution)
    encounter_events.announce(resolution)
    refuse_beyond_limits(resolution)
    return resolution
