"""A process that plays fights for another: it reads the fight, then tickets, and writes their results."""

from __future__ import annotations

import pickle
import sys
import traceback
from typing import IO, TYPE_CHECKING

from msgspec import Struct

from orcus_tui.simulation.play_out import Pair, PlayedFight, play_out

if TYPE_CHECKING:
    from orcus_tui.model.fight import Fight


class Ticket(Struct, frozen=True):
    """A fight to play: its index in the run, the pair of habits, and the seed and number its dice come from."""

    index: int
    pair: Pair
    seed: int
    number: int


class TicketResult(Struct, frozen=True):
    """The fight played for a ticket, or the traceback of the error that ended it in `fault`."""

    index: int
    fight: PlayedFight | None
    fault: str = ""


def play_ticket(fight: Fight, ticket: Ticket) -> PlayedFight:
    """Plays the fight of a ticket."""
    return play_out(fight, ticket.pair, ticket.seed, ticket.number)


def main() -> None:
    """Plays the tickets on standard input until it is closed."""
    play_tickets(sys.stdin.buffer, sys.stdout.buffer)


def play_tickets(tickets: IO[bytes], results: IO[bytes]) -> None:
    """Reads a fight, then tickets, and writes the result of each as soon as it is played."""
    try:
        fight: Fight = pickle.load(tickets)  # noqa: S301  # written by the process that started this one
        while True:
            send(results, _play(fight, pickle.load(tickets)))  # noqa: S301  # as above
    except (EOFError, BrokenPipeError):
        return


def _play(fight: Fight, ticket: Ticket) -> TicketResult:
    try:
        return TicketResult(ticket.index, play_ticket(fight, ticket))
    except Exception:  # noqa: BLE001  # reported by the process that asked
        return TicketResult(ticket.index, None, traceback.format_exc())


def send(stream: IO[bytes], value: object) -> None:
    """Writes a value for the other process. Raises BrokenPipeError if that has ended."""
    pickle.dump(value, stream)
    stream.flush()
