"""Fights for measurements."""

from collections.abc import Sequence
from pathlib import Path

from orcus_tui.session.session import Session
from orcus_tui.storage.encounter.read import read_encounter_bytes
from orcus_tui.storage.journal.journal_file import SUFFIX
from tests.helpers.fights.sessions import journal_settings_at

CREATURE = """
[[creature]]
name = "Creature {number}"
kind = "{kind}"
level = 4
role = "Wrecker"
max_hp = 60000
initiative = {initiative}
initiative_total = {total}
recoveries = 6
resist = {{ fire = 2 }}
[creature.defenses]
ac = 18
fortitude = 16
reflex = 15
will = 14
[[creature.power]]
name = "Blade"
attack = "+9 vs AC"
damage = "1d10+5"
[[creature.power]]
name = "Hex"
use = "encounter"
range = "ranged 10"
attack = "+7 vs Will"
damage = "1d8+3 necrotic"
effects = ["apply dazed save"]
"""


def encounter(creatures: int) -> str:
    """The text of an encounter with a number of creatures, every fourth a hero."""
    head = 'format = 1\nname = "Measured"\n'
    return head + "".join(
        CREATURE.format(
            number=number,
            kind="standard" if number % 4 else "pc",
            initiative=number % 7,
            total=creatures - number,
        )
        for number in range(creatures)
    )


def session(creatures: int, effects_each: int, face: int = 5) -> Session:
    """A running fight in which each creature has a number of effects, which saves with that face do not end."""
    fight = read_encounter_bytes(encounter(creatures).encode(), Path("measured.toml"))
    running = Session(fight, Always(face))
    lines = ["apply @all dazed save", "persist @all 3 fire save", "bonus @all -1 attack save"][:effects_each]
    for line in ("begin", *lines):
        execute(running, line)
    return running


def execute(running: Session, line: str) -> None:
    """Executes a line that must succeed."""
    result = running.run(line)
    if result is None or result.error:
        raise RuntimeError(f"{line}: {result}")


def play_journal(
    folder: Path, fight: Session, lines: Sequence[str], count: int, *, finished: bool = False
) -> tuple[Session, Path]:
    """Plays a number of commands, repeating lines; returns the session, with its journal in an empty folder."""
    running = Session(fight.fight, fight.dice_source, journal_settings=journal_settings_at(folder))
    for number in range(count):
        execute(running, lines[number % len(lines)])
    running.end(finished=finished)
    (path,) = folder.glob(f"*{SUFFIX}")
    return running, path


class Always:
    """A die that always shows the same face."""

    def __init__(self, face: int) -> None:
        self._face = face

    def __call__(self, sides: int) -> int:
        return min(self._face, sides)

    def mark(self) -> int:
        return 0

    def rewind(self, mark: int) -> None:
        pass
