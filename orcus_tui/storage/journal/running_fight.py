"""The running fight of another program: finds its journal, follows it, and moves on to the next fight.

It is used by the players' view, and by trackers that follow a fight. It takes no lock and writes nothing.
"""

import os
from collections.abc import Callable
from pathlib import Path

from orcus_tui.storage.journal.journal_file import journal_path
from orcus_tui.storage.journal.journal_follower import FileVersion, JournalFollower, file_version
from orcus_tui.storage.journal.journal_list import unfinished_paths
from orcus_tui.storage.journal.recovery import find_unfinished
from orcus_tui.storage.lock import is_locked
from orcus_tui.storage.storage_error import StorageError

AboutToRead = Callable[[Path], None]
"""A function called before a journal is read, since a large journal takes a while."""


class RunningFight:
    """The fight that another program plays, and later its next fight.

    `journal` is the journal that is followed; `fault` says why it cannot be read. `is_left`: the fight is no longer
    being played, and there is no next fight yet.
    """

    def __init__(self, journal: JournalFollower, *, waits_for_it: bool) -> None:
        """With `waits_for_it`, waits for this fight to be played, unless its journal is gone."""
        self.journal = journal
        self.fault: StorageError | None = None
        self.is_left = False
        self._waits_for_it = waits_for_it
        self._was_played = is_locked(journal.path)
        self._folder_seen: FileVersion | None = None
        self._is_folder_settled = False
        self._unreadable: dict[Path, FileVersion | None] = {}

    @property
    def problem(self) -> str:
        """Why nothing new can be read of the fight; empty if there is no problem."""
        if self.fault:
            return f"the journal {self.fault.problem}"
        return f"the journal's {self.journal.damage}" if self.journal.damage else ""

    def read_new_lines(self) -> bool:
        """Reads new lines of the journal, and returns whether the fight or the problem has changed."""
        before = self.problem
        try:
            changed, self.fault = self.journal.poll(), None
        except StorageError as fault:
            changed, self.fault = False, fault
        return changed or self.problem != before

    def follow_next(self) -> bool:
        """Follows the next fight once the current one is no longer being played; returns whether it does.

        A next fight that cannot be read (yet) is tried again when its journal has changed.
        """
        path = self.journal.path
        if not self.journal.finished and is_locked(path):
            self._was_played, self.is_left = True, False
            return False
        if self._waits_for_it and not self._was_played and path.exists():
            return False
        if not self._has_news():
            return False
        next_one = self._next_played()
        self.is_left = next_one is None
        if next_one:
            self.journal, self.fault, self._was_played = next_one, None, True
            self._folder_seen, self._unreadable = None, {}
        return next_one is not None

    def _has_news(self) -> bool:
        """Whether the folder, or a journal that could not be read, has changed since the last call.

        A change of the folder is reported twice, since another change right after it may have the same time.
        """
        folder = _version(self.journal.path.parent)
        if folder != self._folder_seen or not self._is_folder_settled:
            self._is_folder_settled = folder == self._folder_seen
            self._folder_seen = folder
            return True
        return any(_version(path) != version for path, version in self._unreadable.items())

    def _next_played(self) -> JournalFollower | None:
        """Another fight that is being played; of several, the one that can be read and was written last."""
        try:
            paths = unfinished_paths(self.journal.path.parent)
        except StorageError:
            return None  # the folder is gone too; it is read again once it exists
        others = [each for each in paths if each != self.journal.path and is_locked(each)]
        known, self._unreadable = self._unreadable, {}
        for path in sorted(others, key=_last_written, reverse=True):
            version = _version(path)
            if path not in known or known[path] != version:
                try:
                    return JournalFollower(path)
                except StorageError:
                    pass  # its first line is missing or wrong
            self._unreadable[path] = version
        return None


def follow_running(
    folder: Path,
    encounter: Path | None = None,
    about_to_read: AboutToRead = lambda _: None,
    *,
    waits_for_it: bool = True,
) -> RunningFight:
    """Follows the unfinished fight that was written last, of this encounter file, if given.

    A fight that is being played has priority.

    Raises StorageError if there is no such fight that can be read.
    """
    unreadable = None
    for path in sorted(unfinished_paths(folder), key=_last_written, reverse=True):
        about_to_read(path)
        try:
            journal = JournalFollower(path)
        except StorageError as fault:
            unreadable = unreadable or fault
            continue
        file = journal.replay.fight_files.encounter
        if encounter is None or (file and os.path.realpath(file) == os.path.realpath(encounter)):
            return RunningFight(journal, waits_for_it=waits_for_it)
    if unreadable and not encounter:
        raise unreadable
    what = f"no fight of {encounter} is running" if encounter else "no fight is running"
    raise StorageError(folder, f"{what}; begin one in the tracker first")


def follow_journal(
    folder: Path, wanted: str, about_to_read: AboutToRead = lambda _: None, *, waits_for_it: bool = True
) -> RunningFight:
    """Follows the fight with this id, or the unfinished fight whose id begins like this. Raises StorageError."""
    path = journal_path(folder, find_unfinished(folder, wanted))
    about_to_read(path)
    return RunningFight(JournalFollower(path), waits_for_it=waits_for_it)


def _version(path: Path) -> FileVersion | None:
    try:
        return file_version(path)
    except StorageError:
        return None


def _last_written(path: Path) -> tuple[bool, int]:
    """Whether a journal is being played, and when it was last written."""
    version = _version(path)
    return is_locked(path), version.modified if version else 0
