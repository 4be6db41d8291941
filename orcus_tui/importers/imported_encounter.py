"""The encounter made of imported creatures, checked as `orcus-tui check` checks a file."""

from pathlib import Path

from msgspec import Struct

from orcus_tui.importers.sources import STDIN_NAME, Source
from orcus_tui.model.fight import Fight
from orcus_tui.model.text import printable
from orcus_tui.rules.field_shapes import FieldFaults
from orcus_tui.storage.encounter.from_tables import FORMAT, fight_from_table
from orcus_tui.storage.encounter.read import read_encounter_bytes
from orcus_tui.storage.storage_error import StorageError
from orcus_tui.storage.toml.write import encounter_text

NO_FILE = Path("import.toml")
"""Stands for the file of an encounter that is not written to one."""


class ImportedEncounter(Struct, frozen=True):
    """An encounter file's text, and the fight that reading it gives."""

    text: str
    fight: Fight


def make_encounter(sources: list[Source], output: Path | None) -> ImportedEncounter:
    """The encounter with all creatures of the sources, to be written to `output`.

    Raises StorageError where reading the text would not give the same fight.
    """
    path = output or NO_FILE
    creatures = [table for source in sources for table in source.result.creatures]
    table = {"format": FORMAT, "name": _name(path, sources), "system": sources[0].result.system, "creature": creatures}
    text = encounter_text(table)
    fight = read_encounter_bytes(text.encode(), path)
    try:
        expected = fight_from_table(table)
    except FieldFaults as faults:
        raise StorageError(path, f"not written: the imported creatures are not valid: {faults}") from None
    if fight != expected:
        raise StorageError(path, "not written: the text would not read back as the same creatures")
    return ImportedEncounter(text, fight)


def _name(path: Path, sources: list[Source]) -> str:
    """The encounter's name: from its file, else from the first source."""
    first = sources[0].name
    named = path if first == STDIN_NAME or path.name != NO_FILE.name else Path(first)
    return printable(named.stem).strip() or "import"
