"""The tracker on a crowd: `python -m benchmarks.crowd CREATURES ENTRIES [SECONDS]`.

CREATURES creatures, every fifth of them dazed, ENTRIES entries in the log, a disk that takes SECONDS for every line.
"""

import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.fights import Always, encounter
from orcus_tui.config.settings import Config
from orcus_tui.screen.app import Tracker
from orcus_tui.screen.fight.user_input import UserInput
from orcus_tui.session.session import Session
from orcus_tui.storage.atomic import Disk, sync_file
from orcus_tui.storage.encounter.read import read_encounter_bytes
from tests.helpers.fights.sessions import journal_settings_at


def session(creatures: int, entries: int) -> Session:
    """A running fight with a number of creatures and log entries."""
    fight = read_encounter_bytes(encounter(creatures).encode(), Path("crowd.toml"))
    running = Session(fight, Always(5))
    running.run("begin")
    ids = list(fight.states)
    for creature in ids[::5]:
        running.run(f"apply {creature} dazed save")
    for number in range(max(0, entries - len(running.timeline.executions))):
        running.run(f"damage {ids[number % len(ids)]} 1")
    return running


def main(creatures: int, entries: int, seconds: float = 0) -> None:
    """Opens the tracker on it, with a journal in a temporary folder."""

    def slowly(fd: int) -> None:
        time.sleep(seconds)
        sync_file(fd)

    with TemporaryDirectory() as folder:
        journal_settings = journal_settings_at(Path(folder), Disk(sync=slowly))
        Tracker(session(creatures, entries), journal_settings, Config(), UserInput()).run()


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), *map(float, sys.argv[3:]))
