"""The worked fights of SRD 5.1, each numbered as its table and played with its dice."""

from tests.helpers.casts.srd5 import Srd5, goblins, ilen, ogre, skeleton, turn, vara
from tests.helpers.fights.played import Played

DOWN = ["incapacitated", "prone", "unconscious"]
STABLE = ["incapacitated", "prone", "stable", "unconscious"]


def actions(fight: Played, creature: str) -> tuple[int, int, int, int]:
    left = fight[creature]["actions"]
    return left["open"], left["move"], left["bonus"], left["reaction"]


def test_w01_initiative_a_group_and_a_tie() -> None:
    fight = Srd5(vara(), ilen(), goblins(), ogre())
    fight.play("begin", dice="13 9 13 20")
    assert [fight[each]["initiative"] for each in ("vara", "ilen", "goblin1", "goblin3", "ogre")] == [
        15,
        10,
        15,
        15,
        19,
    ]
    assert fight.state["order"] == ["ogre", "vara", "goblin1", "goblin2", "goblin3", "ilen"]
    fight.play("move vara after goblin3")
    assert fight.state["order"] == ["ogre", "goblin1", "goblin2", "goblin3", "vara", "ilen"]

    fight = Srd5(vara(), ilen(), goblins(), ogre(), options='ties = "rolloff"')
    fight.play("begin", dice="13 9 13 20 7 12")
    assert fight.state["order"] == ["ogre", "goblin1", "goblin2", "goblin3", "vara", "ilen"]


def test_w02_surprise() -> None:
    fight = Srd5(goblins(turn(20)), vara(turn(15)), ilen(turn(10)))
    fight.play("surprise vara", "begin")
    assert actions(fight, "vara")[3] == 0
    assert "surprised" in fight.refused("spent vara opportunity")
    fight.play("next", "next", "next").shows("vara", conditions=["surprised"])
    assert actions(fight, "vara") == (0, 0, 0, 0)
    fight.play("next").shows("vara", conditions=[])
    assert actions(fight, "vara")[3] == 1
    fight.play("spent vara opportunity")
    assert actions(fight, "vara")[3] == 0


def test_w03_open_and_move_actions() -> None:
    fight = Srd5(vara(turn(20)), goblins(turn(10))).play("begin", "convert")
    assert actions(fight, "vara") == (2, 0, 0, 1)
    fight.play(*["next"] * 4)
    assert actions(fight, "vara") == (1, 1, 0, 1)
    fight.play("attack greataxe goblin1", dice="2")
    assert "already acted" in fight.refused("convert")
    assert "bonus action" in fight.refused("spent vara bonus")


def test_w04_one_reaction() -> None:
    fight = Srd5(ogre(turn(20)), vara(turn(15)), goblins(turn(10))).play("begin", "next", "next")
    fight.play("spent vara opportunity", "attack greataxe goblin1 by vara", dice="2")
    assert actions(fight, "vara")[3] == 0
    fight.play("next", "spent vara opportunity")
    assert actions(fight, "vara")[3] == 0
    assert fight.logs("no reaction left")
    fight.play("next", "next", "next")
    assert actions(fight, "vara") == (1, 1, 0, 1)
    fight.play('ready "goblin3 comes near"')
    assert actions(fight, "vara") == (0, 1, 0, 1)
    fight.play("next", "next", "next", "act vara", "attack greataxe goblin3 by vara", dice="2")
    fight.shows("vara", initiative=15)
    assert actions(fight, "vara")[3] == 0
    assert fight.state["active"] == "goblin3"
    assert fight.state["order"] == ["ogre", "vara", "goblin1", "goblin2", "goblin3"]


def test_w06_instant_death_and_exactly_0() -> None:
    Srd5(vara("hp = 6")).play("damage vara 29").shows("vara", hp=0, state="down", conditions=DOWN)
    Srd5(vara("hp = 6")).play("damage vara 30").shows("vara", hp=0, state="dead")
    Srd5(vara("hp = 6")).play("damage vara 6").shows("vara", hp=0, state="down", conditions=DOWN)


def test_w07_death_saves() -> None:
    fight = Srd5(vara(f"hp = 0\n{turn(20)}"), goblins(turn(10), 1))
    fight.play("begin", dice="10").shows("vara", death_successes=1, death_failures=0)
    fight.play("next", "next", dice="1").shows("vara", death_successes=1, death_failures=2)
    fight.play("next", "next", dice="14").shows("vara", death_successes=2)
    fight.play("next", "next", dice="11")
    fight.shows("vara", hp=0, death_successes=0, death_failures=0, conditions=STABLE)
    fight.play("damage vara 3").shows("vara", death_failures=1, conditions=DOWN)
    fight.play("next", "next", dice="20")
    fight.shows("vara", hp=1, state="up", death_successes=0, death_failures=0, conditions=["prone"])


def test_w09_resistance_then_vulnerability() -> None:
    Srd5(skeleton()).play("damage skeleton 9 bludgeoning").shows("skeleton", hp=0, state="dead")
    aura = ("resist skeleton all 3", "resist skeleton bludgeoning")
    Srd5(skeleton()).play(*aura, "damage skeleton 9 bludgeoning").shows("skeleton", hp=7)
    Srd5(skeleton()).play("resist skeleton bludgeoning", "damage skeleton 9-3 bludgeoning").shows("skeleton", hp=7)
    Srd5(skeleton()).play("damage skeleton 10 poison").shows("skeleton", hp=13)


def test_w10_area_damage_is_rolled_once_and_halved_by_a_save() -> None:
    fight = Srd5(vara(), goblins())
    fight.play("damage goblin1 8d6 fire missed goblin2,vara", dice="6 6 6 5 1 1 1 1")
    fight.shows("goblin1", state="dead").shows("goblin2", state="dead").shows("vara", hp=11)
    assert fight.logs("13 fire")


def test_w14_temporary_hit_points_and_a_knock_out() -> None:
    fight = Srd5(vara("temp_hp = 5"), ogre())
    fight.play("temp vara 3").shows("vara", temp_hp=5)
    fight.play("damage vara 9").shows("vara", hp=20, temp_hp=0)
    fight.play("damage ogre 60 slashing melee by vara").shows("ogre", hp=0, state="dead")
    fight.play("knockout ogre").shows("ogre", hp=0, state="down", conditions=STABLE)
