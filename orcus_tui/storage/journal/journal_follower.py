"""Follows a journal that another program writes; takes no lock and writes nothing."""

from pathlib import Path

from msgspec import Struct

from orcus_tui.model.fight import Fight
from orcus_tui.model.history import Timeline
from orcus_tui.storage.journal import journal_file, recovery
from orcus_tui.storage.storage_error import StorageError, storage_errors


class FileVersion(Struct, frozen=True):
    """The version of a file by its attributes, which change with the content and the permissions."""

    inode: int
    size: int
    modified: int
    changed: int


def file_version(path: Path) -> FileVersion:
    """The current version of a file. Raises StorageError if it is gone or cannot be read."""
    with storage_errors(path, "cannot be read"):
        try:
            found = path.stat()
        except FileNotFoundError as error:
            raise StorageError(path, "is gone") from error
    return FileVersion(found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns)


class JournalFollower:
    """The fight of a journal that another program writes; `poll` reads new lines.

    `damage` says why following has stopped: a line is damaged or invalid. The follower waits at that line, and
    continues once the line is right; a line that is still being written is not damage. `finished`: the fight was closed
    for good. `when` is the time of the last line.
    """

    replay: recovery.Replay
    """The timeline, with its files and aliases."""

    def __init__(self, path: Path) -> None:
        """Reads the journal up to its end. Raises StorageError if it is not a journal or cannot be read."""
        self.path = path
        self.damage = ""
        self.finished = False
        self.when = ""
        self._size_read = 0
        self._version_read = file_version(path)
        self._fault: StorageError | None = None
        self._read()

    @property
    def timeline(self) -> Timeline:
        """The history of the fight; a new object after a record with a whole fight."""
        return self.replay.timeline

    @property
    def fight(self) -> Fight:
        """The current fight."""
        return self.timeline.fight

    def has_changed(self) -> bool:
        """Whether the file has changed since it was last read."""
        try:
            return file_version(self.path) != self._version_read
        except StorageError:
            return True

    def poll(self) -> bool:
        """Reads new lines, and returns whether there are any.

        Without new lines, only the version of the file is checked. A new journal under the same name is read once its
        first line is complete. Raises StorageError while the journal is gone or cannot be read; it is read again once
        it has changed.
        """
        version = file_version(self.path)
        if version == self._version_read:
            if self._fault:
                raise self._fault
            return False
        if version.inode != self._version_read.inode or version.size < self._size_read:
            self._size_read = 0
        self._version_read, self._fault = version, None
        before = (self.replay, self._size_read, self.damage, self.finished)
        try:
            self._read()
        except journal_file.NoFirstLine:
            return False
        except StorageError as fault:
            self._fault = fault
            raise
        return before != (self.replay, self._size_read, self.damage, self.finished)

    def _read(self) -> None:
        """Reads the lines after the last line read; from the start if the journal is new."""
        if not self._size_read:
            self._read_header()
        if recovery.is_known_format(self._header):
            self._read_lines()
        else:
            self._read_whole_fight()

    def _read_header(self) -> None:
        """Reads the first line. Raises StorageError if it is not the first line of a journal."""
        journal_file.require_file(self.path)
        lines = self._lines_from(0)
        header, end = journal_file.decode_header(self.path, lines[0] if lines else None)
        if recovery.is_known_format(header):
            with recovery.replay_errors(self.path):
                self.replay = recovery.begin_replay(header)
        self._header, self._end = header, end
        self._size_read = len(lines[0]) + 1
        self.when = str(header.get("when", ""))
        self.damage, self.finished = "", False

    def _lines_from(self, offset: int) -> list[bytes]:
        """The whole lines of the file from an offset, without their newlines. Raises StorageError."""
        with storage_errors(self.path, "cannot be read"), self.path.open("rb") as file:
            file.seek(offset)
            data = file.read(journal_file.LARGEST + 1)
        journal_file.refuse_too_large(self.path, len(data))
        return data.split(b"\n")[:-1]

    def _read_lines(self) -> None:
        """Replays the lines after the last valid one, up to an invalid one."""
        self.damage = ""
        for line in self._lines_from(self._size_read):
            try:
                record, end = journal_file.decode_record(line, self._end)
                self._take(record)
            except journal_file.WrongLineError as wrong:
                self.damage = f"line {self._end.following + 1} is damaged: {wrong.problem}"
                return
            except ValueError as fault:
                self.damage = f"line {self._end.following + 1} is invalid: {fault}"
                return
            self._size_read += len(line) + 1
            self._end = end

    def _take(self, record: dict[str, object]) -> None:
        if self.finished:
            raise journal_file.WrongLineError("it follows the end of the journal", whole=True)
        if "end" in record:
            self.finished = True
        else:
            self.when = recovery.replay_line(self.replay, self._header, record).at

    def _read_whole_fight(self) -> None:
        """Opens a journal of another program version from its last whole fight."""
        contents = journal_file.read_journal(self.path)
        with recovery.replay_errors(self.path):
            self.replay = recovery.replay_journal(contents)
        self._size_read = file_version(self.path).size
        self.finished = contents.finished
