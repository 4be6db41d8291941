"""The creatures that ship: for each system a TOML file, and beside it an index, so that only what is wanted is read.

Reading all of a file as TOML takes a quarter of a second and more; the index and one creature, a few milliseconds.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING
from zlib import crc32

import msgspec
from msgspec import Struct

from orcus_tui.library.facts import Facts
from orcus_tui.model.text import folded
from orcus_tui.storage.storage_error import StorageError, reason

if TYPE_CHECKING:
    from orcus_tui.rules.system import System

SHIPPED = Path(__file__).with_name("open")
"""A folder for each system, with what the licences of its creatures require."""

CREATURES = "creatures.toml"
SHIPPED_WITH: Mapping[str, tuple[str, ...]] = MappingProxyType({"archmage-plus": ("archmage",)})
"""Systems, by id, that have the creatures of others beside their own: theirs."""
INDEX = "creatures.index.json"
FORMAT = 1
AMISS = "install the program again; or, in its sources, `python -m orcus_tui.library.rebuild DATA`"


class Slice(Struct, frozen=True, array_like=True):
    """Where a creature stands in its file: the first byte, how many there are, and their CRC-32."""

    start: int
    length: int
    check: int


class Index(Struct, frozen=True):
    """All creatures of a file, in its order; `size` is the file's, in bytes."""

    format: int
    size: int
    creatures: list[tuple[Facts, Slice]]


def index_of(data: bytes, creatures: list[tuple[Facts, int, int]]) -> bytes:
    """The index of a file: for each creature what is known of it, its first byte, and the byte behind its last.

    A line for each creature, so that a change to the index can be read.
    """
    rows = [
        msgspec.json.encode((facts, Slice(start, end - start, crc32(data[start:end]))))
        for facts, start, end in creatures
    ]
    head = b'{"format":%d,"size":%d,"creatures":[\n' % (FORMAT, len(data))
    return head + b",\n".join(rows) + b"\n]}\n"


def read_index(folder: Path) -> Index:
    """The index in a system's folder; an empty one where no creatures ship for the system.

    Raises StorageError where it cannot be read, or its file is another than it was made from.
    """
    path, file = folder / INDEX, folder / CREATURES
    try:
        data = path.read_bytes()
        size = file.stat().st_size
    except FileNotFoundError as fault:
        if not path.exists() and not file.exists():
            return Index(FORMAT, 0, [])
        raise StorageError(Path(fault.filename or path), f"is missing: {AMISS}") from fault
    except OSError as fault:
        raise StorageError(path, reason(fault)) from fault
    try:
        index = msgspec.json.decode(data, type=Index)
    except msgspec.DecodeError as fault:
        raise StorageError(path, f"is no index of creatures ({fault}): {AMISS}") from fault
    if index.format != FORMAT or index.size != size:
        raise StorageError(path, f"is not the index of {file.name} as it is: {AMISS}")
    return index


def text_at(folder: Path, place: Slice) -> str:
    """The text of one creature in a system's file. Raises StorageError where it is not what the index was made from."""
    file = folder / CREATURES
    try:
        with file.open("rb") as opened:
            opened.seek(place.start)
            data = opened.read(place.length)
    except OSError as fault:
        raise StorageError(file, reason(fault)) from fault
    if crc32(data) != place.check:
        raise StorageError(file, f"has been changed since {INDEX} was made from it: {AMISS}")
    return data.decode()


class ShippedCreature(Struct, frozen=True):
    """A creature that ships: in which system's folder, and where in its file."""

    facts: Facts
    folder: Path
    place: Slice

    def text(self) -> str:
        """Its table as TOML. Raises StorageError where that cannot be read."""
        return text_at(self.folder, self.place)

    def values(self, system: System) -> Mapping[str, object]:
        """Its checked values. Raises StorageError where they cannot be read."""
        import tomllib

        from orcus_tui.storage.encounter.from_tables import values_from_table

        (table,) = tomllib.loads(self.text())["creature"]
        return values_from_table(table, system)


def shipped_in(folder: Path) -> dict[str, ShippedCreature]:
    """The creatures in a system's folder by their folded names. Raises StorageError as `read_index` does."""
    creatures = read_index(folder).creatures
    return {folded(facts.name): ShippedCreature(facts, folder, place) for facts, place in creatures}
