"""Unfinished fights: to be gone on with, looked at, or left as they are."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from orcus_tui.screen.dialogs.choices import Choice, DialogResult, Offer
from orcus_tui.storage.journal.journal_file import SUFFIX, read_journal
from orcus_tui.storage.journal.recovery import UnfinishedFight, list_unfinished, typed_commands
from orcus_tui.storage.storage_error import StorageError

LAST = 8
"""So many commands of a fight are told."""


def unfinished_offer(folder: Path) -> Offer:
    """The unfinished fights of a folder, the newest first."""
    return Offer("Unfinished fights", unfinished_choices(folder), searched=False, leaving="leave them for this fight")


def unfinished_choices(folder: Path, *, but: str = "") -> list[Choice]:
    """The unfinished fights of a folder, the newest first, `but` one; where they cannot be read, that."""
    try:
        found = list_unfinished(folder)
    except StorageError as fault:
        return [Choice(str(folder), fault.problem, group=GROUP)]
    newest = sorted(found, key=lambda one: (one.when, one.id), reverse=True)
    return [_choice(each, folder) for each in newest if each.id != but and _was_begun(folder, each)]


def _was_begun(folder: Path, fight: UnfinishedFight) -> bool:
    """Whether there is anything to go on with; a fight that was opened and killed before its first command is none."""
    if fight.fault:
        return True
    try:
        with (folder / f"{fight.id}{SUFFIX}").open("rb") as journal:
            journal.readline()
            return journal.read(1) != b""
    except OSError:
        return True  # what is wrong with it is told where it is looked at


GROUP = "Unfinished fights"


def _choice(fight: UnfinishedFight, folder: Path) -> Choice:
    if fight.fault:
        return Choice(fight.id, f"cannot be read: {fight.fault}", group=GROUP, detail=lambda: (fight.fault,))
    look = DialogResult("look", fight.id)
    detail = partial(last_commands, folder / f"{fight.id}{SUFFIX}")
    name, when = fight.name or fight.id, in_short(fight.when)
    if fight.in_use:
        return Choice(name, f"{when}, open elsewhere", look, detail, GROUP, {"l": look}, from_disk=True)
    go_on = DialogResult("go on", fight.id)
    return Choice(name, when, go_on, detail, GROUP, {"g": go_on, "l": look}, from_disk=True)


def in_short(when: str) -> str:
    """A time without its seconds: `2026-01-01 20:15`."""
    return when[:16].replace("T", " ")


def last_commands(path: Path) -> Sequence[str]:
    """When a fight began and the last commands of it; or why they cannot be read."""
    try:
        journal = read_journal(path)
    except StorageError as fault:
        return (str(fault),)
    told = [f"› {each}" for each in typed_commands(journal)]
    lines = [f"began {in_short(str(journal.header.get('when', '')))}", _count(told)]
    lines += ["", *told[-LAST:]] if told else []
    if journal.damage:
        lines += ["", f"{journal.damage}: it can only be looked at, as it was before that"]
    return [*lines, "", str(path)]


def _count(told: Sequence[str]) -> str:
    if not told:
        return "no command yet"
    return f"{len(told)} commands, the last of them:" if len(told) > LAST else f"{len(told)} commands:"
