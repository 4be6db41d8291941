"""Lines typed on the screen: completed, previewed, refused, recalled."""

from typing import Any

import pytest
from textual import events
from textual.pilot import Pilot

from orcus_tui.commands.lexer import lex
from orcus_tui.commands.parse import build
from orcus_tui.commands.reading import read_line
from orcus_tui.screen.fight.user_input import UserInput
from orcus_tui.screen.widgets.row import cells
from tests.helpers.fights.played import Played, hero, monster, power
from tests.helpers.fights.random_fights import begin_small_fight, play_lines, session_on, small_fight
from tests.helpers.project.call_counts import calls_of
from tests.helpers.screen.driver import (
    command_line,
    fight_tracker,
    messages,
    pane_text,
    play,
    press,
    resize,
    row_of,
    say,
    seen,
    sees,
    settle,
    tracker,
    type_text,
    until,
)


def hints(pilot: Pilot[Any]) -> list[str]:
    """The texts above the open command line, in place of the log; empty ones are left out."""
    return [row[1:-1].rstrip() for row in pane_text(pilot, "log").splitlines()[1:-1] if row[1:-1].strip()]


def test_tab_completes_and_each_candidate_says_what_it_means() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await type_text(pilot, ":apply ogre d")
        assert any(each.split()[0] == "dazed" and len(each.split()) > 4 for each in hints(pilot))
        await press(pilot, "tab")
        first = command_line(pilot)
        await press(pilot, "tab")
        second = command_line(pilot)
        assert first != second
        await press(pilot, "shift+tab")
        assert command_line(pilot) == first
        await press(pilot, *["backspace"] * 40, *"apply ogre daz", "tab")
        assert command_line(pilot) == "apply ogre dazed "
        assert "save" in " ".join(hints(pilot))  # the possible next words

    play(fight_tracker(), script)


def test_a_failed_enter_shows_why_in_place_of_completions_and_tab_brings_them_back() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await type_text(pilot, ":apply ogre d")
        assert "could be" not in " ".join(hints(pilot))
        await press(pilot, "enter")
        assert command_line(pilot) == "apply ogre d"
        assert '"d" could be' in " ".join(hints(pilot))
        await press(pilot, "tab")
        assert str(command_line(pilot)).startswith("apply ogre da")

    play(fight_tracker(), script)


def test_a_half_typed_verb_is_completed_with_its_usage_above() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await type_text(pilot, ":dam")
        await press(pilot, "tab")
        assert command_line(pilot) == "damage "
        assert "TARGETS AMOUNT" in pane_text(pilot, "log")

    play(fight_tracker(), script)


def test_a_preview_shows_what_enter_will_do() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await type_text(pilot, ":d ogre 2d6+4 fire")
        assert any("Preview:" in each and "60 → 54..44" in each for each in hints(pilot)), hints(pilot)
        assert "60/60" in row_of(pilot, "Ogre")
        await press(pilot, "enter")
        assert "60/60" not in row_of(pilot, "Ogre")
        assert command_line(pilot) is None

    play(fight_tracker(), script)


def test_a_key_reads_the_line_once_and_enter_not_again() -> None:
    with calls_of(lex, build) as calls:

        async def script(pilot: Pilot[Any]) -> None:
            await type_text(pilot, ":d ogre ")
            for key in ("7", "tab", "left", "right"):
                calls.clear()
                await press(pilot, key)
                assert calls[lex] <= 1, key
                assert calls[build] <= 1, key
            calls.clear()
            await press(pilot, "enter")
            assert "53/60" in row_of(pilot, "Ogre")
            assert not calls

        play(fight_tracker(), script)


def test_a_line_read_against_a_fight_that_has_moved_on_is_read_again() -> None:
    session = begin_small_fight()
    reading = read_line("d ogre 7", 8, session.context)
    stale = read_line("d ogre1 7", 9, session.context)
    play_lines(session, "d ogre 5", "rename ogre Ogress")
    result = session.run(reading.line, reading)
    assert result
    assert not result.error
    assert session.fight.states["ogre"].hp == 48
    refused = session.run(stale.line, stale)
    assert refused
    assert refused.column == 3


def test_undo_and_redo_show_the_command_before_enter() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await say(pilot, "d ogre 5")
        await type_text(pilot, ":undo")
        assert any("d ogre 5" in each for each in hints(pilot)), hints(pilot)
        await press(pilot, "enter")
        await type_text(pilot, ":redo")
        assert any("d ogre 5" in each for each in hints(pilot)), hints(pilot)

    play(fight_tracker(), script)


def test_undo_and_redo_show_before_enter_that_nothing_is_left() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await type_text(pilot, ":redo")
        assert any("Preview: nothing to redo" in each for each in hints(pilot)), hints(pilot)
        await press(pilot, "escape", *":undo 50")
        assert any("Preview: only 1 command to undo" in each for each in hints(pilot)), hints(pilot)

    play(fight_tracker(), script)


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (80, 18), (40, 12)])
def test_a_long_preview_shows_the_first_lines_counts_the_others_and_leaves_room_for_candidates(
    size: tuple[int, int],
) -> None:
    many = Played(hero("Ari", 20), monster("Rat", 5, "count = 30")).play("begin").session

    async def script(pilot: Pilot[Any]) -> None:
        await type_text(pilot, ":damage @foes 1 ")
        rows = [row for row in seen(pilot) if "Rat" in row and "60 → 59" in row]
        (more,) = (row for row in seen(pilot) if "… and" in row)
        assert f"… and {30 - len(rows)} more" in more
        assert rows
        assert size[1] < 20 or sees(pilot, "  acid ")  # a candidate

    play(tracker(many), script, size)


def test_a_long_line_of_a_preview_continues_in_free_rows() -> None:
    effects = 'effects = ["apply grappled", "persist 5 cold while grappled"]'
    coil = power("Coil", f'attack = "+9 vs AC"\ndamage = "1d10+5 cold"\n{effects}')
    eel = Played(monster("Eel", 20, "", coil), hero("Ari", 10), hero("Bo", 9)).play("begin").session

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "1")
        assert "Preview: Ari: hits on" in "".join(hints(pilot))
        assert "persistent 5 cold, while grappled" in " ".join(" ".join(hints(pilot)).split())
        await press(pilot, *"15 9")
        assert not any("…" in row for row in hints(pilot) if "grappled" in row)
        await press(pilot, "escape", *":attack coil ari,bo ")  # its text could take one of the four rows
        assert [each.split()[-1] for each in hints(pilot)[1::2]] == ["25", "25"]
        await press(pilot, "backspace")  # the last name is whole: nothing else could be meant
        assert [each.split()[-1] for each in hints(pilot)[1::2]] == ["25", "25"]

    play(tracker(eel), script, (80, 24))


@pytest.mark.parametrize("count", [4, 5])
def test_a_preview_that_fits_is_shown_before_the_words_that_may_follow(count: int) -> None:
    few = Played(hero("Ari", 20), monster("Rat", 5, f"count = {count}")).play("begin").session

    async def script(pilot: Pilot[Any]) -> None:
        await type_text(pilot, ":damage @foes 1 ")
        rows = hints(pilot)
        if count == 4:  # as many as there are rows
            assert ["60 → 59" in row for row in rows] == [True] * 4
        else:
            assert "acid" in rows[0]
            assert "… and 3 more" in rows[-1]

    play(tracker(few), script, (80, 24))


def test_without_candidates_the_preview_has_all_the_room() -> None:
    few = Played(hero("Ari", 20), monster("Rat", 5, "count = 7")).play("begin").session

    async def script(pilot: Pilot[Any]) -> None:
        await type_text(pilot, ":kill @foes")
        await press(pilot, "space", "backspace")
        assert [each.split(":")[-2].split()[-1] for each in hints(pilot)[-7:]] == [f"{n}" for n in range(1, 8)]

    play(tracker(few), script)


def test_an_error_is_shown_under_its_column_and_enter_changes_nothing() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await type_text(pilot, ":damage dragon 5 ")
        (error_row,) = (row for row in seen(pilot) if "▼" in row)
        (line,) = (row for row in seen(pilot) if "› damage dragon" in row)
        assert error_row.index("▼") == line.index("dragon")
        assert "dragon" in error_row
        await press(pilot, "enter")
        assert command_line(pilot) == "damage dragon 5 "
        assert [each.command for each in pilot.app.fight.log_book.entries] == ["begin"]
        await press(pilot, *["left"] * 3, "enter")
        assert command_line(pilot) is not None

    play(fight_tracker(), script)


def column_of(row: str, words: str) -> int:
    """The cell in which these words begin."""
    return cells(row[: row.index(words)])


@pytest.mark.parametrize("before", ["x", "龍龍龍", "x" * 200])
def test_an_error_is_pointed_at_where_it_is_seen(before: str) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await type_text(pilot, f':apply ari "{before}" dragon      ')
        (error_row,) = (row for row in seen(pilot) if "▼" in row)
        (line,) = (row for row in seen(pilot) if '" dragon ' in row and "│" not in row)
        assert column_of(error_row, "▼") == column_of(line, "dragon")

    play(fight_tracker(), script)


def test_an_error_too_long_for_its_row_is_shown_whole() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await type_text(pilot, ":damage ogre 5 fire by wyrmling-of-the-ninth-hour-and-its-sister-and-brother ")
        shown = " ".join(" ".join(row.strip("│ ┃") for row in seen(pilot)).split())
        assert 'no creature is called "wyrmling-of-the-ninth-hour-and-its-sister-and-brother"' in shown
        (caret,) = (row for row in seen(pilot) if "▼" in row)
        (line,) = (row for row in seen(pilot) if " › damage" in row)
        assert column_of(caret, "▼") == column_of(line, "wyrmling")

    play(fight_tracker(), script, (80, 24))


def test_an_error_outside_the_visible_part_is_still_marked() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await type_text(pilot, f":damage dragon {'x' * 200} ")
        assert any(row[1:].lstrip().startswith("▼") for row in seen(pilot) if "dragon" in row)

    play(fight_tracker(), script)


def test_the_word_before_the_cursor_is_completed_and_the_rest_stays() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await type_text(pilot, ":dam ogre 5")
        await press(pilot, *["left"] * len(" ogre 5"))
        assert any(each.split()[0] == "damage" for each in hints(pilot)), hints(pilot)
        await press(pilot, "tab")
        assert command_line(pilot) == "damage ogre 5"
        await press(pilot, "end", *" fir", "tab")
        assert command_line(pilot) == "damage ogre 5 fire "
        await press(pilot, *["left"] * len("ogre 5 fire "), "tab")
        first = command_line(pilot)
        await press(pilot, "tab")
        assert command_line(pilot) != first
        for line in (first, command_line(pilot)):
            assert line is not None
            assert line.endswith(" ogre 5 fire ")

    play(fight_tracker(), script)


def test_hints_follow_the_cursor() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await type_text(pilot, ":apply ogre dazed")
        assert any(each.split()[0] == "dazed" for each in hints(pilot))
        await press(pilot, *["left"] * len(" dazed"))
        assert any(each.split()[0] == "ogre" for each in hints(pilot)), hints(pilot)
        assert not any(each.split()[0] == "dazed" for each in hints(pilot))
        assert "TARGETS" in pane_text(pilot, "log")
        await press(pilot, "end")
        assert any(each.split()[0] == "dazed" for each in hints(pilot))
        assert not any("ogre" in each.split()[0] for each in hints(pilot))

    play(fight_tracker(), script)


def test_an_incomplete_line_is_refused_at_enter_and_changes_nothing() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        fight = pilot.app.fight.view.fight
        await say(pilot, "damage ogre")
        assert pilot.app.fight.view.fight is fight
        assert sees(pilot, "AMOUNT")

    play(fight_tracker(), script, toasts=True)


def test_a_line_the_rules_refuse_raises_a_toast_changes_nothing_and_can_be_corrected() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        before = pane_text(pilot, "initiative"), pane_text(pilot, "log")
        await say(pilot, "act ogre")
        assert command_line(pilot) == "act ogre"
        await press(pilot, "escape")
        assert (pane_text(pilot, "initiative"), pane_text(pilot, "log")) == before
        assert sees(pilot, "Ogre")
        (toast,) = messages(pilot)
        assert toast.severity == "error"
        assert sees(pilot, toast.message.split(";")[0][:30])

    play(fight_tracker(), script, toasts=True)


@pytest.mark.parametrize("key", ["question_mark", "plus", "o"])
def test_a_toast_does_not_cover_another_screen(key: str) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await say(pilot, "act ogre")
        assert messages(pilot)
        await press(pilot, "escape", key)
        await until(pilot, lambda: pilot.app.screen is not pilot.app.fight)
        assert not messages(pilot)

    play(fight_tracker(), script, toasts=True)


def test_up_recalls_commands_that_begin_as_typed_and_down_returns() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await type_text(pilot, ":d ")
        await press(pilot, "up")
        assert command_line(pilot) == "d cor 2"
        await press(pilot, "up")
        assert command_line(pilot) == "d ogre 1"
        await press(pilot, "up")
        assert command_line(pilot) == "d ogre 1"
        await press(pilot, "down", "down")
        assert command_line(pilot) == "d "
        await press(pilot, "up", "enter", ":", "up")
        assert command_line(pilot) == "d cor 2"
        assert "28/30" in row_of(pilot, "Cor")

    play(fight_tracker(user_input=UserInput(history=["d ogre 1", "next", "d cor 2", "heal cor 1"])), script)


def test_the_last_match_in_the_history_is_offered_in_grey_and_taken_with_the_right_arrow() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await type_text(pilot, ":d og")
        await settle(pilot)
        assert sees(pilot, "› d ogre 1")
        assert command_line(pilot) == "d og"
        await press(pilot, "right")
        assert command_line(pilot) == "d ogre 1"

    play(fight_tracker(user_input=UserInput(history=["d ogre 1"])), script)


def test_commands_are_written_into_the_history() -> None:
    kept: list[str] = []

    def keep(line: str) -> str:
        kept.append(line)
        return "the history cannot be written"

    async def script(pilot: Pilot[Any]) -> None:
        await say(pilot, "d ogre 1", "d ogre 1", "  ")
        assert sees(pilot, "the history cannot be written")

    user_input = UserInput(save=keep)
    play(tracker(session_on(small_fight()), user_input=user_input), script, toasts=True)
    assert kept == ["d ogre 1", "d ogre 1"]
    assert user_input.history == ["d ogre 1"]


def test_a_half_typed_line_stays_after_a_look_at_another_window() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await type_text(pilot, ":d ogre 5")
        pilot.app.post_message(events.AppBlur())
        await settle(pilot)
        pilot.app.post_message(events.AppFocus())
        await settle(pilot)
        await type_text(pilot, "0")
        assert command_line(pilot) == "d ogre 50"

    play(fight_tracker(), script)


def test_a_half_typed_line_stays_after_a_click_elsewhere_and_a_click_into_it_continues() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await type_text(pilot, ":d ogre 5")
        await pilot.click("#initiative", offset=(5, 2))
        await settle(pilot)
        assert command_line(pilot) is None
        assert sees(pilot, "› d ogre 5")
        await pilot.click("#command-line", offset=(40, 0))
        await type_text(pilot, "0")
        assert command_line(pilot) == "d ogre 50"
        await press(pilot, "escape")
        assert not sees(pilot, "d ogre 5")

    play(fight_tracker(), script)


def test_a_half_typed_line_stays_while_the_terminal_is_too_small() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await type_text(pilot, ":d ogre 5")
        await resize(pilot, 30, 8)
        await resize(pilot, 120, 40)
        assert sees(pilot, "› d ogre 5")
        await type_text(pilot, "0")
        assert command_line(pilot) == "d ogre 50"

    play(fight_tracker(), script)


def test_a_new_line_is_empty_and_the_last_command_does_not_stay() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await type_text(pilot, ":d ogre 5")
        await pilot.click("#initiative", offset=(5, 2))
        await press(pilot, ":")
        assert command_line(pilot) == ""
        await press(pilot, *"d ogre 7", "enter")
        assert not sees(pilot, "› d ogre 7")

    play(fight_tracker(), script)


def test_keys_that_are_not_letters_do_no_harm_while_a_line_is_typed() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await type_text(pilot, ":d ogre 5")
        await press(pilot, "pageup", "pagedown", "home", "end", "delete")
        assert command_line(pilot) == "d ogre 5"

    play(fight_tracker(), script)


def test_an_empty_line_and_escape_go_back_to_the_fight() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        for keys in ((":", "enter"), (":", "escape"), ("d", *["backspace"] * 20, "enter")):
            await press(pilot, *keys)
            assert command_line(pilot) is None
            assert seen(pilot)[-1].startswith(" initiative ")

    play(fight_tracker(), script)


def test_typed_text_survives_an_offer_a_resize_a_message_and_esc_by_mistake() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        app = pilot.app
        await type_text(pilot, ":heal ari 1")
        app.fight.submit('remind ogre "the bridge creaks"')  # like another source of lines
        app.fight.submit("damage ogre 31")
        await settle(pilot)
        assert command_line(pilot) == "heal ari 1"
        app.fight.show_message("something else went wrong", severity="error")
        await resize(pilot, 60, 20)
        await resize(pilot, 20, 5)
        await resize(pilot, 120, 40)
        assert command_line(pilot) == "heal ari 1"
        await type_text(pilot, "2")
        assert command_line(pilot) == "heal ari 12"
        await press(pilot, "escape")
        assert command_line(pilot) is None
        await press(pilot, ":", "up")
        assert command_line(pilot) == "heal ari 12"

    play(fight_tracker("damage ari 20", user_input=UserInput(history=["damage ogre 1"])), script, toasts=True)


def test_typed_text_stays_when_an_offer_arrives() -> None:
    roar = power("Roar", 'trigger = "staggered"\ndamage = "4"\naction = "free"')
    session = Played(hero("Ari", 20), monster("Troll", 12, "", roar)).play("begin").session

    async def script(pilot: Pilot[Any]) -> None:
        await type_text(pilot, ":heal ari 1")
        pilot.app.fight.submit("damage troll 40")
        await settle(pilot)
        assert sees(pilot, "1 offered")
        assert command_line(pilot) == "heal ari 1"

    play(tracker(session), script)
