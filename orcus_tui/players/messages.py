"""The messages between a tracker and the view that it started.

The view sends the proposals of phones, the tracker sends verdicts and seats.

Each is a line of JSON: on the view's standard output after the address, and on its standard input.
"""

from typing import Literal

import msgspec
from msgspec import Struct

Kind = Literal["claim", "roll", "done", "hp", "did", "react", "recover", "note"]
KINDS: tuple[Kind, ...] = ("roll", "done", "hp", "did", "react", "recover", "note")
"""The kinds of input that a seat can send, in the order of the settings."""
State = Literal["sent", "done", "refused", "stale", "expired"]


class Proposal(Struct, frozen=True, omit_defaults=True):
    """A phone's message, in the ids of the fight.

    `seat` is the hash of the seat's secret, `key` the phone's own number for the message.

    `mark` identifies the command that asked `question`; `round` and `hero` identify a turn that is over.
    """

    key: str
    seat: str
    kind: Kind
    hero: str
    question: int | None = None
    mark: str = ""
    die: int | None = None
    amount: int = 0
    temporary: bool = False
    type: str = ""
    targets: tuple[str, ...] = ()
    condition: str = ""
    text: str = ""
    code: str = ""
    round: int = 0


class Verdict(Struct, frozen=True, tag="verdict"):
    """The decision about a proposal."""

    seat: str
    key: str
    state: State


class SeatChange(Struct, frozen=True, tag="seat"):
    """A seat that the game master has accepted, or ended."""

    seat: str
    hero: str
    accepted: bool


News = Verdict | SeatChange
_NEWS: msgspec.json.Decoder[News] = msgspec.json.Decoder(News)


def line_of(message: Proposal | News) -> bytes:
    """A message as a line."""
    return msgspec.json.encode(message) + b"\n"


def read_proposal(line: bytes) -> Proposal:
    """The proposal in a line. Raises msgspec.DecodeError."""
    return msgspec.json.decode(line, type=Proposal)


def read_news(line: bytes) -> News:
    """The verdict or seat in a line. Raises msgspec.DecodeError."""
    return _NEWS.decode(line)
