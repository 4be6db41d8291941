r"""The journal: a file that only grows, one line for each thing done, on the disk before it is shown.

A line is a JSON object in ASCII, `{"crc":"0a1b2c3d","seq":12,…}`, and a newline. `crc` is the CRC-32 of
the bytes behind it up to the newline, so a line is checked without decoding it; `seq` counts the lines
from 0. Line 0 is the header, every other a record, whose meaning is the session's; the last line of a
journal that came to its end is `"end":true`. A line that any bit of is wrong is never taken for a record.

Only a crash or a failed write leaves a line half there, and nothing is ever written behind it: a wrong
last line is *torn* and may be cut, a wrong line before it is *damage*, and what comes after is not read.
"""

import json
import os
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NoReturn, Self
from zlib import crc32

from msgspec import Struct

from orcus_tui.storage.atomic import (
    BINARY,
    DISK,
    Disk,
    create_file,
    create_numbered,
    write_all,
)
from orcus_tui.storage.lock import Lock, is_locked, take_lock
from orcus_tui.storage.storage_error import StorageError, reason

SUFFIX = ".jsonl"
RESERVED = frozenset({"crc", "seq", "end"})  # what a line says of itself; no header or record has them

_CRC_SIZE = len('{"crc":"0a1b2c3d",')
_END_SIZE = 100  # bytes; no closing line is as long
_PRIVATE = 0o600


class DamagedLine(Struct, frozen=True):
    """A line that is not as it was written. Lines are counted from 1, the header's."""

    line: int
    problem: str

    def __str__(self) -> str:
        return f"line {self.line} is damaged: {self.problem}"


class Recovered(Struct, frozen=True):
    """What a journal holds, in the order it was written.

    `records` are those before any damage; `torn` is what the file holds behind them of a line that did
    not reach the disk whole. `finished` says that the run came to its end.
    """

    header: dict[str, object]
    records: tuple[dict[str, object], ...]
    torn: bytes
    damage: DamagedLine | None
    finished: bool


class JournalSummary(Struct, frozen=True):
    """A journal in a list: `fault` says why it cannot be read, and then there is no header."""

    id: str
    path: Path
    header: dict[str, object] | None
    finished: bool
    in_use: bool
    fault: str | None


class _WrongLineError(Exception):
    """A line is not as it was written. `whole`: its CRC is right, so it was written wrong."""

    def __init__(self, problem: str, *, whole: bool) -> None:
        super().__init__(problem)
        self.problem = problem
        self.whole = whole


class Journal:
    """A journal that is being written. One thread at a time may use it.

    After the first failed write it is broken: it takes nothing more and the caller goes on in a new
    file. The line that failed may still be found in the file, whole, although its result was never
    shown (it was written, but could not be synced): what was shown is never more than what is read.
    """

    def __init__(self, path: Path, lock: Lock, fd: int, following: int, disk: Disk) -> None:
        """For `create` and `resume`; `following` is the sequence number of the next line."""
        self.path = path
        self._lock = lock
        self._fd: int | None = fd
        self._following = following
        self._disk = disk
        self._broken: str | None = None

    @classmethod
    def create(cls, path: Path, header: Mapping[str, object], owner: str, *, disk: Disk = DISK) -> Self:
        """Begin a new journal in a folder that exists; it is on the disk on return.

        `header` has a whole number `format` and what else the caller wants in the first line. `owner` is
        one line about this program, shown to a second writer. Raises StorageError (Locked) and leaves
        nothing behind; ValueError or TypeError where `header` cannot be a header.
        """
        if type(header.get("format")) is not int:
            raise ValueError("a journal's header needs a whole number 'format'")
        line = encode_line(0, header)
        if not os.access(path.parent, os.W_OK):
            raise StorageError(path, "cannot be made: its folder is missing or may not be written to")
        with _locked(path, owner, "cannot be made") as lock:
            fd = _make(path, line, disk)
        return cls(path, lock, fd, 1, disk)

    @classmethod
    def resume(cls, path: Path, owner: str, *, disk: Disk = DISK) -> tuple[Self, Recovered]:
        """Go on with an unfinished journal: what it holds, and the journal to append to.

        A torn last line is first kept in `NAME.torn` (`NAME.torn.2`, …) beside it, then cut. Raises
        StorageError (Locked) where another writes it, it cannot be read or written, is damaged before
        its last line, or is finished.
        """
        _require_file(path)  # or a lock file would be made for it
        with _locked(path, owner, "cannot be gone on with") as lock:
            recovered = read_journal(path)
            _require_unfinished(path, recovered)
            fd = _open_behind(path, recovered.torn, disk)
        return cls(path, lock, fd, len(recovered.records) + 1, disk), recovered

    @property
    def broken(self) -> str | None:
        """Why nothing more is written to this file; None while all is well."""
        return self._broken

    def append(self, record: Mapping[str, object]) -> None:
        """Write a record; it is on the disk on return, and only then may its result be shown.

        Raises StorageError when it is not, or nothing may be written any more; ValueError or TypeError,
        with nothing written and nothing broken, where `record` is not JSON or has a key of RESERVED.
        """
        self._write(encode_line(self._following, record))

    def close(self, *, finished: bool) -> None:
        """Let go of the file; `finished`: say in it that the run came to its end, unless it is broken.

        A second call does nothing. Raises StorageError when the end could not be written; the file is
        let go of all the same, and counts as unfinished unless that line is found in it whole.
        """
        if self._fd is None:
            return
        try:
            if finished and self._broken is None:
                self._write(_encode({"seq": self._following, "end": True}))
        finally:
            fd, self._fd = self._fd, None
            with suppress(OSError):  # all in it was synced
                os.close(fd)
            self._lock.release()

    def _write(self, line: bytes) -> None:
        if self._fd is None:
            raise StorageError(self.path, "not written: this journal is closed")
        if self._broken is not None:
            problem = f"not written: an earlier write failed ({self._broken}), and nothing follows it in this file"
            raise StorageError(self.path, problem)
        # Said first, so that it stays said whatever ends the write, Ctrl-C too: it may be half done.
        self._broken = "interrupted"
        try:
            write_all(self._fd, line, self._disk)
            self._disk.sync(self._fd)
        except OSError as error:
            self._broken = reason(error)
            problem = f"the last step could not be written: {self._broken}; nothing more is written to this file"
            raise StorageError(self.path, problem) from error
        self._following += 1
        self._broken = None


def read_journal(path: Path) -> Recovered:
    """What the journal holds, also while another writes it. Changes nothing.

    A header of a newer `format` is returned like any other. Raises StorageError where the file cannot
    be read, or its first line is no header.
    """
    _require_file(path)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise StorageError(path, f"cannot be read: {reason(error)}") from error
    return recover(path, data)


def recover(path: Path, data: bytes) -> Recovered:
    """What a journal of these bytes holds; `path` is for messages. Raises StorageError as `read_journal` does."""
    lines = data.split(b"\n")
    rest = lines.pop()  # behind the last newline: nothing, or a line that is not whole
    header = _decode_header(path, lines[0] if lines else None)
    records: list[dict[str, object]] = []
    for number in range(1, len(lines)):
        try:
            record = decode_line(number, lines[number])
        except _WrongLineError as error:
            if number == len(lines) - 1 and not rest and not error.whole:
                return Recovered(header, tuple(records), lines[number] + b"\n", None, finished=False)
            return Recovered(header, tuple(records), b"", DamagedLine(number + 1, error.problem), finished=False)
        if "end" in record:
            more = number < len(lines) - 1 or rest
            damage = DamagedLine(number + 2, "it comes after the end") if more else None
            return Recovered(header, tuple(records), b"", damage, finished=damage is None)
        records.append(record)
    return Recovered(header, tuple(records), rest, None, finished=False)


def list_journals(folder: Path) -> list[JournalSummary]:
    """The journals in a folder (`*.jsonl`), by name; none where there is no folder yet.

    Reads the first and last line of each: one that is listed may yet be damaged. Raises StorageError
    where the folder cannot be read.
    """
    try:
        paths = sorted(path for path in folder.iterdir() if path.suffix == SUFFIX)
    except FileNotFoundError:
        return []
    except OSError as error:
        raise StorageError(folder, f"cannot be read: {reason(error)}") from error
    return [_summary(path) for path in paths]


def encode_line(seq: int, record: Mapping[str, object]) -> bytes:
    """A record as a line. Raises ValueError or TypeError where it is not JSON or has a key of RESERVED."""
    if taken := RESERVED & record.keys():
        raise ValueError(f"a record cannot have the key {min(taken)!r}")
    return _encode({"seq": seq, **record})


def decode_line(seq: int, line: bytes) -> dict[str, object]:
    """The record in a line without its newline, which must be number `seq`. Raises _WrongLineError."""
    body = line[_CRC_SIZE:]
    if line[:_CRC_SIZE] != b'{"crc":"%08x",' % crc32(body):
        raise _WrongLineError("it is not what was written (wrong CRC)", whole=False)
    try:
        record: dict[str, object] = _DECODER.decode(line.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise _WrongLineError("it holds no JSON this program wrote", whole=True) from error
    del record["crc"]
    found = record.pop("seq", None)
    if found != seq:
        raise _WrongLineError(f"it should be number {seq} and is {found!r:.40}", whole=True)
    return record


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(name)


# ASCII, because then no text can fail, not even a file name that is not Unicode.
_ENCODER = json.JSONEncoder(ensure_ascii=True, allow_nan=False, separators=(",", ":"))
_DECODER = json.JSONDecoder(parse_constant=_refuse_constant)


def _encode(content: dict[str, object]) -> bytes:
    try:
        body = _ENCODER.encode(content)[1:].encode("ascii")
    except RecursionError as error:
        raise ValueError("a record is nested too deep") from error
    return b'{"crc":"%08x",%b\n' % (crc32(body), body)


def _decode_header(path: Path, line: bytes | None) -> dict[str, object]:
    if line is None:
        raise StorageError(path, "is no journal of this program, or one that was stopped before it began")
    try:
        header = decode_line(0, line)
    except _WrongLineError as error:
        raise StorageError(path, f"is no journal of this program: line 1: {error.problem}") from error
    if type(header.get("format")) is not int:
        raise StorageError(path, "is no journal of this program: line 1 names no format")
    return header


def _require_file(path: Path) -> None:
    """Raise StorageError unless `path` is an ordinary file: reading a pipe would never end."""
    try:
        mode = path.stat().st_mode
    except OSError as error:
        raise StorageError(path, f"cannot be read: {reason(error)}") from error
    if stat.S_ISDIR(mode):
        raise StorageError(path, "is a folder, not a journal")
    if not stat.S_ISREG(mode):
        raise StorageError(path, "is not an ordinary file")


def _require_unfinished(path: Path, recovered: Recovered) -> None:
    if recovered.damage is not None:
        raise StorageError(path, f"{recovered.damage}; it can be looked at up to there, but not gone on with")
    if recovered.finished:
        raise StorageError(path, "came to its end; nothing can follow")


@contextmanager
def _locked(path: Path, owner: str, failure: str) -> Iterator[Lock]:
    """Keep the lock if all goes well inside; else give it up. An OSError becomes a StorageError."""
    lock = take_lock(path, owner)
    try:
        yield lock
    except OSError as error:
        lock.release()
        raise StorageError(path, f"{failure}: {reason(error)}") from error
    except BaseException:
        lock.release()
        raise


def _make(path: Path, line: bytes, disk: Disk) -> int:
    """Make a journal of one line and open it behind that; leaves nothing where it fails."""
    try:
        create_file(path, line, _PRIVATE, disk=disk)
    except FileExistsError as error:
        raise StorageError(path, "is there already; a journal is never written over") from error
    try:
        disk.sync_folder(path.parent)
        return os.open(path, os.O_WRONLY | os.O_APPEND | BINARY)
    except BaseException:
        with suppress(OSError):
            path.unlink()
        raise


def _open_behind(path: Path, torn: bytes, disk: Disk) -> int:
    """Open a journal behind its last whole line; the rest is kept beside, on the disk, before it is cut."""
    fd = os.open(path, os.O_RDWR | os.O_APPEND | BINARY)
    try:
        if torn:
            _keep_beside(path, torn, disk)
            os.ftruncate(fd, os.fstat(fd).st_size - len(torn))
        disk.sync(fd)  # its last lines may have been read from memory
    except BaseException:
        os.close(fd)
        raise
    return fd


def _keep_beside(path: Path, torn: bytes, disk: Disk) -> None:
    def name(number: int) -> Path:
        return path.with_name(path.name + (".torn" if number == 1 else f".torn.{number}"))

    create_numbered(name, torn, _PRIVATE, disk=disk)
    disk.sync_folder(path.parent)


def _summary(path: Path) -> JournalSummary:
    try:
        _require_file(path)
        header, finished = _ends(path)
    except StorageError as error:
        return JournalSummary(path.stem, path, None, finished=False, in_use=is_locked(path), fault=error.problem)
    return JournalSummary(path.stem, path, header, finished, in_use=is_locked(path), fault=None)


def _ends(path: Path) -> tuple[dict[str, object], bool]:
    """The header, and whether the last line is a closing one."""
    try:
        with path.open("rb") as file:
            first = file.readline()
            size = file.seek(0, os.SEEK_END)
            file.seek(max(0, size - _END_SIZE))
            last = file.read().split(b"\n")[-2:]
    except OSError as error:
        raise StorageError(path, f"cannot be read: {reason(error)}") from error
    header = _decode_header(path, first[:-1] if first.endswith(b"\n") else None)
    return header, len(last) == 2 and not last[1] and _is_end(last[0])


def _is_end(line: bytes) -> bool:
    body = line[_CRC_SIZE:]
    return line.startswith(b'{"crc":"%08x","seq":' % crc32(body)) and body.endswith(b',"end":true}')
