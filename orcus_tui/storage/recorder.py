"""A fight's journal: what is done goes in as it is done, and a timeline comes out of it again."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from orcus_tui.model.fight import Fight
from orcus_tui.rules.system import System
from orcus_tui.storage.errors import StorageError
from orcus_tui.storage.journal import SUFFIX, Journal, Recovered, list_journals
from orcus_tui.storage.records import decode, encode
from orcus_tui.storage.tables import fight_from_table
from orcus_tui.storage.written import fight_table
from orcus_tui.systems import SYSTEMS
from orcus_tui.timeline import Change, Deed, Timeline

FORMAT = 1
WHOLE_EVERY = 500

Clock = Callable[[], str]
"""Tells the time as text; passed in, since nothing here reads a clock."""


@dataclass(frozen=True, slots=True)
class Desk:
    """Where journals are kept, who writes them, and what time it is."""

    folder: Path
    program: str
    clock: Clock


class Recorder:
    """Writes one fight's journal; after a failed write it goes on in a new file, and says so.

    It knows how many steps of undo the present file could replay, so that a line never refers to what the file lacks.
    """

    def __init__(self, desk: Desk, journal: Journal, journal_id: str) -> None:
        self.id = journal_id
        self._desk = desk
        self._journal = journal
        self._steps = 0
        self._undone = 0
        self._lines = 0
        self._from_the_start = True

    @classmethod
    def start(cls, desk: Desk, fight: Fight) -> "Recorder":
        """Begins a journal with the fight as it is. Raises StorageError where that cannot be."""
        journal, journal_id = _create(desk, fight)
        return cls(desk, journal, journal_id)

    @classmethod
    def resume(cls, desk: Desk, journal_id: str) -> "tuple[Recorder, Recovered]":
        """Goes on with a journal. Raises StorageError where it is damaged, finished, or somebody else's."""
        journal, recovered = Journal.resume(desk.folder / f"{journal_id}{SUFFIX}", desk.program)
        return cls(desk, journal, journal_id), recovered

    def resumed_at(self, timeline: Timeline) -> None:
        """Takes over the counts of the timeline that was read from this journal."""
        self._steps, self._undone = timeline.steps, timeline.steps_undone

    def change(self, change: Change) -> str:
        """Writes a change down. Answers a warning, or nothing.

        Raises StorageError where neither this file nor a new one takes it.
        """
        after = change.added[-1].after
        record: dict[str, Any] = {"deeds": [_encode_deed(deed) for deed in change.added]}
        if change.removed and not self._from_the_start:
            return self.whole(after, change.line)
        if change.line != change.added[-1].line or change.removed:
            record.update(line=change.line, removed=len(change.removed))
        warning = self._write(record, after)
        if not warning:
            self._steps, self._undone = self._steps + 1, 0
        if self._lines % WHOLE_EVERY == 0:
            warning = self.checkpoint(after) or warning
        return warning

    def aside(self, deed: Deed) -> str:
        """Writes down what changed nothing, such as dice to the log."""
        return self._write({"aside": _encode_deed(deed)}, deed.after)

    def undo(self, count: int, after: Fight) -> str:
        """Writes down that steps were undone."""
        if count > self._steps:
            return self.whole(after, f"undo {count}")
        warning = self._write({"undo": count}, after)
        if not warning:
            self._steps, self._undone = self._steps - count, self._undone + count
        return warning

    def redo(self, count: int, after: Fight) -> str:
        """Writes down that steps were done again."""
        if count > self._undone:
            return self.whole(after, f"redo {count}")
        warning = self._write({"redo": count}, after)
        if not warning:
            self._steps, self._undone = self._steps + count, self._undone - count
        return warning

    def alias(self, name: str, line: str, fight: Fight) -> str:
        """Writes a new alias down."""
        return self._write({"alias": [name, line]}, fight)

    def whole(self, fight: Fight, line: str) -> str:
        """Writes the whole fight down as of now: what lies before cannot be undone from this journal."""
        warning = self._write({"line": line, "fight": fight_table(fight)}, fight)
        self._starts_here()
        return warning

    def checkpoint(self, fight: Fight) -> str:
        """Writes the whole fight down beside the deeds, for readers that cannot follow those."""
        return self._write({"checkpoint": fight_table(fight)}, fight)

    def close(self, *, finished: bool) -> None:
        """Closes the journal; an unfinished one is offered again."""
        self._journal.close(finished=finished)

    def _write(self, record: dict[str, Any], after: Fight) -> str:
        """Appends a record; where that fails, goes on in a new journal that begins with the fight after it."""
        self._lines += 1
        try:
            self._journal.append({"at": self._desk.clock(), **record})
        except StorageError as failed:
            self._journal.close(finished=False)
            self._journal, self.id = _create(self._desk, after)
            self._starts_here()
            return f"{failed}; going on in a new journal, {self.id}"
        return ""

    def _starts_here(self) -> None:
        self._steps = self._undone = 0
        self._from_the_start = False


def _create(desk: Desk, fight: Fight) -> tuple[Journal, str]:
    desk.folder.mkdir(parents=True, exist_ok=True)
    when = desk.clock()
    header = {"format": FORMAT, "program": desk.program, "when": when, "encounter": fight_table(fight)}
    stem = f"{when[:10]}-{_slug(fight.name)}"
    for number in range(1, 10_000):
        journal_id = stem if number == 1 else f"{stem}-{number}"
        path = desk.folder / f"{journal_id}{SUFFIX}"
        if not path.exists():
            try:
                return Journal.create(path, header, desk.program), journal_id
            except FileExistsError:
                continue
    raise StorageError(desk.folder, "holds too many journals of this day and name")


def _slug(name: str) -> str:
    words = "".join(sign if sign.isascii() and sign.isalnum() else " " for sign in name.lower()).split()
    return "-".join(words)[:40].strip("-") or "fight"


def _encode_deed(deed: Deed) -> list[Any]:
    return [deed.line, deed.dice, [encode(event, SYSTEMS[deed.after.system]) for event in deed.events]]


# Reading


def unfinished(folder: Path) -> list[str]:
    """A line for each unfinished fight: its id, name, when it began, and who has it; and for what cannot be read."""
    lines = []
    for summary in list_journals(folder):
        if summary.fault or summary.header is None:
            lines.append(f"{summary.id}  cannot be read: {summary.fault}")
        elif not summary.finished:
            encounter = summary.header.get("encounter")
            name = encounter.get("name", "") if isinstance(encounter, dict) else ""
            held = "  (open elsewhere)" if summary.in_use else ""
            lines.append(f"{summary.id}  {name}  {summary.header.get('when', '')}{held}")
    return lines


@dataclass(slots=True)
class Replayed:
    """What a journal held: the deeds, the aliases, and what could not be read."""

    timeline: Timeline
    aliases: dict[str, str] = field(default_factory=dict)
    problem: str = ""


def replay(recovered: Recovered) -> Replayed:
    """The timeline of a journal, event by event; no die is rolled and no rule is asked.

    A journal of another format opens from its last whole fight, if it has one.
    Raises ValueError, with the line, where a record makes no sense.
    """
    header = recovered.header
    if header.get("format") != FORMAT:
        return _from_last_whole(recovered)
    fight = fight_from_table(_mapping(header["encounter"]))
    system = SYSTEMS[fight.system]
    replayed = Replayed(Timeline(fight))
    for number, record in enumerate(recovered.records, start=2):
        try:
            _take(replayed, record, system)
        except (ValueError, TypeError, KeyError, IndexError, AttributeError) as fault:
            raise ValueError(f"line {number} of the journal makes no sense: {fault}") from fault
    return replayed


def _mapping(value: object) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise TypeError("expected a table")
    return value


def _take(replayed: Replayed, record: Mapping[str, Any], system: System) -> None:
    timeline = replayed.timeline
    if "deeds" in record:
        removed = int(record.get("removed", 0))
        gone = tuple(timeline.deeds[len(timeline.deeds) - removed :])
        before = timeline.before(len(timeline.deeds) - removed)
        added: list[Deed] = []
        for each in record["deeds"]:
            deed = _decode_deed(each, before, system)
            before = deed.after
            added.append(deed)
        timeline.add(Change(record.get("line", added[-1].line), tuple(added), gone))
    elif "aside" in record:
        timeline.note(_decode_deed(record["aside"], timeline.fight, system, changed=False))
    elif "undo" in record:
        timeline.undo(record["undo"])
    elif "redo" in record:
        timeline.redo(record["redo"])
    elif "alias" in record:
        name, line = record["alias"]
        replayed.aliases[name] = line
    elif "fight" in record:
        replayed.timeline = Timeline(fight_from_table(record["fight"]))


def _decode_deed(record: Any, before: Fight, system: System, *, changed: bool = True) -> Deed:
    line, dice, encoded = record
    events = tuple(decode(each, system) for each in encoded)
    fight = before
    for event in events:
        fight = event.apply(fight)
    return Deed(line, fight, events, tuple((sides, face) for sides, face in dice), changed)


def _from_last_whole(recovered: Recovered) -> Replayed:
    wholes = [each[key] for each in recovered.records for key in ("checkpoint", "fight") if key in each]
    if not wholes:
        raise ValueError(f"this journal has format {recovered.header.get('format')!r}, and no whole fight to open")
    problem = "the journal is of another format: what lies before its last whole fight cannot be undone"
    return Replayed(Timeline(fight_from_table(_mapping(wholes[-1]))), problem=problem)
