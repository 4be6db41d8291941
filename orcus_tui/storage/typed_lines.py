"""The lines a person has typed, kept from one evening to the next: plain text, a line each."""

import errno
import os
import re
import stat
from contextlib import suppress
from pathlib import Path

from orcus_tui.model.text import FORBIDDEN, printable
from orcus_tui.storage.atomic import BINARY, write_all, write_atomically
from orcus_tui.storage.storage_error import StorageError, reason

MOST = 1_000
"""Lines that are remembered."""
LONGEST_FILE = 2 * MOST
"""Lines the file may grow to; twice as many, so that it is rarely written anew."""
LONGEST_LINE = 1_000
"""Characters; what is longer was hardly typed, and is not kept."""

_END = 4 * 1024 * 1024  # bytes; more of a file than its end is never read
_LAST = 8 * LONGEST_LINE  # bytes, which hold the last line in any case


class History:
    """The history in the file `path`, which need not exist; several programs may share it."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> list[str]:
        """The lines, oldest first; what is damaged is left out, and a file that cannot be read has none."""
        try:
            return _sound_lines(self._end())
        except (OSError, ValueError):
            return []

    def add(self, line: str) -> str:
        """Keep a line, unless it is the one before again; answers what went wrong, for people, or nothing."""
        kept = line.strip()
        if not _is_sound(kept):
            return ""
        try:
            end = self._end()
            if _sound_lines(end[-_LAST:])[-1:] == [kept]:
                return ""
            # The line before may have been cut short by a full disk, or by whoever edited the file.
            self._append(f"{kept}\n" if end[-1:] in (b"", b"\n") else f"\n{kept}\n")
        except OSError as error:
            return self._warning(reason(error))
        except ValueError:
            return self._warning("no file can have such a name")
        if end.count(b"\n") >= LONGEST_FILE:
            self._trim()
        return ""

    def _warning(self, why: str) -> str:
        return printable(f"{self.path}: the history is not kept: {why}")

    def _end(self) -> bytes:
        """The file from where its last lines begin; nothing where there is no file. Raises OSError and ValueError."""
        try:
            status = self.path.stat()
            if not stat.S_ISREG(status.st_mode):
                # A pipe would keep us waiting for whoever is at its other end.
                raise OSError(errno.EINVAL, "this is not an ordinary file")
            with self.path.open("rb") as file:
                start = max(0, status.st_size - _END)
                file.seek(start)
                end = file.read(_END)
        except FileNotFoundError:
            return b""
        return end[end.find(b"\n") + 1 :] if start else end

    def _append(self, text: str) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        fd = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | BINARY, 0o600)
        try:
            # In one call, so that two programs' lines stay whole; no sync, for no fight hangs on it.
            write_all(fd, text.encode("utf-8"))
        finally:
            os.close(fd)

    def _trim(self) -> None:
        # Where it fails the line is kept all the same, and the next one tries again. What another program
        # appends while the file is replaced is lost: once in a thousand lines, for the blink of an eye.
        with suppress(OSError, ValueError, StorageError):
            write_atomically(self.path, "".join(f"{line}\n" for line in _sound_lines(self._end())))


def _sound_lines(data: bytes) -> list[str]:
    """The last lines that are fit to be typed again."""
    lines = (line.decode("utf-8", "replace").strip() for line in data.split(b"\n")[-2 * LONGEST_FILE :])
    return [line for line in lines if _is_sound(line)][-MOST:]


def _is_sound(line: str) -> bool:
    """Whether a line can be kept; U+FFFD stands where bytes were no text."""
    if not 0 < len(line) <= LONGEST_LINE or "\ufffd" in line:
        return False
    return line.isprintable() or not re.search(FORBIDDEN, line)
