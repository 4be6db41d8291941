r"""The file of a journal: a line for each command, on the disk before its result is shown. The file only grows.

A line is a JSON object in ASCII, `{"crc":"0a1b2c3d","seq":12,"after":"9e8f7a6b",…}`, and a newline. `crc` is the CRC-32
of the bytes after it up to the newline, so a line is checked without decoding it; `seq` counts the lines from 0;
`after` is the `crc` of the line before, so that a line of another journal is never accepted, not even from a copy of
this journal that was continued differently. (Journals of earlier programs lack it.) Line 0 is the header, every other
line a record, whose meaning is in `records`; the last line of a finished journal is `"end":true`.

Only a crash or a failed write leaves part of a line, and nothing is ever written after it: a wrong last line is *torn*
and may be cut; a wrong line before it, even by one bit, is *damage*, and nothing after that is read.
"""

import json
import os
import stat
import sys
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import NoReturn, Self
from zlib import crc32

from msgspec import Struct
from msgspec.json import Decoder

from orcus_tui.storage.atomic import (
    BINARY,
    DISK,
    NO_FOLLOW,
    Disk,
    create_numbered,
    is_link,
    leads_elsewhere,
    open_new,
    removed_on_failure,
    write_all,
)
from orcus_tui.storage.lock import lock_file, unlock_and_close
from orcus_tui.storage.storage_error import StorageError, reason, storage_errors

SUFFIX = ".jsonl"
ARCHIVE = "archive"
"""The folder next to the journals for archived ones."""
LARGEST = 256 * 1024 * 1024
"""The size in bytes of the largest journal that is read: some hundred thousand commands."""
LARGEST_HEADER = 16 * 1024 * 1024
"""The most bytes of a journal's first line: an encounter of thousands of creatures."""
RESERVED = frozenset({"crc", "seq", "after", "end"})  # the keys of the frame, which no header or record may have

_CRC_AT = len('{"crc":"')
_CRC_SIZE = len('{"crc":"0a1b2c3d",')
_TAIL_SIZE = 4096  # bytes at the end of a journal, by which it is recognized
END_SIZE = 100
"""Bytes; every closing line is shorter."""
_PRIVATE = 0o600
_NO_LINE = "00000000"
"""The `after` of the header, which follows no line."""


class DamagedLine(Struct, frozen=True):
    """A line that has changed since it was written. Lines are counted from 1, which is the header."""

    line: int
    problem: str

    def __str__(self) -> str:
        return f"line {self.line} is damaged: {self.problem}"


class JournalContents(Struct, frozen=True):
    """The content of a journal, in the order it was written.

    `records` end before any damage; `torn` is a last line that is cut off; with `finished`, the fight was closed.
    """

    header: dict[str, object]
    records: tuple[dict[str, object], ...]
    torn: bytes
    damage: DamagedLine | None
    finished: bool


class JournalEnd(Struct, frozen=True):
    """The end of the lines read or written: the number of the next line, and the `crc` of the last one.

    `is_chained`: the last line has an `after`, so the next one must have it, too.
    """

    following: int
    crc: str
    is_chained: bool


class WrongLineError(Exception):
    """An invalid line. `whole`: its CRC is right, so it was written like that; otherwise it was changed afterwards."""

    def __init__(self, problem: str, *, whole: bool) -> None:
        super().__init__(problem)
        self.problem = problem
        self.whole = whole


class NoFirstLine(StorageError):
    """A journal without a whole first line: it is just being created, or is not a journal."""


class Journal:
    """A journal that is open for writing, and locked. Only one thread at a time may use it.

    After the first failed write it is broken: it takes no more lines, and the caller continues in a new file. The line
    that failed may still be in the file, if it was written but could not be synced; its result was never shown.
    """

    def __init__(self, path: Path, fd: int, content: bytes, end: JournalEnd, disk: Disk) -> None:
        """Used by `create` and `resume`; `end` describes the end of the file's `content`."""
        self.path = path
        self._fd: int | None = fd
        self._size = len(content)
        self._tail = content[-_TAIL_SIZE:]
        self._end = end
        self._disk = disk
        self._failure: str | None = None

    @classmethod
    def create(cls, path: Path, header: Mapping[str, object], *, disk: Disk = DISK) -> Self:
        """Begins a new journal in an existing folder, on the disk on return; `header` has a whole number `format`.

        Raises StorageError and leaves no file; ValueError or TypeError if `header` cannot be a header.
        """
        if type(header.get("format")) is not int:
            raise ValueError("a journal's header needs a whole number 'format'")
        line = encode_line(0, header, _NO_LINE)
        if len(line) > LARGEST_HEADER:
            size, most = -(-len(line) // 1_000_000), LARGEST_HEADER >> 20
            problem = f"cannot be created: the fight takes {size} MB, and a journal begins with {most} MB at most"
            raise StorageError(path, f"{problem}; shorten its texts, or lower a `count`")
        if not os.access(path.parent, os.W_OK):
            raise StorageError(path, "cannot be created: its folder is missing or not writable")
        try:
            fd = _create_with_header(path, line, disk)
        except FileExistsError as error:
            raise StorageError(path, "already exists; a journal is never overwritten") from error
        except OSError as error:
            raise StorageError(path, f"cannot be created: {reason(error)}") from error
        return cls(path, fd, line, JournalEnd(1, crc_of(line), is_chained=True), disk)

    @classmethod
    def resume(cls, path: Path, *, disk: Disk = DISK) -> tuple[Self, JournalContents]:
        """Opens an unfinished journal to append to, and returns its contents as well.

        A torn last line is first copied to `NAME.torn` (`NAME.torn.2`, …) next to it, then cut. Raises StorageError if
        the journal cannot be read or written, is a link, is damaged before its last line, or is finished; Locked if
        another program writes it.
        """
        require_file(path)
        fd = open_locked(path, "cannot be resumed", disk=disk)
        try:
            data = _all_of(path, fd)
            recovered, end = _parse(path, data)
            _require_unfinished(path, recovered)
            _cut_torn_line(path, fd, recovered.torn, disk)
        except OSError as error:
            unlock_and_close(fd)
            raise StorageError(path, f"cannot be resumed: {reason(error)}") from error
        except BaseException:
            unlock_and_close(fd)
            raise
        return cls(path, fd, data[: len(data) - len(recovered.torn)], end, disk), recovered

    @property
    def failure(self) -> str | None:
        """Why nothing more is written to this file; None if there is no failure."""
        return self._failure

    def append(self, record: Mapping[str, object]) -> None:
        """Writes a record; on return it is on the disk, and only then may its result be shown.

        Raises StorageError if that fails, or if the journal is closed or broken; ValueError or TypeError if `record` is
        not JSON or has a key of RESERVED, which writes nothing and does not break the journal.
        """
        self._write(encode_line(self._end.following, record, self._end.crc))

    @property
    def loss(self) -> str:
        """Why the file at its path is no longer this journal, or cannot be written to; empty if there is no problem.

        A program that syncs a folder may have deleted or replaced it, or its file system may be gone.
        """
        if self._failure is None and self._fd is not None:
            try:
                _require_own_file(self.path, self._fd, self._size, self._tail)
            except OSError as error:
                return reason(error)
        return self._failure or ""

    def close(self, *, finished: bool) -> None:
        """Closes the file; `finished` first writes its closing line, unless the journal is broken.

        A second call does nothing. Raises StorageError if the closing line could not be written; the file is closed
        anyway, and counts as unfinished unless the whole line is in it.
        """
        if self._fd is None:
            return
        try:
            if finished and self._failure is None:
                self._write(_encode({"seq": self._end.following, "after": self._end.crc, "end": True}))
        finally:
            fd, self._fd = self._fd, None
            unlock_and_close(fd)

    def _write(self, line: bytes) -> None:
        if self._fd is None:
            raise StorageError(self.path, "not written: this journal is closed")
        if self._failure is not None:
            problem = f"not written: an earlier write to this file failed ({self._failure})"
            raise StorageError(self.path, problem)
        # Set first, so that it stays set even if Ctrl-C ends the write: half a line may be in the file.
        self._failure = "interrupted"
        try:
            _require_room(self._size + len(line))
            write_all(self._fd, line, self._disk)
            self._disk.sync(self._fd)
            # Checked last, so that it covers this line too: a fight can only be resumed from the file at this path.
            tail = (self._tail + line)[-max(_TAIL_SIZE, len(line)) :]
            _require_own_file(self.path, self._fd, self._size + len(line), tail)
        except OSError as error:
            self._failure = reason(error)
            problem = f"the last command could not be written: {self._failure}; nothing more is written to this file"
            raise StorageError(self.path, problem) from error
        self._size += len(line)
        self._tail = tail[-_TAIL_SIZE:]
        self._end = JournalEnd(self._end.following + 1, crc_of(line), is_chained=True)
        self._failure = None


def read_journal(path: Path) -> JournalContents:
    """The contents of a journal, also while another program writes it. Changes nothing.

    A header with another `format` is returned, too. Raises StorageError if the file cannot be read, or its first line
    is not a header.
    """
    require_file(path)
    with storage_errors(path, "cannot be read"):
        refuse_too_large(path, path.stat().st_size)
        data = path.read_bytes()
    return parse_journal(path, data)


def parse_journal(path: Path, data: bytes) -> JournalContents:
    """The contents of a journal from its bytes; `path` is for messages. Raises StorageError as `read_journal` does."""
    return _parse(path, data)[0]


def _parse(path: Path, data: bytes) -> tuple[JournalContents, JournalEnd]:
    """The contents of a journal from its bytes, and its end."""
    lines = data.split(b"\n")
    rest = lines.pop()  # after the last newline: nothing, or part of a line
    header, end = decode_header(path, lines[0] if lines else None)
    records: list[dict[str, object]] = []

    def contents(torn: bytes = b"", damage: DamagedLine | None = None, *, ended: bool = False) -> JournalContents:
        return JournalContents(header, tuple(records), torn, damage, finished=ended and damage is None)

    for number in range(1, len(lines)):
        try:
            record, next_end = decode_record(lines[number], end)
        except WrongLineError as error:
            if number == len(lines) - 1 and not rest and not error.whole:
                return contents(lines[number] + b"\n"), end
            return contents(damage=DamagedLine(number + 1, error.problem)), end
        if "end" in record:
            more = number < len(lines) - 1 or rest
            damage = DamagedLine(number + 2, "it follows the end of the journal") if more else None
            return contents(damage=damage, ended=True), end
        records.append(record)
        end = next_end
    return contents(rest), end


def archived_path(folder: Path, journal_id: str) -> Path | None:
    """The file of a journal in the archive of a folder; None if it is not there. A linked archive is ignored."""
    archive = folder / ARCHIVE
    return journal_path(archive, journal_id) if has_journal(archive, journal_id) and not is_link(archive) else None


def is_closing_line(line: bytes) -> bool:
    """Whether a line, given without its newline, is the last line of a finished journal."""
    body = line[_CRC_SIZE:]
    return line.startswith(b'{"crc":"%08x","seq":' % crc32(body)) and body.endswith(b',"end":true}')


def crc_of(line: bytes) -> str:
    """The `crc` that a line has."""
    return line[_CRC_AT : _CRC_AT + 8].decode("ascii")


def journal_path(folder: Path, journal_id: str) -> Path:
    """The file of a journal in a folder."""
    return folder / f"{journal_id}{SUFFIX}"


def has_journal(folder: Path, journal_id: str) -> bool:
    """Whether a folder has the journal with this id; a path is not an id."""
    return Path(journal_id).name == journal_id != "" and os.path.lexists(journal_path(folder, journal_id))


def encode_line(seq: int, record: Mapping[str, object], after: str = "") -> bytes:
    """A record as a line; `after` is the `crc` of the line before.

    Without it, the line is as earlier versions wrote it.

    Raises ValueError or TypeError if the record is not JSON or has a key of RESERVED.
    """
    if taken := RESERVED & record.keys():
        raise ValueError(f"a record cannot have the key {min(taken)!r}")
    return _encode({"seq": seq, **({"after": after} if after else {}), **record})


def decode_record(line: bytes, end: JournalEnd) -> tuple[dict[str, object], JournalEnd]:
    """The record in the line after an end, given without its newline, and the end after it. Raises WrongLineError."""
    record = decode_line(end.following, line)
    after = record.pop("after", None)
    if after != end.crc and (after is not None or end.is_chained):
        raise WrongLineError("it does not follow the line before, but belongs to another journal", whole=True)
    return record, JournalEnd(end.following + 1, crc_of(line), is_chained=after is not None)


def decode_line(seq: int, line: bytes) -> dict[str, object]:
    """The record, with `after`, in line number `seq` without its newline. Raises WrongLineError."""
    require_crc(line)
    try:
        record = _decode(line)
    except (ValueError, RecursionError) as error:
        raise WrongLineError("it is not JSON that this program wrote", whole=True) from error
    del record["crc"]
    found = record.pop("seq", None)
    if found != seq:
        raise WrongLineError(f"expected number {seq}, got {found!r:.40}", whole=True)
    return record


def require_crc(line: bytes) -> None:
    """Raises WrongLineError for a line whose `crc` does not match."""
    if line[:_CRC_SIZE] != b'{"crc":"%08x",' % crc32(line[_CRC_SIZE:]):
        raise WrongLineError("it is not what was written (wrong CRC)", whole=False)


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


# ASCII, so that no text can fail, not even a file name that is not Unicode.
_ENCODER = json.JSONEncoder(ensure_ascii=True, allow_nan=False, separators=(",", ":"))
_DECODER = json.JSONDecoder(parse_constant=_refuse_constant)
_FAST_DECODER = Decoder(dict[str, object])


def _encode(content: dict[str, object]) -> bytes:
    try:
        body = _ENCODER.encode(content)[1:].encode("ascii")
    except RecursionError as error:
        raise ValueError("a record is nested too deep") from error
    return b'{"crc":"%08x",%b\n' % (crc32(body), body)


def decode_header(path: Path, line: bytes | None) -> tuple[dict[str, object], JournalEnd]:
    """The header in a first line, and the end after it.

    Raises StorageError if it is not a header, NoFirstLine for no line.
    """
    if line is None:
        raise NoFirstLine(path, "is not a journal of this program, or has no first line yet")
    try:
        header = decode_line(0, line)
    except WrongLineError as error:
        raise StorageError(path, f"is not a journal of this program: line 1: {error.problem}") from error
    if type(header.get("format")) is not int:
        raise StorageError(path, "is not a journal of this program: line 1 has no format")
    is_chained = header.pop("after", None) is not None
    return header, JournalEnd(1, crc_of(line), is_chained=is_chained)


def require_file(path: Path) -> None:
    """Raises StorageError unless `path` is an ordinary file: a link may lead anywhere, and a pipe never ends."""
    with storage_errors(path, "cannot be read"):
        found = path.lstat()
    if leads_elsewhere(found):
        raise StorageError(path, "is a link; name the journal itself")
    if stat.S_ISDIR(found.st_mode):
        raise StorageError(path, "is a folder, not a journal")
    if not stat.S_ISREG(found.st_mode):
        raise StorageError(path, "is not an ordinary file")


def _require_unfinished(path: Path, recovered: JournalContents) -> None:
    if recovered.damage is not None:
        raise StorageError(path, f"{recovered.damage}; it can be viewed up to there, but not resumed")
    if recovered.finished:
        raise StorageError(path, "is finished and cannot be resumed")


def open_locked(path: Path, failure: str, *, disk: Disk = DISK) -> int:
    """Opens and locks a journal to append to. Raises Locked, or StorageError that begins with `failure`."""
    with storage_errors(path, failure):
        fd = disk.open(path, os.O_RDWR | os.O_APPEND | BINARY | NO_FOLLOW, _PRIVATE)
        lock_file(path, fd)
    try:
        _require_same_file(path, fd)  # another program may have moved it before it was locked
    except OSError as error:
        unlock_and_close(fd)
        raise StorageError(path, f"{failure}: {reason(error)}") from error
    return fd


def _create_with_header(path: Path, line: bytes, disk: Disk) -> int:
    """Creates and locks a journal of one line, to append to; leaves no file on failure. Raises OSError."""
    fd = open_new(path, os.O_RDWR | os.O_APPEND, _PRIVATE, disk=disk)
    with removed_on_failure(path, disk):
        lock_file(path, fd)
        try:
            write_all(fd, line, disk)
            disk.sync(fd)
            disk.sync_folder(path.parent)
        except BaseException:
            unlock_and_close(fd)
            raise
    return fd


def _require_own_file(path: Path, fd: int, size: int, tail: bytes) -> None:
    """Raises OSError unless an open file is still at its path, and has this size and these last bytes."""
    _require_same_file(path, fd)
    if os.fstat(fd).st_size != size or _bytes_at(fd, size - len(tail), len(tail)) != tail:
        raise OSError("another program changed it")


def _bytes_at(fd: int, offset: int, size: int) -> bytes:
    if sys.platform == "win32":
        os.lseek(fd, offset, os.SEEK_SET)  # writes are still appended
        return os.read(fd, size)
    return os.pread(fd, size, offset)


def _all_of(path: Path, fd: int) -> bytes:
    """The bytes of an open journal. Raises OSError, or StorageError for a journal that is too large."""
    refuse_too_large(path, os.fstat(fd).st_size)
    with open(fd, "rb", closefd=False) as file:
        file.seek(0)
        return file.read()


def refuse_too_large(path: Path, size: int) -> None:
    """Raises StorageError for a journal of more bytes than are read."""
    if size > LARGEST:
        raise StorageError(path, f"is too large: a journal has at most {LARGEST >> 20} MB")


def _require_room(size: int) -> None:
    """Raises OSError for a journal that would be too large to read."""
    if size > LARGEST:
        raise OSError(f"a journal has at most {LARGEST >> 20} MB")


def _require_same_file(path: Path, fd: int) -> None:
    """Raises OSError unless an open file is still at its path."""
    try:
        there = path.lstat()
    except FileNotFoundError:
        raise FileNotFoundError("it was deleted or moved") from None
    # Windows neither removes nor replaces an open file, and numbers open files differently.
    if sys.platform != "win32" and not os.path.samestat(there, os.fstat(fd)):
        raise OSError("another file has taken its place")


def _cut_torn_line(path: Path, fd: int, torn: bytes, disk: Disk) -> None:
    """Copies the torn last line of an open journal to a file next to it, on the disk, and then cuts the line."""
    if torn:
        create_numbered(partial(torn_path, path), torn, _PRIVATE, disk=disk)
        disk.sync_folder(path.parent)
        disk.truncate(fd, os.fstat(fd).st_size - len(torn))
    disk.sync(fd)  # its last lines may not have been on the disk yet


def torn_path(path: Path, number: int) -> Path:
    """The file next to a journal for a torn line; the first has no number."""
    return path.with_name(path.name + (".torn" if number == 1 else f".torn.{number}"))
