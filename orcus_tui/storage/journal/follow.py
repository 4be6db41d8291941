"""Follows a journal as it grows, whichever program writes it: takes no lock and writes nothing."""

import os
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from orcus_tui.errors import OrcusError
from orcus_tui.model.fight import Fight
from orcus_tui.model.history import Timeline
from orcus_tui.storage.journal.journal_file import (
    LARGEST,
    JournalEnd,
    WrongLineError,
    crc_of,
    decode_header,
    decode_line,
    read_journal,
    require_file,
    require_to_follow,
    unfinished_paths,
)
from orcus_tui.storage.journal.recovery import (
    Replay,
    begin_replay,
    is_known_format,
    replay_journal,
    replay_line,
)
from orcus_tui.storage.lock import seems_locked
from orcus_tui.storage.storage_error import StorageError, reason


class _Version(Struct, frozen=True):
    """What the operating system says of a file; it differs once the file has changed."""

    inode: int
    size: int
    modified: int


class JournalFollower:
    """The fight of a journal, as the journal has it now: `poll` reads what has been written since.

    `problem` says why the fight is not followed further: a line is damaged, or makes no sense. The follower waits
    there, and goes on once the line is right; a line that is still being written is no problem. `finished` says that
    the journal was closed for good, and `when` is the time its last line was written.
    """

    def __init__(self, path: Path) -> None:
        """Reads the journal up to its end. Raises StorageError where it is none, or cannot be read."""
        self.path = path
        self.problem = ""
        self.finished = False
        self.when = ""
        self._version: _Version | None = None
        self._start_over()
        self.poll()

    @property
    def timeline(self) -> Timeline:
        """The history of the fight; another one where the journal began anew with a whole fight."""
        return self._replay.timeline

    @property
    def fight(self) -> Fight:
        """The fight as it is."""
        return self._replay.timeline.fight

    @property
    def replay(self) -> Replay:
        """The timeline, with the files and aliases that go with it."""
        return self._replay

    def poll(self) -> bool:
        """Reads what is new, and answers whether anything is. A poll without news costs one look at the folder.

        Raises StorageError where the journal has gone, or cannot be read.
        """
        version = self._look()
        if version == self._version:
            return False
        before = (self._replay, self._offset, self.problem, self.finished)
        if self._version and (version.inode != self._version.inode or version.size < self._offset):
            self._start_over()
        self._read()
        self._version = version
        return before != (self._replay, self._offset, self.problem, self.finished)

    def _look(self) -> _Version:
        try:
            found = self.path.stat()
        except FileNotFoundError as error:
            raise StorageError(self.path, "is gone") from error
        except OSError as error:
            raise StorageError(self.path, f"cannot be read: {reason(error)}") from error
        return _Version(found.st_ino, found.st_size, found.st_mtime_ns)

    def _start_over(self) -> None:
        """Reads the first line. Raises StorageError where it is not that of a journal."""
        require_file(self.path)
        line = self._lines_from(0)[:1]
        header = decode_header(self.path, line[0] if line else None)
        self._is_chained = header.pop("after", None) is not None
        self._header = header
        try:
            if is_known_format(header):
                self._replay = begin_replay(header)
            else:
                self._replay = replay_journal(read_journal(self.path))
        except (OrcusError, ValueError) as fault:
            raise StorageError(self.path, str(fault)) from fault
        self._offset = len(line[0]) + 1
        self._end = JournalEnd(1, crc_of(line[0]))
        self.when = str(header.get("when", ""))
        self.problem, self.finished = "", False

    def _lines_from(self, offset: int) -> list[bytes]:
        """The whole lines of the file from here, without their newlines. Raises StorageError."""
        try:
            with self.path.open("rb") as file:
                file.seek(offset)
                data = file.read(LARGEST + 1)
        except OSError as error:
            raise StorageError(self.path, f"cannot be read: {reason(error)}") from error
        if len(data) > LARGEST:
            raise StorageError(self.path, f"is too large: a journal has at most {LARGEST >> 20} MB")
        return data.split(b"\n")[:-1]

    def _read(self) -> None:
        """Replays the lines since the last that was right, up to one that is not."""
        if not is_known_format(self._header):
            self._read_whole_fight()
            return
        self.problem = ""
        for line in self._lines_from(self._offset):
            try:
                record = decode_line(self._end.following, line)
                self._is_chained = require_to_follow(record.pop("after", None), self._end, is_chained=self._is_chained)
                self._take(record)
            except WrongLineError as wrong:
                self.problem = f"line {self._end.following + 1} is damaged: {wrong.problem}"
                return
            except ValueError as fault:
                self.problem = f"line {self._end.following + 1} of the journal makes no sense: {fault}"
                return
            self._offset += len(line) + 1
            self._end = JournalEnd(self._end.following + 1, crc_of(line))

    def _take(self, record: dict[str, object]) -> None:
        if self.finished:
            raise WrongLineError("it follows the end of the journal", whole=True)
        if "end" in record:
            self.finished = True
        else:
            self.when = replay_line(self._replay, self._header, record).at

    def _read_whole_fight(self) -> None:
        """Opens a journal of another program version from its last whole fight."""
        try:
            contents = read_journal(self.path)
            self._replay = replay_journal(contents)
        except (OrcusError, ValueError) as fault:
            raise StorageError(self.path, str(fault)) from fault
        self._offset = self._look().size
        self.finished = contents.finished


class PlayedFight:
    """The fight that another program plays, and once it is left the next one that is played, as after `open`.

    `follower` follows the journal of the one that is shown now. `is_left`: it was played, is not any more, and there is
    no other yet.
    """

    def __init__(self, follower: JournalFollower) -> None:
        self.follower = follower
        self.is_left = False
        self._was_played = False
        self._folder_looked_at = False, 0

    def move_on(self) -> bool:
        """Follows the next fight, once the one before was played and is not any more; answers whether it does.

        A fight that nobody played while it was followed is not left, unless its journal is gone. A next fight that
        cannot be read, or not yet, is tried again at every look.
        """
        path = self.follower.path
        if not self.follower.finished and seems_locked(path):
            self._was_played, self.is_left = True, False
            return False
        folder = _last_written(path.parent)
        if folder == self._folder_looked_at or not (self._was_played or not path.exists()):
            return False
        others, next_one = _others_played(path)
        if next_one:
            self.follower, self._was_played = next_one, True
        self.is_left = next_one is None
        self._folder_looked_at = (False, 0) if others else folder
        return next_one is not None


def _others_played(path: Path) -> tuple[int, JournalFollower | None]:
    """How many other fights than this one are played, and the one written last of those that can be read."""
    try:
        others = [each for each in unfinished_paths(path.parent) if each != path and seems_locked(each)]
    except StorageError:
        return 0, None  # the folder is gone too; once it is there again, it is looked at
    for each in sorted(others, key=_last_written, reverse=True):
        try:
            return len(others), JournalFollower(each)
        except StorageError:
            continue  # it has no first line yet, or a wrong one
    return len(others), None


def follow_running(
    folder: Path, encounter: Path | None, about_to_read: Callable[[Path], None] = lambda _: None
) -> JournalFollower:
    """Follows the unfinished fight of an encounter file, or of any, that was written last; one being played goes first.

    `about_to_read` is called with each journal on the way, before it is read. Raises StorageError where there is none.
    """
    for path in sorted(unfinished_paths(folder), key=_last_written, reverse=True):
        about_to_read(path)
        try:
            follower = JournalFollower(path)
        except StorageError:
            continue  # what another program cannot read either is no fight that runs
        file = follower.replay.fight_files.encounter
        if encounter is None or (file and os.path.realpath(file) == os.path.realpath(encounter)):
            return follower
    what = f"no fight of {encounter} is running" if encounter else "no fight is running"
    raise StorageError(folder, f"{what}; the tracker begins one")


def _last_written(path: Path) -> tuple[bool, int]:
    try:
        return seems_locked(path), path.stat().st_mtime_ns
    except OSError:
        return False, 0
