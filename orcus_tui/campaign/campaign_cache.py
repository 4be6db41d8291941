"""A cache of what was computed from a campaign's files, valid until these files change.

It is next to the journals and can be deleted at any time.
"""

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec import Struct

from orcus_tui import __version__
from orcus_tui.storage.atomic import Disk, make_folders, write_atomically
from orcus_tui.storage.journal.journal_file import SUFFIX
from orcus_tui.storage.journal.journal_list import head_of
from orcus_tui.storage.storage_error import StorageError

Kept = TypeVar("Kept", bound=Struct)

FOLDER = "figures"
"""The folder of the cache, next to the journals."""
NAME = "campaigns.json"
CACHE_DISK = Disk(sync=lambda _: None, sync_folder=lambda _: None)
"""Writes do not wait for the disk: a file cut short by a power failure is not JSON, and is computed again."""
Version = tuple[int, int]
"""The size of a file, and when it was changed."""


class KnownJournal(Struct, frozen=True):
    """A journal: its encounter, and whether its fight was closed as finished."""

    version: Version
    encounter: str
    is_finished: bool


class KnownDifficulty(Struct, frozen=True):
    """The difficulty of an encounter for a party, as text."""

    versions: tuple[Version, ...]
    text: str


class _Contents(Struct):
    program: str = __version__
    journals: dict[str, KnownJournal] = {}
    difficulties: dict[str, KnownDifficulty] = {}


class CampaignCache:
    """The journals of a folder and the difficulties of encounters, each read only if its files have changed."""

    def __init__(self, journals: Path) -> None:
        self.folder = journals
        self._path = journals / FOLDER / NAME
        self._contents = _read(self._path)
        self._has_changed = False
        self._listed: Version | None = None

    def journals(self) -> dict[str, KnownJournal]:
        """The journals by id; a journal that cannot be read has no encounter.

        The folder is read again only after a journal was added or removed.
        """
        if self._listed is None:
            self._make_folder()  # created now, because that changes the modification time of the journals' folder
        known, changed = self._contents.journals, version_of(self.folder)
        if changed is not None and changed == self._listed:
            return known
        self._listed = changed
        found = {}
        for name, version in _versions(self.folder).items():
            each = known.get(name)
            found[name] = each if each and each.version == version else self._read_journal(name, version)
        self._has_changed = self._has_changed or found.keys() != known.keys()
        self._contents.journals = found
        return found

    def _read_journal(self, name: str, version: Version) -> KnownJournal:
        self._has_changed = True
        head = head_of(f"{self.folder}{os.sep}{name}{SUFFIX}")
        return KnownJournal(version, head.encounter, head.is_finished)

    def difficulty(self, system: str, paths: Sequence[Path], find: Callable[[], str]) -> str:
        """The difficulty of an encounter, the first of `paths`, which depends on all of them and on the system."""
        try:
            versions = tuple(_version(each.stat()) for each in paths)
        except OSError:
            return find()
        key = f"{system} {paths[0].absolute()}"
        known = self._contents.difficulties.get(key)
        if known is None or known.versions != versions:
            known = self._contents.difficulties[key] = KnownDifficulty(versions, find())
            self._has_changed = True
        return known.text

    def save(self) -> None:
        """Saves the cache."""
        if not self._has_changed:
            return
        self._has_changed = False
        write_cache(self._path, self._contents)

    def _make_folder(self) -> None:
        with suppress(OSError):
            make_folders(self._path.parent, disk=CACHE_DISK)


def version_of(path: Path) -> Version | None:
    """The version of a file; None if there is none."""
    try:
        return _version(path.stat())
    except OSError:
        return None


def read_cache(path: Path, of: type[Kept]) -> Kept | None:
    """The contents of a file of the cache; None if it cannot be read."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=of)
    except (OSError, msgspec.DecodeError):
        return None


def write_cache(path: Path, contents: Struct) -> None:
    """Replaces a file of the cache; without space or permission its contents are computed again next time."""
    with suppress(OSError, StorageError):
        make_folders(path.parent, disk=CACHE_DISK)
        write_atomically(path, msgspec.json.encode(contents).decode(), disk=CACHE_DISK, resolve=os.path.abspath)


def _read(path: Path) -> _Contents:
    """The contents of the file; empty if it cannot be read, or was written by another version of the program."""
    found = read_cache(path, _Contents)
    return found if found and found.program == __version__ else _Contents()


def _versions(folder: Path) -> dict[str, Version]:
    """The journals of a folder by id, in order of names."""
    try:
        with os.scandir(folder) as entries:
            journals = [each for each in entries if each.name.endswith(SUFFIX) and each.is_file(follow_symlinks=False)]
            found = [(each.name.removesuffix(SUFFIX), _version(each.stat())) for each in journals]
    except OSError:
        return {}
    return dict(sorted(found))


def _version(status: os.stat_result) -> Version:
    return status.st_size, status.st_mtime_ns
