"""A person at a real terminal types lines: a typo does no harm, and leaving loses nothing."""

from pathlib import Path

import pytest

from tests.helpers.project.files import SAMPLE

pytest.importorskip("pty", reason="there are no pseudo-terminals on this operating system")

from tests.helpers.screen.terminal import Terminal

PROMPT = "›"


def enter(terminal: Terminal, line: str) -> None:
    """Types a line at the next prompt, and presses Enter."""
    terminal.wait_for(lambda: terminal.screen.text.rstrip().endswith(PROMPT), "the next prompt")
    terminal.type(f"{line}\r")


def test_a_turn_is_played_with_a_mistake_and_the_fight_continues_after_a_kill(tmp_path: Path) -> None:
    with Terminal(tmp_path, "play", str(SAMPLE), "--seed", "3") as terminal:
        enter(terminal, "begin")
        terminal.until("Round 1")
        enter(terminal, "damagee toad 3")
        terminal.until("did you mean")
        enter(terminal, "damage toad 3")
        terminal.until("Kiln Toad takes 3: 29 → 26")
        terminal.process.kill()
        terminal.ended()

    state = tmp_path / "state"
    (journal,) = (each.stem for each in state.glob("*.jsonl"))
    with Terminal(tmp_path, "play", "--resume", journal) as again:
        again.until("round 1", PROMPT)
        enter(again, "undo")
        again.until("Undid: damage toad 3")
        enter(again, "quit")
        assert again.ended() == 0
    assert not list(state.glob("*.torn*"))

    with Terminal(tmp_path, "recover", "--list") as last:
        last.until(journal)
        assert last.ended() == 0
