"""The archive: a folder next to the journals, for finished journals. A journal is moved there only on request."""

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from itertools import count, takewhile
from pathlib import Path

from orcus_tui.storage.atomic import Disk, is_link
from orcus_tui.storage.journal.journal_file import ARCHIVE, journal_path, open_locked, require_file, torn_path
from orcus_tui.storage.journal.journal_list import list_journals
from orcus_tui.storage.journal.journal_settings import JournalSettings
from orcus_tui.storage.journal.recovery import holder_of
from orcus_tui.storage.lock import Locked, unlock_and_close
from orcus_tui.storage.storage_error import NotSynced, StorageError, reason, storage_errors

DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_NOT_MOVED = "cannot be moved to the archive"


def finished_before(folder: Path, day: str) -> list[str]:
    """The ids of the finished fights in a folder that began before a day such as 2026-01-01.

    A journal that cannot be read, or does not say when it began, is left out.

    Raises StorageError if the folder cannot be read.
    """
    finished = (each for each in list_journals(folder) if each.finished)
    return [each.id for each in finished if DAY.match(each.when) and each.when < day]


def archive_journal(journal_settings: JournalSettings, journal_id: str) -> Path:
    """Moves a journal, with its torn lines, to the archive, and returns its new path.

    Raises StorageError if another program has it open (Locked), if the archive has a journal of that name, or if it
    cannot be moved. Unless the error is NotSynced, the journal is then still where it was.
    """
    path = journal_path(journal_settings.folder, journal_id)
    archived = path.parent / ARCHIVE / path.name
    require_file(path)
    with _locked(path), storage_errors(path, _NOT_MOVED):
        _move(path, archived, journal_settings.disk)
    return archived


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Keeps other programs from writing a journal. Raises Locked if a program is writing it."""
    try:
        fd = open_locked(path, _NOT_MOVED)
    except Locked:
        raise Locked(path, holder_of(path)) from None
    if sys.platform == "win32":
        unlock_and_close(fd)  # Windows cannot move an open file, so another program can stop the move
        yield
        return
    try:
        yield
    finally:
        unlock_and_close(fd)


def _move(path: Path, archived: Path, disk: Disk) -> None:
    """Moves the torn lines of a journal, the last first, then the journal: an interrupted move can be repeated."""
    _make_archive(archived.parent, disk)
    files = [*reversed(list(_torn_lines(path))), path]
    moves = [(each, archived.with_name(each.name)) for each in files]
    for _, target in moves:
        if os.path.lexists(target):
            raise StorageError(target, "is in the archive already; nothing is moved over it")
    for source, target in moves:
        disk.replace(source, target)
    try:
        disk.sync_folder(archived.parent)
        disk.sync_folder(path.parent)
    except OSError as error:
        problem = f"moved to the archive, but that may not survive a power failure: {reason(error)}"
        raise NotSynced(path, problem) from error


def _make_archive(folder: Path, disk: Disk) -> None:
    """Makes the folder of the archive, on the disk before a journal is moved there: otherwise both could be lost."""
    if is_link(folder):
        raise StorageError(folder, "is a link; journals are only moved to a folder of that name")
    if not folder.is_dir():
        with suppress(FileExistsError):  # another program has just created it
            disk.make_folder(folder)
        disk.sync_folder(folder.parent)


def _torn_lines(path: Path) -> Iterator[Path]:
    return takewhile(os.path.lexists, map(partial(torn_path, path), count(1)))
