"""Concentration in SRD 5.1: its tests, its end, and the effects that end with it."""

import pytest

from orcus_tui.session.ahead.timers import timers, when_text
from orcus_tui.session.log_text import formatter_of
from tests.helpers.casts.srd5 import SNARE, Srd5, goblins, ilen, mage, start_fight, turn, vara
from tests.helpers.fights.played import creature, power


def test_damage_asks_for_a_save_of_10_or_half_of_it() -> None:
    fight = Srd5(ilen()).play("apply ilen concentrating", "temp ilen 50")
    fight.play("damage ilen 9", dice="5")
    assert fight.logs("5 + 5 (mana) = 10 vs DC 10 – saved")
    fight.play("damage ilen 31", dice="9").shows("ilen", conditions=[])
    assert fight.logs("14 vs DC 15 – failed")


def test_effects_that_need_concentration_end_with_it() -> None:
    fight = start_fight(ilen(turn(20), SNARE), goblins(turn(10)))
    fight.play("use snare goblin1-2", 'apply goblin3 stilled until "concentration ends" by ilen')
    fight.shows("goblin1", conditions=["restrained"])
    fight.play("damage ilen 2", dice="2").shows("ilen", conditions=[])
    for each in ("goblin1", "goblin2", "goblin3"):
        fight.shows(each, conditions=[])


def test_a_new_concentration_ends_the_old_and_only_its_effects() -> None:
    fight = start_fight(ilen(turn(20), SNARE), goblins(turn(10)))
    fight.play("use snare goblin1", "use snare goblin2")
    fight.shows("goblin1", conditions=[]).shows("goblin2", conditions=["restrained"])
    assert fight.names("ilen") == ["concentrating"]


@pytest.mark.parametrize("line", ["apply ilen stunned", "damage ilen 15", "kill ilen", "remove ilen concentrating"])
def test_concentration_ends_without_a_save(line: str) -> None:
    fight = start_fight(ilen(turn(20), SNARE), goblins(turn(10))).play("use snare goblin1", line)
    assert "concentrating" not in fight["ilen"]["conditions"]
    fight.shows("goblin1", conditions=[])


def test_each_source_of_damage_asks_a_separate_question() -> None:
    fight = Srd5(ilen()).play("apply ilen concentrating", "ask party", "damage ilen 3", "damage ilen 4")
    assert [(each["kind"], each["about"]) for each in fight.state["questions"]] == [("save", "concentrating")] * 2
    assert fight.logs("needs a Mana save of 10")
    fight.play("answer 2 12").shows("ilen", conditions=["concentrating"])
    fight.play("save ilen 4").shows("ilen", conditions=[])
    assert fight.state["questions"] == []


def test_open_questions_about_concentration_are_rolled_as_such() -> None:
    fight = Srd5(ilen()).play("apply ilen concentrating", *["apply ilen exhaustion"] * 3, "ask all", "damage ilen 3")
    fight.play("answer all", dice="12 4").shows("ilen", conditions=["exhaustion"])
    assert fight.logs("4 + 5 (mana) = 9 vs DC 10 – failed")


def test_saves_other_than_concentration_do_not_change() -> None:
    fight = start_fight(ilen(turn(20)), goblins(turn(10))).play(
        "apply ilen poisoned save:13", "apply ilen concentrating"
    )
    fight.play("ask party", "next", "damage ilen 3")
    fight.play("save ilen 12 +1").shows("ilen", conditions=["concentrating"])
    fight.play("save ilen conc 4").shows("ilen", conditions=[])
    assert fight.state["questions"] == []


def test_a_question_about_concentration_lapses_with_it() -> None:
    fight = Srd5(ilen()).play("apply ilen concentrating", "ask party", "damage ilen 3", "remove ilen concentrating")
    assert fight.logs("lapses")
    assert fight.state["questions"] == []


def test_without_mana_concentration_uses_constitution() -> None:
    fight = Srd5(vara()).play("apply vara concentrating").play("damage vara 3", dice="8")
    assert fight.logs("8 + 2 (con) = 10 vs DC 10 – saved")
    fight.play("damage vara 3", dice="7").shows("vara", conditions=[])
    wise = creature("Wise", "max_hp = 9\nabilities = { mana = 14 }\nsaves = { con = 5 }")
    assert Srd5(wise).play("apply wise concentrating").play("damage wise 3", dice="8").logs("8 + 2 (mana)")


def test_an_effect_until_its_source_stops_concentrating_ends_then() -> None:
    fight = Srd5(ilen(), goblins()).play("apply ilen concentrating")
    fight.play('apply goblin1 stilled until "Ilen stops concentrating" by ilen', "remove ilen concentrating")
    fight.shows("goblin1", conditions=[])


@pytest.mark.parametrize("action", ["shove", "shoveprone", "shoveaside", "grapple", "overrun", "strangle", "particles"])
def test_shoves_and_grapples_test_concentration(action: str) -> None:
    fight = start_fight(vara(turn(20)), ilen(turn(15))).play("apply ilen concentrating")
    fight.play(f"do {action} ilen", dice="4")
    assert fight.logs("Ilen rolls a Mana save: 4 + 5 (mana) = 9 vs DC 10 – failed")
    assert "concentrating" not in fight["ilen"]["conditions"]


def test_a_hit_without_damage_still_tests_concentration() -> None:
    touch = power("Touch", 'attack = "+5 vs AC"\neffects = ["apply deafened"]')
    fight = start_fight(vara(turn(20), touch), ilen(turn(15))).play("apply ilen concentrating")
    fight.play("attack touch ilen", dice="12 5").shows("ilen", conditions=["concentrating", "deafened"])
    fight.play("immune ilen slashing", "attack greataxe ilen", dice="12 1 4")
    assert fight["ilen"]["conditions"] == ["deafened"]
    fight.play("apply ilen concentrating", "attack touch ilen", dice="2")


def test_a_hit_with_damage_is_one_test() -> None:
    fight = start_fight(vara(turn(20)), ilen(turn(15))).play("apply ilen concentrating")
    fight.play("attack greataxe ilen", dice="12 1 5").shows("ilen", conditions=["concentrating"], hp=11)


def test_concentration_ends_with_a_long_rest_and_where_its_time_is_over() -> None:
    mage().play("apply ilen concentrating", "rest short").shows("ilen", conditions=["concentrating"])
    mage().play("apply ilen concentrating", "finish", "rest long").shows("ilen", conditions=[])
    fight = mage().play("apply ilen concentrating 3r", 'apply ogre blinded until "concentration ends" by ilen')
    fight.play("finish").shows("ilen", conditions=["concentrating"])
    fight.play("pass 18s").shows("ilen", conditions=[]).shows("ogre", conditions=[])
    mage().play("apply ilen concentrating", "finish").shows("ilen", conditions=["concentrating"])


def test_a_counter_lets_a_mage_concentrate_on_two_spells_and_one_save_is_for_both() -> None:
    fight = mage().play("counter ilen.concentration 2", "use snare ogre")
    fight.play("apply ilen concentrating", 'apply vara invisible until "concentration ends" by ilen')
    assert fight.names("ilen") == ["concentrating"] * 2
    assert fight["ogre"]["conditions"] == ["restrained"]
    fight.play("damage ilen 3", dice="4")
    fight.shows("ilen", conditions=[]).shows("ogre", conditions=[]).shows("vara", conditions=[])


def test_casting_and_holding_a_readied_spell_is_concentration() -> None:
    fight = mage().play("use snare ogre", "do cast").shows("ogre", conditions=[])
    fight.play('ready "the ogre moves"', "next", "damage ilen 3", dice="4")
    assert fight.logs("Ilen loses the readied spell")
    fight = mage().play("do cast", 'ready "the ogre moves"', "next", "act ilen").shows("ilen", conditions=[])
    fight = mage().play("do cast", "use storm ogre").shows("ilen", conditions=[]).shows("ogre", conditions=["prone"])


def test_concentration_effects_are_marked_in_the_log_on_cards_and_in_the_timers() -> None:
    hold = power("Hold", 'effects = ["apply restrained", "self: apply concentrating"]')
    fight = start_fight(ilen(turn(20), hold), goblins(turn(10))).play("use hold goblin1")
    assert fight.logs("restrained, while Ilen concentrates")
    formatter = formatter_of(fight.session.fight)
    found = [when_text(formatter, each.when) for each in timers(fight.session.view) if each.creature == "goblin1"]
    assert found == ["while Ilen concentrates"]
    assert fight.play("apply goblin2 prone").logs("prone, until removed")
