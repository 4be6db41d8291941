"""A draft beside its file: whether it has unwritten changes, and writing it there or to another file."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.builder.draft import Draft
from orcus_tui.builder.draft_file import SourceFile, write_changed, write_copy, write_new
from orcus_tui.storage.atomic import DISK, Disk
from orcus_tui.storage.toml.edit import EditError


class SavedDraft(Struct, frozen=True):
    """A draft as it was last read or written, the path to write it to, and the file it edits, if any."""

    draft: Draft
    path: Path | None = None
    source: SourceFile | None = None

    def has(self, draft: Draft) -> bool:
        """Whether nothing of a draft is unwritten; the heroes of the budget are in no file."""
        return replace(draft, heroes=self.draft.heroes) == self.draft


def save(saved: SavedDraft, draft: Draft, path: Path, *, disk: Disk = DISK) -> SavedDraft:
    """Writes a draft to its file, or to the path of a new one. Raises as `write_changed` and `write_new` do."""
    if saved.source:
        return _saved_draft(draft, write_changed(draft, saved.source, disk=disk))
    return _saved_draft(draft, write_new(draft, path, disk=disk))


def save_as(saved: SavedDraft, draft: Draft, path: Path, *, disk: Disk = DISK) -> tuple[SavedDraft, str]:
    """Writes a draft to another file, with the comments and the order of the first; a remark where they are lost.

    Raises StorageError where it cannot be written.
    """
    if saved.source is None:
        return _saved_draft(draft, write_new(draft, path, disk=disk)), ""
    try:
        return _saved_draft(draft, write_copy(draft, saved.source, path, disk=disk)), ""
    except EditError:
        written = write_new(draft, path, disk=disk)
        return _saved_draft(draft, written), f"; the comments of {saved.source.path} could not be kept"


def _saved_draft(draft: Draft, source: SourceFile) -> SavedDraft:
    return SavedDraft(draft, source.path, source)
