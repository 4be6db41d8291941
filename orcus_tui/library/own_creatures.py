"""The user's own creatures: the TOML files of a folder, each in the form of a party file."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct, field

from orcus_tui.library.facts import Facts, facts_of
from orcus_tui.model.text import name_key
from orcus_tui.rules.field_faults import FieldFault, FieldFaults, quote
from orcus_tui.rules.system import System
from orcus_tui.storage.encounter import fight_tables
from orcus_tui.storage.encounter.read import Document, EncounterFaults, read_document
from orcus_tui.storage.storage_error import storage_errors
from orcus_tui.storage.toml.write import creature_text

Stamp = tuple[tuple[str, int, int], ...]
"""The name, modification time and size of each file in a folder; after a change they are read again."""


class OwnCreature(Struct, frozen=True):
    """One of the user's own creatures: its table, the position of the table in its file, and the file."""

    facts: Facts
    table: Mapping[str, Any]
    place: int
    document: Document

    def text(self) -> str:
        """The creature's table as TOML."""
        return creature_text(self.table)

    def values(self, system: System) -> dict[str, object]:
        """The creature's checked values. Raises EncounterFaults with each fault and its line."""
        try:
            return fight_tables.values_from_table(self.table, system)
        except FieldFaults as wrong:
            faults = wrong.under("creature", self.place)
            raise EncounterFaults(self.document.path, self.document.faults(faults)) from None


class OwnCreatures(Struct):
    """The creatures of a folder by system id and folded name, and a line for each fault outside a creature."""

    creatures: dict[str, dict[str, OwnCreature]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)


def stamp(folder: Path) -> Stamp:
    """The stamp of a folder's files; empty for a folder that does not exist.

    Raises StorageError for a folder that cannot be read.
    """
    with storage_errors(folder):
        try:
            files = sorted(each for each in folder.iterdir() if each.suffix == ".toml")
        except FileNotFoundError:
            return ()
    return tuple(map(_file_stamp, files))


def _file_stamp(file: Path) -> tuple[str, int, int]:
    try:
        now = file.stat()
    except OSError:
        return file.name, 0, 0  # reading it reports why it cannot be read
    return file.name, now.st_mtime_ns, now.st_size


def read_own(folder: Path, names: Iterable[str]) -> OwnCreatures:
    """The creatures in some files of a folder; a file that cannot be read is a fault, and the others are still read."""
    found = OwnCreatures()
    for name in names:
        try:
            _read_file(read_document(folder / name), found)
        except EncounterFaults as wrong:
            found.faults += map(str, wrong.faults)
    return found


def _read_file(document: Document, found: OwnCreatures) -> None:
    table = document.table
    faults = [*fight_tables.unknown_keys(table, fight_tables.PARTY_KEYS), *fight_tables.format_faults(table)]
    system = fight_tables.system_of(table, faults)
    if "creature" in table and document.creatures is not table["creature"]:
        faults.append(FieldFault(("creature",), f"expected [[creature]] tables, got {quote(table['creature'])}"))
    known = found.creatures.setdefault(system.id, {}) if system else {}
    for place, each in enumerate(document.creatures):
        creature = _creature(each, place, document)
        if creature is None:
            faults.append(FieldFault(("creature", place), "missing: every creature needs a name"))
        elif other := known.get(name_key(creature.facts.name)):
            message = f"{creature.facts.name} is already in {other.document.path.name}; that one is used"
            faults.append(FieldFault(("creature", place, "name"), message))
        else:
            known[name_key(creature.facts.name)] = creature
    found.faults += map(str, document.faults(faults))


def _creature(table: object, place: int, document: Document) -> OwnCreature | None:
    """The creature of a table, if it has a name."""
    facts = facts_of(table) if isinstance(table, dict) else Facts("")
    return OwnCreature(facts, table, place, document) if isinstance(table, dict) and facts.name else None
