"""The log on the screen: what is undone in it, long answers, search and folding."""

from typing import Any

from on_screen import drawn, fight_tracker, played, pressed, row_of, said, seen, sees, typed
from textual.pilot import Pilot

from orcus_tui.screen.dialogs.text_viewer import TextViewer
from orcus_tui.screen.fight.fight_screen import FightScreen


def test_undo_marks_the_log_and_redo_takes_the_mark_away() -> None:
    def marked(pilot: Pilot[Any]) -> list[str]:
        rows = pilot.app.screen.query_one("#log")._drawn[1:-1]
        told = [row for row in rows if row[1].text.strip()]
        return ["".join(s.text for s in row[1:-1]).split("  ")[0] for row in told if row[1].role == "muted"]

    async def script(pilot: Pilot[Any]) -> None:
        await said(pilot, "d ogre 1", "d ogre 2")
        await pressed(pilot, "z")
        assert marked(pilot) == ["d ogre 2"]
        await pressed(pilot, "z")
        assert marked(pilot) == ["d ogre 1", "d ogre 2"]
        await pressed(pilot, "y")
        assert marked(pilot) == ["d ogre 2"]
        await said(pilot, "d ogre 3")
        assert marked(pilot) == ["d ogre 2"]
        assert "56/60" in row_of(pilot, "Ogre")

    played(fight_tracker(), script)


def test_what_is_longer_than_the_log_is_read_on_a_screen_of_its_own() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await said(pilot, "help")
        assert isinstance(pilot.app.screen, TextViewer)
        first = seen(pilot)
        assert "help" in first[0]
        await pressed(pilot, "j")
        assert seen(pilot)[1] == first[2]
        await pressed(pilot, "end")
        last = seen(pilot)
        await pressed(pilot, "pageup", "pagedown")
        assert seen(pilot) == last
        await pressed(pilot, "home")
        assert seen(pilot) == first
        await pressed(pilot, "escape")
        assert isinstance(pilot.app.screen, FightScreen)
        assert seen(pilot)[-1].startswith(" initiative ")

    played(fight_tracker(), script, (80, 24))


def test_a_short_answer_stays_in_the_log() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await said(pilot, "d ogre 5", "why ogre hp")
        assert isinstance(pilot.app.screen, FightScreen)
        assert "why ogre hp  " in drawn(pilot, "log")

    played(fight_tracker(), script)


def test_the_log_is_searched_upward_while_it_is_typed() -> None:
    def found(pilot: Pilot[Any]) -> str:
        rows = pilot.app.screen.query_one("#log")._drawn
        return "".join("".join(s.text for s in row[1:-1]).strip() for row in rows if any(s.ground for s in row))

    async def script(pilot: Pilot[Any]) -> None:
        await pressed(pilot, "/", *"D OGRE")
        assert found(pilot).startswith("d ogre 20 ")
        await pressed(pilot, "up")
        assert found(pilot).startswith("d ogre 19 ")
        await pressed(pilot, "up", "down", "down")
        assert found(pilot).startswith("d ogre 20 ")
        await pressed(pilot, *["backspace"] * 6, *"order")
        assert found(pilot).startswith("begin ")
        await pressed(pilot, *"xyz")
        assert not found(pilot)
        await pressed(pilot, "escape", "n")
        assert sees(pilot, "▶ Cor")

    played(fight_tracker(*(f"d ogre {number}" for number in range(1, 21))), script, (80, 24))


def test_what_goes_over_two_rows_is_found_in_what_is_read() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await said(pilot, "help damage")
        rows = [row[1:-1].strip() for row in seen(pilot)[1:-2]]
        at = next(n for n, row in enumerate(rows[1:], 1) if seen(pilot)[n + 1][1:5] == "    " and row)
        over = f"{rows[at - 1].split()[-1]} {rows[at].split()[0]}"
        await pressed(pilot, "/", *over)
        (found,) = (row for row in pilot.app.screen.query_one("#reading")._drawn if any(s.ground for s in row))
        assert "".join(span.text for span in found[1:-1]).strip() == rows[at - 1]

    played(fight_tracker(), script, (40, 12))


def test_the_search_is_closed_by_whatever_leaves_it() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        for leaving in ("escape", "enter", "tab", "shift+tab"):
            await pressed(pilot, "/", *"order", leaving)
            assert sees(pilot, "› press : to type a command"), leaving
            assert not sees(pilot, "› order"), leaving
        await pressed(pilot, "/", *"order")
        await pilot.click("#initiative", offset=(5, 2))
        await typed(pilot, ":d ogre 5")
        assert sees(pilot, "› d ogre 5")

    played(fight_tracker(), script)


def test_the_command_at_the_top_of_the_log_is_folded() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await pressed(pilot, "shift+tab", "home", "f")
        first, second = drawn(pilot, "log").splitlines()[1:3]
        assert first.startswith("│begin")
        assert "…" in first
        assert second.startswith("│next")
        await pressed(pilot, "f")
        assert drawn(pilot, "log").splitlines()[2].startswith("│    ")

    played(fight_tracker("next"), script, (60, 24))
