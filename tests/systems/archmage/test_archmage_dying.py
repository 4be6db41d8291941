"""Healing, dying and the end of a battle in the Archmage Engine, section by section."""

from tests.helpers.casts.archmage import Archmage, actions, defenses, hob, kell, mira, troll, turn, wyvern
from tests.helpers.fights.played import creature

# Healing


def test_without_recoveries_healing_is_halved_and_its_cost_adds_up() -> None:
    fight = Archmage(mira("hp = 2")).play("set mira recoveries 0", "recover mira 10").shows("mira", hp=7, recoveries=0)
    fight.play("recover mira 10")
    assert fight["mira"]["defenses"]["ac"] == 12
    assert [each["amount"] for each in fight["mira"]["effects"]] == [-1, -1, -1, -1]
    fight.play("rest long").shows("mira", effects=[], hp=27)


def test_a_recovery_is_rolled_or_given_and_needs_dice() -> None:
    fight = Archmage(kell("hp = 1"), hob("hp = 1"))
    fight.play("recover kell x2", dice="1 1 1 2 2 2").shows("kell", hp=16, recoveries=7)
    assert "no recovery dice" in fight.refused("recover hob")
    fight.play("recover hob 9").shows("hob", hp=10, recoveries=None)
    fight.play("recover hob x2 9").shows("hob", hp=19)


def test_a_troll_comes_back_while_its_regeneration_lasts() -> None:
    fight = Archmage(troll(f"hp = 85\n{turn(20)}"), kell(turn(10))).play("begin")
    fight.shows("troll", hp=90, counters={"regeneration": 5})
    fight.play("damage troll 95").shows("troll", hp=-5, state="down")
    fight.play("next", "next").shows("troll", hp=10, counters={"regeneration": 4}, state="up")
    assert fight.logs("Troll regenerates 10 from 0: −5 → 10") and fight.logs("can regenerate 4 more times")
    fight.play("set troll counters.regeneration 0", "damage troll 10").shows("troll", state="dead")


# Death


def test_a_waking_creature_may_act_by_option_and_wakes_without_dice() -> None:
    fight = Archmage(mira(f"hp = -3\n{turn(20)}"), options="wake_acts = true").play("begin", dice="16 1 1 1")
    assert actions(fight, "mira") == (1, 1, 1, 1)
    bare = creature("Ally", f'kind = "pc"\nmax_hp = 20\nhp = -1\n{defenses(1, 1, 1)}')
    fight = Archmage(bare).play("deathsave ally 16").shows("ally", hp=1)
    assert fight.log[1:] == ["Ally wakes from 0: −1 → 1", "Ally: roll its recovery, then `recover ally AMOUNT`"]


def test_half_the_maximum_rounded_up() -> None:
    fight = Archmage(mira("hp = -12"), options='neg_round = "ceil"').play("damage mira 1").shows("mira", state="down")
    fight.play("damage mira 1").shows("mira", state="dead")


def test_only_a_villain_kills_by_option() -> None:
    fight = Archmage(mira("hp = -12"), options="meaningful_death = true").play("damage mira 5")
    fight.shows("mira", state="out", conditions=["coma", "helpless", "unconscious"])
    fight = Archmage(mira("hp = -12"), hob("named_villain = true"), options="meaningful_death = true")
    fight.play("damage mira 5").shows("mira", state="dead")
    fight.play("revive mira").shows("mira", state="up", hp=1)


def test_saves_succeed_automatically_once_the_battle_is_over() -> None:
    fight = Archmage(mira(), hob()).play("persist mira 5 fire hard", "persist hob 5 fire", "finish")
    assert fight.logs("ongoing 5 fire ends (saved, the battle is over)")
    assert (fight.names("mira"), fight.names("hob")) == ([], ["persistent"])


def test_effects_until_a_full_heal_up_end_with_it() -> None:
    fight = Archmage(mira()).play('apply mira weakened until "Full heal-up"', 'apply mira dazed until "noon"')
    fight.play("finish", "rest short").shows("mira", conditions=["dazed", "weakened"])
    fight.play("rest long").shows("mira", conditions=["dazed"])


def test_failures_are_forgotten_after_the_battle() -> None:
    Archmage(mira("hp = -3\ndeath_failures = 3")).play("finish").shows("mira", death_failures=0)


def test_monsters_are_slain_at_0_unless_they_are_to_live() -> None:
    fight = Archmage(hob("count = 2"), wyvern("uses_death_rules = true")).play("damage hob1 32", "knockout hob2")
    assert [fight[each]["state"] for each in ("hob1", "hob2")] == ["dead", "down"]
    fight.play("damage wyvern 140").shows("wyvern", state="down", conditions=["helpless", "unconscious"])


def test_a_death_save_may_be_asked_for() -> None:
    fight = Archmage(mira(f"hp = -3\n{turn(20)}"), hob(turn(10))).play("ask party", "begin", "next")
    fight.play("answer 18", "answer 3").shows("mira", hp=4)
    assert (fight.state["active"], fight.state["questions"]) == ("hob", [])


def test_the_slain_roll_no_further_saves_but_the_fallen_do() -> None:
    fight = Archmage(hob(turn(20)), kell(turn(10))).play("begin", "set hob hp 3", 'ongoing hob 5 "Torch"')
    fight.play("next").shows("hob", state="dead")
    fight.play("set kell hp 3", 'ongoing kell 5 "Torch"').play("next", dice="15 8")
    fight.shows("kell", hp=-2, effects=[])


def test_a_felled_foe_can_be_spared_by_the_next_command() -> None:
    fight = Archmage(hob(), kell()).play("apply kell dazed by hob", "damage hob 40", "knockout hob")
    fight.shows("hob", state="down", hp=0, conditions=["helpless", "unconscious"])
    fight.play("set hob hp 32", "damage hob 40", "damage kell 1")
    assert "dead" in fight.refused("knockout hob")
