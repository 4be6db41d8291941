"""`orcus-tui recover`: unfinished fights, and the archive."""

import re
from datetime import date, timedelta

import typer

from orcus_tui.cli import FAILED
from orcus_tui.cli.output import print_json, print_line, print_lines, print_message, refuse, refusing_errors
from orcus_tui.config.paths import journal_settings
from orcus_tui.storage.journal.archive import DAY, archive_journal, finished_before
from orcus_tui.storage.journal.journal_file import ARCHIVE, archived_path, has_journal
from orcus_tui.storage.journal.journal_list import JournalSummary, list_unfinished
from orcus_tui.storage.journal.journal_settings import JournalSettings
from orcus_tui.storage.storage_error import NotSynced, StorageError

LISTED = ("id", "name", "when", "in_use", "fault")
"""The fields of an unfinished fight in JSON."""
_AGE = re.compile(r"([0-9]{1,5})d")


def print_unfinished(*, as_json: bool = False) -> None:
    """Prints a line for each unfinished fight, or all as JSON."""
    with refusing_errors():
        fights = list_unfinished(journal_settings().folder)
    if as_json:
        print_json([{key: getattr(each, key) for key in LISTED} for each in fights])
        return
    print_lines(map(_line, fights))
    if not fights:
        print_message("no unfinished fights")


def _line(fight: JournalSummary) -> str:
    """A fight's id, name and start, and whether another program has it open; or the reason why it cannot be read."""
    if fight.fault:
        return f"{fight.id}  cannot be read: {fight.fault}"
    return f"{fight.id}  {fight.name}  {fight.when}{'  (open elsewhere)' if fight.in_use else ''}"


def archive_fights(wanted: str) -> None:
    """Archives the finished fights from before a day, or one fight by its id, and prints the ids."""
    settings = journal_settings()
    with refusing_errors():
        chosen = _chosen_ids(settings, wanted)
    moved = [_archive(settings, each) for each in chosen]
    if True in moved:
        print_message(f"moved to {settings.folder / ARCHIVE}; `orcus-tui recover ID` shows one")
    if False in moved:
        raise typer.Exit(FAILED)


def _archive(settings: JournalSettings, journal_id: str) -> bool:
    """Moves a fight to the archive and prints its id, or the reason why that failed; returns whether it was moved."""
    try:
        archive_journal(settings, journal_id)
    except NotSynced as warning:
        print_message(str(warning))
    except StorageError as fault:
        print_message(str(fault))
        return False
    print_line(journal_id)
    return True


def _chosen_ids(settings: JournalSettings, wanted: str) -> list[str]:
    """The fights for a day, an age or an id. Raises StorageError if the folder cannot be read."""
    today = date.fromisoformat(settings.clock()[:10])
    day = _day(wanted, today)
    if day is None:
        if archived_path(settings.folder, wanted) and not has_journal(settings.folder, wanted):
            refuse(f'"{wanted}" is already in the archive; `orcus-tui recover {wanted}` shows it')
        if not has_journal(settings.folder, wanted):
            refuse(f'"{wanted}" is not a day such as 2026-01-01, an age such as 90d, or the ID of a fight to archive')
        return [wanted]
    if day > (tomorrow := today + timedelta(days=1)):
        refuse(f"{day} is in the future; {tomorrow} archives every finished fight, {today} those before today")
    chosen = finished_before(settings.folder, str(day))
    if not chosen:
        print_message(f"no finished fights from before {day}")
    return chosen


def _day(wanted: str, today: date) -> date | None:
    """The day given as a date or an age; None for other words."""
    if age := _AGE.fullmatch(wanted):
        return today - timedelta(days=int(age[1]))
    if not DAY.fullmatch(wanted):
        return None
    try:
        return date.fromisoformat(wanted)
    except ValueError:
        refuse(f'no such day: "{wanted}"')
