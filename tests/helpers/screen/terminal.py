"""The program in a pseudo-terminal, which the campaign uses too."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from orcus_tui.storage.journal.journal_list import list_unfinished
from tests.campaign.instruments.terminal import PROGRAM, Terminal, is_stopped, run, surroundings

__all__ = ["PROGRAM", "Terminal", "is_stopped", "run", "surroundings"]
"""Names that tests import from here."""


def unfinished(folder: Path) -> list[str]:
    """The ids of the unfinished fights."""
    return [each.id for each in list_unfinished(folder / "state")]


@contextmanager
def _closed_if_it_fails(terminal: Terminal) -> Iterator[None]:
    """Leaves the program running after the block, unless the block raises an error."""
    with ExitStack() as stack:
        stack.enter_context(terminal)
        yield
        stack.pop_all()


def fight_shown(folder: Path, *arguments: str, **more: str) -> Terminal:
    """The program with its fight on the screen; messages may cover all but the last rows."""
    terminal = Terminal(folder, *arguments, **more)
    with _closed_if_it_fails(terminal):
        if not arguments:
            terminal.leave_notes()
        terminal.until("to type a command", "begin", "saved")
    return terminal


def first_round(terminal: Terminal) -> Terminal:
    """Begins the fight; returns the terminal in the first round."""
    with _closed_if_it_fails(terminal):
        terminal.type("b")
        terminal.until("Enter", "begin", "Esc")
        terminal.type("\r")  # the initiative form; empty fields are rolled
        terminal.until("Round 1")
    return terminal


def check_as_found(terminal: Terminal) -> None:
    """Checks that the terminal is restored and no error was printed."""
    assert terminal.now == terminal.found
    assert terminal.screen.left_on == set()
    assert b"Traceback" not in terminal.written


def quit_and_check(terminal: Terminal) -> None:
    """Quits with the key, and checks that the terminal is restored."""
    terminal.type("q")
    assert terminal.ended() == 0
    check_as_found(terminal)
