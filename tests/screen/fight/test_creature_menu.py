"""The menu of a creature: everything it can do, by name, each with a key."""

from typing import Any

import pytest
from textual.pilot import Pilot

from orcus_tui.screen.fight.creature_menu import MENU_ROWS, action_keys, creature_menu
from orcus_tui.systems import SYSTEMS
from tests.helpers.casts.archmage import Archmage, hob, kell
from tests.helpers.fights.played import Played, hero, monster, power
from tests.helpers.fights.readings import complete
from tests.helpers.screen.driver import command_line, fight_tracker, play, press, sees, tracker
from tests.helpers.screen.panes import view_of


def texts_of(fight: Played, selected: str) -> list[str]:
    return [each.text for each in creature_menu(view_of(fight.session, selected=selected)).choices]


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=SYSTEMS)
def test_each_key_has_one_meaning(system: Any) -> None:
    keys = [each for each in action_keys(system) if each]
    assert len(set(keys)) == len(keys)
    assert not {*keys} & {each.key for each in MENU_ROWS}
    assert not {*keys} & {"j", "k"}
    assert len(keys) > 25 or len(keys) == len(system.do_actions)


def test_a_row_without_a_letter_is_found_by_typing() -> None:
    kell = '[[creature]]\nname = "Kell"\nkind = "pc"\nmax_hp = 9\nlevel = 1\nhit_dice = "1d8"\ninitiative_total = 9'
    fight = Played(kell, system="srd5").play("begin")
    assert "/  trip" in texts_of(fight, "kell")

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "m", "slash", *"strang")
        assert sees(pilot, "1 of ")
        await press(pilot, "escape")
        assert sees(pilot, "hides it from the players")
        await press(pilot, "slash", *"trip", "enter")
        assert (command_line(pilot) or "").startswith("do trip")

    play(tracker(fight.session), script)


def test_a_tenth_power_is_in_the_menu() -> None:
    powers = [power(f"Trick {number}", 'effects = ["heal 1"]') for number in range(1, 11)]
    fight = Played(hero("Ari", 20, "", *powers)).play("begin")
    assert {"9  Trick 9", "/  Trick 10"} <= {*texts_of(fight, "ari")}


def test_it_offers_what_makes_sense_for_the_creature() -> None:
    fight = Played(hero("Ari", 20, "action_points = 1"), monster("Ogre", 12)).play("begin")
    assert {"r  rally", "c  recover", "p  action point", "h  hide"} <= {*texts_of(fight, "ari")}
    assert "s  stand" not in texts_of(fight, "ari")
    assert "s  stand" in texts_of(fight.play("apply ari prone"), "ari")
    fight.play("hide ogre", "kill ari")
    assert {"h  reveal", "K  kill", "e  reserve"} <= {*texts_of(fight, "ogre")}
    assert "h  hide" not in texts_of(fight, "ogre")
    assert "v  revive" in texts_of(fight, "ari")
    assert not {"r  rally", "h  hide", "K  kill", "s  stand"} & {*texts_of(fight, "ari")}
    fight.play("reserve ogre")
    assert "e  enter" in texts_of(fight, "ogre")


def test_refused_and_useless_actions_are_left_out() -> None:
    mook = monster("Mudling", 9, 'kind = "mook"\nrecoveries = 1').replace("max_hp = 60", "max_hp = 3")
    fight = Played(hero("Ari", 20), monster("Ogre", 12, "recoveries = 1"), mook).play("begin")
    assert not {"r  rally", "c  recover"} & {*texts_of(fight, "mudling")}
    assert "c  recover" in texts_of(fight, "ogre")
    assert "r  rally" in texts_of(fight, "ari")
    fight.play("rally")
    assert "r  rally" not in texts_of(fight, "ari")
    fight.play("damage ari 45")
    assert "b  stabilize" in texts_of(fight, "ari")
    fight.play("stabilize ari")
    assert "b  stabilize" not in texts_of(fight, "ari")


def test_a_system_without_rallying_offers_none() -> None:
    fight = Played('[[creature]]\nname = "Ari"\nkind = "pc"\nmax_hp = 9\nlevel = 1\nhit_dice = "1d8"', system="srd5")
    assert not any("rally" in each for each in texts_of(fight, "ari"))


def test_a_key_runs_or_begins_its_line_and_escape_goes_back() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "j", "m")
        assert sees(pilot, "hides it from the players")
        await press(pilot, "escape")
        assert not sees(pilot, "hides it from the players")
        await press(pilot, "m", "n")
        assert command_line(pilot) == 'note ogre "'
        await press(pilot, "escape", "m", "2")
        assert command_line(pilot) == "attack hex ari by ogre "
        await press(pilot, "escape", "m", "g")
        assert command_line(pilot) == "do grapple by ogre "

    play(fight_tracker(), script)


def test_an_action_outside_a_turn_is_its_own_creatures_and_marked_creatures_share_one_that_takes_several() -> None:
    session = Played(hero("Ari", 20), monster("Ogre", 12), monster("Wolf", 9)).play("begin", "apply ogre prone").session

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "j", "m", "s")
        assert not session.fight.states["ogre"].effects
        await press(pilot, "space", "space", "k", "m", "h")
        assert [session.fight.states[each].hidden for each in ("ari", "ogre", "wolf")] == [False, True, True]
        assert not sees(pilot, "marked")

    play(tracker(session), script)


def test_an_action_after_a_check_shows_what_the_check_must_beat_before_it_is_taken() -> None:
    session = Played(hero("Ari", 20), monster("Ogre", 12)).play("begin", "apply ari grappled by ogre").session

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "m", "x")
        assert command_line(pilot) == "do escape "
        assert sees(pilot, "Athletics against")
        await press(pilot, "enter")
        assert not session.fight.states["ari"].effects

    play(tracker(session), script)


def test_an_action_that_would_be_refused_at_once_is_not_offered() -> None:
    fight = Played(hero("Ari", 20), monster("Ogre", 12)).play("begin")
    assert not [each for each in texts_of(fight, "ari") if each.endswith("release")]
    fight.play("do grapple ogre")
    assert [each for each in texts_of(fight, "ari") if each.endswith("release")]
    assert not [each for each in texts_of(fight, "ogre") if each.endswith("release")]


def test_rows_that_run_at_once_say_so() -> None:
    fight = Played(hero("Ari", 20), monster("Ogre", 12)).play("begin", "d ari 9")
    abouts = {each.text: each.about for each in creature_menu(view_of(fight.session, selected="ari")).choices}
    assert abouts["r  rally"].startswith("at once: ")
    assert not abouts["n  note"].startswith("at once")


def test_an_action_for_the_fallen_is_begun_with_the_ally_who_is_down() -> None:
    fight = Archmage(
        kell("initiative_total = 20"), hob("initiative_total = 10"), kell("initiative_total = 5").replace("Kell", "Ada")
    ).play("begin")

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "m", "S")
        assert command_line(pilot) == "do stabilize ada "

    play(tracker(fight.play("set ada hp -3").session), script)
    assert complete("do stabilize ", fight.session.context)[0].text == "ada"


def test_no_row_says_twice_that_it_runs_at_once() -> None:
    fight = Played(hero("Ari", 20), monster("Ogre", 12)).play("begin")
    rows = creature_menu(view_of(fight.session, selected="ogre")).choices
    assert not [each.about for each in rows if each.about.count("at once") > 1]
