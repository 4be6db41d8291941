"""The feed: follows the fight that runs, journal by journal, and makes the public state of it.

It reads journals and nothing else: no lock is taken, nothing written, and whatever happens to the program that runs the
fight, the feed goes on by what is on the disk.
"""

import time
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from msgspec.structs import replace

from orcus_tui.model.events import FightChanged
from orcus_tui.model.history import Execution
from orcus_tui.model.player_settings import fight_setting
from orcus_tui.players.view import Onlooker, PublicState, PublicTimer
from orcus_tui.storage.journal.follow import JournalFollower
from orcus_tui.storage.journal.journal_file import has_journal, journal_path, unfinished_paths
from orcus_tui.storage.lock import seems_locked
from orcus_tui.storage.storage_error import StorageError

POLL = 0.04
"""Seconds between two looks at the journal: a player sees a change after half of that, on average."""
ANNOUNCED_FOR = 60.0
"""Seconds that an announcement is shown."""
GONE_FOR = 2.0
"""Seconds after which a journal that has vanished is not waited for any longer."""
WAITING = "Waiting for the game master"
"""What players read while nothing new can be read of the fight."""


def find_running(folder: Path, wanted: str = "") -> Path:
    """The journal of the newest running fight in a folder, or the one of this id, or of this beginning of one.

    A fight that is being played goes before one that was left; of several the last written counts. Raises StorageError
    where there is none.
    """
    if wanted and has_journal(folder, wanted):
        return journal_path(folder, wanted)
    unfinished = unfinished_paths(folder)
    there = [path for path in unfinished if path.stem.startswith(wanted)]
    if wanted and len(there) != 1:
        ids = ", ".join(path.stem for path in there or unfinished) or "none"
        problem = f'"{wanted}" could be {ids}' if there else f'no fight is called "{wanted}"; there is {ids}'
        raise StorageError(folder, problem)
    if not there:
        raise StorageError(folder, "no fight is running; begin one in the tracker first")
    return max(there, key=lambda path: (seems_locked(path), _written_at(path)))


def _written_at(path: Path) -> int:
    """When a file was last written; the beginning of time for one that has just gone."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


class FightFeed:
    """The public state of the fight that runs: `poll` brings it up to date.

    `problem` says, for the game master, why the fight is not followed further; players only read WAITING.
    """

    def __init__(
        self,
        folder: Path,
        wanted: str = "",
        about_to_read: Callable[[Path], None] = lambda _: None,
        *,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """Finds the fight and reads it; `about_to_read` is called with its journal before.

        Raises StorageError where there is none, or it cannot be read.
        """
        self._folder = folder
        self._clock = clock
        self._folder_written = 0
        self._gone_since: float | None = None
        self._expires: float | None = None
        self._count = 0
        self._announcement = ""
        self._announced = 0.0
        self._turn: tuple[int, str] = (0, "")
        self._turn_began = 0.0
        self.state = PublicState()
        running = find_running(folder, wanted)
        about_to_read(running)
        self._follow(running)
        self._publish()

    @property
    def path(self) -> Path:
        """The journal that is followed."""
        return self._follower.path

    @property
    def problem(self) -> str:
        """Why nothing new is read of the fight; empty while all is well."""
        return "the journal is gone" if self._gone_since is not None else self._follower.problem

    def poll(self) -> bool:
        """Looks for news, and answers whether the public state has changed.

        Raises StorageError where the journal has vanished for good, and no other fight runs.
        """
        moved = self._move_on()
        changed = self._read_on() or moved
        if changed or (self._expires is not None and self._clock() >= self._expires):
            return self._publish()
        return False

    # Which journal

    def _follow(self, path: Path) -> None:
        self._follower = JournalFollower(path)
        self._onlooker = Onlooker()
        self._gone_since = None

    def _move_on(self) -> bool:
        """Goes on to the fight that is played now, once nobody plays this one any more."""
        written = _written_at(self._folder)
        if written == self._folder_written and self._gone_since is None:
            return False
        self._folder_written = written
        if self._gone_since is None and not self._follower.finished and seems_locked(self.path):
            return False
        with suppress(StorageError):
            found = find_running(self._folder)
            if found != self.path and seems_locked(found):
                self._follow(found)
                return True
        return False

    def _read_on(self) -> bool:
        """Reads what is new in the journal; one that has gone is waited for, but not for long."""
        was_gone = self._gone_since is not None
        try:
            changed = self._follower.poll()
        except StorageError:
            if self._gone_since is None:
                self._gone_since = self._clock()
            elif self._clock() - self._gone_since >= GONE_FOR:
                raise
            return not was_gone
        self._gone_since = None
        return changed or was_gone

    # The public state

    def _publish(self) -> bool:
        """Makes the public state anew, and answers whether it is another."""
        state = self._onlooker.state(self._follower.timeline)
        self._note_times(state)
        state = replace(
            state,
            sequence=self.state.sequence,
            announcement=state.announcement if self._expires is not None else "",
            timer=self._timer(state),
            problem=WAITING if self.problem else "",
        )
        if state == self.state:
            return False
        self.state = replace(state, sequence=self.state.sequence + 1)
        return True

    def _note_times(self, state: PublicState) -> None:
        """Notes when the turn that players see began, and when the announcement was made."""
        written = _unix_time(self._follower.when, self._clock())
        turn = (state.round, next((each.name for each in state.creatures if each.active), ""))
        if turn != self._turn:
            self._turn, self._turn_began = turn, written
        executions = self._follower.timeline.executions
        said_again = len(executions) > self._count and _announces(executions[-1])
        if state.announcement != self._announcement or said_again:
            self._announcement, self._announced = state.announcement, written
        self._count = len(executions)
        ends = self._announced + ANNOUNCED_FOR
        self._expires = ends if state.announcement and self._clock() < ends else None

    def _timer(self, state: PublicState) -> PublicTimer | None:
        wanted = fight_setting(self._follower.fight, "timer")
        if wanted == "off" or state.turn is None:
            return None
        return PublicTimer(self._turn_began, None if wanted == "up" else int(wanted))


def _announces(execution: Execution) -> bool:
    return any(isinstance(event, FightChanged) and event.field == "announcement" for event in execution.events)


def _unix_time(when: str, now: float) -> float:
    """The time at which a line was written; now, where it says none."""
    try:
        return datetime.fromisoformat(when).timestamp()
    except ValueError:
        return now
