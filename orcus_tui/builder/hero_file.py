"""Saves heroes to a party file: appends new ones, replaces known ones in place, and keeps comments and order."""

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from orcus_tui.model.text import name_key
from orcus_tui.rules.system import System
from orcus_tui.storage.atomic import DISK, Disk, write_atomically
from orcus_tui.storage.encounter.fight_tables import FORMAT
from orcus_tui.storage.encounter.read import bytes_of, read_encounter_bytes
from orcus_tui.storage.lock import folder_lock
from orcus_tui.storage.storage_error import StorageError
from orcus_tui.storage.toml.edit import edit_text
from orcus_tui.storage.toml.write import encounter_text
from orcus_tui.systems import DEFAULT


def save_hero(path: Path, system: System, table: Mapping[str, Any], *, disk: Disk = DISK) -> bool:
    """Saves a hero; returns whether it replaced one of the same name.

    Raises StorageError for a file of another system, or one that cannot be read, edited or written.
    """
    with folder_lock(path):
        if not os.path.lexists(path):
            text = encounter_text({"format": FORMAT, "system": system.id, "creature": [dict(table)]})
            read_encounter_bytes(text.encode(), path)
            write_atomically(path, text, disk=disk)
            return False
        whole = bytes_of(path).decode("utf-8")
        plain = whole.removeprefix("\ufeff")
        edited, replaced = _text_with_hero(path, plain, system, table)
        read_encounter_bytes(edited.encode(), path)
        write_atomically(path, whole[: len(whole) - len(plain)] + edited, disk=disk)
        return replaced


def _text_with_hero(path: Path, text: str, system: System, table: Mapping[str, Any]) -> tuple[str, bool]:
    try:
        before = tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        raise StorageError(path, f"not changed: {fault}") from fault
    if before.get("system", DEFAULT) != system.id:
        raise StorageError(path, f"a party of {before.get('system', DEFAULT)}, not of {system.id}")
    creatures = list(before.get("creature", []))
    names = [name_key(str(each.get("name", ""))) for each in creatures]
    key = name_key(str(table["name"]))
    replaced = key in names
    if replaced:
        place = names.index(key)
        creatures[place] = {**_other_fields(creatures[place], table), **table, "name": creatures[place]["name"]}
    else:
        creatures.append(dict(table))
    return edit_text(path, text, {**before, "creature": creatures}), replaced


def _other_fields(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a saved hero that the form does not ask for."""
    return {key: value for key, value in old.items() if key in new or key not in ("powers", "casting", "power")}
