"""Finds calls that change files without a `Disk`, which the power campaign would not see.

There are two ways. Python's audit events name the place in the program, on any system, but miss writes to an open file
and the calls of child processes. A trace of the system calls has all of these; marks in it show which calls a `Disk`
made.
"""

import os
import sys
import threading
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

from msgspec import Struct, structs

import orcus_tui
from orcus_tui.storage.atomic import DISK

MARK = "/orcus-tui-disk/"
"""The prefix of paths that serve as marks in a trace."""
BEGIN, END, START = "begin", "end", "start"
CHANGES_FILES = frozenset(
    f"os.{call}"
    for call in ("remove", "rename", "link", "symlink", "mkdir", "rmdir", "truncate", "chmod", "chown", "utime")
)
"""The audit events of calls that change files, besides `open`."""
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
EXCEPTIONS: Mapping[str, str] = {
    "orcus_tui/storage/lock.py _lock_folder: open": "a lock, on Windows; it does not outlast the process that holds it",
    "orcus_tui/storage/line_history.py": "no fight depends on the lines typed before",
    "orcus_tui/storage/atomic.py open_new: chmod": "permissions of a new file, before anything is written to it",
    "orcus_tui/storage/journal/archive.py _make_archive: chmod": "permissions of the new folder, while it is empty",
}
"""Modules, and single calls in functions, that may change files without a `Disk`, with reasons."""
EXCEPTED_PATHS: Mapping[str, str] = {
    "/dev/": "devices: the terminal, the null device, semaphores of child processes",
    "/proc/": "the process itself",
    "/__pycache__/": "Python's bytecode",
    "pipe:": "the standard streams",
    "socket:": "the standard streams",
}
"""Parts of paths that are not a user's files, with reasons."""


FAILS = 0.1
"""The probability that a call of a failing disk fails."""


class Bypass(Struct, frozen=True):
    """A call that changed a file without a `Disk`: its name, the path, and the place in the program."""

    call: str
    path: str
    place: str

    def __str__(self) -> str:
        return f"{self.call} {self.path} at {self.place or 'an unknown place'}"


def bypasses(calls: Iterable[Bypass]) -> list[Bypass]:
    """The calls without those of `EXCEPTIONS` and `EXCEPTED_PATHS`, each once."""
    return [each for each in dict.fromkeys(calls) if not _is_excepted(each)]


def _is_excepted(call: Bypass) -> bool:
    path = call.path.replace(os.sep, "/")
    file, _, function = call.place.partition(" ")
    file = file.rpartition(":")[0]
    return (
        file in EXCEPTIONS or f"{file} {function}: {call.call}" in EXCEPTIONS or any(p in path for p in EXCEPTED_PATHS)
    )


class DiskWatch:
    """Watches this process from `start` until its end. `found` are the calls without a `Disk`.

    With `marks` each call is marked for a trace of the system calls. With `chance` the disk's calls fail now and then.
    """

    def __init__(self, *, marks: bool = False, chance: Random | None = None) -> None:
        self.found: list[Bypass] = []
        self._marks = marks
        self._chance = chance
        self._in_disk = threading.local()

    def start(self) -> None:
        """Wraps the program's disk, and listens to Python's audit events."""
        for name, call in structs.asdict(DISK).items():
            structs.force_setattr(DISK, name, self._watched(call))
        sys.addaudithook(self._hear)
        self._mark(START)

    def _watched(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def call_in_disk(*arguments: Any) -> Any:
            self._in_disk.now = True
            self._mark(BEGIN)
            try:
                if self._chance and self._chance.random() < FAILS:
                    raise OSError(5, "Input/output error")
                return call(*arguments)
            finally:
                self._mark(END)
                self._in_disk.now = False

        return call_in_disk

    def _hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event not in CHANGES_FILES and not (event == "open" and _writes(*arguments)):
            return
        if not getattr(self._in_disk, "now", False):
            place = place_of(sys._getframe(1))
            self._mark(place)
            self.found.append(Bypass(event.removeprefix("os."), _path(arguments[0]), place))

    def _mark(self, text: str) -> None:
        if self._marks:
            os.access(f"{MARK}{text}", os.F_OK)


def _path(file: Any) -> str:
    """The path of a file that may be given by its descriptor, if the system knows it."""
    if not isinstance(file, int):
        return os.fsdecode(file)
    link = Path(f"/proc/self/fd/{file}")
    return str(link.readlink()) if link.is_symlink() else f"descriptor {file}"


def _writes(path: object, _mode: object, flags: object) -> bool:
    """Whether a file, not a stream for a descriptor, is opened for writing."""
    return not isinstance(path, int) and isinstance(flags, int) and bool(flags & WRITING)


def place_of(frame: FrameType | None) -> str:
    """The innermost frame in the program, such as `orcus_tui/storage/lock.py:99 take_lock`, or else the innermost of
    all.
    """
    innermost = frame
    while frame:
        path = Path(frame.f_code.co_filename)
        if path.is_relative_to(PACKAGE):
            return f"{path.relative_to(PACKAGE.parent).as_posix()}:{frame.f_lineno} {frame.f_code.co_name}"
        frame = frame.f_back
    return f"{innermost.f_code.co_filename}:{innermost.f_lineno} {innermost.f_code.co_name}" if innermost else ""


PACKAGE = Path(orcus_tui.__file__).parent
