"""Messages of phones on the game master's screen: the strip, the inbox, and the race with `r`."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from orcus_tui.screen.app import Tracker
from orcus_tui.screen.fight import phones
from orcus_tui.screen.fight.phones import InboxStrip, strip_row
from orcus_tui.screen.widgets.row import cells, text_of
from tests.helpers.fights.phone import Phone
from tests.helpers.fights.random_fights import journal_settings_at, play_lines, session_on, small_fight
from tests.helpers.screen.driver import pane_text, play, press, say, sees, tracker, type_text, until

Script = Callable[[Tracker, Pilot[Any], Phone], Awaitable[None]]


def play_with_a_phone(tmp_path: Path, script: Script) -> None:
    """A tracker whose view is open, with a phone that speaks for Ari."""
    settings = journal_settings_at(tmp_path)
    session = session_on(small_fight(), journal_settings=settings)
    play_lines(session, "begin", "players input on")
    app = tracker(session, settings)

    async def run(pilot: Pilot[Any]) -> None:
        await press(pilot, "v", "j", "enter")
        await until(pilot, lambda: app.fight.players_view and sees(pilot, "http://127.0.0.1:"))
        assert app.fight.players_view
        phone = Phone(app.fight.players_view.link.url)
        await press(pilot, "escape")
        code = (await asyncio.to_thread(phone.claim, "Ari"))["code"]
        await until(pilot, lambda: sees(pilot, f"✉ 1 · phone {code} wants to speak for Ari"))
        await press(pilot, "Y")
        await until(pilot, lambda: phone.request("seat/state")[0] == 200)
        await script(app, pilot, phone)

    play(app, run, (120, 40), toasts=True)


@pytest.fixture(autouse=True)
def settled_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phones, "SETTLED_AFTER", 0.0)


async def sent(phone: Phone, kind: str, **words: object) -> int:
    return (await asyncio.to_thread(lambda: phone.say(kind, **words)))[0]


def test_damage_is_shown_with_what_is_left_and_accepted_with_one_key(tmp_path: Path) -> None:
    async def script(app: Tracker, pilot: Pilot[Any], phone: Phone) -> None:
        ogre = await asyncio.to_thread(phone.key, "Ogre")
        assert await sent(phone, "did", targets=[ogre], amount=9) == 202
        await until(pilot, lambda: sees(pilot, "✉ 1 · Ari: 9 damage to Ogre → 51 left · Y accept"))
        assert app.fight.view.fight.states["ogre"].hp == 60
        strip = app.fight.query_one(InboxStrip).region
        assert (strip.y, strip.height, strip.width) == (40 - 3, 1, 120)
        assert all(sees(pilot, each) for each in ("Round 1", "Initiative", "Goblin 3", "begin", "n next"))
        await press(pilot, "Y")
        await until(pilot, lambda: app.fight.view.fight.states["ogre"].hp == 51)
        await until(pilot, lambda: "from ari: damage ogre 9 by ari" in pane_text(pilot, "log"))
        assert not app.fight.query_one(InboxStrip).display
        await until(pilot, lambda: phone.seat()["verdicts"] == {"key1": "done"})
        await press(pilot, "z")
        await until(pilot, lambda: app.fight.view.fight.states["ogre"].hp == 60)

    play_with_a_phone(tmp_path, script)


def test_the_strip_changes_neither_the_focus_nor_a_half_typed_line(tmp_path: Path) -> None:
    async def script(app: Tracker, pilot: Pilot[Any], phone: Phone) -> None:
        await press(pilot, ":")
        await type_text(pilot, "damage ogre ")
        focused = app.fight.focused
        assert await sent(phone, "hp", amount=-9) == 202
        await until(pilot, lambda: sees(pilot, "✉ 1 · Ari: 9 damage taken → 31 left"))
        await type_text(pilot, "7Y")
        assert app.fight.focused is focused
        assert sees(pilot, "damage ogre 7Y")
        assert app.fight.view.fight.states["ari"].hp == 40

    play_with_a_phone(tmp_path, script)


def test_an_offer_that_has_just_changed_is_not_accepted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def script(app: Tracker, pilot: Pilot[Any], phone: Phone) -> None:
        monkeypatch.setattr(phones, "SETTLED_AFTER", 1_000.0)
        assert await sent(phone, "hp", amount=-9) == 202
        await until(pilot, lambda: sees(pilot, "✉ 1 · Ari"))
        await press(pilot, "Y")
        assert sees(pilot, "this has just changed")
        assert app.fight.view.fight.states["ari"].hp == 40

    play_with_a_phone(tmp_path, script)


def test_the_inbox_accepts_refuses_and_edits(tmp_path: Path) -> None:
    async def script(app: Tracker, pilot: Pilot[Any], phone: Phone) -> None:
        assert await sent(phone, "hp", amount=-9) == 202
        assert await sent(phone, "did", targets=[await asyncio.to_thread(phone.key, "Ogre")], amount=5) == 202
        await until(pilot, lambda: sees(pilot, "✉ 2 · Ari: 9 damage taken"))
        await press(pilot, "M")
        assert sees(pilot, "Ari: 5 damage to Ogre → 55 left")
        await press(pilot, "?")
        assert sees(pilot, "refuses the proposal; the phone shows that")
        await press(pilot, "escape")
        await press(pilot, "x")
        await until(pilot, lambda: phone.seat()["verdicts"].get("key1") == "refused")
        await until(pilot, lambda: sees(pilot, "Inbox"))  # the question is open again, for the other answer
        await press(pilot, "e")
        assert sees(pilot, "from ari: damage ogre 5 by ari")
        await press(pilot, *["left"] * len(" by ari"), "backspace", "8", "enter")
        await until(pilot, lambda: app.fight.view.fight.states["ogre"].hp == 52)
        await until(pilot, lambda: phone.seat()["verdicts"] == {"key1": "refused", "key2": "done"})
        assert app.fight.view.fight.states["ari"].hp == 40

    play_with_a_phone(tmp_path, script)


def test_an_answer_on_a_phone_wins_and_the_tracker_shows_a_message(tmp_path: Path) -> None:
    async def script(app: Tracker, pilot: Pilot[Any], phone: Phone) -> None:
        await say(pilot, "ask party", "apply ari dazed save", "next")
        await until(pilot, lambda: phone.seat()["questions"])
        question = phone.seat()["questions"][0]["question"]
        await press(pilot, "r", "1")
        assert await sent(phone, "roll", question=question, die=14) == 202
        await until(pilot, lambda: sees(pilot, "Ari has answered on a phone"))
        await until(pilot, lambda: "from ari: answer 1 14" in pane_text(pilot, "log"))
        assert app.fight.view.answering is None
        await until(pilot, lambda: not phone.seat()["questions"])
        assert await sent(phone, "roll", question=question, die=15) == 409

    play_with_a_phone(tmp_path, script)


def test_an_outdated_proposal_is_removed(tmp_path: Path) -> None:
    async def script(app: Tracker, pilot: Pilot[Any], phone: Phone) -> None:
        turn = (await asyncio.to_thread(phone.state))["turn"]
        assert await sent(phone, "done", turn=turn) == 202
        await until(pilot, lambda: sees(pilot, "✉ 1 · Ari: the turn is over → Ogre's turn"))
        await press(pilot, "n")
        await until(pilot, lambda: not app.fight.query_one(InboxStrip).display)
        await until(pilot, lambda: phone.seat()["verdicts"] == {"key1": "stale"})

    play_with_a_phone(tmp_path, script)


def test_a_note_is_read_in_the_log_and_in_a_message(tmp_path: Path) -> None:
    async def script(app: Tracker, pilot: Pilot[Any], phone: Phone) -> None:
        assert await sent(phone, "note", text="\u202eI \x1b[2Jhide") == 202
        await until(pilot, lambda: "Ari: I [2Jhide" in pane_text(pilot, "log"))

    play_with_a_phone(tmp_path, script)


@pytest.mark.parametrize("width", [38, 60, 80, 200])
def test_the_strip_fits_at_every_width(width: int) -> None:
    row = text_of(strip_row(64, "Ketta of the Long Name: 9 damage to Kiln Toad → 7 left", ("Y", "M"), width))
    assert cells(row) == width
    assert "Y accept M inbox" in row
    assert row.startswith("└ ✉ 64 · Ket")
