"""What lies in the working folder is neither imported nor executed, and nothing is sent anywhere."""

import os
import subprocess
import sys
import sysconfig
from pathlib import Path
from shutil import copy

import pytest
from project_files import ROOT, SAMPLE
from shell import AMBUSH

IMPORTABLE = ("orcus_tui", "textual", "rich", "typer", "msgspec", "tomllib", "json", "os", "sitecustomize", "pty")
TRAP = "open('sprung', 'w').close()\nraise SystemExit('imported from the working folder')\n"
NO_FIGHT = ("players",)
"""Refused: no fight is running."""
COMMANDS = (
    ("--version",),
    ("roll", "2d6"),
    ("check", "ambush.toml"),
    ("play", "ambush.toml", "-c", "begin", "-c", "damage ogre 5", "-c", "write now.toml"),
    ("creatures", "ghoul"),
    ("import", "ogre.md"),
    ("import", "ogre.md", "--to", "library"),
    ("new", "built.toml", "--add", "ghoul"),
    ("export", "ghoul", "-o", "ghoul.md"),
    ("odds", "ambush.toml", "--fights", "2", "--processes", "1"),
    ("report", "evening.jsonl"),
    NO_FIGHT,
    ("recover", "--list"),
)
WATCH = """
import sys
FORBIDDEN = ("socket.connect", "socket.bind", "socket.getaddrinfo", "subprocess.Popen", "os.system", "os.exec",
    "os.posix_spawn", "os.spawn", "os.fork", "os.forkpty", "os.startfile")  # as far as the system has them
def watch(event, arguments):
    if event in FORBIDDEN:
        open("sprung", "a").write(event)
        raise RuntimeError(event)
sys.addaudithook(watch)
"""
"""Where Python reads this, a program may neither reach out, listen, nor start another."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "ambush.toml").write_text(AMBUSH, encoding="utf-8")
    (tmp_path / "ogre.md").write_text("**Ogre** Level 1 Standard\nHP 30\n", encoding="utf-8")
    copy(ROOT / "tests" / "journals" / "format-2" / "archmage.jsonl", tmp_path / "evening.jsonl")
    return tmp_path


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_a_command_imports_nothing_of_the_working_folder_reaches_out_to_nothing_and_starts_no_program(
    folder: Path, tmp_path_factory: pytest.TempPathFactory, arguments: tuple[str, ...]
) -> None:
    watch = tmp_path_factory.mktemp("watch")
    (watch / "sitecustomize.py").write_text(WATCH, encoding="utf-8")
    for name in IMPORTABLE:
        (folder / f"{name}.py").write_text(TRAP, encoding="utf-8")
    script = Path(sysconfig.get_path("scripts")) / ("orcus-tui.exe" if sys.platform == "win32" else "orcus-tui")
    own = {
        "ORCUS_TUI_STATE": str(folder / "state"),
        "ORCUS_TUI_CONFIG": str(folder / "config.toml"),
        "ORCUS_TUI_CREATURES": str(folder / "creatures"),
        "PYTHONPATH": str(watch),
    }
    ended = subprocess.run(
        [str(script), *arguments],
        cwd=folder,
        env=os.environ | own,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert not (folder / "sprung").exists(), ended.stderr
    assert "Traceback" not in ended.stderr
    assert ended.returncode == (2 if arguments == NO_FIGHT else 0), ended.stderr


def test_the_tracker_reaches_out_to_nothing_and_starts_no_program(folder: Path) -> None:
    pytest.importorskip("pty", reason="there are no pseudo-terminals on this operating system")
    from in_a_terminal import PROGRAM, Terminal

    with Terminal(folder, str(SAMPLE), program=(sys.executable, "-c", f"{WATCH}\n{PROGRAM[-1]}")) as terminal:
        terminal.leave_notes()
        terminal.until("Initiative", "begin", "saved")
        terminal.type("b\r")
        terminal.until("Round 1")
        terminal.type("n?")
        terminal.until("Esc back")
        terminal.type("\x1b")
        terminal.until_gone("Esc back")
        terminal.say("quit")
        assert terminal.ended() == 0
        assert b"Traceback" not in terminal.written
