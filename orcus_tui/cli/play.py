"""A fight without a screen: lines in, what came of each out, as text or as one JSON document."""

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any, BinaryIO

from msgspec import Struct, field

from orcus_tui.commands.lexer import split_lines
from orcus_tui.errors import OrcusError
from orcus_tui.model.fight import Fight
from orcus_tui.model.text import printable
from orcus_tui.session.dice_source import DiceSource, GivenDice, RandomDice
from orcus_tui.session.door import execute_line
from orcus_tui.session.inspect import overview
from orcus_tui.session.session import Result, Session
from orcus_tui.storage.encounter.read import read_encounter
from orcus_tui.storage.journal.recorder import JournalSettings
from orcus_tui.storage.storage_error import StorageError, reason
from orcus_tui.systems import SYSTEMS

PROMPT = "› "


class Line(Struct, frozen=True):
    """A line of a script: its number, and its text, or what is wrong with its bytes."""

    number: int
    text: str
    fault: str = ""
    column: int = 1


class Manner(Struct, frozen=True):
    """How a run shows itself and what it does about failures; `by_hand`: a person types its lines at a terminal."""

    script: str
    json: bool = False
    trace: bool = False
    keep_going: bool = False
    by_hand: bool = False


class Run(Struct):
    """A run under way: what has come of its lines so far."""

    session: Session
    manner: Manner
    results: list[dict[str, Any]] = field(default_factory=list)
    failed: bool = False

    def carry_out(self, lines: Iterable[Line]) -> bool:
        """Carries lines out until they end, one fails, or one quits; answers whether they came to their end."""
        for line in lines:
            result = self._result_of(line)
            if result is None:
                continue
            self._tell(line, result)
            if result.quits:
                return True
            if result.error and not self.manner.keep_going:
                return False
        return True

    @property
    def is_over(self) -> bool:
        """Whether the fight need not be offered again.

        It must be where a person left it before its end, and where a fight gone on with was only looked at.
        """
        if self.manner.by_hand:
            return self.session.fight.phase == "finished"
        return self.session.fight is not self.session.resumed_at

    def greet(self) -> None:
        """Tells a person where the fight stands, and how to find the verbs."""
        lines = [*overview(self.session.system, self.session.fight), "`help` lists the verbs, `quit` leaves"]
        print("\n".join(map(printable, lines)), flush=True)  # noqa: T201

    def _result_of(self, line: Line) -> Result | None:
        if line.fault:
            return Result(line.text, error=line.fault, column=line.column)
        return execute_line(self.session, line.text)

    def _tell(self, line: Line, result: Result) -> None:
        self.failed = self.failed or bool(result.error)
        if result.warning:
            self._complain(f"{line.number}: warning: {result.warning}")
        if self.manner.json:
            self._keep(line, result)
        else:
            said = [f"  {each}" for each in result.log]
            if not self.manner.by_hand:
                said.insert(0, f"> {result.command}")
            if said:
                print("\n".join(map(printable, said)), flush=True)  # noqa: T201
        if result.error:
            self._complain(f"{line.number}:{result.column}: {result.error}")

    def _complain(self, message: str) -> None:
        place = "" if self.manner.by_hand else f"{self.manner.script}:"
        print(printable(f"{place}{message}"), file=sys.stderr, flush=True)  # noqa: T201

    def _keep(self, line: Line, result: Result) -> None:
        kept: dict[str, Any] = {
            "line": line.number,
            "command": result.command,
            "ok": not result.error,
            "error": result.error or None,
            "log": list(result.log),
        }
        if self.manner.trace:
            kept["state"] = self.session.state()
        self.results.append(kept)

    def document(self) -> str:
        """The one JSON document, in ASCII: it reads the same whatever the encoding of where it goes."""
        return json.dumps({"results": self.results, "state": self.session.state()})


def lines_of(data: Iterable[bytes]) -> Iterator[Line]:
    """The lines of a script, read as bytes; one that is not UTF-8 is a fault of its own."""
    for number, raw in enumerate(data, start=1):
        stripped = raw.rstrip(b"\r\n")
        try:
            text = stripped.decode()
        except UnicodeDecodeError as fault:
            shown = stripped.decode(errors="replace").strip()
            column = len(stripped[: fault.start].decode()) + 1
            yield Line(number, shown, "this line is not UTF-8 text", column)
        else:
            yield Line(number, text.removeprefix("\ufeff") if number == 1 else text)


def lines_in(text: str) -> Iterator[Line]:
    """The lines given in one text, parted by semicolons."""
    for number, (line, _) in enumerate(split_lines(text), start=1):
        yield Line(number, line)


def script_lines(path: Path) -> Iterator[Line]:
    """The lines of a script file. Raises StorageError where it cannot be read."""
    try:
        data = path.read_bytes()
    except OSError as fault:
        raise StorageError(path, reason(fault)) from fault
    return lines_of(data.splitlines())


def stream_lines(stream: BinaryIO, prompt: str = "") -> Iterator[Line]:
    """The lines of a stream, each as it comes, a prompt before each."""

    def read() -> bytes:
        if prompt:
            print(prompt, end="", flush=True)  # noqa: T201
        return stream.readline()

    return lines_of(iter(read, b""))


def faces_for(dice: str | None, seed: int | None) -> DiceSource:
    """Where a run's dice come from: those given, or chance, with a seed if there is one.

    Raises OrcusError where what is given is not whole numbers.
    """
    if dice is not None:
        return GivenDice([_face(word) for word in dice.split()])
    return RandomDice(Random(seed))  # dice need no cryptography


def _face(word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) < 6):
        raise OrcusError(f"--dice takes whole numbers separated by spaces, not {word!r}")
    return int(word)


def opened(encounter: Path | None, system: str, faces: DiceSource, journal_settings: JournalSettings | None) -> Session:
    """A session on an encounter, or on an empty fight. Raises StorageError where a file cannot be read or written."""
    if encounter is None:
        fight = Fight("Untitled fight", system, {}, {}, counters=dict(SYSTEMS[system].counters.initial))
    else:
        fight = read_encounter(encounter)
    return Session(fight, faces, journal_settings=journal_settings, encounter=encounter)
