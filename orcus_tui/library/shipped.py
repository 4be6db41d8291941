"""The creatures that ship with a system: a TOML file, with an index so that single creatures can be read.

Parsing a whole file takes a quarter of a second or more; reading the index and one creature takes a few milliseconds.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any
from zlib import crc32

import msgspec
from msgspec import Struct

from orcus_tui.library.facts import Facts
from orcus_tui.model.text import name_key
from orcus_tui.storage.storage_error import StorageError, reason, storage_errors

if TYPE_CHECKING:
    from orcus_tui.rules.system import System

CREATURES = "creatures.toml"
INDEX = "creatures.index.json"
FORMAT = 2
_ONE_THREAD = Lock()
HOW_TO_REPAIR = "reinstall the program, or in its sources run `python -m tools.shipped_creatures DATA`"


class Slice(Struct, frozen=True, array_like=True):
    """A creature's place in its file: first byte, length, and CRC-32 of the bytes."""

    start: int
    length: int
    check: int


class Index(Struct, frozen=True):
    """The creatures of a file in order; `size` is the size of the file in bytes."""

    format: int
    size: int
    creatures: list[tuple[Facts, Slice]]


def read_index(folder: Path) -> Index:
    """The index in a folder of creatures; an empty one if the folder has no creatures.

    Raises StorageError if it cannot be read or does not fit its file.
    """
    path, file = folder / INDEX, folder / CREATURES
    try:
        data = path.read_bytes()
        size = file.stat().st_size
    except FileNotFoundError as fault:
        if not path.exists() and not file.exists():
            return Index(FORMAT, 0, [])
        raise StorageError(Path(fault.filename or path), f"missing: {HOW_TO_REPAIR}") from fault
    except OSError as fault:
        raise StorageError(path, reason(fault)) from fault
    try:
        with _ONE_THREAD:  # two threads must not decode a struct for the first time at once, as in `journal/records`
            index = msgspec.json.decode(data, type=Index)
    except msgspec.DecodeError as fault:
        raise StorageError(path, f"not a valid index ({fault}): {HOW_TO_REPAIR}") from fault
    if index.format != FORMAT or index.size != size:
        raise StorageError(path, f"does not fit {file.name}: {HOW_TO_REPAIR}")
    return index


class ShippedCreature(Struct, frozen=True):
    """A creature that ships: its folder, and its place in the file there."""

    facts: Facts
    folder: Path
    place: Slice

    def text(self) -> str:
        """The creature's table as TOML. Raises StorageError if the file cannot be read or does not fit the index."""
        file = self.folder / CREATURES
        with storage_errors(file), file.open("rb") as stream:
            stream.seek(self.place.start)
            data = stream.read(self.place.length)
        if crc32(data) != self.place.check:
            raise StorageError(file, f"does not fit {INDEX}: {HOW_TO_REPAIR}")
        return data.decode()

    @property
    def table(self) -> Mapping[str, Any]:
        """The creature's table. Raises StorageError as `text` does."""
        import tomllib

        (table,) = tomllib.loads(self.text())["creature"]
        found: Mapping[str, Any] = table
        return found

    def values(self, system: System) -> Mapping[str, object]:
        """The creature's checked values. Raises StorageError if they cannot be read."""
        from orcus_tui.storage.encounter.fight_tables import values_from_table

        return values_from_table(self.table, system)


def shipped_in(folder: Path) -> dict[str, ShippedCreature]:
    """The creatures in a folder by their folded names. Raises StorageError as `read_index` does."""
    creatures = read_index(folder).creatures
    return {name_key(facts.name): ShippedCreature(facts, folder, place) for facts, place in creatures}
