"""The progress of a fight, for lists: read from the end of its journal, since replaying it would take too long."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import DecodeError, Struct
from msgspec.json import decode

TAIL = 262_144
"""The number of bytes that are read from the end of a journal."""

TYPED = ("change", "aside", "undo", "redo")
"""The kinds of records for lines that were entered; other records hold the whole fight, or an alias."""


class Progress(Struct, frozen=True):
    """The number of lines entered and the current round; None if the round is not near the end of the journal."""

    lines: int = 0
    round: int | None = None


def read_progress(path: Path) -> Progress:
    """The progress of the fight in a journal. Unreadable lines are ignored; opening the journal reports them."""
    try:
        with path.open("rb") as journal:
            size = journal.seek(0, 2)
            journal.seek(max(size - TAIL, 0))
            written = journal.read(TAIL).split(b"\n")[:-1]
    except OSError:
        return Progress()
    records = [each for each in map(_record, written) if each is not None]
    if not records:
        return Progress()
    is_whole = size <= TAIL
    not_typed = sum(1 for each in records if each.get("record") not in TYPED and each.get("seq"))
    count = int(records[-1].get("seq") or 0) - not_typed
    return Progress(max(count, 0), _last_round(records) or (0 if is_whole else None))


def _record(line: bytes) -> Mapping[str, Any] | None:
    """A line as a record; None for a damaged or incomplete line."""
    try:
        record = decode(line)
    except (DecodeError, UnicodeDecodeError):
        return None
    return record if isinstance(record, dict) else None


def _last_round(records: Sequence[Mapping[str, Any]]) -> int | None:
    """The last round that began and was not undone."""
    undone = 0
    for record in reversed(records):
        kind = record.get("record")
        if kind == "undo":
            undone += _count(record)
        elif kind == "redo":
            undone -= _count(record)
        elif kind == "change" and undone > 0:
            undone -= 1
        elif (begun := _round_in(record)) is not None:
            return begun
    return None


def _count(record: Mapping[str, Any]) -> int:
    count = record.get("count", 1)
    return count if isinstance(count, int) else 1


def _round_in(record: Mapping[str, Any]) -> int | None:
    """The round that began in a record, if any."""
    rounds = [event.get("round") for event in _events(record) if event.get("event") == "round"]
    return rounds[-1] if rounds and isinstance(rounds[-1], int) else None


def _events(record: Mapping[str, Any]) -> Iterable[Mapping[str, Any]]:
    executions = record.get("executions")
    for execution in executions if isinstance(executions, list) else ():
        events = execution.get("events") if isinstance(execution, dict) else None
        yield from (each for each in (events if isinstance(events, list) else ()) if isinstance(each, dict))
