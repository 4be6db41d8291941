"""The processes that play a fight ahead together: each takes the next fight as soon as it has played one.

So none of them waits longer than a fight for another, and this process plays while the others still start. What comes
of a fight depends on its number alone, never on who plays it.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, nullcontext, redirect_stderr
from multiprocessing import get_context, parent_process
from typing import TYPE_CHECKING, Protocol, TypeAlias

from msgspec import Struct

from orcus_tui.odds.play_out import Pair, PlayedFight, play_out
from orcus_tui.rules.resolution import Impossible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from contextlib import AbstractContextManager

    from orcus_tui.model.fight import Fight

    Played: TypeAlias = dict[int, PlayedFight]

PATIENCE = 0.05
"""Seconds between two looks at whether to stop, while other processes play the last fights."""

NO_MORE = 2**62
"""What the counter of tickets stands at when nobody is to take another."""


class Batch(Struct, frozen=True):
    """Fights to play: of which pair, from which number on, how many."""

    pair: Pair
    seed: int
    start: int
    count: int


class Counter(Protocol):
    """A number that is read and set under its lock: how many tickets have been taken."""

    value: int

    def get_lock(self) -> AbstractContextManager[object]:
        """The lock."""


class _OwnCounter:
    """The counter of a process that plays alone."""

    value = 0

    def get_lock(self) -> AbstractContextManager[object]:
        return nullcontext()


class Processes:
    """Those who play the same fight: this process, if it `plays_here`, and others; to be closed after use.

    Every fight of a run has a ticket. Whoever is free takes the next one from a counter they all share.
    """

    def __init__(self, fight: Fight, others: int, *, plays_here: bool) -> None:
        self._fight = fight
        self._others = others
        self._plays_here = plays_here
        self._tickets = 0
        self._counter: Counter = _OwnCounter()
        self._pool: ProcessPoolExecutor | None = None
        if others:
            self._counter, self._pool = _pool(fight, others)

    def play(self, batches: Sequence[Batch], stopped: Callable[[], bool]) -> list[tuple[PlayedFight, ...]] | None:
        """The fights of each batch, in the order of their numbers; None if it was stopped before the end.

        Raises Impossible if one of the processes is ended from outside.
        """
        first, count = self._tickets, sum(each.count for each in batches)
        self._tickets += count
        try:
            running = self._start(batches, first)
            played = play_share(self._fight, batches, first, self._counter, stopped) if self._plays_here else {}
            played |= _collect(running, count - len(played), stopped)
        except BrokenProcessPool as fault:
            raise Impossible("a process that played along was ended; try again") from fault
        if len(played) < count:
            return None
        in_order = iter([played[ticket] for ticket in range(first, first + count)])
        return [tuple(next(in_order) for _ in range(each.count)) for each in batches]

    def _start(self, batches: Sequence[Batch], first: int) -> set[Future[Played]]:
        """Has the other processes play; those that do not run yet are started."""
        if self._pool is None:
            return set()
        with _interrupts_deferred():
            return {self._pool.submit(_play_on_stage, batches, first) for _ in range(self._others)}

    def close(self) -> None:
        """Ends the other processes, each after the fight that it plays."""
        with self._counter.get_lock():
            self._counter.value = NO_MORE
        if self._pool:
            self._pool.shutdown(cancel_futures=True)


def _pool(fight: Fight, others: int) -> tuple[Counter, ProcessPoolExecutor]:
    """The counter of the tickets, and the processes that take them. Raises Impossible where there can be none."""
    # Spawned everywhere: a forked process would share the terminal and the threads of the tracker.
    context = get_context("spawn")
    try:
        with redirect_stderr(sys.__stderr__):  # the tracker's is no file, which the first process started needs
            counter: Counter = context.Value("q", 0)
        return counter, ProcessPoolExecutor(others, context, _set_stage, (fight, counter))
    except (ImportError, NotImplementedError, OSError) as fault:
        why = "no other process can be started here"
        raise Impossible(f"{why} ({fault}); `orcus-tui odds FILE --processes 1` does without") from fault


def play_share(
    fight: Fight, batches: Sequence[Batch], first: int, counter: Counter, stopped: Callable[[], bool]
) -> Played:
    """Plays fights of these batches as long as there are tickets for them, the `first` one for the first fight."""
    fights = [(each, number) for each in batches for number in range(each.start, each.start + each.count)]
    played: Played = {}
    while not stopped() and (ticket := _next_ticket(counter, first + len(fights))) is not None:
        batch, number = fights[ticket - first]
        played[ticket] = play_out(fight, batch.pair, batch.seed, number)
    return played


def _next_ticket(counter: Counter, end: int) -> int | None:
    """The next ticket below `end`; None if there is none, for one who comes late too."""
    with counter.get_lock():
        ticket = counter.value
        if ticket >= end:
            return None
        counter.value = ticket + 1
    return ticket


def _collect(running: set[Future[Played]], count: int, stopped: Callable[[], bool]) -> Played:
    """What the other processes have played; does not wait for one that has nothing to add."""
    played: Played = {}
    while len(played) < count and running and not stopped():
        done, running = wait(running, PATIENCE, FIRST_COMPLETED)
        for each in done:
            played |= each.result()
    return played


@contextmanager
def _interrupts_deferred() -> Iterator[None]:
    """Keeps Ctrl+C from processes started meanwhile: it is for the one that asked, and they would print where it came.

    Windows has no such mask; there they ignore it once they run.
    """
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Stage:
    """What another process plays: given once, since it is larger than a batch."""

    fight: Fight
    counter: Counter


def _set_stage(fight: Fight, counter: Counter) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _Stage.fight, _Stage.counter = fight, counter


def _end_with_parent() -> None:
    """Ends this process when the one that asked is gone, however it ended: nobody else would."""
    parent = parent_process()
    if parent:
        parent.join()
        os._exit(1)


def _play_on_stage(batches: Sequence[Batch], first: int) -> Played:
    return play_share(_Stage.fight, batches, first, _Stage.counter, lambda: False)
