"""Marks, grapples, help and maintained powers in Orcus: effects that depend on a creature or on other effects."""

import pytest

from orcus_tui.model.duration import UNTIL_REMOVED
from orcus_tui.model.effect import Effect
from orcus_tui.rules.templates import Formatter
from tests.helpers.fights.played import Played, creature, hero, monster, power

SWORD = power("Sword", 'attack = "+8 vs AC"\ndamage = "1d10+5"')
BOW = power("Bow", 'range = "ranged 10"\nattack = "+8 vs AC"\ndamage = "3"')
FLAMES = power("Flames", 'range = "near burst 1"\nattack = "+8 vs Reflex"\ndamage = "1d6"')


def four(*powers: str, options: str = "", ogre: str = "") -> Played:
    """Ari on 20, Bel on 15, the ogre on 10, a wolf on 5; Ari's turn runs."""
    ari, bel = hero("Ari", 20, "", *powers), hero("Bel", 15, "", SWORD)
    club = power("Club", 'attack = "+9 vs AC"\ndamage = "4"')
    return Played(ari, bel, monster("Ogre", 10, ogre, club), monster("Wolf", 5), options=options).play("begin")


# Marks


def test_a_mark_ends_when_its_marker_is_asleep_or_dead_and_continues_when_it_is_dazed() -> None:
    fight = four().play("mark ogre", "apply ari dazed")
    assert fight.names("ogre") == ["marked"]
    fight.play("apply ari unconscious").shows("ogre", effects=[])
    four().play("mark ogre", "kill ari").shows("ogre", effects=[])


def test_a_mark_names_its_source_if_that_is_in_the_fight() -> None:
    formatter = Formatter(four().session.view)
    marks = [Effect(1, "marked", "mark", source, UNTIL_REMOVED) for source in ("ari", "gone")]
    assert [formatter.effect(each) for each in marks] == ["marked by Ari", "marked"]


def test_an_attack_that_includes_the_marker_has_no_penalty() -> None:
    fight = four().play("mark ogre by bel").play("attack club ari,bel by ogre face 5,5")
    assert not fight.logs("marked")
    fight.play("attack club ari by ogre face 5")
    assert fight.logs("− 2 (marked by Bel)")


# Grapples


@pytest.mark.parametrize(
    "out", ["kill ogre", "apply ogre stunned", "apply ogre petrified", "drop ogre", "knockout ogre"]
)
def test_a_grapple_ends_with_the_grappler(out: str) -> None:
    four().play("do grapple ari by ogre").shows("ari", conditions=["grappled", "immobile"])
    four().play("do grapple ari by ogre", out).shows("ari", conditions=[])


def test_escaping_a_grapple_costs_the_standard_action_and_releasing_it_nothing() -> None:
    fight = four().play("do grapple ari by ogre", "do escape")
    fight.shows("ari", conditions=[], actions={"standard": 0, "move": 1, "swift": 1, "immediate": 1})
    fight.play("do grapple bel by ogre", "do release by ogre").shows("bel", conditions=[])
    assert "is not grappling a creature" in fight.refused("do release by ogre")


COIL = power("Coil", 'attack = "+9 vs AC"\ndamage = "4"\neffects = ["apply grappled", "persist 5 cold while grappled"]')


@pytest.mark.parametrize(
    "out", ["do escape by ari", "do release", "kill ogre", "apply ogre stunned", "rm ari grappled"]
)
def test_effects_while_grappled_end_with_the_grapple(out: str) -> None:
    fight = Played(hero("Ari", 5), monster("Ogre", 10, "", COIL)).play("begin", "attack coil ari 15")
    assert fight.names("ari") == ["grappled", "persistent"]
    assert fight["ari"]["effects"][1]["duration"] == "while grappled"
    assert fight.play(out).names("ari") == []


def test_two_grapples_have_separate_effects() -> None:
    fight = four().play("do grapple ari by ogre", "do grapple ari by wolf", "apply ari dazed while grappled by ogre")
    fight.play("apply ari rattled while grappled by bel", "do release by ogre")
    assert fight.names("ari") == ["grappled", "rattled"]
    assert fight.play("do escape").names("ari") == []
    assert fight.logs("Ari: rattled ends (no longer grappled)")


def test_a_spared_grappler_no_longer_holds_anything() -> None:
    fight = Played(hero("Ari", 5), monster("Ogre", 10, "", COIL)).play("begin", "attack coil ari 15")
    fight.play("apply ari rattled enc by ogre", "damage ogre 200 by ari", "knockout ogre")
    assert fight.names("ari") == ["rattled"]


def test_an_effect_that_lasts_while_a_condition_does_needs_that_condition() -> None:
    fight = four().play("apply ari,bel dazed while prone").shows("ari", effects=[])
    assert fight.logs("Ari is not prone, so dazed does not begin")
    assert 'no condition "drenched"' in fight.refused("apply ari dazed while drenched")


def test_escaping_says_what_the_check_was_against() -> None:
    fight = four().play("do grapple ari by ogre", "do escape")
    assert fight.logs("Ari gets away from Ogre: Athletics against")


# Conditions


def test_the_controlled_are_dazed_and_spend_neither_action_points_nor_limited_powers() -> None:
    smite = power("Smite", 'use = "encounter"\nattack = "+8 vs AC"\ndamage = "3"')
    doom = power("Doom", 'use = "daily"\neffects = ["apply dazed"]')
    fight = four(SWORD, smite, doom).play("apply ari dominated")
    fight.shows("ari", conditions=["controlled", "dazed"])
    for line in ("ap", "attack smite bel", "use doom bel"):
        assert "controlled" in fight.refused(line)
    fight.play("attack sword bel face 12 hit 3").shows("bel", hp=37)
    fight.play("attack! smite bel face 12").shows("bel", hp=34)


def test_the_same_condition_twice_counts_once_and_each_has_its_own_end() -> None:
    fight = four(SWORD).play("apply ogre dazed eont", "apply ogre dazed save")
    fight.shows("ogre", conditions=["dazed"])
    fight.play("remove ogre dazed").shows("ogre", conditions=["dazed"])
    assert [each["duration"] for each in fight["ogre"]["effects"]] == ["save ends"]


def test_an_unseen_attacker_has_advantage_and_an_unseen_target_is_hard_for_single_attacks() -> None:
    fight = four(SWORD, FLAMES).play("apply ogre invisible", "attack sword ogre face 10")
    assert fight.logs("10 + 8 − 5 (target invisible) = 13")
    fight.play("attack! flames ogre face 10", dice="2")
    assert fight.logs("10 + 8 = 18 vs Reflex")
    fight.play("attack club ari by ogre face 5")
    assert fight.logs("5 + 9 + 2 (combat advantage) = 16")


def test_by_option_the_blinded_take_a_penalty_for_single_attacks_only_once_against_the_unseen() -> None:
    fight = four(SWORD, FLAMES, options="blinded_attack = true").play(
        "apply ari blinded", "attack flames ogre face 10", dice="2"
    )
    assert fight.logs("10 + 8 = 18 vs Reflex")
    fight.play("apply ogre invisible", "attack sword ogre face 10")
    assert fight.logs("10 + 8 − 5 (target invisible) = 13")
    fight = four(SWORD).play("apply ari blinded", "attack sword ogre face 10", dice="1")
    assert fight.logs("10 + 8 = 18 vs AC")


def test_cover_is_something_a_creature_has_and_only_the_best_counts() -> None:
    fight = four(BOW, FLAMES).play("apply ogre half-cover+three-quarters-cover", "attack bow ogre face 14")
    assert fight.logs("14 + 8 − 5 (target three-quarters cover) = 17")
    fight.play('remove ogre "three-quarters cover"', "attack! flames ogre face 9 hit 1")
    assert fight.logs("9 + 8 − 2 (target half cover) = 15")


def test_concealment_counts_only_for_melee_and_ranged_attacks_and_in_addition_to_cover() -> None:
    fight = four(BOW, FLAMES).play("apply ogre cover+concealment", "attack bow ogre face 14")
    assert fight.logs("14 + 8 − 2 (target half cover) − 2 (target concealed) = 18")
    fight.play("apply ogre total-concealment", "attack! bow ogre face 14")
    assert fight.logs("14 + 8 − 2 (target half cover) − 5 (target totally concealed) = 15")
    fight.play("attack! flames ogre face 9 hit 1")
    assert fight.logs("9 + 8 − 2 (target half cover) = 15")


def test_immunity_covers_implied_conditions() -> None:
    four(ogre='immune = ["dazed"]').play("apply ogre controlled").shows("ogre", conditions=["controlled"])
    fight = four().play("immune ari prone", "damage ari 40")
    fight.shows("ari", conditions=["dying", "helpless", "unconscious"])
    fight.play("heal ari 5").shows("ari", conditions=[])


def test_a_permanent_condition_is_not_added_twice() -> None:
    fight = four().play("apply ogre slowed", "apply ogre slowed by bel", "apply ogre slowed+dazed")
    assert fight.names("ogre") == ["slowed", "dazed"]
    fight.play("apply ogre slowed save")
    assert fight.names("ogre") == ["slowed", "dazed", "slowed"]
    fight.play("apply wolf grappled by ari", "apply wolf grappled by bel", "kill ari")
    fight.shows("wolf", conditions=["grappled", "immobile"])


def test_nothing_can_be_put_on_a_conjuration() -> None:
    fight = four(ogre='tags = ["conjuration"]').play("apply ogre dazed save", "persist ogre 5 fire", "damage ogre 9")
    fight.shows("ogre", effects=[], hp=51)


def test_the_prone_attack_at_minus_2_and_so_do_the_rattled_and_the_restrained() -> None:
    fight = four(BOW).play("apply ari prone+rattled", "attack bow ogre face 10")
    assert fight.logs("10 + 8 − 2 (prone) − 2 (rattled) = 14")


def test_immunity_to_one_of_two_types_is_as_good_as_resistance_to_it() -> None:
    fight = four(ogre='immune = ["cold"]\nresist = { fire = 4 }')
    fight.play("damage ogre 10 cold+fire").shows("ogre", hp=54)
    fight.play("damage ogre 10 cold+acid").shows("ogre", hp=44)


def test_half_damage_from_a_miss_and_from_weakness_round_down_one_after_the_other() -> None:
    four().play("apply ari weakened", "damage ogre 15 half by ari").shows("ogre", hp=57)
    fight = four(ogre="resist = { fire = 3 }").play("apply ari weakened", "damage ogre 15 fire missed wolf by ari")
    fight.shows("ogre", hp=56)
    fight.shows("wolf", hp=57)


def test_persistent_damage_by_option_adds_up_before_resistance_takes_its_part() -> None:
    burning = ("persist ogre 5 fire by ari", "persist ogre 4 fire by bel", "next", "next")
    four(ogre="resist = { fire = 3 }").play(*burning).shows("ogre", hp=58)
    fight = four(options='persistent_same_type = "sum"', ogre="resist = { fire = 3 }").play(*burning)
    fight.shows("ogre", hp=54)


def test_persistent_damage_hurts_first_at_the_next_start_of_a_turn_and_weakness_spares_it() -> None:
    four().play("apply ari weakened", "persist ari 4 poison").shows("ari", hp=40)
    four().play("apply ari weakened", "persist ogre 5 poison by ari", "next", "next").shows("ogre", hp=55)


# Help


def test_help_in_defense_counts_against_the_next_attack_of_that_opponent_alone() -> None:
    fight = four().play("do helpdefense bel ogre")
    assert fight["bel"]["defenses"]["ac"] == 18
    fight.play("next", "next", "attack club bel face 10")
    assert fight.logs("19 vs AC 20 (18 + 2 bonus) – miss")
    fight.shows("bel", effects=[])


def test_unused_help_lapses_at_the_end_of_the_helpers_next_turn() -> None:
    fight = four().play("do helpattack bel ogre", *("next",) * 4)
    assert fight.names("bel") == ["attack"]
    fight.play("next").shows("bel", effects=[])


# Actions off turn


def test_an_immediate_power_spends_the_immediate_action_and_the_stunned_have_none() -> None:
    parry = power("Parry", 'action = "counter"\nattack = "+5 vs AC"\ndamage = "1"')
    fight = four(parry).play("next", "attack parry ogre by ari face 2")
    assert fight["ari"]["actions"]["immediate"] == 0
    fight.play("attack parry ogre by ari face 2")
    assert fight.logs("no immediate action left; allowed anyway")
    for condition in ("stunned", "dazed", "surprised", "unconscious"):
        assert condition in four(parry).play("next", f"apply ari {condition}").refused("spent ari opportunity")


def test_no_two_opportunities_against_one_creature_in_its_turn() -> None:
    fight = four(options="immediate_per_round = 3").play("next", "spent ari opportunity", "spent ari opportunity")
    assert fight.logs("opportunity attack on this creature this turn; allowed anyway")
    fight.play("next", "spent ari opportunity")
    assert not fight.logs("allowed anyway")
    assert fight["ari"]["actions"]["immediate"] == 0


def test_larger_actions_are_traded_for_smaller_ones() -> None:
    fight = four().play("spent ari move", "spent ari move")
    fight.shows("ari", actions={"standard": 0, "move": 0, "swift": 1, "immediate": 1})
    fight = four().play("spent ari swift", "spent ari swift", "spent ari swift")
    fight.shows("ari", actions={"standard": 0, "move": 0, "swift": 0, "immediate": 1})


# Powers


def test_a_zone_ends_with_its_maker_and_a_stance_when_its_user_is_helpless() -> None:
    zone = power("Fog", 'tags = ["zone"]\neffects = ["apply slowed"]')
    four(zone).play("use fog ogre", "apply ari unconscious").shows("ogre", conditions=["slowed"])
    four(zone).play("use fog ogre", "kill ari").shows("ogre", conditions=[])
    stance = power("Crane", 'tags = ["stance"]\neffects = ["self: bonus +1 ac"]')
    fight = four(stance).play("use crane")
    assert fight["ari"]["defenses"]["ac"] == 19
    fight.play("apply ari stunned")
    assert fight.names("ari") == ["ac", "stunned"]
    fight.play("damage ari 45").shows("ari", effects=[fight["ari"]["effects"][-1]])
    assert fight.names("ari") == ["stunned"]


def test_a_new_stance_takes_the_place_of_the_old() -> None:
    crane = power("Crane", 'action = "swift"\ntags = ["stance"]\neffects = ["self: bonus +1 ac"]')
    bear = power("Bear", 'action = "swift"\ntags = ["stance"]\neffects = ["self: bonus +2 damage"]')
    fight = four(crane, bear).play("use crane", "use bear")
    assert fight.names("ari") == ["damage"]


def test_a_critical_that_deals_no_damage_helps_the_next_such_attack_instead() -> None:
    feint = power("Feint", 'tags = ["maneuver"]\nattack = "+8 vs Will"\neffects = ["apply dazed eont"]')
    cut = power("Cut", 'tags = ["weapon"]\nattack = "+8 vs AC"\ndamage = "2"')
    fight = four(feint, cut).play("attack feint ogre face 20", "attack! cut wolf face 9")
    assert fight.logs("9 + 8 + 2 (power bonus) = 19")
    fight.play("attack! cut wolf face 9")
    assert fight.logs("9 + 8 = 17")


def test_a_consistent_power_that_misses_everyone_is_not_used_up() -> None:
    aim = power("Aim", 'use = "encounter"\ntags = ["consistent"]\nattack = "+8 vs AC"\ndamage = "2"')
    four(aim).play("attack aim ogre,wolf face 2,3").shows("ari", spent=[])
    four(aim).play("attack aim ogre,wolf face 2,13").shows("ari", spent=["Aim"])


def test_bonuses_to_damage_count_with_every_damage_roll_of_the_user() -> None:
    breath = power("Breath", 'damage = "1d6"')
    four(SWORD, breath).play("bonus ari +3 damage", "attack sword ogre face 12", dice="1").shows("ogre", hp=51)
    fight = four(SWORD, breath).play("bonus ari +3 damage", "use breath ogre,wolf", dice="2")
    fight.shows("ogre", hp=55)
    fight.shows("wolf", hp=55)


def test_attack_dice_fall_first_then_damage_then_the_extra_dice_of_each_critical() -> None:
    axe = power("Axe", 'attack = "+8 vs AC"\ndamage = "1d8"\ncrit = "1d6"')
    fight = four(axe).play("attack axe bel,ogre,wolf", dice="20 12 20  3  6 1")
    fight.shows("bel", hp=40 - 14)
    fight.shows("ogre", hp=57)
    fight.shows("wolf", hp=60 - 9)


# Other


def test_rounds_that_begin_before_the_fight_are_counted_from_round_to_round() -> None:
    fight = Played(hero("Ari", 20), hero("Bel", 10)).play("apply bel slowed 2r", "begin", "next", "next")
    assert fight["bel"]["effects"][0]["duration"] == "1 round"
    fight.play("next", "next").shows("bel", effects=[])


def test_reminders_speak_at_their_point_of_the_turn_and_words_end_nothing_by_themselves() -> None:
    fight = four().play(
        'remind bel start "the bomb ticks"', 'remind bel end "the fuse"', 'apply bel "on a leash" until "it bites"'
    )
    fight.play("next")
    assert fight.logs("the bomb ticks")
    assert not fight.logs("the fuse")
    fight.play("next")
    assert fight.logs("the fuse")
    assert fight["bel"]["effects"][2]["duration"] == "until it bites"
    fight.shows("bel", conditions=[])


def test_bonuses_of_one_type_do_not_add_up_and_penalties_neither() -> None:
    fight = four().play(
        "bonus ari +2 ac power", "bonus ari +1 defenses power", "bonus ari -1 ac power", "bonus ari +1 ac"
    )
    fight.shows("ari", defenses={"ac": 20, "fortitude": 17, "reflex": 15, "will": 14})


def test_a_coup_de_grace_needs_the_helpless_and_kills_with_the_damage_taken() -> None:
    fight = four(SWORD)
    assert "not helpless" in fight.refused("attack sword ogre coup")
    fight.play("apply ogre helpless", "attack sword ogre coup face 12 hit 30").shows("ogre", state="dead", hp=30)
    fight = four(SWORD, ogre="resist = { all = 1 }").play(
        "apply ogre helpless", "attack sword ogre coup face 12 hit 30"
    )
    fight.shows("ogre", state="up", hp=31)
    four(SWORD).play("apply ogre helpless", "attack sword ogre coup face 1").shows("ogre", hp=60)


def test_creatures_have_the_resources_they_are_given() -> None:
    fight = four()
    fight.play("counter ari.conviction 3", "counter ari.conviction -1").shows("ari", counters={"conviction": 2})


def test_a_monster_without_xp_is_worth_the_xp_of_its_level_and_kind() -> None:
    elite = monster("Elite", 4, 'kind = "elite"\nlevel = 3')
    rats = creature("Rat", 'kind = "mook"\nlevel = 1\ncount = 2')
    fight = Played(hero("Ari", 20), elite, rats, monster("Ogre", 2, "level = 2\nxp = 80"), monster("Wolf", 1))
    fight.play("kill @foes", "finish")
    assert fight.log[-1] == "XP: 430 for 5 foes beaten (Elite, Rat 1, Rat 2, Ogre, Wolf), 430 for each of 1 (Ari)"


def test_xp_is_summed_for_foes_who_are_dead_down_or_fled() -> None:
    fight = four(ogre="xp = 200").play("set wolf xp 50.5", "knockout ogre", "outcome wolf fled", "finish")
    assert fight.log[-1] == "XP: 250.5 for 2 foes beaten (Ogre, Wolf), 125 for each of 2 (Ari, Bel)"
