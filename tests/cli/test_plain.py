"""The plain prompt as a program: at a narrow dumb terminal, and with its input closed partway."""

import os
import sys
import time
from pathlib import Path

import pytest

from tests.api.test_fight import FORD
from tests.helpers.disks.shell import PROGRAM, Shell


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


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
@pytest.mark.parametrize("term", ["dumb", "xterm"])
def test_a_dumb_terminal_of_40_columns_gets_sentences(ford: Shell, term: str, tmp_path: Path) -> None:
    import fcntl
    import pty
    import struct
    import termios

    def as_program() -> None:
        size = struct.pack("HHHH", 24, 40, 0, 0)
        fcntl.ioctl(0, termios.TIOCSWINSZ, size)
        os.chdir(ford.folder)
        plain = [] if term == "dumb" else ["--plain"]
        environment = {**os.environ, "TERM": term, "ORCUS_TUI_STATE": str(tmp_path / "state"), "COLUMNS": ""}
        os.execve(PROGRAM[0], [*PROGRAM, "play", *plain, "ford.toml"], environment)  # noqa: S606  # in the child of a fork

    child, terminal = pty.fork()
    if not child:
        as_program()
    seen = b""
    for typed in (b"begin\n", b"who\n", b"quit\n"):
        seen += _read_until(terminal, b"> ")
        os.write(terminal, typed)
    seen += _read_until(terminal, b"--resume")
    os.close(terminal)
    _, status = os.waitpid(child, 0)
    text = seen.decode().replace("\r", "")
    assert "Round 1. Ari's turn. 44 of 44." in text
    assert "\x1b" not in text.replace("\x1b[?2004h", "").replace("\x1b[?2004l", "")
    assert all(len(line) <= 50 for line in text.splitlines())
    assert os.waitstatus_to_exitcode(status) in (0, -1)


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
def test_tab_says_what_fits_and_shows_the_line_again(ford: Shell) -> None:
    import pty

    ford.write("ford.toml", FORD.replace('name = "Ogre"', 'name = "Ogre"\ncount = 2'))
    child, terminal = pty.fork()
    if not child:
        os.chdir(ford.folder)
        environment = {**os.environ, "TERM": "dumb", "ORCUS_TUI_STATE": str(ford.state)}
        os.execve(PROGRAM[0], [*PROGRAM, "play", "ford.toml"], environment)  # noqa: S606  # in the child of a fork
    seen = _read_until(terminal, b"> ")
    for typed, until in ((b"dam\t", b"> damage "), (b"og\t", b"> damage ogre"), (b"1 5\nquit\n", b"--resume")):
        os.write(terminal, typed)
        seen += _read_until(terminal, until)
    os.close(terminal)
    os.waitpid(child, 0)
    text = seen.decode().replace("\r", "")
    assert "Damage, deals damage" in text
    assert "2: ogre1, ogre2.\n> damage ogre1 5\n" in text
    assert "Ogre 1: 5 damage. 55 of 60 left." in text


def _read_until(terminal: int, words: bytes) -> bytes:
    """The output of a program up to these words."""
    seen, ends = b"", time.monotonic() + 60
    while words not in seen and time.monotonic() < ends:
        try:
            seen += os.read(terminal, 4096)
        except OSError:  # it has ended
            break
    return seen
