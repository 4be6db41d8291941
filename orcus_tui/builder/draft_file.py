"""Encounter files of the builder: reading, writing, and edits that keep comments and order."""

import os
import tomllib
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.builder.draft import Draft, draft_from_table, draft_table
from orcus_tui.model.fight import Fight
from orcus_tui.rules.encounter_building import Levels
from orcus_tui.storage.atomic import DISK, Disk, write_atomically
from orcus_tui.storage.encounter.fight_tables import FORMAT
from orcus_tui.storage.encounter.read import (
    Document,
    EncounterFaults,
    is_folder,
    read_campaign_tables,
    read_document,
    read_encounter,
    read_encounter_bytes,
)
from orcus_tui.storage.storage_error import NotSynced, StorageError
from orcus_tui.storage.toml.edit import EditError, edit_text
from orcus_tui.storage.toml.write import encounter_text
from orcus_tui.systems import DEFAULT, SYSTEMS


class SourceFile(Struct, frozen=True):
    """A file being edited, and its text when it was read or written.

    `warning` is the reason why the file may be lost, if there is one.
    """

    path: Path
    text: str
    warning: str = ""


def read_draft(path: Path) -> tuple[Draft, SourceFile]:
    """The draft in an encounter file, and the file. Raises StorageError with every fault of the file."""
    read_encounter(path)
    document = read_document(path)
    if "fight" in document.table:
        raise StorageError(path, "a fight in progress, not an encounter to edit")
    draft = draft_from_table(document.table)
    source = SourceFile(path, document.data.decode("utf-8"))
    return with_party(draft, path.parent, draft.party) if draft.party else draft, source


def read_campaign_draft(path: Path, folder: Path, system: str, party: str) -> Draft:
    """The draft of an encounter in a campaign's folder, with the system and the party of the campaign if it names none.

    Raises StorageError with every fault of the file.
    """
    draft = draft_from_table(read_campaign_tables(path, system))
    if draft.party:
        return with_party(draft, path.parent, draft.party)
    return with_party(draft, folder, party) if party and draft.system == system else draft


def with_party(draft: Draft, folder: Path, party: str) -> Draft:
    """The draft for the heroes of a party file; `party` is its path relative to the encounter's folder.

    Raises StorageError if the file cannot be read, is for another system, or is outside the folder.
    """
    return replace(draft, party=party, heroes=party_levels(folder, party, draft.system))


def party_levels(folder: Path, party: str, system: str) -> Levels:
    """The levels of the living heroes of a party file. Raises as `with_party` does."""
    head = encounter_text({"format": FORMAT, "system": system, "party": party})
    try:
        fight = read_encounter_bytes(head.encode(), folder / "encounter.toml")
    except EncounterFaults as wrong:
        path = folder / party
        raise StorageError(path, "; ".join(each.message for each in wrong.faults)) from wrong
    kinds = SYSTEMS[system].creatures.kinds
    return tuple(
        sheet.level
        for hero, sheet in fight.sheets.items()
        if kinds[sheet.kind].side == sheet.side == "party" and fight.states[hero].life != "dead"
    )


def draft_text(draft: Draft, path: Path) -> str:
    """The text of a new file at `path`.

    Raises StorageError if reading the text back does not give the same draft without faults.
    """
    if not draft.entries:
        raise StorageError(path, "not written: the encounter has no creatures yet")
    table = draft_table(draft)
    text = encounter_text(table)
    if tomllib.loads(text) != table:
        raise StorageError(path, "not written: the text would not read back as the same encounter")
    _check(text, path)
    return text


def draft_fight(draft: Draft, folder: Path) -> Fight:
    """The fight of a draft as a file in this folder, with the heroes of its party.

    Raises StorageError for a draft with faults, or without creatures.
    """
    path = folder / "draft.toml"
    return read_encounter_bytes(draft_text(draft, path).encode(), path)


def write_new(draft: Draft, path: Path, *, disk: Disk = DISK) -> SourceFile:
    """Writes a new file. Raises StorageError if the file exists or cannot be written."""
    _refuse_unwritable(path)
    text = draft_text(draft, path)
    return _write(path, text, disk)


def write_copy(draft: Draft, source: SourceFile, path: Path, *, disk: Disk = DISK) -> SourceFile:
    """Writes the draft to a new file with the comments and the order of `source`.

    Raises EditError if these cannot be kept; StorageError if the file exists, would have faults, or cannot be written.
    """
    _refuse_unwritable(path)
    text = _edited_text(draft, source, path)
    return _write(path, text, disk)


def _write(path: Path, text: str, disk: Disk) -> SourceFile:
    try:
        write_atomically(path, text, disk=disk)
    except NotSynced as fault:
        return SourceFile(path, text, fault.problem)
    return SourceFile(path, text)


def _refuse_unwritable(path: Path) -> None:
    if os.path.lexists(path):
        raise StorageError(path, "exists already and was not changed; name another file, or edit this one")
    if not is_folder(path.parent):
        raise StorageError(path, f"not written: no folder {path.parent}")


def write_changed(draft: Draft, source: SourceFile, *, disk: Disk = DISK) -> SourceFile:
    """Edits a file wherever it differs from the draft, and returns the new version.

    Raises EditError if the file has changed on disk, or its comments and order cannot be kept; StorageError if it would
    have faults or cannot be written.
    """
    try:
        now = source.path.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError) as fault:
        raise EditError(source.path, "not changed: the file cannot be read again") from fault
    if now != source.text:
        raise EditError(source.path, "not changed: the file has changed since it was opened")
    text = _edited_text(draft, source, source.path)
    return _write(source.path, text, disk)


def _edited_text(draft: Draft, source: SourceFile, path: Path) -> str:
    """The source's text edited to match the draft, checked as the text of `path`."""
    before = Document(source.path, source.text.encode()).table
    text = edit_text(path, source.text, _target_table(draft, before))
    _check(text, path)
    return text


def _target_table(draft: Draft, before: dict[str, Any]) -> dict[str, Any]:
    """The draft's tables, without the default system if the file does not name it."""
    table = draft_table(draft)
    if "system" not in before and draft.system == DEFAULT:
        del table["system"]
    return table


def _check(text: str, path: Path) -> None:
    """Raises EncounterFaults if a file with this text would have faults."""
    read_encounter_bytes(text.encode(), path)


# A draft and its file


class SavedDraft(Struct, frozen=True):
    """A draft as it was last read or written, the path to write it to, and the file it edits, if any."""

    draft: Draft
    path: Path | None = None
    source: SourceFile | None = None

    def has(self, draft: Draft) -> bool:
        """Whether this is the draft as written, apart from the heroes of the budget, which are never written."""
        return replace(draft, heroes=self.draft.heroes) == self.draft


def save(saved: SavedDraft, draft: Draft, path: Path, *, disk: Disk = DISK) -> SavedDraft:
    """Writes a draft to its file, or to the path of a new one. Raises as `write_changed` and `write_new` do."""
    if saved.source:
        return _saved(draft, write_changed(draft, saved.source, disk=disk))
    return _saved(draft, write_new(draft, path, disk=disk))


def save_as(saved: SavedDraft, draft: Draft, path: Path, *, disk: Disk = DISK) -> tuple[SavedDraft, str]:
    """Writes a draft to another file, with the comments and the order of the old file.

    Returns a remark if they are lost.

    Raises StorageError if it cannot be written.
    """
    if saved.source is None:
        return _saved(draft, write_new(draft, path, disk=disk)), ""
    try:
        return _saved(draft, write_copy(draft, saved.source, path, disk=disk)), ""
    except EditError:
        written = write_new(draft, path, disk=disk)
        return _saved(draft, written), f"; the comments of {saved.source.path} could not be kept"


def _saved(draft: Draft, source: SourceFile) -> SavedDraft:
    return SavedDraft(draft, source.path, source)
