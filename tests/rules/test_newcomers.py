"""`add`: the number of creatures, their hit points, and the values that they share with their group."""

import pytest

from orcus_tui.session.dice_source import GivenDice
from orcus_tui.systems.archmage.play import rolls_with
from tests.helpers.casts.archmage import Archmage, hob, kell, turn
from tests.helpers.fights.played import Played, creature, hero
from tests.helpers.project.call_counts import calls_of


def fight() -> Played:
    return Played(hero("Ari", 20), creature("Mud Goblin", 'id = "gob"\ncount = 2\nmax_hp = 12\nhit_dice = "2d8+2"'))


# Dice


def test_dice_give_the_number_of_creatures_and_their_hit_points() -> None:
    played = fight().play('add "Bandit" x1d4 hp=2d6', dice="3 1 1 6 6 2 3")
    assert [played[f"bandit{number}"]["max_hp"] for number in (1, 2, 3)] == [2, 12, 5]
    assert played["bandit2"]["hp"] == 12
    assert played.log == [
        "how many: 1d4 (3) = 3",
        "Bandit 1–3 join as bandit1–3",
        "Bandit 1's hit points: 2d6 (1, 1) = 2",
        "Bandit 2's hit points: 2d6 (6, 6) = 12",
        "Bandit 3's hit points: 2d6 (2, 3) = 5",
    ]
    assert "bandit1" not in played.play("undo").state["creatures"]


@pytest.mark.parametrize(("hit_points", "most"), [("1d6+999995", "1,000,001"), ("1d4+1000000", "1,000,004")])
def test_rolled_hit_points_have_the_limit_of_a_file(hit_points: str, most: str) -> None:
    assert fight().refused(f"add Wolf hp={hit_points}") == (
        f"hit points go up to 1,000,000; {hit_points} can reach {most}"
    )


def test_exploding_dice_have_the_same_limit() -> None:
    played = fight()
    played.session.dice_source = GivenDice([6, 6, 1])
    assert played.refused("add Wolf hp=d6!+999990").startswith("hit points go up to 1,000,000; ")
    assert played.play("add Wolf hp=d6!+999990", dice="6 4")["wolf"]["max_hp"] == 1_000_000


def test_the_hit_dice_of_the_stat_block() -> None:
    played = fight().play("add gob x2 hp=dice", dice="1 2 8 8")
    assert (played["gob3"]["max_hp"], played["gob4"]["max_hp"]) == (5, 18)
    assert played["gob1"]["max_hp"] == 12
    assert "Ari has no hit dice; write them: hp=2d8+2" in played.refused("add ari hp=dice")


def test_at_least_one_creature_is_added_with_at_least_one_hit_point() -> None:
    played = fight().play("add Wisp x1d4-3 max_hp=1d4-4", dice="1 1")
    played.shows("wisp", hp=1, max_hp=1)


def test_impossible_dice_are_refused() -> None:
    played = fight()
    assert "hp: expected a whole number" in played.refused("add Bandit hp=2q")
    played.session.dice_source = GivenDice([400])
    assert "count: expected a whole number from 1 to 200, got 400" in played.refused("add Bandit x1d400 hp=5")
    played.session.dice_source = GivenDice([2])
    assert "needs hit points" in played.refused("add Bandit x1d4")


# The group


@pytest.mark.parametrize("named", ["gob", "gob2", "mud-goblin", '"Mud Goblin 1"', "Mud-Goblin-2"])
def test_more_of_a_group_continue_its_ids_and_names(named: str) -> None:
    played = fight().play(f"add {named} x2")
    assert list(played.state["creatures"]) == ["ari", "gob1", "gob2", "gob3", "gob4"]
    assert [played[each]["name"] for each in ("gob3", "gob4")] == ["Mud Goblin 3", "Mud Goblin 4"]


def test_newcomers_take_the_initiative_and_the_place_of_their_group() -> None:
    played = fight().play("begin", dice="11").play("add gob", "add Bandit hp=5", dice="15")
    assert played.state["order"] == ["ari", "bandit", "gob1", "gob2", "gob3"]
    assert played["gob3"]["initiative"] == 11


def test_a_newcomers_own_modifier_counts() -> None:
    played = fight().play("begin", dice="11").play("add gob init=5")
    assert played["gob3"]["initiative"] == 16
    assert played.state["order"] == ["ari", "gob3", "gob1", "gob2"]


def test_newcomers_before_the_fight_roll_with_their_group() -> None:
    played = fight().play("add gob", "begin", dice="11")
    assert played["gob3"]["initiative"] == played["gob1"]["initiative"] == 11
    assert fight().play("init gob1,gob2", dice="9").play("add gob")["gob3"]["initiative"] == 9


def test_a_hero_rolls_for_itself_and_a_reserve_waits() -> None:
    played = fight().play("begin", dice="11").play("add ari", dice="7")
    assert played["ari2"]["initiative"] == 7
    assert played.play("add gob reserve=true")["gob3"]["initiative"] is None


def test_in_the_archmage_engine_newcomers_take_what_their_group_has_rolled() -> None:
    played = Archmage(kell(), hob()).play("init hob", dice="9")
    assert played.play("add hob")["hob2"]["initiative"] == played["hob"]["initiative"] == 12


def test_many_of_a_kind_join_and_roll_on_one_line() -> None:
    played = fight().play('add "Bandit" x6 hp=2 init=1')
    assert played.log == ["Bandit 1–6 join as bandit1–6"]
    assert played.play("begin", dice="9 9").logs("Bandit 1–6 roll initiative: 9 + 1 = 10")


def test_a_group_rolls_initiative_in_one_line() -> None:
    played = Played(hero("Ari", 20)).play("add Rat x3 hp=5 init=2", "init", dice="12")
    assert played.logs("Rat 1–3 roll initiative: 12 + 2 = 14")
    assert not played.logs("Rat 2 rolls")


def test_a_few_have_a_line_each() -> None:
    assert fight().play('add "Bandit" x2 hp=2').log == ["Bandit 1 joins as bandit1", "Bandit 2 joins as bandit2"]


def test_many_latecomers_look_for_their_groups_once() -> None:
    played = Archmage(kell(turn(20)), hob(turn(10))).play("begin", "add Rat x20 hp=5 init=1", dice="9")
    with calls_of(rolls_with) as calls:
        played.play("add Wolf x50 hp=5 init=1", dice="12")
        played.play("add wolf x50")
    assert calls[rolls_with] < 6 * len(played.session.fight.sheets), "a few for each creature, not for each pair"
