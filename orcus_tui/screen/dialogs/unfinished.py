"""The menu of unfinished fights: to resume, to view, to discard, or to skip."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from orcus_tui.errors import OrcusError
from orcus_tui.model.text import plural
from orcus_tui.screen.dialogs.choices import Choice, DialogResult, Menu
from orcus_tui.storage.journal.archive import archive_journal
from orcus_tui.storage.journal.journal_file import journal_path, read_journal
from orcus_tui.storage.journal.journal_list import JournalSummary, list_unfinished
from orcus_tui.storage.journal.journal_settings import JournalSettings
from orcus_tui.storage.journal.progress import Progress, read_progress
from orcus_tui.storage.journal.recovery import typed_commands, view_journal
from orcus_tui.storage.large_file import memory_message
from orcus_tui.storage.storage_error import StorageError

PLACE = "In the unfinished fights"
SHOWN_COMMANDS = 8
"""The number of a fight's last commands that are shown."""


def unfinished_menu(folder: Path) -> Menu:
    """The unfinished fights of a folder, the newest first."""
    return Menu(GROUP, unfinished_choices(folder), has_search=False, escape_label="skip", place=PLACE)


def unfinished_choices(folder: Path, *, without: str = "") -> list[Choice]:
    """The unfinished fights of a folder except one, the newest first; or the reason why they cannot be read."""
    try:
        found = list_unfinished(folder)
    except StorageError as fault:
        return [Choice(str(folder), fault.problem, group=GROUP)]
    newest = sorted(found, key=lambda one: (one.when, one.id), reverse=True)
    return [_choice(each, folder) for each in newest if each.id != without and _has_commands(folder, each)]


def _has_commands(folder: Path, fight: JournalSummary) -> bool:
    """Whether a fight can be resumed; it may have ended before its first command."""
    if fight.fault:
        return True
    try:
        with journal_path(folder, fight.id).open("rb") as journal:
            journal.readline()
            return journal.read(1) != b""
    except OSError:
        return True  # its details show the problem


GROUP = "Unfinished fights"


def _choice(fight: JournalSummary, folder: Path) -> Choice:
    if fight.fault:
        return Choice(fight.id, f"cannot be read: {fight.fault}", group=GROUP, details=lambda: (fight.fault,))
    view = DialogResult("view", fight.id)
    details = partial(last_commands, journal_path(folder, fight.id))
    name, when = fight.name or fight.id, short_time(fight.when)
    if fight.in_use:
        return Choice(name, f"{when}, open elsewhere", view, details, GROUP, {"l": view}, from_disk=True)
    resume, discard = DialogResult("resume", fight.id), DialogResult("discard", fight.id)
    keys = {"g": resume, "l": view, "x": discard, "delete": discard}
    about = ", ".join(filter(None, (progress_text(read_progress(journal_path(folder, fight.id))), when)))
    return Choice(name, about, resume, details, GROUP, keys, from_disk=True)


def progress_text(progress: Progress) -> str:
    """The progress of a fight: `round 3, 42 lines`."""
    lines = plural(progress.lines, "line")
    if progress.round is None:
        return lines
    return f"round {progress.round}, {lines}" if progress.round else f"not begun, {lines}"


def discard_menu(folder: Path, journal_id: str) -> Menu:
    """Asks whether to archive an unfinished fight."""
    progress = progress_text(read_progress(journal_path(folder, journal_id)))
    keep, archive = DialogResult("keep", journal_id), DialogResult("archive", journal_id)
    where = f"It goes to the archive: `orcus-tui recover {journal_id}` shows it there, and it is no longer offered."
    return Menu(
        f"Discard {journal_id}? It is at {progress}.",
        (
            Choice("Keep it", "stays among the unfinished fights", keep, results_by_key={"x": archive}),
            Choice("Discard it", "no longer offered", archive, lambda: (where,), results_by_key={"x": archive}),
        ),
        has_search=False,
    )


def discard(journal_settings: JournalSettings, journal_id: str) -> str:
    """Archives an unfinished fight, and returns a message about it."""
    try:
        archive_journal(journal_settings, journal_id)
    except StorageError as fault:
        return str(fault)
    return f"discarded: `orcus-tui recover {journal_id}` shows it"


def mention(folder: Path) -> str:
    """The unfinished fights in one line; empty if there are none to resume."""
    fights = [each for each in unfinished_choices(folder) if each.result and each.result.action == "resume"]
    if not fights:
        return ""
    progress = read_progress(journal_path(folder, fights[0].result.argument)) if fights[0].result else Progress()
    begun = f" (round {progress.round})" if progress.round else ""
    return f"unfinished: {fights[0].text}{begun}" + (f", {len(fights) - 1} more" if len(fights) > 1 else "")


def short_time(when: str) -> str:
    """A time without its seconds: `2026-01-01 20:15`."""
    return when[:16].replace("T", " ")


def last_commands(path: Path) -> Sequence[str]:
    """The beginning and the last commands of a fight, or the reason why they are not shown."""
    if memory := memory_message(path):
        return (f"a large journal: resuming or viewing it takes {memory}", "", str(path))
    try:
        journal = read_journal(path)
    except StorageError as fault:
        return (str(fault),)
    commands = [f"› {each}" for each in typed_commands(journal)]
    lines = [f"began {short_time(str(journal.header.get('when', '')))}", _count(commands)]
    lines += ["", *commands[-SHOWN_COMMANDS:]] if commands else []
    happened = _latest_events(path)
    lines += ["", "What happened last:", *happened] if happened else []
    if journal.damage:
        lines += ["", f"{journal.damage}: it can only be viewed, as it was before the damage"]
    return [*lines, "", str(path)]


def _latest_events(path: Path) -> Sequence[str]:
    """The last rows of the log; empty for a journal that cannot be opened."""
    from orcus_tui.session.log_text import log_lines  # loaded here, because this list is rarely opened

    try:
        executions = view_journal(path).timeline.executions
    except OrcusError:
        return ()
    lines = [line for each in executions[-SHOWN_COMMANDS:] for line in log_lines(each.events, each.after)]
    return lines[-SHOWN_COMMANDS:]


def _count(commands: Sequence[str]) -> str:
    count = len(commands)
    if not count:
        return "no commands yet"
    if count == 1:
        return "1 command:"
    return f"{count} commands, the last {SHOWN_COMMANDS}:" if count > SHOWN_COMMANDS else f"{count} commands:"
