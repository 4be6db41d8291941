"""Lines typed on the screen: completed, previewed, refused, recalled."""

from typing import Any

import pytest
from counting import calls_of
from on_screen import (
    command_line,
    drawn,
    fight_tracker,
    played,
    pressed,
    row_of,
    said,
    seen,
    sees,
    settled,
    tracker,
    typed,
    until,
)
from playing_fights import Played, hero, monster
from random_fights import done, session_on, small_fight
from textual import events
from textual.pilot import Pilot

from orcus_tui.commands.lexer import lex
from orcus_tui.commands.parse import build
from orcus_tui.commands.reading import read_line
from orcus_tui.screen.fight.user_input import UserInput
from orcus_tui.screen.widgets.row import cells
from orcus_tui.session.door import execute_reading


def hints(pilot: Pilot[Any]) -> list[str]:
    """What stands above the command line while it is open, in the place of the log; without what is empty."""
    return [row[1:-1].rstrip() for row in drawn(pilot, "log").splitlines()[1:-1] if row[1:-1].strip()]


# The command line


def test_tab_completes_and_each_candidate_says_what_it_means() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await typed(pilot, ":apply ogre d")
        assert any(each.split()[0] == "dazed" and len(each.split()) > 4 for each in hints(pilot))
        await pressed(pilot, "tab")
        first = command_line(pilot)
        await pressed(pilot, "tab")
        second = command_line(pilot)
        assert first != second
        await pressed(pilot, "shift+tab")
        assert command_line(pilot) == first
        await pressed(pilot, *["backspace"] * 20, *"ogre daz", "tab")
        await pressed(pilot, *["backspace"] * 40, *"apply ogre daz", "tab")
        assert command_line(pilot) == "apply ogre dazed "
        assert "save" in " ".join(hints(pilot))  # what could come next

    played(fight_tracker(), script)


def test_a_verb_half_typed_is_completed_and_its_usage_stands_above() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await typed(pilot, ":dam")
        await pressed(pilot, "tab")
        assert command_line(pilot) == "damage "
        assert "TARGETS AMOUNT" in drawn(pilot, "log")

    played(fight_tracker(), script)


def test_what_enter_would_do_is_told_before_it_is_done() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await typed(pilot, ":d ogre 2d6+4 fire")
        assert any("Preview:" in each and "60 → 54..44" in each for each in hints(pilot)), hints(pilot)
        assert "60/60" in row_of(pilot, "Ogre")
        await pressed(pilot, "enter")
        assert "60/60" not in row_of(pilot, "Ogre")
        assert command_line(pilot) is None

    played(fight_tracker(), script)


def test_a_key_reads_the_line_once_and_enter_not_again() -> None:
    with calls_of(lex, build) as calls:

        async def script(pilot: Pilot[Any]) -> None:
            await typed(pilot, ":d ogre ")
            for key in ("7", "tab", "left", "right"):
                calls.clear()
                await pressed(pilot, key)
                assert calls[lex] <= 1, key
                assert calls[build] <= 1, key
            calls.clear()
            await pressed(pilot, "enter")
            assert "53/60" in row_of(pilot, "Ogre")
            assert not calls

        played(fight_tracker(), script)


def test_a_line_read_against_a_fight_that_has_moved_on_is_read_again() -> None:
    session = session_on(small_fight())
    done(session, "begin")
    reading = read_line("d ogre 7", 8, session.context)
    stale = read_line("d ogre1 7", 9, session.context)
    done(session, "d ogre 5", "rename ogre Ogress")
    result = execute_reading(session, reading)
    assert result
    assert not result.error
    assert session.fight.states["ogre"].hp == 48
    refused = execute_reading(session, stale)
    assert refused
    assert refused.column == 3


def test_undo_and_redo_tell_what_they_would_take_back_and_do_again() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await said(pilot, "d ogre 5")
        await typed(pilot, ":undo")
        assert any("d ogre 5" in each for each in hints(pilot)), hints(pilot)
        await pressed(pilot, "enter")
        await typed(pilot, ":redo")
        assert any("d ogre 5" in each for each in hints(pilot)), hints(pilot)

    played(fight_tracker(), script)


def test_undo_and_redo_tell_that_there_is_nothing_before_enter_does() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await typed(pilot, ":redo")
        assert any("Preview: nothing to redo" in each for each in hints(pilot)), hints(pilot)
        await pressed(pilot, "escape", *":undo 50")
        assert any("Preview: 1 command can be undone, not 50" in each for each in hints(pilot)), hints(pilot)

    played(fight_tracker(), script)


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (80, 18), (40, 12)])
def test_of_many_the_first_are_told_and_the_others_counted_beside_some_candidates(size: tuple[int, int]) -> None:
    many = Played(hero("Ari", 20), monster("Rat", 5, "count = 30")).play("begin").session

    async def script(pilot: Pilot[Any]) -> None:
        await typed(pilot, ":damage @foes 1 ")
        rows = [row for row in seen(pilot) if "Rat" in row and "60 → 59" in row]
        (more,) = (row for row in seen(pilot) if "… and" in row)
        assert f"… and {30 - len(rows)} more" in more
        assert rows
        assert size[1] < 20 or sees(pilot, "  acid ")  # a candidate

    played(tracker(many), script, size)


def test_where_there_are_no_candidates_the_preview_has_all_the_room_there_is() -> None:
    few = Played(hero("Ari", 20), monster("Rat", 5, "count = 7")).play("begin").session

    async def script(pilot: Pilot[Any]) -> None:
        await typed(pilot, ":kill @foes")
        await pressed(pilot, "space", "backspace")
        assert [each.split(":")[-2].split()[-1] for each in hints(pilot)[-7:]] == [f"{n}" for n in range(1, 8)]

    played(tracker(few), script)


def test_an_error_is_told_under_its_column_and_enter_changes_nothing() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await typed(pilot, ":damage dragon 5 ")
        (told,) = (row for row in seen(pilot) if "▲" in row)
        (line,) = (row for row in seen(pilot) if "› damage dragon" in row)
        assert told.index("▲") == line.index("dragon")
        assert "dragon" in told
        await pressed(pilot, "enter")
        assert command_line(pilot) == "damage dragon 5 "
        assert [each.command for each in pilot.app.fight.log_book.entries] == ["begin"]
        await pressed(pilot, *["left"] * 3, "enter")
        assert command_line(pilot) is not None

    played(fight_tracker(), script)


def column_of(row: str, words: str) -> int:
    """The cell in which these words begin."""
    return cells(row[: row.index(words)])


@pytest.mark.parametrize("before", ["x", "龍龍龍", "x" * 200])
def test_an_error_is_pointed_at_where_it_is_seen(before: str) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await typed(pilot, f':apply ari "{before}" dragon      ')
        (told,) = (row for row in seen(pilot) if "▲" in row)
        (line,) = (row for row in seen(pilot) if '" dragon ' in row and "│" not in row)
        assert column_of(told, "▲") == column_of(line, "dragon")

    played(fight_tracker(), script)


def test_an_error_that_is_out_of_sight_is_pointed_at_where_the_line_goes_on() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await typed(pilot, f":damage dragon {'x' * 200} ")
        assert any(row[1:].lstrip().startswith("▲") for row in seen(pilot) if "dragon" in row)

    played(fight_tracker(), script)


def test_what_is_completed_is_the_word_before_the_cursor_and_what_follows_it_stays() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await typed(pilot, ":dam ogre 5")
        await pressed(pilot, *["left"] * len(" ogre 5"))
        assert any(each.split()[0] == "damage" for each in hints(pilot)), hints(pilot)
        await pressed(pilot, "tab")
        assert command_line(pilot) == "damage ogre 5"
        await pressed(pilot, "end", *" fir", "tab")
        assert command_line(pilot) == "damage ogre 5 fire "
        await pressed(pilot, *["left"] * len("ogre 5 fire "), "tab")
        first = command_line(pilot)
        await pressed(pilot, "tab")
        assert command_line(pilot) != first
        for line in (first, command_line(pilot)):
            assert line is not None
            assert line.endswith(" ogre 5 fire ")

    played(fight_tracker(), script)


def test_what_helps_goes_with_the_cursor() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await typed(pilot, ":apply ogre dazed")
        assert any(each.split()[0] == "dazed" for each in hints(pilot))
        await pressed(pilot, *["left"] * len(" dazed"))
        assert any(each.split()[0] == "ogre" for each in hints(pilot)), hints(pilot)
        assert not any(each.split()[0] == "dazed" for each in hints(pilot))
        assert "TARGETS" in drawn(pilot, "log")
        await pressed(pilot, "end")
        assert any(each.split()[0] == "dazed" for each in hints(pilot))
        assert not any("ogre" in each.split()[0] for each in hints(pilot))

    played(fight_tracker(), script)


def test_a_line_that_only_goes_on_too_short_is_told_when_it_is_said_and_changes_nothing() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        fight = pilot.app.fight.view.fight
        await said(pilot, "damage ogre")
        assert pilot.app.fight.view.fight is fight
        assert sees(pilot, "AMOUNT") or sees(pilot, "amount")

    played(fight_tracker(), script, toasts=True)


def test_a_line_the_rules_refuse_is_told_in_a_toast_and_changes_nothing_and_can_be_mended() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        before = drawn(pilot, "initiative"), drawn(pilot, "log")
        await said(pilot, "act ogre")
        assert command_line(pilot) == "act ogre"
        await pressed(pilot, "escape")
        assert (drawn(pilot, "initiative"), drawn(pilot, "log")) == before
        assert sees(pilot, "Ogre")
        toasts = list(pilot.app._notifications)
        assert [each.severity for each in toasts] == ["error"]
        assert sees(pilot, toasts[0].message.split(";")[0][:30])

    played(fight_tracker(), script, toasts=True)


@pytest.mark.parametrize("key", ["question_mark", "plus", "o"])
def test_a_toast_does_not_lie_on_another_screen(key: str) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await said(pilot, "act ogre")
        assert list(pilot.app._notifications)
        await pressed(pilot, "escape", key)
        await until(pilot, lambda: pilot.app.screen is not pilot.app.fight)
        assert not list(pilot.app._notifications)

    played(fight_tracker(), script, toasts=True)


def test_up_recalls_what_begins_as_typed_and_down_comes_back() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await typed(pilot, ":d ")
        await pressed(pilot, "up")
        assert command_line(pilot) == "d cor 2"
        await pressed(pilot, "up")
        assert command_line(pilot) == "d ogre 1"
        await pressed(pilot, "up")
        assert command_line(pilot) == "d ogre 1"
        await pressed(pilot, "down", "down")
        assert command_line(pilot) == "d "
        await pressed(pilot, "up", "enter", ":", "up")
        assert command_line(pilot) == "d cor 2"
        assert "28/30" in row_of(pilot, "Cor")

    played(fight_tracker(user_input=UserInput(history=["d ogre 1", "next", "d cor 2", "heal cor 1"])), script)


def test_what_was_typed_last_time_is_offered_in_grey_and_taken_with_the_right_arrow() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await typed(pilot, ":d og")
        await settled(pilot)
        assert sees(pilot, "› d ogre 1")
        assert command_line(pilot) == "d og"
        await pressed(pilot, "right")
        assert command_line(pilot) == "d ogre 1"

    played(fight_tracker(user_input=UserInput(history=["d ogre 1"])), script)


def test_what_is_said_is_written_into_the_history() -> None:
    kept: list[str] = []

    def keep(line: str) -> str:
        kept.append(line)
        return "the history cannot be written"

    async def script(pilot: Pilot[Any]) -> None:
        await said(pilot, "d ogre 1", "d ogre 1", "  ")
        assert sees(pilot, "the history cannot be written")

    user_input = UserInput(save=keep)
    played(tracker(session_on(small_fight()), user_input=user_input), script, toasts=True)
    assert kept == ["d ogre 1", "d ogre 1"]
    assert user_input.history == ["d ogre 1"]


def test_a_line_half_typed_is_still_there_after_a_look_at_another_window() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await typed(pilot, ":d ogre 5")
        pilot.app.post_message(events.AppBlur())
        await settled(pilot)
        pilot.app.post_message(events.AppFocus())
        await settled(pilot)
        await typed(pilot, "0")
        assert command_line(pilot) == "d ogre 50"

    played(fight_tracker(), script)


def test_a_line_half_typed_stays_after_a_click_elsewhere_and_a_click_into_it_goes_on() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await typed(pilot, ":d ogre 5")
        await pilot.click("#initiative", offset=(5, 2))
        await settled(pilot)
        assert command_line(pilot) is None
        assert sees(pilot, "› d ogre 5")
        await pilot.click("#command-line", offset=(40, 0))
        await typed(pilot, "0")
        assert command_line(pilot) == "d ogre 50"
        await pressed(pilot, "escape")
        assert not sees(pilot, "d ogre 5")

    played(fight_tracker(), script)


def test_a_line_half_typed_stays_while_the_terminal_is_too_small() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await typed(pilot, ":d ogre 5")
        await pilot.resize_terminal(30, 8)
        await settled(pilot)
        await pilot.resize_terminal(120, 40)
        await settled(pilot)
        assert sees(pilot, "› d ogre 5")
        await pilot.click("#command-line", offset=(40, 0))
        await typed(pilot, "0")
        assert command_line(pilot) == "d ogre 50"

    played(fight_tracker(), script)


def test_a_line_begun_anew_is_empty_and_what_was_said_does_not_stay() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await typed(pilot, ":d ogre 5")
        await pilot.click("#initiative", offset=(5, 2))
        await pressed(pilot, ":")
        assert command_line(pilot) == ""
        await pressed(pilot, *"d ogre 7", "enter")
        assert not sees(pilot, "› d ogre 7")

    played(fight_tracker(), script)


def test_keys_that_are_no_letters_do_no_harm_while_a_line_is_typed() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await typed(pilot, ":d ogre 5")
        await pressed(pilot, "pageup", "pagedown", "home", "end", "delete")
        assert command_line(pilot) == "d ogre 5"

    played(fight_tracker(), script)


def test_an_empty_line_and_escape_go_back_to_the_fight() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        for keys in ((":", "enter"), ("i", "escape"), ("d", *["backspace"] * 20, "enter")):
            await pressed(pilot, *keys)
            assert command_line(pilot) is None
            assert seen(pilot)[-1].startswith(" initiative ")

    played(fight_tracker(), script)
