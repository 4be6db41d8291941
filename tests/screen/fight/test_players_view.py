"""The players' view, which the tracker starts and stops, and its row on cards."""

import urllib.request
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from orcus_tui.screen.app import Tracker
from orcus_tui.screen.fight.user_input import UserInput
from tests.helpers.fights.random_fights import journal_settings_at, play_lines, session_on, small_fight
from tests.helpers.screen.driver import fight_tracker, pane_text, play, press, say, sees, tracker, until


def tracker_with_journal(tmp_path: Path, **more: Any) -> Tracker:
    settings = journal_settings_at(tmp_path)
    session = session_on(small_fight(), journal_settings=settings)
    play_lines(session, "begin")
    return tracker(session, settings, **more)


def test_v_serves_the_view_shows_its_address_and_closes_it(tmp_path: Path) -> None:
    app = tracker_with_journal(tmp_path)

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "v", "j", "enter")
        await until(pilot, lambda: app.fight.players_view and sees(pilot, "http://127.0.0.1:"))
        url = app.fight.players_view.link.url
        assert b"Ogre" in urllib.request.urlopen(f"{url}state").read()  # noqa: S310  # ours
        assert sees(pilot, "Only this computer can reach it.")
        await press(pilot, "escape")
        await until(pilot, lambda: "players see Ari · 40/40" in pane_text(pilot, "cards"))
        await say(pilot, "hide ogre", 'mask goblin1 "Imp"')
        await press(pilot, "home", "j")
        assert "players see nothing" in pane_text(pilot, "cards")
        await press(pilot, "v", "j", "enter")
        await until(pilot, lambda: app.fight.players_view is None)
        await until(pilot, lambda: "players see Ari" not in pane_text(pilot, "cards"))

    play(app, script, (140, 44))


def test_a_host_in_the_settings_starts_it_without_asking_and_a_wrong_one_says_why(tmp_path: Path) -> None:
    app = tracker_with_journal(tmp_path, user_input=UserInput(players_address=("192.0.2.77", 0)))

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "v")
        await until(pilot, lambda: sees(pilot, "cannot serve on 192.0.2.77"))
        assert app.fight.players_view is None

    play(app, script, (120, 40), toasts=True)


def test_a_mask_is_on_the_card_even_without_viewers() -> None:
    app = fight_tracker("mask ari", "players hp bar for ari")

    async def script(pilot: Pilot[Any]) -> None:
        assert "players see Unknown A · 4/4" in pane_text(pilot, "cards")

    play(app, script, (140, 44))


def test_the_message_of_v_is_not_overwritten_by_that_of_a_line_refused_later() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "v")
        assert sees(pilot, "this fight has no journal")
        pilot.app.fight.submit("act ogre")
        await until(pilot, lambda: sees(pilot, "has neither delayed nor"))
        assert sees(pilot, "this fight has no journal")
        pilot.app.fight.submit("heal goblin1 1")
        await until(pilot, lambda: sees(pilot, "is dead"))
        assert not sees(pilot, "has neither delayed nor")

    play(fight_tracker("kill goblin1"), script, (120, 40), toasts=True)
