"""Executes the lines of a script and prints their results, as text or as one JSON document."""

import json
import sys
from collections.abc import Iterable
from typing import Any

from msgspec import Struct, field

from orcus_tui.cli.script import ScriptLine
from orcus_tui.model.text import printable
from orcus_tui.session.door import execute_line
from orcus_tui.session.lookup import overview
from orcus_tui.session.session import Result, Session


class RunOptions(Struct, frozen=True):
    """How a run prints and what it does after a failure; `is_interactive`: a person types the lines at a terminal."""

    script: str
    json: bool = False
    trace: bool = False
    keep_going: bool = False
    is_interactive: bool = False


class Run(Struct):
    """A run of lines in a session, and their results so far."""

    session: Session
    options: RunOptions
    results: list[dict[str, Any]] = field(default_factory=list)
    failed: bool = False

    def execute(self, lines: Iterable[ScriptLine]) -> bool:
        """Executes lines until they end, one fails, or one quits; returns whether the run was complete."""
        for line in lines:
            result = self._execute_line(line)
            if result is None:
                continue
            self._show(line, result)
            if result.quits:
                return True
            if result.error and not self.options.keep_going:
                return False
        return True

    @property
    def is_over(self) -> bool:
        """Whether the fight is not offered again.

        A fight left before its end is offered again, and so is a resumed one in which nothing happened.
        """
        if self.options.is_interactive:
            return self.session.fight.phase == "finished"
        return self.session.fight is not self.session.resumed_at

    def greet(self) -> None:
        """Prints the state of the fight and how to list the commands."""
        lines = [*overview(self.session.system, self.session.fight), "`help` lists the commands, `quit` leaves"]
        print("\n".join(map(printable, lines)), flush=True)  # noqa: T201

    def _execute_line(self, line: ScriptLine) -> Result | None:
        if line.fault:
            return Result(line.text, error=line.fault, column=line.column)
        return execute_line(self.session, line.text)

    def _show(self, line: ScriptLine, result: Result) -> None:
        self.failed = self.failed or bool(result.error)
        if result.warning:
            self._print_message(f"{line.number}: warning: {result.warning}")
        if self.options.json:
            self._add_result(line, result)
        else:
            output = [f"  {each}" for each in result.log]
            if not self.options.is_interactive:
                output.insert(0, f"> {result.command}")
            if output:
                print("\n".join(map(printable, output)), flush=True)  # noqa: T201
        if result.error:
            self._print_message(f"{line.number}:{result.column}: {result.error}")

    def _print_message(self, message: str) -> None:
        place = "" if self.options.is_interactive else f"{self.options.script}:"
        print(printable(f"{place}{message}"), file=sys.stderr, flush=True)  # noqa: T201

    def _add_result(self, line: ScriptLine, result: Result) -> None:
        entry: dict[str, Any] = {
            "line": line.number,
            "command": result.command,
            "ok": not result.error,
            "error": result.error or None,
            "log": list(result.log),
        }
        if self.options.trace:
            entry["state"] = self.session.state()
        self.results.append(entry)

    def document(self) -> str:
        """The JSON document of the whole run, in ASCII, so that any encoding can hold it."""
        return json.dumps({"results": self.results, "state": self.session.state()})
