"""What is said before a file is read that may take longer than a second."""

from pathlib import Path

LARGE = 1_000_000
"""Bytes: about 1,000 commands of a journal, or 600 creatures."""
LARGE_SOURCE = 200_000
"""Bytes of a file to import: 10,000 lines of nothing but powers."""


def large_file_message(path: Path, large: int = LARGE) -> str:
    """What to print before a large file is read; empty for any other."""
    try:
        size = path.stat().st_size if path.is_file() else 0
    except (OSError, ValueError):
        return ""  # whoever reads it says why it cannot be read
    return f"reading {path.name}: {size / 1_000_000:.1f} MB" if size >= large else ""
