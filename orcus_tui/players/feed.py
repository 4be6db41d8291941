"""The feed: follows the running fight and builds its public state.

It only reads journals: it takes no lock and writes nothing. Whatever happens to the program that runs the fight, the
feed continues with what is on disk.
"""

import secrets
import time
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

from msgspec.structs import replace

from orcus_tui.model.events import FightChanged, QuestionAsked
from orcus_tui.model.fight import Fight, Question
from orcus_tui.model.history import Execution, Timeline
from orcus_tui.model.player_settings import fight_setting
from orcus_tui.players.opaque import OpaqueKeys, asking_mark, question_mark
from orcus_tui.players.public_state import PlayerPerspective, PublicQuestion, PublicState, PublicTimer
from orcus_tui.storage.journal.running_fight import AboutToRead, follow_journal, follow_running

POLL = 0.04
"""Seconds between two reads of the journal; players see a change after half of that on average."""
ANNOUNCEMENT_SECONDS = 60.0
"""Seconds for which an announcement is shown."""
MISSING_TIMEOUT = 2.0
"""Seconds to wait for a journal that has disappeared."""
WAITING = "Waiting for the game master"
"""The text for players while the fight cannot be followed."""


class FightFeed:
    """The public state of the running fight; `poll` updates it.

    `problem` tells the game master why the fight cannot be followed; players only read WAITING.
    """

    def __init__(
        self,
        folder: Path,
        wanted: str = "",
        about_to_read: AboutToRead = lambda _: None,
        *,
        clock: Callable[[], float] = time.time,
        keys: OpaqueKeys | None = None,
    ) -> None:
        """Reads the fight `wanted`, an id or the beginning of one; by default the running fight.

        Raises StorageError if there is no such fight, or it cannot be read.
        """
        if wanted:
            self._running = follow_journal(folder, wanted, about_to_read, waits_for_it=False)
        else:
            self._running = follow_running(folder, about_to_read=about_to_read, waits_for_it=False)
        self.keys = keys or OpaqueKeys()
        self._perspective = PlayerPerspective(self.keys)
        self._clock = clock
        self._missing_since: float | None = None
        self._expires: float | None = None
        self._count = 0
        self._announcement = ""
        self._announced = 0.0
        self._turn: tuple[int, str] = (0, "")
        self._turn_began = 0.0
        self._start = secrets.token_hex(4)
        self.state = PublicState()
        self._publish()

    @property
    def path(self) -> Path:
        """The journal that is followed."""
        return self._running.journal.path

    @property
    def timeline(self) -> Timeline:
        """The history of the fight."""
        return self._running.journal.timeline

    @property
    def fight(self) -> Fight:
        """The fight, with everything that players must not know."""
        return self.timeline.fight

    @property
    def problem(self) -> str:
        """Why the fight cannot be followed; empty while it can."""
        return self._running.problem

    def has_news(self) -> bool:
        """Whether the journal has changed since it was read."""
        return self._running.journal.has_changed()

    def poll(self) -> bool:
        """Reads new lines; returns whether the public state has changed.

        Raises StorageError if the journal has disappeared for good and no other fight is running.
        """
        moved = self._running.follow_next()
        if moved:
            self._perspective = PlayerPerspective(self.keys)
        changed = self._running.read_new_lines() or moved
        self._raise_if_missing()
        if changed or (self._expires is not None and self._clock() >= self._expires):
            return self._publish()
        return False

    def _raise_if_missing(self) -> None:
        """Raises the fault of a journal that has been missing or unreadable for MISSING_TIMEOUT seconds."""
        if not self._running.fault:
            self._missing_since = None
        elif self._missing_since is None:
            self._missing_since = self._clock()
        elif self._clock() - self._missing_since >= MISSING_TIMEOUT:
            raise self._running.fault

    # The public state

    def _publish(self) -> bool:
        """Rebuilds the public state; returns whether it has changed."""
        state = self._perspective.state(self._running.journal.timeline)
        self._update_times(state)
        state = replace(
            state,
            sequence=self.state.sequence,
            start=self._start,
            announcement=state.announcement if self._expires is not None else "",
            timer=self._timer(state),
            problem=WAITING if self.problem else "",
        )
        if state == self.state:
            return False
        self.state = replace(state, sequence=self.state.sequence + 1)
        return True

    # What the keys of phones stand for

    def creature_of(self, key: str) -> str | None:
        """The creature that a key stands for, if players see it."""
        names = self._perspective.names(self.timeline)
        return next((each for each in names if self.key_of(each) == key), None)

    def key_of(self, creature: str) -> str:
        """The key of a creature."""
        sheet = self.fight.sheets.get(creature)
        return self.keys.creature(creature, sheet.side if sheet else "party")

    def questions(self, hero: str) -> Iterator[tuple[Question, str, str]]:
        """The open questions of a hero, each with the mark of the command that asked it, and its key."""
        for question in self.fight.questions:
            if hero == question.creature or hero in question.members:
                mark = asking_mark(self.timeline, question)
                yield question, mark, self.keys.question(question, mark)

    def was_asked(self, key: str) -> bool:
        """Whether a question with this key was asked, and has not been undone."""
        for place, execution in enumerate(self.timeline.executions):
            for event in execution.events:
                if isinstance(event, QuestionAsked):
                    mark = question_mark(place, execution, event.question)
                    if self.keys.question(event.question, mark) == key:
                        return True
        return False

    def public_questions(self, hero: str) -> Iterator[tuple[Question, PublicQuestion]]:
        """The open questions of a hero with what players may know of them."""
        key = self.key_of(hero)
        shown = {each.question: each for creature in self.state.creatures if creature.key == key
                 for each in creature.questions}  # fmt: skip
        for question, _, its_key in self.questions(hero):
            if its_key in shown:
                yield question, shown[its_key]

    def _update_times(self, state: PublicState) -> None:
        """Records when the turn that players see began, and when the announcement was made."""
        written = _unix_time(self._running.journal.when, self._clock())
        turn = (state.round, next((each.name for each in state.creatures if each.active), ""))
        if turn != self._turn:
            self._turn, self._turn_began = turn, written
        executions = self._running.journal.timeline.executions
        said_again = len(executions) > self._count and _announces(executions[-1])
        if state.announcement != self._announcement or said_again:
            self._announcement, self._announced = state.announcement, written
        self._count = len(executions)
        ends = self._announced + ANNOUNCEMENT_SECONDS
        self._expires = ends if state.announcement and self._clock() < ends else None

    def _timer(self, state: PublicState) -> PublicTimer | None:
        wanted = fight_setting(self._running.journal.fight, "timer")
        if wanted == "off" or state.place is None:
            return None
        return PublicTimer(self._turn_began, None if wanted == "up" else int(wanted))


def _announces(execution: Execution) -> bool:
    return any(isinstance(event, FightChanged) and event.field == "announcement" for event in execution.events)


def _unix_time(when: str, now: float) -> float:
    """The time at which a line was written; `now` if the line has no valid time."""
    try:
        return datetime.fromisoformat(when).timestamp()
    except ValueError:
        return now
