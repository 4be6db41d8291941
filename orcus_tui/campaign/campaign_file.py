"""`campaign.toml`: read, locked while it is open, and edited; comments, order and all other lines stay as they are."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from orcus_tui.campaign.campaign import (
    AWARD,
    CAMPAIGN,
    FIGHT,
    FORMAT,
    PLANNED,
    TREASURE,
    Award,
    Campaign,
    CampaignFight,
    Treasure,
)
from orcus_tui.campaign.campaign_cache import Version, version_of
from orcus_tui.rules.field_faults import FieldFault
from orcus_tui.rules.validators import Scope
from orcus_tui.storage.atomic import DISK, Disk, write_atomically
from orcus_tui.storage.encounter.read import Document, EncounterFaults, bytes_of, path_inside, read_document
from orcus_tui.storage.lock import FileLock, folder_lock
from orcus_tui.storage.storage_error import StorageError
from orcus_tui.storage.toml.edit import BYTE_ORDER_MARK
from orcus_tui.systems import DEFAULT, SYSTEMS

Table = Mapping[str, Any]


class Edit(Struct, frozen=True):
    """An entry that the program writes: new values of keys, and tables to append to lists.

    The `values` are those of the `fight` with this file, of the `treasure` with this name, or else of the campaign.
    `removed` are tables removed from lists. `inserted` is a fight added at a place in the list.
    """

    values: Mapping[str, Any] = {}
    fight: str = ""
    treasure: str = ""
    added: tuple[tuple[str, Mapping[str, Any]], ...] = ()
    inserted: tuple[int, Mapping[str, Any]] | None = None
    removed: tuple[tuple[str, Mapping[str, Any]], ...] = ()


class ChangedByHand(StorageError):
    """Raised if the file no longer contains an entry as the program wrote it."""


class Written(Struct, frozen=True):
    """An edit that was written, and the values before it; None for a key that did not exist."""

    edit: Edit
    before: Mapping[str, Any]


# Reading


def read_campaign(path: Path) -> Campaign:
    """The campaign of a file. Raises EncounterFaults with the line of every fault."""
    document = read_document(path)
    values, faults = CAMPAIGN.values(Scope(SYSTEMS[DEFAULT]), document.table)
    system = values.get("system", DEFAULT)
    if system not in SYSTEMS:
        faults.append(FieldFault(("system",), f"unknown system; the systems are {', '.join(SYSTEMS)}"))
    if "format" not in document.table:
        faults.append(FieldFault((), f"is missing `format = {FORMAT}`"))
    if faults:
        raise EncounterFaults(path, document.faults_with_columns(faults))
    return Campaign(**{"name": path.absolute().parent.name, "system": DEFAULT, **CAMPAIGN.attribute_values(values)})


# Writing


def write_edit(path: Path, edit: Edit, disk: Disk = DISK) -> Written:
    """Writes an entry to the file, atomically. Raises StorageError, and then the file is unchanged."""
    with folder_lock(path):
        text = _text(path)
        document = _parse(path, text)
        before = _set(_table_to_change(path, document, edit), edit.values)
        for kind, table in edit.added:
            _add(document, kind, table)
        for kind, table in edit.removed:
            _remove(path, document, kind, table)
        if edit.inserted:
            place, table = edit.inserted
            _add(document, "fight", table, place)
        _write(path, text, document, disk)
    return Written(edit, before)


def take_back(path: Path, written: Written, disk: Disk = DISK) -> None:
    """Removes an entry from the file, if it is unchanged since it was written.

    Raises ChangedByHand if it is not, StorageError if it cannot be written.
    """
    edit = written.edit
    with folder_lock(path):
        text = _text(path)
        document = _parse(path, text)
        _set(_changed_table(path, document, edit), written.before)
        for kind, table in reversed(edit.added):
            _remove(path, document, kind, table)
        for kind, table in edit.removed:
            _add(document, kind, table)
        if edit.inserted:
            _remove(path, document, "fight", edit.inserted[1])
        _write(path, text, document, disk)


def _text(path: Path) -> str:
    return bytes_of(path).decode("utf-8", errors="strict")


def _parse(path: Path, text: str) -> Any:
    import tomlrt  # imported here, because few runs change a file

    try:
        return tomlrt.loads(text.removeprefix(BYTE_ORDER_MARK))
    except tomlrt.TOMLError as error:
        raise StorageError(path, f"not changed: {error}") from error


def _write(path: Path, before: str, document: Any, disk: Disk) -> None:
    """Writes the changed document, after checking that it reads back as a campaign."""
    import tomlrt

    text = (BYTE_ORDER_MARK if before.startswith(BYTE_ORDER_MARK) else "") + tomlrt.dumps(document)
    if text == before:
        return
    made = Document(path, text.encode())
    _, faults = CAMPAIGN.values(Scope(SYSTEMS[DEFAULT]), made.table)
    if faults:
        raise EncounterFaults(path, made.faults(faults))
    write_atomically(path, text, disk=disk)


def _set(table: Any, values: Mapping[str, Any]) -> dict[str, Any]:
    """Sets keys of a table, and returns their earlier values."""
    before = {key: table.get(key) for key in values}
    for key, value in values.items():
        if value is not None:
            table[key] = value
        elif key in table:
            del table[key]
    return before


def _tables(path: Path, document: Any, edit: Edit) -> list[Any]:
    """The tables with the file or the name of an edit, or the document itself. Raises ChangedByHand without any."""
    tables = [document]
    if edit.fight:
        tables = [each for each in document.get("fight", ()) if each.get("file") == edit.fight]
    elif edit.treasure:
        tables = [each for each in document.get("treasure", ()) if each.get("name") == edit.treasure]
    if not tables:
        raise ChangedByHand(path, f"has no fight {edit.fight}" if edit.fight else f'has no treasure "{edit.treasure}"')
    return tables


def _table_to_change(path: Path, document: Any, edit: Edit) -> Any:
    """The table for new values: the first planned fight, or the last treasure without an owner; else the last table."""
    tables = _tables(path, document, edit)
    if edit.fight:
        return next((each for each in tables if each.get("state", PLANNED) == PLANNED), tables[-1])
    if edit.treasure:
        return next((each for each in reversed(tables) if not each.get("by")), tables[-1])
    return document


def _changed_table(path: Path, document: Any, edit: Edit) -> Any:
    """The last table with the values that an edit wrote. Raises ChangedByHand if there is none."""
    for each in reversed(_tables(path, document, edit)):
        if all(each.get(key) == value for key, value in edit.values.items()):
            return each
    what = f"the fight {edit.fight}" if edit.fight else f"`{', '.join(edit.values)}`"
    raise ChangedByHand(path, f"{what} was changed since; change it by hand")


def _add(document: Any, kind: str, table: Table, place: int | None = None) -> None:
    """Adds a table to a list, which the file may not have yet; by default at its end."""
    if kind not in document:
        import tomlrt

        from orcus_tui.storage.toml.write import inline_value

        lines = (f"{key} = {inline_value(value)}\n" for key, value in table.items())
        document[kind] = tomlrt.loads(f"[[{kind}]]\n{''.join(lines)}")[kind]
    elif place is None:
        document[kind].append(dict(table))
    else:
        document[kind].insert(place, dict(table))


def _remove(path: Path, document: Any, kind: str, table: Table) -> None:
    """Removes the last table that equals `table`. Raises ChangedByHand if none does."""
    tables = document.get(kind, ())
    for place in reversed(range(len(tables))):
        if {key: _plain(value) for key, value in tables[place].items()} == dict(table):
            del tables[place]
            break
    else:
        raise ChangedByHand(path, f"no longer has the [[{kind}]] as it was written; change it by hand")
    if not len(tables):
        del document[kind]


def _plain(value: Any) -> Any:
    return [_plain(each) for each in value] if hasattr(value, "append") else value


# Entries


def entry(stored: Award | CampaignFight | Treasure) -> tuple[str, dict[str, Any]]:
    """An award, a fight or a treasure as a table of the file, with the name of its list."""
    kind, fields = _LISTS[type(stored)]
    table: dict[str, Any] = fields.write(SYSTEMS[DEFAULT], stored)
    return kind, table


_LISTS: Mapping[type[Struct], tuple[str, Any]] = {
    Award: ("award", AWARD),
    CampaignFight: ("fight", FIGHT),
    Treasure: ("treasure", TREASURE),
}


UNREAD: Version = (-1, -1)
"""The version of a file that the program has just written: two writes within a tick of the clock may look alike."""


class OpenFile:
    """A campaign's file while the campaign is open.

    `read_only` is the reason why nothing is written to it; empty if it can be written.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._campaign = read_campaign(path)
        self._lock = FileLock(path)
        self.read_only = self._lock.take()
        self._seen: Version | None = version_of(path)

    def close(self) -> None:
        """Lets other programs write to the file."""
        self._lock.close()

    @property
    def campaign(self) -> Campaign:
        """The campaign as the file is now. Raises EncounterFaults if it cannot be read any more."""
        version = version_of(self.path)
        if version != self._seen:
            self._campaign, self._seen = read_campaign(self.path), version
        return self._campaign

    @property
    def party(self) -> Path | None:
        """The party file."""
        return path_inside(self.path, self.campaign.party) if self.campaign.party else None

    def write(self, edit: Edit, disk: Disk = DISK) -> Written:
        """Writes an entry: a new file replaces the old file, and the lock moves to it."""
        self._seen = UNREAD
        with self._lock.released():
            return write_edit(self.path, edit, disk)

    def take_back(self, written: Written, disk: Disk) -> None:
        """Removes an entry from the file. Raises ChangedByHand, or StorageError."""
        self._seen = UNREAD
        with self._lock.released():
            take_back(self.path, written, disk)
