"""What is said before a file is read that may take longer than a second."""

from pathlib import Path

LARGE = 1_000_000
"""Bytes: about 1,000 commands of a journal, or 25,000 lines of stat blocks."""


def large_file_message(path: Path) -> str:
    """What to print before a large file is read; empty for any other."""
    try:
        size = path.stat().st_size if path.is_file() else 0
    except OSError:
        return ""  # whoever reads it says why it cannot be read
    return f"reading {path.name}: {size / 1_000_000:.0f} MB" if size >= LARGE else ""
