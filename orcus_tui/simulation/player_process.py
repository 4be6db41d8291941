"""A process that simulates fights for another one: it reads the days, then tickets, and writes their results."""

from __future__ import annotations

import os
import pickle
import sys
import traceback
from typing import IO, TYPE_CHECKING

from msgspec import Struct

from orcus_tui.simulation.day import Day, play_day
from orcus_tui.simulation.play_out import BegunStreams, Earlier, Pair, PlayedFight

if TYPE_CHECKING:
    from collections.abc import Sequence

NICENESS = 5
"""The niceness of such a process, so that keys typed in the tracker come first."""


class Ticket(Struct, frozen=True):
    """A fight to play: its index in the run, the place of its day, the pair, and the seed and number of its dice."""

    index: int
    day: int
    pair: Pair
    seed: int
    number: int


class TicketResult(Struct, frozen=True):
    """The fight played for a ticket, or the traceback of the error that ended it in `fault`."""

    index: int
    fight: PlayedFight | None
    fault: str = ""


class Player:
    """Plays the fights of some days, each many times.

    They share the results of their beginnings; pairs that play the same number in a row share its dice.
    """

    def __init__(self, days: Sequence[Day]) -> None:
        self._days = days
        self._earlier = [[Earlier() for _ in day.fights] for day in days]
        self._begun: tuple[tuple[int, int], BegunStreams] = ((0, 0), {})

    def play(self, ticket: Ticket) -> PlayedFight:
        """Plays the fight, or the whole day, of a ticket."""
        day, earlier = self._days[ticket.day], self._earlier[ticket.day]
        if self._begun[0] != (ticket.seed, ticket.number):
            self._begun = ((ticket.seed, ticket.number), {})
        return play_day(day, ticket.pair, ticket.seed, ticket.number, earlier, self._begun[1])


def main() -> None:
    """Plays the tickets on standard input until it is closed."""
    if sys.platform != "win32":
        os.nice(NICENESS)
    play_tickets(sys.stdin.buffer, sys.stdout.buffer)


def play_tickets(tickets: IO[bytes], results: IO[bytes]) -> None:
    """Reads the days, then tickets, and writes the result of each as soon as it is played."""
    try:
        player = Player(pickle.load(tickets))  # noqa: S301  # written by the process that started this one
        while True:
            send(results, _play(player, pickle.load(tickets)))  # noqa: S301  # as above
    except (EOFError, BrokenPipeError):
        return


def _play(player: Player, ticket: Ticket) -> TicketResult:
    try:
        return TicketResult(ticket.index, player.play(ticket))
    except Exception:  # noqa: BLE001  # reported by the process that asked
        return TicketResult(ticket.index, None, traceback.format_exc())


def send(stream: IO[bytes], value: object) -> None:
    """Writes a value for the other process. Raises BrokenPipeError if that process has ended."""
    pickle.dump(value, stream)
    stream.flush()
