"""Disks that fail or fill up, the contents of folders, and marks for tests that need a certain operating system."""

import errno
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct

from orcus_tui.storage.atomic import DISK, Disk
from tests.helpers.fights.random_fights import NO_SYNC

posix = pytest.mark.skipif(sys.platform == "win32", reason="POSIX permissions, links and pipes")
not_root = pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="root may do what others may not")


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def make_newer(path: Path) -> None:
    """Gives a file or a folder a later time, as if it were written later: two changes within a clock tick have one."""
    found = path.stat()
    os.utime(path, ns=(found.st_atime_ns, found.st_mtime_ns + 10**10))


def fails(*_: object) -> None:
    """A call of a broken disk."""
    raise OSError(errno.EIO, "Input/output error")


def is_full(*_: object) -> None:
    """A call of a disk without room."""
    raise OSError(errno.ENOSPC, "No space left on device")


def recording_disk(calls: list[str]) -> Disk:
    """A disk that records the names of its calls."""

    def noted(name: str) -> Callable[..., Any]:
        def note_and_call(*arguments: object) -> object:
            calls.append(name)
            return getattr(DISK, name)(*arguments)

        return note_and_call

    return Disk(**{name: noted(name) for name in ("write", "sync", "replace", "sync_folder")})


def full_after(size: int) -> Disk:
    """A disk with room for `size` bytes."""
    left = [size]

    def write(fd: int, data: bytes) -> int:
        if not left[0]:
            is_full()
        written = os.write(fd, data[: left[0]])
        left[0] -= written
        return written

    return Disk(write=write)


class FailingDisk(Struct):
    """A disk that works until `fails` names a call that fails, in the file `only` if one is given."""

    fails: str = ""
    only: Path | None = None

    def disk(self) -> Disk:
        return Disk(write=self.write, sync=self.sync, sync_folder=NO_SYNC.sync_folder)

    def _hit(self, fd: int, what: str) -> bool:
        return self.fails == what and (self.only is None or os.path.samestat(os.fstat(fd), self.only.stat()))

    def write(self, fd: int, data: bytes) -> int:
        if self._hit(fd, "full"):
            is_full()
        if self._hit(fd, "full in the middle"):
            if len(data) > 20:
                return os.write(fd, data[:20])
            is_full()
        if self._hit(fd, "short"):
            return os.write(fd, data[:7])
        return os.write(fd, data)

    def sync(self, fd: int) -> None:
        if self._hit(fd, "sync"):
            fails()
