"""The files that a session writes: what it last read or wrote there, and which of them the person named."""

import os
from pathlib import Path

from orcus_tui.storage.digest import digest_of


class WrittenFiles:
    """What a session knows of files. A path is a file by any name it has, links resolved."""

    def __init__(self) -> None:
        self._digests: dict[str, str] = {}
        self._named: set[str] = set()
        self.lines_of_journal: set[str] = set()
        """The lines of aliases that nobody typed in this session: a journal had them."""

    def note_content(self, path: Path, digest: str) -> None:
        """Notes the digest of what this fight read from a file or wrote to it; an empty one says nothing."""
        if digest:
            self._digests[os.path.realpath(path)] = digest

    def note_name(self, path: Path) -> None:
        """Notes that the person named a path in this session."""
        self._named.add(os.path.abspath(path))  # noqa: PTH100  # without resolving links, which `realpath` does

    def may_be_untyped(self, text: str) -> bool:
        """Whether the name of a file may be from an alias that a journal had."""
        return any(text in line for line in self.lines_of_journal)

    def has_own_content(self, path: Path) -> bool:
        """Whether a file still has what this fight read from it or wrote to it."""
        file = os.path.realpath(path)
        return file in self._digests and digest_of(Path(file)) == self._digests[file]

    def is_named(self, path: Path) -> bool:
        """Whether the person named this path in this session."""
        return os.path.abspath(path) in self._named  # noqa: PTH100

    def is_in_named_folder(self, path: Path) -> bool:
        """Whether a path is in the working folder, or in the folder of a file that the person named."""
        named = {os.path.realpath(os.path.dirname(each)) for each in self._named}  # noqa: PTH120
        return os.path.realpath(path.absolute().parent) in {*named, os.path.realpath(os.curdir)}
