"""Records the journals of the current format again: `python -m tests.journals.record --record`.

Each is a script played with the same dice every time, next to the STATE that it must open to. README.md explains when
to do this.
"""

import errno
import json
import os
from argparse import ArgumentParser
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from orcus_tui.session.dice_source import RandomDice
from orcus_tui.session.session import Session
from orcus_tui.storage.atomic import Disk
from orcus_tui.storage.encounter.read import read_encounter
from orcus_tui.storage.journal.journal_settings import JournalSettings
from orcus_tui.storage.journal.records import FORMAT
from tests.journals.fields import field_lines

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
ENCOUNTERS = {
    "orcus": "the-duke-of-moths",
    "archmage": "a-quarrel-of-lamps",
    "archmage-plus": "the-clockmakers-wake",
    "srd5": "hounds-at-the-orchard-gate",
    "srd5-plain": "the-tithe-barn-at-marl",
    "true-srd": "the-bear-in-the-orangery",
}
SEED = 3
FEW = 24
"""The number of lines of its script that a journal about recovery plays."""
AFTER_THE_DISK_WAS_FULL = (
    *("undo 6", "damage duke 3", "amend 9", "undo", "redo"),
    *("apply duke dazed save by halva", "damage duke 4 fire", "next", "undo"),
)
FIELDS = "fields.txt"
RELEASED = ()
"""The formats of released versions, whose journals are never recorded again."""
State = dict[str, object]


class FullDisk:
    """A disk with space until `is_full`; then the first file written to it cannot grow."""

    def __init__(self) -> None:
        self.is_full = False
        self._first: int | None = None

    def write(self, fd: int, data: bytes) -> int:
        file = os.fstat(fd).st_ino
        self._first = self._first or file
        if self.is_full and file == self._first:
            raise OSError(errno.ENOSPC, "No space left on device")
        return os.write(fd, data)


class Recording:
    """A session whose journal is recorded in a temporary folder."""

    def __init__(self, folder: Path, system: str, disk: Disk) -> None:
        settings = JournalSettings(folder, "orcus-tui test", lambda: "2026-01-01T20:15:00+00:00", disk)
        fight = read_encounter(ROOT / "encounters" / f"{ENCOUNTERS[system]}.toml")
        encounter = Path("/games") / f"{ENCOUNTERS[system]}.toml"
        self.folder = folder
        self.session = Session(fight, RandomDice(Random(SEED)), journal_settings=settings, encounter=encounter)

    def play(self, lines: Iterable[str]) -> None:
        for line in lines:
            result = self.session.run(line)
            if result is None or result.error:
                raise SystemExit(f"{line}: {result}")

    def save_file(self) -> None:
        """Writes the fight as `write FILE` does."""
        assert self.session.recorder is not None
        self.session.recorder.write_checkpoint(self.session.fight, Path("/games/saved.toml"))

    def journals(self) -> list[bytes]:
        """The contents of the journals, oldest first."""
        return [path.read_bytes() for path in sorted(self.folder.glob("*.jsonl"), key=lambda path: len(path.name))]


def script(system: str) -> list[str]:
    """The lines that are played in a system."""
    return (HERE / "scripts" / f"{system}.txt").read_text(encoding="utf-8").splitlines()


def record(target: Path) -> None:
    """Records all journals and the list of fields into a folder, replacing its contents once all are recorded."""
    if FORMAT in RELEASED:
        raise SystemExit(f"format {FORMAT} has been released: its journals are what people have, and stay as they are")
    with TemporaryDirectory() as folder:
        recorded = Path(folder)
        for system in ENCOUNTERS:
            store(recorded, system, fight_of(system))
        for name, make in (
            ("orcus-finished", finished_fight),
            ("orcus-torn", torn_journal),
            ("orcus-damaged", damaged_journal),
            ("orcus-new-file", new_file),
        ):
            store(recorded, name, make)
        list_fields(recorded)
        target.mkdir(exist_ok=True)
        for old in target.iterdir():
            old.unlink()
        for new in recorded.iterdir():
            (target / new.name).write_bytes(new.read_bytes())


def list_fields(target: Path) -> None:
    """Lists the fields of the present format."""
    write_text(target / FIELDS, "\n".join(field_lines()))


def store(target: Path, name: str, make: Callable[[Path], tuple[bytes, State]]) -> None:
    with TemporaryDirectory() as folder:
        journal, state = make(Path(folder))
    (target / f"{name}.jsonl").write_bytes(journal)
    write_text(target / f"{name}.state.json", json.dumps(state, indent=1, ensure_ascii=False))


def write_text(path: Path, text: str) -> None:
    path.write_text(f"{text}\n", encoding="utf-8", newline="\n")


def fight_of(system: str) -> Callable[[Path], tuple[bytes, State]]:
    """A whole script, left unfinished."""

    def make(folder: Path) -> tuple[bytes, State]:
        recording = Recording(folder, system, Disk())
        lines = script(system)
        recording.play(lines[:FEW])
        recording.save_file()
        recording.play(lines[FEW:])
        state = recording.session.state()
        recording.session.end(finished=False)
        (journal,) = recording.journals()
        return journal, state

    return make


def finished_fight(folder: Path) -> tuple[bytes, State]:
    """A finished fight."""
    recording = Recording(folder, "orcus", Disk())
    recording.play([*script("orcus")[:FEW], "finish"])
    state = recording.session.state()
    recording.session.end(finished=True)
    (journal,) = recording.journals()
    return journal, state


def torn_journal(folder: Path) -> tuple[bytes, State]:
    """A journal of a program that was killed in the middle of its last line."""
    recording = Recording(folder, "orcus", Disk())
    recording.play(script("orcus")[:FEW])
    state = recording.session.state()
    recording.play(["damage duke 7"])
    (journal,) = recording.journals()
    recording.session.end(finished=False)
    return journal[:-40], state


def damaged_journal(folder: Path) -> tuple[bytes, State]:
    """A journal with a flipped bit four lines before the end."""
    recording = Recording(folder, "orcus", Disk())
    recording.play(script("orcus")[: FEW - 4])
    state = recording.session.state()
    recording.play(script("orcus")[FEW - 4 : FEW])
    (journal,) = recording.journals()
    recording.session.end(finished=False)
    lines = journal.splitlines(keepends=True)
    lines[-4] = lines[-4].replace(b'"at"', b'"aT"')
    return b"".join(lines), state


def new_file(folder: Path) -> tuple[bytes, State]:
    """A first journal on a full disk, and a second that continues it and undoes a line only the first has."""
    disk = FullDisk()
    recording = Recording(folder, "orcus", Disk(write=disk.write))
    recording.play(script("orcus")[: FEW - 4])
    disk.is_full = True
    recording.play([*script("orcus")[FEW - 4 : FEW], *AFTER_THE_DISK_WAS_FULL])
    state = recording.session.state()
    recording.session.end(finished=False)
    return recording.journals()[1], state


if __name__ == "__main__":
    target = HERE / f"format-{FORMAT}"
    parser = ArgumentParser(description=f"Journals of format {FORMAT} for the tests; README.md says when.")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--record", action="store_true", help="record all of them again, in place of the existing ones")
    what.add_argument("--fields", action="store_true", help="only list the fields again, in fields.txt")
    if parser.parse_args().record:
        record(target)
    else:
        list_fields(target)
