"""The creature that the key of a power targets if none is named."""

from typing import Any

from textual.pilot import Pilot

from orcus_tui.screen.fight.targeting import power_line
from tests.helpers.fights.played import Played, hero, monster, power
from tests.helpers.screen.driver import command_line, play, press, tracker
from tests.helpers.screen.panes import view_of

STRIKE = power("Strike", 'attack = "+5 vs AC"\ndamage = "1d8"')
WORD = power("Kind Word", 'effects = ["heal 5"]')
SONG = power("Song", 'effects = ["bonus +1 attack eont"]')
ARI = hero("Ari", 20, "", STRIKE, WORD, SONG)


def line_for(fight: Played, power_number: int, selected: str) -> str:
    view = view_of(fight.session, selected=selected)
    return power_line(view, "ari", fight.session.fight.sheets["ari"].powers[power_number]).text


def a_fight(*lines: str) -> Played:
    return Played(ARI, hero("Cor", 15), monster("Ogre", 12), monster("Wolf", 9)).play("begin", *lines)


def test_a_hidden_enemy_is_only_targeted_if_there_is_no_other() -> None:
    assert line_for(a_fight("hide ogre"), 0, "ari") == "attack strike wolf "
    assert line_for(a_fight("hide ogre,wolf"), 0, "ari") == "attack strike ogre "


def test_a_power_that_heals_is_for_the_most_hurt_of_its_side() -> None:
    hurt = a_fight("damage ari 5", "damage cor 20", "damage ogre 30")
    assert line_for(hurt, 1, "ari") == 'use "kind word" cor '
    assert line_for(hurt, 1, "ogre") == 'use "kind word" cor '
    assert line_for(hurt, 1, "cor") == 'use "kind word" cor '
    assert line_for(a_fight(), 1, "ogre") == 'use "kind word" '


def test_a_harmless_power_targets_the_selected_creature() -> None:
    assert line_for(a_fight("damage cor 20"), 2, "ari") == "use song "
    assert line_for(a_fight(), 2, "ogre") == "use song ogre "


def test_a_name_typed_after_a_line_of_the_menu_replaces_its_target() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "j", "m", "1", *"wolf")
        assert command_line(pilot) == "attack club wolf by cor"

    club = hero("Cor", 15, "", power("Club", 'attack = "+5 vs AC"\ndamage = "1d8"'))
    fight = Played(ARI, club, monster("Ogre", 12), monster("Wolf", 9)).play("begin")
    play(tracker(fight.session), script)


def test_a_later_word_of_a_name_replaces_the_target_and_is_completed_to_its_id() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "1", *"eel")
        assert command_line(pilot) == "attack strike eel"
        await press(pilot, "tab")
        assert command_line(pilot) == "attack strike woad "

    fight = Played(ARI, monster("Ogre", 12), monster("Woad Eel", 9, 'id = "woad"')).play("begin")
    play(tracker(fight.session), script)


def test_a_folded_group_uses_a_power_together_and_shares_several_targets() -> None:
    bite = power("Bite", 'attack = "+4 vs AC"\ndamage = "1d6"\nrange = "melee"')
    howl = power("Howl", 'damage = "3"')
    fight = Played(hero("Ari", 5), hero("Cor", 4), monster("Rat", 13, "count = 4", bite, howl)).play("begin")

    def line(number: int, *marked: str) -> str:
        view = view_of(fight.session, selected="ari", marked=marked)
        return power_line(view, "rat1", fight.session.fight.sheets["rat1"].powers[number]).text

    assert line(0) == "attack bite ari by rat* "
    assert line(0, "ari", "cor") == "attack bite ari,cor split by rat* "
    assert line(1) == "use howl ari by rat* "


def test_a_power_targets_as_many_of_a_selected_folded_group_as_allowed() -> None:
    burst = power("Burst", 'attack = "+4 vs AC"\ndamage = "1d6"\nrange = "near burst 1"')
    twin = power("Twin", 'attack = "+4 vs AC"\ndamage = "1d6"\ntargets = 2')
    cold = power("Cold", 'damage = "2 cold"')
    ari = hero("Ari", 20, "", STRIKE, burst, twin, cold)
    fight = Played(ari, monster("Rat", 13, "count = 4")).play("begin")
    assert line_for(fight, 0, "rat1") == "attack strike rat1 "
    assert line_for(fight, 1, "rat1") == "attack burst rat1,rat2,rat3,rat4 "
    assert line_for(fight, 2, "rat1") == "attack twin rat1,rat2 "
    assert line_for(fight, 3, "rat1") == "use cold rat1,rat2,rat3,rat4 "
