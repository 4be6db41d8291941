"""Undo, redo and amend."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.commands.amend import amend_line
from orcus_tui.commands.command_error import Candidate, CommandError
from orcus_tui.commands.context import Context, Library
from orcus_tui.commands.parse import Command, parse
from orcus_tui.errors import Impossible, OrcusError
from orcus_tui.model import requests
from orcus_tui.model.events import AttackRolled, CreatureAdded, DieRolled, SaveRolled
from orcus_tui.model.fight import Fight, name_of
from orcus_tui.model.history import NO_TURN, Change, Execution, undo_count_for_turn
from orcus_tui.model.text import name_key
from orcus_tui.model.typed_steps import Decline, SystemStep
from orcus_tui.rules.creation import base_name
from orcus_tui.rules.system import System
from orcus_tui.session.dice_source import AmendedDice, NewDiceNeeded, SameDice
from orcus_tui.session.execution import execute
from orcus_tui.session.log_text import execution_lines
from orcus_tui.session.recorded_fight import RecordedFight, Result
from orcus_tui.storage.encounter.fight_tables import creature_table, values_from_table


def undo(session: RecordedFight, step: requests.Undo) -> Result:
    """Undoes the last changes."""
    if session.campaign and not step.turn and step.count == 1 and (undone := session.campaign.undo(session)):
        return undone
    count = undo_count_for_turn(session.timeline) if step.turn else step.count
    if not count:
        raise Impossible(NO_TURN)
    result = session.undo(count)
    lines = [f"Undid: {line}" for line in result.undone]
    return _with_log(result, [*lines, *_saved_later(session)], session.fight)


def _saved_later(session: RecordedFight) -> Iterator[str]:
    """A line, given once, that a party file still contains the undone changes, because `undo` changes no files."""
    saved = session.saved_party
    if saved and len(session.timeline.executions) < saved.after:
        session.saved_party = None
        yield f"{saved.path} still has the heroes as saved; `keep` after the fight saves them again"


def redo(session: RecordedFight, step: requests.Redo) -> Result:
    """Redoes changes that were undone."""
    result = session.redo(step.count)
    return _with_log(result, [f"Redid: {line}" for line in result.redone], session.fight)


def _with_log(result: Result, lines: list[str], fight: Fight) -> Result:
    """The result with its lines and a last line with the turn, which is a heading if a turn is running."""
    headings = (len(lines),) if fight.active else ()
    return replace(result, lines=(*lines, _turn_or_phase(fight)), headings=headings)


def _turn_or_phase(fight: Fight) -> str:
    """`round 2, Ari's turn`, or the phase of the fight."""
    if fight.active:
        return f"round {fight.round}, {name_of(fight, fight.active)}'s turn"
    return {"setup": "the fight has not begun", "finished": "the fight is over"}.get(fight.phase, "nobody's turn")


def amend(session: RecordedFight, step: requests.Amend) -> Result:
    """Executes an earlier command again with other words and its own dice, then all later commands with theirs.

    Raises Impossible if there is no such command, CommandError if the words do not fit.
    """
    place = _place(session, step.count)
    replaced = executions_from(session, place)
    try:
        first = _execute_amended(session, session.timeline.before(place), replaced[0], step.words)
    except CommandError as error:
        raise CommandError(error.message, error.column + step.column - 1) from None
    line = f"amend {step.count} {step.words}" if step.count > 1 else f"amend {step.words}"
    result = replace_executions(session, line, replaced, (first,))
    return replace(result, lines=(f"instead of: {replaced[0].line}", *result.lines))


def take_retroactive_step(session: RecordedFight, request: requests.RetroactiveStep) -> Result:
    """Executes a step before the last roll of its creature, then that command and all later ones again.

    Raises Impossible if the creature has rolled nothing, or the step was not possible then.
    """
    timeline, creature = session.timeline, request.creature
    rolled = (at for at in timeline.commands_back() if _rolls(timeline.executions[at], creature))
    place = next(rolled, None)
    if place is None:
        raise Impossible(f"{name_of(session.fight, creature)} has rolled no attack and no save yet")
    replaced = executions_from(session, place)
    verb = request.step.verb if isinstance(request.step, SystemStep) else ""
    command = Command(f"{verb} {creature}", verb, request.step)
    before = execute(session.view_of(timeline.before(place)), command, session.dice_source)
    again = command_of(session.context_for(before.after), replaced[0])
    first = execute(session.view_of(before.after), again, AmendedDice(replaced[0].dice, session.dice_source))
    return replace_executions(session, f"{command.text} before: {replaced[0].line}", replaced, (before, first))


def executions_from(session: RecordedFight, place: int) -> tuple[Execution, ...]:
    """The executions from a place on. Raises Impossible if a script begins there."""
    executions = tuple(session.timeline.executions[place:])
    if any(execution.in_script for execution in executions[:2]):
        raise Impossible("that was a script; `undo` it, change it and `run` it again")
    return executions


def replace_executions(
    session: RecordedFight, line: str, replaced: tuple[Execution, ...], first: tuple[Execution, ...]
) -> Result:
    """Replaces an execution with `first`, and executes the later commands again as long as they work."""
    later, stopped = execute_later(session, first[-1].after, replaced[1:])
    done = (*first, *later)
    warning = session.change(Change(line, done, replaced))
    return Result(lines=(*(line for each in done for line in execution_lines(each)), *stopped), warning=warning)


def _rolls(execution: Execution, creature: str) -> bool:
    """Whether a creature rolled an attack or a save in an execution."""
    return any(
        isinstance(event, AttackRolled | SaveRolled | DieRolled)
        and event.creature == creature
        and event.needed is not None
        for event in execution.events
    )


def _place(session: RecordedFight, count: int) -> int:
    places = list(session.timeline.commands_back())
    if not places:
        raise Impossible("nothing to amend")
    if not 1 <= count <= len(places):
        raise Impossible(f"only {len(places)} commands can be amended, not number {count}")
    return places[count - 1]


class _LibraryAtTheTime(Struct, frozen=True):
    """A library that has the creatures added by an execution as they were at that time."""

    execution: Execution
    library: Library

    def find(self, system: System, name: str) -> Mapping[str, Any] | None:
        """The values of the creature that the execution added under this name, else those of the library."""
        for event in self.execution.events:
            if isinstance(event, CreatureAdded) and (own := _matching_name(event.sheet.name, name)):
                table = creature_table(event.creature, event.sheet, event.state, system)
                known = {key: value for key, value in table.items() if key not in ("id", "group")}
                return values_from_table({**known, "name": own}, system)
        return self.library.find(system, name)

    def offer(self, system: System, start: str) -> Iterable[Candidate]:
        """The creatures the library offers."""
        return self.library.offer(system, start)


def _matching_name(name: str, wanted: str) -> str:
    """The name, with or without its number, that is among the wanted names; empty if neither is."""
    return next((each for each in (name, base_name(name)) if name_key(each) == name_key(wanted)), "")


def _with_library_of(context: Context, execution: Execution) -> Context:
    """The context for reading the line of an execution again."""
    return replace(context, library=_LibraryAtTheTime(execution, context.library))


def command_of(context: Context, execution: Execution) -> Command:
    """The command of an execution, read again in this context. Raises OrcusError."""
    command = parse(execution.line, _with_library_of(context, execution))
    if command is None:
        raise Impossible("the command is empty now")
    return command


def _execute_amended(session: RecordedFight, before: Fight, execution: Execution, words: str) -> Execution:
    context = _with_library_of(session.context_for(before), execution)
    command = parse(amend_line(execution.line, words, context), context)
    if command is None:
        raise Impossible("the amended command would be empty")
    try:
        return execute(session.view_of(before), command, AmendedDice(execution.dice, session.dice_source))
    except CommandError as fault:  # the column is in the amended line, which nobody typed
        raise CommandError(f"{fault.message} (in: {command.text})", 1) from None


def execute_later(
    session: RecordedFight, before: Fight, executions: tuple[Execution, ...]
) -> tuple[list[Execution], list[str]]:
    """Executes commands again as long as they work; if one fails, also returns a line that names it."""
    done: list[Execution] = []
    for command in _commands(executions):
        try:
            again = _execute_command_again(session, before, command)
        except NewDiceNeeded:
            return done, [f"stopped before: {command[0].line} – it needs dice that were not rolled"]
        except OrcusError as fault:
            if _declines(session, before, command[0]):
                continue  # the offer that it declines does not exist any more
            return done, [f"stopped before: {command[0].line} – {fault}"]
        done += again
        before = again[-1].after
    return done, []


def _declines(session: RecordedFight, before: Fight, execution: Execution) -> bool:
    """Whether a command declines offers; False if its line can no longer be read."""
    try:
        return isinstance(command_of(session.context_for(before), execution).step, Decline)
    except OrcusError:
        return False


def _commands(executions: Iterable[Execution]) -> Iterator[list[Execution]]:
    """The executions of each command; a script has several, executed in full or not at all."""
    command: list[Execution] = []
    for execution in executions:
        if command and not execution.in_script:
            yield command
            command = []
        command.append(execution)
    if command:
        yield command


def _execute_command_again(session: RecordedFight, before: Fight, command: list[Execution]) -> list[Execution]:
    done: list[Execution] = []
    for execution in command:
        done.append(_execute_again(session, before, execution))
        before = done[-1].after
    return done


def _execute_again(session: RecordedFight, before: Fight, execution: Execution) -> Execution:
    if not execution.changed:
        return replace(execution, after=before)
    command = command_of(session.context_for(before), execution)
    same_dice = SameDice(execution.dice)
    done = execute(session.view_of(before), command, same_dice, in_script=execution.in_script)
    same_dice.check()
    return done
