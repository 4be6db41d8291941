"""The engine as JSON Lines.

Each input line is an object, and each has an output line with an object, in the same order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, BinaryIO

import msgspec

from orcus_tui import __version__
from orcus_tui.api.events import Event, public_events
from orcus_tui.api.fight import Fight, Result
from orcus_tui.config import paths
from orcus_tui.errors import OrcusError
from orcus_tui.model.suggestions import did_you_mean
from orcus_tui.storage.journal.journal_follower import JournalFollower
from orcus_tui.storage.journal.running_fight import follow_journal
from orcus_tui.systems import SYSTEMS

FORMAT = 1
LONGEST = 64 * 1024
"""The bytes of the longest line."""
Answer = dict[str, Any]


class WrongRequest(OrcusError):
    """Raised for a request in a form that the stream does not accept."""


class Engine:
    """A fight at the other end of a stream; `following` is the journal of another program that it follows, if any.

    `report` is called with an error that is a bug of the program.
    """

    def __init__(self, fight: Fight, report: Callable[[Exception], None]) -> None:
        self.fight = fight
        self._report = report
        self.following: JournalFollower | None = None
        self._executions = 0

    def greeting(self) -> Answer:
        """The first line."""
        return {"orcus": FORMAT, "version": __version__, "systems": list(SYSTEMS)}

    def answer(self, line: bytes) -> Answer:
        """The answer to a line, valid or not."""
        try:
            request = _request(line)
        except WrongRequest as error:
            return {"id": None, "error": _error(error)}
        answer: Answer = {"id": request.get("id")}
        try:
            return answer | self._answer(request)
        except OrcusError as error:
            return answer | {"error": _error(error)}
        except Exception as error:  # noqa: BLE001  # a defect must not leave a line without an answer
            self._report(error)
            return answer | {"error": _error(OrcusError(f"a defect of the program: {type(error).__name__}: {error}"))}

    def _answer(self, request: Mapping[str, Any]) -> Answer:
        verb = _verb_of(request)
        expected = request.get("if_rev", self.fight.rev)
        if type(expected) is not int:
            raise WrongRequest("if_rev: expected a whole number")
        if expected != self.fight.rev:
            raise WrongRequest(f"the fight has moved on: it is at revision {self.fight.rev}, not {expected}")
        return VERBS[verb](self, request)

    def _done(self, request: Mapping[str, Any]) -> Answer:
        line = _line(request, "do")
        if self.following:
            raise WrongRequest("this engine follows a fight of another program, and changes nothing")
        result = self.fight.do(line, author=_author(request))
        return self._outcome(result.events, result.lines) | _warning(result)

    def _tried(self, request: Mapping[str, Any]) -> Answer:
        found = self.fight.preview(_line(request, "try"))
        return self._outcome((), found.lines) | {"preview": True}

    def _outcome(self, events: tuple[Event, ...], lines: tuple[str, ...]) -> Answer:
        return {
            "rev": self.fight.rev,
            "events": [each.as_json() for each in events],
            "text": list(lines),
            "questions": self.fight.questions,
            "offers": self.fight.offers,
        }

    def _completed(self, request: Mapping[str, Any]) -> Answer:
        text, at = _line(request, "complete"), request.get("at")
        if at is not None and (not isinstance(at, int) or isinstance(at, bool)):
            raise WrongRequest("at: expected a whole number, the place in the line")
        found = self.fight.complete(text, at)
        return {"candidates": [{"text": each.text, "meaning": each.meaning} for each in found]}

    def _followed(self, request: Mapping[str, Any]) -> Answer:
        self.following = follow_journal(paths.journal_settings().folder, _line(request, "follow")).journal
        self._executions = len(self.following.timeline.executions)
        return {"following": self.following.path.stem, "rev": self._executions}

    def news(self) -> Answer | None:
        """The additions to the followed journal, if any."""
        if self.following is None or not self.following.poll():
            return None
        executions = self.following.timeline.executions
        new, self._executions = executions[self._executions :], len(executions)
        events = [each.as_json() for one in new for each in public_events(one.events, one.after)[0]]
        return {"rev": self._executions, "events": events}


def _state(engine: Engine, request: Mapping[str, Any]) -> Answer:
    _require_true(request, "state")
    return {"rev": engine.fight.rev, "state": engine.fight.state}


def _public(engine: Engine, request: Mapping[str, Any]) -> Answer:
    _require_true(request, "public")
    return {"rev": engine.fight.rev, "public": engine.fight.public}


VERBS: Mapping[str, Callable[[Engine, Mapping[str, Any]], Answer]] = {
    "do": Engine._done,
    "try": Engine._tried,
    "state": _state,
    "public": _public,
    "complete": Engine._completed,
    "follow": Engine._followed,
}
"""The requests by their key."""
KEYS = ("id", "as", "at", "if_rev", *VERBS)


# Requests


def _request(line: bytes) -> dict[str, Any]:
    """The object in a line. Raises WrongRequest."""
    if len(line) > LONGEST:
        raise WrongRequest(f"a line has at most {LONGEST // 1024} kB")
    try:
        found = msgspec.json.decode(line)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as fault:
        raise WrongRequest(f"not JSON: {fault}") from None
    if not isinstance(found, dict):
        raise WrongRequest('expected an object, such as {"id": 1, "do": "next"}')
    return found


def _verb_of(request: Mapping[str, Any]) -> str:
    """The key that names the request. Raises WrongRequest unless there is exactly one, and all keys are known."""
    unknown = next((each for each in request if each not in KEYS), None)
    if unknown is not None:
        raise WrongRequest(f'unknown key "{unknown}"{did_you_mean(unknown, KEYS)}')
    found = [each for each in VERBS if each in request]
    if len(found) != 1:
        raise WrongRequest(f"expected one of {', '.join(VERBS)}{f', got {len(found)}' if found else ''}")
    return found[0]


def _require_true(request: Mapping[str, Any], key: str) -> None:
    if request[key] is not True:
        raise WrongRequest(f"{key}: expected true")


def _line(request: Mapping[str, Any], key: str) -> str:
    value = request[key]
    if not isinstance(value, str):
        raise WrongRequest(f"{key}: expected a text")
    return value


def _author(request: Mapping[str, Any]) -> str | None:
    if "as" not in request:
        return None
    value = request["as"]
    if not isinstance(value, str) or not value.strip():
        raise WrongRequest("as: expected a name")
    return value


def _error(error: OrcusError) -> Answer:
    suggestion, near = error.suggestion, list(error.near)
    return {"message": str(error), "column": error.column or 1, "suggestion": suggestion, "near": near}


def _warning(result: Result) -> Answer:
    return {"warning": result.warning} if result.warning else {}


def encoded(answer: Answer) -> bytes:
    """An answer as a line."""
    return msgspec.json.encode(answer) + b"\n"


def lines_of(stream: BinaryIO) -> Iterator[bytes]:
    """The lines of a stream without line endings; a line that is too long is cut."""
    while line := stream.readline(LONGEST + 2):
        whole = line
        while not line.endswith(b"\n") and (line := stream.readline(LONGEST + 2)):
            pass
        yield whole.rstrip(b"\r\n") if whole.endswith(b"\n") or len(whole) <= LONGEST else whole
