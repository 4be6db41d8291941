"""Moving in Orcus: charging, shoving, current speed, flying and falling."""

import pytest

from tests.helpers.fights.played import Played, hero, monster, power

SWORD = power("Sword", 'attack = "+8 vs AC"\ndamage = "3"')


def duel(ari: str = "", options: str = "") -> Played:
    """Ari on 20, the ogre on 10; Ari's turn runs."""
    return Played(hero("Ari", 20, ari, SWORD), monster("Ogre", 10), options=options).play("begin")


@pytest.mark.parametrize("condition", ["immobile", "restrained", "prone", "grappled"])
def test_a_creature_that_cannot_move_cannot_charge(condition: str) -> None:
    fight = duel().play(f"apply ari {condition} by ogre")
    assert "cannot charge" in fight.refused("attack sword ogre charge face 12")
    fight.play("attack! sword ogre charge face 15").shows("ogre", hp=57)


def test_slowed_creatures_charge_and_so_do_those_whose_grapple_does_not_hold_them() -> None:
    duel().play("apply ari slowed", "attack sword ogre charge face 9").shows("ogre", hp=57)
    fight = duel(options='grappled_effect = "none"').play("apply ari grappled by ogre")
    fight.play("attack sword ogre charge face 9").shows("ogre", hp=57)


def test_the_restrained_cannot_be_shoved() -> None:
    fight = duel().play("apply ogre restrained")
    assert "cannot be moved" in fight.refused("do shove ogre")
    fight.play("do! shove ogre", "remove ogre restrained", "apply ogre immobile")
    duel().play("apply ogre immobile", "do shove ogre")


# Speed


def card(fight: Played) -> str:
    """Ari's card, in one line."""
    return " ".join(fight.play("show ari").log)


def test_the_card_shows_the_speed_in_force() -> None:
    fight = duel('speed = "6, fly 8 (hover), teleport 5"')
    assert "speed 6, fly 8 (hover), teleport 5," in card(fight)
    fight.play("apply ari slowed")
    assert "speed 2, fly 2 (hover), teleport 5 (6, fly 8 (hover), teleport 5 printed)" in card(fight)
    assert "speed 2, fly 2" in card(fight.play("bonus ari +3 speed"))
    assert "speed 1, fly 2" in card(fight.play("bonus ari -8 speed"))
    assert "speed 1, fly 3" in card(fight.play("remove ari slowed"))
    assert "speed 0, fly 0" in card(fight.play("apply ari restrained"))


def test_dashing_adds_2_and_the_slowed_dash_4() -> None:
    fight = duel('speed = "6"').play("do dash")
    assert fight.logs("Ari dashes: up to 8 squares")
    assert "speed 8 (6 printed)" in card(fight)
    fight.play("next", "next")
    assert "speed 6," in card(fight)
    fight = duel('speed = "6"').play("apply ari slowed", "do dash")
    assert fight.logs("Ari dashes: up to 4 squares")
    assert "speed 4 (6 printed)" in card(fight)
    assert not duel().play("do dash").logs("squares")


def test_a_charge_needs_2_squares() -> None:
    fight = duel('speed = "6"').play("bonus ari -5 speed")
    assert "has speed 1" in fight.refused("attack sword ogre charge face 12")
    duel('speed = "6"').play("bonus ari -4 speed", "attack sword ogre charge face 12")


# Flying


def test_flyers_have_reminders_to_stay_in_the_air_and_make_no_opportunity_attacks() -> None:
    fight = duel().play("apply ogre flying", "next")
    assert "makes no opportunity attacks" in fight.refused("spent ogre opportunity")
    fight.play("next")
    assert fight.logs("falls if it moved less than 2 squares")
    fight = duel().play("apply ogre hovering", "spent ogre opportunity", "next", "next")
    assert not fight.logs("falls")
    fight = duel().play('set ogre speed "6, fly 8 (Hover)"', "apply ogre flying", "next", "next")
    assert not fight.logs("falls")


@pytest.mark.parametrize("word", ["clumsy", "clumsy-on-ground", '"clumsy in air"'])
def test_the_clumsy_attack_and_defend_at_minus_4(word: str) -> None:
    fight = duel().play(f"apply ari {word}", "attack sword ogre face 13")
    fight.shows("ari", conditions=["clumsy"], defenses={"ac": 14, "fortitude": 12, "reflex": 10, "will": 9})
    assert fight.logs("13 + 8 − 4 (clumsy) = 17")


# Hazardous ground


def test_a_plain_saving_throw_counts_its_bonuses_and_changes_nothing() -> None:
    fight = duel().play("apply ari slowed save", "bonus ari +2 saves", 'save ari "the pit" 8')
    assert fight.logs("Ari saves against the pit: 8 + 2 (bonus) = 10, needs 10 – saved")
    fight.play('save ari "the pit" +1', dice="6")
    assert fight.logs("failed")
    assert fight.names("ari") == ["slowed", "saves"]
    fight.play('save ari "slowed" 8')
    assert fight.names("ari") == ["saves"]


def test_a_plain_saving_throw_is_asked_for_and_answered() -> None:
    fight = duel().play("ask party", 'save ari "the pit" +2')
    assert fight.state["questions"] == [{"id": 1, "kind": "save", "creature": "ari", "about": "the pit", "die": 20}]
    fight.play('save ari "the pit" 8')
    assert fight.logs("8 + 2 = 10, needs 10 – saved")
    fight.play('save ari "the ledge"', "answer 9")
    assert fight.logs("Ari saves against the ledge: 9, needs 10 – failed")
    assert fight.state["questions"] == []
    duel().play('save ari "the pit" 12', 'save ogre "the pit"', dice="4")


# Falling


def test_a_fall_deals_1d10_for_every_2_squares_and_the_hurt_land_prone() -> None:
    fight = duel().play("apply ari flying", "do fall 5", dice="4 9")
    fight.shows("ari", hp=27, conditions=["prone"], actions={"standard": 1, "move": 1, "swift": 1, "immediate": 1})
    duel().play("do fall 1 ogre").shows("ogre", hp=60, conditions=[])
    duel().play("do fall 4 ari 11").shows("ari", hp=29)
    fight = duel().play("do fall 4 ari,ogre hit 11")
    fight.shows("ari", hp=29, conditions=["prone"]).shows("ogre", hp=49, conditions=["prone"])
    fight = duel().play("resist ari all 30", "do fall 4", dice="9 9")
    fight.shows("ari", hp=40, conditions=[])


def test_no_fall_deals_more_than_50d10_and_the_unconscious_fall_too() -> None:
    duel().play("apply ogre unconscious", "do fall 400 ogre", dice=" ".join(["1"] * 50)).shows("ogre", hp=10)


def test_a_fall_needs_its_squares() -> None:
    assert "how many squares?" in duel().refused("do fall")
    assert "how many squares?" in duel().refused("do fall ogre")
    assert "deals no damage" in duel().refused("do dash hit 3")
