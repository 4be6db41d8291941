"""The variant of the Archmage Engine, apart from its worked fights."""

import pytest

from orcus_tui.systems import SYSTEMS
from tests.helpers.casts.archmage import (
    Archmage,
    Plus,
    defenses,
    dov,
    elemental,
    escalation,
    hob,
    kell,
    mira,
    scum,
    turn,
)
from tests.helpers.fights.played import Played, creature, power

UNKNOWN = "auto_engage = false"
"""The option with which engagement is not tracked."""


def rounds(fight: Played, count: int) -> list[int]:
    """The escalation die at the start of each of the next rounds."""
    seen = []
    for _ in range(count):
        before = fight.state["round"]
        while fight.state["round"] == before:
            fight.play("next")
        seen.append(escalation(fight))
    return seen


def two(*others: str, options: str = "") -> Played:
    """Kell's turn, then Mira's, and their opponents: a hob, or others."""
    foes = others or (hob(turn(10)),)
    return Plus(kell(turn(30)), mira(turn(29)), *foes, options=options).play("ask all", "begin")


# The escalation die


def test_nothing_stops_the_falling_die_and_its_six_rounds_count_while_paused() -> None:
    fight = two().play("counter escalation 6")
    assert rounds(fight.play("escalation hold"), 1) == [6]
    assert rounds(fight.play("damage mira 28"), 5) == [6] * 5
    assert rounds(fight, 2) == [5, 4]
    assert rounds(fight.play("escalation hold"), 1) == [3]
    assert rounds(fight.play("heal mira 9"), 4) == [2, 1, 0, 1]


def test_a_reset_ends_the_falling_of_the_die() -> None:
    fight = two().play("counter escalation 6")
    assert rounds(fight, 7) == [6, 6, 6, 6, 6, 6, 5]
    assert rounds(fight.play("escalation reset"), 3) == [1, 2, 3]


def test_a_falling_escalation_die_lowered_to_0_rises_again() -> None:
    fight = two().play("counter escalation 6")
    assert rounds(fight, 11) == [6, 6, 6, 6, 6, 6, 5, 4, 3, 2, 1]
    assert escalation(fight.play("kill mira")) == 0
    assert rounds(fight, 3) == [1, 2, 3]


def test_the_six_rounds_at_the_highest_are_counted_out() -> None:
    fight = two().play("counter escalation 5")
    for number in range(1, 7):
        rounds(fight, 1)
        assert fight.logs(f"the escalation die is at 6: round {number} of 6")
    assert rounds(fight, 1) == [5]


def test_after_an_ambush_the_die_may_show_1() -> None:
    fight = Plus(kell(), hob(), options="ambush_escalation = 1").play("ambush kell", "begin", "next", dice="10 10")
    assert (fight.state["round"], escalation(fight)) == (1, 1)


def test_the_lowest_level_of_the_party_counts_against_mooks() -> None:
    low = creature("Nib", f'kind = "pc"\nlevel = 1\nmax_hp = 9\n{turn(28)}\n{defenses(9, 9, 9)}')
    fight = two(low, scum(turn(10), count=4).replace("level = 1", "level = 2"))
    assert rounds(fight, 1) == [1]
    assert rounds(two(scum(turn(10), count=5)), 1) == [0]


@pytest.mark.parametrize(("when", "expected"), [("at_0", [3, 4]), ("always", [2, 2])])
def test_a_few_mooks_hold_the_die_only_at_0_or_always(when: str, expected: list[int]) -> None:
    fight = two(scum(turn(10), count=2), options=f'few_mooks = "{when}"').play("counter escalation 2")
    assert rounds(fight, 2) == expected


def test_only_the_death_of_a_hero_lowers_the_die() -> None:
    fight = two().play("counter escalation 4", "kill hob")
    assert escalation(fight) == 4
    assert escalation(fight.play("kill kell")) == 3
    assert escalation(fight.play("drop mira")) == 3


@pytest.mark.parametrize(("counts", "expected"), [("pause", [3, 3]), ("death", [2, 3])])
def test_a_coma_pauses_the_die_or_counts_as_a_death(counts: str, expected: list[int]) -> None:
    fight = Plus(kell(turn(30)), mira(turn(29)), hob(turn(10)), options=f'coma_counts = "{counts}"')
    fight.play("ask all", "begin", "counter escalation 3", "damage mira 60")
    assert fight["mira"]["conditions"] == ["coma", "helpless", "unconscious"]
    assert [escalation(fight), *rounds(fight, 1)] == expected


def test_reinforcements_of_the_foes_are_mentioned() -> None:
    fight = two(hob(turn(10)), scum("reserve = true"))
    assert fight.play("enter scum1").logs("`escalation hold`, `reduce` or `reset`")
    assert fight.play('add "Rat" hp=3 init=1').logs("reinforcements")
    assert not fight.play('add "Nib" hp=3 init=1 side=party').logs("reinforcements")


def test_holding_the_die_may_last_several_rounds() -> None:
    fight = two(options="held_rounds = 2").play("counter escalation 3", "escalation hold")
    assert fight.logs("it holds for 2 rounds")
    assert rounds(fight, 3) == [3, 3, 4]


def test_a_pause_of_the_die_may_stop_its_fall_too() -> None:
    fight = two(options="decay_pauses = true").play("counter escalation 6")
    assert rounds(fight, 5) == [6] * 5
    assert rounds(fight.play("damage mira 28"), 3) == [6, 6, 6]
    assert rounds(fight.play("heal mira 9"), 2) == [5, 4]
    assert rounds(fight.play("escalation hold"), 2) == [4, 3]


# Attacks


def test_a_miss_against_a_vulnerable_target_is_rerolled() -> None:
    fight = two().play("ask none", "apply hob vulnerable", "attack axe hob", dice="1 20 5")
    fight.shows("hob", hp=14)
    fight.play("attack axe hob", dice="2").shows("hob", hp=14)


def test_the_reroll_against_the_vulnerable_is_typed_after_the_attack_dice() -> None:
    fight = Plus(kell(), hob("count = 2\nvulnerable = ['weapon']"))
    fight.play("attack axe hob1 by kell face 3,15 hit 5").shows("hob1", hp=27)
    fight = Plus(kell(), hob("count = 2\nvulnerable = ['weapon']"))
    fight.play("attack axe hob1,hob2 by kell face 3,15,16 hit 5").shows("hob1", hp=27).shows("hob2", hp=27)
    assert "3 for 1 target and 1 further die" in fight.refused("attack axe hob2 by kell face 3,15,9")
    assert "no further die" in fight.refused("attack axe hob1 by kell face 16,15")


def test_a_delayed_turn_counts_as_a_separate_turn_for_rerolls() -> None:
    fight = Plus(kell(turn(30)), mira(turn(29)), hob(f"{turn(10)}\nvulnerable = ['all']"))
    fight.play("begin", "delay", "attack ray hob", dice="2 3")
    fight.play("act kell", "attack axe hob", dice="2 3")


def test_a_reroll_that_fumbles_leaves_nothing() -> None:
    sweep = power("Sweep", 'attack = "+1 vs AC"\ndamage = "3"\nmiss = "2"')
    fight = Plus(kell("", sweep), hob("vulnerable = ['all']"))
    fight.play("attack sweep hob by kell", dice="3 1").shows("hob", hp=32)


def test_no_reroll_where_only_the_total_is_known() -> None:
    Plus(kell(), hob("vulnerable = ['all']")).play("attack axe hob by kell total 3").shows("hob", hp=32)


def test_a_natural_2_with_two_weapons_may_be_the_reroll() -> None:
    knives = power("Knives", 'attack = "+7 vs AC"\ndamage = "4"\ntags = ["two-weapon"]')
    fight = Plus(kell("", knives), hob("vulnerable = ['all']"))
    fight.play("attack knives hob by kell face 5,2,18").shows("hob", hp=28)


@pytest.mark.parametrize(
    ("whose", "tags", "said"),
    [
        ("others", "[]", "draws opportunity attacks if engaged, not from its targets"),
        ("others", '["spell"]', "draws opportunity attacks if engaged"),
        ("all", "[]", "draws opportunity attacks if engaged"),
    ],
)
def test_a_ranged_attack_names_the_creatures_it_provokes(whose: str, tags: str, said: str) -> None:
    bolt = power("Bolt", f'range = "ranged"\nattack = "+5 vs PD"\ndamage = "3"\ntags = {tags}')
    fight = Plus(kell(turn(30), bolt), hob(turn(10)), options=f'ranged_opportunity = "{whose}"\n{UNKNOWN}')
    fight.play("begin", "attack bolt hob face 3")
    assert next(line for line in fight.log if "opportunity" in line).endswith(said)
    fight = Plus(kell(turn(30), bolt), hob(turn(10)), scum(turn(9), count=1), options=f'ranged_opportunity = "{whose}"')
    fight.play("begin", "engage hob,scum", "attack bolt hob face 3")
    names = "Scum" if said.endswith("targets") else "Hob and Scum"
    assert fight.logs(f"Kell draws opportunity attacks from {names}")
    assert not Plus(kell(turn(30), bolt), hob(turn(10))).play("begin", "attack bolt hob face 3").logs("opportunity")


@pytest.mark.parametrize("table", [Archmage, Plus])
def test_all_results_of_a_hit_are_logged_before_the_opportunity_attacks_it_provokes(table: type[Archmage]) -> None:
    bolt = power("Bolt", 'range = "ranged"\nattack = "+5 vs PD"\ndamage = "3"\neffects = ["persist 5 fire"]')
    fight = table(kell(turn(30), bolt), hob(turn(10)), options=UNKNOWN).play("begin").play("attack bolt hob face 15")
    assert [line.split(":")[0] for line in fight.log] == [
        "Kell attacks Hob with Bolt",
        "Hob takes 3",
        "Hob",
        "Kell draws opportunity attacks if engaged, not from its targets",
    ]


def test_a_power_without_an_attack_roll_names_the_creatures_it_provokes_once() -> None:
    rain = power("Rain", 'range = "ranged"\ndamage = "3"')
    fight = Archmage(kell(turn(30), rain), hob(turn(10)), options=UNKNOWN).play("begin").play("use rain hob")
    assert fight.log == [
        "Kell uses Rain",
        "Kell draws opportunity attacks if engaged, not from its targets",
        "Hob takes 3: 32 → 29",
    ]


def test_stepping_in_the_way_costs_the_interrupt_action() -> None:
    fight = two().play("do intercept hob by mira")
    assert fight["mira"]["actions"]["interrupt"] == 0
    assert fight.logs("Mira intercepts Hob")


def test_a_shot_at_a_foe_in_no_melee_hits_no_ally() -> None:
    fight = Plus(kell(), mira(), hob()).play("engage mira by hob", "attack ray hob by mira", dice="1")
    assert not fight.logs("takes half")
    fight = Plus(kell(), mira(), hob()).play("engage kell by hob", "attack ray hob by mira", dice="1")
    assert fight.logs("an ally engaged with Hob, at random, takes half: Kell")


# Grabs


def test_a_grab_with_an_unknown_attack_is_a_reminder() -> None:
    fight = Plus(hob(turn(20)), kell(turn(10))).play("grab kell by hob", "begin").shows("kell", hp=42)
    assert fight.logs("half of the grabbing attack's damage")


def test_a_grab_uses_its_own_attack_and_resistances_count() -> None:
    burn = power("Burn", 'attack = "+20 vs PD"\ndamage = "12 fire"\neffects = ["apply grabbed"]')
    slap = power("Slap", 'attack = "+20 vs AC"\ndamage = "30"')
    fight = Plus(hob(turn(20), burn, slap), elemental(turn(10))).play("begin", "attack burn fire-el face 18")
    fight.play("attack slap fire-el face 10").shows("fire-el", hp=22)
    fight.play("next", "next", dice="18").shows("fire-el", hp=16)


@pytest.mark.parametrize(("basis", "left"), [("last", 38), ("average", 37)])
def test_a_grab_uses_the_last_roll_or_the_average(basis: str, left: int) -> None:
    claw = power("Claw", 'attack = "+9 vs AC"\ndamage = "2d6+4"\neffects = ["grab"]')
    fight = Plus(kell(turn(30)), hob(turn(10), claw), options=f'grab_damage = "{basis}"').play("begin")
    fight.play("attack claw kell by hob face 15", dice="2 3").play("heal kell 42", "next").shows("kell", hp=left)


def test_a_creature_grabbed_twice_by_one_grabber_is_hurt_once() -> None:
    claw = power("Claw", 'attack = "+20 vs AC"\ndamage = "10"\neffects = ["grab"]')
    fight = Plus(hob(turn(20), claw), kell(turn(10))).play(
        "begin", "attack claw kell face 5", "attack claw kell face 5"
    )
    fight.play("next", "next").shows("kell", hp=17)


# Comas, wounds, recoveries


def test_a_coma_is_lifted_by_a_full_recovery_too() -> None:
    fight = Plus(dov("hp = -2\ndeath_failures = 3"), hob()).play("deathsave dov 2", "finish").shows("dov", state="out")
    fight.play("rest long").shows("dov", state="up", hp=33, max_hp=33)


def test_a_creature_that_leaves_a_coma_keeps_its_healing() -> None:
    fight = Plus(dov("hp = -2\ndeath_failures = 3"), hob()).play("deathsave dov 2", "finish")
    fight.play("heal dov 9", "revive dov").shows("dov", hp=9, state="up")


@pytest.mark.parametrize("key", ["lasting_wound", "meaningful_death"])
def test_default_fields_may_be_left_out(key: str) -> None:
    assert SYSTEMS["archmage-plus"].options[key].default is True
    fight = Plus(mira("hp = 3"), options=f"{key} = false").play("damage mira 17")
    fight.shows("mira", max_hp=27 if key == "lasting_wound" else 22, state="out" if key == "lasting_wound" else "dead")


@pytest.mark.parametrize(("when", "before", "afterwards"), [("drop", 22, 22), ("after", 27, 22)])
def test_a_lasting_wound_counts_at_once_or_from_the_end_of_the_fight(when: str, before: int, afterwards: int) -> None:
    fight = Plus(mira(turn(20)), hob(turn(5)), options=f'wound_when = "{when}"').play("begin", "damage mira 28")
    fight.shows("mira", max_hp=before).play("finish").shows("mira", max_hp=afterwards)
    fight.play("rest short", dice="1 1 1").shows("mira", max_hp=afterwards)


def test_a_missing_recovery_costs_until_the_next_full_recovery() -> None:
    fight = Plus(dov()).play("set dov recoveries 0", "damage dov 20", "recover dov 9")
    assert {each["duration"] for each in fight["dov"]["effects"]} == {"until the next full recovery"}
    fight.play("rest full").shows("dov", effects=[])


# Inspiration


def test_a_point_for_a_roll_and_a_late_point_may_both_be_spent() -> None:
    fight = Plus(dov('hp = -2\ncounters = { inspiration = 1, "late inspiration" = 1 }'))
    fight.play("inspire dov")
    assert "already" in fight.refused("inspire dov")
    fight.play("deathsave dov 14", dice="1 1 1").shows("dov", hp=5, effects=[])
    fight.play("inspire dov").shows("dov", counters={"inspiration": 0, "late inspiration": 0})


def test_a_point_is_for_one_check_to_disengage() -> None:
    fight = Plus(kell("counters = { inspiration = 1 }")).play("inspire kell", "disengage kell 9")
    assert fight.logs("9 + 2 (inspiration) = 11, needs 11 – free")
    fight.shows("kell", effects=[])


def test_a_point_may_be_spent_after_seeing_the_die() -> None:
    fight = Plus(dov(f"{turn(20)}\ncounters = {{ inspiration = 2 }}"), hob(turn(5)))
    assert "no attack and no save" in fight.refused("inspire dov last")
    fight.play("begin", "attack knife hob", "note hob seen", dice="9").shows("hob", hp=32)
    fight.play("inspire dov last", dice="2 3").shows("hob", hp=27).shows("dov", counters={"inspiration": 1}, effects=[])
    fight.play("apply dov dazed save", "next", "inspire dov last", dice="9").shows("dov", effects=[])
    fight.play("undo").shows("dov", counters={"inspiration": 1})
    assert fight.names("dov") == ["dazed"]


def test_a_point_of_inspiration_may_be_worth_more() -> None:
    fight = two(options="inspiration_bonus = 4").play("counter mira.inspiration 1", "inspire mira")
    assert fight["mira"]["effects"][0]["amount"] == 4


def test_inspiration_ends_with_the_session_and_a_full_recovery_may_be_put_off_for_a_point() -> None:
    fight = Plus(dov('counters = { inspiration = 2, "late inspiration" = 1 }'), hob()).play("damage dov 9")
    fight.play("rest postponed").shows("dov", hp=24, counters={"inspiration": 3, "late inspiration": 1})
    fight.play("rest full recovery").shows("dov", hp=33, counters={"inspiration": 1, "late inspiration": 0})
    fight.play("rest long").shows("dov", counters={"inspiration": 0, "late inspiration": 0})


def test_a_spent_resource_cannot_be_spent_again() -> None:
    fight = Plus(kell("counters = { inspiration = 2 }"))
    assert "Kell has only 2 inspiration, not 9" in fight.refused("counter kell.inspiration -9")
    fight.play("counter kell.inspiration -2").shows("kell", counters={"inspiration": 0})
    assert fight.play("counter! kell.inspiration -1")["kell"]["counters"] == {"inspiration": -1}


def test_the_archmage_engine_itself_has_no_inspiration() -> None:
    assert "in the Archmage Engine; its own are" in Archmage(kell()).refused("inspire kell")
