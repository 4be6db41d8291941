"""Initiative in the Archmage Engine, and the ambush before it."""

from tests.helpers.casts.archmage import Archmage, dov, hob, kell, mira, scum, turn


def test_ties_are_resolved_by_a_roll_alone() -> None:
    fight = Archmage(kell(turn(13)), mira(turn(13)), hob(turn(13)), options='ties = "rolloff"')
    fight.play("begin", dice="5 12 9")
    assert fight.state["order"] == ["mira", "hob", "kell"]


def test_a_player_character_goes_before_a_monster_with_the_same_bonus() -> None:
    fight = Archmage(hob(turn(13)), kell(turn(13)))
    fight.play("set hob initiative 5", "begin")
    assert fight.state["order"] == ["kell", "hob"]


def test_initiative_as_the_first_turn_begins() -> None:
    fight = Archmage(hob(), kell(), dov(), options='init_when = "first_turn"').play("begin", dice="3")
    assert (fight.state["order"], fight["dov"]["initiative"]) == (["dov", "kell", "hob"], 9)
    fight.play("next", "next", dice="10 19")
    assert fight.state["order"] == ["dov", "kell", "hob"]
    fight.play("next")
    assert (fight.state["round"], fight.state["order"], fight.state["active"]) == (2, ["hob", "kell", "dov"], "hob")


def test_initiative_at_the_first_turn_may_be_asked_for() -> None:
    fight = Archmage(hob("count = 2"), kell(), dov(), options='init_when = "first_turn"')
    fight.play("ask all", "begin", "next", "next", "next")
    assert [each["creature"] for each in fight.state["questions"]] == ["dov", "kell", "hob1"]
    fight.play("answer 3 19", "answer 1 3").shows("hob2", initiative=22).shows("dov", initiative=9)
    assert (fight.state["order"], fight.state["active"]) == (["dov", "kell", "hob1", "hob2"], "hob2")
    fight.play("next")
    assert (fight.state["round"], fight.state["order"]) == (2, ["hob1", "hob2", "dov", "kell"])
    fight.play("answer 15")
    assert fight.state["order"] == ["hob1", "hob2", "kell", "dov"]


def test_all_of_one_type_roll_as_the_first_of_them_begins() -> None:
    fight = Archmage(hob("count = 2"), kell(), options='init_when = "first_turn"').play("begin", dice="3")
    fight.play("next", dice="7")
    assert [fight[each]["initiative"] for each in ("hob1", "hob2")] == [10, 10]
    fight.play("next", "next")
    assert fight.state["order"] == ["hob1", "hob2", "kell"]


def test_monsters_of_one_type_roll_once_and_mobs_of_mooks_separately() -> None:
    fight = Archmage(hob('id = "first"'), hob('id = "other"\nhp = 20'), kell()).play("begin", dice="10 9")
    assert [fight[each]["initiative"] for each in ("first", "other", "kell")] == [13, 13, 14]
    mobs = Archmage(scum(), scum(count=2), kell()).play("begin", dice="10 4 2")
    assert [mobs[each]["initiative"] for each in ("scum1", "scum5", "kell")] == [13, 7, 7]


def test_temporary_hit_points_drop_when_initiative_is_rolled() -> None:
    Archmage(kell("temp_hp = 6")).play("begin", dice="5").shows("kell", temp_hp=0)
    kept = Archmage(kell("temp_hp = 6"), options="temp_hp_reset = false").play("begin", dice="5")
    kept.shows("kell", temp_hp=6)


def test_temporary_hit_points_drop_when_the_total_is_given_but_not_when_it_is_corrected() -> None:
    fight = Archmage(kell("temp_hp = 6")).play("init kell 15").shows("kell", temp_hp=0, initiative=15)
    fight.play("temp kell 5", "init kell 14").shows("kell", temp_hp=5, initiative=14)


def test_an_ambush_is_made_before_the_fight_and_can_be_one_creature_alone() -> None:
    fight = Archmage(kell(), hob()).play("ambush hob", "begin", dice="10")
    assert (fight.state["order"], fight.state["round"]) == (["hob"], 0)
    fight.play("next", dice="10")
    assert (fight.state["order"], fight.state["round"]) == (["kell", "hob"], 1)
    assert "before `begin`" in fight.refused("ambush kell")


def test_a_creature_added_during_the_ambush_waits_for_round_1() -> None:
    fight = Archmage(kell(), hob()).play("ambush kell", "begin", "init hob 30", dice="10")
    fight.play("next")
    assert (fight.state["round"], fight.state["active"]) == (1, "hob")


def test_the_ambushed_are_asked_for_their_dice_while_the_ambush_runs() -> None:
    fight = Archmage(kell(), hob()).play("ask party", "ambush hob", "begin", dice="10")
    assert [each["creature"] for each in fight.state["questions"]] == ["kell"]
    fight.play("answer 19", "next")
    assert (fight.state["round"], fight.state["active"], fight.state["questions"]) == (1, "kell", [])


def test_the_ambushed_may_be_asked_for_their_dice() -> None:
    fight = Archmage(kell(), hob()).play("ambush hob", "begin", "ask party", "next", dice="10")
    assert [each["kind"] for each in fight.state["questions"]] == ["initiative"]
    fight.play("answer 15")
    assert fight.state["order"] == ["kell", "hob"]
