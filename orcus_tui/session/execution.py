"""Executing a command in a fight with given dice."""

from orcus_tui.commands.parse import Command, locate
from orcus_tui.dice import DiceError
from orcus_tui.model.history import Execution
from orcus_tui.rules import encounter_events, recent_deaths
from orcus_tui.rules.actions import follow_spent_actions
from orcus_tui.rules.limits import refuse_beyond_limits
from orcus_tui.rules.resolution import Face, Impossible, ResolutionUnder
from orcus_tui.rules.step_rules import RULES
from orcus_tui.rules.system import FightView


def execute(view: FightView, command: Command, face: Face, *, in_script: bool = False) -> Execution:
    """Executes a command and its consequences; the fight of the view is unchanged.

    `in_script`: it follows another command of the same script. Raises Impossible if the command cannot be executed, or
    takes a number beyond the limits of a file; CommandError if one of its words is the reason.
    """
    resolution = ResolutionUnder(view, face, RULES, overrule=command.overrule)
    try:
        RULES[type(command.step)](resolution, command.step)
        follow_spent_actions(resolution)
        recent_deaths.forget(resolution)
        encounter_events.announce(resolution)
        refuse_beyond_limits(resolution)
    except DiceError as error:
        raise Impossible(error.message) from error
    except Impossible as error:
        raise locate(error, command) from None
    after, events, dice = resolution.fight, tuple(resolution.events), tuple(resolution.dice)
    return Execution(command.text, after, events, dice, changed=after is not view.fight, in_script=in_script)
