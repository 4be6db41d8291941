"""Atomic writes: a file is written whole or not at all. Links in its path, and digests of its content.

Every call that can fail goes through a `Disk`, so that tests can pass one that fails.
"""

import errno
import os
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path

from msgspec import Struct

from orcus_tui.storage.storage_error import NotSynced, StorageError, reason


def is_link(path: Path) -> bool:
    """Whether a path itself is a symbolic link, or a junction of Windows; false for one that does not exist."""
    try:
        return leads_elsewhere(path.lstat())
    except (OSError, ValueError):
        return False


def leads_elsewhere(found: os.stat_result) -> bool:
    """Whether `lstat` found a symbolic link, or a junction of Windows."""
    if sys.platform == "win32" and found.st_reparse_tag == stat.IO_REPARSE_TAG_MOUNT_POINT:
        return True
    return stat.S_ISLNK(found.st_mode)


NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)
"""A flag for `os.open` that makes it fail at a link. Windows has no such flag, so callers also check `is_link`."""


class NamedPaths:
    """The paths that the user named, with links unresolved.

    Any other path may come from a stranger's journal or folder.
    """

    def __init__(self) -> None:
        self._paths: set[str] = set()

    def add(self, path: Path) -> None:
        """Adds a path."""
        self._paths.add(os.path.abspath(path))  # noqa: PTH100  # `resolve` would follow links

    def __contains__(self, path: Path) -> bool:
        return os.path.abspath(path) in self._paths  # noqa: PTH100  # as it was added

    def share_folder_with(self, path: Path) -> bool:
        """Whether a path is in the working folder, or in the folder of a path that the person named."""
        folders = {os.path.realpath(os.path.dirname(each)) for each in self._paths}  # noqa: PTH120  # they are texts
        return os.path.realpath(path.absolute().parent) in {*folders, os.path.realpath(os.curdir)}


if sys.platform == "darwin":
    import fcntl

if sys.platform == "win32":
    BINARY = os.O_BINARY
else:
    BINARY = 0

# The errors of file systems that do not have the call; any other error is a failed sync.
_UNSUPPORTED = frozenset({errno.EINVAL, errno.ENOTSUP, errno.ENOTTY})


# fdatasync, if there is one, leaves out the times of a file, which are not needed after a power failure, and is several
# times as quick.
_sync_data: Callable[[int], None] = getattr(os, "fdatasync", os.fsync)


def sync_file(fd: int) -> None:
    """Waits until everything written to `fd`, and the length of the file, is on the disk. Raises OSError."""
    if sys.platform == "darwin":
        # On macOS fsync only reaches the drive's cache, which a power failure empties.
        try:
            fcntl.fcntl(fd, fcntl.F_FULLFSYNC)
        except OSError as error:
            if error.errno not in _UNSUPPORTED:
                raise
        else:
            return
    _sync_data(fd)


def sync_folder(path: Path) -> None:
    """Waits until the file names in the folder `path` are on the disk. Raises OSError.

    Does nothing on Windows and on file systems that cannot sync folders.
    """
    if sys.platform != "win32":
        fd = os.open(path, os.O_RDONLY)
        try:
            os.fsync(fd)
        except OSError as error:
            if error.errno not in _UNSUPPORTED:
                raise
        finally:
            os.close(fd)


def place(source: Path, target: Path) -> None:
    """Gives a file another name, which must be free. Raises OSError (FileExistsError if it is not free)."""
    if sys.platform == "win32":
        source.rename(target)  # on Windows, a rename never replaces a file
        return
    try:
        target.hardlink_to(source)
    except FileExistsError:
        raise
    except OSError:
        # A file system without hard links: an empty file reserves the name until the whole file takes it.
        os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        try:
            source.replace(target)
        except BaseException:
            with suppress(OSError):
                target.unlink()
            raise
    else:
        source.unlink()


def _make_private_folder(path: Path) -> None:
    path.mkdir(0o700)  # the names of journals and creatures reveal much about a game


class Disk(Struct, frozen=True):
    """The calls that change a disk: each raises OSError when it fails; `write` may write less than asked.

    `open` is called for files that are to be written. Locks are not among these calls: they need not outlast a process.
    """

    write: Callable[[int, bytes], int] = os.write
    sync: Callable[[int], None] = sync_file
    replace: Callable[[Path, Path], None] = os.replace
    sync_folder: Callable[[Path], None] = sync_folder
    open: Callable[[Path, int, int], int] = os.open
    truncate: Callable[[int, int], None] = os.ftruncate
    remove: Callable[[Path], None] = os.unlink
    make_folder: Callable[[Path], None] = _make_private_folder
    place: Callable[[Path, Path], None] = place


DISK = Disk()

LARGEST_COPY = 32 * 1024 * 1024
"""The size in bytes of the largest file that is copied before it is overwritten."""


def write_all(fd: int, data: bytes, disk: Disk = DISK) -> None:
    """Writes all of `data`, in several calls if the system writes less at a time. Raises OSError."""
    while data:
        written = disk.write(fd, data)
        if written <= 0:
            raise OSError(errno.EIO, "nothing more could be written")
        data = data[written:]


def open_new(path: Path, flags: int, mode: int | None, *, disk: Disk = DISK) -> int:
    """Creates a file and returns its descriptor. Never follows a link.

    `flags` are those of `os.open`; `mode` is the permission bits, regardless of the umask (None: the system's default).
    Raises OSError (FileExistsError if anything is at `path`, even a link), and then leaves no file behind.
    """
    fd = disk.open(path, flags | os.O_CREAT | os.O_EXCL | BINARY, 0o666 if mode is None else mode)
    if mode is not None and sys.platform != "win32":  # Windows only has a read-only bit
        with removed_on_failure(path, disk):
            try:
                os.fchmod(fd, mode)
            except BaseException:
                os.close(fd)
                raise
    return fd


@contextmanager
def removed_on_failure(path: Path, disk: Disk) -> Iterator[None]:
    """Removes a new file if the block fails."""
    try:
        yield
    except BaseException:
        with suppress(OSError):
            disk.remove(path)
        raise


def create_file(path: Path, data: bytes, mode: int | None = None, *, disk: Disk = DISK) -> None:
    """Creates a new file with `data` and syncs it, but not its folder.

    `mode` is the permission bits; None: the system's default. Raises OSError (FileExistsError if `path` exists), and
    then leaves no file behind.
    """
    fd = open_new(path, os.O_WRONLY, mode, disk=disk)
    with removed_on_failure(path, disk):
        try:
            write_all(fd, data, disk)
            disk.sync(fd)
        finally:
            os.close(fd)


def make_folders(path: Path, *, disk: Disk = DISK) -> None:
    """Creates a folder and all missing parent folders, and syncs the folders they are in. Raises OSError."""
    missing = [each for each in (path, *path.parents) if not each.exists()]
    for folder in reversed(missing):
        with suppress(FileExistsError):  # another program has just created it
            disk.make_folder(folder)
        with suppress(PermissionError):  # a folder may allow access but not listing
            disk.sync_folder(folder.parent)
    if not path.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))


def create_numbered(names: Callable[[int], Path], data: bytes, mode: int | None, *, disk: Disk = DISK) -> Path:
    """Creates a new file as `create_file` does, at the first of `names(1)`, `names(2)`, … that is free."""
    return _first_free(names, lambda path: create_file(path, data, mode, disk=disk))


def _first_free(names: Callable[[int], Path], take: Callable[[Path], None]) -> Path:
    """The first of the paths that could be taken; `take` raises FileExistsError for a path that is not free."""
    for number in count(1):
        path = names(number)
        with suppress(FileExistsError):
            take(path)
            return path
    raise AssertionError  # count() has no end


Resolve = Callable[[Path], str]
"""The target of a path: `os.path.realpath` follows links, `os.path.abspath` does not, and a link there is refused."""


def write_atomically(path: Path, text: str, *, disk: Disk = DISK, resolve: Resolve = os.path.realpath) -> None:
    """Writes `text` to a new or existing file in UTF-8; a reader sees either the old or the new text.

    A link stays, and the file it points to is replaced; an existing file keeps its permissions. Raises StorageError;
    unless that is NotSynced, the old file is unchanged.
    """
    target = Path(resolve(path))
    _write(path, target, _encode(path, text), disk)
    _sync_folder_of(path, target, disk)


def write_new(names: Callable[[int], Path], data: bytes, mode: int | None = None, *, disk: Disk = DISK) -> Path:
    """Creates a new file at the first of `names(1)`, `names(2)`, … that is free, atomically.

    All of these are in one folder, which is synced. Raises OSError, and then leaves no file behind.
    """
    temporary = create_numbered(_temporary_in(names(1).parent), data, mode, disk=disk)
    with removed_on_failure(temporary, disk):
        path = _first_free(names, lambda each: disk.place(temporary, each))
    with removed_on_failure(path, disk):
        disk.sync_folder(path.parent)
    return path


def write_with_backup(path: Path, text: str, *, disk: Disk = DISK, resolve: Resolve = os.path.realpath) -> Path | None:
    """Writes a file as `write_atomically` does, after copying its old content to a new file, which it returns.

    The copy's name is the first free one of `log-old.md`, `log-old-2.md`, … None if nothing would be lost: no such
    file, an empty one, or one with the same content. Raises StorageError, leaving no copy.
    """
    data = _encode(path, text)
    target = Path(resolve(path))
    backup = _back_up(path, target, data, disk)
    try:
        _write(path, target, data, disk)
    except BaseException:
        if backup:
            with suppress(OSError):
                disk.remove(backup)
        raise
    _sync_folder_of(path, target, disk)
    return backup


def _encode(path: Path, text: str) -> bytes:
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError as error:
        problem = f"not saved: character {error.start + 1} of the text is not Unicode; the file is unchanged"
        raise StorageError(path, problem) from error


def _back_up(path: Path, target: Path, data: bytes, disk: Disk) -> Path | None:
    """Copies the content that `data` will replace; the write refuses a path that is not an ordinary file."""

    def name(number: int) -> Path:
        return path.with_name(f"{path.stem}-old{f'-{number}' if number > 1 else ''}{path.suffix}")

    try:
        found = target.lstat()
        if not stat.S_ISREG(found.st_mode):
            return None
        if found.st_size > LARGEST_COPY:
            most = LARGEST_COPY >> 20
            raise StorageError(path, f"not saved: the old file is too large to copy, more than {most} MB; name another")
        old_data = _read_no_link(target)
        if old_data in (b"", data):
            return None
        # The copy is on the disk under its name before the file is replaced.
        return write_new(name, old_data, stat.S_IMODE(found.st_mode), disk=disk)
    except FileNotFoundError:
        return None
    except OSError as error:
        problem = f"not saved: the old file cannot be copied: {reason(error)}; the file is unchanged"
        raise StorageError(path, problem) from error


def _read_no_link(path: Path) -> bytes:
    with os.fdopen(os.open(path, os.O_RDONLY | BINARY | NO_FOLLOW), "rb") as file:
        return file.read()


def _write(path: Path, target: Path, data: bytes, disk: Disk) -> None:
    try:
        replace_file(target, data, _mode_to_keep(path, target), disk=disk)
    except FileNotFoundError as error:
        raise StorageError(path, f"not saved: there is no folder {path.parent}") from error
    except OSError as error:
        raise StorageError(path, f"not saved: {reason(error)}; the file is unchanged") from error


def _sync_folder_of(path: Path, target: Path, disk: Disk) -> None:
    try:
        disk.sync_folder(target.parent)
    except OSError as error:
        problem = f"saved, but it may not survive a power failure: the folder cannot be synced: {reason(error)}"
        raise NotSynced(path, problem) from error


def _temporary_in(folder: Path) -> Callable[[int], Path]:
    """The names of temporary files; not derived from the file's name, which may already have the maximum length."""
    return lambda number: folder / f".orcus-tui-{os.getpid()}-{number}.tmp"


def replace_file(path: Path, data: bytes, mode: int | None, *, disk: Disk = DISK) -> None:
    """Puts a file with these permission bits in the place of whatever has this path, even a link. Raises OSError."""
    temporary = create_numbered(_temporary_in(path.parent), data, mode, disk=disk)
    with removed_on_failure(temporary, disk):
        disk.replace(temporary, path)


def _mode_to_keep(path: Path, target: Path) -> int | None:
    """The permission bits of `target`; None if there is no such file yet."""
    try:
        mode = target.lstat().st_mode
    except FileNotFoundError:
        return None
    if stat.S_ISDIR(mode):
        raise StorageError(path, "not saved: this is a folder; name a file in it")
    if not stat.S_ISREG(mode):
        raise StorageError(path, "not saved: this is not an ordinary file; name another")
    if not os.access(target, os.W_OK):
        raise StorageError(path, "not saved: the file is read-only; name another, or make it writable")
    return stat.S_IMODE(mode)


_FIGHT_TABLE = b"\n[fight]\n"
"""The text that marks a fight in progress. An encounter is never overwritten, and needs no digest."""


def digest(data: bytes) -> str:
    """The SHA-256 of some bytes, in hexadecimal."""
    import hashlib  # imported here, because the screen does not need it

    return hashlib.sha256(data).hexdigest()


class FileDigests:
    """The digest that each file had when it was last read or written. Links in paths are resolved."""

    def __init__(self) -> None:
        self._digests: dict[str, str] = {}

    def note(self, path: Path, content: str) -> None:
        """Notes the digest of a file's content, unless it is empty."""
        if content:
            self._digests[os.path.realpath(path)] = content

    def note_fight_in_progress(self, path: Path, content: str) -> None:
        """Notes the digest that a journal names, if the file has it and is a fight in progress."""
        data = _content(path)
        if _FIGHT_TABLE in data and digest(data) == content:
            self.note(path, content)

    def has_same_content(self, path: Path) -> bool:
        """Whether a file still has the content that was last noted."""
        file = os.path.realpath(path)
        return file in self._digests and digest(_content(Path(file))) == self._digests[file]


def _content(path: Path) -> bytes:
    """The bytes of a file; empty if it cannot be read, or is too large to be copied."""
    try:
        return path.read_bytes() if path.is_file() and path.stat().st_size <= LARGEST_COPY else b""
    except (OSError, ValueError):
        return b""
