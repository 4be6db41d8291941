"""The notes of an encounter, which open once by themselves, and with a key; and the line that an event offers."""

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from orcus_tui.screen.app import Tracker
from orcus_tui.screen.dialogs.text_viewer import TextViewer
from orcus_tui.session.session import Session
from orcus_tui.storage.encounter.fight_tables import fight_from_table
from tests.helpers.fights.random_fights import journal_settings_at, play_lines, session_on
from tests.helpers.screen.driver import (
    command_line,
    pane_text,
    play,
    press,
    row_of,
    say,
    seen,
    sees,
    tracker,
    until_seen,
)

ARI = {"name": "Ari", "kind": "pc", "max_hp": 30, "initiative_total": 20}
OGRE = {"name": "Big Ogre", "id": "ogre", "max_hp": 20, "initiative_total": 10}
TEXTS = {
    "read_aloud": "The ford lies\ngrey.\n\nSomething coughs.",
    "terrain": "- Water: difficult.\n- Bank: steep,\n  and slippery.",
    "tactics": "The ogre waits.",
    "notes": "The toll is a sheep.",
}
EVENTS = [
    {"at": "round 2", "text": "The lid falls.", "line": "d ogre 3"},
    {"at": "initiative 15", "text": "A bell."},
    {"at": "start of ogre", "text": "It roars."},
    {"at": "ogre staggered", "line": "heal ogre 2"},
    {"at": "ogre at 5", "text": "It runs."},
    {"at": "ogre dies", "text": "Silence."},
]


def fight_with(**table: Any) -> Any:
    return fight_from_table({"format": 1, "name": "Ford", "creature": [ARI, OGRE], **table})


def app_on(session: Session, folder: Path | None = None) -> Tracker:
    return tracker(session, journal_settings_at(folder) if folder else None)


def is_reading(pilot: Pilot[Any]) -> bool:
    return isinstance(pilot.app.screen, TextViewer)


def session_with(**table: Any) -> Session:
    return session_on(fight_with(**table))


@pytest.mark.parametrize(("width", "keys"), [(40, "PgDn PgUp scroll"), (80, "/ search")])
def test_the_keys_below_the_notes_are_whole(width: int, keys: str) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        assert is_reading(pilot)
        assert seen(pilot)[-1].rstrip().endswith(keys)

    play(app_on(session_with(**TEXTS)), script, (width, 12))


def test_the_notes_of_a_new_fight_open_and_escape_leads_to_the_fight() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await until_seen(pilot, "Read aloud")
        rows = [row[1:-1].strip() for row in pane_text(pilot, "reading").splitlines()[1:-1]]
        assert rows[:13] == [
            "Read aloud",
            "The ford lies grey.",
            "",
            "Something coughs.",
            "",
            "Terrain",
            "- Water: difficult.",
            "- Bank: steep, and slippery.",
            "",
            "Tactics",
            "The ogre waits.",
            "",
            "Notes",
        ]
        assert rows[15:22] == [
            "Events",
            "Round 2: The lid falls.",
            "d ogre 3",
            "Initiative 15, every round: A bell.",
            "Start of Big Ogre's turn: It roars.",
            "Big Ogre staggered:",
            "heal ogre 2",
        ]
        assert rows[22:24] == ["Big Ogre at 5 hit points: It runs.", "Big Ogre dies: Silence."]
        await press(pilot, "/", *"sheep")
        assert sees(pilot, "The toll is a sheep.")
        await press(pilot, "escape", "escape")
        assert not is_reading(pilot)
        await press(pilot, "b", "i")
        assert is_reading(pilot)

    play(app_on(session_with(**TEXTS, event=EVENTS)), script, (100, 36))


@pytest.mark.parametrize("before", [("begin",), ("d ogre 3",)])
def test_the_notes_do_not_open_once_a_command_has_run(before: tuple[str, ...]) -> None:
    session = session_with(**TEXTS)
    play_lines(session, *before)

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "j")
        assert not is_reading(pilot)

    play(app_on(session), script)


def test_an_unfinished_fight_that_is_resumed_does_not_open_them(tmp_path: Path) -> None:
    left = session_on(fight_with(**TEXTS), journal_settings=journal_settings_at(tmp_path))
    play_lines(left, "d ogre 3")
    left.end(finished=False)
    resumed, fresh = app_on(session_with(**TEXTS), tmp_path), app_on(session_with(**TEXTS), tmp_path)

    async def resume(pilot: Pilot[Any]) -> None:
        await until_seen(pilot, "Unfinished fights")
        await press(pilot, "enter")
        await until_seen(pilot, "17/20")
        await press(pilot, "j")
        assert not is_reading(pilot)

    async def skip(pilot: Pilot[Any]) -> None:
        await until_seen(pilot, "Unfinished fights")
        await press(pilot, "escape")
        await until_seen(pilot, "Read aloud")

    play(resumed, resume)
    resumed.close()
    play(fresh, skip)


def test_a_fight_without_notes_says_so() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        assert not is_reading(pilot)
        await press(pilot, "i")
        assert sees(pilot, "no notes and no events")

    play(app_on(session_with()), script, toasts=True)


def test_a_fight_opened_in_the_place_of_another_shows_its_own(tmp_path: Path) -> None:
    (tmp_path / "mill.toml").write_text('format = 1\nname = "Mill"\nread_aloud = "Wheels."\n', encoding="utf-8")

    async def script(pilot: Pilot[Any]) -> None:
        await say(pilot, f"open {tmp_path / 'mill.toml'}")
        await until_seen(pilot, "Wheels.")
        assert is_reading(pilot)

    play(app_on(session_with()), script)


# The line of an event


def with_a_line(line: str = "d ogre 3") -> Session:
    session = session_with(event=[{"at": "round 1", "text": "The lid falls.", "line": line}])
    play_lines(session, "begin")
    return session


def test_the_line_of_an_event_is_offered_and_waits_to_be_taken_up() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        assert "r accepts, - declines: The lid falls: d ogre 3" in seen(pilot)[-2]
        await press(pilot, ":")
        assert "accept 1  (Tab accepts it)" in seen(pilot)[-2]
        assert command_line(pilot) == ""
        await press(pilot, "enter")
        assert sees(pilot, "20/20")
        await press(pilot, ":", "tab")
        assert command_line(pilot) == "accept 1"
        assert sees(pilot, "Preview: Big Ogre 20 → 17")
        await press(pilot, "enter")
        assert sees(pilot, "17/20")
        assert "press : to type a command" in seen(pilot)[-2]

    play(app_on(with_a_line()), script, (100, 30))


def test_an_offer_is_declined_with_one_key_and_shown_with_a_sign() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        assert "◈ 1 offered" in seen(pilot)[0]
        assert "◈ 1 The lid falls: d ogre 3" in row_of(pilot, "d ogre 3", "timers")
        await press(pilot, "-")
        assert "offered" not in seen(pilot)[0]
        assert sees(pilot, "20/20")

    play(app_on(with_a_line()), script, (100, 30))


def test_the_offer_lapses_with_the_turn_and_undo_restores_it() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "n")
        assert "press : to type a command" in seen(pilot)[-2]
        await press(pilot, "z")
        assert "declines: The lid falls: d ogre 3" in seen(pilot)[-2]
        await press(pilot, ":", *"heal ogre 2")
        assert command_line(pilot) == "heal ogre 2"

    play(app_on(with_a_line()), script, (100, 30))


def test_the_first_of_two_lines_is_offered_first() -> None:
    both = [{"at": "round 1", "line": "d ogre 3"}, {"at": "start of ari", "line": "d ari 4"}]
    session = session_with(event=both)
    play_lines(session, "begin")

    async def script(pilot: Pilot[Any]) -> None:
        for number in (1, 2):
            await press(pilot, ":", "right")
            assert command_line(pilot) == f"accept {number}"
            await press(pilot, "enter")
        await press(pilot, ":", "right")
        assert command_line(pilot) == ""

    play(app_on(session), script)
