"""Messages about files that may take longer than a second to read."""

from collections.abc import Sequence
from pathlib import Path

LARGE = 1_000_000
"""A size in bytes: about 1,000 commands of a journal, or 600 creatures."""
LARGE_SOURCE = 200_000
"""A size in bytes of a file to import: 10,000 lines of powers."""
MUCH_MEMORY = 200
"""Megabytes of memory; a fight that may take more gets a message."""
MEMORY_OF_JOURNAL = 20
"""The most memory that a fight takes, as a multiple of the size of its journal; usually it takes half as much."""


LEAST_OF_CROWD = 100_000
"""A size in bytes: smaller journals take little memory with any number of creatures."""
MEMORY_OF_CREATURE = 110
"""The most bytes that a creature takes in an event's list of creatures."""
_EVENT, _CREATURE = b'"event":', b'"id":'
_BLOCK = 1024 * 1024


def large_file_message(path: Path, large: int = LARGE) -> str:
    """The message before a large file is read; empty for any other."""
    return large_data_message(path.name, _size(path), large)


def large_data_message(name: str, size: int, large: int = LARGE) -> str:
    """The message before data of this size is read; empty for a small size."""
    return f"reading {name}: {size / 1_000_000:.1f} MB" if size >= large else ""


def large_journal_message(path: Path) -> str:
    """The message before the fight of a large journal is opened; empty for any other."""
    return ", ".join(filter(None, (large_file_message(path), memory_message(path))))


def large_folder_message(paths: Sequence[Path]) -> str:
    """The message before all these journals are read; empty for small ones."""
    journals = f"{len(paths):,} journal{'s' if len(paths) > 1 else ''}"
    return large_data_message(journals, sum(map(_size, paths)))


def memory_message(path: Path) -> str:
    """A message about the memory that the fight of a journal takes, if it takes much; else empty."""
    memory = max(_size(path) * MEMORY_OF_JOURNAL, _memory_of_crowd(path)) // 1_000_000
    return f"up to {memory:,} MB of memory" if memory > MUCH_MEMORY else ""


def _memory_of_crowd(path: Path) -> int:
    """The bytes that the creatures of a journal take: each event that changes one keeps a list of all."""
    if _size(path) < LEAST_OF_CROWD:
        return 0
    from orcus_tui.storage.journal.journal_file import LARGEST_HEADER  # here, because the screen does not need it

    events = creatures = 0
    try:
        with path.open("rb") as file:
            creatures = file.readline(LARGEST_HEADER).count(_CREATURE)
            while block := file.read(_BLOCK):
                events += block.count(_EVENT)
    except OSError:  # reported when the file is read
        return 0
    return events * creatures * MEMORY_OF_CREATURE


def _size(path: Path) -> int:
    """The size of a file; 0 if it cannot be read, which is reported later."""
    try:
        return path.stat().st_size if path.is_file() else 0
    except (OSError, ValueError):
        return 0
