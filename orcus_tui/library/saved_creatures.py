"""Saves creatures in the user's folder: new creatures, existing creatures, and names that are taken."""

import tomllib
from collections.abc import Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Any

from msgspec import Struct, field

from orcus_tui.library.own_creatures import OwnCreature, OwnCreatures
from orcus_tui.model.text import name_key
from orcus_tui.rules.creation import stem
from orcus_tui.rules.field_faults import FieldFaults
from orcus_tui.rules.validators import LONGEST_NAME
from orcus_tui.storage.atomic import DISK, Disk, make_folders, write_atomically, write_new
from orcus_tui.storage.encounter.fight_tables import FORMAT, IN_A_FIGHT, values_from_table
from orcus_tui.storage.storage_error import NotSynced, StorageError, storage_errors
from orcus_tui.storage.toml.edit import edit_text
from orcus_tui.storage.toml.write import encounter_text
from orcus_tui.systems import SYSTEMS

Table = Mapping[str, Any]


class SaveOptions(Struct, frozen=True):
    """Options for saving: the new file's name, whether to replace creatures of the same name, dry run, and disk."""

    name: str
    replace: bool = False
    dry_run: bool = False
    disk: Disk = DISK


class SavedCreatures(Struct):
    """The result of saving creatures.

    `creatures` are in their order, with the names they have in the library; `known` are the names of creatures that
    existed already, `renamed` the old and new names of renamed creatures, `replaced` the names of replaced creatures;
    `backups` are copies of the files before the change.
    """

    path: Path
    creatures: list[Table] = field(default_factory=list)
    known: list[str] = field(default_factory=list)
    renamed: list[tuple[str, str]] = field(default_factory=list)
    replaced: list[str] = field(default_factory=list)
    backups: list[Path] = field(default_factory=list)


def save_creatures(
    folder: Path, own: OwnCreatures, system: str, creatures: Sequence[Table], options: SaveOptions
) -> SavedCreatures:
    """Writes creatures to a new file of the folder, unless it is a dry run.

    A creature that is already in `own` is not written again. A different creature with the same name is replaced in its
    file, or the new creature gets a number. Raises StorageError if a creature has faults or a file cannot be written;
    then all files are unchanged, or the error names those that were changed. Raises NotSynced if everything is written
    but not synced.
    """
    saving = _Saving(own.creatures.get(system, {}), SavedCreatures(folder), replace=options.replace)
    for each in creatures:
        saving.add({key: value for key, value in each.items() if key not in IN_A_FIGHT})
    saved = saving.saved
    for table in (*saving.new.values(), *(table for _, table in saving.replacing)):
        _refuse_faults(folder, system, table)
    edits = _edits(saving.replacing)
    if options.dry_run:
        return saved
    replaced: dict[Path, Path] = {}
    unsynced = None
    try:
        for path, text in edits.items():
            saved.path, replaced[path] = path, _back_up(path, options.disk)
            try:
                write_atomically(path, text, disk=options.disk)
            except NotSynced as fault:
                unsynced = fault
        if saving.new:
            saved.path = _write_file(folder, system, list(saving.new.values()), options)
    except StorageError as fault:
        raise _put_back(replaced, fault, options.disk) from fault
    if unsynced:
        raise unsynced
    saved.backups = [*replaced.values()]
    return saved


def _put_back(replaced: Mapping[Path, Path], fault: StorageError, disk: Disk) -> StorageError:
    """Restores files from their copies; returns the fault, extended by the files for which that failed."""
    left = []
    for path, backup in replaced.items():
        try:
            disk.replace(backup, path)
            disk.sync_folder(path.parent)
        except OSError:
            left.append(f"{path.name} could not be restored, see {backup.name}")
    return StorageError(fault.path, "; ".join((fault.problem, *left)))


class _Saving:
    """Decides which creatures are new, which exist, and which replace another."""

    def __init__(self, known: Mapping[str, OwnCreature], saved: SavedCreatures, *, replace: bool) -> None:
        self.saved = saved
        self.new: dict[str, Table] = {}
        self.replacing: list[tuple[OwnCreature, Table]] = []
        self._known = known
        self._replace = replace
        self._taken: set[str] = set()

    def add(self, table: dict[str, Any]) -> None:
        """Adds a creature under its name, or under the first free one with a number."""
        name = str(table["name"])
        for number in count(1):
            named = {**table, "name": name if number == 1 else f"{name[: LONGEST_NAME - 5]} {number}"}
            if self._fits(named, may_replace=self._replace and number == 1):
                break
        self.saved.creatures.append(named)
        if named["name"] != name and named["name"] not in self.saved.known:
            self.saved.renamed.append((name, named["name"]))

    def _fits(self, table: dict[str, Any], *, may_replace: bool) -> bool:
        """Accepts a creature if its name is free or belongs to the same creature; returns whether it did."""
        key = name_key(str(table["name"]))
        known = self._known.get(key)
        if key in self.new:
            return self.new[key] == table
        if known is not None and known.table == table:
            self.saved.known.append(str(table["name"]))
            self.saved.path = known.document.path
            return True
        if known is None:
            self.new[key] = table
            return True
        if not may_replace or key in self._taken:
            return False
        self._taken.add(key)
        self.replacing.append((known, table))
        self.saved.replaced.append(str(table["name"]))
        return True


def _refuse_faults(folder: Path, system: str, table: Table) -> None:
    try:
        values_from_table(table, SYSTEMS[system])
    except FieldFaults as wrong:
        raise StorageError(folder, f"not written: {table['name']}: {wrong}") from None


def _edits(replacing: Sequence[tuple[OwnCreature, Table]]) -> dict[Path, str]:
    """The new texts of the files in which creatures are replaced."""
    tables: dict[Path, dict[str, Any]] = {}
    texts: dict[Path, str] = {}
    for known, table in replacing:
        path = known.document.path
        texts[path] = known.document.data.decode("utf-8")
        document = tables.setdefault(path, {**known.document.table, "creature": [*known.document.creatures]})
        document["creature"][known.place] = dict(table)
    return {path: edit_text(path, texts[path], table) for path, table in tables.items()}


def _back_up(path: Path, disk: Disk) -> Path:
    """Copies a file to a backup in the same folder, which the library does not read."""

    def copy(number: int) -> Path:
        return path.with_name(f"{path.name}.old{number if number > 1 else ''}")

    with storage_errors(path, "not saved"):
        return write_new(copy, path.read_bytes(), disk=disk)


def _write_file(folder: Path, system: str, creatures: Sequence[Table], options: SaveOptions) -> Path:
    table = {"format": FORMAT, "system": system, "creature": creatures}
    text = encounter_text(table)

    def path(number: int) -> Path:
        return folder / f"{stem(options.name)}{f'-{number}' if number > 1 else ''}.toml"

    if tomllib.loads(text) != table:
        raise StorageError(path(1), "not written: the text would not read back as the same creatures")
    with storage_errors(folder):
        make_folders(folder, disk=options.disk)
        return write_new(path, text.encode(), disk=options.disk)
