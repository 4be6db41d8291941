"""Writes everything the program can write, once: a fight with its files, the builder, imports, the library, the
archive.

Run as a program in an empty folder, it prints the calls that bypass the disk layer, one to a line, and its exit status
is 1 if there are any: `python -m tests.campaign.programs.every_write [--marks] [--fails SEED]`.
"""

import argparse
import contextlib
import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from textual.pilot import Pilot

from orcus_tui.builder.plan import OpenDraft, Plan, open_draft
from orcus_tui.cli.crash_report import crash_message
from orcus_tui.cli.main import main as run_command
from orcus_tui.config.paths import crash_file, history_file, journal_settings, library
from orcus_tui.config.settings import Config
from orcus_tui.screen.app import Tracker
from orcus_tui.screen.fight.user_input import UserInput
from orcus_tui.session.dice_source import RandomDice
from orcus_tui.session.session import Session
from orcus_tui.storage.atomic import DISK
from orcus_tui.storage.encounter.read import read_encounter
from orcus_tui.storage.journal.journal_list import unfinished_paths
from orcus_tui.storage.line_history import LineHistory
from tests.campaign.inputs.deep_fights import TORN
from tests.campaign.instruments.disk_watch import DiskWatch, bypasses
from tests.campaign.instruments.screen import key_event, play, settle

AMBUSH = """
format = 1
name = "Ambush"
[[creature]]
name = "Ari"
kind = "pc"
max_hp = 44
[creature.defenses]
ac = 18
[[creature]]
name = "Ogre"
max_hp = 80
"""
FIGHT = (
    'begin; damage ogre 5; write now.toml; write now.toml; export log.md; export log.md; alias hit "d ogre 1"; '
    "hit; next; undo; finish; keep heroes.toml; keep heroes.toml"
)
COMMANDS: Sequence[Sequence[str]] = (
    ("play", "ambush.toml", "-c", FIGHT),
    ("play", "ambush.toml", "-c", "begin; next; open now.toml; next"),
    ("new", "built.toml", "--add", "ghoul"),
    ("new", "built.toml", "--edit", "--add", "ghoul x2"),
    ("new", "filled.toml", "--heroes", "4x1", "--fill", "undead", "--seed", "1"),
    ("import", "ogre.md", "-o", "ogre.toml"),
    ("import", "ogre.md", "-o", "ogre.toml", "--force"),
    ("import", "ogre.md", "--to", "library"),
    ("import", "ogre.md", "--to", "library", "--replace"),
    ("export", "ghoul", "-o", "ghoul.md"),
    ("export", "ghoul", "-o", "ghoul.md", "--force"),
    ("report", "JOURNAL", "-o", "report.html"),
    ("recover", "--list"),
    ("play", "--resume", "JOURNAL", "-c", "next"),
    ("recover", "--archive", "JOURNAL"),
)
"""Commands to run in order; JOURNAL is the fight that the tracker left with a torn last line."""
IN_CHILDREN: Sequence[Sequence[str]] = (("odds", "ambush.toml", "--fights", "4", "--processes", "2"),)
"""Further commands for a trace, which also has the calls of child processes."""
KEYS: Sequence[Sequence[str]] = (
    ("b", "enter"),
    ("colon", *"add Wolf hp=5", "enter"),
    ("n", "d", "5", "enter"),
    ("w",),
    ("E", *"log.html", "enter"),
    ("o", "delete", "down", "enter", "escape"),
)
"""Keys pressed in the tracker, with a pause after each row."""
BUILDER_KEYS: Sequence[Sequence[str]] = (
    (*"ghoul", "enter"),
    ("tab", "n", *"Drawn", "enter"),
    ("w", "enter"),
    ("W", *["backspace"] * 10, *"other.toml", "enter"),
)
WRITTEN = (
    *("ambush-fight.toml", "now.toml", "heroes.toml", "log.md", "log-old.md", "log.html", "report.html"),
    *("built.toml", "filled.toml", "drawn.toml", "other.toml", "ogre.toml", "ghoul.md", "creatures/ogre.toml"),
    *("state/history", "state/crashes/crash.txt", "state/archive/*.jsonl", "state/archive/*.torn"),
)
"""Files that exist at the end, unless the disk fails."""


def prepare() -> None:
    """Prepares the files of the current folder, with the program's own folders below it."""
    for name in ("STATE", "CREATURES"):
        os.environ[f"ORCUS_TUI_{name}"] = str(Path(name.lower()).absolute())
    os.environ["ORCUS_TUI_CONFIG"] = str(Path("config.toml").absolute())
    Path("ambush.toml").write_text(AMBUSH, encoding="utf-8")
    Path("ogre.md").write_text("**Ogre** Level 1 Standard\nHP 30\n", encoding="utf-8")
    Path("log.md").write_text("Another log.\n", encoding="utf-8")


def write_everything(commands: Sequence[Sequence[str]]) -> None:
    """Presses all keys, runs commands, and reports a crash."""
    _press(KEYS)
    _press(BUILDER_KEYS, open_draft(Plan(Path("drawn.toml"))))
    journals = unfinished_paths(journal_settings().folder)
    if journals:
        _tear(journals[0])
    for command in commands:
        _run(command, journals[0] if journals else Path("none.jsonl"))
    crash_message(RuntimeError("for the report"), crash_file().parent / "crashes" / "crash.txt", "")


def _tear(journal: Path) -> None:
    """Writes half a line to the end of a journal, through the watched disk."""
    with contextlib.suppress(OSError):
        fd = DISK.open(journal, os.O_WRONLY | os.O_APPEND, 0o600)
        DISK.write(fd, TORN)
        os.close(fd)


def _run(command: Sequence[str], journal: Path) -> None:
    """Runs a command, which may fail on a failing disk."""
    named = str(journal) if command[0] == "report" else journal.stem
    sys.argv = ["orcus-tui", *(named if word == "JOURNAL" else word for word in command)]
    quiet = io.StringIO()
    with contextlib.redirect_stdout(quiet), contextlib.redirect_stderr(quiet), contextlib.suppress(SystemExit):
        run_command()


def _press(keys: Sequence[Sequence[str]], draft: OpenDraft | None = None) -> None:
    """Presses keys in the tracker on the encounter, or in the builder."""
    encounter = Path("ambush.toml")
    session = Session(read_encounter(encounter), RandomDice(Random(1)), encounter=encounter)
    session.library = library()
    app = Tracker(session, journal_settings(), Config(), UserInput(save=LineHistory(history_file()).add))
    app.open_draft = draft

    async def script(pilot: Pilot[Any]) -> None:
        for row in keys:
            for key in row:
                pilot.app.post_message(key_event(key))
            await settle(pilot)

    play(app, script)


def main() -> int:
    """Writes everything in the current folder, and prints the calls that bypass the disk layer."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--marks", action="store_true", help="mark each call for a trace of the system calls")
    parser.add_argument("--fails", type=int, help="the disk fails now and then, by this seed")
    arguments = parser.parse_args()
    prepare()
    watch = DiskWatch(marks=arguments.marks, chance=None if arguments.fails is None else Random(arguments.fails))
    watch.start()
    write_everything((*IN_CHILDREN, *COMMANDS) if arguments.marks else COMMANDS)
    found = bypasses(watch.found)
    for each in found:
        print(each)
    if arguments.fails is None:
        for missing in (each for each in WRITTEN if not any(Path().glob(each))):
            print(f"not written: {missing}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
