"""The figures of a campaign's journals, each cached on disk until its journal changes."""

from pathlib import Path

from msgspec import Struct

from orcus_tui.campaign.campaign_cache import FOLDER, Version, read_cache, version_of, write_cache
from orcus_tui.report.figures import FightFigures
from orcus_tui.report.journal_report import report_journal
from orcus_tui.storage.journal.journal_file import archived_path, has_journal, journal_path
from orcus_tui.storage.storage_error import StorageError

VERSION = 1


class CachedFigures(Struct, frozen=True):
    """Cached figures, with the version of their journal."""

    version: int
    journal: Version
    figures: FightFigures


def figures_of_journal(journals: Path, journal_id: str) -> FightFigures:
    """The figures of a journal, which may be archived. Raises StorageError if there is none, or it cannot be read."""
    path = journal_path(journals, journal_id)
    if not has_journal(journals, journal_id):
        path = archived_path(journals, journal_id) or path
    journal = version_of(path)
    if journal is None:
        raise StorageError(path, "there is no such journal")
    keep = journals / FOLDER / f"{journal_id}.json"
    kept = read_cache(keep, CachedFigures)
    if kept and (kept.version, kept.journal) == (VERSION, journal):
        return kept.figures
    figures = report_journal(path).figures
    write_cache(keep, CachedFigures(VERSION, journal, figures))
    return figures
