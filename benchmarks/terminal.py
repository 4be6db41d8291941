"""A program in a pseudo-terminal, measured from outside: its output and its times."""

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple, Self

ORCUS = str(Path(sys.executable).with_name("orcus-tui"))
"""The installed program."""
QUIET = 0.12
"""Seconds of silence after which an answer is complete."""
PATIENCE = 20.0
_ESCAPES = re.compile(rb"\x1b\[[0-?]*[ -/]*[@-~]|\x1b[\]P^_X][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b.")


class KeyTiming(NamedTuple):
    """The response to a key: seconds to the first and to the last byte, and the number of bytes."""

    first: float
    last: float
    size: int


class Terminal:
    """A program running in a pseudo-terminal; a `with` ends it."""

    def __init__(self, command: Sequence[str], size: tuple[int, int] = (120, 40)) -> None:
        self._mine, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
        surroundings = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor"}
        self.began = time.perf_counter()
        self._process = subprocess.Popen(
            command, stdin=theirs, stdout=theirs, stderr=theirs, env=surroundings, start_new_session=True
        )
        os.close(theirs)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._mine)

    def until(self, text: str) -> float:
        """Seconds from the start until a text is written. Raises TimeoutError."""
        written, deadline = b"", self.began + PATIENCE
        while time.perf_counter() < deadline:
            written += self._read(deadline - time.perf_counter())
            if text.encode() in _ESCAPES.sub(b"", written):
                return time.perf_counter() - self.began
        raise TimeoutError(f"{text!r} was never written")

    def press(self, keys: str) -> KeyTiming:
        """Types keys at once, and waits until the response is complete. Raises TimeoutError without one."""
        sent = time.perf_counter()
        self.type(keys)
        size, first, last = 0, 0.0, 0.0
        while data := self._read(QUIET if size else PATIENCE):
            last = time.perf_counter() - sent
            first = first or last
            size += len(data)
        if not size:
            raise TimeoutError(f"{keys!r} was never answered")
        return KeyTiming(first, last, size)

    def type(self, keys: str) -> None:
        """Types keys at once, without waiting."""
        os.write(self._mine, keys.encode())

    def settle(self) -> None:
        """Waits until nothing more is written."""
        while self._read(3 * QUIET):
            pass

    def memory(self) -> float:
        """Resident MiB."""
        return memory_of(self._process.pid)

    def processor(self) -> float:
        """Seconds of processor time used."""
        return processor_of(self._process.pid)

    def _read(self, seconds: float) -> bytes:
        ready, _, _ = select.select([self._mine], [], [], max(seconds, 0))
        if not ready:
            return b""
        try:
            return os.read(self._mine, 1 << 16)
        except OSError:  # the program has ended
            return b""


def memory_of(pid: int) -> float:
    """The resident MiB of a process."""
    pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def processor_of(pid: int) -> float:
    """The seconds of processor time used by a process."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def own_state() -> Iterator[Path]:
    """A temporary folder for the state and settings of programs started in the block."""
    with TemporaryDirectory() as folder:
        os.environ["ORCUS_TUI_STATE"], os.environ["ORCUS_TUI_CONFIG"] = folder, f"{folder}/config.toml"
        yield Path(folder)


def python(*arguments: str) -> list[str]:
    return [sys.executable, *arguments]
