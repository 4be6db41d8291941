"""SRD 5.1 with open and move actions: saves and checks, exhaustion, rests, and features of other systems."""

from pathlib import Path

import pytest

from orcus_tui.rules.templates import Formatter
from orcus_tui.session.ahead.timers import short_texts, timers
from orcus_tui.systems import SYSTEMS
from tests.helpers.casts.srd5 import SNARE, Srd5, duel, goblins, ilen, ogre, skeleton, start_fight, turn, vara
from tests.helpers.fights.played import Played, creature, effect, power

# Saves and checks


def test_saves_use_the_ability_of_the_condition_or_the_power() -> None:
    fight = start_fight(vara(turn(20)), goblins(turn(10))).play("apply vara poisoned save:13")
    fight.play("next", dice="11").shows("vara", conditions=[])
    assert fight.logs("11 + 2 (con) = 13 vs DC 13 – saved")
    sly = creature("Sly", f"max_hp = 9\nsaves = {{ dex = 4 }}\n{turn(10)}")
    fight = start_fight(ilen(turn(20), SNARE), sly).play("use snare sly", "next").play("next", dice="1 9")
    assert fight.logs("1 + 4 (dex) = 5 vs DC 13 – failed")


def test_the_timers_and_why_know_the_ability() -> None:
    fight = start_fight(vara(turn(20)), ogre(turn(10))).play("apply vara poisoned save:13", "why vara saves")
    assert fight.logs("con saves +2: + 2 (con)")
    formatter = Formatter(fight.session.view)
    found = timers(fight.session.view)
    assert any("save 11+" in short_texts(formatter, timer)[1] for timer in found)


def test_a_save_against_the_poisoned_condition_is_one_against_poison() -> None:
    fight = start_fight(vara(turn(20)), goblins(turn(10))).play("bonus vara adv saves against poison")
    fight.play("apply vara poisoned save:13", "next", dice="3 12").shows("vara", conditions=[])
    fight.play("apply vara restrained save:13", "save vara", dice="3").shows("vara", conditions=["restrained"])


def test_an_unlisted_save_uses_the_ability_score() -> None:
    wise = creature("Wise", "max_hp = 9\nabilities = { wis = 15 }\nsaves = { con = 1 }")
    fight = Srd5(wise).play("check wise wis 10", dice="8")
    assert fight.logs("8 + 2 (wis) = 10 vs DC 10 – saved")
    fight.play("check wise con", dice="8")
    assert fight.logs("8 + 1 (con) = 9")


@pytest.mark.parametrize("condition", ["paralyzed", "petrified", "stunned", "unconscious"])
def test_some_fail_strength_and_dexterity_saves_without_a_roll(condition: str) -> None:
    fight = Srd5(vara()).play(f"apply vara {condition}", "check vara dex 10", "check vara str 10")
    assert sum("fails the" in line for line in fight.log) == 2
    fight.play("check vara con 10", dice="9")


def test_the_dead_make_no_checks() -> None:
    fight = Srd5(vara(), goblins()).play("kill goblin1", "ask all")
    assert "dead" in fight.refused("check goblin1 con 12")


def test_a_power_may_ask_for_a_save_of_those_it_hits() -> None:
    fang = power("Fang", 'attack = "+4 vs AC"\ndamage = "1"\neffects = ["check con 11"]')
    fight = start_fight(ogre(turn(20), fang), vara(turn(10))).play("attack fang vara", dice="12 9")
    assert fight.logs("9 + 2 (con) = 11 vs DC 11 – saved")
    fight.play("ask party", "attack fang vara", dice="12")
    assert fight.state["questions"][0]["about"] == "DC 11"


def test_a_save_against_an_effect_is_lost_without_a_roll_too() -> None:
    fight = start_fight(vara(turn(20)), ogre(turn(10))).play("apply vara restrained save:5", "apply vara stunned")
    fight.play("save vara restrained")
    assert fight.logs("stunned fails Str saves")
    fight.play("next")
    assert fight.logs("fails to save against restrained")
    fight.play("save vara restrained 5")
    assert "restrained" not in fight["vara"]["conditions"]


def test_poison_hinders_checks_but_not_saves() -> None:
    fight = Srd5(vara()).play("apply vara poisoned").play("check vara con 10", dice="9")
    fight.play("check vara con 10 ability", dice="9 12")


def test_a_check_is_asked_of_the_party_and_rolled_for_the_others() -> None:
    fight = Srd5(vara(), goblins()).play("ask party").play("check vara,goblin1 con 12", dice="3")
    (question,) = fight.state["questions"]
    assert (question["kind"], question["creature"], question["about"]) == ("con save", "vara", "DC 12")
    fight.play("answer 9")
    assert fight.logs("9 + 2 (con) = 11 vs DC 12 – failed")
    fight.play("check vara dex 12 face 14 +1")
    assert fight.logs("14 + 1 (typed) = 15 vs DC 12 – saved")


def test_rolling_open_questions_keeps_disadvantage() -> None:
    fight = Srd5(vara()).play("apply vara restrained", "ask all", "check vara dex 12")
    assert fight.logs("disadvantage (restrained)")
    fight.play("answer all", dice="15 3")
    assert fight.logs("3 vs DC 12 – failed")


def test_a_question_keeps_what_was_typed_for_its_die(tmp_path: Path) -> None:
    fight = Srd5(vara()).play("ask all", "check vara dex 12 adv", "check vara con +3", "check vara con ability dis")
    written = tmp_path / "asked.toml"
    before = fight.play(f'write "{written}"').state
    assert fight.play(f'open "{written}"').state == before
    fight.play("answer 1 9")
    assert fight.logs("9 vs DC 12 – failed")
    fight.play("undo").play("answer all", dice="3 15 5 9 4")
    assert fight.logs("15 vs DC 12 – saved")
    assert fight.logs("5 + 2 (con) + 3 (typed) = 10")
    assert fight.logs("4 counts")


# Exhaustion


def exhaust(levels: int) -> Played:
    return Srd5(vara(), goblins()).play(*["apply vara exhaustion"] * levels)


def test_exhaustion_hinders_checks_then_attacks_and_saves() -> None:
    exhaust(1).play("check vara str 10 ability", dice="3 4").play("check vara str 10", dice="3")
    exhaust(2).play("attack greataxe goblin1 by vara", dice="3")
    exhaust(3).play("attack greataxe goblin1 by vara", dice="3 4").play("check vara str 10", dice="3 4")


def test_the_fourth_level_halves_the_maximum_and_the_sixth_kills() -> None:
    fight = exhaust(4).shows("vara", hp=12, max_hp=12)
    assert fight["vara"]["counters"]["exhaustion"] == 4
    fight.play("remove vara exhaustion").shows("vara", hp=12, max_hp=24)
    exhaust(6).shows("vara", state="dead")


def test_half_of_one_hit_point_is_one(tmp_path: Path) -> None:
    moth = creature("Moth", "max_hp = 1\ninitiative_total = 9")
    fight = Srd5(moth).play("counter moth.exhaustion 4").shows("moth", max_hp=1)
    fight.play(f'write "{tmp_path / "moth.toml"}"', f'open "{tmp_path / "moth.toml"}"')
    fight.play("counter moth.exhaustion 0").shows("moth", max_hp=1, counters={})


def test_the_counter_is_another_way_to_say_the_level() -> None:
    fight = Srd5(vara()).play("counter vara.exhaustion 4").shows("vara", hp=12, max_hp=12)
    assert fight.names("vara") == ["exhaustion"] * 4
    fight.play("counter vara.exhaustion -1").shows("vara", max_hp=24, counters={"exhaustion": 3})
    fight.play("check vara str 10", dice="3 4")
    assert "0 to 6" in fight.refused("counter vara.exhaustion 7")
    fight.play("counter vara.exhaustion 0").shows("vara", effects=[], counters={})
    fight.play("counter vara.exhaustion 6").shows("vara", state="dead")


def test_a_file_may_give_levels_by_the_counter_or_as_effects() -> None:
    fight = start_fight(vara(turn(20), "[creature.counters]\nexhaustion = 4")).shows("vara", max_hp=12)
    assert fight.names("vara") == ["exhaustion"] * 4
    fight = start_fight(vara(turn(20), effect('name = "exhaustion"'))).shows("vara", counters={"exhaustion": 1})


def test_exhaustion_levels_in_a_file_apply_before_the_fight() -> None:
    fight = Srd5(vara("[creature.counters]\nexhaustion = 4"), ogre()).play("apply vara prone")
    fight.shows("vara", max_hp=12, counters={"exhaustion": 4, "maximum lost to exhaustion": 12})
    fight.play("remove vara exhaustion").shows("vara", max_hp=24, counters={"exhaustion": 3})


def test_levels_may_be_corrected_by_the_field() -> None:
    fight = Srd5(vara()).play("set vara counters.exhaustion 3").shows("vara", counters={"exhaustion": 3})
    fight.play("set vara counters.exhaustion 1").shows("vara", counters={"exhaustion": 1})
    assert fight.names("vara") == ["exhaustion"]
    assert "Vara: exhaustion goes from 0 to 6" in fight.refused("set vara counters.exhaustion 7")


def test_the_immune_are_not_exhausted_by_a_counter_either() -> None:
    fight = Srd5(vara('immune = ["exhaustion"]')).play("counter vara.exhaustion 3")
    assert fight.logs("immune to exhaustion")
    fight.shows("vara", counters={}, effects=[])


def test_a_revived_creature_keeps_all_its_levels() -> None:
    exhaust(6).play("revive vara", "apply vara prone").shows("vara", state="up")
    fight = exhaust(4).play("kill vara", "remove vara exhaustion", "revive vara")
    fight.shows("vara", max_hp=24, counters={"exhaustion": 3})


def test_a_long_rest_takes_one_level_off_and_gives_all_hit_points_back() -> None:
    fight = exhaust(4).play("temp vara 5", "rest long").shows("vara", hp=24, max_hp=24, temp_hp=0)
    assert fight.names("vara") == ["exhaustion"] * 3


def test_exhaustion_hinders_death_saves() -> None:
    fight = Srd5(vara("hp = 0")).play(*["apply vara exhaustion"] * 3).play("deathsave vara", dice="15 4")
    fight.shows("vara", death_failures=1)


# Rests


def test_a_short_rest_is_for_hit_dice_and_powers() -> None:
    breath = power("Breath", 'use = "encounter"')
    fight = Srd5(vara('hp = 5\nrecoveries = 2\nrecovery = "1d10+2"', breath)).play("spend vara breath", "rest short")
    fight.shows("vara", spent=[], hp=5)
    assert fight.logs("hit dice")
    fight.play("recover vara", dice="4").shows("vara", hp=11, recoveries=1)
    assert "the dice of 1d10+2 give 1 to 10, not 11" in fight.refused("recover vara 11")
    fight.play("recover vara 5").shows("vara", hp=18, recoveries=0)
    assert "no hit dice" in fight.refused("recover vara")
    fight.play("rest long").shows("vara", hp=24, recoveries=1)


def test_the_total_of_several_hit_dice_is_typed_as_one_number() -> None:
    fight = Srd5(vara('hp = 5\nrecoveries = 3\nrecovery = "1d10+2"'))
    fight.play("recover vara x2 9").shows("vara", hp=5 + 9 + 2 * 2, recoveries=1)
    assert "no hit dice" in fight.refused("recover vara x2 2")
    fight.shows("vara", hp=18, recoveries=1)


def test_a_creature_at_0_has_no_long_rest() -> None:
    fight = Srd5(vara("hp = 0"), ilen("hp = 0")).play("stabilize ilen", "finish")
    assert fight.logs("1d4 hours")
    fight.play("rest long").shows("vara", hp=0).shows("ilen", hp=1, state="up")


def test_there_is_no_rally_and_no_action_point() -> None:
    fight = duel()
    assert "no rally" in fight.refused("rally vara")
    assert "no action points" in fight.refused("ap vara")


# Features of other systems


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("apply vara dazed", "it has"),
        ("attack greataxe ogre ca", "no combat advantage; it has adv, dis"),
        ("attack greataxe ogre coup", "no coup"),
        ("escalation hold", "convert, dodge, assist"),
        ("set vara will 12", "it has ac"),
        ("option death_save_timing end", "ties, crits, cleaving"),
        ("damage ogre 5 holy", "radiant"),
        ("do totaldefense", "dodge"),
    ],
)
def test_words_of_other_systems_are_refused_with_the_known_words(line: str, message: str) -> None:
    reason = duel().refused(line)
    assert SYSTEMS["srd5"].display_name in reason
    assert message in reason


def test_effects_in_a_file_apply() -> None:
    fight = Srd5(vara("", effect('name = "poisoned"\nduration = "save:13"')), goblins())
    fight.play("attack greataxe goblin1 by vara", dice="2 3")


def test_creatures_of_a_kind_are_logged_as_lists() -> None:
    lines = Srd5(skeleton()).play("show skeleton").log
    assert any("vulnerable bludgeoning, immune poison" in line for line in lines)


@pytest.mark.parametrize("rest", ["rest short", "rest long"])
def test_a_rest_ends_what_a_save_each_turn_ends(rest: str) -> None:
    fight = duel().play("apply vara paralyzed con save dc 18 by ogre", "apply vara blinded", rest)
    assert fight["vara"]["conditions"] == ["blinded"]
