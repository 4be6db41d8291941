"""The door to a running fight: a line goes in, and its result comes out when it is on disk."""

from pathlib import Path

from orcus_tui.commands.parse import Command, locate, parse
from orcus_tui.commands.reading import Reading
from orcus_tui.errors import OrcusError
from orcus_tui.model import requests
from orcus_tui.model.steps import Ask
from orcus_tui.rules.resolution import Impossible
from orcus_tui.session.execution import execute_command
from orcus_tui.session.session import Answer, Result, Session


def execute_line(session: Session, line: str) -> Result | None:
    """Executes a line; None for an empty one or a comment. A line that fails changes nothing and uses up no dice."""
    try:
        command = parse(line, session.context)
    except OrcusError as error:
        return _report(session, _failure(line, error))
    return _execute(session, command) if command else None


def execute_reading(session: Session, reading: Reading) -> Result | None:
    """Executes a line that has been read; it is read again if the fight has moved on since.

    A Reading is a frozen value and may come from another thread; whether it still belongs to the fight as it is now is
    decided here, in the one thread that changes the session.
    """
    if not reading.is_against(session.context):
        return execute_line(session, reading.line)
    if reading.error:
        return _report(session, _failure(reading.line, reading.error))
    return _execute(session, reading.command) if reading.command else None


def _execute(session: Session, command: Command) -> Result:
    mark = session.dice_source.mark()
    try:
        result = _result(session, command)
    except OrcusError as error:
        session.dice_source.rewind(mark)
        result = _failure(command.text, error)
    return _report(session, result)


def _result(session: Session, command: Command) -> Result:
    if not isinstance(command.step, requests.Request):
        execution = execute_command(session.fight, command, session.dice_source)
        warning = session.do(execution)
        if isinstance(command.step, Ask) and session.asked != command.step.who:
            session.asked_before = command.step.who  # the fight asks for them already, so that nothing has changed
        return Result(command.text, warning=warning, events=execution.events, after=execution.after)
    answer = _answer(session, command, command.step)
    quits = isinstance(command.step, requests.Quit)
    return Result(command.text, warning=answer.warning, quits=quits, answer=answer)


def _answer(session: Session, command: Command, request: requests.Request) -> Answer:
    from orcus_tui.session.dispatch import ANSWERS  # here, since a fight is shown before anything is asked

    _note_named_path(session, command, request)
    try:
        return ANSWERS[type(request)](session, request)
    except Impossible as error:
        raise locate(error, command) from None


def _note_named_path(session: Session, command: Command, request: requests.Request) -> None:
    """Notes the file that a person names; one in an alias that only a journal has is named by nobody."""
    if not isinstance(request, requests.Write | requests.Export | requests.Keep | requests.Open):
        return
    if request.file and session.own_aliases.issuperset(command.aliases):
        session.named_paths.add(Path(request.file))


def _failure(line: str, error: OrcusError) -> Result:
    return Result(line.strip(), error=str(error), column=error.column or 1)


def _report(session: Session, result: Result) -> Result:
    for observer in session.observers:
        observer(result)
    return result
