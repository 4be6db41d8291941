"""Lines as they are typed and pasted: names of powers, one command a line, suggestions and previews."""

from typing import Any

import pytest
from textual.pilot import Pilot

from orcus_tui.screen.app import Tracker
from orcus_tui.screen.fight.user_input import UserInput
from tests.helpers.fights.played import Played, hero, monster, power
from tests.helpers.screen.driver import (
    command_line,
    fight_tracker,
    ghost_text,
    messages,
    pane_text,
    paste,
    play,
    press,
    say,
    tracker,
    type_text,
)

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
        ("use not-one ogre face 12", "Ogre: hit, 60 → 59..52"),
        ("attack mend ogre +1", "`use mend-the-wall ogre`"),
        ("use spike ogre by ari", 'did you mean "the-long-spike"?'),
    ],
)
def test_attack_and_use_say_the_line_to_type_where_the_other_is_meant(line: str, says: str) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await type_text(pilot, f":{line}")
        assert says in " ".join(hints(pilot).replace("│", " ").split())

    play(spike_fight(), script, (160, 40))


# Lines


def test_a_semicolon_between_two_commands_is_reported_as_the_error() -> None:
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


def test_escape_drops_pasted_lines_and_an_error_pauses_them() -> None:
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


def test_earlier_dice_are_never_the_grey_rest_of_a_line() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await type_text(pilot, ":attack the-hammer ogre ")
        assert ghost_text(pilot) == "attack the-hammer ogre ca 12 5"

    earlier = ["attack the-hammer ogre ca 12 5", "attack the-hammer ogre 15 9", "attack the-hammer ogre 3,4 1"]
    play(spike_fight(user_input=UserInput(history=earlier)), script)


def test_a_comma_follows_the_last_word_directly() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await type_text(pilot, ":d ogre ,")
        assert command_line(pilot) == "d ogre,"
        await press(pilot, *["backspace"] * 7)
        await type_text(pilot, "  ,")
        assert command_line(pilot) == "  ,"

    play(fight_tracker(), script)


# Previews


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


def test_a_refused_line_stays_as_it_was_typed_and_its_message_goes_once_it_is_edited() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await say(pilot, 'attack "not one step" ogre ')
        assert command_line(pilot) == 'attack "not one step" ogre '
        assert [each.message for each in messages(pilot)] == ["the dice given have run out: a d20 is needed"]
        await press(pilot, "1")
        assert command_line(pilot) == 'attack "not one step" ogre 1'
        assert not messages(pilot)

    play(spike_fight(), script)


def test_a_message_about_a_key_goes_with_the_next_key() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "9")
        assert [each.message for each in messages(pilot)] == ["no power 9"]
        await press(pilot, "n")
        assert not messages(pilot)

    play(spike_fight(), script)


def test_the_totals_of_an_earlier_line_are_not_suggested() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await type_text(pilot, ":attack the-hammer ogre ")
        assert ghost_text(pilot) == ""

    history = ["attack the-hammer ogre total 24 hit 9"]
    play(spike_fight(user_input=UserInput(history=history)), script)
