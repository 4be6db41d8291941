"""The odds and the figures on the screen: `O` and `F` in the fight, `O` in the builder."""

import gc
from pathlib import Path
from threading import current_thread, main_thread
from typing import Any

import pytest
from textual.pilot import Pilot

from orcus_tui.screen.dialogs.text_viewer import TextViewer
from orcus_tui.screen.fight import open_dialogs
from orcus_tui.screen.fight.fight_screen import FightScreen
from orcus_tui.simulation import forecast, stopping
from orcus_tui.storage.journal.journal_settings import JournalSettings
from tests.helpers.casts.duels import fight_of, fighter
from tests.helpers.fights.clock import Clock
from tests.helpers.fights.random_fights import NO_SYNC, journal_settings_at, play_lines, session_on
from tests.helpers.screen.driver import fight_tracker, messages, play, press, seen, tracker, until


@pytest.fixture(autouse=True)
def few_fights_in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forecast, "processors", lambda: 1)
    monkeypatch.setattr(stopping, "BATCH", 3)
    monkeypatch.setattr(stopping, "FEWEST", 6)
    monkeypatch.setattr(stopping, "MOST", 6)


def viewer_text(pilot: Pilot[Any]) -> str:
    return "\n".join(seen(pilot)) if isinstance(pilot.app.screen, TextViewer) else ""


def test_the_odds_are_simulated_from_the_current_state() -> None:
    session = session_on(fight_of(fighter("Ari", "party"), fighter("Ogre", "foes")))
    play_lines(session, "begin", "damage ogre 11")
    before = session.fight
    has_turn = before.sheets[before.active or ""].name

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "O")
        await until(pilot, lambda: "The party won" in viewer_text(pilot))
        assert "stopped before the end" not in viewer_text(pilot)
        assert f"Orcus, from {has_turn}'s turn in round 1" in viewer_text(pilot)
        await until(pilot, lambda: "54 fights" in viewer_text(pilot))
        assert "Not played: position" in viewer_text(pilot)
        await press(pilot, "escape")
        assert not isinstance(pilot.app.screen, TextViewer)

    play(tracker(session), script)
    assert session.fight is before


def test_m_opens_a_fight_in_the_middle_to_be_read() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "O")
        await until(pilot, lambda: "54 fights" in viewer_text(pilot))
        await press(pilot, "m")
        await until(pilot, lambda: "of steady against spreading, the median fight:" in viewer_text(pilot))
        assert "> begin" in viewer_text(pilot)
        await press(pilot, "escape")
        assert "54 fights" in viewer_text(pilot)

    play(tracker(session_on(fight_of(fighter("Ari", "party"), fighter("Ogre", "foes")))), script)


def test_a_fight_without_foes_says_so() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "O")
        await until(pilot, lambda: "there are no foes to play the fight with" in viewer_text(pilot))

    play(tracker(session_on(fight_of(fighter("Ari", "party")))), script)


def test_the_figures_of_an_unfinished_fight() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "F")
        await until(pilot, lambda: "Party: 9 dealt" in viewer_text(pilot))

    play(fight_tracker("damage ogre 9 by ari"), script)


def test_figures_that_are_wanted_again_at_once_open_once() -> None:
    """The first worker is cancelled before it starts; Python warns of a coroutine that never starts, which fails the
    test.
    """

    async def script(pilot: Pilot[Any]) -> None:
        screen = pilot.app.screen
        screen.action_press("report")
        screen.action_press("report")
        await until(pilot, lambda: "Party: 9 dealt" in viewer_text(pilot))
        gc.collect()
        assert len(pilot.app.screen_stack) == 2

    play(fight_tracker("damage ogre 9 by ari"), script)


def test_a_long_fight_announces_that_figures_take_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[list[str]] = []
    figures = open_dialogs._report_lines

    def beside_the_screen(screen: FightScreen) -> list[str]:
        assert current_thread() is not main_thread()
        said.append([each.message for each in messages(screen)])
        return figures(screen)

    async def script(pilot: Pilot[Any]) -> None:
        commands = len(pilot.app.fight.session.timeline.executions)
        for most in (commands + 1, commands):
            monkeypatch.setattr(open_dialogs, "MANY_COMMANDS", most)
            await press(pilot, "F")
            await until(pilot, lambda: "Party: 9 dealt" in viewer_text(pilot))
            await press(pilot, "escape")
        assert said == [[], [f"reading {commands} commands for the report"]]

    monkeypatch.setattr(open_dialogs, "_report_lines", beside_the_screen)
    play(fight_tracker("damage ogre 9 by ari", "next"), script, toasts=True)


def test_figures_that_cannot_be_read_are_refused_with_the_reason(tmp_path: Path) -> None:
    session = session_on(fight_of(fighter("Ari", "party"), fighter("Ogre", "foes")))

    async def script(pilot: Pilot[Any]) -> None:
        play_lines(session, "begin")
        (journal,) = tmp_path.glob("*.jsonl")
        journal.unlink()
        await press(pilot, "F")
        await until(pilot, lambda: any("No such file" in each.message for each in messages(pilot)))

    session.begin_journal(journal_settings_at(tmp_path))
    play(tracker(session), script, toasts=True)


def test_the_figures_of_a_fight_with_a_journal_have_its_times(tmp_path: Path) -> None:
    session = session_on(fight_of(fighter("Ari", "party"), fighter("Ogre", "foes")))
    clock = Clock()

    async def script(pilot: Pilot[Any]) -> None:
        play_lines(session, "begin")
        clock.now += 90
        play_lines(session, "damage ogre 5 by ari", "next")
        await press(pilot, "F")
        await until(pilot, lambda: "Party: 5 dealt" in viewer_text(pilot))
        assert "Turns took 1:30" in viewer_text(pilot)

    session.begin_journal(JournalSettings(tmp_path, "orcus-tui test", clock.text, NO_SYNC))
    play(tracker(session), script)
