"""Undo, redo, and amend: back to fights that were, and on from there with other words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.commands.amend import amend_line
from orcus_tui.commands.command_error import CommandError
from orcus_tui.commands.parse import parse
from orcus_tui.model import requests
from orcus_tui.model.events import CreatureAdded, name_of, read_log
from orcus_tui.model.history import Change, Execution
from orcus_tui.model.text import folded
from orcus_tui.rules.creation import unnumbered
from orcus_tui.rules.resolution import Impossible
from orcus_tui.session.dice_source import AmendedDice, OtherDiceNeeded, SameDice
from orcus_tui.session.execute import execute_command
from orcus_tui.session.session import Answer
from orcus_tui.storage.encounter.from_tables import values_from_table
from orcus_tui.storage.encounter.to_tables import creature_table

if TYPE_CHECKING:
    from orcus_tui.commands.candidates import Candidate
    from orcus_tui.commands.context import Context, Library
    from orcus_tui.model.fight import Fight
    from orcus_tui.rules.system import System
    from orcus_tui.session.session import Session


def undo(session: Session, step: requests.Undo) -> Answer:
    """Undoes the last changes."""
    answer = session.undo(step.count)
    return replace(answer, log=(*(f"Undid: {line}" for line in answer.undone), _where(session.fight)))


def redo(session: Session, step: requests.Redo) -> Answer:
    """Redoes changes that were undone."""
    answer = session.redo(step.count)
    return replace(answer, log=(*(f"Redid: {line}" for line in answer.redone), _where(session.fight)))


def _where(fight: Fight) -> str:
    """Where the fight stands."""
    if fight.active:
        return f"round {fight.round}, {name_of(fight, fight.active)}'s turn"
    return {"setup": "the fight has not begun", "finished": "the fight is over"}.get(fight.phase, "nobody's turn")


def amend(session: Session, step: requests.Amend) -> Answer:
    """Goes back before a command, carries it out with other words and its own dice, then the later ones with theirs.

    Raises Impossible where there is no such command, CommandError where the words do not fit.
    """
    timeline = session.timeline
    place = _place(session, step.count)
    tail = tuple(timeline.executions[place:])
    if any(execution.goes_on for execution in tail[:2]):
        raise Impossible("that was a script of several commands; `undo` takes it back, to be run again otherwise")
    try:
        first = _amended_execution(session, timeline.before(place), tail[0], step.words)
    except CommandError as error:
        raise CommandError(error.message, error.column + step.column - 1) from None
    done, stopped = _again(session, first, tail[1:])
    line = f"amend {step.count} {step.words}" if step.count > 1 else f"amend {step.words}"
    warning = session.change(Change(line, done, tail))
    log = [f"instead of: {tail[0].line}"]
    for execution in done:
        log.append(f"> {execution.line}")
        log.extend(read_log(execution.events, execution.after))
    return Answer((*log, *stopped), warning)


def _place(session: Session, count: int) -> int:
    places = list(session.timeline.commands_back())
    if not places:
        raise Impossible("nothing to amend")
    if not 1 <= count <= len(places):
        raise Impossible(f"only {len(places)} commands can be amended: there is no number {count}")
    return places[count - 1]


class _AsItWas(Struct, frozen=True):
    """A library in which whom a deed brought is as it was then, whatever has become of it since."""

    execution: Execution
    library: Library

    def find(self, system: System, name: str) -> Mapping[str, Any] | None:
        """The values of the creature the deed brought under that name, else those of the library."""
        for event in self.execution.events:
            if isinstance(event, CreatureAdded) and (own := _called_so(event.sheet.name, name)):
                table = creature_table(event.creature, event.sheet, event.state, system)
                known = {key: value for key, value in table.items() if key not in ("id", "group")}
                return values_from_table({**known, "name": own}, system)
        return self.library.find(system, name)

    def offer(self, system: System, start: str) -> Iterable[Candidate]:
        """As the library."""
        return self.library.offer(system, start)


def _called_so(name: str, wanted: str) -> str:
    """The name, or what comes before its number, where that is what is wanted."""
    return next((each for each in (name, unnumbered(name)) if folded(each) == folded(wanted)), "")


def _context_of(session: Session, before: Fight, execution: Execution) -> Context:
    """What a deed's line is read against when it is carried out again."""
    context = session.context_for(before)
    return replace(context, library=_AsItWas(execution, context.library))


def _amended_execution(session: Session, before: Fight, execution: Execution, words: str) -> Execution:
    context = _context_of(session, before, execution)
    command = parse(amend_line(execution.line, words, context), context)
    if command is None:
        raise Impossible("nothing would be left of the command")
    try:
        return execute_command(before, command, AmendedDice(execution.dice, session.faces))
    except CommandError as fault:  # its column is one of the amended line, which nobody typed
        raise CommandError(f"{fault.message} (in: {command.text})", 1) from None


def _again(session: Session, first: Execution, later: tuple[Execution, ...]) -> tuple[tuple[Execution, ...], list[str]]:
    """The amended deed and those after it, as far as they go, and a word on where they stopped."""
    done = [first]
    for command in _commands(later):
        try:
            done += _same_executions(session, done[-1].after, command)
        except OtherDiceNeeded:
            return tuple(done), [f"stopped before: {command[0].line} – it would need other dice now"]
        except (Impossible, CommandError) as fault:
            return tuple(done), [f"stopped before: {command[0].line} – {fault}"]
    return tuple(done), []


def _commands(executions: Iterable[Execution]) -> Iterator[list[Execution]]:
    """The deeds of each command; a script has several, and is carried out whole or not at all."""
    command: list[Execution] = []
    for execution in executions:
        if command and not execution.goes_on:
            yield command
            command = []
        command.append(execution)
    if command:
        yield command


def _same_executions(session: Session, before: Fight, command: list[Execution]) -> list[Execution]:
    done: list[Execution] = []
    for execution in command:
        done.append(_same_execution(session, before, execution))
        before = done[-1].after
    return done


def _same_execution(session: Session, before: Fight, execution: Execution) -> Execution:
    if not execution.changed:
        return replace(execution, after=before)
    command = parse(execution.line, _context_of(session, before, execution))
    if command is None:
        raise Impossible("it says nothing now")
    faces = SameDice(execution.dice)
    done = execute_command(before, command, faces, goes_on=execution.goes_on)
    faces.check()
    return done
