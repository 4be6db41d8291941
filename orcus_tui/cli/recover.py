"""`orcus-tui recover`: the unfinished fights."""

from orcus_tui.cli.messages import print_line, print_message, refusing_errors
from orcus_tui.config.paths import journal_settings
from orcus_tui.storage.journal.recovery import UnfinishedFight, list_unfinished


def print_unfinished() -> None:
    """Prints a line for each unfinished fight."""
    with refusing_errors():
        fights = list_unfinished(journal_settings().folder)
    for fight in fights:
        print_line(_line(fight))
    if not fights:
        print_message("no unfinished fights")


def _line(fight: UnfinishedFight) -> str:
    """A fight's id, name, start and whether another program has it open; or why it cannot be read."""
    if fight.fault:
        return f"{fight.id}  cannot be read: {fight.fault}"
    return f"{fight.id}  {fight.name}  {fight.when}{'  (open elsewhere)' if fight.in_use else ''}"
