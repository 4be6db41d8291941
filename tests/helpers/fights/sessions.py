"""Sessions for tests: the same dice for the same seed, and a fixed time."""

from pathlib import Path
from random import Random

from orcus_tui.model.fight import Fight
from orcus_tui.session.dice_source import RandomDice
from orcus_tui.session.recorded_fight import Result
from orcus_tui.session.session import Session
from orcus_tui.storage.atomic import Disk
from orcus_tui.storage.journal.journal_settings import JournalSettings

NO_SYNC = Disk(sync=lambda _: None, sync_folder=lambda _: None)
"""A disk without waits for syncs, which are tested elsewhere."""


def session_on(
    fight: Fight, seed: int = 0, *, journal_settings: JournalSettings | None = None, encounter: Path | None = None
) -> Session:
    """A session that rolls the same dice for the same seed."""
    return Session(fight, RandomDice(Random(seed)), journal_settings=journal_settings, encounter=encounter)


def journal_settings_at(folder: Path, disk: Disk = NO_SYNC) -> JournalSettings:
    """Settings with a fixed time."""
    return JournalSettings(folder, "orcus-tui test", lambda: "2026-01-01T20:15:00+00:00", disk)


def result_of(session: Session, line: str) -> Result:
    """The result of a line that has output."""
    result = session.run(line)
    if result is None:
        raise ValueError(f"says nothing: {line!r}")
    return result
