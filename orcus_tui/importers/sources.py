"""The sources of an import: files, standard input and pasted text, each read in whichever format it has."""

from collections.abc import Callable, Iterable
from pathlib import Path

from msgspec import Struct

from orcus_tui.errors import OrcusError
from orcus_tui.importers.format_detection import read_source
from orcus_tui.importers.import_result import ImportResult
from orcus_tui.importers.source_text import LARGEST
from orcus_tui.storage.encounter.read import bytes_of
from orcus_tui.systems import SYSTEMS

STDIN = "-"
STDIN_NAME = "<stdin>"
PASTED_NAME = "the pasted text"


class ImportRefused(OrcusError):
    """Sources that cannot become one encounter; the message has a line for each reason."""


class Source(Struct, frozen=True):
    """A source that was read: its name in messages, and what was read from it."""

    name: str
    result: ImportResult


def read_pasted_text(text: str) -> Source:
    """Reads a pasted text. Raises UnreadableSource and ImportRefused."""
    return _read(PASTED_NAME, text.encode("utf-8", "replace"))


def read_source_file(path: Path) -> Source:
    """Reads a file. Raises StorageError, UnreadableSource and ImportRefused."""
    return _read(str(path), bytes_of(path, LARGEST))


def read_sources(names: Iterable[str], stdin: Callable[[int], bytes]) -> list[Source]:
    """Reads files, and for `-` what `stdin` returns when asked for a number of bytes.

    Raises ImportRefused with every source that cannot be read, or if the sources are for different rules systems.
    """
    sources: list[Source] = []
    faults: list[str] = []
    for name in names:
        try:
            sources.append(_read(STDIN_NAME, stdin(LARGEST)) if name == STDIN else read_source_file(Path(name)))
        except OrcusError as fault:
            faults.append(str(fault))
    if faults:
        raise ImportRefused("\n".join(faults))
    _refuse_several_systems(sources)
    return sources


def _read(name: str, data: bytes) -> Source:
    result = read_source(data, name)
    if result.system not in SYSTEMS:
        raise ImportRefused(f"{name}: for the rules system {result.system}, which is not supported")
    return Source(name, result)


def _refuse_several_systems(sources: list[Source]) -> None:
    systems = {source.result.system for source in sources}
    if len(systems) > 1:
        lines = "\n".join(f"{each.name}: {SYSTEMS[each.result.system].title}" for each in sources)
        raise ImportRefused(f"an encounter has one rules system; import these separately:\n{lines}")
