"""Phones may send any bytes, but only accepted messages change the fight."""

import json
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from orcus_tui.players.inbox import Inbox, Pending
from orcus_tui.players.messages import KINDS, News, Proposal, SeatChange, Verdict, line_of, read_news, read_proposal
from orcus_tui.players.seats import EXPIRES_AFTER, Seats
from orcus_tui.session.recorded_fight import Result
from tests.helpers.fights.followed import Table

HEROES = ("ketta", "orrin", "sabel", "wick")
STATUSES = {202, 400, 401, 403, 409, 413, 415, 429}
WORDS = {"not understood", "no seat", "no such hero", "too many", "undecided", "another hero", "off",
         "answered", "undone", "over", "moved on"}  # fmt: skip
"""All words that a refusal may contain."""


class Phones:
    """A fight with the seats of its view and the inbox of its tracker, connected as by the pipe."""

    def __init__(self) -> None:
        self.table = Table(Path(mkdtemp()))
        self.table.play("begin", "ask party", "players input on", *(f"players input {each} propose" for each in KINDS))
        self.folder = self.table.folder
        self.feed = self.table.feed()
        self.now = 0.0
        self.log: list[Result] = []
        self.secrets: dict[str, str] = {}
        self.seats = Seats(self.feed, self.receive, lambda: None, lambda: self.now)
        self.inbox = Inbox(self.table.session, self, self, lambda: self.now)
        for hero in HEROES:
            self.secrets[hero] = self.claim(hero)
        self.table.play("players accept all")
        self.number = 0

    def claim(self, hero: str) -> str:
        body = {"v": 1, "key": f"claim {hero}", "kind": "claim", "hero": self.feed.key_of(hero)}
        reply = self.seats.say(json.dumps(body).encode(), "")
        found: str = reply.body["secret"]
        return found

    def receive(self, proposal: Proposal) -> None:
        self.inbox.receive(read_proposal(line_of(proposal)))

    def send(self, news: News) -> None:
        heard = read_news(line_of(news))
        if isinstance(heard, Verdict):
            self.seats.decide(heard)
        else:
            assert isinstance(heard, SeatChange)
            self.seats.change(heard)

    def announce(self, pending: Pending, text: str) -> None:
        assert text.isprintable()
        assert pending in self.inbox.pending

    def note(self, text: str) -> None:
        assert text.isprintable()

    def show_result(self, result: Result) -> None:
        self.log.append(result)

    def restart(self) -> str:
        return ""


@cache
def phones() -> Phones:
    return Phones()


ANY_TEXT = st.text(max_size=140) | st.sampled_from(["\u202eevil", "\x1b[2J", "a; finish", "x\nfinish", '"', "all"])
NUMBERS = st.integers(-(10**20), 10**20) | st.integers(-30, 30)
TURNED = st.sampled_from([*KINDS, "claim", "undo", "finish"])
SAID = st.fixed_dictionaries(
    {"kind": TURNED},
    optional={
        "die": NUMBERS | st.none() | st.floats() | ANY_TEXT, "roll": st.booleans(), "amount": NUMBERS,
        "temporary": st.booleans(), "type": ANY_TEXT | st.sampled_from(["fire", "cold"]), "condition": ANY_TEXT
        | st.sampled_from(["dazed", "prone"]), "text": ANY_TEXT, "question": ANY_TEXT, "turn": ANY_TEXT,
        "targets": st.lists(st.sampled_from(["ketta", "kiln-toad", "weir-reaver", "nobody"]), max_size=4),
        "more": ANY_TEXT,
    },
)  # fmt: skip

SENSIBLE = st.one_of(
    st.fixed_dictionaries({"kind": st.just("hp"), "amount": st.integers(-9, 9), "temporary": st.booleans()}),
    st.fixed_dictionaries(
        {
            "kind": st.just("did"), "amount": st.integers(0, 9), "condition": st.sampled_from(["", "dazed", "prone"]),
            "targets": st.lists(st.sampled_from(["ketta", "kiln-toad", "weir-reaver"]), min_size=1, max_size=2),
        }
    ),
    st.fixed_dictionaries({"kind": st.just("roll"), "die": st.integers(1, 20)}),
    st.fixed_dictionaries({"kind": st.sampled_from(["done", "react", "recover"])}),
    st.fixed_dictionaries({"kind": st.just("note"), "text": ANY_TEXT}),
)  # fmt: skip


def body_of(there: Phones, said: dict[str, Any], hero: str) -> bytes:
    """A message with valid keys, unless the test wants wrong ones."""
    feed = there.feed
    there.number += 1
    words = {"v": 1, "key": f"k{there.number}", "n": there.number, "hero": feed.key_of(hero), **said}
    words["targets"] = [feed.key_of(each) if each in feed.fight.states else each for each in said.get("targets", ())]
    words.setdefault("turn", feed.state.turn)
    asked = [key for _, _, key in feed.questions(hero)]
    words.setdefault("question", asked[0] if asked else "")
    return json.dumps(words).encode()


def check(there: Phones, body: bytes, secret: str) -> None:
    """Sends a message; checks that the fight is unchanged and the reply reveals nothing."""
    before = there.table.session.fight
    reply = there.seats.say(body, secret)
    assert reply.status in STATUSES
    assert reply.body["state"] in ("sent", "waiting", "refused", "stale")
    assert reply.body.get("why", "off") in WORDS
    assert there.table.session.fight is before


@given(body=st.binary(max_size=1024), secret=st.text(max_size=40))
def test_no_bytes_change_the_fight(body: bytes, secret: str) -> None:
    check(phones(), body, secret)
    check(phones(), body, phones().secrets["ketta"])


@given(said=SAID | SENSIBLE, hero=st.sampled_from(HEROES), speaker=st.sampled_from(HEROES), cut=st.integers(0, 400))
def test_only_accepted_messages_change_the_fight_and_the_line_names_the_speaker(
    said: dict[str, Any], hero: str, speaker: str, cut: int
) -> None:
    there = phones()
    there.now += 60.0
    body = body_of(there, said, hero)
    check(there, body[: len(body) - cut] if cut < len(body) // 8 else body, there.secrets[speaker])
    before, there.log = there.table.session.fight, []
    pending = [each.proposal for each in there.inbox.pending]
    assert all(each.hero == speaker for each in pending if each.kind != "claim")
    if pending:
        there.table.play("players accept all")
    assert all(result.command.startswith(f"from {speaker}: ") for result in there.log)
    assert there.log or there.table.session.fight is before
    there.feed.poll()
    if there.table.session.fight.phase != "turns":
        there.table.play("undo")
        there.feed.poll()


def test_ten_thousand_proposals_take_no_more_memory_than_sixty_four() -> None:
    there = Phones()
    for number in range(10_000):
        there.now += 7.0
        body = {"v": 1, "key": f"k{number}", "n": number, "kind": "note", "text": "hello"}
        for hero in HEROES[: 1 + number % 2]:
            assert there.seats.say(json.dumps({**body, "hero": there.feed.key_of(hero)}).encode(), there.secrets[hero])
        there.table.session.run("players refuse all")
    there.now += EXPIRES_AFTER + 1
    there.inbox.tidy()
    assert there.inbox.pending == []
    kept = [len(seat.replies) + len(seat.verdicts) for seat in there.seats._seats.values()]
    assert max(kept) <= 128
    assert len(there.seats._pending) <= 64
