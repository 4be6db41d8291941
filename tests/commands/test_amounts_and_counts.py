"""Amounts and counts that have several forms: damage dealt, and numbers of creatures added."""

from tests.helpers.fights.played import Played, hero, monster, power

BLAST = power("Ice Blast", 'attack = "+8 vs Reflex"\ndamage = "2d6+4 cold"\nmiss = "half"')


def fight() -> Played:
    return Played(hero("Ari", 20, "", BLAST), monster("Ogre", 10, "count = 2")).play("begin")


def test_the_damage_given_with_an_attack_is_an_amount_and_so_a_whole_number_or_dice() -> None:
    fight().play("attack ice-blast ogre1-2 face 15,2 hit 9").shows("ogre1", hp=51).shows("ogre2", hp=56)
    result = fight().play("attack ice-blast ogre1-2 face 15,2 hit 3d6+1", dice="2 4 6")
    result.shows("ogre1", hp=47).shows("ogre2", hp=54)
    assert result.logs("rolls damage: 3d6 (2, 4, 6) + 1 = 13")


def test_dice_given_with_an_attack_are_rolled_once_and_count_for_a_critical_hit_too() -> None:
    fight().play("attack ice-blast ogre1-2 face 20,15 hit 1d6", dice="5").shows("ogre1", hp=55).shows("ogre2", hp=55)


def test_the_number_of_new_creatures_is_typed_either_way() -> None:
    played = fight().play("add Bandit x3 hp=20", dice="4").play("add Wolf count=2 hp=12", dice="9")
    assert [each for each in played.state["creatures"] if each[0] in "bw"] == [
        "wolf1", "wolf2", "bandit1", "bandit2", "bandit3",
    ]  # fmt: skip
    played.play("add Wolf count=2")
    assert played["wolf4"]["hp"] == 12
    assert "count: given twice" in played.refused("add Rat x2 count=3 hp=5")
