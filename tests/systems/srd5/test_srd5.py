"""SRD 5.1 with open and move actions, section by section."""

import pytest

from orcus_tui.systems import SYSTEMS
from tests.helpers.casts.srd5 import Srd5, duel, goblins, ilen, ogre, start_fight, turn, vara
from tests.helpers.fights.played import effect, power
from tests.helpers.fights.readings import preview_line

# Actions


def test_an_open_action_may_replace_a_move_but_not_the_reverse() -> None:
    fight = duel().play("spent vara move", "spent vara move")
    assert fight["vara"]["actions"] == {"open": 0, "move": 0, "bonus": 0, "reaction": 1}
    fight = duel().play("spent vara open", "spent vara open")
    assert fight.logs("no open action left; allowed anyway")
    assert fight["vara"]["actions"]["move"] == 1


def test_an_action_is_converted_once_unless_overridden() -> None:
    fight = duel().play("convert")
    assert "no move action" in fight.refused("convert")
    fight = duel().play("spent vara open", "convert!")
    assert fight.logs("overridden")
    assert fight["vara"]["actions"] == {"open": 1, "move": 0, "bonus": 0, "reaction": 1}


def test_a_creature_without_actions_cannot_convert_nor_can_any_before_the_fight() -> None:
    assert "incapacitated" in duel().play("apply vara stunned").refused("convert")
    assert "not begun" in Srd5(vara()).refused("convert")


@pytest.mark.parametrize("grant", [power("Kick", 'action = "bonus"'), "[creature.counters]\nbonus = 1"])
def test_a_bonus_action_is_granted_by_a_power_that_costs_one_or_by_a_counter(grant: str) -> None:
    fight = start_fight(vara(turn(20), grant), ogre(turn(10)))
    assert fight["vara"]["actions"]["bonus"] == 1
    fight.play("spent vara bonus", "spent vara bonus")
    assert fight.logs("no bonus action left; allowed anyway")


def test_a_bonus_action_granted_in_a_turn_is_available_at_once() -> None:
    fight = duel().play("counter vara.bonus 1")
    assert fight["vara"]["actions"]["bonus"] == 1
    fight.play("spent vara bonus", "counter vara.bonus 2")
    assert fight["vara"]["actions"]["bonus"] == 0
    fight.play("counter vara.bonus 0")
    assert "bonus action" in fight.refused("spent vara bonus")


def test_losing_actions_includes_losing_the_reaction() -> None:
    fight = duel().play("apply vara stunned")
    assert set(fight["vara"]["actions"].values()) == {0}
    assert "incapacitated" in fight.refused("spent vara opportunity")


def test_delaying_is_an_option() -> None:
    fight = duel()
    reason = fight.refused("delay 12")
    assert f"nobody can delay in {SYSTEMS['srd5'].display_name}" in reason
    assert "ready" in reason
    fight.play("delay!")
    assert fight.logs("overridden")
    assert fight.state["delayed"] == ["vara"]


def test_a_readied_action_that_is_not_taken_is_lost_as_the_next_turn_starts() -> None:
    fight = duel().play('ready "the ogre moves"', *["next"] * 5)
    assert fight.logs("readied action lost, no trigger")
    assert fight["vara"]["actions"] == {"open": 1, "move": 1, "bonus": 0, "reaction": 1}


def test_an_attack_in_another_turn_is_a_reaction() -> None:
    fight = duel().play("next", "attack greataxe goblin1 by vara", dice="2")
    assert fight["vara"]["actions"] == {"open": 1, "move": 1, "bonus": 0, "reaction": 0}
    fight.play("next", "attack greataxe goblin2 by vara", dice="2")
    assert fight.logs("no reaction left; allowed anyway")


def test_one_reaction_pays_for_all_opportunity_attacks_in_a_turn() -> None:
    fight = duel().play("next", "spent vara opportunity", "attack greataxe goblin1 by vara", dice="2")
    assert not fight.logs("allowed anyway")
    fight = duel().play('ready "the goblin moves"', "next", "act vara")
    fight.play(*["attack greataxe goblin1 by vara"] * 2, dice="2 2")
    assert not fight.logs("allowed anyway")
    fight.play("next", "attack greataxe goblin2 by vara", dice="2")
    assert fight.logs("allowed anyway")


def test_the_surprised_make_no_opportunity_attack() -> None:
    fight = Srd5(goblins(turn(20)), vara(turn(15))).play("surprise vara", "begin")
    assert "surprised" in fight.refused("attack greataxe goblin1 by vara")


def test_legendary_actions_and_reactions_outside_the_turn_cost_their_price() -> None:
    tail = power("Tail", 'attack = "+5 vs AC"\ndamage = "1"\naction = "free"')
    parry = power("Riposte", 'attack = "+5 vs AC"\ndamage = "1"\naction = "reaction"')
    fight = start_fight(vara(turn(20)), ogre(turn(10), tail, parry)).play("attack tail vara by ogre", dice="2")
    assert fight["ogre"]["actions"]["reaction"] == 1
    fight.play("attack riposte vara by ogre", dice="2")
    assert fight["ogre"]["actions"]["reaction"] == 0


# Advantage and disadvantage


@pytest.mark.parametrize(
    ("lines", "words", "dice"),
    [
        (["apply goblin1 prone"], " adv", "2 3"),
        ([], " adv", "2 3"),
        ([], " dis", "2 3"),
        (["apply goblin1 prone"], " dis", "2"),
        (["apply vara poisoned", "apply goblin1 restrained"], "", "2"),
        (["apply vara poisoned", "apply vara prone", "apply goblin1 restrained"], "", "2"),
        (["apply goblin1 blinded", "apply goblin1 stunned"], "", "2 3"),
        ([], "", "2"),
        (["apply vara poisoned"], " face 2", ""),
        (["apply vara poisoned"], " total 7", ""),
    ],
)
def test_advantages_do_not_add_up_and_one_of_each_cancels_all(lines: list[str], words: str, dice: str) -> None:
    duel().play(*lines).play(f"attack greataxe goblin1{words}", dice=dice)


def test_the_better_or_worse_die_counts_and_the_log_has_both() -> None:
    fight = duel().play("attack greataxe goblin1 adv", dice="4 11 1")
    assert fight.logs("advantage (typed): 4 and 11 – 11 counts")
    assert fight.logs("11 + 5 = 16 vs AC 15 – hit")
    fight = duel().play("attack greataxe goblin1 dis", dice="11 4")
    assert fight.logs("4 counts")
    assert fight.logs("miss")


def test_both_dice_of_one_target_come_before_those_of_the_next() -> None:
    fight = duel().play("apply goblin1 restrained")
    fight.play("attack greataxe goblin1,goblin2,ogre", dice="3 4 18 5 1")
    fight.shows("goblin1", hp=7).shows("goblin2", state="up", hp=3).shows("ogre", hp=59)


def test_both_dice_may_be_typed_and_are_logged_as_if_rolled() -> None:
    fight = duel().play("attack greataxe goblin1 adv face 4,11", dice="1")
    assert fight.logs("rolls with advantage (typed): 4 and 11 – 11 counts")
    assert fight.logs("11 + 5 = 16 vs AC 15 – hit")
    fight = duel().play("apply goblin1 restrained", "attack greataxe goblin1,goblin2,ogre face 3,20,2,1", dice="4 5")
    fight.shows("goblin1", state="dead").shows("goblin2", hp=7).shows("ogre", hp=59)


def test_one_face_for_each_target_is_the_one_that_counts() -> None:
    fight = duel().play("apply @foes restrained", "attack greataxe goblin1,goblin2 face 4,11", dice="1")
    fight.shows("goblin1", hp=7).shows("goblin2", hp=3)


def test_help_used_up_by_the_first_roll_does_not_count_for_the_next() -> None:
    fight = start_fight(vara(turn(20), effect('name = "helped"')), goblins(turn(10)))
    fight.play("attack greataxe goblin1,goblin2 face 3,12,2", dice="1").shows("goblin1", hp=3).shows("goblin2", hp=7)


@pytest.mark.parametrize("faces", ["4,11,12", "4,11,12,13,14"])
def test_dice_too_many_or_too_few_are_refused(faces: str) -> None:
    fight = duel().play("apply goblin1 restrained", "apply goblin2 restrained")
    assert "both where there are two" in fight.refused(f"attack greataxe goblin1,goblin2 face {faces}")
    assert "2 for 1 target" in duel().refused("attack greataxe goblin1 face 4,11")


def test_prone_helps_attackers_nearby_and_hinders_distant_ones() -> None:
    fight = start_fight(ilen(turn(20)), vara(turn(15)), goblins(turn(10))).play("apply goblin1 prone")
    fight.play("attack bolt goblin1", dice="15 2")
    assert fight.logs("disadvantage (target prone)")
    fight.play("attack greataxe goblin1 by vara", dice="2 3")
    assert fight.logs("advantage (target prone)")


def test_the_unconscious_on_the_ground_are_not_easier_to_shoot() -> None:
    fight = start_fight(ilen(turn(20)), goblins(turn(10))).play("apply goblin1 unconscious")
    fight.play("attack bolt goblin1", dice="2")
    assert fight.logs("cancel out")


def test_the_offhand_is_at_disadvantage() -> None:
    knife = power("Knife", 'attack = "+5 vs AC"\ndamage = "1d4"\ntags = ["offhand"]')
    fight = start_fight(vara(turn(20), knife), goblins(turn(10))).play("attack knife goblin1", dice="15 2")
    assert fight.logs("off hand")


def test_fear_hinders_while_its_source_is_there() -> None:
    fight = duel().play("apply vara frightened by ogre")
    fight.play("attack greataxe goblin1", dice="2 3").play("kill ogre").play("attack greataxe goblin1", dice="2")


def test_a_frightened_creature_ignores_a_source_it_cannot_see() -> None:
    fight = duel().play("apply vara frightened by ogre", "apply ogre invisible")
    fight.play("attack greataxe goblin1", dice="2").play("check vara str 10 ability", dice="3")
    duel().play("apply vara frightened+invisible by vara").play("check vara str 10 ability", dice="3 4")


def test_a_charmed_creature_cannot_attack_its_charmer_unless_overridden() -> None:
    fight = duel().play("apply vara charmed by ogre")
    assert "charmed by Ogre" in fight.refused("attack greataxe ogre")
    fight.play("attack greataxe goblin1", dice="2").play("attack! greataxe ogre", dice="2")


@pytest.mark.parametrize(("words", "percent"), [("", "(55 %)"), (" adv", "(80 %)"), (" dis", "(30 %)")])
def test_the_chance_in_the_preview_is_that_of_both_dice(words: str, percent: str) -> None:
    fight = duel()
    line = f"attack greataxe goblin1{words}"
    assert percent in preview_line(line, fight.session.context_for(fight.session.fight))[0]


# Dodge, dive, help and the rest


def test_dodging_lasts_until_the_next_turn_starts() -> None:
    fight = duel().play("dodge").shows("vara", conditions=["dodging"])
    assert fight["vara"]["actions"]["open"] == 0
    fight.play("next").play("attack scimitar vara", dice="19 3")
    assert fight.logs("disadvantage (target dodging)")
    fight.play("check vara dex 12", dice="3 15")
    assert fight.logs("15 vs DC 12 – saved")
    fight.play(*["next"] * 4).shows("vara", conditions=[])


@pytest.mark.parametrize("condition", ["stunned", "grappled", "restrained", "stilled"])
def test_dodging_is_over_without_speed_or_actions(condition: str) -> None:
    fight = duel().play("dodge", f"apply vara {condition} by ogre")
    assert "dodging" not in fight["vara"]["conditions"]


def test_a_dive_ends_early_without_speed_or_actions() -> None:
    fight = duel().play("do dive", "apply vara grappled by ogre")
    fight.shows("vara", conditions=["grappled", "prone"])


def test_the_fifth_level_of_exhaustion_reduces_speed_to_0() -> None:
    fight = duel().play(*["apply vara exhaustion"] * 5, "apply vara prone", "dodge")
    assert "dodging" not in fight["vara"]["conditions"]
    assert "exhaustion" in fight.refused("do stand")


def test_dodging_does_not_help_against_an_unseen_attacker() -> None:
    fight = duel().play("dodge", "apply goblin1 invisible", "next")
    fight.play("attack scimitar vara", dice="2 3")
    assert fight.logs("advantage (invisible)")


def test_a_dive_ends_on_the_ground() -> None:
    fight = duel().play("do dive", "next").shows("vara", conditions=["diving"])
    fight.play("attack scimitar vara", dice="15 2")
    fight.play(*["next"] * 4).shows("vara", conditions=["prone"])
    fight.play("do stand").shows("vara", conditions=[])
    assert fight["vara"]["actions"]["move"] == 0


@pytest.mark.parametrize("action", ["dodge", "dive", "stand", "shift"])
def test_a_self_action_cannot_target_another(action: str) -> None:
    fight = duel().play("apply @all prone")
    assert f"`do {action} by ogre`" in fight.refused(f"do {action} ogre")
    fight.play(f"do {action} vara").play(f"do {action} by ogre")


def test_a_creature_that_cannot_move_cannot_stand_up() -> None:
    fight = duel().play("apply vara prone+grappled by ogre")
    assert "grappled" in fight.refused("do stand")


def test_help_is_for_the_first_attack() -> None:
    fight = start_fight(ilen(turn(20)), vara(turn(15)), goblins(turn(10)))
    fight.play("assist vara", "next").shows("vara", conditions=["helped"])
    fight.play("attack greataxe goblin1,goblin2", dice="2 3 4").shows("vara", conditions=[])


def test_help_against_one_opponent_is_for_no_other() -> None:
    fight = start_fight(ilen(turn(20)), vara(turn(15)), goblins(turn(10)))
    fight.play("assist vara,goblin2", "next").play("attack greataxe goblin1", dice="2")
    fight.play("check vara str 10 ability", dice="12").shows("vara", conditions=["helped"])
    fight.play("attack greataxe goblin2", dice="2 3").shows("vara", conditions=[])


def test_help_is_for_a_check_and_over_as_the_helpers_turn_starts() -> None:
    fight = start_fight(ilen(turn(20)), vara(turn(15)), ogre(turn(10))).play("assist vara")
    fight.play("check vara str 10 ability", dice="3 12").shows("vara", conditions=[])
    assert fight.logs("succeeds")
    fight.play("assist vara", *["next"] * 3).shows("vara", conditions=[])
    assert "ALLY,OPPONENT" in fight.refused("assist ogre")


def test_a_shift_is_good_against_one_attack() -> None:
    fight = duel().play("do shift")
    assert fight["vara"]["defenses"]["ac"] == 17
    fight.play("next").play("attack scimitar vara", dice="12")
    assert fight.logs("vs AC 17")
    assert fight["vara"]["defenses"]["ac"] == 16


def test_a_shielding_creature_takes_the_attack_against_its_own_ac() -> None:
    fight = start_fight(vara(turn(20)), ilen(turn(15)), goblins(turn(10))).play("do shield ilen")
    fight.play("attack scimitar ilen by goblin1", dice="11")
    assert fight.logs("15 vs AC 16 – miss")
    fight.play("attack scimitar ilen by goblin1", dice="12 4").shows("vara", hp=18).shows("ilen", hp=15)


def test_an_attack_reveals_a_hidden_attacker() -> None:
    duel().play("do hide").play("attack greataxe ogre", dice="2 3").shows("vara", conditions=[])


def test_an_interrupted_attack_misses_once() -> None:
    fight = duel().play("do interrupt goblin1", "next").play("attack scimitar vara").shows("vara", hp=24)
    fight.play("attack scimitar vara", dice="2")
    fight.play("next", "next", "next")
    assert "acts before" in fight.refused("do interrupt goblin1")


def test_particles_hinder_until_the_throwers_next_turn_and_an_action_clears_the_eyes() -> None:
    fight = duel().play("do particles goblin1", "apply goblin1 sightless sont", "next")
    assert fight["goblin1"]["conditions"] == ["blinded", "pelted"]
    fight.play("do clear").shows("goblin1", conditions=["pelted"])
    fight.play(*["next"] * 4).shows("goblin1", conditions=[])


def test_a_grapple_ends_with_its_grappler_or_by_escaping() -> None:
    fight = duel().play("do grapple ogre").shows("ogre", conditions=["grappled"])
    fight.play("do down ogre").shows("ogre", conditions=["grappled", "prone"])
    fight.play("apply vara stunned").shows("ogre", conditions=["prone"])
    fight = duel().play("do grapple ogre", "do escape by ogre").shows("ogre", conditions=[])
    assert "is not grappling" in fight.refused("do down ogre")


@pytest.mark.parametrize("action", ["disengage", "tumble"])
def test_slipping_away_provokes_no_opportunity_attack_in_that_turn(action: str) -> None:
    fight = duel().play("next", f"do {action}")
    assert "provokes no opportunity attacks" in fight.refused("spent vara opportunity")
    fight.play("next", "spent vara opportunity")
    assert fight["vara"]["actions"]["reaction"] == 0


def test_bound_weapons_hold_both_and_either_may_release() -> None:
    fight = duel().play("do bind ogre").shows("ogre", conditions=["bound"]).shows("vara", conditions=["bound"])
    fight.play("do release").shows("ogre", conditions=[]).shows("vara", conditions=[])


@pytest.mark.parametrize("line", ["apply vara stunned", "apply ogre stunned", "remove ogre bound", "kill ogre"])
def test_bound_weapons_are_released_on_both_sides(line: str) -> None:
    fight = duel().play("do bind ogre", line)
    assert "bound" not in (*fight["vara"]["conditions"], *fight["ogre"]["conditions"])


def test_first_aid_stabilizes() -> None:
    fight = start_fight(ilen(turn(20)), vara(f"hp = 0\n{turn(10)}")).play("do firstaid vara")
    assert "stable" in fight["vara"]["conditions"]


# Cover


def test_only_the_best_cover_counts_and_a_near_miss_hits_it() -> None:
    fight = duel().play("apply goblin1 half-cover", "apply goblin1 three-quarters-cover")
    assert fight["goblin1"]["defenses"]["ac"] == 20
    fight.play("attack greataxe goblin1", dice="10")
    assert fight.logs("'s cover")
    fight.play("attack greataxe goblin1", dice="9")
    assert not fight.logs("'s cover")
    fight.play("check goblin1 dex 10", dice="5")
    assert fight.logs("5 + 5 (three-quarters cover) = 10 vs DC 10 – saved")


def test_a_near_miss_hits_half_cover_too() -> None:
    fight = duel().play("apply goblin1 half-cover").play("attack greataxe goblin1", dice="10")
    assert fight.logs("'s cover")
    assert not fight.play("attack! greataxe goblin1", dice="9").logs("'s cover")


def test_a_natural_1_misses_the_cover_too() -> None:
    fight = duel().play("apply goblin1 half-cover").play("attack greataxe goblin1 +9", dice="1")
    assert not fight.logs("'s cover")


def test_total_cover_cannot_be_attacked() -> None:
    assert "total cover" in duel().play("apply ogre total-cover").refused("attack greataxe ogre")


# Critical hits


def test_a_critical_hit_rolls_the_dice_twice_and_the_rest_once() -> None:
    fight = duel().play("attack greataxe ogre", dice="20 7 5").shows("ogre", hp=59 - 15)
    assert fight.logs("1d12 (5) + 10 (first roll) = 15")


def test_a_shared_roll_is_doubled_only_for_targets_hit_critically() -> None:
    fight = duel().play("attack greataxe ogre,goblin1", dice="20 12 1 9").shows("ogre", hp=59 - 13)
    fight.shows("goblin1", hp=3)


def test_typed_damage_is_final_and_a_1_misses() -> None:
    duel().play("attack greataxe ogre face 20 hit 9").shows("ogre", hp=50)
    duel().play("attack greataxe ogre +20", dice="1").shows("ogre", hp=59)


def test_crit_on_a_damage_line_doubles_the_dice_only() -> None:
    Srd5(ogre()).play("damage ogre 2d6+4 crit", dice="1 2 3 4").shows("ogre", hp=59 - 14)
    multiplied = Srd5(ogre()).play("damage ogre (1d8+2)*2 crit", dice="1 3").shows("ogre", hp=59 - 12)
    assert multiplied.logs("6 from 1d8 (3) + 6 (first roll) = 12")
    Srd5(ogre()).play("damage ogre 7 crit").shows("ogre", hp=52)


@pytest.mark.parametrize("condition", ["paralyzed", "unconscious"])
def test_hits_in_melee_on_the_helpless_are_critical(condition: str) -> None:
    duel().play(f"apply ogre {condition}").play("attack greataxe ogre", dice="10 12 1 1").shows("ogre", hp=59 - 5)


def test_without_criticals_the_total_decides() -> None:
    fight = duel('crits = "off"').play("attack greataxe ogre", dice="20 7").shows("ogre", hp=49)
    fight.play("attack greataxe ogre +9", dice="1 7").shows("ogre", hp=39)


@pytest.mark.parametrize("target", ["@half-cover", '@"half cover"', '@"Half Cover"', "@all,!@half-cover"])
def test_a_set_of_a_condition_of_two_words_is_written_with_a_hyphen_or_in_quotes(target: str) -> None:
    fight = start_fight(vara(turn(20)), ogre(turn(10))).play('apply vara "half cover"').play(f"damage {target} 3")
    hurt = [each for each, state in fight.state["creatures"].items() if state["hp"] < state["max_hp"]]
    assert hurt == (["ogre"] if "!" in target else ["vara"])


def test_a_long_rest_restores_no_resource_of_a_creature_at_0() -> None:
    ki = "[creature.resources]\nki = { max = 3, now = 1 }"
    fight = Srd5(vara(f"{turn(20)}\n{ki}"), ogre(turn(10))).play("set vara hp 0", "rest long")
    fight.shows("vara", counters={"ki": 1}).play("set vara hp 1", "rest long").shows("vara", counters={"ki": 3})
