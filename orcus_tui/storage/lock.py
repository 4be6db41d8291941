"""Locks: only one program at a time writes a journal, or changes the files of a folder.

A lock is on the journal or the folder itself. A separate lock file could be removed, which would let in a second
writer, or could clash with a file of the user. The operating system releases a lock when its process ends.
"""

import errno
import os
import stat
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from orcus_tui.storage.atomic import NO_FOLLOW
from orcus_tui.storage.storage_error import StorageError

# Checking whether a lock is held takes it for an instant; these attempts last longer than that.
_ATTEMPTS = 5
_PAUSE_BETWEEN = 0.02  # seconds
_ATTEMPTS_TO_WRITE = 150  # three seconds: another program writes a file of the folder, on a disk that may be slow
_ATTEMPTS_WHILE_CHECKED = 150  # as long: a busy machine may pause a program while it checks

if sys.platform == "win32":
    import msvcrt

    from orcus_tui.storage.atomic import is_link

    # On Windows a locked byte cannot be read, so the locked byte is far beyond the end of the largest journal.
    _LOCKED_BYTE = 1 << 30
    _FOLDER_LOCK = ".orcus-tui.lock"

    def _lock(fd: int) -> None:
        os.lseek(fd, _LOCKED_BYTE, os.SEEK_SET)
        msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)

    def _unlock(fd: int) -> None:
        os.lseek(fd, _LOCKED_BYTE, os.SEEK_SET)
        msvcrt.locking(fd, msvcrt.LK_UNLCK, 1)

    def _lock_folder(folder: Path) -> int | None:
        """A locked file in the folder; if this program created it, it is removed when it is closed, even by a crash."""
        path = folder / _FOLDER_LOCK
        try:
            fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_TEMPORARY, 0o600)
        except FileExistsError:
            if is_link(path):
                raise
            try:
                fd = os.open(path, os.O_RDWR)  # a file that a power failure left, or a file of the user
            except OSError:
                return None  # another program has just created it, or is about to remove it
        return fd if _try(_lock, fd) else None

    _probe = _lock
    _PROBES = 3  # two programs that check at once block each other for an instant

    def _is_only_checked(_fd: int) -> bool:
        return False  # unknown, since checking takes the same lock

else:
    import fcntl

    # flock, not lockf: lockf drops the lock when this process closes any other descriptor of the file.
    def _lock(fd: int) -> None:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _unlock(fd: int) -> None:
        fcntl.flock(fd, fcntl.LOCK_UN)

    def _probe(fd: int) -> None:
        fcntl.flock(fd, fcntl.LOCK_SH | fcntl.LOCK_NB)  # several programs may check at once

    _PROBES = 1

    def _is_only_checked(fd: int) -> bool:
        """Whether no program keeps a lock that another program has just been refused."""
        try:
            _probe(fd)
        except OSError:
            return False
        _unlock(fd)
        return True

    def _lock_folder(folder: Path) -> int | None:
        fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        return fd if _try(_lock, fd) else None


_HELD_BY_ANOTHER = (errno.EAGAIN, errno.EWOULDBLOCK, errno.EACCES, errno.EDEADLK)


class Locked(StorageError):
    """Another program has the lock: `holder`, such as `process 1234 (orcus-tui 0.1.0)`."""

    def __init__(self, path: Path, holder: str = "another program") -> None:
        super().__init__(path, f"in use by {holder}; close it there first")
        self.holder = holder


def lock_file(path: Path, fd: int) -> None:
    """Locks the open file `fd`, whose path is for messages, until `unlock_and_close` or the end of the process.

    Raises Locked if another program has the lock, OSError if the file system has no locks; then `fd` is closed.
    """
    for attempt in range(1, _ATTEMPTS_WHILE_CHECKED + 1):
        try:
            _lock(fd)
        except OSError as error:
            if error.errno not in _HELD_BY_ANOTHER:
                os.close(fd)
                raise
        else:
            return
        if attempt >= _ATTEMPTS and not _is_only_checked(fd):
            break
        time.sleep(_PAUSE_BETWEEN)
    os.close(fd)
    raise Locked(path)


def unlock_and_close(fd: int) -> None:
    """Releases a lock, with the file that has it."""
    with suppress(OSError):
        _unlock(fd)  # closing also unlocks, but on Windows only after a while
    with suppress(OSError):  # its content is already synced
        os.close(fd)


class FileLock:
    """A lock that a program keeps until it ends, on a file that it replaces now and then."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._fd: int | None = None

    def take(self) -> str:
        """Takes the lock, if the file system has locks; returns why it cannot be taken, or an empty text."""
        try:
            fd = os.open(self._path, os.O_RDONLY | NO_FOLLOW)
            lock_file(self._path, fd)
        except Locked:
            return "another program has it open"
        except OSError:
            return ""
        self._fd = fd
        return ""

    def close(self) -> None:
        """Releases the file."""
        held, self._fd = self._fd, None
        if held is not None:
            unlock_and_close(held)

    @contextmanager
    def released(self) -> Iterator[None]:
        """Releases the file while it is replaced, and locks the new one."""
        was_held = self._fd is not None
        self.close()
        try:
            yield
        finally:
            if was_held:
                self.take()


def is_locked(path: Path) -> bool:
    """Whether a running program has the lock on the file `path`; True if in doubt. A link is never locked."""
    for attempt in range(_PROBES):
        if attempt:
            time.sleep(_PAUSE_BETWEEN)
        try:
            if not stat.S_ISREG(path.lstat().st_mode):
                return False
            fd = os.open(path, os.O_RDONLY | NO_FOLLOW)
            if _try(_probe, fd):
                unlock_and_close(fd)
                return False
        except FileNotFoundError:
            return False
        except OSError:
            return True
    return True


@contextmanager
def folder_lock(path: Path) -> Iterator[None]:
    """Keeps other programs from changing the files of a folder for a moment, if the folder can be locked.

    Raises Locked if another program still has the lock after three seconds.
    """
    fd = _wait_for_folder(path)
    try:
        yield
    finally:
        if fd is not None:
            os.close(fd)


def _wait_for_folder(path: Path) -> int | None:
    """Locks the folder of a file, links resolved; None if it cannot be locked: the write then reports why."""
    for attempt in range(_ATTEMPTS_TO_WRITE):
        if attempt:
            time.sleep(_PAUSE_BETWEEN)
        try:
            fd = _lock_folder(Path(os.path.realpath(path)).parent)
        except (OSError, ValueError):
            return None
        if fd is not None:
            return fd
    raise Locked(path)


def _try(lock: Callable[[int], None], fd: int) -> bool:
    """Locks `fd`; returns whether that worked. If not, or on OSError, closes `fd`."""
    try:
        lock(fd)
    except OSError as error:
        os.close(fd)
        if error.errno in _HELD_BY_ANOTHER:
            return False
        raise
    return True
