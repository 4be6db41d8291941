"""A fight that is played with a journal, and the views that follow it."""

from datetime import UTC, datetime
from pathlib import Path
from random import Random

from orcus_tui.players.feed import FightFeed
from orcus_tui.session.dice_source import RandomDice
from orcus_tui.session.session import Session
from orcus_tui.storage.encounter.read import read_encounter
from orcus_tui.storage.journal.journal_settings import JournalSettings
from tests.helpers.casts.ford import FIGHT
from tests.helpers.fights.clock import Clock
from tests.helpers.fights.random_fights import NO_SYNC, journal_of, play_lines, result_of
from tests.helpers.project.files import SAMPLE


class Table:
    """A game master's session and the feed of its players, on the same clock."""

    def __init__(self, folder: Path, encounter: Path = SAMPLE, *, is_now: bool = False) -> None:
        """With `is_now`, the journal has the current time, for a view in a separate process."""
        self.folder = folder
        self.clock = Clock()
        clock = (lambda: datetime.now(UTC).isoformat()) if is_now else self.clock.text
        self.settings = JournalSettings(folder, "test", clock, NO_SYNC)
        self.session = Session(read_encounter(encounter), RandomDice(Random(7)), journal_settings=self.settings)

    def play(self, *lines: str) -> None:
        for line in lines:
            result = result_of(self.session, line)
            assert not result.error, f"{line}: {result.error}"

    def feed(self, wanted: str = "") -> FightFeed:
        return FightFeed(self.folder, wanted, clock=self.clock)

    @property
    def path(self) -> Path:
        return journal_of(self.session)


def playing(folder: Path, name: str = "ford") -> Session:
    """A fight of a file that is being played, with its journal in the folder."""
    file = folder / f"{name}.toml"
    file.write_text(FIGHT, encoding="utf-8")
    settings = JournalSettings(folder / "journals", "orcus-tui test", lambda: "2026-01-05T20:15:00+00:00")
    session = Session(read_encounter(file), RandomDice(Random(1)), journal_settings=settings, encounter=file)
    play_lines(session, "begin")
    return session
