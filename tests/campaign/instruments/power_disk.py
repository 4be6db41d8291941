"""A disk that records its calls, and can produce a possible state after a power failure.

Each call is carried out at once in a real folder. After a failure, a file has its content of the last sync; any part of
later writes may be there, as written, as zeros or as garbage. Changes of names last if a sync of their folder followed;
any of the later ones may last too.
"""

import errno
import os
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Literal

from msgspec import Struct, field

from orcus_tui.storage.atomic import Disk, place

SECTOR = 512
"""Bytes that reach the disk as a unit."""


class File(Struct, eq=False):
    """A file, independent of its names; `old` is its content before the first write."""

    old: bytes = b""


class Write(Struct, frozen=True, eq=False):
    """A write of bytes at an offset of a file."""

    file: File
    at: int
    data: bytes


class Truncate(Struct, frozen=True, eq=False):
    """A change of a file's size."""

    file: File
    size: int


class Sync(Struct, frozen=True, eq=False):
    """A sync of a file: everything written to it before is on disk."""

    file: File


class Name(Struct, frozen=True, eq=False):
    """A name that now is a file or a folder (None), or was removed; `gone` is a name removed by the same call."""

    path: Path
    file: File | None
    gone: tuple[Path, ...] = ()


class SyncFolder(Struct, frozen=True, eq=False):
    """A sync of a folder: the names in it are on disk."""

    path: Path


Step = Write | Truncate | Sync | Name | SyncFolder


class PowerDisk(Struct, eq=False):
    """The calls in order.

    With `fails`, the next call of that kind fails once: a `write` after half its data, or a `sync`.
    """

    fails: Literal["", "write", "sync"] = ""
    steps: list[Step] = field(default_factory=list)
    names: dict[Path, File] = field(default_factory=dict)
    files: dict[int, File] = field(default_factory=dict)

    @property
    def disk(self) -> Disk:
        return Disk(
            self._write,
            self._sync,
            self._replace,
            self._sync_folder,
            self._open,
            self._truncate,
            self._remove,
            self._make_folder,
            self._place,
        )

    def have(self, path: Path) -> None:
        """Records an existing file as old."""
        path = path.absolute()
        self.names[path] = File(path.read_bytes())
        self.steps += [Name(path, self.names[path]), SyncFolder(path.parent)]

    def _open(self, path: Path, flags: int, mode: int) -> int:
        fd = os.open(path, flags, mode)
        path = path.absolute()
        if flags & os.O_CREAT:
            self.names[path] = File()
            self.steps.append(Name(path, self.names[path]))
        self.files[fd] = self.names[path]
        return fd

    def _write(self, fd: int, data: bytes) -> int:
        at = os.fstat(fd).st_size  # all writes here are at the end of a file
        fails = self._fails("write")
        data = data[: len(data) // 2] if fails else data
        self.steps.append(Write(self.files[fd], at, bytes(data)))
        written = os.write(fd, data)
        if fails:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return written

    def _fails(self, call: str) -> bool:
        fails = self.fails == call
        self.fails = "" if fails else self.fails
        return fails

    def _truncate(self, fd: int, size: int) -> None:
        self.steps.append(Truncate(self.files[fd], size))
        os.ftruncate(fd, size)

    def _sync(self, fd: int) -> None:
        if self._fails("sync"):
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        self.steps.append(Sync(self.files[fd]))

    def _replace(self, source: Path, target: Path) -> None:
        source.replace(target)
        source, target = source.absolute(), target.absolute()
        self.names[target] = self.names.pop(source)
        self.steps.append(Name(target, self.names[target], (source,)))

    def _place(self, source: Path, target: Path) -> None:
        place(source, target)
        source, target = source.absolute(), target.absolute()
        self.names[target] = self.names[source]
        self.steps.append(Name(target, self.names[target]))
        self.names.pop(source)
        self.steps.append(Name(source, None, (source,)))

    def _remove(self, path: Path) -> None:
        path.unlink()
        self.names.pop(path.absolute(), None)
        self.steps.append(Name(path.absolute(), None, (path.absolute(),)))

    def _make_folder(self, path: Path) -> None:
        path.mkdir()
        self.steps.append(Name(path.absolute(), None))

    def _sync_folder(self, path: Path) -> None:
        self.steps.append(SyncFolder(path.absolute()))


def after_power_failure(steps: list[Step], chance: Random) -> dict[Path, bytes | None]:
    """A possible state after a power failure: files with their contents, folders with None."""
    there: dict[Path, File | None] = {}
    in_order = chance.random() < 0.5  # like most file systems: all names up to some step, then none
    lost = False
    for number, step in enumerate(steps):
        if not isinstance(step, Name):
            continue
        if not _is_kept(step, steps[number:]):
            lost = (lost and in_order) or chance.random() < 0.5
            if lost:
                continue
        for path in step.gone:
            there.pop(path, None)
        if step.path not in step.gone:
            there[step.path] = step.file
    held: dict[File, bytes] = {}
    for file in there.values():
        if file and file not in held:
            held[file] = _contents(file, steps, chance)
    return {path: held[file] if file else None for path, file in there.items() if _has_folders(path, there, steps)}


def _is_kept(name: Name, later: list[Step]) -> bool:
    return any(isinstance(step, SyncFolder) and step.path == name.path.parent for step in later)


def _has_folders(path: Path, there: Mapping[Path, File | None], steps: list[Step]) -> bool:
    """Whether every folder above a path is kept."""
    made = {step.path for step in steps if isinstance(step, Name) and not step.file and not step.gone}
    return all(each in there for each in path.parents if each in made)


def _contents(file: File, steps: list[Step], chance: Random) -> bytes:
    own = [step for step in steps if isinstance(step, Write | Truncate | Sync) and step.file is file]
    synced = max((number for number, step in enumerate(own) if isinstance(step, Sync)), default=-1)
    data = bytearray(file.old)
    for number, step in enumerate(own):
        if isinstance(step, Write):
            _put(data, step, number < synced, chance)
        elif isinstance(step, Truncate) and (number < synced or chance.random() < 0.5):
            del data[step.size :]
    return bytes(data)


def _put(data: bytearray, step: Write, kept: bool, chance: Random) -> None:  # the content of the write
    """Applies a write whole if it is kept, otherwise in part, up to any byte or by sectors."""
    end = len(step.data) if kept else chance.choice((0, len(step.data), chance.randint(0, len(step.data))))
    wrote = bytearray(step.data[:end])
    if not kept and chance.random() < 0.5:
        for start in range(-(step.at % SECTOR), end, SECTOR):
            if chance.random() < 0.4:
                sector = range(max(start, 0), min(start + SECTOR, end))
                garbage = chance.randbytes(len(sector)) if chance.random() < 0.3 else bytes(len(sector))
                wrote[sector.start : sector.stop] = garbage
    data.extend(bytes(max(0, step.at - len(data))))
    data[step.at : step.at + end] = wrote


def restore(left: Mapping[Path, bytes | None], root: Path, to: Path) -> None:
    """Writes the remains of the folder `root` into another folder."""
    for path, data in sorted(left.items()):
        target = to / path.relative_to(root)
        if data is None:
            target.mkdir(parents=True, exist_ok=True)
        else:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
