"""The plain prompt as a program: at a narrow dumb terminal, and with its input closed partway."""

import sys
from typing import TYPE_CHECKING

import pytest

from tests.api.test_fight import FORD
from tests.helpers.disks.shell import Shell

if TYPE_CHECKING:
    from tests.helpers.screen.terminal import Terminal


@pytest.fixture
def ford(shell: Shell) -> Shell:
    shell.write("ford.toml", FORD)
    return shell


def test_a_whole_fight_is_played_in_sentences(ford: Shell) -> None:
    lines = "begin\nattack longsword ogre 15 hit 60\nfinish\nquit\n"
    done = ford.process("play", "--plain", "--width", "60", "ford.toml", given=lines.encode())
    assert done.returncode == 0
    assert "Hit Ogre, 21 against AC 18." in done.stdout
    assert "No foe is left. Type finish." in done.stdout
    assert all(len(line) <= 60 for line in done.stdout.splitlines())


def test_input_that_ends_partway_saves_and_says_how_to_resume(ford: Shell) -> None:
    done = ford.process("play", "--plain", "ford.toml", given=b"begin\ndamage ogre 5")
    saved = done.stdout.partition("\n\n")[2].replace("\n", " ") or done.stdout.splitlines()[-1]
    assert saved.startswith("Saved, round 1. To resume: orcus-tui play --resume ")
    again = ford.process("play", "--plain", "ford.toml", given=b"1\nfoes\n")
    assert "Unfinished: round 1, Ari's turn. 1 resume. 2 start a new fight." in again.stdout
    assert "Ogre 55 of 60." in again.stdout
    again = ford.process("play", "--plain", "ford.toml", given=b"9\n2\nfoes\n")
    assert "Type 1 or 2, or quit." in again.stdout
    assert "Ogre 60 of 60." in again.stdout


def test_leaving_the_resume_choice_does_not_change_the_fight(ford: Shell) -> None:
    ford.process("play", "--plain", "ford.toml", given=b"begin\ndamage ogre 5")
    left = ford.process("play", "--plain", "ford.toml", given=b"quit\n2\nfoes\n")
    assert (left.returncode, "Ogre" in left.stdout) == (0, False)
    again = ford.process("play", "--plain", "ford.toml", given=b"1\nfoes\n")
    assert "Ogre 55 of 60." in again.stdout


def test_a_prompt_refuses_a_script(ford: Shell) -> None:
    done = ford.process("play", "--plain", "ford.toml", "-c", "begin")
    assert (done.returncode, done.stdout) == (2, "")


no_terminal = pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")


@no_terminal
@pytest.mark.parametrize("term", ["dumb", "xterm"])
def test_a_dumb_terminal_of_40_columns_gets_sentences(ford: Shell, term: str) -> None:
    from tests.helpers.screen.terminal import Terminal

    words = ["play", *([] if term == "dumb" else ["--plain"]), str(ford.folder / "ford.toml")]
    with Terminal(ford.folder, *words, size=(40, 24), TERM=term) as terminal:
        for prompts, typed in enumerate(("begin\r", "who\r", "quit\r"), 1):
            wait_for_prompt(terminal, prompts)
            terminal.type(typed)
        assert terminal.ended() == 0
        text = terminal.written.decode().replace("\r", "")
    assert "Round 1. Ari's turn. 44 of 44." in text
    assert "\x1b" not in text.replace("\x1b[?2004h", "").replace("\x1b[?2004l", "")
    assert all(len(line) <= 50 for line in text.splitlines())
    assert "--resume" in text


@no_terminal
def test_tab_says_what_fits_and_shows_the_line_again(ford: Shell) -> None:
    from tests.helpers.screen.terminal import Terminal

    file = ford.write("ford.toml", FORD.replace('name = "Ogre"', 'name = "Ogre"\ncount = 2'))
    with Terminal(ford.folder, "play", str(file), TERM="dumb") as terminal:
        wait_for_prompt(terminal, 1)
        for typed, seen in (("dam\t", b"> damage "), ("og\t", b"> damage ogre"), ("1 5\rquit\r", b"--resume")):
            terminal.type(typed)
            terminal.until_written(seen)
        assert terminal.ended() == 0
        text = terminal.written.decode().replace("\r", "")
    assert "Damage, deals damage" in text
    assert "2: ogre1, ogre2.\n> damage ogre1 5\n" in text
    assert "Ogre 1: 5 damage. 55 of 60 left." in text


def wait_for_prompt(terminal: "Terminal", count: int) -> None:
    """Waits until the prompt has been written this many times."""
    terminal.wait_for(lambda: terminal.written.count(b"> ") >= count, "the prompt")
