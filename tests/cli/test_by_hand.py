"""A person at a real terminal: lines are typed, a slip costs nothing, and leaving loses nothing."""

import os
import select
import subprocess
import sys
from pathlib import Path

import pytest
from project_files import SAMPLE

pty = pytest.importorskip("pty", reason="there are no pseudo-terminals on this operating system")


class Terminal:
    """The installed program in a pseudo-terminal, typed at and read from."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        mine, its = pty.openpty()
        self._mine = mine
        environment = {**os.environ, "ORCUS_TUI_STATE": str(folder), "PYTHONUTF8": "1"}
        command = [sys.executable, "-c", "from orcus_tui.cli.main import main; main()", *arguments]
        self.process = subprocess.Popen(command, stdin=its, stdout=its, stderr=its, env=environment, close_fds=True)
        os.close(its)
        self._unread = b""

    def until(self, words: str) -> str:
        """Reads until these words have come; what came after them is kept for the next time."""
        wanted = words.encode()
        while wanted not in self._unread:
            ready, _, _ = select.select([self._mine], [], [], 30)
            assert ready, f"{words!r} never came: {self._unread!r}"
            self._unread += os.read(self._mine, 4096)
        seen, _, self._unread = self._unread.partition(wanted)
        return (seen + wanted).decode(errors="replace")

    def type(self, line: str) -> None:
        """Types a line and Enter."""
        os.write(self._mine, f"{line}\n".encode())


def test_a_turn_is_played_a_slip_costs_nothing_and_the_fight_goes_on_after_a_kill(tmp_path):
    terminal = Terminal(tmp_path, "play", str(SAMPLE), "--seed", "3")
    terminal.until("› ")
    terminal.type("begin")
    terminal.until("Round 1")
    terminal.type("damagee toad 3")
    terminal.until("did you mean")
    terminal.type("damage toad 3")
    shown = terminal.until("→")
    terminal.until("› ")
    terminal.process.kill()
    terminal.process.wait()
    assert "Kiln Toad takes 3" in shown

    (journal,) = (each.stem for each in tmp_path.glob("*.jsonl"))
    again = Terminal(tmp_path, "play", "--resume", journal)
    where = again.until("› ")
    assert "round 1" in where
    again.type("undo")
    again.until("Undid: damage toad 3")
    again.type("quit")
    assert again.process.wait() == 0
    assert not list(tmp_path.glob("*.torn*"))

    last = Terminal(tmp_path, "recover", "--list")
    last.until(journal)
    assert last.process.wait() == 0
