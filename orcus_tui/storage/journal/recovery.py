"""Fights from their journals: finds an unfinished fight, replays a journal, resumes a fight."""

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from msgspec import Struct, field

from orcus_tui.errors import OrcusError
from orcus_tui.model.events import Event
from orcus_tui.model.fight import Fight
from orcus_tui.model.history import Change, Execution, Timeline
from orcus_tui.model.text import printable
from orcus_tui.rules.system import System
from orcus_tui.storage.encounter.fight_tables import fight_from_table, fight_table
from orcus_tui.storage.journal import format_1, journal_file, records
from orcus_tui.storage.journal.journal_list import unfinished_paths
from orcus_tui.storage.journal.journal_settings import FightFiles, JournalSettings
from orcus_tui.storage.journal.records import Recorder
from orcus_tui.storage.lock import Locked
from orcus_tui.storage.storage_error import StorageError
from orcus_tui.systems import SYSTEMS

Table = Mapping[str, Any]


class Replay(Struct):
    """A fight read from its journal: the timeline, its files and aliases, and the problem with the journal, if any.

    `complete`: all records could be replayed; otherwise the timeline ends before the first record that could not.
    Without a `recorder`, the fight can only be viewed.
    """

    timeline: Timeline
    fight_files: FightFiles = field(default_factory=FightFiles)
    problem: str = ""
    complete: bool = True
    recorder: Recorder | None = None


# Finding one


def find_unfinished(folder: Path, wanted: str) -> str:
    """The id of a journal, given as a whole, or as a unique prefix among unfinished fights.

    Raises StorageError, with the possible ids, if there is not exactly one.
    """
    if journal_file.has_journal(folder, wanted):
        return wanted
    if journal_file.archived_path(folder, wanted):
        raise StorageError(folder, f'"{wanted}" is in the archive: `orcus-tui recover {wanted}` shows it')
    unfinished = [path.stem for path in unfinished_paths(folder)]
    found = [each for each in unfinished if wanted and each.startswith(wanted)]
    if len(found) == 1:
        return found[0]
    if found:
        raise StorageError(folder, f'"{wanted}" could be {", ".join(found)}')
    raise StorageError(
        folder, f'no unfinished fight is called "{wanted}"; unfinished: {", ".join(unfinished) or "none"}'
    )


def find_to_view(folder: Path, wanted: str) -> Path | None:
    """A journal that can only be viewed, because it is in the archive or was named by its path."""
    if wanted.endswith(journal_file.SUFFIX):
        return Path(os.path.realpath(wanted))
    return None if journal_file.has_journal(folder, wanted) else journal_file.archived_path(folder, wanted)


# Opening one


def resume_journal(journal_settings: JournalSettings, journal_id: str) -> Replay:
    """Opens a journal to continue its fight; a damaged journal only shows the fight before the damage.

    Raises StorageError if nothing can be read, the fight is finished, or another program has it.
    """
    path = journal_file.journal_path(journal_settings.folder, journal_id)
    journal, contents = _open(journal_settings, path)
    replay: Replay | None = None
    try:
        with replay_errors(path):
            replay = replay_journal(contents)
    finally:
        takes_more = replay and replay.complete and contents.header["format"] == records.FORMAT
        if journal and not takes_more:
            journal.close(finished=False)
    if journal is None or not replay.complete:
        replay.problem = replay.problem or str(contents.damage)
        return replay
    timeline, fight_files, problems = replay.timeline, replay.fight_files, [replay.problem]
    if takes_more:
        replay.recorder = Recorder.append_to(journal_settings, journal, timeline, fight_files)
        problems.append(replay.recorder.note_opened(timeline.fight))
    elif fault := _unwritable(timeline.fight):
        replay.problem = f"no new journal can continue from this fight: {fault}"
        return replay
    else:
        replay.recorder = Recorder.continue_from(journal_settings, journal_id, timeline.fight, fight_files)
        problems = [replay.problem or f"the journal has an older format, {contents.header['format']}"]
        problems.append(f"it continues in a new journal, {replay.recorder.id}")
    if contents.torn:
        problems.append("the last line was incomplete; it is in a file next to the journal")
    replay.problem = "; ".join(filter(None, problems))
    return replay


def _unwritable(fight: Fight) -> str:
    """The reason why a new journal of this fight could not be read back; empty if it could."""
    try:
        fight_from_table(fight_table(fight))
    except OrcusError as fault:
        return str(fault)
    return ""


def view_journal(path: Path) -> Replay:
    """Reads a journal to view its fight, also while another program writes it. Raises StorageError."""
    contents = journal_file.read_journal(path)
    with replay_errors(path):
        replay = replay_journal(contents)
    if contents.damage and not replay.problem:
        replay.problem = str(contents.damage)
    return replay


def _open(
    journal_settings: JournalSettings, path: Path
) -> tuple[journal_file.Journal | None, journal_file.JournalContents]:
    """The open journal and its contents; no journal if it is damaged and can only be read."""
    try:
        return journal_file.Journal.resume(path, disk=journal_settings.disk)
    except Locked:
        raise Locked(path, holder_of(path)) from None
    except StorageError:
        contents = journal_file.read_journal(path)
        if contents.damage is None:
            raise
        return None, contents


def holder_of(path: Path) -> str:
    """The program that last opened a journal: `process 1234 (orcus-tui 0.1.0)`."""
    try:
        contents = journal_file.read_journal(path)
    except StorageError:
        return "another program"
    opened = next((each for each in reversed(contents.records) if each.get("record") == "opened"), contents.header)
    process, program = opened.get("process"), printable(str(opened.get("program", "")))
    return f"process {process} ({program})" if process else "another program"


# Replaying


@contextmanager
def replay_errors(path: Path) -> Iterator[None]:
    """Raises StorageError for a journal that has no fight to begin with."""
    try:
        yield
    except (OrcusError, ValueError) as fault:
        raise StorageError(path, str(fault)) from fault


def replay_journal(contents: journal_file.JournalContents) -> Replay:
    """Replays a journal event by event; no die is rolled and no rule is applied.

    A journal of an unknown format is opened from its last record with a whole fight, if there is one. A journal with an
    invalid record is read up to that record. Raises ValueError or FieldFaults if it has no fight to begin with.
    """
    if not is_known_format(contents.header):
        return _replay_last_whole_fight(contents)
    replay = begin_replay(contents.header)
    for _ in replay_lines(replay, contents):
        pass
    return replay


def replay_lines(replay: Replay, contents: journal_file.JournalContents) -> Iterator[records.Record]:
    """Replays the records of a journal after its first line; yields each, up to an invalid one."""
    for number, table in enumerate(contents.records, start=2):
        try:
            yield replay_line(replay, contents.header, table)
        except ValueError as fault:
            replay.problem = f"line {number} of the journal is invalid: {fault}"
            replay.complete = False
            return


def is_known_format(header: Table) -> bool:
    """Whether the lines of a journal with this header can be replayed one by one."""
    return header["format"] in _UPGRADES


def begin_replay(header: Table) -> Replay:
    """The fight in the first line of a journal of a known format, before any command.

    Raises ValueError or FieldFaults.
    """
    read = records.read_header(_UPGRADES[header["format"]](header))
    return Replay(Timeline(fight_from_table(read.encounter)), _fight_files(read))


def replay_line(replay: Replay, header: Table, table: Table) -> records.Record:
    """Replays one line of a journal with this header, and returns its record.

    Raises ValueError, and leaves the replay as it was, if the line does not fit the earlier lines.
    """
    try:
        record = records.read_record(_UPGRADES[header["format"]](table))
        _replay_record(replay, record, SYSTEMS[replay.timeline.fight.system])
    except (OrcusError, ValueError, TypeError, KeyError, IndexError, AttributeError) as fault:
        raise ValueError(str(fault) or type(fault).__name__) from fault
    return record


_UPGRADES: Mapping[object, Callable[[Table], Table]] = {1: format_1.upgrade, records.FORMAT: lambda table: table}
"""For each known format, the function that converts its lines to the present format."""


def _fight_files(header: records.Header) -> FightFiles:
    encounter, saved_to = _path(header.file), _path(header.saved_to)
    return FightFiles(encounter, saved_to, header.aliases, header.file_digest, header.saved_digest)


def _path(text: str) -> Path | None:
    """A path in a journal; None for a path that no file can have."""
    try:
        is_possible = text and "\0" not in text and os.fsencode(text)
    except UnicodeError:
        return None
    return Path(text) if is_possible else None


def _replay_record(replay: Replay, record: records.Record, system: System) -> None:
    """Replays one record. Raises ValueError or IndexError if it does not fit the earlier records."""
    timeline = replay.timeline
    match record:
        case records.Change():
            timeline.add(_change(timeline, record, system))
        case records.Aside():
            timeline.note(_execution(record.execution, timeline.fight, system))
        case records.Undo(count=count) if count > 0:
            timeline.undo(count)
        case records.Redo(count=count) if count > 0:
            timeline.redo(count)
        case records.Undo() | records.Redo():
            raise ValueError(f"it undoes or redoes {record.count} commands")
        case records.Alias():
            replay.fight_files.aliases[record.name] = record.line
        case records.WholeFight():
            replay.timeline = Timeline(fight_from_table(record.fight))
        case records.Checkpoint() if record.saved_to:
            replay.fight_files.saved_to = _path(record.saved_to)
            replay.fight_files.saved_digest = record.saved_digest


def _change(timeline: Timeline, record: records.Change, system: System) -> Change:
    place = len(timeline.executions) - record.removed
    if place < 0:
        raise ValueError("it replaces more commands than there are")
    before = timeline.before(place)
    added: list[Execution] = []
    for each in record.executions:
        added.append(_execution(each, before, system))
        before = added[-1].after
    return Change(record.line or added[-1].line, tuple(added), tuple(timeline.executions[place:]))


def _execution(record: records.Execution, before: Fight, system: System) -> Execution:
    events: list[Event] = []
    fight = before
    for stored in record.events:
        event = records.read_event(stored, system, fight.sheets)
        events.append(event)
        fight = event.apply(fight)
    return Execution(
        record.line, fight, tuple(events), record.dice, changed=fight is not before, in_script=record.goes_on
    )


def _replay_last_whole_fight(contents: journal_file.JournalContents) -> Replay:
    tables = [each["fight"] for each in contents.records if "fight" in each]
    if not tables:
        raise ValueError(f"this journal has format {contents.header['format']!r}, and no whole fight to open")
    last = tables[-1]
    if not isinstance(last, dict):
        raise ValueError("its last whole fight is not a table")  # noqa: TRY004  # an error in the file
    problem = "the journal has another format: what came before its last whole fight cannot be undone"
    return Replay(Timeline(fight_from_table(last)), problem=problem)


# Typed commands


def typed_commands(contents: journal_file.JournalContents) -> Iterator[str]:
    """The commands of a journal as typed; empty for a journal of an unknown format."""
    upgrade = _UPGRADES.get(contents.header["format"])
    if upgrade is None:
        return
    for table in contents.records:
        try:
            line = _typed_command(records.read_record(upgrade(table)))
        except (OrcusError, ValueError, TypeError, KeyError, IndexError):
            continue  # opening the fight will name the problem
        if line:
            yield line


def _typed_command(record: records.Record) -> str:
    match record:
        case records.Change():
            return record.line or record.executions[-1].line
        case records.Aside():
            return record.execution.line
        case records.Undo():
            return f"undo {record.count}"
        case records.Redo():
            return f"redo {record.count}"
        case records.WholeFight():
            return record.line
    return ""
