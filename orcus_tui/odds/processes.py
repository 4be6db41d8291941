"""The processes that play a fight ahead together: each takes the next fight as soon as it has played one.

So no process waits longer than a fight for another, and this one plays while the others still start. The result of a
fight depends on its number alone, never on the process that plays it.
"""

from __future__ import annotations

import pickle
import threading
from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING

from msgspec import Struct

from orcus_tui.child_process import start_child
from orcus_tui.odds.play_out import Pair, PlayedFight
from orcus_tui.odds.player_process import Played, Ticket, play_ticket, send
from orcus_tui.rules.resolution import Impossible

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable, Sequence

    from orcus_tui.model.fight import Fight

STOP_CHECK_INTERVAL = 0.05
"""Seconds between two looks at whether to stop, while other processes play the last fights."""

TICKETS_AHEAD = 2
"""Tickets that a process has at a time: while this one is busy, the next fight need not wait for it."""


class Batch(Struct, frozen=True):
    """Fights to play: of which pair, from which number on, how many."""

    pair: Pair
    seed: int
    start: int
    count: int


class Processes:
    """The processes that play the same fight: this one, if it `plays_here`, and others; to be closed after use."""

    def __init__(self, fight: Fight, others: int, *, plays_here: bool) -> None:
        """Starts the other processes. Raises Impossible if that fails."""
        self._fight = fight
        self._plays_here = plays_here
        self._others: list[subprocess.Popen[bytes]] = []
        self._threads: list[threading.Thread] = []
        try:
            for _ in range(others):
                self._others.append(_start_player())
        except OSError as fault:
            self.close()
            why = "no other process can be started here"
            raise Impossible(f"{why} ({fault}); `orcus-tui odds FILE --processes 1` does without") from fault
        self._needs_fight = list(self._others)

    def play(self, batches: Sequence[Batch], stopped: Callable[[], bool]) -> list[tuple[PlayedFight, ...]] | None:
        """The fights of each batch, in the order of their numbers; None if it was stopped before the end.

        Raises Impossible if one of the processes is ended from outside.
        """
        run = Run(_tickets(batches))
        self._threads = [threading.Thread(target=self._deal, args=(each, run), daemon=True) for each in self._others]
        for each in self._threads:
            each.start()
        if self._plays_here:
            while not stopped() and not run.fault and (ticket := run.next_ticket()):
                run.add(Played(ticket.place, play_ticket(self._fight, ticket)))
        while not run.is_over.wait(STOP_CHECK_INTERVAL if self._threads else 0):
            if stopped():
                run.stop()
                return None
        if run.fault:
            raise run.fault
        in_order = iter(run.in_order())
        return [tuple(next(in_order) for _ in range(each.count)) for each in batches]

    def _deal(self, process: subprocess.Popen[bytes], run: Run) -> None:
        """In a thread: hands a process one ticket after another, and takes what it has played."""
        tickets, results = process.stdin, process.stdout
        if tickets is None or results is None:
            return
        waiting = 0
        try:
            if process in self._needs_fight:
                self._needs_fight.remove(process)
                send(tickets, self._fight)
            while True:
                while waiting < TICKETS_AHEAD and (ticket := run.next_ticket()):
                    send(tickets, ticket)
                    waiting += 1
                if not waiting:
                    return
                played: Played = pickle.load(results)  # noqa: S301  # written by a process of this program
                waiting -= 1
                run.add(played)
        except (OSError, EOFError, ValueError, pickle.UnpicklingError):
            run.fail(Impossible("a process that played along was ended; try again"))

    def close(self) -> None:
        """Ends the other processes at once."""
        for each in self._others:
            each.kill()
        for thread in self._threads:
            thread.join()  # what it read from is closed next
        for each in self._others:
            each.wait()
            for stream in (each.stdin, each.stdout):
                if stream:
                    with suppress(OSError):  # what it was still to be sent
                        stream.close()


def _start_player() -> subprocess.Popen[bytes]:
    import subprocess

    return start_child("orcus_tui.odds.player_process:main", errors=subprocess.DEVNULL)


def _tickets(batches: Sequence[Batch]) -> list[Ticket]:
    fights = [(each, number) for each in batches for number in range(each.start, each.start + each.count)]
    return [Ticket(place, each.pair, each.seed, number) for place, (each, number) in enumerate(fights)]


class Run:
    """The tickets of a run that are left, and what came of the others; used by several threads."""

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
        """Takes the next ticket; None if there is none left."""
        with self._lock:
            return self._left.popleft() if self._left else None

    def add(self, played: Played) -> None:
        """Adds what came of a ticket."""
        if played.fight is None:
            self.fail(played.fault or Impossible("a fight could not be played ahead"))
            return
        with self._lock:
            self._played[played.place] = played.fight
            if len(self._played) == self._count:
                self.is_over.set()

    def fail(self, fault: Exception) -> None:
        """Ends the run with an error, unless it has ended already."""
        self.stop()
        if not self.is_over.is_set():
            self.fault = fault
            self.is_over.set()

    def stop(self) -> None:
        """Hands out no more tickets."""
        with self._lock:
            self._left.clear()

    def in_order(self) -> list[PlayedFight]:
        """The fights of a run that is over, by their places."""
        return [self._played[place] for place in range(self._count)]
