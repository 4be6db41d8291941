"""Attacks and Defense in the True SRD, played in the language."""

import pytest

from tests.helpers.casts.true_srd import (
    BOW,
    TrueSrd,
    grunts,
    guard,
    now,
    rin,
    thug,
    turns,
)
from tests.helpers.fights.played import creature, power, turn

# Attacks and Defense


def test_attacks_face_the_better_of_dodge_and_parry_in_melee_and_dodge_at_range() -> None:
    fight = TrueSrd(rin("", BOW), guard()).play("set guard defenses.parry 5")
    assert (now(fight, "guard"), now(fight, "guard", "parry")) == (16, 19)
    fight.play("attack sword guard by rin", dice="2")
    assert fight.logs("vs Defense 19 (parry)")
    fight.play("attack bow guard by rin", dice="2")
    assert fight.logs("vs Defense 16 (dodge)")


def test_without_dodge_and_parry_only_the_base_defense_counts() -> None:
    fight = TrueSrd(rin(), creature("Ooze", "defenses = { defense = 8, toughness = 3 }"))
    fight.play("attack sword ooze by rin", dice="1")
    assert fight.logs("vs Defense 8")
    assert fight["ooze"]["defenses"]["dodge"] is None


SITUATIONS = (
    ("blinded", 13, 14, 13),
    ("cover", 21, 20, 21),
    ("entangled", 13, 14, 13),
    ("flat-footed", 15, 15, 15),
    ("grappled", 15, 16, 15),
    ("grappling", 15, 16, 15),
    ("helpless", 6, 6, 10),
    ("kneeling", 15, 14, 19),
    ("paralyzed", 5, 5, 5),
    ("pinned", 11, 12, 11),
    ("prone", 13, 12, 21),
    ("slowed", 16, 15, 16),
    ("stunned", 13, 14, 13),
    ("surprised", 13, 14, 13),
    ("total-defense", 21, 20, 21),
    ("winded", 16, 15, 16),
)


@pytest.mark.parametrize(("condition", "dodge", "parry", "ranged"), SITUATIONS)
def test_conditions_change_a_defense(condition: str, dodge: int, parry: int, ranged: int) -> None:
    fight = TrueSrd(rin(), guard()).play(f"apply rin {condition}")
    fight.play("attack spear rin by guard", dice="1")
    assert fight.logs(f"vs Defense {max(dodge, parry)} "), fight.log
    fight.play("attack bow rin by guard", dice="1")
    assert fight.logs(f"vs Defense {ranged} "), fight.log


def test_the_paralyzed_are_not_harder_to_hit_than_the_helpless() -> None:
    fight = TrueSrd(rin(), grunts()).play("apply grunt1 paralyzed")
    assert now(fight, "grunt1") == 5
    fight.play("attack sword grunt1 by rin", dice="1")
    assert fight.logs("vs Defense 3 (dodge 12 − 9 helpless, melee)")


def test_the_entangled_who_are_entangled_again_are_helpless() -> None:
    fight = TrueSrd(rin(), guard()).play("apply rin entangled").shows("rin", conditions=["entangled"])
    fight.play("apply rin entangled").shows("rin", conditions=["entangled", "helpless"])
    fight.play("remove rin entangled").shows("rin", conditions=["entangled"])


def test_wounded_without_a_mark_counts_against_toughness_like_a_marked_box() -> None:
    fight = TrueSrd(rin()).play("apply rin wounded")
    assert now(fight, "rin", "toughness") == 4
    fight.play("set rin track.wounded true")
    assert now(fight, "rin", "toughness") == 4


def test_the_penalty_of_the_helpless_is_an_option() -> None:
    for value, near, far in (("table", 6, 11), ("summary", 1, 5)):
        fight = TrueSrd(rin(), guard(), options=f'helpless_defense = "{value}"').play("apply rin helpless")
        fight.play("attack spear rin by guard", dice="1")
        assert fight.logs(f"vs Defense {near} "), fight.log
        fight.play("attack bow rin by guard", dice="1")
        assert fight.logs(f"vs Defense {far} "), fight.log


def test_shaken_counts_against_toughness_only_by_option() -> None:
    assert now(TrueSrd(rin()).play("apply rin shaken"), "rin", "toughness") == 5
    assert now(TrueSrd(rin(), options="shaken_toughness = true").play("apply rin shaken"), "rin", "toughness") == 3


def test_a_grappled_creature_keeps_its_dodge_against_the_grappler() -> None:
    fight = TrueSrd(rin(), guard(), thug()).play("do grapple rin by guard", "attack spear rin by guard", dice="1")
    assert fight.logs("vs Defense 17 ")
    fight.play("attack fists rin by thug", dice="1")
    assert fight.logs("vs Defense 16 ")
    fight.play("do release by guard").shows("rin", conditions=[])


def test_a_grappler_only_has_dodge_against_the_grappled_creature() -> None:
    fight = TrueSrd(rin("", BOW), guard(), thug()).play("do grapple rin by guard")
    fight.shows("guard", conditions=["grappling"]).shows("rin", conditions=["grappled"])
    assert now(fight, "guard") == 14
    fight.play("attack fists guard by thug", dice="1")
    assert fight.logs("vs Defense 16 (parry)")
    fight.play("attack bow guard by rin", dice="1")
    assert fight.logs("vs Defense 16 (dodge)")
    fight.play("do pin rin by guard", "remove rin grappled").shows("guard", conditions=["grappling"])
    fight.play("do escape by rin").shows("guard", conditions=[], effects=[])
    fight.play("apply rin,thug grappled by guard", "do release rin by guard").shows("guard", conditions=["grappling"])
    fight.play("kill thug").shows("guard", conditions=[])


def test_conditions_of_the_attacker_count_in_melee_or_at_range() -> None:
    fight = TrueSrd(rin("", BOW), guard())
    for condition, melee, ranged in (("prone", "− 4", ""), ("dazzled", "− 1", "− 1"), ("higher-ground", "+ 1", "")):
        fight.play(f"apply rin {condition}", "attack sword guard by rin", dice="2")
        assert fight.logs(f"2 + 6 {melee} (")
        fight.play("attack bow guard by rin", dice="2")
        assert fight.logs(f"2 + 5 {ranged} (" if ranged else "2 + 5 = 7")
        fight.play("remove rin all")


def test_concealment_makes_some_hits_misses() -> None:
    fight = TrueSrd(rin(), guard()).play("apply guard concealed", "attack sword guard by rin", dice="12 17")
    assert fight.logs("the hit misses")
    fight.play("attack sword guard by rin", dice="12 16 20")
    fight.play("apply rin blinded", "attack sword guard by rin", dice="12 11")
    assert fight.logs("missed on 11+")


def test_invisible_attackers_hit_better_and_deny_dodge() -> None:
    fight = TrueSrd(rin(), guard()).play("apply guard invisible", "attack bow rin by guard", dice="2")
    assert fight.logs("2 + 5 + 2 (invisible) = 9 vs Defense 15 (dodge 17 − 2 attacker invisible)")


def test_nothing_corporeal_hits_the_incorporeal() -> None:
    ray = power("Ray", 'attack = "+6 vs Defense"\nrange = "ranged"\ndamage = "3"\ntags = ["supernatural"]')
    fight = TrueSrd(rin("", ray), guard()).play("apply guard incorporeal", "attack sword guard by rin")
    assert fight.logs("its target is incorporeal – miss")
    fight.play("attack ray guard by rin", dice="19 20")


def test_critical_threats_by_tag_and_immunity_to_critical_hits() -> None:
    keen = power("Keen", 'attack = "+6 vs Defense"\ndamage = "3"\ncrit = "5"\ntags = ["threat 18"]')
    fight = TrueSrd(rin("", keen), guard()).play("attack keen guard by rin", dice="18 10 19")
    assert fight.logs("against 8 lethal (critical hit): 19 + 4 = 23 vs DC 23")
    fight.play('immune guard "critical hits"', "attack keen guard by rin", dice="18 14")
    assert fight.logs("against 3 lethal: 14 + 4 = 18 vs DC 18")


def test_the_order_of_dice_is_attacks_confirmations_toughness() -> None:
    fight = TrueSrd(rin(), guard(), thug()).play("attack sword guard,thug by rin", dice="20 20 1 10 14 20")
    assert fight.logs("against 3 lethal: 14 + 4")
    assert fight.logs("against 6 lethal (critical hit): 20 + 1")


def test_dice_beyond_one_for_each_target_confirm_the_threats_in_order() -> None:
    line = "attack sword guard,thug by rin"
    fight = TrueSrd(rin(), guard(), thug()).play(f"{line} face 20,20,19,2", dice="20 20")
    assert fight.logs("confirms the threat to Guard: 19 + 6 = 25 vs 16 – critical hit")
    assert fight.logs("confirms the threat to Thug: 2 + 6 = 8 vs 14 – no critical hit")
    fight = TrueSrd(rin(), guard(), thug()).play(f"{line} face 15,20,19", dice="20 20")
    assert fight.logs("confirms the threat to Thug: 19 + 6 = 25")


def test_a_confirmation_that_is_not_typed_is_rolled() -> None:
    fight = TrueSrd(rin(), guard()).play("attack sword guard by rin face 20", dice="19 20")
    assert fight.logs("confirms the threat to Guard: 19 + 6")


def test_no_confirmation_is_typed_where_concealment_turns_the_hit_into_a_miss() -> None:
    fight = TrueSrd(rin(), guard()).play("apply guard concealed", "attack sword guard by rin face 20,17")
    assert fight.logs("the hit misses")
    assert not fight.logs("confirms")


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ("guard face 12,19", "2 for 1 target and no further die"),
        ("guard face 20,19,18", "3 for 1 target and 1 further die"),
        ("guard,thug face 20,20,4,4,4", "5 for 2 targets and 2 further dice"),
        ("guard,thug face 20", "1 for 2 targets; give one for each"),
        ("guard face 20,21", "a d20 shows 1 to 20, not 21"),
        ("guard total 30,20", "totals: 2 for 1 target; give one for each"),
    ],
)
def test_dice_that_confirm_nothing_are_refused(given: str, why: str) -> None:
    assert why in turns().refused(f"attack sword {given}")


def test_no_critical_threat_is_confirmed_against_the_immune() -> None:
    fight = turns().play('immune guard "critical hits"')
    assert "no further die" in fight.refused("attack sword guard face 20,19")


def test_a_coup_de_grace_takes_the_turn_hits_critically_and_asks_for_a_fortitude_save() -> None:
    fight = turns().play("knockout guard", "attack sword guard coup", dice="16 12")
    assert fight.logs("against 6 lethal (critical hit): 16 + 4 = 20 vs DC 21 – fails by 1")
    assert fight.logs("12 + 3 (Fortitude) = 15 vs DC 16 – failed")
    assert fight["guard"]["track"]["dying"]
    fight.shows("rin", actions={"standard": 0, "move": 0})
    assert "not helpless" in fight.refused("attack fists rin coup by thug")


def test_the_face_of_a_coup_de_grace_is_the_die_of_the_toughness_save() -> None:
    fight = turns().play("knockout guard", "attack sword guard coup face 16", dice="12")
    assert fight.logs("16 + 4 = 20 vs DC 21 – fails by 1")
    assert fight.logs("12 + 3 (Fortitude) = 15 vs DC 16 – failed")


@pytest.mark.parametrize(
    ("before", "given", "why"),
    [
        ("knockout guard", "total 20", "hits without an attack roll; leave out the total"),
        ("immune guard lethal", "face 16", "more dice than Toughness saves"),
    ],
)
def test_dice_that_a_coup_de_grace_does_not_take_are_refused(before: str, given: str, why: str) -> None:
    assert why in turns().play("knockout guard", before).refused(f"attack sword guard coup {given}")


def test_an_overridden_coup_de_grace_lists_every_objection() -> None:
    fight = turns().play('immune guard "critical hits"', "attack! sword guard coup", dice="16 12")
    assert fight.logs("not helpless: no coup de grace")
    assert fight.logs("immune to critical hits: no coup de grace")


def test_a_charge_needs_both_actions_and_strength_for_it() -> None:
    fight = turns().play("attack sword guard charge", dice="1").shows("rin", actions={"standard": 0, "move": 0})
    fight.play("fatigue thug")
    assert "winded" in fight.refused("attack fists rin charge by thug")


def test_a_charge_ends_in_a_melee_attack() -> None:
    fight = TrueSrd(rin("", BOW), guard())
    assert "a charge ends in a melee attack" in fight.refused("attack bow guard charge by rin")


def test_a_grappled_creature_cannot_charge() -> None:
    for condition in ("grappled", "pinned"):
        fight = turns().play(f"apply rin {condition}")
        assert f"{condition}: no charge" in fight.refused("attack sword guard charge")


def test_aiming_helps_the_next_attack_and_ends_with_any_other_action() -> None:
    fight = turns().play("do aim").shows("rin", conditions=["aiming"], actions={"standard": 0, "move": 0})
    assert now(fight, "rin") == 15
    fight.play(*["next"] * 3, "attack sword guard", dice="1")
    assert fight.logs("+ 5 (aiming)")
    fight.shows("rin", conditions=[])
    fight = turns().play("do aim", *["next"] * 3, "do totaldefense").shows("rin", conditions=["total defense"])


def test_aid_given_twice_adds_up_and_is_spent_by_one_attack() -> None:
    fight = turns().play("side thug party", "do aidattack rin guard by thug", "do aidattack rin guard by thug")
    fight.play("attack sword guard", dice="1")
    assert fight.logs("1 + 6 + 2 (bonus) + 2 (bonus) = 11")
    assert fight.names("rin") == []


def test_the_fascinated_look_up_when_attacked() -> None:
    turns().play("apply guard fascinated", "attack sword guard", dice="1").shows("guard", conditions=[])


def test_the_panicked_cannot_attack_and_the_nauseated_only_move() -> None:
    fight = turns().play("apply rin panicked")
    assert "panicked" in fight.refused("attack sword guard")
    fight.play("remove rin all", "apply rin nauseated").shows("rin", actions={"standard": 0, "move": 1})


def test_lasting_damage_is_saved_against_each_turn() -> None:
    fight = turns().play('persist guard 4 lethal until "it is put out"').play("next", dice="15")
    assert fight.logs("against 4 lethal: 15 + 4 = 19 vs DC 19 – unhurt")


# The die of concealment, and later dice


def test_the_die_of_concealment_is_typed_after_those_of_the_attack() -> None:
    fight = turns().play("apply guard concealed", "attack sword guard face 15,17")
    assert fight.logs("Guard has concealment: 17, missed on 17+ – the hit misses")
    fight.play("attack sword guard face 20,16,10", dice="20")
    assert fight.logs("– critical hit")
    fight.play("attack sword guard face 20,17")
    assert "1 further die" in fight.refused("attack sword guard face 20,17,10")
    fight.play("attack sword guard,thug face 15,20,16,10", dice="20 20")
    assert fight.logs("critical hit")


def test_the_die_of_concealment_is_asked_for_and_the_hit_waits() -> None:
    fight = turns().play("next", "apply rin concealed", "ask party", "attack spear rin face 20")
    assert [(each["kind"], each["about"], each["die"]) for each in fight.state["questions"]] == [
        ("concealment", "Spear", 20)
    ]
    fight.play("answer 16", dice="12")
    assert fight.logs("12 + 5 = 17 vs 17 – critical hit")
    assert [(each["kind"], each["about"]) for each in fight.state["questions"]] == [("toughness", "7 lethal melee")]
    fight.play("answer 20", "attack spear rin face 15", "answer 17")
    assert fight.logs("the hit misses")
    assert fight.state["questions"] == []


NET = power(
    "Net",
    'attack = "+6 vs Defense"\ndamage = "3 lethal"\n'
    'effects = ["apply shaken", "if dazed: apply entangled", "else: apply prone", "if unhurt: self: bonus +1 attack"]',
)
BLAST = power(
    "Blast", 'save = "reflex 15"\ndamage = "3 lethal"\nsaved = "half"\neffects = ["if dazed: apply entangled"]'
)


@pytest.mark.parametrize("line", ["attack net rin face 15", "use blast rin face 2"])
@pytest.mark.parametrize("die", [6, 12, 20])
def test_the_lines_with_facts_wait_for_a_toughness_save_that_is_asked_for(line: str, die: int) -> None:
    typed = TrueSrd(rin(), creature("Trapper", "initiative = 1", NET, BLAST)).play("apply rin flat-footed")
    asked = TrueSrd(rin(), creature("Trapper", "initiative = 1", NET, BLAST)).play("apply rin flat-footed")
    typed.play(f"{line} by trapper", dice=str(die))
    asked.play("ask party", f"{line} by trapper")
    assert "entangled" not in asked["rin"]["conditions"]
    assert "prone" not in asked["rin"]["conditions"]
    asked.play(f"answer {die}")
    for creature_ in ("rin", "trapper"):
        assert sorted(asked.names(creature_)) == sorted(typed.names(creature_))
    assert typed["rin"]["track"] == asked["rin"]["track"]


def test_the_range_of_threats_is_widened_by_the_power_and_by_a_bonus() -> None:
    keen = power("Keen", 'attack = "+6 vs Defense"\ndamage = "3 lethal"\ncrit_range = 19')
    fight = TrueSrd(rin("", keen), guard()).play("attack keen guard by rin face 19,15", dice="20")
    assert fight.logs("confirms the threat")
    fight.play("bonus rin +1 crit", "attack keen guard by rin face 18,15", dice="20")
    assert fight.logs("confirms the threat")
    fight.play("attack keen guard by rin face 17", dice="20")
    assert not fight.logs("confirms")


def test_the_toughness_die_may_be_typed_in_the_line_of_the_attack() -> None:
    typed = turns().play("attack sword thug 15 toughness 6")
    assert typed.logs("Thug rolls a Toughness save against 3 lethal: 6 + 1 = 7 vs DC 18")
    rolled = turns().play("attack sword thug face 15", dice="6")
    assert typed.state["creatures"] == rolled.state["creatures"]
    two = turns().play("attack sword guard,thug 15,16 toughness 9,6")
    assert two.logs("Guard rolls a Toughness save against 3 lethal: 9 + 4 = 13")
    assert two.logs("Thug rolls a Toughness save against 3 lethal: 6 + 1 = 7")


def test_a_typed_toughness_die_is_for_the_first_that_is_hit() -> None:
    fight = turns().play("attack sword guard,thug 2,16 toughness 6")
    assert fight.logs("Thug rolls a Toughness save against 3 lethal: 6 + 1 = 7")
    fight.play("attack sword guard 2 toughness 6", "damage thug 1", dice="20")


def test_a_trait_that_waits_for_damage_acts_when_the_track_is_marked() -> None:
    spikes = '[[creature.trait]]\nname = "Spikes"\ntrigger = "hurt"\neffects = ["apply dazzled"]'
    fight = TrueSrd(rin(turn(20)), guard(turn(15), spikes)).play(
        "begin", "next", "next", "attack sword guard total 20", dice="2"
    )
    fight.shows("rin", conditions=["dazzled"])
