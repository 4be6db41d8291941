"""Moving in Orcus: who cannot charge or be shoved, speed in force, flying and falling."""

import pytest
from playing_fights import Played, hero, monster, power

SWORD = power("Sword", 'attack = "+8 vs AC"\ndamage = "3"')


def duel(ari: str = "", options: str = "") -> Played:
    """Ari on 20, the ogre on 10; Ari's turn runs."""
    return Played(hero("Ari", 20, ari, SWORD), monster("Ogre", 10), options=options).play("begin")


@pytest.mark.parametrize("condition", ["immobile", "restrained", "prone", "grappled"])
def test_who_cannot_move_cannot_charge(condition):
    fight = duel().play(f"apply ari {condition} by ogre")
    assert "cannot charge" in fight.refused("attack sword ogre charge face 12")
    fight.play("attack! sword ogre charge face 15").shows("ogre", hp=57)


def test_the_slowed_charge_and_those_whose_grapple_holds_nobody_still():
    duel().play("apply ari slowed", "attack sword ogre charge face 9").shows("ogre", hp=57)
    fight = duel(options='grappled_effect = "none"').play("apply ari grappled by ogre")
    fight.play("attack sword ogre charge face 9").shows("ogre", hp=57)


def test_the_restrained_cannot_be_shoved():
    fight = duel().play("apply ogre restrained")
    assert "cannot be moved" in fight.refused("do shove ogre")
    fight.play("do! shove ogre", "remove ogre restrained", "apply ogre immobile")
    duel().play("apply ogre immobile", "do shove ogre")


# Flying


def test_flyers_are_told_what_keeps_them_in_the_air_and_make_no_opportunity_attacks():
    fight = duel().play("apply ogre flying", "next")
    assert "makes no opportunity attacks" in fight.refused("spent ogre opportunity")
    fight.play("next")
    assert fight.logs("falls if it moved less than 2 squares")
    fight = duel().play("apply ogre hovering", "spent ogre opportunity", "next", "next")
    assert not fight.logs("falls")


@pytest.mark.parametrize("word", ["clumsy", "clumsy-on-ground", '"clumsy in air"'])
def test_the_clumsy_attack_and_defend_at_minus_4(word):
    fight = duel().play(f"apply ari {word}", "attack sword ogre face 13")
    fight.shows("ari", conditions=["clumsy"], defenses={"ac": 14, "fortitude": 12, "reflex": 10, "will": 9})
    assert fight.logs("13 + 8 − 4 (clumsy) = 17")
