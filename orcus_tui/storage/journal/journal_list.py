"""The journals in a folder: the list, the unfinished ones, new ones, and those that continue others.

A journal that can no longer be written to is continued in a new journal: `2026-11-23-ford` in
`2026-11-23-ford-continued`, and that in `2026-11-23-ford-continued-2`. The header of the new journal names the old one.
"""

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from io import BufferedReader, FileIO
from itertools import count, islice
from pathlib import Path

from msgspec import Struct
from msgspec.json import Decoder

from orcus_tui.storage.atomic import is_link, make_folders
from orcus_tui.storage.journal.journal_file import (
    ARCHIVE,
    END_SIZE,
    LARGEST_HEADER,
    SUFFIX,
    Journal,
    WrongLineError,
    decode_header,
    decode_line,
    is_closing_line,
    journal_path,
    require_crc,
    require_file,
)
from orcus_tui.storage.journal.journal_settings import JournalSettings
from orcus_tui.storage.lock import is_locked
from orcus_tui.storage.storage_error import StorageError, storage_errors

MOST_OF_A_DAY = 9_999
"""The most journals with one day and name, including those in the archive."""
HEADER_SIZE = 16 * 1024
"""The number of bytes that most headers fit in."""
_CONTINUED = re.compile(r"(.+)-continued(?:-([0-9]{1,4}))?")


class _NamedEncounter(Struct, frozen=True):
    """A header, decoded only as far as the encounter file."""

    file: str = ""


_ENCOUNTER_DECODER = Decoder(_NamedEncounter)


class JournalHead(Struct, frozen=True):
    """The encounter file of a journal (empty if its header names none), and whether the fight was finished."""

    encounter: str = ""
    is_finished: bool = False


class JournalSummary(Struct, frozen=True):
    """A journal in a list, and its fight: its name, when it began, and whether another program has it open.

    If the journal cannot be read, `fault` says why, and its fight is unknown.
    """

    id: str
    name: str = ""
    when: str = ""
    in_use: bool = False
    fault: str = ""
    finished: bool = False


def list_journals(folder: Path) -> list[JournalSummary]:
    """The journals in a folder (`*.jsonl`), by name; empty if there is no folder yet.

    Only the first and last lines are read, so a listed journal may still be damaged. Raises StorageError if the folder
    cannot be read.
    """
    return [_summary_of(path) for path in _journal_paths(folder)]


def list_unfinished(folder: Path) -> list[JournalSummary]:
    """The journals that can be resumed, and those that cannot be read, by id.

    Raises StorageError if the folder cannot be read.
    """
    return [_summary_of(path) for path in unfinished_paths(folder)]


def unfinished_paths(folder: Path) -> list[Path]:
    """The journals that can be resumed: neither finished nor continued in another journal.

    Of a finished journal, only the end is read.
    """
    paths = _journal_paths(folder)
    unfinished = [path for path in paths if not _is_finished(path)]
    archived = _archived_paths(folder) if unfinished else []
    # Few journals have this word in their name; only their headers are read.
    continued = _continued_by(path for path in (*paths, *archived) if "-continued" in path.name)
    return [path for path in unfinished if path.stem not in continued]


def _journal_paths(folder: Path) -> list[Path]:
    with storage_errors(folder, "cannot be read"):
        try:
            with os.scandir(folder) as entries:
                names = sorted(each.name for each in entries if each.name.endswith(SUFFIX) and each.name != SUFFIX)
        except FileNotFoundError:
            return []
    return [folder / name for name in names]


def _archived_paths(folder: Path) -> list[Path]:
    """The journals in the archive of a folder; empty if there is no archive that can be read."""
    archive = folder / ARCHIVE
    with suppress(StorageError):
        return [] if is_link(archive) else _journal_paths(archive)
    return []


def names_to_continue(journal_id: str) -> Iterator[str]:
    """The possible ids for a journal that continues this one; the first free id is used."""
    found = _CONTINUED.fullmatch(journal_id)
    stem, first = (found[1], int(found[2] or 1) + 1) if found else (journal_id, 1)
    return (f"{stem}-continued{f'-{number}' if number > 1 else ''}" for number in count(first))


def free_names(folder: Path, day: str, fight_name: str) -> Iterator[str]:
    """The possible ids for a new journal of a day and a fight."""
    stem = f"{day}-{_slug(fight_name)}"
    for number in range(1, MOST_OF_A_DAY + 1):
        name = stem if number == 1 else f"{stem}-{number}"
        # A deleted journal may have a continuation; because of it, a new journal of the same name would not be listed.
        if not _is_taken(folder, next(names_to_continue(name))):
            yield name


def create_journal(
    journal_settings: JournalSettings, names: Iterable[str], header: Mapping[str, object]
) -> tuple[Journal, str]:
    """A new journal under the first of these names that is free, and that name. Raises StorageError."""
    folder = journal_settings.folder
    with storage_errors(folder, "no journal can be kept here"):
        make_folders(folder, disk=journal_settings.disk)
    for journal_id in islice(names, MOST_OF_A_DAY):
        path = journal_path(folder, journal_id)
        if _is_taken(folder, journal_id):
            continue
        try:
            return Journal.create(path, header, disk=journal_settings.disk), journal_id
        except StorageError:
            if not os.path.lexists(path):  # another program may just have begun one of that name
                raise
    raise StorageError(
        folder,
        f"holds {MOST_OF_A_DAY:,} journals of this day and name, the most there can be; "
        "delete some, or change the `name` of the encounter",
    )


def _is_taken(folder: Path, journal_id: str) -> bool:
    """Whether a folder or its archive has a file for a journal of this id."""
    return any(map(os.path.lexists, (journal_path(folder, journal_id), journal_path(folder / ARCHIVE, journal_id))))


def _slug(name: str) -> str:
    words = "".join(sign if sign.isascii() and sign.isalnum() else " " for sign in name.lower()).split()
    return "-".join(words)[:40].strip("-") or "fight"


def _continued_by(paths: Iterable[Path]) -> set[str]:
    """The ids of the journals that these continue."""
    found: set[str] = set()
    for path in paths:
        with suppress(StorageError):  # listed with its fault
            header, _ = _header_and_end(path)
            found.add(str(header.get("continues", "")))
    return found


def _summary_of(path: Path) -> JournalSummary:
    """The summary of a journal from its first and last line."""
    try:
        header, finished = _header_and_end(path)
    except StorageError as error:
        return JournalSummary(path.stem, in_use=is_locked(path), fault=error.problem)
    encounter = header.get("encounter")
    name = encounter.get("name", "") if isinstance(encounter, dict) else ""
    return JournalSummary(path.stem, str(name), str(header.get("when", "")), is_locked(path), finished=finished)


def head_of(path: str) -> JournalHead:
    """The head of a journal, which must be an ordinary file; empty if it cannot be read.

    Nothing else is decoded, since there may be thousands of journals.
    """
    try:
        with open(path, "rb", buffering=0) as file:  # noqa: PTH123  # ten thousand names
            line, newline, _ = (file.read(HEADER_SIZE) or b"").partition(b"\n")
            if not newline:
                file.seek(0)
                line, newline, _ = (file.read(LARGEST_HEADER) or b"").partition(b"\n")
            return JournalHead(_encounter_in(line) if newline else "", _has_end(file))
    except OSError:
        return JournalHead()


def _encounter_in(line: bytes) -> str:
    """The encounter file that a first line names; empty if it names none, or is not a header."""
    try:
        require_crc(line)
        return _ENCOUNTER_DECODER.decode(line).file
    except WrongLineError:
        return ""
    except ValueError:  # half of a surrogate pair
        with suppress(WrongLineError):
            return str(decode_line(0, line).get("file") or "")
        return ""


def _header_and_end(path: Path) -> tuple[dict[str, object], bool]:
    """The header, and whether the last line is a closing line. Raises StorageError."""
    require_file(path)
    with storage_errors(path, "cannot be read"), path.open("rb") as file:
        first = file.readline(LARGEST_HEADER)
        ends = _has_end(file)
    if len(first) == LARGEST_HEADER and not first.endswith(b"\n"):
        most = LARGEST_HEADER >> 20
        problem = (
            f"its first line has more than {most} MB; if it is a journal, `orcus-tui recover {path.stem}` opens it"
        )
        raise StorageError(path, problem)
    header, _ = decode_header(path, first[:-1] if first.endswith(b"\n") else None)
    return header, ends


def _is_finished(path: Path) -> bool:
    """Whether the last line is a closing line; False for a file that cannot be read, whose summary says why."""
    try:
        require_file(path)
        with path.open("rb", buffering=0) as file:
            return _has_end(file)
    except (OSError, StorageError):
        return False


def _has_end(file: BufferedReader | FileIO) -> bool:
    """Whether the last line of an open file is a closing line."""
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - END_SIZE))
    last = (file.read() or b"").split(b"\n")[-2:]
    return len(last) == 2 and not last[1] and is_closing_line(last[0])
