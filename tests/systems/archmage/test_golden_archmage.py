"""The worked fights of the Archmage Engine, each numbered as its table and played with its dice."""

from tests.helpers.casts.archmage import (
    Archmage,
    actions,
    dov,
    elemental,
    escalation,
    hob,
    kell,
    mira,
    scum,
    turn,
    wyvern,
)
from tests.helpers.fights.played import power


def test_a01_initiative_a_shared_type_roll_and_a_tie() -> None:
    fight = Archmage(kell(), mira(), dov(), hob("count = 2"), scum())
    fight.play("begin", dice="8 9 2 10 10  15 6")
    assert fight.state["order"] == ["kell", "mira", "hob1", "hob2", "scum1", "scum2", "scum3", "scum4", "dov"]
    assert [fight[each]["initiative"] for each in ("kell", "mira", "hob1", "scum1", "dov")] == [13, 13, 13, 13, 8]
    assert (escalation(fight), fight.state["round"]) == (0, 1)


def test_a02_the_escalation_die_in_rounds_1_to_9() -> None:
    fight = Archmage(kell(turn(20)), hob(turn(10))).play("begin")
    seen = [escalation(fight)]
    for _ in range(8):
        fight.play("next", "next")
        seen.append(escalation(fight))
    assert seen == [0, 1, 2, 3, 4, 5, 6, 6, 6]


def test_a02_what_the_escalation_die_is_added_to_and_how_it_is_held_and_reset() -> None:
    fight = Archmage(kell(turn(20)), hob(turn(10))).play("begin", *["next"] * 6)
    assert (fight.state["round"], escalation(fight)) == (4, 3)
    fight.play("attack axe hob", dice="9 5")
    assert fight.logs("= 19 vs AC 19 – hit")
    fight.play("next", "attack longsword kell", dice="9")
    assert fight.logs("= 16 vs AC 19 – miss")
    fight.shows("kell", hp=42)

    fight.play("escalation hold", "next")
    assert (fight.state["round"], escalation(fight)) == (5, 3)
    fight.play("next", "next", "escalation reset")
    assert (fight.state["round"], escalation(fight)) == (6, 0)
    fight.play("next", "next")
    assert (fight.state["round"], escalation(fight)) == (7, 1)


def test_a03_an_ambush() -> None:
    fight = Archmage(kell(), mira(), dov(), hob()).play("ambush mira,kell,dov", "begin", dice="4 6 12")
    assert (fight.state["round"], fight.state["order"], fight.state["active"]) == (0, ["mira", "dov"], "mira")
    assert fight["hob"]["initiative"] is None
    fight.play("next")
    assert fight.state["active"] == "dov"
    fight.play("next", dice="14")
    assert (fight.state["round"], escalation(fight)) == (1, 0)
    assert fight.state["order"] == ["dov", "hob", "mira", "kell"]
    assert [fight[each]["initiative"] for each in fight.state["order"]] == [18, 17, 10, 9]


def test_a03_by_option_the_die_advances_after_an_ambush() -> None:
    fight = Archmage(kell(), mira(), dov(), hob(), options="ambush_escalation = 1")
    fight.play("ambush mira,kell,dov", "begin", "next", "next", dice="4 6 12 14")
    assert (fight.state["round"], escalation(fight)) == (1, 1)
    fight.play(*["next"] * 4)
    assert (fight.state["round"], escalation(fight)) == (2, 2)


def test_a04_ongoing_damage_comes_at_the_end_of_the_turn_before_its_save() -> None:
    fight = Archmage(wyvern(turn(20)), kell(turn(10))).play("begin", "persist kell 5 fire")
    fight.shows("kell", hp=42)
    fight.play("next").shows("kell", hp=42)
    fight.play("next", dice="10").shows("kell", hp=37)
    assert fight.names("kell") == ["persistent"]
    fight.play("next", "next", dice="11").shows("kell", hp=32, effects=[])
    fight.play("next", "next").shows("kell", hp=32)


def test_a07_resistance_by_natural_roll() -> None:
    burning = 'attack = "+12 vs PD"\ndamage = "0 fire"\neffects = ["persist 5 fire save"]'
    fight = Archmage(elemental(turn(10)), mira(turn(5), power("Burn", burning)))
    fight.play("damage fire-el 15 fire face 17").shows("fire-el", hp=57)
    fight.play("damage fire-el 15 fire face 18").shows("fire-el", hp=42)
    fight.play("begin", "attack burn fire-el by mira", dice="12").shows("fire-el", hp=42)
    fight.play("next", dice="3").shows("fire-el", hp=40)
    fight.play("next", "next", dice="3").shows("fire-el", hp=38)
    fight.play("damage fire-el 7 fire").shows("fire-el", hp=38)


def test_a08_a_critical_hit_a_double_double_and_a_fumble() -> None:
    big = power("Big", 'attack = "+7 vs AC"\ndamage = "1d12"\ncrit = "x3"')
    small = power("Small", 'attack = "+7 vs AC"\ndamage = "1d12"\nmiss = "3"')
    fight = Archmage(kell("", big, small), hob())
    fight.play("set hob max_hp 200", "set hob hp 200", "attack small hob by kell", dice="20 11").shows("hob", hp=178)
    fight.play("attack big hob by kell", dice="20 11").shows("hob", hp=145)
    fight.play("apply hob vulnerable", "attack small hob by kell", dice="18 5")
    assert fight.logs("critical hit")
    assert fight.logs("doubles the damage of a critical hit: 5 × 2 = 10")
    fight.shows("hob", hp=135)
    fight.play("attack small hob by kell", dice="1").shows("hob", hp=135)
    fight.play("attack small hob by kell", dice="4").shows("hob", hp=132)


def test_a10_death_saves() -> None:
    fight = Archmage(mira(f"{turn(20)}\nhp = -3"), hob(turn(10)))
    fight.play("begin", dice="15").shows("mira", death_failures=1, hp=-3)
    fight.play("next", "next", dice="16 2 4 5")
    fight.shows("mira", hp=12, recoveries=7, staggered=True, state="up", conditions=[])
    assert actions(fight, "mira") == (0, 0, 0, 1)
    fight.play("damage mira 14").shows("mira", hp=-2)
    fight.play("next", "next", dice="20 6 6 3").shows("mira", hp=16, recoveries=6, death_failures=1)
    assert actions(fight, "mira") == (1, 1, 1, 1)
    fight.play("damage mira 20")
    for face, failures in ((4, 2), (7, 3), (9, 4)):
        fight.play("next", "next", dice=str(face)).shows("mira", death_failures=failures)
    fight.shows("mira", state="dead")


def test_a11_death_at_minus_half() -> None:
    fight = Archmage(mira("hp = 5"), kell())
    fight.play("damage mira 17").shows("mira", hp=-12, state="down", conditions=["helpless", "unconscious"])
    assert fight["mira"]["defenses"]["md"] == 12
    fight.play("damage mira 1").shows("mira", hp=-13, state="dead")
    fight.play("damage kell 62").shows("kell", hp=-20, state="down")
    fight.play("damage kell 1").shows("kell", hp=-21, state="dead")


def test_a12_stabilized() -> None:
    fight = Archmage(dov(f"{turn(20)}\nhp = -6\ndeath_failures = 2"), kell(turn(10)))
    fight.play("stabilize dov").shows("dov", conditions=["helpless", "stable", "unconscious"])
    fight.play("begin", dice="2").shows("dov", death_failures=2)
    fight.play("next", "next", dice="17 1 8 4").shows("dov", hp=15, state="up", conditions=[])


def test_a14_rally_twice() -> None:
    fight = Archmage(dov(f"{turn(20)}\nhp = 5"), hob(turn(10))).play("begin", "next", "next")
    fight.play("rally dov", dice="1 1 1").shows("dov", hp=10, recoveries=7)
    assert actions(fight, "dov") == (0, 1, 1, 1)
    fight.play(*["next"] * 4)
    fight.play("rally", dice="10").shows("dov", hp=10, recoveries=7)
    assert actions(fight, "dov") == (1, 1, 1, 1)
    assert "this round" in fight.refused("rally")
    fight.play("next", "next")
    fight.play("rally", dice="11 1 1 1").shows("dov", hp=15, recoveries=6)


def test_a16_coup_de_grace() -> None:
    fight = Archmage(hob(turn(20)), dov(f"{turn(10)}\nhp = -2"))
    fight.play("begin", "attack longsword dov coup").shows("dov", hp=-18, state="dead")
    assert actions(fight, "hob") == (0, 0, 0, 1)

    fight = Archmage(hob(turn(20)), dov(f"{turn(10)}\nhp = -2"))
    fight.play("begin", "spent hob move", "attack longsword dov coup", dice="5")
    assert fight.logs("= 12 vs AC 13")
    fight.shows("dov", hp=-2)


def test_a18_temporary_hit_points() -> None:
    fight = Archmage(kell("temp_hp = 6"))
    for gained, kept in ((4, 6), (9, 9)):
        fight.play(f"temp kell {gained}").shows("kell", temp_hp=kept)
    fight.play("damage kell 11").shows("kell", temp_hp=0, hp=40)
    fight.play("temp kell 5", "finish").shows("kell", temp_hp=0)


def test_a20_a_lasting_wound_and_rests() -> None:
    trick = power("Trick", 'use = "recharge 11"')
    feint = power("Feint", 'use = "recharge 11+"')
    fight = Archmage(dov("hp = 2", trick, feint), hob(), options="lasting_wound = true")
    fight.play("damage dov 10").shows("dov", hp=-8, max_hp=28)
    fight.play("heal dov 9").shows("dov", hp=9)
    fight.play("damage dov 12").shows("dov", hp=-3, max_hp=28)
    fight.play("heal dov 4", "persist dov 5 cold", "spend dov trick", "spend dov feint", "finish")
    fight.play("rest short", dice="3 3 3 11 10").shows("dov", hp=15, effects=[], recoveries=7, spent=["Feint"])
    fight.play("rest short").shows("dov", spent=[])
    fight.play("rest long").shows("dov", hp=33, max_hp=33, recoveries=8)


def test_a_mob_of_mooks_is_one_pool() -> None:
    fight = Archmage(scum(), kell())
    fight.play("damage scum2 12")
    assert [fight[each]["hp"] for each in ("scum1", "scum2", "scum3", "scum4")] == [5, 0, 0, 3]
    fight.play("damage scum4 4")
    assert [fight[each]["hp"] for each in ("scum1", "scum2", "scum3", "scum4")] == [4, 0, 0, 0]
