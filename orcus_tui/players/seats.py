"""The seats of a view: the phones that speak for heroes, what they may send now, and the decisions about it.

Nothing here changes the fight. A phone's message becomes a proposal in the ids of the fight, which the tracker accepts
or refuses.
"""

import hashlib
import secrets
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any, Literal

import msgspec
from msgspec import Struct, field

from orcus_tui.model.fight import Question
from orcus_tui.model.player_settings import input_kinds, input_setting
from orcus_tui.players.feed import FightFeed
from orcus_tui.players.messages import Kind, Proposal, SeatChange, Verdict
from orcus_tui.rules.in_force import conditions_of
from orcus_tui.rules.system import System
from orcus_tui.systems import SYSTEMS, view_of

MOST_KEYS = 64
"""The most message keys that are remembered for a seat."""
MOST_A_MINUTE = 10
MOST_PENDING = 64
MOST_SEATS = 256
LONGEST_TEXT = 120
LARGEST_AMOUNT = 9_999
EXPIRES_AFTER = 120.0
"""Seconds after which an undecided proposal expires."""
SECRET_BYTES = 16
Why = Literal["answered", "undone", "over", "moved on"]


class MessageBody(Struct, frozen=True, forbid_unknown_fields=True):
    """The body of a request to `say`: a message from a phone."""

    v: Literal[1]
    key: str
    kind: Kind
    hero: str
    n: int | None = None
    question: str = ""
    turn: str = ""
    die: int | None = None
    roll: bool = False
    amount: int = 0
    temporary: bool = False
    type: str = ""
    targets: tuple[str, ...] = ()
    condition: str = ""
    text: str = ""


class Reply(Struct, frozen=True):
    """The answer to `say`: a status, and a body as JSON."""

    status: int
    body: Mapping[str, Any]


class Seat(Struct):
    """A phone that speaks for a hero, once the game master has accepted it.

    `times` are the times of its latest messages. `ended` has the keys of the turns that the phone has ended, by the
    keys of the messages that ended them.
    """

    hero: str
    code: str
    accepted: bool = False
    last: int | None = None
    replies: dict[str, Reply] = field(default_factory=dict)
    verdicts: dict[str, str] = field(default_factory=dict)
    ended: dict[str, str] = field(default_factory=dict)
    times: deque[float] = field(default_factory=deque)


class Stale(Exception):
    """Raised for a message about something that has passed."""

    def __init__(self, why: Why) -> None:
        self.why = why


class Seats:
    """The seats of a view. `send` takes a proposal to the tracker; `changed` is called when a seat has news."""

    def __init__(
        self,
        feed: FightFeed,
        send: Callable[[Proposal], None],
        changed: Callable[[], None],
        clock: Callable[[], float],
        kept: Mapping[str, str] = {},
    ) -> None:
        """`kept` are the heroes of the seats of an earlier start, by the hash of their secret."""
        self._feed = feed
        self._send = send
        self._changed = changed
        self._clock = clock
        self._seats = {seat: Seat(hero, "", accepted=True) for seat, hero in kept.items()}
        self._claims: dict[str, Reply] = {}
        self._pending: dict[tuple[str, str], tuple[str, Kind, float]] = {}

    @property
    def _system(self) -> System:
        return SYSTEMS[self._feed.fight.system]

    # Messages from phones

    def say(self, data: bytes, secret: str) -> Reply:
        """The reply to the body of a request with the secret of a seat, or with none."""
        try:
            body = msgspec.json.decode(data, type=MessageBody)
        except msgspec.DecodeError:
            return _refusal(400, "not understood")
        if not body.key or len(body.key) > 64 or not body.key.isascii():
            return _refusal(400, "not understood")
        if body.kind == "claim":
            return self._claim(body)
        seat_id = hash_of(secret)
        seat = self._seats.get(seat_id)
        if seat is None:
            return _refusal(401, "no seat")
        if not seat.accepted:
            return Reply(403, {"state": "waiting"})
        if body.key in seat.replies:
            return seat.replies[body.key]
        reply = self._answer(body, seat_id, seat)
        if reply.status in (202, 409):
            seat.replies[body.key] = reply
            _forget_oldest(seat.replies)
        return reply

    def _claim(self, body: MessageBody) -> Reply:
        """Asks the game master whether a phone may speak for a hero; the code that both see shows which phone it is."""
        if body.key in self._claims:
            return self._claims[body.key]
        hero = self._feed.creature_of(body.hero)
        if hero is None or self._feed.fight.sheets[hero].side != "party":
            return _refusal(400, "no such hero")
        if not input_kinds(self._feed.fight, hero):
            return _refusal(403, "off")
        waiting = [each for each in self._seats.values() if not each.accepted]
        if len(self._seats) >= MOST_SEATS or len(waiting) >= MOST_PENDING:
            return _refusal(429, "too many")
        secret, code = secrets.token_urlsafe(SECRET_BYTES), f"{secrets.randbelow(1000):03}"
        self._seats[hash_of(secret)] = Seat(hero, code)
        self._send(Proposal(body.key, hash_of(secret), "claim", hero, code=code))
        reply = self._claims[body.key] = Reply(202, {"state": "sent", "code": code, "secret": secret})
        _forget_oldest(self._claims)
        return reply

    def _answer(self, body: MessageBody, seat_id: str, seat: Seat) -> Reply:
        if self._feed.creature_of(body.hero) != seat.hero:
            return _refusal(403, "another hero")
        if input_setting(self._feed.fight, seat.hero, body.kind) == "off":
            return _refusal(403, "off")
        if body.n is None or body.n < 0:
            return _refusal(400, "not understood")
        if seat.last is not None and body.n <= seat.last:
            return Reply(409, {"key": body.key, "state": "stale", "why": "moved on"})
        try:
            proposal = self._proposal(body, seat_id, seat.hero)
        except Stale as stale:
            return Reply(409, {"key": body.key, "state": "stale", "why": stale.why})
        if proposal is None:
            return _refusal(400, "not understood")
        if why := self._reason_to_wait(seat, body.kind):
            return _refusal(429, why)
        seat.times.append(self._clock())
        seat.last = body.n
        seat.verdicts[body.key] = "sent"
        if body.kind == "done":
            seat.ended[body.key] = body.turn
        self._pending[seat_id, body.key] = (seat.hero, body.kind, self._clock())
        acts_hidden = body.kind == "done" and self._feed.fight.active != seat.hero
        if not acts_hidden:  # the end of a hidden creature's turn stays secret
            self._send(proposal)
        return Reply(202, {"key": body.key, "state": "sent"})

    def _reason_to_wait(self, seat: Seat, kind: Kind) -> str:
        """The reason why a seat must wait: many messages in a minute, or an undecided message of this kind.

        It is empty if the seat need not wait.
        """
        now = self._clock()
        self._expire(now)
        if any((hero, of) == (seat.hero, kind) for hero, of, _ in self._pending.values()):
            return "undecided"
        while seat.times and now - seat.times[0] > 60:
            seat.times.popleft()
        return "too many" if len(seat.times) >= MOST_A_MINUTE or len(self._pending) >= MOST_PENDING else ""

    def _expire(self, now: float) -> None:
        for seat_id, key in [each for each, (_, _, since) in self._pending.items() if now - since > EXPIRES_AFTER]:
            self.decide(Verdict(seat_id, key, "expired"))

    def _proposal(self, body: MessageBody, seat_id: str, hero: str) -> Proposal | None:
        """The proposal of a message, in the ids of the fight; None if it makes no sense. Raises Stale."""
        found = _READERS[body.kind](self, body, hero)
        return None if found is None else Proposal(body.key, seat_id, body.kind, hero, **found)

    def roll(self, body: MessageBody, hero: str) -> dict[str, Any] | None:
        """The face of a die, or a die for the program to roll."""
        if (body.die is None) == (not body.roll):
            return None
        question, mark = self._question(body.question, hero)
        if body.die is not None and not 1 <= body.die <= question.die:
            return None
        return {"question": question.id, "mark": mark, "die": body.die}

    def _question(self, key: str, hero: str) -> tuple[Question, str]:
        """An open question of a hero by its key. Raises Stale."""
        if self._feed.fight.phase == "finished":
            raise Stale("over")
        for question, mark, its_key in self._feed.questions(hero):
            if its_key == key:
                return question, mark
        raise Stale("answered" if self._feed.was_asked(key) else "undone")

    def done(self, body: MessageBody, hero: str) -> dict[str, Any] | None:
        """The turn that a phone may end, while it lasts; never the turn of a hidden creature."""
        fight = self._feed.fight
        if fight.phase == "finished":
            raise Stale("over")
        if not self._has_turn(hero) or body.turn != self._feed.state.turn:
            raise Stale("moved on")
        return {"round": fight.round}

    def _has_turn(self, hero: str) -> bool:
        """Whether it is a hero's turn, as players see it; they do not see the turn of a hidden creature."""
        key = self._feed.key_of(hero)
        return any(each.active and each.key == key for each in self._feed.state.creatures)

    def hp(self, body: MessageBody, _: str) -> dict[str, Any] | None:
        """Damage taken (below 0), healing, or temporary hit points."""
        if not 0 < abs(body.amount) <= LARGEST_AMOUNT or (body.temporary and body.amount < 0):
            return None
        if body.type and body.type not in self._system.words.damage_types:
            return None
        return {"amount": body.amount, "temporary": body.temporary, "type": body.type}

    def did(self, body: MessageBody, _: str) -> dict[str, Any] | None:
        """Damage to creatures that players see, and a condition of the system."""
        targets = [self._feed.creature_of(each) for each in body.targets]
        named = tuple(each for each in targets if each is not None)
        if not named or len(named) < len(targets) or not 0 <= body.amount <= LARGEST_AMOUNT:
            return None
        if body.type and body.type not in self._system.words.damage_types:
            return None
        if body.condition and body.condition not in conditions_of(view_of(self._feed.fight)):
            return None
        if not (body.amount or body.condition):
            return None
        return {"targets": named, "amount": body.amount, "type": body.type, "condition": body.condition}

    def note(self, body: MessageBody, _: str) -> dict[str, Any] | None:
        """A text to the game master."""
        text = " ".join("".join(each if each.isprintable() else " " for each in body.text).split())
        return {"text": text} if 0 < len(text) <= LONGEST_TEXT else None

    # Decisions from the tracker

    def decide(self, verdict: Verdict) -> None:
        """Notes the decision about a proposal."""
        self._pending.pop((verdict.seat, verdict.key), None)
        seat = self._seats.get(verdict.seat)
        if seat is not None:
            seat.verdicts[verdict.key] = verdict.state
            while len(seat.verdicts) > MOST_KEYS:
                oldest = next(iter(seat.verdicts))
                del seat.verdicts[oldest]
                seat.ended.pop(oldest, None)
        self._changed()

    def change(self, change: SeatChange) -> None:
        """Accepts a seat, or ends it."""
        if not change.accepted:
            self._seats.pop(change.seat, None)
        elif change.seat in self._seats:
            self._seats[change.seat].accepted = True
        self._changed()

    # The state of a seat

    def state_of(self, secret: str) -> Reply:
        """The state of a seat: its hero, its questions, and the decisions about its messages."""
        self._expire(self._clock())
        seat = self._seats.get(hash_of(secret))
        if seat is None:
            return _refusal(401, "no seat")
        if not seat.accepted:
            return Reply(403, {"state": "waiting"})
        questions = [
            {"question": shown.question, "kind": question.kind, "text": shown.text, "die": question.die,
             "needs": shown.natural if shown.natural is not None else _number(shown.needs)}
            for question, shown in self._feed.public_questions(seat.hero)
        ]  # fmt: skip
        return Reply(
            200,
            {
                "hero": self._feed.key_of(seat.hero),
                "accepted": True,
                "up": self._has_turn(seat.hero),
                "questions": questions,
                "verdicts": self._verdicts(seat),
            },
        )

    def _verdicts(self, seat: Seat) -> dict[str, str]:
        """The verdicts on a seat's messages.

        The verdict on the end of a turn is sent once players see the next turn.
        """
        now = self._feed.state.turn
        ended_now = [key for key, turn in seat.ended.items() if turn == now]
        open_ = {key: "sent" for key in ended_now if seat.verdicts.get(key) in ("done", "stale")}
        return {**seat.verdicts, **open_}


def hash_of(secret: str) -> str:
    """The hash that identifies a seat; the secret itself is not stored."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


def _forget_oldest(replies: dict[str, Reply]) -> None:
    while len(replies) > MOST_KEYS:
        del replies[next(iter(replies))]


def _number(needs: str) -> int | None:
    return int(needs.rstrip("+")) if needs else None


def _refusal(status: int, why: str) -> Reply:
    return Reply(status, {"state": "refused", "why": why})


_READERS: Mapping[str, Callable[[Seats, MessageBody, str], dict[str, Any] | None]] = {
    "roll": Seats.roll,
    "done": Seats.done,
    "hp": Seats.hp,
    "did": Seats.did,
    "react": lambda *_: {},
    "recover": lambda *_: {},
    "note": Seats.note,
}
