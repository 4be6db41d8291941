"""SRD 5.1 with open and move actions, section by section."""

from pathlib import Path

import pytest
from playing_fights import Played, creature, effect, power
from srd5_cast import Srd5, goblins, ilen, ogre, skeleton, turn, vara

from orcus_tui.foresight import foreseen
from orcus_tui.systems import SYSTEMS
from orcus_tui.timers import timers


def begun(*creatures: str, options: str = "") -> Played:
    return Srd5(*creatures, options=options).play("begin")


def duel(options: str = "") -> Played:
    """Vara's turn, a goblin and an ogre beside her."""
    return begun(vara(turn(20)), goblins(turn(15)), ogre(turn(10)), options=options)


SNARE = power(
    "Snare", 'effects = ["self: apply concentrating", "apply restrained save:13"]\ntags = ["dex"]\nrange = "far"'
)


# Actions


def test_an_open_action_may_stand_for_a_move_but_not_the_other_way():
    fight = duel().play("spent vara move", "spent vara move")
    assert fight["vara"]["actions"] == {"open": 0, "move": 0, "bonus": 0, "reaction": 1}
    fight = duel().play("spent vara open", "spent vara open")
    assert fight.logs("no open action left; allowed and noted")
    assert fight["vara"]["actions"]["move"] == 1


def test_converting_again_or_overruled():
    fight = duel().play("convert")
    assert "no move action" in fight.refused("convert")
    fight = duel().play("spent vara open", "convert!")
    assert fight.logs("overruled")
    assert fight["vara"]["actions"] == {"open": 1, "move": 0, "bonus": 0, "reaction": 1}


def test_nobody_converts_who_can_take_no_actions_or_before_the_fight():
    assert "incapacitated" in duel().play("apply vara stunned").refused("convert")
    assert "not begun" in Srd5(vara()).refused("convert")


@pytest.mark.parametrize("grant", [power("Kick", 'action = "bonus"'), "[creature.counters]\nbonus = 1"])
def test_a_bonus_action_is_granted_by_a_power_that_costs_one_or_by_a_counter(grant: str) -> None:
    fight = begun(vara(turn(20), grant), ogre(turn(10)))
    assert fight["vara"]["actions"]["bonus"] == 1
    fight.play("spent vara bonus", "spent vara bonus")
    assert fight.logs("no bonus action left; allowed and noted")


def test_a_bonus_action_granted_in_a_turn_is_there_at_once():
    fight = duel().play("counter vara.bonus 1")
    assert fight["vara"]["actions"]["bonus"] == 1
    fight.play("spent vara bonus", "counter vara.bonus 2")
    assert fight["vara"]["actions"]["bonus"] == 0
    fight.play("counter vara.bonus 0")
    assert "bonus action" in fight.refused("spent vara bonus")


def test_what_takes_away_actions_takes_the_reaction_too():
    fight = duel().play("apply vara stunned")
    assert set(fight["vara"]["actions"].values()) == {0}
    assert "incapacitated" in fight.refused("spent vara opportunity")


def test_there_is_no_delaying_unless_the_table_will_have_it():
    fight = duel()
    reason = fight.refused("delay 12")
    assert SYSTEMS["srd5"].title in reason
    assert "ready" in reason
    fight.play("delay!")
    assert fight.logs("overruled")
    assert fight.state["delayed"] == ["vara"]


def test_a_readied_action_that_does_not_come_is_lost_as_the_next_turn_starts():
    fight = duel().play('ready "the ogre moves"', *["next"] * 5)
    assert fight.logs("it did not come")
    assert fight["vara"]["actions"] == {"open": 1, "move": 1, "bonus": 0, "reaction": 1}


def test_an_attack_on_anothers_turn_is_a_reaction():
    fight = duel().play("next", "attack greataxe goblin1 by vara", dice="2")
    assert fight["vara"]["actions"] == {"open": 1, "move": 1, "bonus": 0, "reaction": 0}
    fight.play("next", "attack greataxe goblin2 by vara", dice="2")
    assert fight.logs("no reaction action left; allowed and noted")


def test_a_reaction_spent_for_it_pays_for_all_attacks_in_that_turn():
    fight = duel().play("next", "spent vara opportunity", "attack greataxe goblin1 by vara", dice="2")
    assert not fight.logs("noted")
    fight = duel().play('ready "the goblin moves"', "next", "act vara")
    fight.play(*["attack greataxe goblin1 by vara"] * 2, dice="2 2")
    assert not fight.logs("noted")
    fight.play("next", "attack greataxe goblin2 by vara", dice="2")
    assert fight.logs("noted")


def test_the_surprised_make_no_opportunity_attack():
    fight = Srd5(goblins(turn(20)), vara(turn(15))).play("surprise vara", "begin")
    assert "surprised" in fight.refused("attack greataxe goblin1 by vara")


def test_legendary_actions_and_reactions_off_turn_cost_what_they_say():
    tail = power("Tail", 'attack = "+5 vs AC"\ndamage = "1"\naction = "free"')
    parry = power("Riposte", 'attack = "+5 vs AC"\ndamage = "1"\naction = "reaction"')
    fight = begun(vara(turn(20)), ogre(turn(10), tail, parry)).play("attack tail vara by ogre", dice="2")
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
def test_they_do_not_add_up_and_one_of_each_cancels_all(lines: list[str], words: str, dice: str) -> None:
    duel().play(*lines).play(f"attack greataxe goblin1{words}", dice=dice)


def test_the_better_or_the_worse_die_counts_and_the_log_has_both():
    fight = duel().play("attack greataxe goblin1 adv", dice="4 11 1")
    assert fight.logs("advantage (given): 4 and 11 – 11 counts")
    assert fight.logs("11 + 5 = 16 vs AC 15 – hit")
    fight = duel().play("attack greataxe goblin1 dis", dice="11 4")
    assert fight.logs("4 counts")
    assert fight.logs("miss")


def test_both_dice_of_one_target_come_before_those_of_the_next():
    fight = duel().play("apply goblin1 restrained")
    fight.play("attack greataxe goblin1,goblin2,ogre", dice="3 4 18 5 1")
    fight.shows("goblin1", hp=7).shows("goblin2", state="up", hp=3).shows("ogre", hp=59)


def test_both_dice_may_be_typed_and_are_told_as_if_thrown():
    fight = duel().play("attack greataxe goblin1 adv face 4,11", dice="1")
    assert fight.logs("throws with advantage (given): 4 and 11 – 11 counts")
    assert fight.logs("11 + 5 = 16 vs AC 15 – hit")
    fight = duel().play("apply goblin1 restrained", "attack greataxe goblin1,goblin2,ogre face 3,20,2,1", dice="4 5")
    fight.shows("goblin1", state="dead").shows("goblin2", hp=7).shows("ogre", hp=59)


def test_one_face_for_each_target_is_the_one_that_counts():
    fight = duel().play("apply @foes restrained", "attack greataxe goblin1,goblin2 face 4,11", dice="1")
    fight.shows("goblin1", hp=7).shows("goblin2", hp=3)


def test_help_that_the_first_roll_uses_up_throws_no_second_die_for_the_next():
    fight = begun(vara(turn(20), effect('name = "helped"')), goblins(turn(10)))
    fight.play("attack greataxe goblin1,goblin2 face 3,12,2", dice="1").shows("goblin1", hp=3).shows("goblin2", hp=7)


@pytest.mark.parametrize("faces", ["4,11,12", "4,11,12,13,14"])
def test_dice_too_many_or_too_few_are_refused(faces: str) -> None:
    fight = duel().play("apply goblin1 restrained", "apply goblin2 restrained")
    assert "both where two are thrown" in fight.refused(f"attack greataxe goblin1,goblin2 face {faces}")
    assert "2 for 1 targets" in duel().refused("attack greataxe goblin1 face 4,11")


def test_prone_helps_from_near_and_hinders_from_far():
    fight = begun(ilen(turn(20)), vara(turn(15)), goblins(turn(10))).play("apply goblin1 prone")
    fight.play("attack bolt goblin1", dice="15 2")
    assert fight.logs("disadvantage (target prone)")
    fight.play("attack greataxe goblin1 by vara", dice="2 3")
    assert fight.logs("advantage (target prone)")


def test_the_unconscious_on_the_ground_are_no_easier_to_shoot():
    fight = begun(ilen(turn(20)), goblins(turn(10))).play("apply goblin1 unconscious")
    fight.play("attack bolt goblin1", dice="2")
    assert fight.logs("cancel out")


def test_the_offhand_is_at_disadvantage():
    knife = power("Knife", 'attack = "+5 vs AC"\ndamage = "1d4"\ntags = ["offhand"]')
    fight = begun(vara(turn(20), knife), goblins(turn(10))).play("attack knife goblin1", dice="15 2")
    assert fight.logs("off hand")


def test_fear_hinders_while_what_is_feared_is_about():
    fight = duel().play("apply vara frightened by ogre")
    fight.play("attack greataxe goblin1", dice="2 3").play("kill ogre").play("attack greataxe goblin1", dice="2")


def test_nobody_fears_what_it_does_not_see():
    fight = duel().play("apply vara frightened by ogre", "apply ogre invisible")
    fight.play("attack greataxe goblin1", dice="2").play("check vara str 10 ability", dice="3")
    duel().play("apply vara frightened+invisible by vara").play("check vara str 10 ability", dice="3 4")


def test_nobody_attacks_its_charmer_unless_overruled():
    fight = duel().play("apply vara charmed by ogre")
    assert "charmed by Ogre" in fight.refused("attack greataxe ogre")
    fight.play("attack greataxe goblin1", dice="2").play("attack! greataxe ogre", dice="2")


@pytest.mark.parametrize(("words", "told"), [("", "(55 %)"), (" adv", "(80 %)"), (" dis", "(30 %)")])
def test_the_chance_that_is_foreseen_is_that_of_both_dice(words: str, told: str) -> None:
    fight = duel()
    line = f"attack greataxe goblin1{words}"
    assert told in foreseen(line, fight.session.context_for(fight.session.fight))[0]


# Dodge, dive, help and the rest


def test_dodging_lasts_until_the_next_turn_starts():
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


def test_a_dive_is_over_sooner_without_speed_or_actions():
    fight = duel().play("do dive", "apply vara grappled by ogre")
    fight.shows("vara", conditions=["grappled", "prone"])


def test_the_fifth_level_of_exhaustion_holds_a_creature_where_it_is():
    fight = duel().play(*["apply vara exhaustion"] * 5, "apply vara prone", "dodge")
    assert "dodging" not in fight["vara"]["conditions"]
    assert "exhaustion" in fight.refused("do stand")


def test_who_cannot_see_the_attacker_gains_nothing_by_dodging():
    fight = duel().play("dodge", "apply goblin1 invisible", "next")
    fight.play("attack scimitar vara", dice="2 3")
    assert fight.logs("advantage (invisible)")


def test_a_dive_ends_on_the_ground():
    fight = duel().play("do dive", "next").shows("vara", conditions=["diving"])
    fight.play("attack scimitar vara", dice="15 2")
    fight.play(*["next"] * 4).shows("vara", conditions=["prone"])
    fight.play("do stand").shows("vara", conditions=[])
    assert fight["vara"]["actions"]["move"] == 0


@pytest.mark.parametrize("action", ["dodge", "dive", "stand", "shift", "clear"])
def test_what_one_does_for_oneself_is_done_to_no_other(action: str) -> None:
    fight = duel().play("apply @all prone+blinded")
    assert "`by ogre`" in fight.refused(f"do {action} ogre")
    fight.play(f"do {action} vara").play(f"do {action} by ogre")


def test_nobody_stands_up_who_cannot_move():
    fight = duel().play("apply vara prone+grappled by ogre")
    assert "grappled" in fight.refused("do stand")


def test_help_is_for_the_first_attack():
    fight = begun(ilen(turn(20)), vara(turn(15)), goblins(turn(10)))
    fight.play("assist vara", "next").shows("vara", conditions=["helped"])
    fight.play("attack greataxe goblin1,goblin2", dice="2 3 4").shows("vara", conditions=[])


def test_help_against_one_opponent_is_for_no_other():
    fight = begun(ilen(turn(20)), vara(turn(15)), goblins(turn(10)))
    fight.play("assist vara,goblin2", "next").play("attack greataxe goblin1", dice="2")
    fight.play("check vara str 10 ability", dice="12").shows("vara", conditions=["helped"])
    fight.play("attack greataxe goblin2", dice="2 3").shows("vara", conditions=[])


def test_help_is_for_a_check_and_over_as_the_helpers_turn_starts():
    fight = begun(ilen(turn(20)), vara(turn(15)), ogre(turn(10))).play("assist vara")
    fight.play("check vara str 10 ability", dice="3 12").shows("vara", conditions=[])
    assert fight.logs("succeeds")
    fight.play("assist vara", *["next"] * 3).shows("vara", conditions=[])
    assert "ALLY,OPPONENT" in fight.refused("assist ogre")


def test_a_shift_is_good_against_one_attack():
    fight = duel().play("do shift")
    assert fight["vara"]["defenses"]["ac"] == 17
    fight.play("next").play("attack scimitar vara", dice="12")
    assert fight.logs("vs AC 17")
    assert fight["vara"]["defenses"]["ac"] == 16


def test_who_shields_another_takes_the_attack_by_its_own_ac():
    fight = begun(vara(turn(20)), ilen(turn(15)), goblins(turn(10))).play("do shield ilen")
    fight.play("attack scimitar ilen by goblin1", dice="11")
    assert fight.logs("15 vs AC 16 – miss")
    fight.play("attack scimitar ilen by goblin1", dice="12 4").shows("vara", hp=18).shows("ilen", hp=15)


def test_who_hides_is_found_by_its_own_attack():
    duel().play("do hide").play("attack greataxe ogre", dice="2 3").shows("vara", conditions=[])


def test_an_interrupted_attack_misses_once():
    fight = duel().play("do interrupt goblin1", "next").play("attack scimitar vara").shows("vara", hp=24)
    fight.play("attack scimitar vara", dice="2")
    fight.play("next", "next", "next")
    assert "comes before" in fight.refused("do interrupt goblin1")


def test_particles_hinder_until_the_throwers_next_turn_and_an_action_clears_the_eyes():
    fight = duel().play("do particles goblin1", "apply goblin1 sightless sont", "next")
    assert fight["goblin1"]["conditions"] == ["blinded", "pelted"]
    fight.play("do clear").shows("goblin1", conditions=["pelted"])
    fight.play(*["next"] * 4).shows("goblin1", conditions=[])


def test_a_grapple_ends_with_its_grappler_or_by_escaping():
    fight = duel().play("do grapple ogre").shows("ogre", conditions=["grappled"])
    fight.play("do down ogre").shows("ogre", conditions=["grappled", "prone"])
    fight.play("apply vara stunned").shows("ogre", conditions=["prone"])
    fight = duel().play("do grapple ogre", "do escape by ogre").shows("ogre", conditions=[])
    assert "does not grapple" in fight.refused("do down ogre")


@pytest.mark.parametrize("action", ["disengage", "evade"])
def test_who_slips_away_provokes_no_opportunity_attack_in_that_turn(action: str) -> None:
    fight = duel().play("next", f"do {action}")
    assert "provokes no opportunity attacks" in fight.refused("spent vara opportunity")
    fight.play("next", "spent vara opportunity")
    assert fight["vara"]["actions"]["reaction"] == 0


def test_weapons_bound_hold_both_and_either_lets_go():
    fight = duel().play("do bind ogre").shows("ogre", conditions=["bound"]).shows("vara", conditions=["bound"])
    fight.play("do release").shows("ogre", conditions=[]).shows("vara", conditions=[])


@pytest.mark.parametrize("line", ["apply vara stunned", "apply ogre stunned", "remove ogre bound", "kill ogre"])
def test_weapons_bound_come_apart_on_both_sides(line: str) -> None:
    fight = duel().play("do bind ogre", line)
    assert "bound" not in (*fight["vara"]["conditions"], *fight["ogre"]["conditions"])


def test_first_aid_stabilizes():
    fight = begun(ilen(turn(20)), vara(f"hp = 0\n{turn(10)}")).play("do firstaid vara")
    assert "stable" in fight["vara"]["conditions"]


# Cover


def test_only_the_best_cover_counts_and_a_near_miss_hits_it():
    fight = duel().play("apply goblin1 half-cover", "apply goblin1 three-quarters-cover")
    assert fight["goblin1"]["defenses"]["ac"] == 20
    fight.play("attack greataxe goblin1", dice="10")
    assert fight.logs("hits the cover")
    fight.play("attack greataxe goblin1", dice="9")
    assert not fight.logs("hits the cover")
    fight.play("check goblin1 dex 10", dice="5")
    assert fight.logs("5 + 5 (three-quarters cover) = 10 vs DC 10 – saved")


def test_a_natural_1_misses_the_cover_too():
    fight = duel().play("apply goblin1 half-cover").play("attack greataxe goblin1 +9", dice="1")
    assert not fight.logs("hits the cover")


def test_total_cover_cannot_be_attacked():
    assert "total cover" in duel().play("apply ogre total-cover").refused("attack greataxe ogre")


# Critical hits


def test_a_critical_hit_rolls_the_dice_twice_and_the_rest_once():
    fight = duel().play("attack greataxe ogre", dice="20 7 5").shows("ogre", hp=59 - 15)
    assert fight.logs("10 + 5 (5) = 15")


def test_a_shared_roll_is_doubled_only_for_who_is_critically_hit():
    fight = duel().play("attack greataxe ogre,goblin1", dice="20 12 1 9").shows("ogre", hp=59 - 13)
    fight.shows("goblin1", hp=3)


def test_damage_that_is_called_is_final_and_a_1_misses():
    duel().play("attack greataxe ogre face 20 hit 9").shows("ogre", hp=50)
    duel().play("attack greataxe ogre +20", dice="1").shows("ogre", hp=59)


def test_crit_on_a_damage_line_doubles_the_dice_and_not_what_is_added():
    Srd5(ogre()).play("damage ogre 2d6+4 crit", dice="1 2 3 4").shows("ogre", hp=59 - 14)
    Srd5(ogre()).play("damage ogre (1d8+2)*2 crit", dice="1 3").shows("ogre", hp=59 - 12)
    Srd5(ogre()).play("damage ogre 7 crit").shows("ogre", hp=52)


@pytest.mark.parametrize("condition", ["paralyzed", "unconscious"])
def test_hits_in_melee_on_the_helpless_are_critical(condition: str) -> None:
    duel().play(f"apply ogre {condition}").play("attack greataxe ogre", dice="10 12 1 1").shows("ogre", hp=59 - 5)


def test_without_criticals_the_total_decides():
    fight = duel('crits = "off"').play("attack greataxe ogre", dice="20 7").shows("ogre", hp=49)
    fight.play("attack greataxe ogre +9", dice="1 7").shows("ogre", hp=39)


# Damage


def test_each_of_resistance_and_vulnerability_counts_once():
    fight = Srd5(ogre('resist = ["fire", "all"]\nvulnerable = ["fire"]')).play(
        "resist ogre fire", "vulnerable ogre all"
    )
    fight.play("damage ogre 9 fire").shows("ogre", hp=51)
    fight.play("damage ogre 9 cold").shows("ogre", hp=43)


def test_two_types_at_once_are_resisted_together_or_not():
    Srd5(ogre('resist = ["fire"]')).play("damage ogre 10 fire+cold").shows("ogre", hp=49)
    Srd5(ogre('resist = ["fire", "cold"]')).play("damage ogre 10 fire+cold").shows("ogre", hp=54)
    Srd5(ogre('resist = ["fire"]\nimmune = ["cold"]')).play("damage ogre 10 fire+cold").shows("ogre", hp=54)


def test_a_stat_block_may_call_what_it_is_immune_to_by_other_words():
    fight = Srd5(ogre('immune = ["Sightless", "POISON", "crushing", "old age"]'))
    fight.play("apply ogre blinded", "damage ogre 9 poison", "damage ogre 9 bludgeoning")
    fight.shows("ogre", hp=59, conditions=[])
    assert fight.play("show ogre").logs("immune old age")


def test_stone_resists_everything():
    Srd5(ogre()).play("apply ogre petrified", "damage ogre 9").shows("ogre", hp=55)


# Cleaving


def test_what_is_left_over_goes_on_from_foe_to_foe():
    fight = duel().play("attack greataxe goblin1", dice="15 12").shows("goblin1", state="dead")
    assert fight.logs("8 damage left over")
    assert fight["vara"]["effects"][0]["amount"] == 8
    assert fight["vara"]["effects"][0]["type"] == "slashing"
    fight.play("do cleave goblin2,goblin3").shows("goblin2", state="dead").shows("goblin3", hp=6).shows(
        "vara", effects=[]
    )
    fight.play("undo").shows("goblin2", hp=7, state="up").shows("goblin3", hp=7)
    assert fight["vara"]["effects"][0]["amount"] == 8


def test_what_is_left_over_meets_resistance_and_is_gone_with_the_turn():
    fight = begun(vara(turn(20)), goblins(turn(15)), ogre(f'resist = ["slashing"]\n{turn(10)}'))
    fight.play("damage goblin1 12 slashing melee by vara", "do cleave ogre").shows("ogre", hp=57)
    fight.play("damage goblin2 12 slashing melee by vara", "next").shows("vara", effects=[])
    assert "no damage left over" in fight.refused("do cleave ogre by vara")


@pytest.mark.parametrize("how", ["ranged by vara", "melee", "far by vara"])
def test_only_melee_blows_of_somebody_cleave(how: str) -> None:
    duel().play(f"damage goblin1 12 {how}").shows("vara", effects=[])


def test_nobody_cleaves_into_an_ally_or_where_the_option_says_no():
    fight = begun(vara(turn(20)), ilen(turn(18)), goblins(turn(15))).play("damage goblin1 12 melee by vara")
    assert "no foe" in fight.refused("do cleave ilen")
    assert fight["vara"]["effects"]
    duel('cleaving = "off"').play("damage goblin1 12 melee by vara").shows("vara", effects=[])


# Falling and dying


def test_a_foe_may_die_as_heroes_do():
    Srd5(ogre("uses_death_rules = true")).play("damage ogre 60").shows("ogre", hp=0, state="down")


def test_damage_at_0_counts_as_failures_and_kills_when_it_is_massive():
    fight = Srd5(vara("hp = 0"))
    fight.play("damage vara 2").shows("vara", death_failures=1)
    fight.play("damage vara 2 crit").shows("vara", death_failures=3, state="dead")
    Srd5(vara("hp = 0")).play("damage vara 24").shows("vara", state="dead")
    Srd5(vara("hp = 0\ntemp_hp = 5")).play("damage vara 5").shows("vara", death_failures=0, temp_hp=0)


def test_a_hit_in_melee_on_the_fallen_is_two_failures():
    fight = begun(ogre(turn(20)), vara(f"hp = 0\n{turn(10)}"))
    fight.play("attack greatclub vara", dice="14 9 1 1 1 1").shows("vara", death_failures=2)


def test_healing_wakes_and_forgets_the_death_saves():
    fight = Srd5(vara("hp = 0\ndeath_failures = 2\ndeath_successes = 1")).play("heal vara 3")
    fight.shows("vara", hp=3, death_failures=0, death_successes=0, conditions=["prone"])


def test_being_stabilized_forgets_them_too():
    Srd5(vara("hp = 0\ndeath_failures = 2")).play("stabilize vara").shows("vara", death_failures=0)


def test_three_failures_kill_and_a_question_may_be_asked_instead():
    fight = begun(ogre(turn(20)), vara(f"hp = 0\ndeath_failures = 1\n{turn(10)}")).play("ask party", "next")
    assert fight.state["questions"][0]["kind"] == "death save"
    fight.play("answer 1").shows("vara", state="dead")


def test_the_dead_are_spared_only_in_the_turn_a_melee_blow_felled_them():
    fight = duel().play("damage ogre 59 melee by vara", "knockout ogre").shows("ogre", state="down", hp=0)
    assert fight["ogre"]["conditions"] == ["incapacitated", "prone", "stable", "unconscious"]
    fight = duel().play("damage ogre 59 melee by vara", "next")
    assert "dead" in fight.refused("knockout ogre")
    assert "dead" in duel().play("damage ogre 59 ranged by vara").refused("knockout ogre")


def test_who_fell_in_its_own_turn_is_spared_in_no_later_one():
    fight = begun(ogre(turn(20)), vara(turn(15)), goblins(turn(10))).play("damage ogre 59 melee by vara")
    fight.play("next")
    assert "dead" in fight.refused("knockout ogre")
    fight.play("undo", "knockout ogre").shows("ogre", state="down", hp=0)


# Concentration


def test_damage_asks_for_a_save_of_10_or_half_of_it():
    fight = Srd5(ilen()).play("apply ilen concentrating", "temp ilen 50")
    fight.play("damage ilen 9", dice="5")
    assert fight.logs("5 + 5 (mana) = 10 vs DC 10 – saved")
    fight.play("damage ilen 31", dice="9").shows("ilen", conditions=[])
    assert fight.logs("14 vs DC 15 – failed")


def test_what_hangs_on_concentration_ends_with_it():
    fight = begun(ilen(turn(20), SNARE), goblins(turn(10)))
    fight.play("use snare goblin1-2", 'apply goblin3 stilled until "concentration ends" by ilen')
    fight.shows("goblin1", conditions=["restrained"])
    fight.play("damage ilen 2", dice="2").shows("ilen", conditions=[])
    for each in ("goblin1", "goblin2", "goblin3"):
        fight.shows(each, conditions=[])


def test_a_new_concentration_ends_the_old_and_only_what_hung_on_that():
    fight = begun(ilen(turn(20), SNARE), goblins(turn(10)))
    fight.play("use snare goblin1", "use snare goblin2")
    fight.shows("goblin1", conditions=[]).shows("goblin2", conditions=["restrained"])
    assert fight.names("ilen") == ["concentrating"]


@pytest.mark.parametrize("line", ["apply ilen stunned", "damage ilen 15", "kill ilen", "remove ilen concentrating"])
def test_concentration_ends_without_a_save(line: str) -> None:
    fight = begun(ilen(turn(20), SNARE), goblins(turn(10))).play("use snare goblin1", line)
    assert "concentrating" not in fight["ilen"]["conditions"]
    fight.shows("goblin1", conditions=[])


def test_each_source_of_damage_is_a_question_of_its_own():
    fight = Srd5(ilen()).play("apply ilen concentrating", "ask party", "damage ilen 3", "damage ilen 4")
    assert [(each["kind"], each["about"]) for each in fight.state["questions"]] == [("save", "concentrating")] * 2
    assert fight.logs("needs a Mana save of 10")
    fight.play("answer 2 12").shows("ilen", conditions=["concentrating"])
    fight.play("save ilen 4").shows("ilen", conditions=[])
    assert fight.state["questions"] == []


def test_open_questions_about_concentration_are_rolled_as_such():
    fight = Srd5(ilen()).play("apply ilen concentrating", *["apply ilen exhaustion"] * 3, "ask all", "damage ilen 3")
    fight.play("answer all", dice="12 4").shows("ilen", conditions=["exhaustion"])
    assert fight.logs("4 + 5 (mana) = 9 vs DC 10 – failed")


def test_saves_beside_concentration_are_what_they_are():
    fight = begun(ilen(turn(20)), goblins(turn(10))).play("apply ilen poisoned save:13", "apply ilen concentrating")
    fight.play("ask party", "next", "damage ilen 3")
    fight.play("save ilen 12 +1").shows("ilen", conditions=["concentrating"])
    fight.play("save ilen conc 4").shows("ilen", conditions=[])
    assert fight.state["questions"] == []


def test_a_question_about_concentration_lapses_with_it():
    fight = Srd5(ilen()).play("apply ilen concentrating", "ask party", "damage ilen 3", "remove ilen concentrating")
    assert fight.logs("lapses")
    assert fight.state["questions"] == []


def test_without_mana_concentration_goes_by_constitution():
    fight = Srd5(vara()).play("apply vara concentrating").play("damage vara 3", dice="8")
    assert fight.logs("8 + 2 (con) = 10 vs DC 10 – saved")
    fight.play("damage vara 3", dice="7").shows("vara", conditions=[])
    wise = creature("Wise", "max_hp = 9\nabilities = { mana = 14 }\nsaves = { con = 5 }")
    assert Srd5(wise).play("apply wise concentrating").play("damage wise 3", dice="8").logs("8 + 2 (mana)")


def test_words_for_concentration_may_be_anyones():
    fight = Srd5(ilen(), goblins()).play("apply ilen concentrating")
    fight.play('apply goblin1 stilled until "Ilen stops concentrating" by ilen', "remove ilen concentrating")
    fight.shows("goblin1", conditions=[])


# Saves and checks


def test_saves_go_by_the_ability_of_the_condition_or_of_the_power():
    fight = begun(vara(turn(20)), goblins(turn(10))).play("apply vara poisoned save:13")
    fight.play("next", dice="11").shows("vara", conditions=[])
    assert fight.logs("11 + 2 (con) = 13, needs 13 – saved")
    sly = creature("Sly", f"max_hp = 9\nsaves = {{ dex = 4 }}\n{turn(10)}")
    fight = begun(ilen(turn(20), SNARE), sly).play("use snare sly", "next").play("next", dice="1 9")
    assert fight.logs("1 + 4 (dex) = 5, needs 13 – failed")


def test_the_timers_and_why_know_the_ability():
    fight = begun(vara(turn(20)), ogre(turn(10))).play("apply vara poisoned save:13", "why vara saves")
    assert fight.logs("con saves +2: + 2 (con)")
    assert any("save 11+" in timer.how for timer in timers(fight.session.system, fight.session.fight))


def test_a_save_not_listed_goes_by_the_ability_score():
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


def test_the_dead_make_no_checks():
    fight = Srd5(vara(), goblins()).play("kill goblin1", "ask all")
    assert "dead" in fight.refused("check goblin1 con 12")


def test_a_power_may_ask_for_a_save_of_those_it_hits():
    fang = power("Fang", 'attack = "+4 vs AC"\ndamage = "1"\neffects = ["check con 11"]')
    fight = begun(ogre(turn(20), fang), vara(turn(10))).play("attack fang vara", dice="12 9")
    assert fight.logs("9 + 2 (con) = 11 vs DC 11 – saved")
    fight.play("ask party", "attack fang vara", dice="12")
    assert fight.state["questions"][0]["about"] == "DC 11"


def test_a_save_against_an_effect_is_lost_without_a_roll_too():
    fight = begun(vara(turn(20)), ogre(turn(10))).play("apply vara restrained save:5", "apply vara stunned")
    fight.play("save vara restrained")
    assert fight.logs("stunned fails Str saves")
    fight.play("next")
    assert fight.logs("fails to save against restrained")
    fight.play("save vara restrained 5")
    assert "restrained" not in fight["vara"]["conditions"]


def test_poison_hinders_checks_and_no_saves():
    fight = Srd5(vara()).play("apply vara poisoned").play("check vara con 10", dice="9")
    fight.play("check vara con 10 ability", dice="9 12")


def test_a_check_is_asked_of_the_party_and_rolled_for_the_others():
    fight = Srd5(vara(), goblins()).play("ask party").play("check vara,goblin1 con 12", dice="3")
    (question,) = fight.state["questions"]
    assert (question["kind"], question["creature"], question["about"]) == ("con save", "vara", "DC 12")
    fight.play("answer 9")
    assert fight.logs("9 + 2 (con) = 11 vs DC 12 – failed")
    fight.play("check vara dex 12 face 14 +1")
    assert fight.logs("14 + 1 (given) = 15 vs DC 12 – saved")


def test_rolling_open_questions_keeps_disadvantage():
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
    assert fight.logs("5 + 2 (con) + 3 (given) = 10")
    assert fight.logs("4 counts")


# Exhaustion


def exhausted(levels: int) -> Played:
    return Srd5(vara(), goblins()).play(*["apply vara exhaustion"] * levels)


def test_exhaustion_hinders_checks_then_attacks_and_saves():
    exhausted(1).play("check vara str 10 ability", dice="3 4").play("check vara str 10", dice="3")
    exhausted(2).play("attack greataxe goblin1 by vara", dice="3")
    exhausted(3).play("attack greataxe goblin1 by vara", dice="3 4").play("check vara str 10", dice="3 4")


def test_the_fourth_level_halves_the_maximum_and_the_sixth_kills():
    fight = exhausted(4).shows("vara", hp=12, max_hp=12)
    assert fight["vara"]["counters"]["exhaustion"] == 4
    fight.play("remove vara exhaustion").shows("vara", hp=12, max_hp=24)
    exhausted(6).shows("vara", state="dead")


def test_half_of_one_hit_point_is_one(tmp_path: Path) -> None:
    moth = creature("Moth", "max_hp = 1\ninitiative_total = 9")
    fight = Srd5(moth).play("counter moth.exhaustion 4").shows("moth", max_hp=1)
    fight.play(f'write "{tmp_path / "moth.toml"}"', f'open "{tmp_path / "moth.toml"}"')
    fight.play("counter moth.exhaustion 0").shows("moth", max_hp=1, counters={})


def test_the_counter_is_another_way_to_say_the_level():
    fight = Srd5(vara()).play("counter vara.exhaustion 4").shows("vara", hp=12, max_hp=12)
    assert fight.names("vara") == ["exhaustion"] * 4
    fight.play("counter vara.exhaustion -1").shows("vara", max_hp=24, counters={"exhaustion": 3})
    fight.play("check vara str 10", dice="3 4")
    assert "0 to 6" in fight.refused("counter vara.exhaustion 7")
    fight.play("counter vara.exhaustion 0").shows("vara", effects=[], counters={})
    fight.play("counter vara.exhaustion 6").shows("vara", state="dead")


def test_a_file_may_give_levels_by_the_counter_or_as_effects():
    fight = begun(vara(turn(20), "[creature.counters]\nexhaustion = 4")).shows("vara", max_hp=12)
    assert fight.names("vara") == ["exhaustion"] * 4
    fight = begun(vara(turn(20), effect('name = "exhaustion"'))).shows("vara", counters={"exhaustion": 1})


def test_levels_that_a_file_gives_last_whatever_comes_before_the_fight():
    fight = Srd5(vara("[creature.counters]\nexhaustion = 4"), ogre()).play("apply vara prone")
    fight.shows("vara", max_hp=12, counters={"exhaustion": 4, "maximum lost to exhaustion": 12})
    fight.play("remove vara exhaustion").shows("vara", max_hp=24, counters={"exhaustion": 3})


def test_levels_may_be_corrected_by_the_field():
    fight = Srd5(vara()).play("set vara counters.exhaustion 3").shows("vara", counters={"exhaustion": 3})
    fight.play("set vara counters.exhaustion 1").shows("vara", counters={"exhaustion": 1})
    assert fight.names("vara") == ["exhaustion"]
    assert "Vara: exhaustion goes from 0 to 6" in fight.refused("set vara counters.exhaustion 7")


def test_the_immune_are_not_exhausted_by_a_counter_either():
    fight = Srd5(vara('immune = ["exhaustion"]')).play("counter vara.exhaustion 3")
    assert fight.logs("immune to exhaustion")
    fight.shows("vara", counters={}, effects=[])


def test_who_is_brought_back_lives_with_all_its_levels():
    exhausted(6).play("revive vara", "apply vara prone").shows("vara", state="up")
    fight = exhausted(4).play("kill vara", "remove vara exhaustion", "revive vara")
    fight.shows("vara", max_hp=24, counters={"exhaustion": 3})


def test_a_long_rest_takes_one_level_off_and_gives_all_hit_points_back():
    fight = exhausted(4).play("temp vara 5", "rest long").shows("vara", hp=24, max_hp=24, temp_hp=0)
    assert fight.names("vara") == ["exhaustion"] * 3


def test_exhaustion_hinders_death_saves():
    fight = Srd5(vara("hp = 0")).play(*["apply vara exhaustion"] * 3).play("deathsave vara", dice="15 4")
    fight.shows("vara", death_failures=1)


# Rests


def test_a_short_rest_is_for_hit_dice_and_powers():
    breath = power("Breath", 'use = "encounter"')
    fight = Srd5(vara('hp = 5\nrecoveries = 2\nrecovery = "1d10+2"', breath)).play("spend vara breath", "rest short")
    fight.shows("vara", spent=[], hp=5)
    assert fight.logs("hit dice")
    fight.play("recover vara", dice="4").shows("vara", hp=11, recoveries=1)
    fight.play("recover vara 5").shows("vara", hp=18, recoveries=0)
    assert "no hit dice" in fight.refused("recover vara")
    fight.play("rest long").shows("vara", hp=24, recoveries=1)


def test_who_is_at_0_has_no_long_rest():
    fight = Srd5(vara("hp = 0"), ilen("hp = 0")).play("stabilize ilen", "finish")
    assert fight.logs("1d4 hours")
    fight.play("rest long").shows("vara", hp=0).shows("ilen", hp=1, state="up")


def test_there_is_no_rally_and_no_action_point():
    fight = duel()
    assert "no rally" in fight.refused("rally vara")
    assert "no action points" in fight.refused("ap vara")


# What belongs to other systems


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("apply vara dazed", "it has"),
        ("attack greataxe ogre ca", "adv and dis"),
        ("attack greataxe ogre coup", "no coup"),
        ("escalation hold", "check, convert, dodge, assist"),
        ("set vara will 12", "it has ac"),
        ("option death_save_timing end", "ties, crits, cleaving"),
        ("damage ogre 5 holy", "radiant"),
        ("do totaldefense", "dodge"),
    ],
)
def test_words_of_other_systems_are_refused_with_what_there_is(line: str, told: str) -> None:
    reason = duel().refused(line)
    assert SYSTEMS["srd5"].title in reason
    assert told in reason


def test_effects_that_a_file_brings_count():
    fight = Srd5(vara("", effect('name = "poisoned"\nduration = "save:13"')), goblins())
    fight.play("attack greataxe goblin1 by vara", dice="2 3")


def test_skeletons_are_told_as_lists():
    lines = Srd5(skeleton()).play("show skeleton").log
    assert any("vulnerable bludgeoning, immune poison" in line for line in lines)


@pytest.mark.parametrize("target", ["@half-cover", '@"half cover"', '@"Half Cover"', "@all,!@half-cover"])
def test_a_set_of_a_condition_of_two_words_is_written_with_a_hyphen_or_in_quotes(target: str):
    fight = begun(vara(turn(20)), ogre(turn(10))).play('apply vara "half cover"').play(f"damage {target} 3")
    hurt = [each for each, state in fight.state["creatures"].items() if state["hp"] < state["max_hp"]]
    assert hurt == (["ogre"] if "!" in target else ["vara"])
