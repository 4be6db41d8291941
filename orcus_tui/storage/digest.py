"""Digests of files, which show whether a file still has the content that this program read or wrote."""

import os
from pathlib import Path

from orcus_tui.storage.atomic import LARGEST_COPY

_FIGHT_TABLE = b"\n[fight]\n"
"""The text that marks a fight in progress. An encounter is never overwritten, and needs no digest."""


def digest(data: bytes) -> str:
    """The SHA-256 of some bytes, in hexadecimal."""
    import hashlib  # imported here, because the screen does not need it

    return hashlib.sha256(data).hexdigest()


class FileDigests:
    """The digest that each file had when it was last read or written. Links in paths are resolved."""

    def __init__(self) -> None:
        self._digests: dict[str, str] = {}

    def note(self, path: Path, content: str) -> None:
        """Notes the digest of a file's content, unless it is empty."""
        if content:
            self._digests[os.path.realpath(path)] = content

    def note_fight_in_progress(self, path: Path, content: str) -> None:
        """Notes the digest that a journal names, if the file has it and is a fight in progress."""
        data = _content(path)
        if _FIGHT_TABLE in data and digest(data) == content:
            self.note(path, content)

    def has_same_content(self, path: Path) -> bool:
        """Whether a file still has the content that was last noted."""
        file = os.path.realpath(path)
        return file in self._digests and digest(_content(Path(file))) == self._digests[file]


def _content(path: Path) -> bytes:
    """The bytes of a file; empty if it cannot be read, or is too large to be copied."""
    try:
        return path.read_bytes() if path.is_file() and path.stat().st_size <= LARGEST_COPY else b""
    except (OSError, ValueError):
        return b""
