"""Attacks, damage, healing, actions and rests in Orcus, and all options for them."""

import pytest

from tests.helpers.fights.played import DEFENSES, Played, creature, effect, power

SWORD = power("Sword", 'attack = "+8 vs AC"\ndamage = "1d10+5"\ncrit = "1d6"')
BURST = power("Burst", 'range = "near burst 1"\nattack = "+6 vs Reflex"\ndamage = "2d6+4 fire"\nmiss = "half"')
ARROW = power("Arrow", 'range = "ranged 10"\nattack = "+6 vs AC"\ndamage = "1d8+3"')


def duel(*powers: str, options: str = "", ogre: str = "", ari: str = "") -> Played:
    """Ari's turn, next to an ogre and three mooks."""
    fight = Played(
        creature("Ari", f'kind = "pc"\nmax_hp = 40\nrecoveries = 2\ninitiative_total = 20\n{DEFENSES}\n{ari}', *powers),
        creature("Ogre", f"max_hp = 80\nxp = 200\ninitiative_total = 10\n{DEFENSES}\n{ogre}"),
        creature("Rat", f'kind = "mook"\ncount = 3\nxp = 25\ninitiative_total = 5\n{DEFENSES}'),
        options=options,
    )
    return fight.play("begin")


# Attacks


def test_one_attack_roll_for_each_and_one_damage_roll_for_all() -> None:
    fight = duel(BURST).play("attack burst ogre,rat1,rat2", dice="15 8 2  3 5")
    fight.shows("ogre", hp=68)
    fight.shows("rat1", state="dead")
    fight.shows("rat2", state="up")


def test_damage_is_not_rolled_where_only_missed_mooks_would_take_it() -> None:
    duel(BURST).play("attack burst rat1,rat2", dice="2 3").shows("rat1", hp=1)


def test_a_miss_deals_half_of_the_shared_damage_roll() -> None:
    fight = duel(BURST).play("attack burst ogre", dice="2 3 4")
    fight.shows("ogre", hp=75)


def test_extra_dice_on_a_critical_are_rolled_for_each_target() -> None:
    fight = duel(SWORD).play("attack sword ogre,rat1", dice="20 20  4 6")
    fight.shows("ogre", hp=61)


def test_faces_totals_and_damage_may_be_typed() -> None:
    duel(SWORD).play("attack sword ogre face 10 hit 9").shows("ogre", hp=71)
    fight = duel(SWORD).play("attack sword ogre,rat1 total 18,17 hit 9")
    fight.shows("ogre", hp=71)
    fight.shows("rat1", state="up")
    assert "faces: 1 for 2 targets" in fight.refused("attack sword ogre,rat2 face 3")


def test_combat_advantage_counts_once() -> None:
    fight = duel(SWORD).play("apply ogre dazed+prone", "attack sword ogre ca face 7 hit 1")
    assert fight.logs("7 + 8 + 2 (combat advantage) = 17 vs AC 18 – miss")


def test_the_prone_are_easy_for_melee_and_hard_for_ranged() -> None:
    fight = duel(SWORD, ARROW).play("apply ogre prone", "attack arrow ogre face 12")
    assert fight.logs("12 + 6 = 18 vs AC 20 (18 + 2 prone, ranged) – miss")
    fight.play("attack! sword ogre face 8 hit 1")
    assert fight.logs("+ 2 (combat advantage) = 18 vs AC 18 – hit")


def test_conditions_of_the_attacker_and_typed_bonuses_stack() -> None:
    fight = duel(SWORD).play("apply ari rattled", "bonus ari +2 attack power", "bonus ari +1 attack power")
    fight.play("bonus ari +1 attack", "attack sword ogre +1 charge face 3")
    assert fight.logs("= 14 vs AC 18")


def test_help_is_used_up_by_the_next_attack_on_that_opponent_or_lapses() -> None:
    squire = creature("Squire", f'kind = "pc"\nmax_hp = 20\ninitiative_total = 25\n{DEFENSES}')
    ari = creature("Ari", f'kind = "pc"\nmax_hp = 40\ninitiative_total = 20\n{DEFENSES}', SWORD)
    foes = [
        creature(name, f"max_hp = 50\ninitiative_total = {n}\n{DEFENSES}") for name, n in (("Ogre", 9), ("Wolf", 8))
    ]
    fight = Played(squire, ari, *foes).play("begin", "do helpattack ari ogre", "next")
    fight.play("attack sword wolf face 3")
    assert fight.names("ari") == ["attack"]
    fight.play("attack sword ogre face 3")
    assert fight.logs("3 + 8 + 2 (bonus) = 13")
    fight.shows("ari", effects=[])


def test_a_spent_power_is_refused_unless_overridden() -> None:
    fight = duel(power("Smite", 'use = "encounter"\nattack = "+8 vs AC"\ndamage = "3"'))
    fight.play("attack smite ogre face 12").shows("ari", spent=["Smite"])
    assert "Smite is spent" in fight.refused("attack smite ogre face 12")
    fight.play("attack! smite ogre face 12")
    assert fight.logs("overridden")
    fight.play("rest short").shows("ari", spent=[])


def test_a_powers_lines_have_its_user_as_source_also_off_its_turn() -> None:
    hex_ = power(
        "Hex",
        'attack = "+8 vs AC"\ndamage = "1"\neffects = ["apply dazed eont", "vulnerable fire 5 eont", "self: temp 5"]\n'
        'always = ["apply slowed save", "remind slide 3"]',
    )
    fight = duel(hex_).play("next", "attack hex ogre by ari face 12")
    assert {each["source"] for each in fight["ogre"]["effects"]} == {"ari"}
    assert fight.names("ogre") == ["dazed", "vulnerable", "slowed"]
    assert fight.logs("Ogre – slide 3")
    fight.shows("ari", temp_hp=5)
    fight.play("attack hex rat1 by ari face 2").shows("rat1", conditions=["slowed"])


RIDERS = power(
    "Sting",
    'attack = "+8 vs AC"\ndamage = "1"\n'
    'effects = ["natural 16+: apply dazed", "natural even: self: temp 5", "crit: apply prone"]\n'
    'always = ["natural 2-5 miss: apply slowed"]',
)


@pytest.mark.parametrize(
    ("face", "conditions", "temp_hp"),
    [(11, [], 0), (12, [], 5), (17, ["dazed"], 0), (20, ["dazed", "prone"], 5), (2, ["slowed"], 0), (6, [], 0)],
)
def test_a_line_may_be_for_some_attack_rolls_only(face: int, conditions: list[str], temp_hp: int) -> None:
    fight = duel(RIDERS).play(f"attack sting ogre face {face}")
    fight.shows("ogre", conditions=conditions).shows("ari", temp_hp=temp_hp)


def test_each_target_gets_the_lines_for_its_attack_roll() -> None:
    fight = duel(RIDERS).play("attack sting ogre,rat1 face 17,13")
    assert (fight.names("ogre"), fight.names("rat1")) == (["dazed"], [])


def test_a_line_for_a_natural_roll_is_left_to_the_table_where_only_a_total_was_called() -> None:
    fight = duel(RIDERS).play("attack sting ogre total 30")
    assert fight.names("ogre") == []
    assert fight.logs("the die is not known, so decide whether `natural 16+: apply dazed` applies")


def test_a_maintained_power_ends_when_its_action_is_not_spent() -> None:
    wall = power("Wall", 'use = "daily"\neffects = ["bonus +1 ac"]\nmaintain = "swift"')
    fight = duel(wall).play("use wall ari", "next")
    assert fight.names("ari") == ["ac", "Wall"]
    fight.play("next", "next", "next", "next", "maintain")
    assert fight["ari"]["actions"]["swift"] == 0
    fight.play("next")
    assert fight.names("ari") == ["ac", "Wall"]
    fight.play("next", "next", "next", "next", "next").shows("ari", effects=[])


@pytest.mark.parametrize("end", ["kill ari", "drop ari"])
def test_dead_and_absent_creatures_maintain_no_power(end: str) -> None:
    mist = power("Mist", 'effects = ["bonus -1 attack", "apply dazed save"]\nmaintain = "swift"')
    fight = duel(mist).play("use mist ogre", "damage ari 41")
    assert fight.names("ogre") == ["attack", "dazed"]
    assert fight.play(end).names("ogre") == ["dazed"]
    fight.shows("ari", effects=[])


# Damage


@pytest.mark.parametrize(
    ("options", "left"), [("", 80 - 1), ("min_half = false", 80)], ids=["never below 1", "by option to 0"]
)
def test_halving_rounds_down(options: str, left: int) -> None:
    duel(options=options).play("apply ari weakened", "damage ogre 1 by ari").shows("ogre", hp=left)


def test_weakness_halves_the_attackers_blows_and_no_others() -> None:
    duel().play("apply ari weakened", "damage ogre 9 by ari").shows("ogre", hp=76)
    fight = duel().play("apply ari weakened")
    fight.play("damage ogre 9").shows("ogre", hp=71)
    fight.play("damage ogre 9 half by ari").shows("ogre", hp=69)


def test_damage_of_several_types_needs_resistance_to_each_and_vulnerability_to_one() -> None:
    fight = duel(ogre="resist = { fire = 5, cold = 3 }\nvulnerable = { acid = 4 }")
    fight.play("damage ogre 10 fire").shows("ogre", hp=75)
    fight.play("damage ogre 10 fire+acid").shows("ogre", hp=61)
    fight.play("damage ogre 10 fire+cold").shows("ogre", hp=54)


@pytest.mark.parametrize(("order", "left"), [("net", 79), ("vuln_first", 79), ("resist_first", 80)])
def test_resistance_and_vulnerability_to_one_type_are_set_off_in_the_order_of_the_option(order: str, left: int) -> None:
    fight = duel(options=f'resist_vuln = "{order}"', ogre="resist = { fire = 5 }\nvulnerable = { fire = 3 }")
    fight.play("damage ogre 3 fire").shows("ogre", hp=left)


def test_a_swarm_takes_half_from_single_attacks_and_more_from_areas() -> None:
    fight = duel(ogre='half = ["melee", "ranged"]\nvulnerable = { near = 10, far = 10 }')
    fight.play("damage ogre 9 melee").shows("ogre", hp=76)
    fight.play("damage ogre 9 near").shows("ogre", hp=57)


def test_the_immune_take_nothing() -> None:
    duel(ogre='immune = ["poison", "prone"]').play("damage ogre 9 poison").shows("ogre", hp=80)
    fight = duel(ogre='immune = ["poison", "prone"]').play("apply ogre prone+dazed")
    assert fight.names("ogre") == ["dazed"]


def test_a_miss_never_hurts_a_mook_and_persistent_damage_does() -> None:
    duel().play("damage rat1-3 5 miss").shows("rat1", hp=1)
    fight = duel().play("damage ogre 2d6 fire missed rat1", "persist rat2 1 fire", "next", "next", "next", dice="3 4")
    fight.shows("ogre", hp=73)
    fight.shows("rat1", state="up")
    fight.shows("rat2", state="dead")
    assert fight.state["active"] == "rat3"


def test_stone_resists_all_and_the_incorporeal_take_half_of_attacks() -> None:
    duel().play("apply ogre petrified", "damage ogre 25 fire").shows("ogre", hp=75)
    duel().play("apply ogre incorporeal", "damage ogre 9", "persist ogre 6", "next").shows("ogre", hp=70)


def test_without_negative_hit_points_only_massive_damage_kills() -> None:
    fight = duel(options="no_negative_hp = true", ari="hp = 22")
    fight.play("damage ari 23").shows("ari", hp=0, state="down")
    fight.play("damage ari 7").shows("ari", hp=0, state="down")
    fight.play("damage ari 20").shows("ari", hp=0, state="dead")


# Conditions and actions


def test_the_dazed_have_one_standard_action_that_may_be_traded_down() -> None:
    fight = duel().play("apply ari dazed")
    fight.shows("ari", actions={"standard": 1, "move": 0, "swift": 0, "immediate": 0})
    fight.play("spent ari move").shows("ari", actions={"standard": 0, "move": 0, "swift": 0, "immediate": 0})
    assert "dazed" in fight.refused("spent ari immediate")


def test_the_stunned_do_nothing_and_release_their_grapples() -> None:
    fight = duel(SWORD).play("do grapple ogre")
    assert fight["ogre"]["effects"][0]["source"] == "ari"
    fight.play("apply ari stunned").shows("ogre", effects=[])
    assert "stunned" in fight.refused("attack sword ogre")


def test_an_action_beyond_those_left_is_allowed_with_a_remark() -> None:
    fight = duel(SWORD).play("attack sword ogre face 2", "attack sword ogre face 2")
    assert fight.logs("no standard action left")


def test_action_points_give_a_standard_action_once_an_encounter() -> None:
    fight = duel().play("spent ari standard", "ap")
    fight.shows("ari", action_points=0)
    assert fight["ari"]["actions"]["standard"] == 1
    fight.play("set ari action_points 1")
    assert "this turn" in fight.refused("ap")
    fight.play("next", "next", "next", "next", "next")
    assert "this encounter" in fight.refused("ap")
    fight.play("rest short", "ap").shows("ari", action_points=0)


@pytest.mark.parametrize("condition", ["stunned", "unconscious", "petrified", "surprised"])
def test_a_creature_that_cannot_act_spends_no_action_point(condition: str) -> None:
    fight = duel().play(f"apply ari {condition} save")
    assert condition in fight.refused("ap")
    fight.play("ap!").shows("ari", action_points=0)


def test_action_points_are_only_spent_in_the_creatures_own_turn() -> None:
    fight = duel().play("next")
    assert "its own turn" in fight.refused("ap ari")
    fight.play("ap! ari").shows("ari", action_points=0)


@pytest.mark.parametrize("limit", ["turn", "encounter"])
def test_monsters_spend_one_action_point_a_turn_or_by_option_an_encounter(limit: str) -> None:
    boss = creature("Boss", f'kind = "boss"\nmax_hp = 90\ninitiative_total = 9\n{DEFENSES}')
    fight = Played(boss, options=f'monster_ap_limit = "{limit}"').play("begin", "ap")
    assert "this turn" in fight.refused("ap")
    fight.play("next")
    if limit == "turn":
        fight.play("ap").shows("boss", action_points=0)
    else:
        assert "this encounter" in fight.refused("ap")


def test_immediate_actions_return_each_turn_as_the_option_says() -> None:
    fight = duel(options="immediate_per_round = 2").play("next", "spent ari immediate")
    assert fight["ari"]["actions"]["immediate"] == 1
    fight.play("spent ari opportunity", "next", "next", "next", "next")
    assert fight["ari"]["actions"]["immediate"] == 2


def test_the_actions_of_do_apply_their_conditions_and_bonuses() -> None:
    fight = duel().play("do totaldefense")
    assert fight["ari"]["defenses"] == {"ac": 20, "fortitude": 18, "reflex": 16, "will": 15}
    fight.play("do dash").shows("ari", conditions=["dashing"])
    fight.play("apply ogre prone", "do stand by ogre").shows("ogre", conditions=[])
    fight.play("next", "next", "next", "next", "next").shows("ari", conditions=["dashing"])
    assert fight["ari"]["defenses"]["ac"] == 18
    fight.play("next").shows("ari", conditions=[])


@pytest.mark.parametrize("condition", ["prone", "immobile", "restrained"])
def test_prone_and_held_creatures_cannot_dash(condition: str) -> None:
    fight = duel().play(f"apply ari {condition}")
    assert f"{condition} and cannot dash" in fight.refused("do dash")
    fight.play("do! dash")
    assert "dashing" in fight["ari"]["conditions"]


@pytest.mark.parametrize(
    ("option", "conditions"),
    [("immobile", ["grappled"]), ("restrained", ["grappled", "restrained"]), ("none", ["grappled"])],
)
def test_the_effects_of_being_grappled_are_an_option(option: str, conditions: list[str]) -> None:
    fight = duel(options=f'grappled_effect = "{option}"').play("apply ogre grappled")
    assert set(fight["ogre"]["conditions"]) >= set(conditions)


def test_the_unconscious_are_helpless_unless_by_option() -> None:
    duel().play("apply ogre unconscious").shows("ogre", conditions=["helpless", "prone", "unconscious"])
    fight = duel(options="unconscious_helpless = false").play("apply ogre unconscious")
    fight.shows("ogre", conditions=["prone", "unconscious"])
    fight.play("remove ogre unconscious").shows("ogre", conditions=["prone"])


def test_the_blinded_attack_at_minus_5_by_option() -> None:
    fight = duel(SWORD, options="blinded_attack = true").play("apply ari blinded", "attack sword ogre face 10")
    assert fight.logs("= 13 vs AC 18")


# Healing and rests


def test_a_rally_spends_a_recovery_and_shields_until_the_next_turn() -> None:
    duel(ari="hp = 10").play("rally").shows("ari", hp=20, recoveries=1)
    fight = duel(ari="hp = 10").play("rally")
    assert fight["ari"]["defenses"]["ac"] == 20
    assert "rallied" in fight.refused("rally")
    fight.play("next", "next", "next", "next", "next")
    assert fight["ari"]["defenses"]["ac"] == 18


def test_recoveries_run_out() -> None:
    duel(ari="hp = 1").play("recover ari x2").shows("ari", hp=21, recoveries=0)
    fight = duel(ari="hp = 1").play("recover ari x2")
    assert "no recoveries left" in fight.refused("recover ari")


def test_a_20_without_recoveries_by_option_wakes_at_1() -> None:
    fight = duel(options="no_recovery_20 = 1").play("set ari recoveries 0", "damage ari 45", "deathsave ari 20")
    fight.shows("ari", hp=1, conditions=["prone"])


def test_only_reviving_heals_the_dead() -> None:
    fight = duel().play("kill ogre")
    assert "dead" in fight.refused("heal ogre 5")
    fight.play("revive ogre 12").shows("ogre", hp=12, state="up")


def test_a_creature_knocked_out_makes_no_death_saves_and_wakes_at_a_rest() -> None:
    duel().play("knockout ari").shows("ari", hp=0, conditions=["helpless", "prone", "unconscious"])
    fight = duel().play("knockout ari", "next", "next", "next", "next", "next", "rest short")
    fight.shows("ari", hp=1, conditions=["prone"])
    assert fight.logs("Ari regains consciousness: 0 → 1")


def test_a_rested_creature_is_not_prone_unless_held_down() -> None:
    fight = duel().play("knockout ari", "finish", "rest short").shows("ari", conditions=["prone"])
    fight.play("rest long").shows("ari", hp=40, effects=[])
    fight = duel().play("apply ari prone", "apply ari slowed", 'apply ogre prone until "the net is cut"', "rest long")
    fight.shows("ari", conditions=["slowed"]).shows("ogre", conditions=["prone"])


def test_a_long_rest_restores_everything() -> None:
    smite = power("Smite", 'use = "daily"\nattack = "+8 vs AC"\ndamage = "3"')
    fight = duel(smite, ari="hp = 9\ntemp_hp = 4").play("attack smite ogre face 12", "recover ari", "ap", "finish")
    fight.play("rest short").shows("ari", spent=["Smite"], temp_hp=0, recoveries=1, action_points=0)
    fight.play("rest long").shows("ari", spent=[], hp=40, recoveries=2, action_points=1)


def test_every_second_encounter_brings_an_action_point() -> None:
    fight = duel(ari="counters = { streak = 1 }").play("finish")
    fight.shows("ari", action_points=2, counters={"streak": 2})


def test_the_log_closes_with_the_xp_of_those_beaten() -> None:
    fight = duel().play("kill ogre,rat1", "finish")
    assert fight.log[-1] == "XP: 225 for 2 foes beaten (Ogre, Rat 1), 225 for each of 1 (Ari)"


def test_initial_effects_of_a_creature_apply() -> None:
    fight = duel(ogre="\n" + effect('name = "dazed"\nduration = "save:12"\nsource = "ari"'))
    assert fight["ogre"]["effects"][0]["duration"] == "save ends (12+)"
    fight.shows("ogre", conditions=["dazed"])


def test_the_controlled_spend_no_action_points_and_no_encounter_or_daily_powers() -> None:
    smite = power("Smite", 'use = "encounter"\nattack = "+8 vs AC"\ndamage = "3"')
    fight = duel(SWORD, smite).play("apply ari controlled")
    assert "controlled" in fight.refused("ap")
    assert "controlled" in fight.refused("attack smite ogre face 12")
    fight.play("attack sword ogre face 12 hit 1").shows("ogre", hp=79)


def test_persistent_damage_of_one_type_added_up_meets_resistance_once() -> None:
    fight = duel(options='persistent_same_type = "sum"', ogre="resist = { fire = 5 }")
    fight.play("persist ogre 5 fire", "persist ogre 10 fire", "next").shows("ogre", hp=70)


def test_immunity_to_one_of_several_types_covers_it() -> None:
    fight = duel(ogre='immune = ["poison"]\nresist = { fire = 4 }')
    fight.play("damage ogre 10 fire+poison").shows("ogre", hp=74)


def test_bonuses_to_damage_count_for_powers_used_without_an_attack() -> None:
    blaze = power("Blaze", 'damage = "2d6 fire"')
    duel(blaze).play("bonus ari +2 damage", "use blaze ogre", dice="3 4").shows("ogre", hp=71)
