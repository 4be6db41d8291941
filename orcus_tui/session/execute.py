"""Executing a command: what the rules make of it in a fight, with these dice, as a value."""

from collections.abc import Callable

from orcus_tui.commands.parse import Command, locate
from orcus_tui.dice import DiceError
from orcus_tui.model.fight import Fight
from orcus_tui.model.history import Execution
from orcus_tui.rules.carry_out import RULES
from orcus_tui.rules.resolution import Impossible, ResolutionUnder
from orcus_tui.systems import SYSTEMS


def execute_command(fight: Fight, command: Command, face: Callable[[int], int], *, goes_on: bool = False) -> Execution:
    """The execution of a command; `goes_on`: it follows another of the same script.

    Raises Impossible where it cannot be executed, CommandError where one of its words is why. The fight given is never
    changed.
    """
    resolution = ResolutionUnder(fight, SYSTEMS[fight.system], face, RULES, overrule=command.overrule)
    try:
        resolution.carry_out(command.step)
        resolution.system.after.command(resolution)
    except DiceError as error:
        raise Impossible(error.message) from error
    except Impossible as error:
        raise locate(error, command) from None
    after, events, dice = resolution.fight, tuple(resolution.events), tuple(resolution.rolled)
    return Execution(command.text, after, events, dice, changed=after is not fight, goes_on=goes_on)
