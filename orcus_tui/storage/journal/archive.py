"""The archive: a folder beside the journals for those that are put away. Nothing is put there unasked."""

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from itertools import count, takewhile
from pathlib import Path

from orcus_tui.storage.atomic import Disk
from orcus_tui.storage.journal.journal_file import ARCHIVE, journal_path, list_journals, torn_path
from orcus_tui.storage.journal.journal_settings import JournalSettings
from orcus_tui.storage.lock import take_lock
from orcus_tui.storage.storage_error import NotSynced, StorageError, reason

_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def finished_before(folder: Path, day: str) -> list[str]:
    """The ids of the finished fights in a folder that began before a day such as 2026-01-01.

    A journal that cannot be read, or does not say when it began, is none of them.

    Raises StorageError where the folder cannot be read.
    """
    found = []
    for journal in list_journals(folder):
        when = str(journal.header.get("when", "")) if journal.header and journal.finished else ""
        if _DAY.match(when) and when < day:
            found.append(journal.id)
    return found


def archive_journal(journal_settings: JournalSettings, journal_id: str) -> Path:
    """Moves a journal, with its torn lines, to the archive, and answers where it is now.

    Raises StorageError, and the journal is where it was, unless it is NotSynced: another program has it (Locked), the
    archive has one of its name, or it cannot be moved.
    """
    path = journal_path(journal_settings.folder, journal_id)
    archived = path.parent / ARCHIVE / path.name
    if not path.is_file() or path.is_symlink():
        raise StorageError(path, "is not an ordinary file, and stays where it is")
    lock = take_lock(path, journal_settings.program)
    try:
        _move(path, archived, journal_settings.disk)
    except OSError as error:
        raise StorageError(path, f"cannot be moved to the archive: {reason(error)}") from error
    finally:
        lock.release()
    return archived


def _move(path: Path, archived: Path, disk: Disk) -> None:
    """Moves the torn lines of a journal, the last first, then the journal, so that a move cut short can go on."""
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
    """Makes the folder of the archive; it is on the disk before a journal is moved there, or both could be lost."""
    if not folder.is_dir():
        with suppress(FileExistsError):  # another program was faster
            disk.make_folder(folder)
            folder.chmod(0o700)
        disk.sync_folder(folder.parent)


def _torn_lines(path: Path) -> Iterator[Path]:
    return takewhile(os.path.lexists, map(partial(torn_path, path), count(1)))
