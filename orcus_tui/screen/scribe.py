"""The scribe: carries lines out one after the other, in a thread of its own, since each waits for the disk."""

from collections.abc import Callable
from itertools import islice
from queue import SimpleQueue
from threading import Thread

from msgspec import Struct

from orcus_tui.model.fight import Fight
from orcus_tui.session import Result, Session
from orcus_tui.timeline import Timeline


class Outcome(Struct, frozen=True):
    """What came of a line, once it is on disk: the fight after it, and how far it can be taken back and on again.

    `back` and `on` are the lines that would go, and come, first. `fault` is a mistake of the program's own.
    """

    line: str
    result: Result | None
    fight: Fight
    timeline: Timeline
    steps: int
    undone: int
    back: tuple[str, ...]
    on: tuple[str, ...]
    fault: Exception | None = None


FAR = 6
"""How many lines back, and on, an outcome tells."""

Errand = Callable[[Session], Result | None]
"""Something to be done with the session, such as beginning its journal."""


class Scribe:
    """Takes lines and errands as they come, and tells of each when it is done.

    Only its thread touches the session, so the screen is never held up; `tell` is called from that thread.
    """

    def __init__(self, session: Session, tell: Callable[[Outcome], None]) -> None:
        self._session = session
        self._tell = tell
        self._first: Errand | None = None
        self._queue: SimpleQueue[tuple[str, Errand] | None] = SimpleQueue()
        self._thread = Thread(target=self._work, name="scribe", daemon=True)

    def start(self, first: Errand | None = None) -> None:
        """Begins: with an errand, if there is one, then with what has been said so far."""
        self._first = first
        self._thread.start()

    def say(self, line: str) -> None:
        """A line to carry out, after those said before it."""
        self.do(line, lambda session: session.execute(line))

    def do(self, line: str, errand: Errand) -> None:
        """An errand, after all that was said before it."""
        self._queue.put((line, errand))

    def finish(self) -> None:
        """Returns when all that was said is done; nothing is, where it never started."""
        self._queue.put(None)
        if self._thread.is_alive():
            self._thread.join()

    def _work(self) -> None:
        if self._first:
            self._tell(self._outcome("", self._first))
        while (work := self._queue.get()) is not None:
            self._tell(self._outcome(*work))

    def _outcome(self, line: str, errand: Errand) -> Outcome:
        session, fault, result = self._session, None, None
        try:
            result = errand(session)
        except Exception as mistake:  # noqa: BLE001  # handed to the screen, which raises it
            fault = mistake
        timeline = session.timeline
        back, on = lines_around(timeline)
        return Outcome(line, result, session.fight, timeline, timeline.steps, timeline.steps_undone, back, on, fault)


def lines_around(timeline: Timeline) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The lines of the steps that can be undone, and done again, the next one first, as far as is told."""
    return tuple(islice(timeline.lines_back(), FAR)), tuple(islice(timeline.lines_on(), FAR))
