"""A person's own creatures: every TOML file of a folder, as a party file has them, read together and told of apart."""

import os
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, count
from pathlib import Path
from typing import Any

from msgspec import Struct, field

from orcus_tui.library.facts import Facts, facts_of
from orcus_tui.model.text import folded
from orcus_tui.rules.creation import stem
from orcus_tui.rules.field_shapes import FieldFault, FieldFaults, shown
from orcus_tui.rules.system import System
from orcus_tui.storage.atomic import write_atomically
from orcus_tui.storage.encounter.from_tables import (
    FORMAT,
    IN_A_FIGHT,
    PARTY_KEYS,
    format_faults,
    system_of,
    unknown_keys,
    values_from_table,
)
from orcus_tui.storage.encounter.read import Document, EncounterFaults, bytes_of
from orcus_tui.storage.storage_error import StorageError, reason
from orcus_tui.storage.toml.write import creature_text, encounter_text
from orcus_tui.systems import SYSTEMS

Stamp = tuple[tuple[str, int, int], ...]
"""The files of a folder, each with when it was changed and its size: what tells whether to read them again."""


class OwnCreature(Struct, frozen=True):
    """A creature of a person's own: its table, the number of the table in its file, and the file."""

    facts: Facts
    table: Mapping[str, object]
    place: int
    document: Document

    def text(self) -> str:
        """Its table as TOML."""
        return creature_text(self.table)

    def values(self, system: System) -> dict[str, object]:
        """Its checked values. Raises EncounterFaults with each fault and its line."""
        try:
            return values_from_table(self.table, system)
        except FieldFaults as wrong:
            faults = [FieldFault(("creature", self.place, *one.tail), one.message) for one in wrong.faults]
            raise EncounterFaults(self.document.path, self.document.faults(faults)) from None


class OwnCreatures(Struct):
    """What a folder holds, by the id of a system and the folded name; and a line for each fault but the creatures'."""

    creatures: dict[str, dict[str, OwnCreature]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)


def stamp(folder: Path) -> Stamp:
    """What changes when a file of the folder does; nothing where there is no folder.

    Raises StorageError for one that cannot be read.
    """
    try:
        files = sorted(each for each in folder.iterdir() if each.suffix == ".toml")
    except FileNotFoundError:
        return ()
    except OSError as fault:
        raise StorageError(folder, reason(fault)) from fault
    return tuple(map(_stamped, files))


def _stamped(file: Path) -> tuple[str, int, int]:
    try:
        now = file.stat()
    except OSError:
        return file.name, 0, 0  # whoever reads it says why it cannot be
    return file.name, now.st_mtime_ns, now.st_size


def read_own(folder: Path, names: Iterable[str]) -> OwnCreatures:
    """The creatures of these files; one that cannot be read is a fault, and leaves the others as they are."""
    found = OwnCreatures()
    for name in names:
        try:
            _read_file(Document(folder / name, bytes_of(folder / name)), found)
        except EncounterFaults as wrong:
            found.faults += map(str, wrong.faults)
    return found


def _read_file(document: Document, found: OwnCreatures) -> None:
    table = document.table
    faults = [*unknown_keys(table, PARTY_KEYS), *format_faults(table)]
    system = system_of(table, SYSTEMS, faults)
    if "creature" in table and document.creatures is not table["creature"]:
        faults.append(FieldFault(("creature",), f"write [[creature]], once for each, got {shown(table['creature'])}"))
    known = found.creatures.setdefault(system.id, {}) if system else {}
    for place, each in enumerate(document.creatures):
        creature = _creature(each, place, document)
        if creature is None:
            faults.append(FieldFault(("creature", place), "missing: every creature needs a name"))
        elif other := known.get(folded(creature.facts.name)):
            message = f"there is a {creature.facts.name} in {other.document.path.name} already, which stays"
            faults.append(FieldFault(("creature", place, "name"), message))
        else:
            known[folded(creature.facts.name)] = creature
    found.faults += map(str, document.faults(faults))


def _creature(table: object, place: int, document: Document) -> OwnCreature | None:
    """The creature of a table; None for what has no name to find it by."""
    facts = facts_of(table) if isinstance(table, dict) else Facts("")
    return OwnCreature(facts, table, place, document) if isinstance(table, dict) and facts.name else None


# Creatures kept


def kept(folder: Path, own: OwnCreatures, system: str, creatures: Sequence[Mapping[str, Any]], called: str) -> Path:
    """Writes creatures to a new file of the folder, named after what they are called, and answers the file.

    One that `own` has with just this table is not written again. Raises StorageError, and writes nothing, where one is
    called as another of `own` or among them, has faults, or cannot be written.
    """
    known = own.creatures.get(system, {})
    new: dict[str, dict[str, Any]] = {}
    there = folder
    for each in creatures:
        table = {key: value for key, value in each.items() if key not in IN_A_FIGHT}
        name = folded(str(table["name"]))
        if name in known and known[name].table != table:
            raise StorageError(known[name].document.path, f"has another {table['name']}; call this one otherwise")
        if new.get(name, table) != table:
            raise StorageError(folder, f"not kept: there are two called {table['name']}; call one otherwise")
        if name in known:
            there = known[name].document.path
        else:
            new[name] = table
    return _written(folder, system, list(new.values()), called) if new else there


def _written(folder: Path, system: str, creatures: Sequence[Mapping[str, Any]], called: str) -> Path:
    table = {"format": FORMAT, "system": system, "creature": creatures}
    text = encounter_text(table)
    path = _free(folder, called)
    try:
        for each in creatures:
            values_from_table(each, SYSTEMS[system])
    except FieldFaults as wrong:
        raise StorageError(path, f"not written: {each['name']}: {wrong}") from None
    if tomllib.loads(text) != table:
        raise StorageError(path, "not written: reading it again would not give the same creatures")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise StorageError(folder, reason(fault)) from fault
    write_atomically(path, text)
    return path


def _free(folder: Path, called: str) -> Path:
    """A file of the folder that is not there yet: `marsh-ghoul.toml`, else `marsh-ghoul-2.toml` and on."""
    names = chain([""], (f"-{number}" for number in count(2)))
    paths = (folder / f"{stem(called)}{each}.toml" for each in names)
    return next(each for each in paths if not os.path.lexists(each))
