"""The progress of a fight, for lists: read from the end of its journal, since replaying it would take too long."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from msgspec import DecodeError, Struct
from msgspec.json import Decoder

TAIL = 262_144
"""The number of bytes that are read from the end of a journal."""

TYPED = ("change", "aside", "undo", "redo")
"""The kinds of records for lines that were entered; other records hold the whole fight, or an alias."""


class Progress(Struct, frozen=True):
    """The number of lines entered and the current round; None if the round is not near the end of the journal."""

    lines: int = 0
    round: int | None = None


class _Event(Struct, frozen=True):
    event: str = ""
    round: Any = None  # a number in the event of a new round; any other event may have another value


class _Execution(Struct, frozen=True):
    events: tuple[_Event, ...] = ()


class _Line(Struct, frozen=True):
    """A line of a journal, as far as the progress is in it."""

    seq: int = 0
    record: str = ""
    count: int = 0
    executions: tuple[_Execution, ...] = ()

    @property
    def round(self) -> int | None:
        """The round that began in the line, if any."""
        begun = [event.round for each in self.executions for event in each.events if event.event == "round"]
        return begun[-1] if begun else None


_DECODER = Decoder(_Line)


def read_progress(path: Path) -> Progress:
    """The progress of the fight in a journal. Unreadable lines are ignored; opening the journal reports them."""
    try:
        with path.open("rb") as journal:
            size = journal.seek(0, 2)
            journal.seek(max(size - TAIL, 0))
            lines = [*_readable(journal.read(TAIL).split(b"\n")[:-1])]
    except OSError:
        return Progress()
    if not lines:
        return Progress()
    not_typed = sum(1 for each in lines if each.record not in TYPED and each.seq)
    return Progress(max(lines[-1].seq - not_typed, 0), _last_round(lines) or (0 if size <= TAIL else None))


def _readable(written: list[bytes]) -> Iterator[_Line]:
    for line in written:
        with suppress(DecodeError, UnicodeDecodeError):
            yield _DECODER.decode(line)


def _last_round(lines: Sequence[_Line]) -> int | None:
    """The last round that began and was not undone."""
    undone = 0
    for line in reversed(lines):
        if line.record == "undo":
            undone += line.count
        elif line.record == "redo":
            undone -= line.count
        elif line.record == "change" and undone > 0:
            undone -= 1
        elif line.round is not None:
            return line.round
    return None
