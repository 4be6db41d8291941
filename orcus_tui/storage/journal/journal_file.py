r"""The file of a journal: it only grows, a line for each command, which is on the disk before it is shown.

A line is a JSON object in ASCII, `{"crc":"0a1b2c3d","seq":12,"after":"9e8f7a6b",…}`, and a newline. `crc` is
the CRC-32 of the bytes after it up to the newline, so a line is checked without decoding it; `seq` counts the
lines from 0; `after` is the `crc` of the line before, so that no line of another journal is taken for one of
this, not even of a copy that went on otherwise. (Journals of earlier programs lack it.) Line 0 is the header,
every other line a record, whose meaning is in `records`; the last line of a finished journal is `"end":true`.
A line with a single wrong bit is never taken for a record.

Only a crash or a failed write leaves part of a line, and nothing is ever written after it: a wrong last
line is *torn* and may be cut, a wrong line before it is *damage*, and nothing after that is read.
"""

import json
import os
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from io import BufferedReader, FileIO
from pathlib import Path
from typing import NoReturn, Self
from zlib import crc32

from msgspec import Struct
from msgspec.json import Decoder

from orcus_tui.storage.atomic import BINARY, DISK, Disk, create_file, create_numbered, write_all
from orcus_tui.storage.lock import Lock, is_locked, take_lock
from orcus_tui.storage.storage_error import StorageError, reason

SUFFIX = ".jsonl"
ARCHIVE = "archive"
"""The folder beside the journals for those put away."""
LARGEST = 256 * 1024 * 1024
"""Bytes of a journal that is read: some hundred thousand commands."""
LARGEST_HEADER = 16 * 1024 * 1024
"""Bytes of a first line that is read when journals are listed: an encounter of thousands of creatures."""
RESERVED = frozenset({"crc", "seq", "after", "end"})  # the frame's own keys, which no header or record may have

_CRC_AT = len('{"crc":"')
_CRC_SIZE = len('{"crc":"0a1b2c3d",')
_END_SIZE = 100  # bytes; every closing line is shorter
_PRIVATE = 0o600
_NO_LINE = "00000000"
"""What the header has as the `crc` of the line before."""


class DamagedLine(Struct, frozen=True):
    """A line that is not as it was written. Lines are counted from 1, the header."""

    line: int
    problem: str

    def __str__(self) -> str:
        return f"line {self.line} is damaged: {self.problem}"


class JournalContents(Struct, frozen=True):
    """What a journal holds, in the order it was written.

    `records` are those before any damage; `torn` is the part of a last line that did not reach the disk
    whole. `finished` says that the fight was closed.
    """

    header: dict[str, object]
    records: tuple[dict[str, object], ...]
    torn: bytes
    damage: DamagedLine | None
    finished: bool


class JournalSummary(Struct, frozen=True):
    """A journal in a list: where it cannot be read, `fault` says why and there is no header."""

    id: str
    path: Path
    header: dict[str, object] | None
    finished: bool
    in_use: bool
    fault: str | None


class JournalEnd(Struct, frozen=True):
    """Where a journal ends: the number of the line that is to follow, and the `crc` of the one before it."""

    following: int
    crc: str


class WrongLineError(Exception):
    """A line is not as it was written; or, where it is `whole` and its CRC is right, it was written wrong."""

    def __init__(self, problem: str, *, whole: bool) -> None:
        super().__init__(problem)
        self.problem = problem
        self.whole = whole


class NoFirstLine(StorageError):
    """A journal whose first line is not there, or not whole: it is just being created, or never was."""


class Journal:
    """A journal that is being written. One thread at a time may use it.

    After the first failed write it is broken: it takes nothing more, and the caller continues in a new
    file. The line that failed may still be in the file, whole, although its result was never shown (it
    was written, but could not be synced): never is more shown than can be read back.
    """

    def __init__(self, path: Path, lock: Lock, fd: int, end: JournalEnd, disk: Disk) -> None:
        """For `create` and `resume`; the next line follows `end`."""
        self.path = path
        self._lock = lock
        self._fd: int | None = fd
        self._end = end
        self._disk = disk
        self._failure: str | None = None

    @classmethod
    def create(cls, path: Path, header: Mapping[str, object], owner: str, *, disk: Disk = DISK) -> Self:
        """Begins a new journal in a folder that exists; it is on the disk on return.

        `header` has a whole number `format` and whatever else the first line is to hold. `owner` is one
        line about this program, shown to a second writer. Raises StorageError (Locked) and leaves no
        file; ValueError or TypeError where `header` cannot be a header.
        """
        if type(header.get("format")) is not int:
            raise ValueError("a journal's header needs a whole number 'format'")
        line = encode_line(0, header, _NO_LINE)
        if not os.access(path.parent, os.W_OK):
            raise StorageError(path, "cannot be created: its folder is missing or not writable")
        with _hold_lock(path, owner, "cannot be created") as lock:
            fd = _create_with_header(path, line, disk)
        return cls(path, lock, fd, JournalEnd(1, crc_of(line)), disk)

    @classmethod
    def resume(cls, path: Path, owner: str, *, disk: Disk = DISK) -> tuple[Self, JournalContents]:
        """Opens an unfinished journal to append to, and answers what it holds as well.

        A torn last line is first copied to `NAME.torn` (`NAME.torn.2`, …) beside it, then cut. Raises
        StorageError: it cannot be read or written, is damaged before its last line, or is finished;
        Locked where another program writes it.
        """
        require_file(path)  # before a lock file is made for it
        with _hold_lock(path, owner, "cannot be resumed") as lock:
            recovered, end = _read(path)
            _require_unfinished(path, recovered)
            fd = _open_to_append(path, recovered.torn, disk)
        return cls(path, lock, fd, end, disk), recovered

    @property
    def failure(self) -> str | None:
        """Why nothing more is written to this file; None while all is well."""
        return self._failure

    def append(self, record: Mapping[str, object]) -> None:
        """Writes a record; it is on the disk on return, and only then may its result be shown.

        Raises StorageError when it is not, or when the journal is closed or broken; ValueError or
        TypeError, with nothing written and nothing broken, where `record` is not JSON or has a key of
        RESERVED.
        """
        self._write(encode_line(self._end.following, record, self._end.crc))

    def close(self, *, finished: bool) -> None:
        """Closes the file; `finished` first writes its closing line, unless the journal is broken.

        A second call does nothing. Raises StorageError when the closing line could not be written; the
        file is closed all the same, and counts as unfinished unless that line is in it whole.
        """
        if self._fd is None:
            return
        try:
            if finished and self._failure is None:
                self._write(_encode({"seq": self._end.following, "after": self._end.crc, "end": True}))
        finally:
            fd, self._fd = self._fd, None
            with suppress(OSError):  # all in it was synced
                os.close(fd)
            self._lock.release()

    def _write(self, line: bytes) -> None:
        if self._fd is None:
            raise StorageError(self.path, "not written: this journal is closed")
        if self._failure is not None:
            problem = f"not written: an earlier write to this file failed ({self._failure})"
            raise StorageError(self.path, problem)
        # Set first, so that it stays set whatever ends the write, Ctrl-C too: half a line may be there.
        self._failure = "interrupted"
        try:
            write_all(self._fd, line, self._disk)
            self._disk.sync(self._fd)
        except OSError as error:
            self._failure = reason(error)
            problem = f"the last command could not be written: {self._failure}; nothing more is written to this file"
            raise StorageError(self.path, problem) from error
        self._end = JournalEnd(self._end.following + 1, crc_of(line))
        self._failure = None


def read_journal(path: Path) -> JournalContents:
    """What the journal holds, also while another program writes it. Changes nothing.

    A header of another `format` is returned like any other. Raises StorageError where the file cannot
    be read, or its first line is not a header.
    """
    return _read(path)[0]


def _read(path: Path) -> tuple[JournalContents, JournalEnd]:
    require_file(path)
    try:
        if path.stat().st_size > LARGEST:
            raise StorageError(path, f"is too large: a journal has at most {LARGEST >> 20} MB")
        data = path.read_bytes()
    except OSError as error:
        raise StorageError(path, f"cannot be read: {reason(error)}") from error
    return _parse(path, data)


def parse_journal(path: Path, data: bytes) -> JournalContents:
    """What these bytes of a journal hold; `path` is for messages. Raises StorageError as `read_journal` does."""
    return _parse(path, data)[0]


def _parse(path: Path, data: bytes) -> tuple[JournalContents, JournalEnd]:
    """What these bytes hold, and where it ends."""
    lines = data.split(b"\n")
    rest = lines.pop()  # after the last newline: nothing, or part of a line
    header = decode_header(path, lines[0] if lines else None)
    is_chained = header.pop("after", None) is not None
    records: list[dict[str, object]] = []

    def contents(torn: bytes = b"", damage: DamagedLine | None = None, *, ended: bool = False) -> JournalContents:
        return JournalContents(header, tuple(records), torn, damage, finished=ended and damage is None)

    for number in range(1, len(lines)):
        end = JournalEnd(number, crc_of(lines[number - 1]))
        try:
            record = decode_line(number, lines[number])
            is_chained = require_to_follow(record.pop("after", None), end, is_chained=is_chained)
        except WrongLineError as error:
            if number == len(lines) - 1 and not rest and not error.whole:
                return contents(lines[number] + b"\n"), end
            return contents(damage=DamagedLine(number + 1, error.problem)), end
        if "end" in record:
            more = number < len(lines) - 1 or rest
            damage = DamagedLine(number + 2, "it follows the end of the journal") if more else None
            return contents(damage=damage, ended=True), end
        records.append(record)
    return contents(rest), JournalEnd(len(lines), crc_of(lines[-1]))


def require_to_follow(after: object, end: JournalEnd, *, is_chained: bool) -> bool:
    """Whether lines now say what they follow: once one does, all must. Raises WrongLineError."""
    if after is None and not is_chained:
        return False
    if after != end.crc:
        raise WrongLineError("it does not follow the line before, but belongs to another journal", whole=True)
    return True


def crc_of(line: bytes) -> str:
    """The `crc` that a line has."""
    return line[_CRC_AT : _CRC_AT + 8].decode("ascii")


def journal_path(folder: Path, journal_id: str) -> Path:
    """The file of a journal in a folder."""
    return folder / f"{journal_id}{SUFFIX}"


def has_journal(folder: Path, journal_id: str) -> bool:
    """Whether a folder has the journal of this id; a path is no id."""
    return Path(journal_id).name == journal_id != "" and os.path.lexists(journal_path(folder, journal_id))


def list_journals(folder: Path) -> list[JournalSummary]:
    """The journals in a folder (`*.jsonl`), by name; none where there is no folder yet.

    Only the first and last line of each are read, so it may still be damaged. Raises StorageError where
    the folder cannot be read.
    """
    return [_summary(path) for path in _journal_paths(folder)]


def list_unfinished_journals(folder: Path) -> list[JournalSummary]:
    """The journals of `list_journals` that are not finished; of those that are, nothing but the end is read."""
    return [_summary(path) for path in unfinished_paths(folder)]


def unfinished_paths(folder: Path) -> list[Path]:
    """The journals of `list_unfinished_journals`, without asking whether a program has them."""
    return [path for path in _journal_paths(folder) if not _is_finished(path)]


def _journal_paths(folder: Path) -> list[Path]:
    try:
        with os.scandir(folder) as entries:
            names = sorted(each.name for each in entries if each.name.endswith(SUFFIX) and each.name != SUFFIX)
    except FileNotFoundError:
        return []
    except OSError as error:
        raise StorageError(folder, f"cannot be read: {reason(error)}") from error
    return [folder / name for name in names]


def encode_line(seq: int, record: Mapping[str, object], after: str = "") -> bytes:
    """A record as the line after the one with the `crc` `after`; without it, as earlier programs wrote lines.

    Raises ValueError or TypeError where the record is not JSON or has a key of RESERVED.
    """
    if taken := RESERVED & record.keys():
        raise ValueError(f"a record cannot have the key {min(taken)!r}")
    return _encode({"seq": seq, **({"after": after} if after else {}), **record})


def decode_line(seq: int, line: bytes) -> dict[str, object]:
    """The record in a line without its newline, which must be number `seq`, and `after`. Raises WrongLineError."""
    body = line[_CRC_SIZE:]
    if line[:_CRC_SIZE] != b'{"crc":"%08x",' % crc32(body):
        raise WrongLineError("it is not what was written (wrong CRC)", whole=False)
    try:
        record = _decode(line)
    except (ValueError, RecursionError) as error:
        raise WrongLineError("it is not JSON that this program wrote", whole=True) from error
    del record["crc"]
    found = record.pop("seq", None)
    if found != seq:
        raise WrongLineError(f"expected number {seq}, got {found!r:.40}", whole=True)
    return record


def _decode(line: bytes) -> dict[str, object]:
    """The object in a line. Raises ValueError or RecursionError."""
    record: dict[str, object]
    try:
        record = _FAST_DECODER.decode(line)
    except ValueError:  # half of a surrogate pair, as in a file name that is not Unicode
        record = _DECODER.decode(line.decode("utf-8"))
    return record


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(name)


# ASCII, because then no text can fail, not even a file name that is not Unicode.
_ENCODER = json.JSONEncoder(ensure_ascii=True, allow_nan=False, separators=(",", ":"))
_DECODER = json.JSONDecoder(parse_constant=_refuse_constant)
_FAST_DECODER = Decoder(dict[str, object])


def _encode(content: dict[str, object]) -> bytes:
    try:
        body = _ENCODER.encode(content)[1:].encode("ascii")
    except RecursionError as error:
        raise ValueError("a record is nested too deep") from error
    return b'{"crc":"%08x",%b\n' % (crc32(body), body)


def decode_header(path: Path, line: bytes | None) -> dict[str, object]:
    """The header in a first line, with `after`. Raises StorageError where it is none, NoFirstLine for no line."""
    if line is None:
        raise NoFirstLine(path, "is not a journal of this program, or has no first line yet")
    try:
        header = decode_line(0, line)
    except WrongLineError as error:
        raise StorageError(path, f"is not a journal of this program: line 1: {error.problem}") from error
    if type(header.get("format")) is not int:
        raise StorageError(path, "is not a journal of this program: line 1 has no format")
    return header


def require_file(path: Path) -> None:
    """Raises StorageError unless `path` is an ordinary file: reading a pipe would never end."""
    try:
        mode = path.stat().st_mode
    except OSError as error:
        raise StorageError(path, f"cannot be read: {reason(error)}") from error
    if stat.S_ISDIR(mode):
        raise StorageError(path, "is a folder, not a journal")
    if not stat.S_ISREG(mode):
        raise StorageError(path, "is not an ordinary file")


def _require_unfinished(path: Path, recovered: JournalContents) -> None:
    if recovered.damage is not None:
        raise StorageError(path, f"{recovered.damage}; it can be viewed up to there, but not resumed")
    if recovered.finished:
        raise StorageError(path, "is finished and cannot be resumed")


@contextmanager
def _hold_lock(path: Path, owner: str, failure: str) -> Iterator[Lock]:
    """Takes the lock and keeps it, or releases it where the block fails. An OSError becomes a StorageError."""
    lock = take_lock(path, owner)
    try:
        yield lock
    except OSError as error:
        lock.release()
        raise StorageError(path, f"{failure}: {reason(error)}") from error
    except BaseException:
        lock.release()
        raise


def _create_with_header(path: Path, line: bytes, disk: Disk) -> int:
    """Creates a journal of one line and opens it to append; leaves no file where that fails."""
    try:
        create_file(path, line, _PRIVATE, disk=disk)
    except FileExistsError as error:
        raise StorageError(path, "already exists; a journal is never overwritten") from error
    try:
        disk.sync_folder(path.parent)
        return disk.open(path, os.O_WRONLY | os.O_APPEND | BINARY, _PRIVATE)
    except BaseException:
        with suppress(OSError):
            disk.remove(path)
        raise


def _open_to_append(path: Path, torn: bytes, disk: Disk) -> int:
    """Opens a journal after its last whole line; a torn one is copied beside it, on the disk, before it is cut."""
    fd = disk.open(path, os.O_RDWR | os.O_APPEND | BINARY, _PRIVATE)
    try:
        if torn:
            _copy_beside(path, torn, disk)
            disk.truncate(fd, os.fstat(fd).st_size - len(torn))
        disk.sync(fd)  # its last lines may have been read from memory
    except BaseException:
        os.close(fd)
        raise
    return fd


def torn_path(path: Path, number: int) -> Path:
    """The file beside a journal for its torn line, the first of them or a later one."""
    return path.with_name(path.name + (".torn" if number == 1 else f".torn.{number}"))


def _copy_beside(path: Path, torn: bytes, disk: Disk) -> None:
    create_numbered(partial(torn_path, path), torn, _PRIVATE, disk=disk)
    disk.sync_folder(path.parent)


def _summary(path: Path) -> JournalSummary:
    try:
        require_file(path)
        header, finished = _header_and_end(path)
    except StorageError as error:
        return JournalSummary(path.stem, path, None, finished=False, in_use=is_locked(path), fault=error.problem)
    return JournalSummary(path.stem, path, header, finished, in_use=is_locked(path), fault=None)


def _header_and_end(path: Path) -> tuple[dict[str, object], bool]:
    """The header, and whether the last line is a closing one."""
    try:
        with path.open("rb") as file:
            first = file.readline(LARGEST_HEADER)
            ends = _has_end(file)
    except OSError as error:
        raise StorageError(path, f"cannot be read: {reason(error)}") from error
    if len(first) == LARGEST_HEADER and not first.endswith(b"\n"):
        most = LARGEST_HEADER >> 20
        problem = (
            f"its first line has more than {most} MB; if it is a journal, `orcus-tui recover {path.stem}` opens it"
        )
        raise StorageError(path, problem)
    header = decode_header(path, first[:-1] if first.endswith(b"\n") else None)
    header.pop("after", None)
    return header, ends


def _is_finished(path: Path) -> bool:
    """Whether the last line is a closing one; of a file that cannot be read, the summary says why."""
    try:
        require_file(path)
        with path.open("rb", buffering=0) as file:
            return _has_end(file)
    except (OSError, StorageError):
        return False


def _has_end(file: BufferedReader | FileIO) -> bool:
    """Whether the last line of an open file is a closing one."""
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - _END_SIZE))
    last = (file.read() or b"").split(b"\n")[-2:]
    return len(last) == 2 and not last[1] and _is_end(last[0])


def _is_end(line: bytes) -> bool:
    body = line[_CRC_SIZE:]
    return line.startswith(b'{"crc":"%08x","seq":' % crc32(body)) and body.endswith(b',"end":true}')
