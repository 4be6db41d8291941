"""The figures of a campaign's journals, each kept on disk until its journal changes."""

from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec import Struct

from orcus_tui.campaign.campaign_cache import CACHE_DISK, FOLDER, write_cache
from orcus_tui.report.figures import FightFigures
from orcus_tui.report.journal_report import report_journal
from orcus_tui.storage.atomic import make_folders
from orcus_tui.storage.journal.journal_file import archived_path, has_journal, journal_path
from orcus_tui.storage.storage_error import StorageError

VERSION = 1


class KeptFigures(Struct, frozen=True):
    """Figures as they are kept, with the size and the time of the journal that they were read from."""

    version: int
    size: int
    time: int
    figures: FightFigures


def figures_of_journal(journals: Path, journal_id: str) -> FightFigures:
    """The figures of a journal, which may be archived. Raises StorageError if there is none, or it cannot be read."""
    path = journal_path(journals, journal_id)
    if not has_journal(journals, journal_id):
        path = archived_path(journals, journal_id) or path
    try:
        status = path.stat()
    except OSError as fault:
        raise StorageError(path, "there is no such journal") from fault
    keep = journals / FOLDER / f"{journal_id}.json"
    kept = _read(keep)
    if kept and (kept.version, kept.size, kept.time) == (VERSION, status.st_size, status.st_mtime_ns):
        return kept.figures
    figures = report_journal(path).figures
    _write(keep, KeptFigures(VERSION, status.st_size, status.st_mtime_ns, figures))
    return figures


def _read(keep: Path) -> KeptFigures | None:
    """The kept figures; None if there are none that can be read."""
    try:
        return msgspec.json.decode(keep.read_bytes(), type=KeptFigures)
    except (OSError, msgspec.DecodeError, msgspec.ValidationError):
        return None


def _write(keep: Path, kept: KeptFigures) -> None:
    """Keeps figures; without space or permission they are worked out again next time."""
    with suppress(OSError, StorageError):
        make_folders(keep.parent, disk=CACHE_DISK)
        write_cache(keep, kept)
