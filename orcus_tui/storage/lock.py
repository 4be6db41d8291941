"""Locks: a second writer is kept from a file, and learns who the first one is.

The lock is on `NAME.lock` beside the file, not on the file: on Windows a lock keeps readers out too, and
the lock file can hold the owner's name. The operating system drops it when its process ends, however
it ends; a lock file left behind by a killed process locks nothing.
"""

import errno
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from orcus_tui import __version__
from orcus_tui.storage.atomic import BINARY
from orcus_tui.storage.storage_error import StorageError, reason

# A program that only asks whether a lock is held has it for an instant; these outlast that.
_ATTEMPTS = 5
_PAUSE_BETWEEN = 0.02  # seconds
_ATTEMPTS_TO_WRITE = 150  # three seconds: another writes the file, on a disk that may be slow

if sys.platform == "win32":
    import msvcrt

    # Windows lets nobody read a locked byte, so the one locked lies far behind the owner's name.
    _LOCKED_BYTE = 1 << 30

    def _lock(fd: int) -> None:
        os.lseek(fd, _LOCKED_BYTE, os.SEEK_SET)
        msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)

    def _unlock(fd: int) -> None:
        os.lseek(fd, _LOCKED_BYTE, os.SEEK_SET)
        msvcrt.locking(fd, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    # flock, not lockf: lockf drops the lock when this process closes any other descriptor of the file.
    def _lock(fd: int) -> None:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _unlock(fd: int) -> None:
        fcntl.flock(fd, fcntl.LOCK_UN)


class Locked(StorageError):
    """Another process has the lock. `holder` says which: `process 1234 (orcus-tui 0.1.0, since 20:15)`."""

    def __init__(self, path: Path, holder: str) -> None:
        super().__init__(path, f"in use by {holder}; close it there first")
        self.holder = holder


class Lock:
    """A lock, held until `release` or the end of the process."""

    __slots__ = ("_fd", "path")

    def __init__(self, path: Path, fd: int) -> None:
        self.path = path
        self._fd: int | None = fd

    def release(self) -> None:
        """Releases the lock and removes the lock file. A second call does nothing."""
        if self._fd is None:
            return
        fd, self._fd = self._fd, None
        if sys.platform != "win32":
            # Before the lock is released, or the file removed might belong to the next owner.
            with suppress(OSError):
                self.path.unlink()
        _close(fd, locked=True)
        if sys.platform == "win32":
            # Windows removes no open file: not this one before now, nor the next owner's now.
            with suppress(OSError):
                self.path.unlink()


def lock_path(path: Path) -> Path:
    """The path of a file's lock file; the same for every link to the file."""
    target = Path(os.path.realpath(path))
    return target.with_name(target.name + ".lock")


def take_lock(path: Path, owner: str, *, attempts: int = _ATTEMPTS) -> Lock:
    """Locks the file `path`, which need not exist. `owner` is one line about this program, shown to a second writer.

    Raises Locked if another process has the lock, StorageError if no lock can be made.
    """
    file = lock_path(path)
    try:
        for attempt in range(attempts):
            if attempt:
                time.sleep(_PAUSE_BETWEEN)
            fd = os.open(file, os.O_RDWR | os.O_CREAT | BINARY, 0o600)
            if _try_lock(fd):
                if _is_still_at(file, fd):
                    _write_owner(fd, owner)
                    return Lock(file, fd)
                _close(fd, locked=True)
    except OSError as error:
        problem = f"cannot be locked against a second writer: {file.name}: {reason(error)}"
        raise StorageError(path, problem) from error
    raise Locked(path, _holder(file))


@contextmanager
def one_writer(path: Path) -> Iterator[None]:
    """Keeps other programs from writing a file for a moment, where there can be a lock. Raises Locked."""
    try:
        lock = take_lock(path, f"orcus-tui {__version__}", attempts=_ATTEMPTS_TO_WRITE)
    except Locked:
        raise
    except StorageError:
        lock = None  # the write itself says what is wrong with the folder; some file systems have no locks
    try:
        yield
    finally:
        if lock:
            lock.release()


def is_locked(path: Path) -> bool:
    """Whether a living process has the lock on the file `path`; in doubt, yes."""
    try:
        fd = os.open(lock_path(path), os.O_RDWR | BINARY)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    try:
        locked = _try_lock(fd)
    except OSError:
        return True
    if locked:
        _close(fd, locked=True)
    return not locked


def seems_locked(path: Path) -> bool:
    """Whether the lock file of `path` names a living process. Unlike `is_locked` it does not touch the lock."""
    lines = _lines(lock_path(path))
    if not lines or sys.platform == "win32":  # there, no signal asks whether a process lives
        return bool(lines)
    try:
        os.kill(int(lines[0]), 0)
    except (ValueError, OverflowError, ProcessLookupError):
        return False
    except PermissionError:
        pass  # it lives, and is somebody else's
    return True


def _try_lock(fd: int) -> bool:
    """Locks `fd` and returns whether that worked. Closes `fd` if not, and if it raises OSError."""
    try:
        _lock(fd)
    except OSError as error:
        _close(fd, locked=False)
        if error.errno in (errno.EAGAIN, errno.EWOULDBLOCK, errno.EACCES, errno.EDEADLK):
            return False
        raise
    return True


def _close(fd: int, *, locked: bool) -> None:
    with suppress(OSError):
        if locked:
            _unlock(fd)  # closing would also unlock, but on Windows only after a while
    with suppress(OSError):
        os.close(fd)


def _is_still_at(file: Path, fd: int) -> bool:
    """Whether the locked file is still the one at `file`, and not removed by its last owner in the meantime."""
    try:
        # Windows removes no open file.
        return sys.platform == "win32" or os.path.samestat(file.stat(), os.fstat(fd))
    except OSError:
        return False


def _write_owner(fd: int, owner: str) -> None:
    """Writes who has the lock; on a full disk the lock has no name."""
    line = owner.replace("\n", " ")
    with suppress(OSError):
        os.ftruncate(fd, 0)
        os.lseek(fd, 0, os.SEEK_SET)
        os.write(fd, f"{os.getpid()}\n{line}\n".encode(errors="replace"))


def _lines(file: Path) -> list[str]:
    """The lines of a lock file; none where there is no such file."""
    try:
        return file.read_bytes()[:1000].decode(errors="replace").split("\n")
    except OSError:
        return []


def _holder(file: Path) -> str:
    lines = _lines(file)
    if len(lines) < 3 or not lines[0].isdecimal():
        return "another process"
    owner = "".join(sign if sign.isprintable() else "�" for sign in lines[1])
    return f"process {lines[0]} ({owner})" if owner else f"process {lines[0]}"
