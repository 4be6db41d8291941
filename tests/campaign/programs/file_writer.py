"""A program that writes files other than fights: the builder, `import`, the user's library, the archive.

Run as a program, it saves files in the current folder until its disk kills it: `python -m
tests.campaign.programs.file_writer SEED CALLS`.
"""

import io
import os
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from random import Random
from typing import Any

import typer
from msgspec import structs

from orcus_tui.builder.draft import Draft
from orcus_tui.builder.draft_file import SavedDraft, save, save_as
from orcus_tui.builder.draft_line import with_line
from orcus_tui.builder.plan import Plan, build_and_write, open_draft
from orcus_tui.cli.import_command import LIBRARY, ImportOptions, import_files
from orcus_tui.errors import OrcusError
from orcus_tui.library.library import Library
from orcus_tui.session.dice_source import RandomDice
from orcus_tui.session.session import Session
from orcus_tui.storage.atomic import Disk
from orcus_tui.storage.encounter.read import read_encounter
from orcus_tui.storage.journal.archive import archive_journal
from orcus_tui.storage.journal.journal_file import ARCHIVE
from orcus_tui.systems import SYSTEMS
from tests.campaign.inputs.deep_fights import TORN
from tests.campaign.inputs.fights import fight_of
from tests.campaign.trials import Broken
from tests.helpers.fights.sessions import NO_SYNC, journal_settings_at, session_on

ACTS_EACH = 12
STATE, OWN_CREATURES = Path("state"), Path("creatures")
SOURCE = Path("wolves.md")
BUILT, IMPORTED = Path("built.toml"), Path("imported.toml")
SOMEBODYS = b'# what I think of them\nformat = 1\nname = "Mine"\n[[creature]]\nname = "Eel"\nmax_hp = 3 # few\n'
JOURNALS = 4

Snapshot = Mapping[str, bytes]
"""The contents of each file; journals are listed by name only, since they may be moved."""


class Refused(Exception):
    """Something could not be saved; the message is the one the user reads."""


class Saver:
    """Saves files in the current folder, the same ones for the same seed on any disk."""

    def __init__(self, seed: int, disk: Disk) -> None:
        self._chance = Random(seed)
        self._disk = disk
        self._library = Library(OWN_CREATURES)
        self._draft = Draft("Built")
        self._saved = SavedDraft(self._draft)
        self._number = 0

    def act(self) -> None:
        """Saves a file. Raises Refused if that fails."""
        self._number += 1
        try:
            self._chance.choice(ACTS)(self)
        except OrcusError as error:
            raise Refused(str(error)) from error

    def write(self) -> None:
        """Changes the draft in the builder and writes it."""
        self._draft = with_line(self._draft, "ghoul", self._library)
        self._saved = save(self._saved, self._draft, BUILT, disk=self._disk)

    def write_as(self) -> None:
        """Changes the draft in the builder and writes it to another file."""
        self._draft = with_line(self._draft, "ghoul x2", self._library)
        self._saved, _ = save_as(self._saved, self._draft, Path(f"other-{self._number}.toml"), disk=self._disk)

    def build(self) -> None:
        """Builds a new encounter, as `new FILE --add` does."""
        opened = open_draft(Plan(Path(f"new-{self._number}.toml"), heroes="4x3"))
        build_and_write(opened, ["ghoul"], self._library, disk=self._disk)

    def edit(self) -> None:
        """Adds to an encounter with comments, as `new FILE --edit --add` does."""
        build_and_write(open_draft(Plan(Path("mine.toml"), edit=True)), ["ghoul"], self._library, disk=self._disk)

    def import_to_file(self) -> None:
        """Imports into an existing file."""
        self._import(ImportOptions(str(IMPORTED), force=True, disk=self._disk))

    def import_to_library(self) -> None:
        """Imports into the library, next to or in place of creatures with the same names."""
        self._import(ImportOptions(LIBRARY, replace=self._chance.random() < 0.7, disk=self._disk))

    def _import(self, options: ImportOptions) -> None:
        names = self._chance.sample(("Wolf", "Warg", "Cub", "Hound", "Jackal"), 3)
        hit_points = self._chance.randint(5, 50)
        SOURCE.write_text("".join(f"**{name}** Level 1 Standard\nHP {hit_points}\n\n" for name in names))
        printed = io.StringIO()
        with redirect_stdout(printed), redirect_stderr(printed):
            try:
                import_files([str(SOURCE)], options)
            except typer.Exit:
                raise Refused(printed.getvalue()) from None

    def archive(self) -> None:
        left = sorted(STATE.glob("*.jsonl"))
        if left:
            archive_journal(journal_settings_at(STATE, self._disk), self._chance.choice(left).stem)


ACTS: Sequence[Callable[[Saver], None]] = (
    Saver.write,
    Saver.write,
    Saver.write_as,
    Saver.build,
    Saver.edit,
    Saver.import_to_file,
    Saver.import_to_library,
    Saver.import_to_library,
    Saver.archive,
    Saver.archive,
)


def prepare(seed: int) -> None:
    """Prepares the current folder: finished fights, one of them with a torn line, an encounter, own creatures."""
    os.environ["ORCUS_TUI_CREATURES"] = str(OWN_CREATURES.absolute())
    OWN_CREATURES.mkdir()
    Path("mine.toml").write_bytes(SOMEBODYS)
    (OWN_CREATURES / "mine.toml").write_bytes(SOMEBODYS.replace(b'name = "Mine"\n', b""))
    for number in range(JOURNALS):
        session = session_on(fight_of(seed + number), seed, journal_settings=journal_settings_at(STATE))
        session.end(finished=number > 0)
        if not number:
            _resume_and_finish(min(STATE.glob("*.jsonl")))


def _resume_and_finish(journal: Path) -> None:
    """Finishes a fight with a torn last line, which is saved next to its journal."""
    with journal.open("ab") as torn:
        torn.write(TORN)
    session, _ = Session.resume(journal_settings_at(STATE), journal.stem, RandomDice(Random(1)))
    session.end(finished=True)


def snapshot() -> Snapshot:
    """The files of the current folder, except temporary ones. Raises Broken if a journal is in two places."""
    found: dict[str, bytes] = {}
    for path in Path().rglob("*"):
        if not path.is_file() or path.name.endswith((".tmp", ".lock")) or path == SOURCE:
            continue
        name = path.name if path.parent in (STATE, STATE / ARCHIVE) else str(path)
        if name in found:
            raise Broken(f"{name} is in the archive and outside it")
        found[name] = path.read_bytes()
    return found


def check_files(now: Snapshot, may_be: Sequence[Snapshot]) -> None:
    """Raises Broken if the content of a file is not one of its possible contents."""
    for name in {*now, *(name for each in may_be for name in each)}:
        if now.get(name) not in [each.get(name) for each in may_be]:
            raise Broken(f"{name} is neither old nor new: {now.get(name)!r:.300}")


def check_use(now: Snapshot) -> None:
    """Raises Broken if a file cannot be read."""
    for name in now:
        if name.endswith(".toml") and Path(name).parent != OWN_CREATURES:
            read_encounter(Path(name))
    library = Library(OWN_CREATURES)
    if faults := [fault for system in SYSTEMS for fault in library.faults(system)]:
        raise Broken(f"the library has faults: {faults[:3]}")


def snapshots(seed: int, disk: Disk, after_act: Callable[[], None] = lambda: None) -> list[Snapshot]:
    """Saves files in the current folder; returns its contents before, and after each action."""
    saver, found = Saver(seed, disk), [snapshot()]
    for _ in range(ACTS_EACH):
        saver.act()
        found.append(snapshot())
        after_act()
    return found


def deadly_disk(calls: int) -> Disk:
    """A disk that kills the process after a number of calls, with half of that call's data written."""
    left = [calls]

    def killing(call: Callable[..., object]) -> Callable[..., object]:
        def kill_or_call(*arguments: object) -> object:
            left[0] -= 1
            if left[0] < 0:
                if call is os.write:
                    fd, data = arguments
                    os.write(fd, data[: len(data) // 2])  # type: ignore[arg-type,index]  # as `write` is called
                os.kill(os.getpid(), signal.SIGKILL if sys.platform != "win32" else signal.SIGTERM)
            return call(*arguments)

        return kill_or_call

    killing_calls: dict[str, Any] = {name: killing(call) for name, call in structs.asdict(NO_SYNC).items()}
    return Disk(**killing_calls)


if __name__ == "__main__":
    its_saver = Saver(int(sys.argv[1]), deadly_disk(int(sys.argv[2])))
    for act in range(ACTS_EACH):
        its_saver.act()
        print(act + 1, flush=True)
