"""Builds the creatures that ship with each system: `python -m tools.shipped_creatures DATA`.

DATA is the folder with the original collections. The same data gives the same bytes.
"""

import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Set
from pathlib import Path
from zlib import crc32

import msgspec
from msgspec import Struct

from orcus_tui.errors import OrcusError
from orcus_tui.importers.draft_text import POWER_LINES, DraftLine, with_texts
from orcus_tui.importers.format_detection import read_source
from orcus_tui.importers.import_result import ImportResult
from orcus_tui.importers.source_text import UnreadableSource
from orcus_tui.library.facts import Facts, facts_of
from orcus_tui.library.shipped import CREATURES, INDEX, Slice
from orcus_tui.library.shipped import FORMAT as INDEX_FORMAT
from orcus_tui.model.text import name_key
from orcus_tui.rules.field_faults import FieldFaults
from orcus_tui.storage.atomic import write_atomically
from orcus_tui.storage.encounter.fight_tables import FORMAT, values_from_table
from orcus_tui.storage.storage_error import StorageError, reason
from orcus_tui.storage.toml.write import creature_text
from orcus_tui.systems import SYSTEMS, creatures_folder
from tools.own_words import (
    WORDS,
    add_fields_by_hand,
    add_triggers_and_titles,
    put_in_own_words,
    read_fields_by_hand,
    read_word_field,
    read_words,
)

Table = Mapping[str, object]


class Collection(Struct, frozen=True):
    """The original collection of a system's creatures: its file, its licence, and the files of the licence."""

    system: str
    file: str
    licence: str
    texts: tuple[str, ...]


COLLECTIONS = (
    Collection("orcus", "orcus/monsters.md", "Open Game License 1.0a", ("orcus/LICENSE-OGL.md",)),
    Collection("archmage", "archmage/monsters.json", "Open Game License 1.0a", ("archmage/OGL.txt",)),
    Collection("true-srd", "true-srd/creatures.json", "Open Game License 1.0a", ("true-srd/LICENSE-OGL.txt",)),
    Collection("srd5", "srd5/monsters.json", "CC-BY-4.0", ("srd5/LICENSE.md",)),
)

_HEAD = """\
# Creatures by others, under the {licence}: orcus_tui/systems/CREATURES.md says whose, and on what terms.
# They are not under the program's MIT licence.
#
# Made by `python -m tools.shipped_creatures`, with the index next to it: changes here are lost, and break the index.
# Your own version of a creature goes into your own folder of creatures.

format = {format}
system = "{system}"

"""


class UnusableCollection(OrcusError):
    """A collection cannot be made into a library; the message has the reason."""


def files_of(collection: Collection, data: Path) -> Iterator[tuple[str, bytes]]:
    """The files of a system's folder of creatures, by name, made from its collection.

    Raises UnusableCollection for invalid creatures, StorageError for files that cannot be read.
    """
    file = creatures_folder(collection.system) / WORDS
    words, triggers, titles = read_words(file), read_word_field(file, "trigger"), read_word_field(file, "title")
    imported = creatures_of(collection, data)
    by_hand = read_fields_by_hand(file)
    reworded = [add_fields_by_hand(put_in_own_words(each, words).table, by_hand) for each in imported]
    tables = [add_triggers_and_titles(each, triggers, titles) for each in reworded]
    names = {name_key(str(each["name"])) for each in tables}
    known = [_without_unknown_summons(each, names) for each in tables]
    yield from library_files(collection.system, collection.licence, known)
    for text in collection.texts:
        yield Path(text).name, _bytes(data / text)


def creatures_of(collection: Collection, data: Path) -> list[Table]:
    """The creatures of a collection as imported, with all the text of the source, under the names they ship with.

    Facts, auras and the lines of powers are not yet text, so that the source's words in them can be replaced.

    Raises UnusableCollection and StorageError as `files_of` does.
    """
    return with_distinct_names(_import(collection, data).drafted)


def _without_unknown_summons(table: Table, names: Set[str]) -> Table:
    """A creature's table without offers to summon creatures that the collection lacks."""
    found = dict(table)
    for kind in ("trait", "power"):
        entries = table.get(kind)
        if isinstance(entries, list):
            found[kind] = [
                {key: value for key, value in _known_entry(each, names) if value is not None} for each in entries
            ]
    return found


def _known_entry(entry: Table, names: Set[str]) -> Iterator[tuple[str, object]]:
    for key, value in entry.items():
        yield key, _known_summons(value, names) if key in POWER_LINES and isinstance(value, list) else value


def _known_summons(lines: list[DraftLine], names: Set[str]) -> list[DraftLine] | None:
    summoned = ((line, re.search(r'summon "([^"]+)"', str(line))) for line in lines)
    return [line for line, found in summoned if found is None or name_key(found[1]) in names] or None


def library_files(system: str, licence: str, tables: Iterable[Table]) -> Iterator[tuple[str, bytes]]:
    """A system's creatures as a file, and its index. Raises UnusableCollection for an invalid creature."""
    content = bytearray(_HEAD.format(licence=licence, format=FORMAT, system=system).encode())
    places: list[tuple[Facts, int, int]] = []
    for table in map(with_texts, tables):
        try:
            values_from_table(table, SYSTEMS[system])
        except FieldFaults as wrong:
            raise UnusableCollection(f"{table.get('name')}: {wrong}") from wrong
        start = len(content)
        content += creature_text(table).encode()
        places.append((facts_of(table), start, len(content)))
        content += b"\n"
    data = bytes(content).rstrip(b"\n") + b"\n"
    yield CREATURES, data
    yield INDEX, _index_of(data, places)


def _index_of(data: bytes, creatures: list[tuple[Facts, int, int]]) -> bytes:
    """The index of a file, from the facts of each creature, its first byte, and the byte after its last.

    Each creature has its own line, which keeps diffs of the index readable.
    """
    rows = [
        msgspec.json.encode((facts, Slice(start, end - start, crc32(data[start:end]))))
        for facts, start, end in creatures
    ]
    head = b'{"format":%d,"size":%d,"creatures":[\n' % (INDEX_FORMAT, len(data))
    return head + b",\n".join(rows) + b"\n]}\n"


def with_distinct_names(tables: Iterable[Table]) -> list[Table]:
    """The creatures sorted by name; of those that share a name, all but the first get their level added."""
    found: dict[str, Table] = {}
    for table in sorted(tables, key=lambda each: (name_key(str(each["name"])), str(each.get("level", "")))):
        name = str(table["name"])
        if name_key(name) in found:
            name = f"{name} (level {table.get('level', 0)})"
        if name_key(name) in found:
            raise UnusableCollection(f"{name}: two creatures have this name and level")
        found[name_key(name)] = {**table, "name": name}
    return list(found.values())


def _import(collection: Collection, data: Path) -> ImportResult:
    file = data / collection.file
    try:
        found = read_source(_bytes(file), str(file))
    except UnreadableSource as wrong:
        raise UnusableCollection(str(wrong)) from wrong
    if found.system != collection.system:
        raise UnusableCollection(f"{file}: creatures for {found.system}, expected {collection.system}")
    return found


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as fault:
        raise StorageError(path, reason(fault)) from fault


def rebuild(data: Path) -> list[str]:
    """Rebuilds the creatures of every system and returns a line for each. Raises as `files_of` does."""
    return [_rebuild_collection(each, data, creatures_folder(each.system)) for each in COLLECTIONS]


def _rebuild_collection(collection: Collection, data: Path, folder: Path) -> str:
    files = dict(files_of(collection, data))
    folder.mkdir(exist_ok=True)
    for name, content in files.items():
        write_atomically(folder / name, content.decode())
    return f"{collection.system}: {len(files[CREATURES])} bytes"


def main() -> int:
    """Rebuilds from the folder in the arguments and returns the exit status."""
    if len(sys.argv) != 2:
        sys.stderr.write("usage: python -m tools.shipped_creatures DATA (the folder with the collections)\n")
        return 2
    try:
        sys.stdout.writelines(f"{line}\n" for line in rebuild(Path(sys.argv[1])))
    except OrcusError as wrong:
        sys.stderr.write(f"{wrong}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
