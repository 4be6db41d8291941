"""The history of typed lines, a plain text file that outlasts the session."""

import errno
import os
import re
import stat
from contextlib import suppress
from pathlib import Path

from orcus_tui.model.text import FORBIDDEN, printable
from orcus_tui.storage.atomic import BINARY, NO_FOLLOW, is_link, make_folders, write_all, write_atomically
from orcus_tui.storage.storage_error import StorageError, reason

MAX_LINES = 1_000
"""Lines in the history."""
MAX_FILE_LINES = 2 * MAX_LINES
"""The most lines of the file; twice as many as of the history, so that it is rarely rewritten."""
MAX_LINE_LENGTH = 1_000
"""The most characters of a line; a longer line was probably pasted, and is left out."""

_EDGES = "\ufeff \t\r"  # characters around a line: blanks, and the byte order mark of some editors
_END_BYTES = 4 * 1024 * 1024  # in bytes; of a longer file only the end is read
_LAST_LINE_BYTES = 8 * MAX_LINE_LENGTH  # bytes, enough for the last line in any encoding


class LineHistory:
    """The history in the file `path`, which need not exist; several programs may share it."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> list[str]:
        """The lines, oldest first, without damaged ones; empty if the file cannot be read."""
        try:
            return _valid_lines(self._end())
        except (OSError, ValueError):
            return []

    def add(self, line: str) -> str:
        """Adds a line, unless it repeats the one before. Returns a warning, or nothing."""
        added = line.strip()
        if not _is_valid(added):
            return ""
        try:
            end = self._end()
            if _valid_lines(end[-_LAST_LINE_BYTES:])[-1:] == [added]:
                return ""
            # The line before may have been cut short by a full disk, or by an editor.
            self._append(f"{added}\n" if end[-1:] in (b"", b"\n") else f"\n{added}\n")
        except OSError as error:
            return self._warning(reason(error))
        except ValueError:
            return self._warning("no file can have such a name")
        if end.count(b"\n") >= MAX_FILE_LINES:
            self._trim()
        return ""

    def _warning(self, why: str) -> str:
        return printable(f"{self.path}: the history cannot be saved: {why}")

    def _end(self) -> bytes:
        """The last whole lines of the file; nothing if there is no file. Raises OSError and ValueError."""
        try:
            status = self.path.stat()
            if not stat.S_ISREG(status.st_mode):
                # Reading a pipe would block.
                raise OSError(errno.EINVAL, "this is not an ordinary file")
            with self.path.open("rb") as file:
                start = max(0, status.st_size - _END_BYTES)
                file.seek(start)
                end = file.read(_END_BYTES)
        except FileNotFoundError:
            return b""
        return end[end.find(b"\n") + 1 :] if start else end

    def _append(self, text: str) -> None:
        make_folders(self.path.parent)
        if is_link(self.path):
            raise OSError(errno.ELOOP, "it is a link")
        fd = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | BINARY | NO_FOLLOW, 0o600)
        try:
            # Written in one call, so that the lines of two programs do not mix; no sync, since no fight depends on it.
            write_all(fd, text.encode("utf-8"))
        finally:
            os.close(fd)

    def _trim(self) -> None:
        # If this fails, the line is in the file anyway, and the next line tries again. A line that another program adds
        # while the file is replaced is lost: that takes an instant, once in a thousand lines.
        with suppress(OSError, ValueError, StorageError):
            write_atomically(self.path, "".join(f"{line}\n" for line in _valid_lines(self._end())))


def _valid_lines(data: bytes) -> list[str]:
    """The last lines that are not damaged."""
    lines = (line.decode("utf-8", "replace").strip(_EDGES).strip() for line in data.split(b"\n")[-2 * MAX_FILE_LINES :])
    return [line for line in lines if _is_valid(line)][-MAX_LINES:]


def _is_valid(line: str) -> bool:
    """Whether a line can be in the history; U+FFFD marks bytes that are not text."""
    if not 0 < len(line) <= MAX_LINE_LENGTH or "\ufffd" in line:
        return False
    return line.isprintable() or not re.search(FORBIDDEN, line)
