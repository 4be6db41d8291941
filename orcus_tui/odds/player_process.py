"""A process that plays fights ahead for another: it reads the fight once, then which ones to play, and writes each."""

from __future__ import annotations

import pickle
import sys
from typing import TYPE_CHECKING

from msgspec import Struct

from orcus_tui.odds.play_out import Pair, PlayedFight, play_out

if TYPE_CHECKING:
    from typing import IO

    from orcus_tui.model.fight import Fight


class Ticket(Struct, frozen=True):
    """A fight to play: its place in the run, the pair of habits, and the seed and number its dice come from."""

    place: int
    pair: Pair
    seed: int
    number: int


class Played(Struct, frozen=True):
    """What came of a ticket: the fight played, or the error that ended it."""

    place: int
    fight: PlayedFight | None
    fault: Exception | None = None


def play_ticket(fight: Fight, ticket: Ticket) -> PlayedFight:
    """Plays the fight of a ticket."""
    return play_out(fight, ticket.pair, ticket.seed, ticket.number)


def main() -> None:
    """Plays the tickets on standard input until it ends, with the tracker that wrote them, for example."""
    play_tickets(sys.stdin.buffer, sys.stdout.buffer)


def play_tickets(tickets: IO[bytes], results: IO[bytes]) -> None:
    """Reads a fight, then tickets, and writes what comes of each at once."""
    try:
        fight: Fight = pickle.load(tickets)  # noqa: S301  # written by the process that started this one
        while True:
            send(results, _play(fight, pickle.load(tickets)))  # noqa: S301
    except (EOFError, BrokenPipeError):
        return


def _play(fight: Fight, ticket: Ticket) -> Played:
    try:
        return Played(ticket.place, play_ticket(fight, ticket))
    except Exception as fault:  # noqa: BLE001  # raised again in the process that asked
        return Played(ticket.place, None, fault)


def send(stream: IO[bytes], value: object) -> None:
    """Writes a value for the other process. Raises BrokenPipeError if that has ended."""
    pickle.dump(value, stream)
    stream.flush()
