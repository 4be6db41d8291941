"""A fight's journal: what is done goes in as it is done, and a timeline comes out of it again."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct, field

from orcus_tui.model.fight import Fight
from orcus_tui.model.history import Change, Execution, Timeline
from orcus_tui.rules.system import System
from orcus_tui.storage.atomic import DISK, Disk
from orcus_tui.storage.encounter.from_tables import fight_from_table
from orcus_tui.storage.encounter.to_tables import fight_table
from orcus_tui.storage.journal.file import SUFFIX, Journal, Recovered, list_journals, read_journal
from orcus_tui.storage.journal.records import decode, encode
from orcus_tui.storage.lock import Locked
from orcus_tui.storage.storage_error import StorageError, reason
from orcus_tui.systems import SYSTEMS

FORMAT = 1
WHOLE_EVERY = 500

Clock = Callable[[], str]
"""Tells the time as text; passed in, since nothing here reads a clock."""


class JournalSettings(Struct, frozen=True):
    """Where journals are kept, who writes them, and what time it is."""

    folder: Path
    program: str
    clock: Clock
    disk: Disk = DISK


class FightFiles(Struct):
    """What goes with a fight and is no part of it: the file it is from, the one last written, a person's aliases."""

    encounter: Path | None = None
    written: Path | None = None
    aliases: dict[str, str] = field(default_factory=dict)


class Recorder:
    """Writes one fight's journal; after a failed write it goes on in a new file, and says so.

    It knows how many steps of undo the present file could replay, so that a line never refers to what the file lacks.
    """

    def __init__(
        self, journal_settings: JournalSettings, journal: Journal, journal_id: str, fight_files: FightFiles
    ) -> None:
        self.id = journal_id
        self._journal_settings = journal_settings
        self._journal = journal
        self._fight_files = fight_files
        self._steps = 0
        self._undone = 0
        self._lines_since_whole = 0
        self._from_the_start = True

    @classmethod
    def start(cls, journal_settings: JournalSettings, fight: Fight, fight_files: FightFiles) -> "Recorder":
        """Begins a journal with the fight as it is. Raises StorageError where that cannot be."""
        journal, journal_id = _create(journal_settings, fight, fight_files)
        return cls(journal_settings, journal, journal_id, fight_files)

    @property
    def path(self) -> Path:
        """The file written at present."""
        return self._journal.path

    @property
    def is_broken(self) -> bool:
        """Whether what came last could not be written anywhere."""
        return self._journal.broken is not None

    def resumed_at(self, timeline: Timeline) -> None:
        """Takes over the counts of the timeline that was read from this journal."""
        self._steps, self._undone = timeline.steps, timeline.steps_undone

    def change(self, change: Change) -> str:
        """Writes a change down. Answers a warning, or nothing.

        Raises StorageError where neither this file nor a new one takes it.
        """
        after = change.added[-1].after
        record: dict[str, Any] = {"deeds": [_encode_execution(execution) for execution in change.added]}
        if change.removed and not self._from_the_start:
            return self.whole(after, change.line)
        if change.line != change.added[-1].line or change.removed:
            record.update(line=change.line, removed=len(change.removed))
        return self._write(record, after, steps=1, forget=True)

    def aside(self, execution: Execution) -> str:
        """Writes down what changed nothing, such as dice to the log."""
        return self._write({"aside": _encode_execution(execution)}, execution.after)

    def undo(self, count: int, after: Fight) -> str:
        """Writes down that steps were undone."""
        if count > self._steps:
            return self.whole(after, f"undo {count}")
        return self._write({"undo": count}, after, steps=-count)

    def redo(self, count: int, after: Fight) -> str:
        """Writes down that steps were done again."""
        if count > self._undone:
            return self.whole(after, f"redo {count}")
        return self._write({"redo": count}, after, steps=count)

    def alias(self, name: str, line: str, fight: Fight) -> str:
        """Writes a new alias down."""
        return self._write({"alias": [name, line]}, fight)

    def whole(self, fight: Fight, line: str) -> str:
        """Writes the whole fight down as of now: what lies before cannot be undone from this journal."""
        warning = self._write({"line": line, "fight": fight_table(fight)}, fight)
        self._starts_here()
        return warning

    def checkpoint(self, fight: Fight, written: Path | None = None) -> str:
        """Writes the whole fight down beside the deeds, for readers that cannot follow those.

        `written` is the file the fight was written to, if that is why. Answers a warning, or nothing.
        """
        record: dict[str, Any] = {"checkpoint": fight_table(fight)}
        if written:
            record["written"] = str(written)
        self._lines_since_whole = -1
        return self._write(record, fight)

    def close(self, fight: Fight, *, finished: bool) -> str:
        """Closes the journal behind the whole fight. Answers a warning, or nothing.

        An unfinished one is offered again, as is one that did not take its end.
        """
        try:
            if not self._journal.broken:
                self._journal.append({"at": self._journal_settings.clock(), "checkpoint": fight_table(fight)})
            self._journal.close(finished=finished)
        except StorageError as failed:
            self._journal.close(finished=False)
            return str(failed)
        return ""

    def _write(self, record: dict[str, Any], after: Fight, *, steps: int = 0, forget: bool = False) -> str:
        """Appends a record that does so many steps, or undoes them; `forget`: no step can be done again after it.

        Where that fails, goes on in a new journal that begins with the fight after it, and answers so.
        """
        try:
            self._journal.append({"at": self._journal_settings.clock(), **record})
        except StorageError as failed:
            return self._go_on_elsewhere(after, failed)
        self._steps += steps
        self._undone = 0 if forget else self._undone - steps
        self._lines_since_whole += 1
        return self.checkpoint(after) if self._lines_since_whole >= WHOLE_EVERY else ""

    def _go_on_elsewhere(self, fight: Fight, failed: StorageError) -> str:
        self._journal.close(finished=False)
        try:
            self._journal, self.id = _create(self._journal_settings, fight, self._fight_files)
        except StorageError as neither:
            raise StorageError(
                failed.path, f"{failed.problem}; nor can another journal be begun: {neither}"
            ) from neither
        self._starts_here()
        return f"{failed}; going on in a new journal, {self.id}"

    def _starts_here(self) -> None:
        self._steps = self._undone = self._lines_since_whole = 0
        self._from_the_start = False


def _create(journal_settings: JournalSettings, fight: Fight, fight_files: FightFiles) -> tuple[Journal, str]:
    try:
        journal_settings.folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise StorageError(journal_settings.folder, f"no journal can be kept here: {reason(fault)}") from fault
    when = journal_settings.clock()
    header = {"format": FORMAT, "program": journal_settings.program, "when": when, "encounter": fight_table(fight)}
    header |= _encode_belongings(fight_files)
    stem = f"{when[:10]}-{_slug(fight.name)}"
    for number in range(1, 10_000):
        journal_id = stem if number == 1 else f"{stem}-{number}"
        path = journal_settings.folder / f"{journal_id}{SUFFIX}"
        if path.exists():
            continue
        try:
            return Journal.create(path, header, journal_settings.program, disk=journal_settings.disk), journal_id
        except StorageError as fault:
            # Another program may just have begun one of that name.
            if not (isinstance(fault, Locked) or path.exists()):
                raise
    raise StorageError(journal_settings.folder, "holds too many journals of this day and name")


def _slug(name: str) -> str:
    words = "".join(sign if sign.isascii() and sign.isalnum() else " " for sign in name.lower()).split()
    return "-".join(words)[:40].strip("-") or "fight"


def _encode_execution(execution: Execution) -> list[Any]:
    encoded = [
        execution.line,
        execution.dice,
        [encode(event, SYSTEMS[execution.after.system]) for event in execution.events],
    ]
    return [*encoded, True] if execution.goes_on else encoded


def _encode_belongings(fight_files: FightFiles) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if fight_files.encounter:
        found["file"] = str(fight_files.encounter.absolute())
    if fight_files.written:
        found["written"] = str(fight_files.written.absolute())
    if fight_files.aliases:
        found["aliases"] = dict(fight_files.aliases)
    return found


# Reading


class Unfinished(Struct, frozen=True):
    """An unfinished fight: when it began, and whether another program has it. `fault` says why it cannot be read."""

    id: str
    name: str = ""
    when: str = ""
    in_use: bool = False
    fault: str = ""


def list_unfinished(folder: Path) -> list[Unfinished]:
    """The unfinished fights in a folder, and what in it cannot be read, by id.

    Raises StorageError where the folder cannot be read.
    """
    found = []
    for summary in list_journals(folder):
        if summary.fault or summary.header is None:
            found.append(Unfinished(summary.id, fault=summary.fault or "", in_use=summary.in_use))
        elif not summary.finished:
            encounter = summary.header.get("encounter")
            name = encounter.get("name", "") if isinstance(encounter, dict) else ""
            found.append(Unfinished(summary.id, str(name), str(summary.header.get("when", "")), summary.in_use))
    return found


def find_unfinished(folder: Path, wanted: str) -> str:
    """The id of the journal a person means: exactly, or by a beginning that only one has.

    Raises StorageError, with the ids there are, where none or several are meant.
    """
    known = [each.id for each in list_journals(folder)]
    open_ones = [each.id for each in list_journals(folder) if each.fault or not each.finished]
    found = [wanted] if wanted in known else [each for each in open_ones if wanted and each.startswith(wanted)]
    if len(found) == 1:
        return found[0]
    there = ", ".join(found or open_ones) or "none"
    raise StorageError(folder, f'no one unfinished fight is "{wanted}"; there is {there}')


class Replayed(Struct):
    """What a journal held: the deeds, what goes with them, and what could not be read.

    `complete` is false where the records are followed only as far as they make sense.
    """

    timeline: Timeline
    fight_files: FightFiles = field(default_factory=FightFiles)
    problem: str = ""
    complete: bool = True


class Resumed(Struct, frozen=True):
    """A fight gone on with; without a recorder it can only be looked at, and `problem` says why."""

    timeline: Timeline
    fight_files: FightFiles
    recorder: Recorder | None
    problem: str


def resumed(journal_settings: JournalSettings, journal_id: str) -> Resumed:
    """Opens a journal to go on with, or where it is damaged to look at what lies before.

    Raises StorageError where nothing can be read, or it is finished, or somebody else's.
    """
    path = journal_settings.folder / f"{journal_id}{SUFFIX}"
    journal, recovered = _opened(journal_settings, path)
    replayed = Replayed(Timeline(Fight("", "", {}, {})), complete=False)
    try:
        replayed = replay(recovered)
    except ValueError as fault:
        raise StorageError(path, str(fault)) from fault
    finally:
        goes_on = replayed.complete and recovered.header["format"] == FORMAT
        if journal and not goes_on:
            journal.close(finished=False)
    timeline, fight_files, problem = replayed.timeline, replayed.fight_files, replayed.problem
    if journal is None or not replayed.complete:
        return Resumed(timeline, fight_files, None, problem or str(recovered.damage))
    if goes_on:
        recorder = Recorder(journal_settings, journal, journal_id, fight_files)
        recorder.resumed_at(timeline)
    else:
        recorder = Recorder.start(journal_settings, timeline.fight, fight_files)
        problem = f"{problem}; it goes on in a new journal, {recorder.id}"
    torn = "the last line was torn, and is kept beside the journal" if recovered.torn else ""
    return Resumed(timeline, fight_files, recorder, "; ".join(filter(None, (problem, torn))))


def looked_at(journal_settings: JournalSettings, journal_id: str) -> Resumed:
    """Reads a journal to look at its fight, whoever has it; nothing is written. Raises StorageError if it cannot be."""
    path = journal_settings.folder / f"{journal_id}{SUFFIX}"
    recovered = read_journal(path)
    try:
        replayed = replay(recovered)
    except ValueError as fault:
        raise StorageError(path, str(fault)) from fault
    problem = replayed.problem or (str(recovered.damage) if recovered.damage else "")
    return Resumed(replayed.timeline, replayed.fight_files, None, problem)


def _opened(journal_settings: JournalSettings, path: Path) -> tuple[Journal | None, Recovered]:
    """The journal and what it holds; no journal where it is damaged, and can only be read."""
    try:
        return Journal.resume(path, journal_settings.program, disk=journal_settings.disk)
    except Locked:
        raise
    except StorageError:
        recovered = read_journal(path)
        if recovered.damage is None:
            raise
        return None, recovered


def replay(recovered: Recovered) -> Replayed:
    """The timeline of a journal, event by event; no die is rolled and no rule is asked.

    A journal of another format opens from its last whole fight, if it has one; one with a record that makes no sense
    is read up to there. Raises ValueError where there is no fight to begin with.
    """
    header = recovered.header
    if header.get("format") != FORMAT:
        return _from_last_whole(recovered)
    fight = _whole_fight(header.get("encounter"))
    system = SYSTEMS[fight.system]
    replayed = Replayed(Timeline(fight), _decode_belongings(header))
    for number, record in enumerate(recovered.records, start=2):
        try:
            _take(replayed, record, system)
        except (ValueError, TypeError, KeyError, IndexError, AttributeError) as fault:
            replayed.problem = f"line {number} of the journal makes no sense: {fault or type(fault).__name__}"
            replayed.complete = False
            break
    return replayed


def _whole_fight(table: object) -> Fight:
    """The fight in a table. Raises ValueError where there is none."""
    if not isinstance(table, dict):
        raise ValueError("there is no fight in it")  # noqa: TRY004  # what is wrong is the file
    return fight_from_table(table)


def _take(replayed: Replayed, record: Mapping[str, Any], system: System) -> None:
    timeline = replayed.timeline
    if "deeds" in record:
        timeline.add(_decode_change(timeline, record, system))
    elif "aside" in record:
        timeline.note(_decode_execution(record["aside"], timeline.fight, system))
    elif "undo" in record:
        timeline.undo(record["undo"])
    elif "redo" in record:
        timeline.redo(record["redo"])
    elif "alias" in record:
        name, line = record["alias"]
        replayed.fight_files.aliases[name] = line
    elif "written" in record:
        replayed.fight_files.written = Path(record["written"])
    elif "fight" in record:
        replayed.timeline = Timeline(_whole_fight(record["fight"]))


def _decode_change(timeline: Timeline, record: Mapping[str, Any], system: System) -> Change:
    place = len(timeline.executions) - record.get("removed", 0)
    if place < 0:
        raise ValueError("it replaces commands that are not there")
    before = timeline.before(place)
    added: list[Execution] = []
    for each in record["deeds"]:
        added.append(_decode_execution(each, before, system))
        before = added[-1].after
    return Change(record.get("line", added[-1].line), tuple(added), tuple(timeline.executions[place:]))


def _decode_execution(record: Any, before: Fight, system: System) -> Execution:
    line, dice, encoded, *goes_on = record
    events = tuple([decode(each, system) for each in encoded])
    fight = before
    for event in events:
        fight = event.apply(fight)
    rolled = tuple([(sides, face) for sides, face in dice])
    return Execution(line, fight, events, rolled, changed=fight is not before, goes_on=bool(goes_on))


def _decode_belongings(header: Mapping[str, Any]) -> FightFiles:
    file, written = header.get("file"), header.get("written")
    return FightFiles(Path(file) if file else None, Path(written) if written else None, dict(header.get("aliases", {})))


def _from_last_whole(recovered: Recovered) -> Replayed:
    wholes = [each[key] for each in recovered.records for key in ("checkpoint", "fight") if key in each]
    if not wholes:
        raise ValueError(f"this journal has format {recovered.header.get('format')!r}, and no whole fight to open")
    problem = "the journal is of another format: what lies before its last whole fight cannot be undone"
    return Replayed(Timeline(_whole_fight(wholes[-1])), problem=problem)
