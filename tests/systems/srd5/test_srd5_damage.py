"""SRD 5.1 with open and move actions: damage, who falls by it, and who keeps concentrating."""

import pytest
from playing_fights import creature
from srd5_cast import SNARE, Srd5, duel, goblins, ilen, ogre, start_fight, turn, vara

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
    fight = start_fight(vara(turn(20)), goblins(turn(15)), ogre(f'resist = ["slashing"]\n{turn(10)}'))
    fight.play("damage goblin1 12 slashing melee by vara", "do cleave ogre").shows("ogre", hp=57)
    fight.play("damage goblin2 12 slashing melee by vara", "next").shows("vara", effects=[])
    assert "no damage left over" in fight.refused("do cleave ogre by vara")


@pytest.mark.parametrize("how", ["ranged by vara", "melee", "far by vara"])
def test_only_melee_blows_of_somebody_cleave(how: str) -> None:
    duel().play(f"damage goblin1 12 {how}").shows("vara", effects=[])


def test_nobody_cleaves_into_an_ally_or_where_the_option_says_no():
    fight = start_fight(vara(turn(20)), ilen(turn(18)), goblins(turn(15))).play("damage goblin1 12 melee by vara")
    assert "not a foe" in fight.refused("do cleave ilen")
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
    fight = start_fight(ogre(turn(20)), vara(f"hp = 0\n{turn(10)}"))
    fight.play("attack greatclub vara", dice="14 9 1 1 1 1").shows("vara", death_failures=2)


def test_healing_wakes_and_forgets_the_death_saves():
    fight = Srd5(vara("hp = 0\ndeath_failures = 2\ndeath_successes = 1")).play("heal vara 3")
    fight.shows("vara", hp=3, death_failures=0, death_successes=0, conditions=["prone"])


def test_being_stabilized_forgets_the_death_saves_too():
    Srd5(vara("hp = 0\ndeath_failures = 2")).play("stabilize vara").shows("vara", death_failures=0)


def test_three_failures_kill_and_a_question_may_be_asked_instead():
    fight = start_fight(ogre(turn(20)), vara(f"hp = 0\ndeath_failures = 1\n{turn(10)}")).play("ask party", "next")
    assert fight.state["questions"][0]["kind"] == "death save"
    fight.play("answer 1").shows("vara", state="dead")


def test_the_dead_are_spared_only_in_the_turn_a_melee_blow_felled_them():
    fight = duel().play("damage ogre 59 melee by vara", "knockout ogre").shows("ogre", state="down", hp=0)
    assert fight["ogre"]["conditions"] == ["incapacitated", "prone", "stable", "unconscious"]
    fight = duel().play("damage ogre 59 melee by vara", "next")
    assert "dead" in fight.refused("knockout ogre")
    assert "dead" in duel().play("damage ogre 59 ranged by vara").refused("knockout ogre")


def test_who_fell_in_its_own_turn_is_spared_in_no_later_one():
    fight = start_fight(ogre(turn(20)), vara(turn(15)), goblins(turn(10))).play("damage ogre 59 melee by vara")
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
    fight = start_fight(ilen(turn(20), SNARE), goblins(turn(10)))
    fight.play("use snare goblin1-2", 'apply goblin3 stilled until "concentration ends" by ilen')
    fight.shows("goblin1", conditions=["restrained"])
    fight.play("damage ilen 2", dice="2").shows("ilen", conditions=[])
    for each in ("goblin1", "goblin2", "goblin3"):
        fight.shows(each, conditions=[])


def test_a_new_concentration_ends_the_old_and_only_what_hung_on_that():
    fight = start_fight(ilen(turn(20), SNARE), goblins(turn(10)))
    fight.play("use snare goblin1", "use snare goblin2")
    fight.shows("goblin1", conditions=[]).shows("goblin2", conditions=["restrained"])
    assert fight.names("ilen") == ["concentrating"]


@pytest.mark.parametrize("line", ["apply ilen stunned", "damage ilen 15", "kill ilen", "remove ilen concentrating"])
def test_concentration_ends_without_a_save(line: str) -> None:
    fight = start_fight(ilen(turn(20), SNARE), goblins(turn(10))).play("use snare goblin1", line)
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
    fight = start_fight(ilen(turn(20)), goblins(turn(10))).play(
        "apply ilen poisoned save:13", "apply ilen concentrating"
    )
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
