"""Previews of `before` and `amend`, which run the last command again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from orcus_tui.commands.amend import amend_line
from orcus_tui.commands.command_error import CommandError
from orcus_tui.commands.parse import parse
from orcus_tui.errors import Impossible
from orcus_tui.model import events, requests
from orcus_tui.session.before import CHANGES, Repeated, changed_results, execute_before, makes_offer
from orcus_tui.session.dice_source import AmendedDice
from orcus_tui.session.execution import execute
from orcus_tui.session.log_text import log_lines

if TYPE_CHECKING:
    from orcus_tui.commands.context import Context

NEW_DICE = "new dice are rolled; here they show their middle faces"


class MiddleDice:
    """Dice that show their middle face instead of a roll; `are_rolled` says whether any were used."""

    def __init__(self) -> None:
        self.are_rolled = False

    def __call__(self, sides: int) -> int:
        self.are_rolled = True
        return (sides + 1) // 2


def before_lines(step: requests.Before, context: Context) -> list[str]:
    """The changes that `before` would make; dice not rolled yet show their middle face, and the last line says so."""
    last = context.last_command
    if last is None or (step.offer and not makes_offer(last.execution, step.offer)):
        return []
    dice = MiddleDice()
    done = execute_before(replace(context, view=context.view.moved(last.before)), step, last, dice)
    said = [each for each in done[-1].events if isinstance(each, events.MessageLogged) and each.message.key in CHANGES]
    lines = log_lines(said, done[-1].after)
    return [*lines, NEW_DICE] if dice.are_rolled else lines


def amend_lines(step: requests.Amend, context: Context) -> list[str]:
    """The changes that `amend` makes to the last command, and its new text; empty for an earlier command.

    Dice not rolled yet show their middle face, and a line after the changes says so, since what follows may be cut.
    Raises Impossible if the words do not fit, or the command is not possible with them.
    """
    last = context.last_command
    if last is None or step.count > 1:
        return []
    then = replace(context, view=context.view.moved(last.before))
    dice = MiddleDice()
    try:
        command = parse(amend_line(last.execution.line, step.words, then), then)
        if command is None:
            return []
        done = execute(then.view, command, AmendedDice(last.execution.dice, dice))
    except CommandError as error:
        raise Impossible(error.message) from None
    changes = changed_results(then.view, Repeated(last.before, last.execution), Repeated(last.before, done))
    return [
        *log_lines(changes, done.after),
        *([NEW_DICE] if dice.are_rolled else []),
        *log_lines(done.events, done.after),
    ]
