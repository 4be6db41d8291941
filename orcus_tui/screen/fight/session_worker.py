"""The scribe: carries lines out one after the other, in a thread of its own, since each waits for the disk."""

from collections.abc import Callable
from itertools import islice
from queue import SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING

from msgspec import Struct

from orcus_tui.model.fight import Fight
from orcus_tui.model.history import Timeline
from orcus_tui.session.door import execute_line, execute_reading
from orcus_tui.session.session import Result, Session

if TYPE_CHECKING:
    from orcus_tui.commands.reading import Reading


class Outcome(Struct, frozen=True):
    """What came of a line, once it is on disk: the fight after it, and how far it can be taken back and on again.

    `back` and `on` are the lines that would go, and come, first. `is_kept`: all that was done is in a journal.
    `fault` is a mistake of the program's own.
    """

    line: str
    result: Result | None
    fight: Fight
    timeline: Timeline
    steps: int
    undone: int
    back: tuple[str, ...]
    on: tuple[str, ...]
    is_kept: bool
    fault: Exception | None = None


FAR = 6
"""How many lines back, and on, an outcome tells."""

Errand = Callable[[Session], Result | None]
"""Something to be done with the session, such as beginning its journal."""


class SessionWorker:
    """Takes lines and errands as they come, and tells of each when it is done.

    Only its thread changes the session, so the screen is never held up; `tell` is called from that thread. It is done
    when the fight has been left, or with the first mistake of the program's own.
    """

    def __init__(self, session: Session, tell: "Callable[[SessionWorker, Outcome], None]") -> None:
        self._session = session
        self._tell = tell
        self._first: Errand | None = None
        self._queue: SimpleQueue[tuple[str, Errand] | None] = SimpleQueue()
        self._thread = Thread(target=self._work, name="scribe", daemon=True)

    def start(self, first: Errand | None = None) -> None:
        """Begins: with an errand, if there is one, then with what has been said so far."""
        self._first = first
        self._thread.start()

    def say(self, line: str, reading: "Reading | None" = None) -> None:
        """A line to carry out, after those said before it; with its reading, it need not be read again."""
        self.do(line, lambda session: execute_reading(session, reading) if reading else execute_line(session, line))

    def do(self, line: str, errand: Errand) -> None:
        """An errand, after all that was said before it."""
        self._queue.put((line, errand))

    def finish(self) -> None:
        """Returns when all that was said is done; nothing is, where it never started."""
        self._queue.put(None)
        if self._thread.is_alive():
            self._thread.join()

    def _work(self) -> None:
        goes_on = self._done("", self._first) if self._first else True
        while goes_on and (work := self._queue.get()) is not None:
            goes_on = self._done(*work)

    def _done(self, line: str, errand: Errand) -> bool:
        """Does an errand and tells of it; answers whether there may be another."""
        outcome = self._outcome(line, errand)
        self._tell(self, outcome)
        return not (outcome.fault or (outcome.result and outcome.result.quits))

    def _outcome(self, line: str, errand: Errand) -> Outcome:
        session, fault, result = self._session, None, None
        try:
            result = errand(session)
        except Exception as mistake:  # noqa: BLE001  # of any kind: the screen raises it, where this thread could not
            fault = mistake
        timeline = session.timeline
        back, on = lines_around(timeline)
        steps, undone = timeline.steps, timeline.steps_undone
        return Outcome(line, result, session.fight, timeline, steps, undone, back, on, session.is_kept, fault)


def lines_around(timeline: Timeline) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The lines of the steps that can be undone, and done again, the next one first, as far as is told."""
    return tuple(islice(timeline.lines_back(), FAR)), tuple(islice(timeline.lines_on(), FAR))
