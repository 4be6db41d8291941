"""Several processes that simulate the fights of a forecast: each takes the next ticket when it has finished a fight.

No process waits for another longer than one fight takes, and this one plays until the others have started. The result
of a fight depends only on its number, never on the process that plays it.
"""

from __future__ import annotations

import pickle
import threading
from collections import deque
from contextlib import suppress
from queue import SimpleQueue
from typing import TYPE_CHECKING

from msgspec import Struct

from orcus_tui.child_process import start_child
from orcus_tui.errors import Impossible
from orcus_tui.simulation.play_out import Pair, PlayedFight
from orcus_tui.simulation.player_process import Player, Ticket, TicketResult, send

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable, Iterator, Sequence
    from typing import IO

    from orcus_tui.simulation.day import Day

STOP_CHECK_INTERVAL = 0.05
"""Seconds between checks whether to stop, while other processes play the last fights."""

TICKETS_AHEAD = 2
"""The tickets that another process holds at a time, so that it can begin its next fight while this process is busy."""


class Batch(Struct, frozen=True):
    """Fights to play: the place of their day, the pair, the seed, the number of the first, and their count."""

    day: int
    pair: Pair
    seed: int
    start: int
    count: int


class ProcessError(Exception):
    """A programming error in another process; the message is its traceback."""


class Processes:
    """The processes that play days: other processes and, on request, this one. Close them after use."""

    def __init__(self, days: Sequence[Day], others: int) -> None:
        """Starts the other processes. Raises Impossible if that fails."""
        self._player = Player(days)
        self._others: list[_OtherProcess] = []
        try:
            for _ in range(others):
                self._others.append(_OtherProcess(days))
        except OSError as fault:
            self.close()
            why = "no other process can be started"
            raise Impossible(f"{why} ({fault}); `orcus-tui odds FILE --processes 1` needs none") from fault
        except BaseException:
            self.close()
            raise

    def play(
        self, batches: Sequence[Batch], stopped: Callable[[], bool], *, here: bool
    ) -> list[tuple[PlayedFight, ...]] | None:
        """Plays the fights of each batch and returns them in the order of their numbers; None if it was stopped.

        `here`: this process plays too. Raises Impossible if one of the processes is killed.
        """
        if stopped():
            return None
        run = Run(_tickets(batches))
        for each in self._others:
            each.runs.put(run)
        if here:
            while not stopped() and not run.is_over.is_set() and (ticket := run.next_ticket()):
                run.add(TicketResult(ticket.index, self._player.play(ticket)))
        while not run.is_over.wait(STOP_CHECK_INTERVAL if self._others else 0):
            if stopped():
                run.discard_tickets()
                return None
        if run.fault:
            raise run.fault
        in_order = iter(run.in_order())
        return [tuple(next(in_order) for _ in range(each.count)) for each in batches]

    def close(self) -> None:
        """Ends the other processes at once."""
        for each in self._others:
            each.end()


class _OtherProcess:
    """Another process that plays, and the thread that hands it the tickets of each run."""

    def __init__(self, days: Sequence[Day]) -> None:
        """Starts the process. Raises OSError."""
        import subprocess

        self.runs: SimpleQueue[Run | None] = SimpleQueue()
        self._days = days
        self._process = start_child("orcus_tui.simulation.player_process:main", stderr=subprocess.PIPE)
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._thread.start()

    def end(self) -> None:
        """Ends the process, then the thread that reads from it."""
        self._process.kill()
        self.runs.put(None)
        self._thread.join()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            if stream:
                with suppress(OSError):  # closing the pipe would flush data that the process did not read
                    stream.close()

    def _work(self) -> None:
        run = None
        try:
            tickets, results = _streams(self._process)
            send(tickets, self._days)
            while (run := self.runs.get()) is not None:
                for result in _results(tickets, results, run):
                    run.add(result)
        except Exception:  # noqa: BLE001  # otherwise the run would never end
            fault = Impossible(f"a process that was playing has ended{self._last_words()}; try again")
            while run is not None or (run := self.runs.get()) is not None:
                run.fail(fault)
                run = None

    def _last_words(self) -> str:
        """The last line that the process printed, in brackets."""
        self._process.kill()
        lines = self._process.stderr.read().decode("utf-8", "replace").split("\n") if self._process.stderr else []
        said = next((line.strip() for line in reversed(lines) if line.strip()), "")
        return f" ({said})" if said else ""


def _streams(process: subprocess.Popen[bytes]) -> tuple[IO[bytes], IO[bytes]]:
    if process.stdin is None or process.stdout is None:
        raise ValueError("the process has no pipes")
    return process.stdin, process.stdout


def _results(tickets: IO[bytes], results: IO[bytes], run: Run) -> Iterator[TicketResult]:
    """Sends the tickets of a run, and yields the result of each."""
    waiting = 0
    while True:
        while waiting < TICKETS_AHEAD and (ticket := run.next_ticket()):
            send(tickets, ticket)
            waiting += 1
        if not waiting:
            return
        yield pickle.load(results)  # noqa: S301  # written by a process of this program
        waiting -= 1


def _tickets(batches: Sequence[Batch]) -> list[Ticket]:
    """The tickets of a run, fights with the same dice in a row; their indexes are in the order of the batches."""
    fights = [(each, number) for each in batches for number in range(each.start, each.start + each.count)]
    tickets = [Ticket(index, each.day, each.pair, each.seed, number) for index, (each, number) in enumerate(fights)]
    return sorted(tickets, key=lambda each: each.number)


class Run:
    """The remaining tickets and the results of a run; used by several threads."""

    def __init__(self, tickets: Sequence[Ticket]) -> None:
        self._left = deque(tickets)
        self._count = len(tickets)
        self._played: dict[int, PlayedFight] = {}
        self._lock = threading.Lock()
        self.fault: Exception | None = None
        self.is_over = threading.Event()
        if not tickets:
            self.is_over.set()

    def next_ticket(self) -> Ticket | None:
        """Takes the next ticket, if one is left."""
        with self._lock:
            return self._left.popleft() if self._left else None

    def add(self, result: TicketResult) -> None:
        """Adds a result; an error ends the run."""
        if result.fight is None:
            self.fail(ProcessError(result.fault))
            return
        with self._lock:
            self._played[result.index] = result.fight
            if len(self._played) == self._count:
                self.is_over.set()

    def fail(self, fault: Exception) -> None:
        """Ends the run with an error, unless it has ended already."""
        self.discard_tickets()
        if not self.is_over.is_set():
            self.fault = fault
            self.is_over.set()

    def discard_tickets(self) -> None:
        """Discards the remaining tickets."""
        with self._lock:
            self._left.clear()

    def in_order(self) -> list[PlayedFight]:
        """The fights of a run that is over, by their index."""
        return [self._played[index] for index in range(self._count)]
