"""Writes the journal of a fight: each command before its result is shown."""

import os
from collections.abc import Iterable
from itertools import islice
from pathlib import Path

from msgspec.structs import replace

from orcus_tui.model.fight import Fight
from orcus_tui.model.history import Change, Execution, Timeline
from orcus_tui.storage.atomic import make_folders
from orcus_tui.storage.encounter.fight_tables import fight_table
from orcus_tui.storage.journal import records
from orcus_tui.storage.journal.journal_file import ARCHIVE, Journal, journal_path
from orcus_tui.storage.journal.journal_list import names_to_continue
from orcus_tui.storage.journal.journal_settings import FightFiles, JournalSettings
from orcus_tui.storage.storage_error import StorageError, storage_errors
from orcus_tui.systems import SYSTEMS

MOST_OF_A_DAY = 9_999
"""The most journals with one day and name, including those in the archive."""
WHOLE_EVERY = 500
"""The number of lines after which a line with the whole fight is written."""


class Recorder:
    """Writes the journal of one fight; after a failed write, continues in a new file, with a warning.

    It counts the changes in the present file that can be undone, so that no line undoes a change from an earlier file.
    """

    def __init__(
        self, journal_settings: JournalSettings, journal: Journal, journal_id: str, fight_files: FightFiles
    ) -> None:
        self.id = journal_id
        self._journal_settings = journal_settings
        self._journal = journal
        self._fight_files = fight_files
        self._undo_count = 0
        self._redo_count = 0
        self._lines_since_whole = 0
        self._has_all_changes = True
        self._loss = ""  # the reason why nothing could be written anywhere; otherwise empty

    @classmethod
    def start(cls, journal_settings: JournalSettings, timeline: Timeline, fight_files: FightFiles) -> "Recorder":
        """Begins a journal with the current fight; changes before it are only in memory. Raises StorageError."""
        journal, journal_id = _begin_journal(journal_settings, timeline.fight, fight_files)
        recorder = cls(journal_settings, journal, journal_id, fight_files)
        recorder._has_all_changes = not timeline.executions and not timeline.redo_count
        return recorder

    @classmethod
    def continue_from(
        cls, journal_settings: JournalSettings, journal_id: str, fight: Fight, fight_files: FightFiles
    ) -> "Recorder":
        """Begins a journal that continues another one. Raises StorageError."""
        journal, new_id = _continue_journal(journal_settings, journal_id, fight, fight_files)
        recorder = cls(journal_settings, journal, new_id, fight_files)
        recorder._has_all_changes = False
        return recorder

    @classmethod
    def append_to(
        cls, journal_settings: JournalSettings, journal: Journal, timeline: Timeline, fight_files: FightFiles
    ) -> "Recorder":
        """Continues a journal that `timeline` was read from."""
        recorder = cls(journal_settings, journal, journal.path.stem, fight_files)
        recorder._undo_count, recorder._redo_count = timeline.undo_count, timeline.redo_count
        return recorder

    def note_opened(self, fight: Fight) -> str:
        """Records that this program has resumed the fight. Returns a warning, or nothing.

        Raises StorageError if it can be written neither to this file nor to a new one.
        """
        return self._write(records.Opened(self._time(), self._journal_settings.program, os.getpid()), fight)

    @property
    def path(self) -> Path:
        """The current file."""
        return self._journal.path

    @property
    def is_broken(self) -> bool:
        """Whether the last line could not be written anywhere."""
        return bool(self._loss)

    def write_change(self, change: Change) -> str:
        """Writes a change; returns a warning, or nothing.

        Raises StorageError if it can be written neither to this file nor to a new one.
        """
        last = change.added[-1]
        if change.removed and not self._has_all_changes:
            return self.write_whole_fight(last.after, change.line)
        system = SYSTEMS[last.after.system]
        record = records.Change(
            self._time(),
            tuple([records.execution_record(execution, system) for execution in change.added]),
            line="" if change.line == last.line else change.line,
            removed=len(change.removed),
        )
        return self._write(record, last.after, (self._undo_count + 1, 0))

    def write_aside(self, execution: Execution) -> str:
        """Writes a command that changed nothing, such as a roll."""
        record = records.execution_record(execution, SYSTEMS[execution.after.system])
        return self._write(records.Aside(self._time(), record), execution.after)

    def write_undo(self, count: int, after: Fight) -> str:
        """Writes that changes were undone."""
        if count > self._undo_count:
            return self.write_whole_fight(after, f"undo {count}")
        counts = self._undo_count - count, self._redo_count + count
        return self._write(records.Undo(self._time(), count), after, counts)

    def write_redo(self, count: int, after: Fight) -> str:
        """Writes that changes were redone."""
        if count > self._redo_count:
            return self.write_whole_fight(after, f"redo {count}")
        counts = self._undo_count + count, self._redo_count - count
        return self._write(records.Redo(self._time(), count), after, counts)

    def write_alias(self, name: str, line: str, fight: Fight) -> str:
        """Writes a new alias."""
        return self._write(records.Alias(self._time(), name, line), fight)

    def write_whole_fight(self, fight: Fight, line: str) -> str:
        """Writes the whole fight after `line`; nothing before it can be undone from this journal."""
        warning = self._write(records.WholeFight(self._time(), fight_table(fight), line), fight)
        self._start_here()
        return warning

    def write_checkpoint(self, fight: Fight, saved_to: Path | None = None) -> str:
        """Writes the whole fight, for programs that cannot read the commands.

        `saved_to` is the file that the fight was just written to, if any. Returns a warning, or nothing.
        """
        self._lines_since_whole = -1
        return self._write(self._checkpoint(fight, saved_to), fight)

    @property
    def is_lost(self) -> bool:
        """Whether the file is no longer this journal, or the last line could not be written anywhere."""
        return bool(self._loss or self._journal.loss)

    def replace_lost_file(self, fight: Fight) -> str:
        """Continues in a new journal if the file is lost. Returns a warning, or nothing.

        Raises StorageError if no new journal can be begun.
        """
        if not self.is_lost:
            return ""
        problem = self._loss or f"the journal is lost: {self._journal.loss}"
        return self._continue_in_new_file(fight, StorageError(self.path, problem))

    def close(self, fight: Fight, *, finished: bool) -> str:
        """Writes the whole fight and closes the journal, or a new journal if the file is lost.

        Returns a warning, or nothing.

        The fight is offered again if it is not `finished`, or if the last line could not be written.
        """
        warning = ""
        try:
            try:
                self._journal.append(records.record_table(self._checkpoint(fight)))
            except StorageError as failed:
                warning = self._continue_in_new_file(fight, failed)
            self._journal.close(finished=finished)
        except StorageError as failed:
            self._journal.close(finished=False)
            return str(failed)
        return warning

    def _checkpoint(self, fight: Fight, saved_to: Path | None = None) -> records.Checkpoint:
        if saved_to is None:
            return records.Checkpoint(self._time(), fight_table(fight))
        return records.Checkpoint(self._time(), fight_table(fight), str(saved_to), self._fight_files.saved_digest)

    def _time(self) -> str:
        return self._journal_settings.clock()

    def _write(self, record: records.Record, after: Fight, counts: tuple[int, int] | None = None) -> str:
        """Appends a record; if that fails, begins a new journal with the fight after it, and returns a warning.

        `counts` are the numbers of changes that can be undone and redone after it; None if unchanged.
        """
        try:
            self._journal.append(records.record_table(record))
        except StorageError as failed:
            return self._continue_in_new_file(after, failed)
        self._undo_count, self._redo_count = counts or (self._undo_count, self._redo_count)
        self._lines_since_whole += 1
        return self.write_checkpoint(after) if self._lines_since_whole >= WHOLE_EVERY else ""

    def _continue_in_new_file(self, fight: Fight, failed: StorageError) -> str:
        self._journal.close(finished=False)
        try:
            self._journal, self.id = _continue_journal(self._journal_settings, self.id, fight, self._fight_files)
        except StorageError as neither:
            self._loss = failed.problem
            raise StorageError(failed.path, f"{failed.problem}; no new journal can be begun: {neither}") from neither
        self._loss = ""
        self._start_here()
        return f"{failed}; continuing in a new journal, {self.id}"

    def _start_here(self) -> None:
        self._undo_count = self._redo_count = self._lines_since_whole = 0
        self._has_all_changes = False


def _begin_journal(journal_settings: JournalSettings, fight: Fight, fight_files: FightFiles) -> tuple[Journal, str]:
    """A new journal and its name. Raises StorageError."""
    header = _header(journal_settings, fight, fight_files)
    stem = f"{header.when[:10]}-{_slug(fight.name)}"
    names = (stem if number == 1 else f"{stem}-{number}" for number in range(1, MOST_OF_A_DAY + 1))
    # A deleted journal may have a continuation, because of which a new journal of the same name would not be listed.
    free = (name for name in names if not _is_taken(journal_settings.folder, next(names_to_continue(name))))
    return _create_journal(journal_settings, free, header)


def _continue_journal(
    journal_settings: JournalSettings, journal_id: str, fight: Fight, fight_files: FightFiles
) -> tuple[Journal, str]:
    """A new journal that continues another one, and its name. Raises StorageError."""
    header = replace(_header(journal_settings, fight, fight_files), continues=journal_id)
    return _create_journal(journal_settings, islice(names_to_continue(journal_id), MOST_OF_A_DAY), header)


def _is_taken(folder: Path, journal_id: str) -> bool:
    """Whether a folder or its archive has a file for a journal of this id."""
    return any(map(os.path.lexists, (journal_path(folder, journal_id), journal_path(folder / ARCHIVE, journal_id))))


def _create_journal(
    journal_settings: JournalSettings, names: Iterable[str], header: records.Header
) -> tuple[Journal, str]:
    folder = journal_settings.folder
    with storage_errors(folder, "no journal can be kept here"):
        make_folders(folder, disk=journal_settings.disk)
    table = records.record_table(header)
    for journal_id in names:
        path = journal_path(folder, journal_id)
        if _is_taken(folder, journal_id):
            continue
        try:
            return Journal.create(path, table, disk=journal_settings.disk), journal_id
        except StorageError:
            if not os.path.lexists(path):  # another program may just have begun one of that name
                raise
    raise StorageError(
        folder,
        f"holds {MOST_OF_A_DAY:,} journals of this day and name, the most there can be; "
        "delete some, or change the `name` of the encounter",
    )


def _slug(name: str) -> str:
    words = "".join(sign if sign.isascii() and sign.isalnum() else " " for sign in name.lower()).split()
    return "-".join(words)[:40].strip("-") or "fight"


def _header(journal_settings: JournalSettings, fight: Fight, fight_files: FightFiles) -> records.Header:
    encounter, saved_to = fight_files.encounter, fight_files.saved_to
    return records.Header(
        records.FORMAT,
        journal_settings.program,
        journal_settings.clock(),
        fight_table(fight),
        file=str(encounter.absolute()) if encounter else "",
        saved_to=str(saved_to.absolute()) if saved_to else "",
        aliases=dict(fight_files.aliases),
        process=os.getpid(),
        file_digest=fight_files.encounter_digest,
        saved_digest=fight_files.saved_digest,
    )
