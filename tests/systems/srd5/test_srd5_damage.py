"""SRD 5.1 with open and move actions: damage, and creatures that fall by it."""

import pytest

from tests.helpers.casts.srd5 import Srd5, duel, goblins, ilen, ogre, start_fight, turn, vara

# Damage


def test_damage_beyond_a_friends_last_hit_point_is_not_left_over() -> None:
    fight = start_fight(vara(turn(20)), goblins(turn(25)), ogre(turn(10)))
    fight.play("attack! scimitar g2 face 19", dice="6").shows("goblin2", state="dead")
    assert not fight.logs("left over")


def test_each_of_resistance_and_vulnerability_counts_once() -> None:
    fight = Srd5(ogre('resist = ["fire", "all"]\nvulnerable = ["fire"]')).play(
        "resist ogre fire", "vulnerable ogre all"
    )
    fight.play("damage ogre 9 fire").shows("ogre", hp=51)
    fight.play("damage ogre 9 cold").shows("ogre", hp=43)


def test_two_types_at_once_are_resisted_together_or_not() -> None:
    Srd5(ogre('resist = ["fire"]')).play("damage ogre 10 fire+cold").shows("ogre", hp=49)
    Srd5(ogre('resist = ["fire", "cold"]')).play("damage ogre 10 fire+cold").shows("ogre", hp=54)
    Srd5(ogre('resist = ["fire"]\nimmune = ["cold"]')).play("damage ogre 10 fire+cold").shows("ogre", hp=54)


def test_a_stat_block_may_call_what_it_is_immune_to_by_other_words() -> None:
    fight = Srd5(ogre('immune = ["Sightless", "POISON", "crushing", "old age"]'))
    fight.play("apply ogre blinded", "damage ogre 9 poison", "damage ogre 9 bludgeoning")
    fight.shows("ogre", hp=59, conditions=[])
    assert fight.play("show ogre").logs("immune old age")


def test_stone_resists_everything() -> None:
    Srd5(ogre()).play("apply ogre petrified", "damage ogre 9").shows("ogre", hp=55)


# Cleaving


def test_damage_left_over_is_dealt_from_foe_to_foe() -> None:
    fight = duel().play("attack greataxe goblin1", dice="15 12").shows("goblin1", state="dead")
    assert fight.logs("8 damage left over")
    assert fight["vara"]["effects"][0]["amount"] == 8
    assert fight["vara"]["effects"][0]["type"] == "slashing"
    fight.play("do cleave goblin2,goblin3").shows("goblin2", state="dead").shows("goblin3", hp=6).shows(
        "vara", effects=[]
    )
    fight.play("undo").shows("goblin2", hp=7, state="up").shows("goblin3", hp=7)
    assert fight["vara"]["effects"][0]["amount"] == 8


def test_leftover_damage_is_resisted_and_expires_with_the_turn() -> None:
    fight = start_fight(vara(turn(20)), goblins(turn(15)), ogre(f'resist = ["slashing"]\n{turn(10)}'))
    fight.play("damage goblin1 12 slashing melee by vara", "do cleave ogre").shows("ogre", hp=57)
    fight.play("damage goblin2 12 slashing melee by vara", "next").shows("vara", effects=[])
    assert "no damage left over" in fight.refused("do cleave ogre by vara")


@pytest.mark.parametrize("how", ["ranged by vara", "melee", "far by vara"])
def test_only_melee_attacks_with_a_source_cleave(how: str) -> None:
    duel().play(f"damage goblin1 12 {how}").shows("vara", effects=[])


def test_allies_are_not_cleaved_and_an_option_turns_cleaving_off() -> None:
    fight = start_fight(vara(turn(20)), ilen(turn(18)), goblins(turn(15))).play("damage goblin1 12 melee by vara")
    assert "not a foe" in fight.refused("do cleave ilen")
    assert fight["vara"]["effects"]
    duel('cleaving = "off"').play("damage goblin1 12 melee by vara").shows("vara", effects=[])


# Falling and dying


def test_a_foe_may_die_as_heroes_do() -> None:
    Srd5(ogre("uses_death_rules = true")).play("damage ogre 60").shows("ogre", hp=0, state="down")


def test_damage_at_0_counts_as_failures_and_kills_when_it_is_massive() -> None:
    fight = Srd5(vara("hp = 0"))
    fight.play("damage vara 2").shows("vara", death_failures=1)
    fight.play("damage vara 2 crit").shows("vara", death_failures=3, state="dead")
    Srd5(vara("hp = 0")).play("damage vara 24").shows("vara", state="dead")
    Srd5(vara("hp = 0\ntemp_hp = 5")).play("damage vara 5").shows("vara", death_failures=0, temp_hp=0)


def test_a_hit_in_melee_on_the_fallen_is_two_failures() -> None:
    fight = start_fight(ogre(turn(20)), vara(f"hp = 0\n{turn(10)}"))
    fight.play("attack greatclub vara", dice="14 9 1 1 1 1").shows("vara", death_failures=2)


def test_healing_wakes_and_forgets_the_death_saves() -> None:
    fight = Srd5(vara("hp = 0\ndeath_failures = 2\ndeath_successes = 1")).play("heal vara 3")
    fight.shows("vara", hp=3, death_failures=0, death_successes=0, conditions=["prone"])


def test_being_stabilized_forgets_the_death_saves_too() -> None:
    Srd5(vara("hp = 0\ndeath_failures = 2")).play("stabilize vara").shows("vara", death_failures=0)


def test_three_failures_kill_and_a_question_may_be_asked_instead() -> None:
    fight = start_fight(ogre(turn(20)), vara(f"hp = 0\ndeath_failures = 1\n{turn(10)}")).play("ask party", "next")
    assert fight.state["questions"][0]["kind"] == "death save"
    fight.play("answer 1").shows("vara", state="dead")


def test_the_dead_are_spared_only_in_the_turn_a_melee_attack_killed_them() -> None:
    fight = duel().play("damage ogre 59 melee by vara", "knockout ogre").shows("ogre", state="down", hp=0)
    assert fight["ogre"]["conditions"] == ["incapacitated", "prone", "stable", "unconscious"]
    fight = duel().play("damage ogre 59 melee by vara", "next")
    assert "dead" in fight.refused("knockout ogre")
    assert "dead" in duel().play("damage ogre 59 ranged by vara").refused("knockout ogre")


def test_a_creature_that_fell_in_its_own_turn_is_not_spared_later() -> None:
    fight = start_fight(ogre(turn(20)), vara(turn(15)), goblins(turn(10))).play("damage ogre 59 melee by vara")
    fight.play("next")
    assert "dead" in fight.refused("knockout ogre")
    fight.play("undo", "knockout ogre").shows("ogre", state="down", hp=0)


def test_a_fall_is_a_d6_for_every_10_feet_and_lands_prone() -> None:
    fight = duel().play("do fall 35 vara", dice="3 4 5").shows("vara", conditions=["prone"])
    assert fight.logs("Vara falls 35 feet")
    assert fight.logs("takes 12 bludgeoning")
    fight.play("do fall 9 vara", "do fall 500 ogre hit 4").shows("ogre", conditions=["prone"])
