"""The sources of an import, each read in whichever format it has, and the encounter made of their creatures."""

import os
import shlex
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from urllib.parse import unquote, urlsplit

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.errors import OrcusError
from orcus_tui.importers.creature_draft import Leftover
from orcus_tui.importers.format_detection import read_source
from orcus_tui.importers.import_result import ImportResult
from orcus_tui.importers.source_text import LARGEST, UnreadableSource
from orcus_tui.model.fight import Fight
from orcus_tui.model.text import printable
from orcus_tui.storage.encounter.fight_tables import FORMAT
from orcus_tui.storage.encounter.read import Document, bytes_of, is_folder, read_encounter_bytes
from orcus_tui.storage.storage_error import StorageError, reason
from orcus_tui.storage.toml.write import encounter_text
from orcus_tui.systems import SYSTEMS

STDIN = "-"
STDIN_NAME = "<stdin>"
PASTED_NAME = "the pasted text"
LONGEST_DROP = 16_384
"""The most characters of a text that can be the names of files dropped on the terminal."""
MOST_FILES = 5_000
"""The most files of a folder, including folders inside it."""


class ImportRefused(OrcusError):
    """Sources that cannot become one encounter; the message begins with the name of a source, if given."""

    def __init__(self, problem: str, name: str = "") -> None:
        super().__init__(f"{name}: {problem}" if name else problem)
        self.problem = problem


class Source(Struct, frozen=True):
    """A source that was read: its name in messages, and its result."""

    name: str
    result: ImportResult


class Unread(Struct, frozen=True):
    """A source that was not read: its name, the reason with its place, and whether the user named it.

    `problem` is the reason without the name, so that several sources can share it. `is_named` is false for a file that
    was found in a folder.
    """

    name: str
    reason: str
    problem: str
    is_named: bool


def unread_source(name: str, fault: OrcusError, *, is_named: bool) -> Unread:
    """A source that was not read because of an error; an error with a line is about this source alone."""
    is_at_line = isinstance(fault, UnreadableSource) and fault.line is not None
    return Unread(name, str(fault), str(fault) if is_at_line else fault.problem, is_named)


class SourceName(Struct, frozen=True):
    """A source to read: its name, the file or folder that the user named, and whether that is the source itself."""

    name: str
    origin: str

    @property
    def is_named(self) -> bool:
        """Whether the user named the source itself, not only its folder."""
        return self.name == self.origin


def read_pasted_text(text: str) -> Source:
    """Reads a pasted text, or the files it names. Raises StorageError, UnreadableSource and ImportRefused."""
    paths = dropped_files(text)
    return read_source_files(paths) if paths else _read(PASTED_NAME, text.encode("utf-8", "replace"))


def dropped_files(text: str) -> list[Path]:
    """The files and folders named in a text, as terminals paste them when dropped; empty for other text."""
    name = text.strip()
    if not name or len(name) > LONGEST_DROP:
        return []
    for names in ([name], name.splitlines(), _shell_words(name)):
        paths = [path for path in map(_named_path, names[:MOST_FILES]) if path]
        if paths and len(paths) == len(names):
            return paths
    return []


def _shell_words(text: str) -> list[str]:
    """The words of a text in which spaces are quoted or escaped; empty if a quote is not closed."""
    try:
        return shlex.split(text)
    except ValueError:
        return []


def _named_path(name: str) -> Path | None:
    """The file or folder of a full path; a single word could by chance be the name of a folder."""
    try:
        path = path_of(unquote(urlsplit(name).path) if name.startswith("file://") else name)
        return path if (path.exists() if path.is_absolute() else path.is_file()) else None
    except (OSError, ValueError):
        return None


def path_of(name: str) -> Path:
    """The path of a name, with the home folder for `~`; as typed if there is no such user."""
    try:
        return Path(name).expanduser()
    except RuntimeError:
        return Path(name)


def read_source_files(paths: Sequence[Path]) -> Source:
    """Reads a file, or several files and folders as one source.

    Raises StorageError, UnreadableSource and ImportRefused.
    """
    if len(paths) > 1:
        return _read_together(os.path.commonpath(paths), source_names(map(str, paths)))
    path = paths[0]
    if is_folder(path):
        return _read_together(str(path), source_names([str(path)]))
    return _read(str(path), bytes_of(path, LARGEST))


def _read_together(name: str, names: Iterable[SourceName]) -> Source:
    read = list(read_each(names, lambda _: b""))
    sources = [each for each in read if isinstance(each, Source)]
    if not sources:
        raise ImportRefused("no file with creatures of a known format", name)
    refuse_several_systems(sources)
    drafted = [table for each in sources for table in each.result.drafted]
    missing = tuple(one for each in sources for one in each.result.missing_creatures)
    leftovers = [Leftover(1, "", each.reason) for each in read if isinstance(each, Unread)]
    for each in sources:
        leftovers += [
            Leftover(one.line, one.creature, f"{Path(each.name).name}: {one.text}") for one in each.result.leftovers
        ]
    return Source(name, ImportResult(sources[0].result.system, tuple(drafted), tuple(leftovers), missing))


def source_names(names: Iterable[str]) -> list[SourceName]:
    """The sources with these names; a folder stands for all files in and below it, except hidden ones.

    Raises ImportRefused for a folder with too many files, or without any.
    """
    found: list[SourceName] = []
    for name in names:
        if name == STDIN or not is_folder(name):
            found.append(SourceName(name, name))
            continue
        files = [SourceName(str(path), name) for path in _files_below(Path(name))]
        if not files:
            raise ImportRefused("no files in this folder", name)
        found += files
    return found


def _files_below(folder: Path) -> list[Path]:
    """The files of a folder and of those inside it, in order. Raises StorageError and ImportRefused."""
    found: list[Path] = []

    def fail(fault: OSError) -> None:
        raise StorageError(folder, reason(fault)) from fault

    for place, folders, files in os.walk(folder, onerror=fail):
        folders[:] = sorted(each for each in folders if not each.startswith("."))
        found += [Path(place, each) for each in sorted(files) if not each.startswith(".")]
        if len(found) > MOST_FILES:
            raise ImportRefused(f"{folder}: more than {MOST_FILES:,} files; import its folders one by one")
    return found


def read_each(names: Iterable[SourceName], stdin: Callable[[int], bytes]) -> Iterator[Source | Unread]:
    """Reads sources one by one; for `-`, reads from `stdin`, a function that returns up to a number of bytes."""
    for each in names:
        try:
            if each.name == STDIN:
                yield _read(STDIN_NAME, stdin(LARGEST))
            else:
                yield _read(each.name, bytes_of(Path(each.name), LARGEST))
        except OrcusError as fault:
            yield unread_source(each.name, fault, is_named=each.is_named)


def _read(name: str, data: bytes) -> Source:
    result = read_source(data, name)
    if result.system not in SYSTEMS:
        raise ImportRefused(f"for the rules system {result.system}, which is not supported", name)
    return Source(name, result)


def refuse_several_systems(sources: Iterable[Source]) -> None:
    """Raises ImportRefused, with the system of each source, if they are for different rules systems."""
    titles = {each.name: SYSTEMS[each.result.system].title for each in sources}
    if len(set(titles.values())) > 1:
        lines = "\n".join(f"{name}: {title}" for name, title in titles.items())
        raise ImportRefused(f"an encounter has one rules system; import these separately, or --to library:\n{lines}")


# The encounter, as `orcus-tui check` would read it from a file


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
