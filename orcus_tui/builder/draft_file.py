"""Encounters being built and their files: read to go on with, written clean, or changed where they differ."""

import os
import tomllib
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.builder.draft import Draft, draft_of, table_of
from orcus_tui.rules.encounter_building import Levels
from orcus_tui.storage.atomic import write_atomically
from orcus_tui.storage.encounter.from_tables import FORMAT
from orcus_tui.storage.encounter.read import EncounterFaults, read_encounter, read_encounter_bytes
from orcus_tui.storage.storage_error import StorageError, reason
from orcus_tui.storage.toml.edit import EditError, edit_text
from orcus_tui.storage.toml.write import encounter_text
from orcus_tui.systems import DEFAULT, SYSTEMS


class SourceFile(Struct, frozen=True):
    """A file that is being changed: where it is, and its text as it was read."""

    path: Path
    text: str


def read_draft(path: Path) -> tuple[Draft, SourceFile]:
    """The draft that an encounter file holds, and the file. Raises StorageError, with every fault of it."""
    read_encounter(path)
    try:
        text = path.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError) as fault:
        raise StorageError(path, reason(fault) if isinstance(fault, OSError) else "is not UTF-8") from fault
    table = tomllib.loads(_plain(text))
    if "fight" in table:
        raise StorageError(path, "is a fight in progress, and no encounter to be built")
    draft = draft_of(table)
    return for_party(draft, path.parent, draft.party) if draft.party else draft, SourceFile(path, text)


def for_party(draft: Draft, folder: Path, party: str) -> Draft:
    """The draft for the heroes of a party file, whose path is one inside the encounter's folder.

    Raises StorageError where it cannot be read, is for another system, or lies elsewhere.
    """
    head = f"format = {FORMAT}\nsystem = {_quoted(draft.system)}\nparty = {_quoted(party)}\n"
    try:
        fight = read_encounter_bytes(head.encode(), folder / "encounter.toml")
    except EncounterFaults as wrong:
        path = folder / party
        told = (each.message.removeprefix(f"{path}: ") for each in wrong.faults)
        raise StorageError(path, "; ".join(told)) from wrong
    kinds = SYSTEMS[draft.system].creatures.kinds
    levels: Levels = tuple(
        sheet.level
        for hero, sheet in fight.sheets.items()
        if kinds[sheet.kind].side == sheet.side == "party" and fight.states[hero].life != "dead"
    )
    return replace(draft, party=party, heroes=levels)


def _quoted(text: str) -> str:
    return encounter_text({"": text}).partition(" = ")[2].strip()


def text_of(draft: Draft, path: Path) -> str:
    """The text of a new file of that path.

    It is read again before it is answered: raises StorageError unless it says what the draft does, and is without
    faults.
    """
    if not draft.entries:
        raise StorageError(path, "not written: there is nobody in it yet")
    table = table_of(draft)
    text = encounter_text(table)
    if tomllib.loads(text) != table:
        raise StorageError(path, "not written: what would have been written does not say what was built")
    _check(text, path)
    return text


def write_new(draft: Draft, path: Path) -> SourceFile:
    """Writes a new file and answers it; raises StorageError where there is one already, or it cannot be written."""
    _refuse_unwritable(path)
    text = text_of(draft, path)
    write_atomically(path, text)
    return SourceFile(path, text)


def write_copy(draft: Draft, sheaf: SourceFile, path: Path) -> SourceFile:
    """Writes a new file made after another, with its comments and order, and answers it.

    Raises EditError where they cannot be kept; StorageError where there is such a file already, it would have faults or
    cannot be written.
    """
    _refuse_unwritable(path)
    text = _changed(draft, sheaf, path)
    write_atomically(path, text)
    return SourceFile(path, text)


def _refuse_unwritable(path: Path) -> None:
    if os.path.lexists(path):
        raise StorageError(
            path, "there is such a file already, and it stays as it is; name another, or change this one"
        )
    if not path.parent.is_dir():
        raise StorageError(path, f"not written: there is no folder {path.parent}")


def write_changed(draft: Draft, sheaf: SourceFile) -> SourceFile:
    """Changes a file where the draft says something else than it does; answers it as it is now.

    Raises EditError where somebody else has changed it meanwhile, or it cannot be kept as it is beside; StorageError
    where it would have faults or cannot be written.
    """
    try:
        now = sheaf.path.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError) as fault:
        raise EditError(sheaf.path, "not changed: it cannot be read again") from fault
    if now != sheaf.text:
        raise EditError(sheaf.path, "not changed: it is not as it was when it was opened")
    text = _changed(draft, sheaf, sheaf.path)
    write_atomically(sheaf.path, text)
    return SourceFile(sheaf.path, text)


def _changed(draft: Draft, sheaf: SourceFile, path: Path) -> str:
    """The file's text where it says what the draft does, to be written to a path."""
    plain = _plain(sheaf.text)
    text = edit_text(path, plain, _wanted(draft, tomllib.loads(plain)))
    _check(text, path)
    return sheaf.text[: len(sheaf.text) - len(plain)] + text


def _wanted(draft: Draft, before: dict[str, Any]) -> dict[str, Any]:
    """The draft's tables, without the system where the file does not name it and need not."""
    table = table_of(draft)
    if "system" not in before and draft.system == DEFAULT:
        del table["system"]
    return table


def _check(text: str, path: Path) -> None:
    """Raises EncounterFaults where a file with this text would have faults."""
    read_encounter_bytes(text.encode(), path)


def _plain(text: str) -> str:
    """The text without a byte order mark."""
    return text.removeprefix("\ufeff")
