"""Seats and the inbox of a fight, without a server between them: messages of phones, and their results."""

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import pytest

from orcus_tui.errors import Impossible
from orcus_tui.model import requests
from orcus_tui.players.feed import FightFeed
from orcus_tui.players.inbox import Inbox, Pending
from orcus_tui.players.input_routes import SeatStream, input_routes
from orcus_tui.players.messages import News, Proposal, Verdict
from orcus_tui.players.seats import EXPIRES_AFTER, MOST_A_MINUTE, MOST_KEYS, MOST_PENDING, Reply, Seats
from orcus_tui.players.web import BYE, HEARTBEAT, Message, Signal
from orcus_tui.session.recorded_fight import Result
from tests.helpers.disks.shell import AMBUSH
from tests.helpers.fights.followed import Table as Followed

BEL = """
[[creature]]
name = "Bel"
kind = "pc"
max_hp = 30
initiative_total = 20
[creature.defenses]
ac = 18
fortitude = 16
reflex = 14
will = 13
"""
"""Another hero."""


class Phones:
    """The fight of a table, and phones that send it messages."""

    def __init__(self, folder: Path, ambush: str = AMBUSH + BEL) -> None:
        self.folder = folder
        encounter = folder / "ambush.toml"
        encounter.write_text(ambush, encoding="utf-8")
        self.table = Followed(folder, encounter)
        self.told: list[str] = []
        self.feed: FightFeed = self.table.feed()
        self.inbox = Inbox(self.table.session, self, self, self.table.clock)
        self.seats = Seats(self.feed, self.inbox.receive, lambda: None, self.table.clock)
        self.number = 0

    def send(self, news: News) -> None:
        self.seats.decide(news) if isinstance(news, Verdict) else self.seats.change(news)

    def announce(self, pending: Pending, text: str) -> None:
        self.told.append(f"{pending.number}: {text}")

    def note(self, text: str) -> None:
        self.told.append(text)

    def show_result(self, result: Result) -> None:
        self.told += result.log

    def restart(self) -> str:
        raise NotImplementedError("there is no server here")

    def play(self, *lines: str) -> None:
        self.table.play(*lines)
        self.feed.poll()

    def key(self, name: str) -> str:
        return next(each.key for each in self.feed.state.creatures if each.name == name)

    def say(self, secret: str, kind: str, hero: str = "Ari", **words: Any) -> Reply:
        self.number += 1
        said = {"v": 1, "key": f"key{self.number}", "n": self.number, "kind": kind, "hero": self.key(hero), **words}
        return self.seats.say(json.dumps(said).encode(), secret)

    def seat(self, hero: str = "Ari") -> str:
        """The secret of a new seat that the game master accepts."""
        reply = self.say("", "claim", hero)
        assert reply.status == 202
        self.accept()
        return str(reply.body["secret"])

    def accept(self) -> list[str]:
        lines = self.inbox.handle(requests.AcceptProposals(None, all=False)).lines
        self.feed.poll()
        return list(lines)

    def waiting(self) -> list[str]:
        return list(self.inbox.handle(requests.ShowInbox()).lines)

    def state(self, secret: str) -> Any:
        return self.seats.state_of(secret).body


@pytest.fixture
def phones(tmp_path: Path) -> Phones:
    phones = Phones(tmp_path)
    phones.play("begin", "ask party", "players input on")
    return phones


def test_the_inbox_lists_what_waits_with_numbers_names_and_lines(phones: Phones) -> None:
    assert phones.waiting() == ["nothing waits"]
    secret = phones.seat()
    phones.say(secret, "hp", amount=-3, type="fire")
    phones.say("", "claim")
    assert phones.waiting()[0] == "2: Ari: damage ari 3 fire"
    assert re.fullmatch(r"3: phone \d{3} wants to speak for Ari", phones.waiting()[1])


def test_a_hit_names_creatures_as_players_see_them(phones: Phones) -> None:
    secret = phones.seat()
    ogre = phones.key("Ogre")
    assert phones.say(secret, "did", amount=3, targets=[ogre]).status == 202
    assert phones.waiting() == ["2: Ari: damage ogre 3 by ari"]
    for targets in ([], ["another"], [ogre, "another"]):
        assert phones.say(secret, "did", amount=3, targets=targets).status == 400
    assert phones.say(secret, "did", targets=[ogre]).status == 400
    assert "accepted: Ari: damage ogre 3 by ari" in phones.accept()


def test_a_seat_sees_the_questions_of_its_own_hero(phones: Phones) -> None:
    ari, bel = phones.seat("Ari"), phones.seat("Bel")
    phones.play("apply ari,bel dazed save", "next")
    texts = [[each["text"] for each in phones.state(secret)["questions"]] for secret in (ari, bel)]
    assert texts == [["save against dazed"], []]


def test_a_seat_remembers_a_limited_number_of_verdicts(phones: Phones) -> None:
    secret = phones.seat()
    for _ in range(MOST_KEYS + 5):
        phones.table.clock.now += 60
        assert phones.say(secret, "note", text="hello").status == 202
    kept = list(phones.state(secret)["verdicts"])
    assert len(kept) == MOST_KEYS
    assert kept[-1] == f"key{phones.number}"


def test_a_phone_may_send_a_limited_number_a_minute_and_one_of_a_kind_at_a_time(phones: Phones) -> None:
    secret = phones.seat()
    assert phones.say(secret, "hp", amount=-1).status == 202
    assert phones.say(secret, "hp", amount=-1) == Reply(429, {"state": "refused", "why": "undecided"})
    said = [phones.say(secret, "note", text="hello").status for _ in range(MOST_A_MINUTE)]
    assert said == [202] * (MOST_A_MINUTE - 1) + [429]
    assert phones.say(secret, "note", text="hello").body["why"] == "too many"
    phones.table.clock.now += EXPIRES_AFTER + 1
    assert phones.say(secret, "hp", amount=-2).status == 202
    assert next(iter(phones.state(secret)["verdicts"].values())) == "expired"


def test_the_paths_match_the_contract(phones: Phones) -> None:
    routes = input_routes(phones.seats, Signal(), lambda: None)
    methods = {route.path: route.methods for route in routes}
    assert methods == {"/say": {"POST"}, "/seat": {"GET", "HEAD"}, "/seat/state": {"GET", "HEAD"}}


def test_initiative_is_answered_before_the_first_turn(tmp_path: Path) -> None:
    phones = Phones(tmp_path, AMBUSH.replace("initiative_total = 20", "initiative = 2"))
    phones.play("ask party", "players input on")
    secret = phones.seat()
    phones.play("begin")
    asked = phones.state(secret)["questions"][0]
    assert (asked["kind"], asked["die"]) == ("initiative", 20)
    assert phones.say(secret, "roll", question=asked["question"], die=11).status == 202
    assert phones.table.session.fight.states["ari"].initiative == 13
    phones.play("begin", "finish")
    assert phones.say(secret, "roll", question=asked["question"], die=11).body["why"] == "over"


def test_nobody_asks_for_a_seat_while_input_is_off(phones: Phones) -> None:
    phones.play("players input off")
    assert phones.say("", "claim") == Reply(403, {"state": "refused", "why": "off"})
    phones.inbox.receive(Proposal("key", "seat", "claim", "ari", code="417"))  # from a view that does not know it yet
    assert phones.waiting() == ["nothing waits"]


def test_a_hero_is_offered_what_its_own_settings_allow(phones: Phones) -> None:
    phones.play("players input did off", "players input did propose for bel", "players input note off for ari")
    offered = {each.name: each.input for each in phones.feed.state.creatures}
    assert offered == {
        "Ari": ("roll", "done", "hp", "react"),
        "Bel": ("roll", "done", "hp", "did", "react", "note"),
        "Ogre": (),
    }
    assert phones.feed.state.input == ("roll", "done", "hp", "did", "react", "note")
    assert phones.feed.state.choices
    phones.play("set bel recoveries 3")
    assert "recover" in phones.feed.state.input


@pytest.mark.parametrize(("system", "line"), [("orcus", "rally ari"), ("srd5", "recover ari")])
def test_a_recovery_in_a_fight_is_a_rally_if_the_system_has_one(system: str, line: str, tmp_path: Path) -> None:
    hero = AMBUSH.replace('name = "Ambush"', f'name = "Ambush"\nsystem = "{system}"').partition("[creature.def")[0]
    phones = Phones(tmp_path, hero + "recoveries = 3\n")
    phones.play("begin", "players input on")
    phones.say(phones.seat(), "recover")
    assert phones.waiting() == [f"2: Ari: {line}"]


def test_a_verdict_that_arrives_while_another_is_being_sent_is_sent_next(phones: Phones) -> None:
    secret, news, sent = phones.seat(), Signal(), [b""]

    async def send(message: Message) -> None:
        sent.append(message.get("body", b""))
        if len(sent) == 4:  # the first state is being sent
            phones.say(secret, "note", text="hello")
            news.send()
        if b"done" in sent[-1]:
            news.end()

    async def never() -> Message:
        await asyncio.Event().wait()
        raise AssertionError

    asyncio.run(asyncio.wait_for(SeatStream(phones.seats, news, secret)({}, never, send), HEARTBEAT / 2))
    assert f'"key{phones.number}":"done"'.encode() in sent[-2]
    assert sent[-1] == BYE


def test_a_number_that_the_inbox_lacks_is_refused(phones: Phones) -> None:
    with pytest.raises(Impossible, match="nothing waits"):
        phones.accept()
    phones.say("", "claim")
    with pytest.raises(Impossible, match="there is no proposal 7"):
        phones.inbox.handle(requests.RefuseProposals(7, all=False))
    assert phones.inbox.handle(requests.RefuseProposals(1, all=False)).lines[0].startswith("refused: phone ")
    assert phones.waiting() == ["nothing waits"]


def test_all_of_no_proposals_is_no_error(phones: Phones) -> None:
    for request in (requests.AcceptProposals(all=True), requests.RefuseProposals(all=True)):
        assert phones.inbox.handle(request).lines == ("nothing waits",)


def test_a_hero_has_several_phones_and_the_first_answer_counts(phones: Phones) -> None:
    one, other = phones.seat(), phones.seat()
    phones.play("apply ari dazed save", "next")
    question = phones.state(one)["questions"][0]["question"]
    assert phones.state(other)["questions"][0]["question"] == question
    assert phones.say(one, "roll", question=question, die=14).status == 202
    phones.feed.poll()
    late = phones.say(other, "roll", question=question, die=3)
    assert (late.status, late.body["why"]) == (409, "answered")


def test_a_seat_speaks_for_its_own_hero_alone(phones: Phones) -> None:
    ari, bel = phones.seat("Ari"), phones.seat("Bel")
    phones.play("apply ari dazed save", "next")
    question = phones.state(ari)["questions"][0]["question"]
    assert phones.say(bel, "roll", "Ari", question=question, die=14).status == 403
    assert phones.say(bel, "roll", "Bel", question=question, die=14).status == 409
    assert phones.say(ari, "roll", question=question, die=21).status == 400
    assert phones.table.session.fight.questions


def test_a_limited_number_of_phones_may_wait(phones: Phones) -> None:
    claims = [phones.say("", "claim", ("Ari", "Bel")[number % 2]) for number in range(MOST_PENDING + 1)]
    assert [each.status for each in claims] == [202] * MOST_PENDING + [429]
    assert len(phones.waiting()) == MOST_PENDING


@pytest.mark.parametrize("text", ["one\x1b[31m two\n\x07three", "one\u202e two\u2066 three", "\tone  two\x9b three "])
def test_a_note_is_one_line_of_signs_that_can_be_shown(phones: Phones, text: str) -> None:
    assert phones.say(phones.seat(), "note", text=text).status == 202
    note = next(each for each in phones.told if "three" in each)
    assert note.isprintable()
    assert note.split(": ", 1)[1].split()[-1] == "three"
