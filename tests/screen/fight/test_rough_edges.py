"""What was awkward in an evening of play, each thing by itself."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from on_screen import (
    command_line,
    fight_tracker,
    ghost_text,
    is_leaving,
    pane_text,
    paste,
    play,
    press,
    row_of,
    say,
    seen,
    sees,
    tracker,
    type_text,
)
from pane_rows import texts, view_of
from playing_fights import Played, creature, hero, monster, power
from random_fights import journal_settings_at, session_on, small_fight
from textual.pilot import Pilot
from textual.widgets import Input

from orcus_tui.screen.app import Tracker
from orcus_tui.screen.fight.cards import card
from orcus_tui.screen.fight.fight_screen import FightScreen
from orcus_tui.screen.fight.keys import first_labels
from orcus_tui.screen.fight.layout import too_small_rows
from orcus_tui.screen.fight.log import LogBook
from orcus_tui.screen.fight.user_input import UserInput
from orcus_tui.screen.fight.view import rows_of
from orcus_tui.screen.widgets.row import text_of
from orcus_tui.session.dice_source import RandomDice
from orcus_tui.session.session import Session
from orcus_tui.storage.encounter.read import read_encounter

STRIKE = power("Not One Step", 'attack = "+8 vs AC"\ndamage = "1d8"')
SPIKE = power("The Long Spike", 'attack = "+8 vs AC"\ndamage = "1d8"')
HAMMER = power("The Hammer", 'attack = "+8 vs AC"\ndamage = "1d8"')
MEND = power("Mend the Wall", 'effects = ["heal 5"]')


def spike_fight(*lines: str, user_input: UserInput | None = None) -> Tracker:
    fight = Played(hero("Ari", 20, "", STRIKE, SPIKE, HAMMER, MEND), monster("Ogre", 10)).play("begin", *lines)
    return tracker(fight.session, user_input=user_input)


def hints(pilot: Pilot[Any]) -> str:
    return pane_text(pilot, "log")


# Names of powers


def test_a_power_in_quotes_is_completed_while_its_quote_is_open() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await type_text(pilot, ':attack "not o')
        assert "not-one-step" in hints(pilot)
        assert "never closed" not in hints(pilot)
        await press(pilot, "tab")
        assert command_line(pilot) == "attack not-one-step "

    play(spike_fight(), script)


def test_a_later_word_of_a_name_leads_to_it() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await type_text(pilot, ":attack spike")
        assert "the-long-spike" in hints(pilot)
        await press(pilot, "tab", *"og")
        assert command_line(pilot) == "attack the-long-spike og"
        await press(pilot, "escape", *":attack spike ogre")
        assert 'did you mean "the-long-spike"?' in hints(pilot)

    play(spike_fight(), script)


def test_every_power_whose_name_begins_as_typed_is_offered() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await type_text(pilot, ":attack the")
        assert "the-long-spike" in hints(pilot)
        assert "the-hammer" in hints(pilot)

    play(spike_fight(), script)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("use not-one ogre face 12", "`attack not-one-step ogre face 12`"),
        ("attack mend ogre", "`use mend-the-wall ogre`"),
        ("use spike ogre by ari", 'did you mean "the-long-spike"?'),
    ],
)
def test_attack_and_use_say_the_line_to_type_where_the_other_is_meant(line: str, says: str) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await type_text(pilot, f":{line}")
        assert says in " ".join(hints(pilot).replace("│", " ").split())

    play(spike_fight(), script, (160, 40))


# Lines


def test_a_semicolon_between_two_commands_is_what_is_wrong_with_the_line() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await type_text(pilot, ":d ogre 1; d ogre 2")
        assert "one command a line" in hints(pilot)
        await press(pilot, "escape")
        await say(pilot, 'note ogre "limps; bleeds"', "note ogre limps; bleeds")
        assert pane_text(pilot, "log").count("limps; bleeds") >= 2

    play(fight_tracker(), script)


def test_pasted_lines_are_carried_out_one_by_one() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, ":")
        await paste(pilot, "d ogre 1\n\n  d ogre 2\nd ogre 3\n")
        assert command_line(pilot) == "d ogre 1"
        await press(pilot, "enter")
        assert command_line(pilot) == "d ogre 2"
        await press(pilot, "enter")
        await press(pilot, "enter")
        assert command_line(pilot) is None
        assert pilot.app.fight.view.fight.states["ogre"].hp == 54

    play(fight_tracker(), script)


def test_escape_drops_what_was_pasted_and_a_line_with_an_error_holds_it_up() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, ":")
        await paste(pilot, "d nobody 1\nd ogre 2\nd ogre 3")
        await press(pilot, "enter")
        assert command_line(pilot) == "d nobody 1"
        await press(pilot, *["backspace"] * 8, *"ogre 1", "enter")
        assert command_line(pilot) == "d ogre 2"
        await press(pilot, "escape")
        await say(pilot, "d ogre 5")
        assert command_line(pilot) is None
        assert pilot.app.fight.view.fight.states["ogre"].hp == 54

    play(fight_tracker(), script)


def test_the_grey_rest_of_a_line_is_one_that_can_be_read_in_this_fight() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await type_text(pilot, ":attack ")
        assert ghost_text(pilot) == "attack the-hammer ogre"
        await type_text(pilot, "n")
        assert ghost_text(pilot) == ""

    earlier = ["attack the-hammer ogre", "attack needle heron", "attack nine lanterns"]
    play(spike_fight(user_input=UserInput(history=earlier)), script)


# The screen


def test_all_questions_rolled_lead_back_to_the_fight() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await say(pilot, "ask all", "apply ari,ogre dazed save", "next", "next")
        await press(pilot, "r", "a")
        assert pilot.app.fight.focus_name == "initiative"
        assert not pilot.app.fight.view.fight.questions

    play(fight_tracker(), script)


def test_what_is_wrong_with_an_answer_stands_at_the_question_and_the_digits_stay() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await say(pilot, "ask all", "apply ari dazed save", "next")
        await press(pilot, "r", "9", "9", "enter")
        assert "a d20 shows 1 to 20 › 99" in row_of(pilot, "Ari save", "timers")
        await press(pilot, "1", "7")
        assert "d20 › 17" in row_of(pilot, "Ari save", "timers")
        await press(pilot, "enter")
        assert sees(pilot, "answer 1 17")

    play(fight_tracker(), script, (120, 40), toasts=True)


def test_a_group_that_has_the_turn_unfolds_and_folds() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        assert "▶  30  Imp ×5" in "".join(seen(pilot))
        await press(pilot, "f")
        assert "▶  30  Imp 1" in "".join(seen(pilot))
        await press(pilot, "f")
        assert "▶  30  Imp ×5" in "".join(seen(pilot))

    imps = creature("Imp", 'kind = "mook"\nmax_hp = 1\ninitiative_total = 30\ncount = 5')
    play(tracker(Played(imps, hero("Ari", 20)).play("begin").session), script, (120, 40), toasts=True)


def test_the_footer_offers_only_what_can_be_done() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        assert "undo" not in seen(pilot)[-1]
        assert "begin" in seen(pilot)[-1]
        await press(pilot, "b")
        assert "undo" in seen(pilot)[-1]
        assert "power 1" not in seen(pilot)[-1]

    play(tracker(Played(hero("Ari", 20), monster("Ogre", 10)).session), script, (160, 40))


def test_keep_without_a_party_file_begins_the_line_that_makes_one() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await say(pilot, "kill ogre", "finish")
        await press(pilot, "K")
        assert command_line(pilot) == "keep party.toml"

    play(fight_tracker(), script)


def test_keep_with_a_party_file_shows_the_line_that_writes_it_first(tmp_path: Path) -> None:
    party = tmp_path / "our party.toml"
    party.write_text('format = 1\n[[creature]]\nname = "Ari"\nkind = "pc"\nmax_hp = 40\n', encoding="utf-8")
    encounter = tmp_path / "ford.toml"
    encounter.write_text(
        'format = 1\nname = "Ford"\nparty = "our party.toml"\n[[creature]]\nname = "Ogre"\nmax_hp = 60\n',
        encoding="utf-8",
    )
    before = party.read_text(encoding="utf-8")

    async def script(pilot: Pilot[Any]) -> None:
        await say(pilot, "damage ari 9", "kill ogre", "finish")
        await press(pilot, "K")
        assert command_line(pilot) == f'keep "{party}"'
        assert party.read_text(encoding="utf-8") == before
        await press(pilot, "enter")
        assert "hp = 31" in party.read_text(encoding="utf-8")

    play(tracker(Session(read_encounter(encounter), RandomDice(Random(1)), encounter=encounter)), script)


def test_ctrl_c_warns_first_where_nothing_is_saved_and_quits_the_second_time(tmp_path: Path) -> None:
    no_folder = tmp_path / "file"
    no_folder.touch()

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "n", "ctrl+c")
        assert not is_leaving(pilot)
        assert isinstance(pilot.app.screen, FightScreen)
        assert sees(pilot, "not saved: `write` saves it; quit again to discard it")
        await press(pilot, "ctrl+c")
        assert is_leaving(pilot)

    session = session_on(small_fight())
    play(tracker(session, journal_settings_at(no_folder / "state")), script, toasts=True)


@pytest.mark.parametrize("size", [(1, 1), (6, 1), (10, 4), (19, 3), (20, 3), (30, 8)])
def test_a_screen_too_small_says_what_it_needs_however_small_it_is(size: tuple[int, int]) -> None:
    rows = [text_of(row) for row in too_small_rows(size)]
    assert len(rows) <= size[1]
    assert all(len(row) == size[0] for row in rows)
    assert size[0] < 6 or "40×12" in "".join(rows)


# The next fight, words, previews


def test_the_next_fight_asks_for_the_dice_that_ask_named(tmp_path: Path) -> None:
    fight = Played(hero("Ari", 20), monster("Ogre", 10))
    path = tmp_path / "next.toml"
    path.write_text('format = 1\nname = "Next"\nsystem = "orcus"\n', encoding="utf-8")

    async def script(pilot: Pilot[Any]) -> None:
        await say(pilot, "ask party", f"open {path}")
        assert pilot.app.fight.view.fight.name == "Next"
        assert pilot.app.fight.view.fight.asking == "party"

    play(tracker(fight.session), script)


def test_the_creatures_that_were_typed_to_be_added_are_brought_back() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "+", *"gob x3", "escape", "+", "up")
        assert pilot.app.screen.query_one("#search", Input).value == "gob x3"

    play(fight_tracker(), script)


def test_folds_and_the_theme_stay_as_they_are_in_the_next_fight(tmp_path: Path) -> None:
    path = tmp_path / "next.toml"
    imps = '[[creature]]\nname = "Imp"\nmax_hp = 9\ncount = 2\n[[creature]]\nname = "Ari"\nkind = "pc"\nmax_hp = 9\n'
    path.write_text(f'format = 1\nname = "Next"\nsystem = "orcus"\n{imps}', encoding="utf-8")
    fight = Played(hero("Ari", 20), monster("Imp", 8, "count = 2"), monster("Rat", 7, "count = 2"))

    async def script(pilot: Pilot[Any]) -> None:
        assert len(rows_of(pilot.app.fight.view)) == 5
        pilot.app.theme = "orcus-light"
        for each in ("imp1", "rat1"):
            pilot.app.fight.show(replace(pilot.app.fight.view, selected=each))
            await press(pilot, "f")
        assert len(rows_of(pilot.app.fight.view)) == 3
        await say(pilot, f"open {path}")
        assert pilot.app.fight.view.fight.name == "Next"
        assert ("imp1", "imp2") in rows_of(pilot.app.fight.view)
        assert pilot.app.theme == "orcus-light"

    play(tracker(fight.session), script)


def test_the_log_calls_a_refresh_what_the_card_calls_it() -> None:
    toad = monster("Toad", 10, "", power("Spit", 'use = "refresh 5,6"\nattack = "+8 vs AC"\ndamage = "1d8"'))
    fight = Played(hero("Ari", 20), toad).play("begin", "spend toad spit", "next", dice="6")
    log = LogBook()
    execution = fight.session.timeline.executions[-1]
    log.add_executed(execution.line, execution.events, execution.after)
    log.set_width(100)
    assert "Spit refreshed (6)" in "".join(text_of(row) for row in log.rows)
    on_the_card = texts(card(view_of(fight.session), "toad", 100, first_labels({})))
    assert any("Spit" in row and "refresh 5,6" in row for row in on_the_card), on_the_card


def test_a_multiattack_is_previewed_attack_by_attack() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await type_text(pilot, ":attack all ogre")
        shown = " ".join(hints(pilot).replace("│", " ").split())
        assert "Bite on Ogre: hits on 10+ (55 %)" in shown
        assert "Claw ×2 on Ogre: hits on 10+ (55 %)" in shown
        await type_text(pilot, " face 12,3,18")
        shown = " ".join(hints(pilot).replace("│", " ").split())
        assert "Bite on Ogre: hit Claw on Ogre: miss Claw on Ogre: hit" in shown

    bite, claw = (power(name, 'attack = "+8 vs AC"\ndamage = "1d8"') for name in ("Bite", "Claw"))
    bear = hero("Bear", 20, "", power("All", 'multiattack = ["Bite", "Claw x2"]'), bite, claw)
    play(tracker(Played(bear, monster("Ogre", 10)).play("begin").session), script, (120, 40))
