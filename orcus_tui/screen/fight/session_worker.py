"""The session's thread: runs lines one after the other, since each waits for the disk."""

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING

from msgspec import Struct
from textual.message import Message

from orcus_tui.model.fight import Fight
from orcus_tui.model.history import Timeline, UndoInfo
from orcus_tui.session.recorded_fight import Result
from orcus_tui.session.session import Session

if TYPE_CHECKING:
    from orcus_tui.commands.reading import Reading
    from orcus_tui.players.inbox import Pending
    from orcus_tui.players.public_state import PlayerPerspective

JOURNAL_CHECK_INTERVAL = 1.0
"""Seconds between checks of the journal, so that "saved" in the header is true."""


class Outcome(Struct, frozen=True):
    """The outcome of a line once it is on disk: the result, and the fight after it.

    `is_in_journal`: every change is in a journal. `crash` is the error of a bug in the program. `public_names` are the
    names by which players know creatures, while their view is open, and `pending` what their phones have proposed.
    """

    line: str
    result: Result | None
    fight: Fight
    timeline: Timeline
    undo_info: UndoInfo
    is_in_journal: bool
    crash: Exception | None = None
    public_names: Mapping[str, str] | None = None
    pending: Sequence["Pending"] = ()

    @property
    def is_carried_out(self) -> bool:
        """Whether the line was carried out."""
        return self.result is not None and not self.result.error


class LineDone(Message):
    """A line has been carried out, or refused."""

    def __init__(self, session_worker: "SessionWorker", outcome: Outcome) -> None:
        super().__init__()
        self.session_worker = session_worker
        self.outcome = outcome


Task = Callable[[Session], Result | None]
"""Something to do with the session, such as starting its journal."""


class _Work(Struct, frozen=True):
    """A line to run, with its reading if there is one, or a task."""

    line: str = ""
    reading: "Reading | None" = None
    task: Task | None = None


class SessionWorker:
    """Runs lines and tasks in order, and reports each when it is done.

    Only its thread changes the session, so the screen never waits; `report` is called from that thread. The thread ends
    when the fight is left, or at the first crash.
    """

    def __init__(
        self, session: Session, report: "Callable[[SessionWorker, Outcome], None]", *, shows_players: bool = False
    ) -> None:
        self._session = session
        self._shows_players = shows_players
        self._perspective: PlayerPerspective | None = None
        self._report = report
        self._first: Task | None = None
        self._queue: SimpleQueue[_Work | None] = SimpleQueue()
        self._thread = Thread(target=self._work, name="session", daemon=True)

    def start(self, first: Task | None = None) -> None:
        """Starts with a task, if any, then runs everything submitted so far."""
        self._first = first
        self._thread.start()

    def submit(self, line: str, reading: "Reading | None" = None) -> None:
        """Runs a line after all earlier work; a line that has already been read need not be read again."""
        self._queue.put(_Work(line, reading))

    def submit_task(self, task: Task) -> None:
        """Runs a task after all earlier work."""
        self._queue.put(_Work(task=task))

    def report_public_names(self, *, wanted: bool) -> None:
        """Starts or stops reporting the names by which players know creatures, at once and with every outcome."""

        def change(_: Session) -> None:
            self._shows_players = wanted

        self.submit_task(change)

    def report(self, result: Result) -> None:
        """Reports the result of a line that runs within another task; called in the session's thread."""
        self._report(self, self._outcome("", result, None))

    def finish(self) -> None:
        """Waits until all submitted work is done; returns at once if the thread never started."""
        self._queue.put(None)
        if self._thread.is_alive():
            self._thread.join()

    def _work(self) -> None:
        runs = self._run(_Work(task=self._first)) if self._first else True
        check_at = time.monotonic() + JOURNAL_CHECK_INTERVAL
        while runs:
            with suppress(Empty):
                work = self._queue.get(timeout=max(check_at - time.monotonic(), 0))
                if work is None:
                    return
                runs = self._run(work)
            if runs and time.monotonic() >= check_at:
                runs = not self._session.has_lost_journal or self._run(_Work(task=_replace_lost_journal))
                if self._session.inbox and self._session.inbox.tidy():
                    self._report(self, self._outcome("", None, None))
                check_at = time.monotonic() + JOURNAL_CHECK_INTERVAL

    def _run(self, work: _Work) -> bool:
        """Runs a line or a task and reports its outcome; returns whether more may follow."""
        crash: Exception | None = None
        result: Result | None = None
        try:
            result = work.task(self._session) if work.task else self._session.run(work.line, work.reading)
        except Exception as error:  # noqa: BLE001  # the screen raises it, where this thread could not
            crash = error
        self._report(self, self._outcome(work.line, result, crash))
        return not (crash or (result and result.quits))

    def _outcome(self, line: str, result: Result | None, crash: Exception | None) -> Outcome:
        session = self._session
        timeline = session.timeline
        return Outcome(
            line,
            result,
            session.fight,
            timeline,
            timeline.undo_info,
            session.is_in_journal,
            crash,
            self._public_names(timeline),
            tuple(session.inbox.pending) if session.inbox else (),
        )

    def _public_names(self, timeline: Timeline) -> Mapping[str, str] | None:
        """The names by which players know creatures, while their view is open."""
        if not self._shows_players:
            return None
        from orcus_tui.players.public_state import PlayerPerspective

        self._perspective = self._perspective or PlayerPerspective()
        return self._perspective.names(timeline)


def _replace_lost_journal(session: Session) -> Result | None:
    warning = session.replace_lost_journal()
    return Result("", warning=warning) if warning else None
