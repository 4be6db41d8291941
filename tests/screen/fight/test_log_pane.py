"""The log on the screen: undone entries, long answers, search and folding."""

import re
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from orcus_tui.screen.dialogs.text_viewer import TextViewer
from orcus_tui.screen.fight.earlier_state import EarlierState
from orcus_tui.screen.fight.fight_screen import FightScreen
from orcus_tui.screen.fight.log import RECENT
from orcus_tui.screen.widgets.canvas import Pane
from orcus_tui.screen.widgets.row import text_of
from orcus_tui.screen.widgets.search_input import SearchInput
from tests.helpers.casts.ford import FIGHT
from tests.helpers.fights.random_fights import session_on, small_fight
from tests.helpers.screen.driver import (
    fight_tracker,
    highlighted_rows,
    pane_text,
    play,
    press,
    resize,
    row_of,
    rows_drawn,
    say,
    seen,
    sees,
    tracker,
    type_text,
)


def test_undo_marks_the_log_and_redo_takes_the_mark_away() -> None:
    def marked(pilot: Pilot[Any]) -> list[str]:
        rows = [row for row in rows_drawn(pilot, "log")[1:-1] if text_of(row).strip()]
        return [text_of(row).split("  ")[0] for row in rows if row[0].role == "muted"]

    async def script(pilot: Pilot[Any]) -> None:
        await say(pilot, "d ogre 1", "d ogre 2")
        await press(pilot, "z")
        assert marked(pilot) == ["d ogre 2"]
        await press(pilot, "z")
        assert marked(pilot) == ["d ogre 1", "d ogre 2"]
        await press(pilot, "y")
        assert marked(pilot) == ["d ogre 2"]
        await say(pilot, "d ogre 3")
        assert marked(pilot) == ["d ogre 2"]
        assert "56/60" in row_of(pilot, "Ogre")

    play(fight_tracker(), script)


def test_an_output_longer_than_the_log_has_its_own_screen() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await say(pilot, "help")
        assert isinstance(pilot.app.screen, TextViewer)
        first = seen(pilot)
        assert "help" in first[0]
        await press(pilot, "j")
        assert seen(pilot)[1] == first[2]
        await press(pilot, "end")
        last = seen(pilot)
        await press(pilot, "pageup", "pagedown")
        assert seen(pilot) == last
        await press(pilot, "home")
        assert seen(pilot) == first
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, FightScreen)
        assert seen(pilot)[-1].startswith(" initiative ")

    play(fight_tracker(), script, (80, 24))


def test_a_short_output_stays_in_the_log() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await say(pilot, "d ogre 5", "why ogre hp")
        assert isinstance(pilot.app.screen, FightScreen)
        assert "why ogre hp  " in pane_text(pilot, "log")

    play(fight_tracker(), script)


def test_the_log_is_searched_upward_while_it_is_typed() -> None:
    def found(pilot: Pilot[Any]) -> str:
        return "".join(highlighted_rows(pilot, "log"))

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "/", *"D OGRE")
        assert found(pilot).startswith("d ogre 20 ")
        await press(pilot, "up")
        assert found(pilot).startswith("d ogre 19 ")
        await press(pilot, "up", "down", "down")
        assert found(pilot).startswith("d ogre 20 ")
        await press(pilot, *["backspace"] * 6, *"order")
        assert found(pilot).startswith("begin ")
        await press(pilot, *"xyz")
        assert not found(pilot)
        await press(pilot, "escape", "n")
        assert sees(pilot, "▶ Cor")

    play(fight_tracker(*(f"d ogre {number}" for number in range(1, 21))), script, (80, 24))


def test_a_text_across_two_rows_is_found_in_a_long_answer() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await say(pilot, "help damage")
        rows = [row[1:-1].strip() for row in seen(pilot)[1:-2]]
        is_continued = [bool(row) and seen(pilot)[at + 1][1:5] == "    " for at, row in enumerate(rows)]
        second = is_continued.index(True, 1)  # the first row that is indented, since it continues the one above
        words = f"{rows[second - 1].split()[-1]} {rows[second].split()[0]}"
        await press(pilot, "/", *words)
        assert highlighted_rows(pilot, "reading") == [rows[second - 1]]

    play(fight_tracker(), script, (40, 12))


def test_a_search_that_was_left_is_brought_back_in_the_log_and_in_the_text_viewer() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "/", "up")
        assert pilot.app.screen.query_one(SearchInput).value == ""
        await press(pilot, *"ogre", "escape", "/")
        search = pilot.app.screen.query_one(SearchInput)
        assert (search.value, search.placeholder) == ("", "search the log; ↑ brings back ogre")
        await press(pilot, "up")
        assert search.value == "ogre"
        assert highlighted_rows(pilot, "log")
        await press(pilot, "escape", "c", "/", *"hit", "escape", "escape", "c", "/", "up")
        assert pilot.app.screen.query_one(SearchInput).value == "hit"

    play(fight_tracker("d ogre 5"), script)


def test_every_way_out_closes_the_search() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        for leaving in ("escape", "enter", "tab", "shift+tab"):
            await press(pilot, "/", *"order", leaving)
            assert sees(pilot, "› press : to type a command"), leaving
            assert not sees(pilot, "› order"), leaving
        await press(pilot, "/", *"order")
        await pilot.click("#initiative", offset=(5, 2))
        await type_text(pilot, ":d ogre 5")
        assert sees(pilot, "› d ogre 5")

    play(fight_tracker(), script)


def test_the_command_at_the_top_of_the_log_is_folded() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "L", "home", "f")
        first, second = pane_text(pilot, "log").splitlines()[1:3]
        assert first.startswith("│begin")
        assert "…" in first
        assert second.startswith("│next")
        await press(pilot, "f")
        assert pane_text(pilot, "log").splitlines()[2].startswith("│    ")

    play(fight_tracker("next"), script, (60, 24))


def test_home_goes_to_the_first_command_of_a_long_log() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "L", "home")
        assert pane_text(pilot, "log").splitlines()[1].startswith("│begin")

    play(fight_tracker(*(f"note ogre {number}" for number in range(3 * RECENT))), script, (60, 24))


def test_a_long_log_scrolls_up_to_its_first_command_and_visible_rows_stay() -> None:
    commands = ["begin", *(f"note ogre {number}" for number in range(RECENT + 30))]

    async def script(pilot: Pilot[Any]) -> None:
        def shown() -> list[str]:
            rows = [row.strip("│┃ ▐█").split("  ")[0] for row in pane_text(pilot, "log").splitlines()[1:-1]]
            return [row for row in rows if row in commands]

        await press(pilot, "L")
        assert shown()[-1] == commands[-1]
        seen_going_up: set[str] = set()
        while commands[0] not in seen_going_up:
            before = shown()
            await press(pilot, "pageup")
            assert shown() != before, "it continues upwards"
            assert commands.index(shown()[-1]) >= commands.index(before[0]) - 1, "no command is left out"
            seen_going_up.update(before, shown())
        assert seen_going_up == set(commands)
        await press(pilot, "end")
        assert shown()[-1] == commands[-1]
        await press(pilot, "home")
        assert shown()[0] == commands[0]

    play(fight_tracker(*commands[1:]), script)


def test_the_last_command_stays_visible_at_another_size() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        for size in ((60, 20), (120, 40), (200, 24), (80, 50)):
            await resize(pilot, *size)
            assert "note ogre 29" in pane_text(pilot, "log").splitlines()[-2]

    play(fight_tracker(*(f"note ogre {number}" for number in range(30))), script, (100, 30))


def test_the_fall_of_a_hero_stays_visible_in_a_low_log() -> None:
    hurt = [
        f"persist ari {amount} {kind} save by ogre"
        for amount, kind in enumerate(("acid", "cold", "fire", "poison", "radiant"), 2)
    ]

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "n")
        shown = " ".join(pane_text(pilot, "log").split())
        assert "falls unconscious" in shown
        assert "persistent radiant" not in shown  # there is no room for the following rows
        await say(pilot, "d ogre 1")
        assert "takes 1: 60" in pane_text(pilot, "log").splitlines()[-2]

    lines = ("next", "next", "next", "next", "next", "d ari 39", "apply ari dazed save", "apply ari slowed save", *hurt)
    play(fight_tracker(*lines), script, (60, 20))


def test_the_first_visible_log_row_stays_at_the_top_after_a_resize() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        log = pilot.app.screen.query_one("#log", Pane)
        log.scroll_by(-10)
        while not (first := re.match(r"│(note ogre \d+)", pane_text(pilot, "log").splitlines()[1])):
            log.scroll_by(-1)
        top = first[1]
        for width in (140, 70, 100):
            await resize(pilot, width, 40)
            assert top in pane_text(pilot, "log")
            assert "note ogre 19" not in pane_text(pilot, "log")

    play(fight_tracker(*(f"note ogre {number} {'long ' * 30}" for number in range(20))), script, (100, 40))


def test_the_sums_of_a_command_are_shown_and_put_away_with_the_key_that_explains() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await say(pilot, "attack hex ogre,goblin1 face 12,2 hit 5")
        rows = [each[1:-1].rstrip() for each in pane_text(pilot, "log").splitlines()]
        assert [each for each in rows if each][-4:-1] == [
            "attack hex ogre,goblin1 face 12,2 hit 5  Ari: Hex vs Will",
            "    Ogre      17 hit   takes 5 fire: 60 → 55 · dazed, save ends",
            "    Goblin 1   7 miss",
        ]
        await press(pilot, "L")
        assert seen(pilot)[-1].startswith(" log  e sums f fold / search")
        await press(pilot, "e")
        assert "12 + 5 = 17 vs Will 12 – hit" in pane_text(pilot, "log")
        await press(pilot, "e")
        assert "12 + 5" not in pane_text(pilot, "log")

    play(fight_tracker(), script)


def test_an_empty_log_says_before_the_fight_what_its_keys_do() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        assert "Before the fight" in pane_text(pilot, "log")
        assert "b begins the fight: 6 creatures" in pane_text(pilot, "log")
        await press(pilot, *":d ogre 3", "enter")
        assert "begins the fight" not in pane_text(pilot, "log")

    play(tracker(session_on(small_fight())), script)


def test_a_fight_that_is_opened_from_another_says_what_its_keys_do(tmp_path: Path) -> None:
    (tmp_path / "ford.toml").write_text(FIGHT, encoding="utf-8")

    async def script(pilot: Pilot[Any]) -> None:
        await say(pilot, "d ogre 7", f'open "{tmp_path / "ford.toml"}"')
        assert "Before the fight" in pane_text(pilot, "log")
        assert "b begins the fight: 4 creatures" in pane_text(pilot, "log")

    play(tracker(session_on(small_fight())), script)


def test_the_fight_at_a_row_of_the_log_is_shown_and_u_returns_to_it() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await say(pilot, "d ogre 7", "d ogre 8", "roll d6", "d ogre 9")
        assert "36/60" in row_of(pilot, "Ogre")
        await press(pilot, "L", *["k"] * 3, "u")
        assert isinstance(pilot.app.screen, EarlierState)
        assert sees(pilot, "53/60")
        assert sees(pilot, "undoes 2 changes")
        await press(pilot, "escape")
        assert "36/60" in row_of(pilot, "Ogre")
        await press(pilot, "L", "u", "u")
        assert "53/60" in row_of(pilot, "Ogre")
        await press(pilot, "y", "y")
        assert "36/60" in row_of(pilot, "Ogre")

    play(fight_tracker(), script)
