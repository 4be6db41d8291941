"""The menu of unfinished fights: to resume, to view, or to skip."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from orcus_tui.screen.dialogs.choices import Choice, DialogResult, Menu
from orcus_tui.storage.journal.journal_file import journal_path, read_journal
from orcus_tui.storage.journal.recovery import UnfinishedFight, list_unfinished, typed_commands
from orcus_tui.storage.large_file import memory_message
from orcus_tui.storage.storage_error import StorageError

SHOWN_COMMANDS = 8
"""How many of a fight's last commands are shown."""


def unfinished_menu(folder: Path) -> Menu:
    """The unfinished fights of a folder, the newest first."""
    return Menu(GROUP, unfinished_choices(folder), has_search=False, escape_label="skip")


def unfinished_choices(folder: Path, *, without: str = "") -> list[Choice]:
    """The unfinished fights of a folder, the newest first, except one; or why they cannot be read."""
    try:
        found = list_unfinished(folder)
    except StorageError as fault:
        return [Choice(str(folder), fault.problem, group=GROUP)]
    newest = sorted(found, key=lambda one: (one.when, one.id), reverse=True)
    return [_choice(each, folder) for each in newest if each.id != without and _has_commands(folder, each)]


def _has_commands(folder: Path, fight: UnfinishedFight) -> bool:
    """Whether there is anything to resume; a fight may have ended before its first command."""
    if fight.fault:
        return True
    try:
        with journal_path(folder, fight.id).open("rb") as journal:
            journal.readline()
            return journal.read(1) != b""
    except OSError:
        return True  # its details say what is wrong


GROUP = "Unfinished fights"


def _choice(fight: UnfinishedFight, folder: Path) -> Choice:
    if fight.fault:
        return Choice(fight.id, f"cannot be read: {fight.fault}", group=GROUP, details=lambda: (fight.fault,))
    view = DialogResult("view", fight.id)
    details = partial(last_commands, journal_path(folder, fight.id))
    name, when = fight.name or fight.id, short_time(fight.when)
    if fight.in_use:
        return Choice(name, f"{when}, open elsewhere", view, details, GROUP, {"l": view}, from_disk=True)
    resume = DialogResult("resume", fight.id)
    return Choice(name, when, resume, details, GROUP, {"g": resume, "l": view}, from_disk=True)


def short_time(when: str) -> str:
    """A time without its seconds: `2026-01-01 20:15`."""
    return when[:16].replace("T", " ")


def last_commands(path: Path) -> Sequence[str]:
    """When a fight began, and its last commands; or why they cannot be read, or that the journal is large."""
    if memory := memory_message(path):
        return (f"a large journal: resuming or viewing it takes {memory}", "", str(path))
    try:
        journal = read_journal(path)
    except StorageError as fault:
        return (str(fault),)
    commands = [f"› {each}" for each in typed_commands(journal)]
    lines = [f"began {short_time(str(journal.header.get('when', '')))}", _count(commands)]
    lines += ["", *commands[-SHOWN_COMMANDS:]] if commands else []
    if journal.damage:
        lines += ["", f"{journal.damage}: it can only be viewed, as it was before the damage"]
    return [*lines, "", str(path)]


def _count(commands: Sequence[str]) -> str:
    count = len(commands)
    if not count:
        return "no commands yet"
    if count == 1:
        return "1 command:"
    return f"{count} commands, the last {SHOWN_COMMANDS}:" if count > SHOWN_COMMANDS else f"{count} commands:"
