"""Phones through a real server: `orcus-tui play --players`, with the contract's requests and replies."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.helpers.fights.phoned import Table

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the pipe of a script is read line by line on POSIX")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path)
    table.type("begin", "ask party", "players input on")
    table.wait_for("players' view: input on")
    table.until(lambda: table.request("state")[1]["input"], "the input")
    yield table
    assert table.leave() == 0


def test_a_save_that_was_asked_for_is_answered_and_carried_out(table: Table) -> None:
    table.sit_down()
    question = table.ask_for_a_save()
    assert (question["kind"], question["text"], question["die"], question["needs"]) == (
        "save", "save against dazed", 20, 10
    )  # fmt: skip
    assert table.say("roll", question=question["question"], die=14) == (202, {"key": "key1", "state": "sent"})
    table.wait_for("from ari: answer 1 14")
    table.until(lambda: table.seat()["verdicts"] == {"key1": "done"}, "the verdict")
    table.until(lambda: table.seat()["questions"] == [], "the answered question to go")


def test_the_same_key_gets_the_same_reply_and_nothing_happens_twice(table: Table) -> None:
    table.sit_down()
    question = table.ask_for_a_save()
    body = {"v": 1, "key": "once", "n": 1, "kind": "roll", "hero": table.key("Ari"), "die": 3}
    body["question"] = question["question"]
    assert table.request("say", body) == table.request("say", body) == (202, {"key": "once", "state": "sent"})
    table.wait_for("from ari: answer 1 3")
    assert sum("answer 1 3" in line for line in table.output) == 1


def test_an_answer_to_an_answered_or_undone_question_is_stale(table: Table) -> None:
    table.sit_down()
    question = table.ask_for_a_save()
    table.type("answer 1 12")
    table.until(lambda: not table.seat()["questions"], "the answer")
    status, reply = table.say("roll", question=question["question"], die=14)
    assert (status, reply["why"]) == (409, "answered")
    table.type("undo")
    table.until(lambda: table.seat()["questions"] == [question], "the question again")
    table.type("undo")
    table.until(lambda: not table.seat()["questions"], "the undo")
    status, reply = table.say("roll", question=question["question"], die=14)
    assert (status, reply["why"]) == (409, "undone")


def test_an_answer_does_not_reach_another_question_that_the_same_line_asks_after_an_undo(table: Table) -> None:
    table.sit_down()
    question = table.ask_for_a_save()
    table.type("undo 2", "apply ari stunned save", "next")
    table.until(lambda: [each["text"] for each in table.seat()["questions"]] == ["save against stunned"], "the save")
    status, reply = table.say("roll", question=question["question"], die=14)
    assert (status, reply["why"]) == (409, "undone")
    assert [each["text"] for each in table.seat()["questions"]] == ["save against stunned"]


def test_damage_is_proposed_and_carried_out_once_accepted(table: Table) -> None:
    table.sit_down()
    assert table.say("hp", amount=-9)[0] == 202
    table.wait_for("2: Ari: damage ari 9")
    assert table.request("state")[1]["creatures"][0]["health"]["text"] == "44/44"
    assert table.say("hp", amount=-3)[0] == 429  # only one message of a kind at a time
    table.type("players accept")
    table.wait_for("Ari takes 9: 44 → 35")
    table.until(lambda: table.seat()["verdicts"].get("key1") == "done", "the verdict")
    assert table.say("hp", amount=-3)[0] == 202
    table.wait_for("3: Ari: damage ari 3")
    table.type("players refuse all")
    table.until(lambda: table.seat()["verdicts"].get("key3") == "refused", "the refusal")


def test_a_proposal_to_end_the_turn_lasts_as_long_as_the_turn(table: Table) -> None:
    table.sit_down()
    turn = table.request("state")[1]["turn"]
    assert table.say("done", turn=turn)[0] == 202
    table.wait_for("2: Ari: next")
    table.type("players accept all")
    table.wait_for("Ogre's turn")
    table.until(lambda: table.request("state")[1]["turn"] != turn, "the next turn")
    status, reply = table.say("done", turn=turn)
    assert (status, reply["why"]) == (409, "moved on")


def test_an_unknown_request_is_refused_with_its_status(table: Table) -> None:
    assert table.request("say", {"v": 1, "key": "a", "kind": "note", "hero": table.key("Ari"), "text": "x"})[0] == 401
    table.sit_down()
    for body, status in (
        (b"{}", 400),
        (b"\xff", 400),
        (b"[" * 1000, 400),
        (b" " * 1025, 413),
        (b"x" * 90_000, 413),
    ):
        assert table.request("say", body)[0] == status
    assert table.request("say", b"{}", **{"Content-Type": "text/plain"})[0] == 415
    assert table.request("say", b"{}", Origin="")[0] == 403
    assert table.request("say", b"{}", Origin="http://elsewhere")[0] == 403
    assert table.request("state", b"{}")[0] == 405
    assert table.say("roll", question="nonsense", die=4)[0] == 409
    assert table.say("note", hero="Ogre", text="x")[0] == 403
    assert table.say("note", text="")[0] == 400
    table.type("players input note off")
    table.until(lambda: table.say("note", text="hello")[0] == 403, "the setting")


def test_a_seat_that_is_ended_says_nothing_more(table: Table) -> None:
    table.sit_down()
    table.type("players seats", "players unseat ari")
    table.wait_for("Ari: 1 phone")
    table.until(lambda: table.request("seat/state")[0] == 401, "the end of the seat")
    assert table.say("note", text="hello")[0] == 401


def test_the_same_claim_gets_the_same_seat(table: Table) -> None:
    first = table.claim("Ari", "one claim")
    assert table.claim("Ari", "one claim") == first
    table.type("players inbox")
    table.wait_for(" wants to speak for Ari")
    assert not any("2: a phone" in line for line in table.output)


def test_numbers_rise_and_are_needed(table: Table) -> None:
    table.sit_down()
    body = {"v": 1, "kind": "note", "hero": table.key("Ari"), "text": "hello"}
    assert table.request("say", {**body, "key": "a"})[0] == 400
    assert table.request("say", {**body, "key": "b", "n": 7})[0] == 202
    table.until(lambda: table.seat()["verdicts"] == {"b": "done"}, "the verdict")
    assert table.request("say", {**body, "key": "c", "n": 7})[0] == 409
    assert table.request("say", {**body, "key": "d", "n": 8})[0] == 202


def test_a_new_address_ends_the_old_one_and_all_seats(table: Table) -> None:
    table.sit_down()
    secret, before = table.secret, table.url
    table.type("players new address")
    table.wait_for("the players' view is now at ")
    line = next(each for each in table.output if "is now at" in each)
    table.url = line.split()[-1] if line.split()[-1].startswith("http") else ""
    assert table.url.split("/")[-2] != before.split("/")[-2]
    table.secret = secret
    assert table.request("seat/state")[0] == 401
    assert table.key("Ari")


def test_a_seat_outlives_the_program(table: Table, tmp_path: Path) -> None:
    table.sit_down()
    assert table.leave() == 0
    again = Table(tmp_path)
    again.secret = table.secret
    assert again.url == table.url
    assert again.seat()["hero"] == again.key("Ari")
    again.type("begin", "players input on")
    again.until(lambda: again.state()["input"], "the input")
    assert again.say("hp", amount=-9)[0] == 202
    again.wait_for("1: Ari: damage ari 9")
    assert again.leave() == 0


def test_while_a_hidden_creature_acts_the_end_of_a_turn_is_only_sent(table: Table) -> None:
    table.sit_down()
    table.type("hide ogre")
    table.until(lambda: len(table.state()["creatures"]) == 1, "the hiding")
    before = table.state()
    turn = before["turn"]
    assert table.say("done", turn=turn) == (202, {"key": "key1", "state": "sent"})
    table.wait_for("2: Ari: next")
    table.type("next")
    table.wait_for("Ogre's turn")
    table.type("note ari waits")
    assert table.seat()["up"]
    table.type("players inbox")
    table.wait_for("nothing waits")
    assert table.seat()["verdicts"] == {"key1": "sent"}
    assert table.say("done", turn=turn) == (202, {"key": "key2", "state": "sent"})
    assert table.seat()["verdicts"] == {"key1": "sent", "key2": "sent"}
    assert table.state() == before


def view_of_table(table: Table) -> int:
    """The process of the players' view that a table has started."""
    words = ["ps", "-o", "pid=", "--ppid", str(table.process.pid)]
    children = subprocess.run(words, check=True, capture_output=True, text=True)
    return int(children.stdout.split()[0])


@pytest.mark.skipif(sys.platform != "linux", reason="`ps --ppid` is of Linux")
def test_a_fight_continues_without_its_view(table: Table) -> None:
    table.sit_down()
    os.kill(view_of_table(table), signal.SIGKILL)
    table.wait_for("it has ended")
    table.type("damage ari 5", "players seats", "players unseat all", "next")
    table.wait_for("Ari takes 5")


@pytest.mark.skipif(sys.platform != "linux", reason="`ps --ppid` is of Linux")
def test_a_view_that_does_not_read_delays_nothing(table: Table) -> None:
    table.sit_down()
    view = view_of_table(table)
    os.kill(view, signal.SIGSTOP)
    try:
        table.type("players unseat all", "damage ari 5")
        table.wait_for("Ari takes 5")
    finally:
        os.kill(view, signal.SIGCONT)
    table.until(lambda: table.request("seat/state")[0] == 401, "the end of the seat")
