"""No process imports or executes code from the working folder, and nothing is sent anywhere."""

import os
import subprocess
import sys
import sysconfig
from pathlib import Path
from shutil import copy

import pytest

from tests.helpers.disks.shell import AMBUSH
from tests.helpers.project.files import ROOT, SAMPLE

SCRIPT = Path(sysconfig.get_path("scripts")) / ("orcus-tui.exe" if sys.platform == "win32" else "orcus-tui")
MODULES = (
    "textual", "rich", "typer", "msgspec", "tomllib", "json", "os", "sitecustomize", "pty", "pickle", "threading",
    "subprocess", "asyncio", "uvicorn", "starlette", "h11", "segno", "secrets", "random",
)  # fmt: skip
PACKAGES = {
    "multiprocessing": ("spawn", "resource_tracker", "process"),
    "concurrent": ("futures",),
    "orcus_tui": ("child_process", "cli/__init__", "cli/start", "odds/__init__", "odds/player_process"),
}
DUEL = """
format = 1
name = "Duel"
[[creature]]
name = "Ari"
kind = "pc"
max_hp = 1
defenses = { ac = 10 }
power = [{ name = "Sword", attack = "+20 vs AC", damage = "20" }]
[[creature]]
name = "Ogre"
max_hp = 1
defenses = { ac = 10 }
power = [{ name = "Club", attack = "+20 vs AC", damage = "20" }]
"""
"""A fight whose odds are computed in a moment."""
TRAP = "open('sprung', 'a').write(__name__ + '\\n')\n"
NO_FIGHT = ("players",)
"""The arguments of a command that is refused, since no fight is running."""
COMMANDS = (
    ("--version",),
    ("roll", "2d6"),
    ("check", "ambush.toml"),
    ("systems",),
    ("schema",),
    ("play", "ambush.toml", "-c", "begin", "-c", "damage ogre 5", "-c", "write now.toml"),
    ("creatures", "ghoul"),
    ("import", "ogre.md"),
    ("import", "ogre.md", "--to", "library"),
    ("new", "built.toml", "--add", "ghoul"),
    ("export", "ghoul", "-o", "ghoul.md"),
    ("odds", "ambush.toml", "--fights", "2", "--processes", "1"),
    ("odds", "ambush.toml", "--fights", "6", "--processes", "3"),
    ("report", "evening.jsonl"),
    ("report", "evening.jsonl", "-o", "evening.html"),
    ("recover", "--archive", "2026-01-01"),
    NO_FIGHT,
    ("recover", "--list"),
)
WATCH = """
import os, sys
FORBIDDEN = ("socket.connect", "socket.bind", "socket.getaddrinfo", "os.system", "os.exec",
    "os.posix_spawn", "os.spawn", "os.fork", "os.forkpty", "os.startfile")  # as far as the system has them
def is_safe(program, arguments, folder, environment):
    path = environment["PYTHONPATH"].split(os.pathsep)
    return (program == sys.executable and "-P" in arguments[: arguments.index("-c")] and folder is None
        and environment["PYTHONSAFEPATH"] == "1" and "" not in path and os.getcwd() not in path)
def watch(event, arguments):
    if event in FORBIDDEN or event == "subprocess.Popen" and not is_safe(*arguments):
        open("sprung", "a").write(event)
        raise RuntimeError(event)
sys.addaudithook(watch)
"""
"""Code that Python runs at its start: the program may not open connections, and may only start itself, with safe
options.
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "ambush.toml").write_text(AMBUSH, encoding="utf-8")
    (tmp_path / "ogre.md").write_text("**Ogre** Level 1 Standard\nHP 30\n", encoding="utf-8")
    copy(ROOT / "tests" / "journals" / "format-2" / "archmage.jsonl", tmp_path / "evening.jsonl")
    return tmp_path


@pytest.fixture
def traps(folder: Path) -> Path:
    """The folder, with modules that print a message when they are imported."""
    for name in MODULES:
        (folder / f"{name}.py").write_text(TRAP, encoding="utf-8")
    for package, names in PACKAGES.items():
        for name in ("__init__", *names):
            path = folder / package / f"{name}.py"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(TRAP, encoding="utf-8")
    return folder


def own_files(folder: Path) -> dict[str, str]:
    return {
        "ORCUS_TUI_STATE": str(folder / "state"),
        "ORCUS_TUI_CONFIG": str(folder / "config.toml"),
        "ORCUS_TUI_CREATURES": str(folder / "creatures"),
    }


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_a_command_opens_no_connection_and_starts_only_itself(
    traps: Path, tmp_path_factory: pytest.TempPathFactory, arguments: tuple[str, ...]
) -> None:
    watch = tmp_path_factory.mktemp("watch")
    (watch / "sitecustomize.py").write_text(WATCH, encoding="utf-8")
    ended = subprocess.run(
        [str(SCRIPT), *arguments],
        cwd=traps,
        env=os.environ | own_files(traps) | {"PYTHONPATH": str(watch)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert not (traps / "sprung").exists(), (traps / "sprung").read_text() + ended.stderr
    assert "Traceback" not in ended.stderr
    assert ended.returncode == (2 if arguments == NO_FIGHT else 0), ended.stderr


def test_empty_and_relative_entries_are_removed_from_the_search_path(folder: Path) -> None:
    (folder / "random.py").write_text(TRAP, encoding="utf-8")
    (folder / "lib").mkdir()
    (folder / "lib" / "pickle.py").write_text(TRAP, encoding="utf-8")
    entries = os.pathsep.join(("", "lib", str(folder)))
    command = [str(SCRIPT), "odds", "ambush.toml", "--fights", "6", "--processes", "2"]
    subprocess.run(command, cwd=folder, env=os.environ | own_files(folder) | {"PYTHONPATH": entries}, check=True)
    assert not (folder / "sprung").exists()


def test_the_tracker_opens_no_connection_and_starts_no_program(
    traps: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    pytest.importorskip("pty", reason="there are no pseudo-terminals on this operating system")
    from tests.helpers.screen.terminal import Terminal

    watch = tmp_path_factory.mktemp("watch")
    (watch / "sitecustomize.py").write_text(WATCH, encoding="utf-8")
    with Terminal(traps, str(SAMPLE), program=in_folder(traps), PYTHONPATH=str(watch)) as terminal:
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
    assert not (traps / "sprung").exists(), (traps / "sprung").read_text()


def in_folder(folder: Path) -> tuple[str, ...]:
    """The program, started in this folder."""
    return ("/bin/sh", "-c", 'cd "$0" && exec "$@"', str(folder), str(SCRIPT))


def test_odds_and_the_players_view_import_nothing_from_the_working_folder(
    traps: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    pytest.importorskip("pty", reason="there are no pseudo-terminals on this operating system")
    from tests.helpers.screen.terminal import Terminal

    watch = tmp_path_factory.mktemp("watch")
    (watch / "sitecustomize.py").write_text(WATCH.replace('"socket.', '"unwatched.'), encoding="utf-8")  # `v` serves
    (traps / "duel.toml").write_text(DUEL, encoding="utf-8")
    with Terminal(traps, "duel.toml", program=in_folder(traps), PYTHONPATH=str(watch)) as terminal:
        terminal.until("Initiative", "begin", "saved")
        terminal.type("O")
        terminal.until("The party won")
        terminal.type("\x1b")
        terminal.until_gone("The party won")
        terminal.type("v")
        terminal.until("this computer only")
        terminal.type("\x1b[B\r")
        terminal.until("http://127.0.0.1:")
        terminal.type("\x1b")
        terminal.until_gone("http://127.0.0.1:")
        terminal.say("quit")
        assert terminal.ended() == 0
    assert not (traps / "sprung").exists(), (traps / "sprung").read_text()


def test_the_program_only_writes_its_state_its_creatures_and_named_files(folder: Path) -> None:
    home = folder / "home"
    home.mkdir()
    mine = own_files(home) | dict.fromkeys(("HOME", "USERPROFILE", "XDG_CONFIG_HOME", "XDG_STATE_HOME"), str(home))
    before = all_files(folder)
    commands = (
        ("play", "ambush.toml", "-c", "begin; write; export log.md; finish; keep heroes.toml"),
        ("import", "ogre.md", "--to", "library"),
        ("new", "built.toml", "--add", "ghoul"),
        ("export", "ghoul", "-o", "ghoul.md"),
        ("report", "evening.jsonl", "-o", "evening.html"),
        ("odds", "ambush.toml", "--fights", "2"),
        ("recover", "--list"),
    )
    for arguments in commands:
        subprocess.run([str(SCRIPT), *arguments], cwd=folder, env=os.environ | mine, check=True, capture_output=True)
    (journal,) = (home / "state").iterdir()
    named = {"log.md", "heroes.toml", "built.toml", "ghoul.md", "evening.html"}
    own = {f"home/state/{journal.name}", "home/creatures/ogre.toml"}
    assert all_files(folder) - before == {"ambush-fight.toml", *named, *own}


def all_files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
