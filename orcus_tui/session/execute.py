"""Executing a command in a fight with given dice; the result is a value."""

from collections.abc import Callable

from orcus_tui.commands.parse import Command, locate
from orcus_tui.dice import DiceError
from orcus_tui.model.fight import Fight
from orcus_tui.model.history import Execution
from orcus_tui.rules import encounter_events, falls
from orcus_tui.rules.actions import follow_spent_actions
from orcus_tui.rules.carry_out import RULES
from orcus_tui.rules.resolution import Impossible, ResolutionUnder
from orcus_tui.systems import SYSTEMS


def execute_command(fight: Fight, command: Command, face: Callable[[int], int], *, goes_on: bool = False) -> Execution:
    """Executes a command; `goes_on`: it follows another of the same script.

    Raises Impossible if it cannot be executed, CommandError if one of its words is the reason. The fight given is never
    changed.
    """
    resolution = ResolutionUnder(fight, SYSTEMS[fight.system], face, RULES, overrule=command.overrule)
    try:
        resolution.carry_out(command.step)
        follow_spent_actions(resolution)
        falls.forget(resolution)
        encounter_events.announce(resolution)
    except DiceError as error:
        raise Impossible(error.message) from error
    except Impossible as error:
        raise locate(error, command) from None
    after, events, dice = resolution.fight, tuple(resolution.events), tuple(resolution.dice)
    return Execution(command.text, after, events, dice, changed=after is not fight, goes_on=goes_on)
