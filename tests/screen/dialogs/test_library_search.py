"""The library in the command line.

`add` completes its names and previews the newcomers, in every fight of a tracker.
"""

from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from tests.helpers.casts.library import library_at
from tests.helpers.fights.random_fights import journal_settings_at, play_lines, session_on, small_fight
from tests.helpers.screen.driver import play, press, say, sees, tracker, type_text, until, until_seen


def test_a_partial_name_is_completed_and_enter_adds_the_creature(tmp_path: Path) -> None:
    session = session_on(small_fight())
    session.library = library_at(tmp_path)
    app = tracker(session)

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, ":")
        await type_text(pilot, "add mud-goblin-c")
        assert sees(pilot, "level 4 boss, Blocker, Small Natural Humanoid, leader")
        await press(pilot, "tab")
        assert sees(pilot, "Mud Goblin Chief joins as mud-goblin-chief")
        await press(pilot, "enter")
        assert app.fight.view.fight.sheets["mud-goblin-chief"].max_hp == 140

    play(app, script, (100, 24))


def test_a_resumed_fight_has_the_library_too(tmp_path: Path) -> None:
    left = session_on(small_fight(), journal_settings=journal_settings_at(tmp_path / "state"))
    play_lines(left, "begin")
    left.end(finished=False)
    session = session_on(small_fight())
    session.library = library_at(tmp_path)
    app = tracker(session, journal_settings_at(tmp_path / "state"))

    async def script(pilot: Pilot[Any]) -> None:
        await until_seen(pilot, "Unfinished fights")
        await press(pilot, "enter")
        await until(pilot, lambda: app.fight.session is not session)
        await say(pilot, "add barrow-wight")
        assert app.fight.view.fight.sheets["barrow-wight"].max_hp == 62

    play(app, script, (100, 24))
