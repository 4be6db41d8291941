"""The program in a terminal of its own; the campaign `python -m tests.campaign` has it too."""

from pathlib import Path

from tests.campaign.instruments.terminal import PROGRAM, Terminal, is_stopped, run, surroundings
from orcus_tui.storage.journal.recovery import list_unfinished

__all__ = ["PROGRAM", "Terminal", "is_stopped", "run", "surroundings"]
"""What the tests of the terminal take from there."""


def unfinished(folder: Path) -> list[str]:
    """The ids of the fights that are offered."""
    return [each.id for each in list_unfinished(folder / "state")]


def fight_shown(folder: Path, *arguments: str, **more: str) -> Terminal:
    """The program with its fight on the screen; messages may lie over all but the last rows."""
    terminal = Terminal(folder, *arguments, **more)
    if not arguments:
        terminal.leave_notes()
    terminal.until("to type a command", "begin", "saved")
    return terminal


def first_round(terminal: Terminal) -> Terminal:
    """The terminal, its fight in the first round."""
    terminal.type("b")
    terminal.until("Enter", "begin", "Esc")
    terminal.type("\r")  # the form for initiative; what is empty is rolled
    terminal.until("Round 1")
    return terminal


def check_as_found(terminal: Terminal) -> None:
    """The terminal is as the program found it, and no error was printed."""
    assert terminal.now == terminal.found
    assert terminal.screen.left_on == set()
    assert b"Traceback" not in terminal.written


def quit_and_check(terminal: Terminal) -> None:
    """Quits by the key; the terminal is as it was."""
    terminal.type("q")
    assert terminal.ended() == 0
    check_as_found(terminal)
