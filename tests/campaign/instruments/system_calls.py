"""Finds the system calls in a trace that change files without a `Disk`.

The trace comes from strace, on Linux; `disk_watch` puts marks into it.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from msgspec import Struct, field

from tests.campaign.instruments.disk_watch import BEGIN, END, MARK, START, Bypass, bypasses

CHANGING = (
    *("open", "openat", "openat2", "creat", "write", "writev", "pwrite64", "pwritev", "pwritev2", "copy_file_range"),
    *("sendfile", "truncate", "ftruncate", "fallocate", "rename", "renameat", "renameat2", "link", "linkat", "symlink"),
    *(
        "symlinkat",
        "unlink",
        "unlinkat",
        "mkdir",
        "mkdirat",
        "rmdir",
        "mknod",
        "mknodat",
        "chmod",
        "fchmod",
        "fchmodat",
    ),
    *("chown", "fchown", "lchown", "fchownat", "utimensat", "utime", "utimes"),
)
"""The system calls that change files; some do not exist on every machine."""
MARKS = ("access", "faccessat", "faccessat2")
OPENS = frozenset({"open", "openat", "openat2", "creat"})
AUDITED = {
    **dict.fromkeys(("rename", "renameat", "renameat2"), "rename"),
    **dict.fromkeys(("unlink", "unlinkat"), "remove"),
    **dict.fromkeys(("chmod", "fchmod", "fchmodat"), "chmod"),
    **dict.fromkeys(("mkdir", "mkdirat"), "mkdir"),
    "ftruncate": "truncate",
}
"""Calls by the names of their audit events in Python."""
_WRITING_FLAG = re.compile(r"O_(WRONLY|RDWR|CREAT|TRUNC|APPEND)")
_CALL = re.compile(r"^(?P<thread>\d+) +(?P<name>\w+)\((?P<arguments>.*)")
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')
_DESCRIPTOR = re.compile(r"^\d+<([^>]*)>")


def can_trace() -> bool:
    """Whether system calls can be traced: strace is installed and permitted."""
    strace = shutil.which("strace") if sys.platform == "linux" else None
    if strace is None:
        return False
    command = [strace, "-o", os.devnull, sys.executable, "-c", ""]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def traced(command: Sequence[str], trace: Path, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Runs a program in the current folder, and writes the calls of all its processes to `trace`."""
    calls = ",".join(f"?{name}" for name in (*CHANGING, *MARKS))
    strace = ["strace", "-f", "-qq", "-y", "-s", "4096", "-e", f"trace={calls}", "-e", "signal=none", "-o", str(trace)]
    return subprocess.run([*strace, *command], env=environment, capture_output=True, text=True, check=False)


class _Thread(Struct):
    """The state of a thread: whether it is in a call of a `Disk`, and the position of its next other call."""

    in_disk: bool = False
    place: str = ""


class _Trace(Struct):
    """The state while a trace is read: threads, and where each file was opened."""

    has_started: bool = False
    threads: dict[str, _Thread] = field(default_factory=dict)
    opened_at: dict[str, str] = field(default_factory=dict)

    def read(self, thread: _Thread, name: str, arguments: str) -> Iterator[Bypass]:
        """Reads a call; yields it if it changed a file without a `Disk`."""
        path = _path(arguments)
        if name in MARKS:
            self._read_mark(thread, path)
        elif thread.in_disk:
            self.opened_at.pop(path, None)
        elif self.has_started and not (name in OPENS and not _WRITING_FLAG.search(arguments)):
            place = thread.place or self.opened_at.get(path, "")
            thread.place = ""
            if name in OPENS:
                self.opened_at[path] = place
            yield Bypass("open" if name in OPENS else AUDITED.get(name, name), path, place)

    def _read_mark(self, thread: _Thread, path: str) -> None:
        if not path.startswith(MARK):
            return
        text = path.removeprefix(MARK)
        if text == START:
            self.has_started = True
        elif text in (BEGIN, END):
            thread.in_disk = text == BEGIN
        else:
            thread.place = text


def bypasses_in(trace: Iterable[str]) -> list[Bypass]:
    """The calls of a trace that changed a file without a `Disk`, without the exceptions."""
    known = _Trace()
    found: list[Bypass] = []
    for line in trace:
        call = _CALL.match(line)
        if call:  # not the second half of a call that another interrupted
            thread = known.threads.setdefault(call["thread"], _Thread())
            found += known.read(thread, call["name"], call["arguments"])
    return bypasses(found)


def _path(arguments: str) -> str:
    """The path of a call: a named one, or that of its first descriptor."""
    descriptor = _DESCRIPTOR.match(arguments)
    if descriptor:
        return descriptor[1]
    quoted = _QUOTED.search(arguments)
    return quoted[1] if quoted else arguments
