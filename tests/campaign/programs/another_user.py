"""A user of a shared folder: resumes and begins fights and writes files, at random.

It runs as one of several programs on the same folder; at the end it prints as JSON what it was shown.
"""

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from msgspec import Struct, field

from orcus_tui.config.settings import ScreenNames, read_config
from orcus_tui.errors import OrcusError
from orcus_tui.session.dice_source import RandomDice
from orcus_tui.session.session import Session
from orcus_tui.storage.encounter.read import read_encounter
from orcus_tui.storage.journal.journal_file import journal_path
from orcus_tui.storage.journal.journal_list import list_unfinished
from orcus_tui.storage.journal.journal_settings import JournalSettings
from orcus_tui.storage.lock import Locked
from orcus_tui.storage.storage_error import StorageError
from tests.helpers.fights.sessions import journal_settings_at, session_on

STATE = Path("state")
ENCOUNTER = Path("ford.toml")
PARTY = Path("heroes.toml")
CONFIG = Path("config.toml")
FILES = ("fight.toml", "log.md", "log.json")
MOST_FIGHTS = 4
PAUSES = (0, 0, 0.2)
"""The seconds that a user may keep a fight open; the last value is longer than another user waits."""


class Player(Struct):
    """A user, with the creatures added to each fight, the number of fights in use, and the errors."""

    name: str
    chance: Random
    journal_settings: JournalSettings
    added: list[tuple[str, str]] = field(default_factory=list)
    refused: int = 0
    tried: int = 0
    wrong: list[str] = field(default_factory=list)

    def act(self) -> None:
        self.tried += 1
        try:
            self.chance.choice(ACTS)(self)
        except Locked:
            self.refused += 1
        except StorageError as error:
            # A fight that another left or finished meanwhile can no longer be resumed.
            if not any(each in str(error) for each in ("is finished", "cannot be read")):
                self.wrong.append(str(error))

    def add(self, session: Session) -> None:
        """Adds new creatures, and records which were shown."""
        for _ in range(self.chance.randint(1, 3)):
            name = f"{self.name}x{self.tried}x{len(self.added)}"
            result = session.run(f"add {name} hp=3")
            if not result or result.error or result.warning or not session.recorder:
                self.wrong.append(f"{name}: {result}")
            else:
                self.added.append((session.recorder.id, name))


def begin(player: Player) -> None:
    """Begins a fight, unless there are many."""
    if len(list(STATE.glob("*.jsonl"))) < MOST_FIGHTS:
        session = session_on(read_encounter(ENCOUNTER), journal_settings=player.journal_settings, encounter=ENCOUNTER)
        player.add(session)
        session.end(finished=False)


def resume(player: Player) -> None:
    """Resumes any fight that is not in use."""
    fights = list_unfinished(STATE)
    if faults := [each.fault for each in fights if each.fault and "first line" not in each.fault]:
        player.wrong += faults
    if fights:
        session, lost = Session.resume(
            player.journal_settings, player.chance.choice(fights).id, RandomDice(player.chance)
        )
        if lost:
            player.wrong.append(lost)
        time.sleep(player.chance.choice(PAUSES))
        player.add(session)
        session.end(finished=False)


def look(player: Player) -> None:
    """Reads any fight, even one in use; its header may not be complete yet."""
    fights = [each for each in list_unfinished(STATE) if not each.fault]
    if fights:
        Session.open_for_viewing(
            player.journal_settings, journal_path(STATE, player.chance.choice(fights).id), RandomDice(player.chance)
        )


def write(player: Player) -> None:
    """Writes the same files as other users."""
    session = session_on(read_encounter(ENCOUNTER), encounter=ENCOUNTER)
    session.run(f"add {player.name} hp={player.chance.randint(1, 99)}")
    for name in player.chance.choices(FILES, k=2):
        result = session.run(f"{'write' if name.endswith('.toml') else 'export'} {name}")
        if not result or result.error:
            player.wrong.append(f"{name}: {result}")


def keep(player: Player) -> None:
    """Saves the heroes to their party file."""
    session = session_on(read_encounter(ENCOUNTER), encounter=ENCOUNTER)
    session.run(f"set ari hp {player.chance.randint(1, 20)}")
    result = session.run("keep")
    if not result or result.error:
        player.wrong.append(f"keep: {result}")


def read_settings(player: Player) -> None:
    """Reads the settings, which no program writes."""
    _, faults = read_config(CONFIG, ScreenNames({}, ()))
    player.wrong += faults


ACTS: tuple[Callable[[Player], None], ...] = (begin, *(resume,) * 4, look, write, keep, read_settings)


def play(name: str, seed: int, acts: int) -> Player:
    """Performs a number of actions in the current folder."""
    player = Player(name, Random(seed), journal_settings_at(STATE))
    for _ in range(acts):
        try:
            player.act()
        except OrcusError as error:
            player.wrong.append(str(error))
    return player


if __name__ == "__main__":
    done = play(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
    json.dump({"added": done.added, "refused": done.refused, "tried": done.tried, "wrong": done.wrong}, sys.stdout)
