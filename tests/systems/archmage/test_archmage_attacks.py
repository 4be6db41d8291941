"""Attacks and damage in the Archmage Engine."""

import pytest

from tests.helpers.casts.archmage import Archmage, dov, elemental, escalation, hob, kell, mira, scum, turn
from tests.helpers.fights.played import power


def test_the_escalation_die_is_added_for_the_right_creatures() -> None:
    fight = Archmage(kell(), hob("uses_escalation = true"), dov()).play("counter escalation 3", "apply dov fear")
    fight.play("attack longsword kell by hob", dice="2")
    assert fight.logs("2 + 7 + 3 (escalation die) = 12")
    fight.play("attack knife hob by dov", dice="2")
    assert fight.logs("2 + 8 − 4 (dazed) = 6")


def test_the_escalation_die_has_six_sides() -> None:
    fight = Archmage(kell()).play("counter escalation 6", "counter escalation -1")
    assert escalation(fight) == 5
    assert fight.logs("escalation die 5")
    assert "from 0 to 6" in fight.refused("counter escalation 7")
    assert "`counter escalation N` sets a number" in fight.refused("escalation 5")
    fight.play("escalation reduce")
    assert escalation(fight) == 4


def test_a_natural_1_has_no_effect_at_all() -> None:
    both = 'attack = "+20 vs AC"\ndamage = "3"\nmiss = "half"\nalways = ["apply dazed eont"]'
    fight = Archmage(kell("", power("Sweep", both)), hob("count = 2"))
    fight.play("attack sweep hob1,hob2 by kell", dice="1 2").shows("hob1", hp=32, conditions=[])
    fight.shows("hob2", hp=29, conditions=["dazed"])


def test_a_shot_into_melee_may_hit_another_creature() -> None:
    fight = Archmage(mira(), hob()).play("attack ray hob by mira", dice="1")
    assert fight.logs("if Hob is engaged with an ally, reroll against the ally")
    fight = Archmage(mira(), kell(), hob()).play("engage kell by hob", "attack ray hob by mira", dice="1")
    assert fight.logs("reroll against an ally engaged with Hob: Kell")
    assert not Archmage(mira(), hob()).play("engage mira by hob", "attack ray hob by mira", dice="1").logs("reroll")


def test_half_of_the_attacks_on_the_invisible_miss_before_they_are_rolled() -> None:
    fight = Archmage(kell(), hob()).play("apply hob invisible", "attack axe hob by kell", dice="10")
    assert fight.logs("misses completely")
    fight.play("attack axe hob by kell", dice="11 12 3").shows("hob", hp=25)


def test_vulnerable_to_a_type_widens_the_range_for_that_type() -> None:
    fight = Archmage(mira(), kell(), hob("vulnerable = ['fire']")).play("attack ray hob by mira", dice="18 1 1 1")
    fight.shows("hob", hp=26)
    fight.play("attack axe hob by kell", dice="18 1").shows("hob", hp=21)


def test_the_wider_range_of_two_vulnerabilities_counts() -> None:
    fight = Archmage(mira(), hob("vulnerable = { fire = 18 }")).play("vulnerable hob fire 16", "vulnerable hob all")
    fight.play("attack ray hob by mira", dice="16 1 1 1").shows("hob", hp=26)


def test_the_condition_vulnerable_is_called_so_without_a_type() -> None:
    fight = Archmage(hob()).play("apply hob vulnerable save", "save hob 4")
    assert fight.logs("saves against vulnerable: 4")


TWO_KNIVES = power("Two Knives", 'attack = "+7 vs AC"\ndamage = "4"\ntags = ["two-weapon"]')


@pytest.mark.parametrize(("dice", "left"), [("2 15", 28), ("2 2", 32), ("3", 32), ("2 20", 24)])
def test_a_natural_2_with_two_weapons_is_rolled_once_more(dice: str, left: int) -> None:
    Archmage(kell("", TWO_KNIVES), hob()).play('attack "two knives" hob by kell', dice=dice).shows("hob", hp=left)


def test_a_natural_2_that_hits_is_kept() -> None:
    sure = TWO_KNIVES.replace("+7", "+17")
    Archmage(kell("", sure), hob()).play('attack "two knives" hob by kell', dice="2").shows("hob", hp=28)


def test_a_coup_de_grace_is_only_possible_in_the_attackers_own_turn() -> None:
    fight = Archmage(kell(turn(20)), hob(turn(10)), dov(f"{turn(5)}\nhp = -2")).play("begin")
    fight.play("attack longsword dov coup by hob", dice="5").shows("dov", hp=-2)
    assert fight.logs("attacks off its turn")


def test_a_flexible_attack_depends_on_the_natural_roll() -> None:
    swift = power("Swift", 'attack = "+7 vs AC"\ndamage = "4"\neffects = ["natural even: apply dazed eont"]')
    fight = Archmage(kell("", swift), hob("count = 2")).play("attack swift hob1,hob2 by kell face 14,15")
    assert (fight.names("hob1"), fight.names("hob2")) == (["dazed"], [])


def test_a_total_called_out_is_never_a_critical_hit() -> None:
    Archmage(kell(), hob()).play("attack axe hob by kell total 30 hit 9").shows("hob", hp=23)


def test_one_damage_roll_for_all_and_doubled_for_one() -> None:
    fight = Archmage(kell(), hob("count = 2")).play("attack axe hob1,hob2 by kell", dice="20 12 5")
    assert [fight[each]["hp"] for each in ("hob1", "hob2")] == [14, 23]


def test_bonuses_of_the_same_kind_do_not_add_up() -> None:
    fight = Archmage(kell(), hob()).play(
        "bonus kell +1 attack item", "bonus kell +2 attack item", "bonus kell +1 attack"
    )
    fight.play("bonus kell +1 attack feat", "bonus kell +1 attack feat", "apply kell dazed+weakened")
    fight.play("attack axe hob by kell", dice="2")
    assert fight.logs("= 10 vs")


def test_automatic_damage_is_rolled_for_against_a_resistance() -> None:
    fight = Archmage(elemental(), mira()).play("damage fire-el 15 fire by mira", dice="17").shows("fire-el", hp=57)
    fight.play("damage fire-el 15 fire by mira", dice="18").shows("fire-el", hp=42)
    fight.play("damage fire-el 5 cold").shows("fire-el", hp=37)


@pytest.mark.parametrize("what", ["melee", "all"])
def test_only_resistance_to_its_type_stops_ordinary_energy(what: str) -> None:
    fight = Archmage(hob(f"resist = {{ {what} = 16 }}")).play("damage hob 9 fire melee", dice="15").shows("hob", hp=28)
    fight.play("resist hob fire 12", "damage hob 9 fire melee").shows("hob", hp=28)


def test_ongoing_damage_without_an_attack_roll_gets_a_roll_and_keeps_it() -> None:
    fight = Archmage(elemental(turn(10)), mira(turn(5))).play("begin", "persist fire-el 6 fire by mira")
    fight.play("next", dice="5 3").shows("fire-el", hp=61)
    fight.play("next", "next", dice="3").shows("fire-el", hp=58)


def test_further_effects_of_a_hit_use_its_attack_roll() -> None:
    burst = power("Burst", 'attack = "+20 vs PD"\ndamage = "10 fire"\neffects = ["damage 6 fire"]')
    Archmage(elemental(), mira("", burst)).play("attack burst fire-el by mira face 17").shows("fire-el", hp=56)


def test_a_mob_shares_damage_to_targets_that_the_same_damage_felled() -> None:
    fight = Archmage(scum(), kell()).play("damage scum1-3 8")
    assert [fight[f"scum{number}"]["state"] for number in (1, 2, 3, 4)] == ["dead"] * 4
    single = Archmage(scum(), options='mook_model = "single"').play("damage scum1 12")
    assert [single[f"scum{number}"]["hp"] for number in (1, 2)] == [-7, 5]
    assert single.play("damage scum1 12").logs("already dead")


def test_a_mook_doubles_its_damage_on_a_natural_20() -> None:
    Archmage(scum(), kell()).play("attack club kell by scum1", dice="20").shows("kell", hp=34)


def test_a_type_of_two_words_may_be_quoted() -> None:
    fight = Archmage(kell(), hob("resist = { 'negative energy' = 16 }"))
    fight.play('persist hob 5 "negative energy" save', 'persist hob 4 cold+"negative energy"', 'persist hob 3 "Chill"')
    types = [each["type"] for each in fight["hob"]["effects"]]
    assert types == ["negative energy", "cold+negative energy", None]
    fight.play('damage hob 7 "negative energy" face 3')
    assert fight.logs("takes 3 negative energy")


def test_a_natural_1_still_applies_the_attackers_effects_on_itself() -> None:
    lines = 'always = ["damage 3", "self: temp 4", "natural odd miss: self: bonus +1 ac enc"]'
    reckless = power("Reckless", f'attack = "+7 vs AC"\ndamage = "5"\nmiss = "half"\n{lines}')
    fight = Archmage(kell("", reckless), hob()).play("attack reckless hob by kell", dice="1")
    fight.shows("hob", hp=32, effects=[]).shows("kell", temp_hp=4, defenses={"ac": 20, "pd": 16, "md": 13})


def test_always_lines_help_the_attacker_even_if_the_invisible_target_is_missed() -> None:
    reckless = power("Reckless", 'attack = "+7 vs AC"\ndamage = "5"\nalways = ["damage 3", "self: temp 4"]')
    fight = Archmage(kell("", reckless), hob()).play("apply hob invisible", "attack reckless hob by kell", dice="4")
    fight.shows("hob", hp=32).shows("kell", temp_hp=4)


@pytest.mark.parametrize(("condition", "crit"), [("stuck", True), ("", False)])
def test_a_condition_that_takes_the_move_skips_it_for_a_coup_de_grace(condition: str, *, crit: bool) -> None:
    fight = Archmage(kell(turn(20)), hob(turn(10))).play("begin", "apply hob asleep")
    fight.play(f"apply kell {condition}" if condition else "spent kell move")
    fight.play("attack axe hob coup hit 6", dice="" if crit else "9")
    fight.shows("hob", hp=20 if crit else 26)


@pytest.mark.parametrize("typed", ["face 12", "total 20"])
def test_a_die_typed_for_a_coup_de_grace_is_refused_where_none_is_rolled(typed: str) -> None:
    fight = Archmage(kell(turn(20)), hob(turn(10))).play("begin", "apply hob asleep")
    assert "hits without an attack roll; leave out" in fight.refused(f"attack axe hob coup {typed}")
    fight.play("spent kell move", "attack axe hob coup hit 6 face 9").shows("hob", hp=26)


@pytest.mark.parametrize(("face", "left"), [(15, 28), (16, 24)])
def test_all_attacks_with_weapons_meet_the_resistance_to_weapons(face: int, left: int) -> None:
    fight = Archmage(hob("resist = { weapon = 16 }"), kell(), mira())
    fight.play(f"attack axe hob by kell +9 face {face} hit 8").shows("hob", hp=left)
    fight.play(f"attack ray hob by mira +9 face {face} hit 8").shows("hob", hp=left - 8)


def test_resistance_to_weapons_is_not_immunity_to_ordinary_ones() -> None:
    fight = Archmage(hob("resist = { weapon = 16, fire = 12 }"), kell())
    fight.play("damage hob 8 weapon face 5").shows("hob", hp=28)
    fight.play("damage hob 8 weapon", dice="17").shows("hob", hp=20)
    fight.play("damage hob 8 fire").shows("hob", hp=20)


def test_a_tag_may_mark_a_weapon_attack() -> None:
    hammer = power("Hammer", 'attack = "+20 vs PD"\ndamage = "8"\ntags = ["weapon"]')
    word = power("Word", 'attack = "+20 vs AC"\ndamage = "8"\ntags = ["spell"]')
    fight = Archmage(hob("resist = { weapon = 16 }"), kell("", hammer, word))
    fight.play("attack hammer hob by kell face 5").shows("hob", hp=28)
    fight.play("attack word hob by kell face 5").shows("hob", hp=20)


@pytest.mark.parametrize(("face", "left"), [(17, 27), (18, 22)])
def test_a_power_widens_its_range_of_critical_hits(face: int, left: int) -> None:
    keen = power("Keen", 'attack = "+7 vs AC"\ndamage = "5"\ncrit_range = 18')
    Archmage(kell("", keen), hob()).play(f"attack keen hob by kell face {face}").shows("hob", hp=left)


def test_every_widened_critical_range_counts_but_a_miss_is_not_a_critical_hit() -> None:
    keen = power("Keen", 'attack = "+7 vs AC"\ndamage = "5"\ncrit_range = 18')
    fight = Archmage(kell("", keen), hob()).play("bonus kell +2 crit", "apply hob vulnerable")
    fight.play("attack keen hob by kell face 14").shows("hob", hp=22)
    fight.play("attack keen hob by kell face 13").shows("hob", hp=17)
    fight.play("attack keen hob by kell -3 face 14").shows("hob", hp=17)


def test_the_resistance_roll_of_a_hit_holds_for_its_ongoing_damage() -> None:
    burst = power("Burst", 'attack = "+20 vs PD"\ndamage = "10 fire"\neffects = ["persist 6 fire"]')
    fight = Archmage(elemental(turn(10)), mira(turn(5), burst)).play("begin")
    fight.play("attack burst fire-el by mira total 30", dice="11").shows("fire-el", hp=59)
    fight.play("next", dice="3").shows("fire-el", hp=56)


def test_the_reroll_of_a_natural_2_is_typed_after_the_attack_die() -> None:
    knives = power("Knives", 'attack = "+7 vs AC"\ndamage = "4"\ntags = ["two-weapon"]')
    Archmage(kell("", knives), hob()).play("attack knives hob by kell face 2,15").shows("hob", hp=28)


def test_the_die_that_looks_for_the_invisible_is_typed_before_the_attack_die() -> None:
    fight = Archmage(kell(), hob("count = 2")).play("apply hob1 invisible")
    fight.play("attack axe hob1 by kell face 11,15 hit 8").shows("hob1", hp=24)
    fight.play("attack axe hob1 by kell face 10,15 hit 8").shows("hob1", hp=24)
    fight.play("attack axe hob1 by kell face 15 hit 8", dice="12").shows("hob1", hp=16)
    fight.play("attack axe hob2,hob1 by kell face 12,11,12 hit 8").shows("hob1", hp=8).shows("hob2", hp=24)
    assert "3 for 1 target" in fight.refused("attack axe hob1 by kell face 11,15,9")
    assert "2 for 1 target" in fight.refused("attack axe hob2 by kell face 11,15")
