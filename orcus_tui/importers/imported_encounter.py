"""The encounter made of imported creatures, as `orcus-tui check` would read it from a file."""

from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.importers.sources import STDIN_NAME, Source
from orcus_tui.model.fight import Fight
from orcus_tui.model.text import printable
from orcus_tui.storage.encounter.fight_tables import FORMAT
from orcus_tui.storage.encounter.read import Document, read_encounter_bytes
from orcus_tui.storage.storage_error import StorageError
from orcus_tui.storage.toml.write import encounter_text

NO_FILE = Path("import.toml")
"""The path of an encounter that is not written to a file."""


class ImportedEncounter(Struct, frozen=True):
    """The text of an encounter file, and its fight."""

    text: str
    fight: Fight


def make_encounter(sources: list[Source], output: Path | None) -> ImportedEncounter:
    """The encounter with all creatures of the sources, to be written to `output`.

    Raises StorageError if the text would not read back as the same creatures, or if they make no fight.
    """
    path, name = output or NO_FILE, _name(output or NO_FILE, sources)
    creatures = [table for source in sources for table in source.result.creatures]
    table = {"format": FORMAT, "name": name, "system": sources[0].result.system, "creature": creatures}
    text = encounter_text(table)
    data = text.encode()
    if Document(path, data).table != table:
        raise StorageError(path, "not written: the text would not read back as the same creatures")
    known = sources[0].result.fight if len(sources) == 1 else None
    fight = replace(known, name=name) if known else read_encounter_bytes(data, path)
    return ImportedEncounter(text, fight)


def _name(path: Path, sources: list[Source]) -> str:
    """The encounter's name: from its file, else from the first source."""
    first = sources[0].name
    named = path if first == STDIN_NAME or path.name != NO_FILE.name else Path(first)
    return printable(named.stem).strip() or "import"
