"""Actions and manners of attack in the True SRD, and the consequences of failed attempts."""

import pytest

from tests.helpers.casts.true_srd import TrueSrd, defenses, guard, marks_of, now, rin, thug, turn, turns
from tests.helpers.fights.played import creature, power

DAGGER = power("Dagger", 'attack = "+6 vs Defense"\ndamage = "2 lethal"\ntags = ["off-hand", "light"]')
AXE = power("Axe", 'attack = "+6 vs Defense"\ndamage = "2 lethal"\ntags = ["off-hand"]')
LANCE = power("Lance", 'attack = "+6 vs Defense"\ndamage = "4 lethal"\ntags = ["lance"]')
BOW = power("Bow", 'attack = "+6 vs Defense"\nrange = "ranged"\ndamage = "3 lethal"')


def horse(count: int) -> str:
    own = f'side = "party"\nsize = "Large"\n{defenses(12, 1, 0, 3)}\n{turn(count)}'
    return creature("Horse", own)


# Opposed checks, and the consequences of a failed attempt


def test_a_trip_may_be_answered_with_a_trip() -> None:
    fight = turns().play("do trip guard").shows("guard", conditions=["prone"], actions={"standard": 1, "move": 1})
    fight.play("do countertrip rin by guard").shows("rin", conditions=["prone"], actions={"standard": 0, "move": 1})


def test_the_disarmed_have_no_parry_until_they_pick_their_weapon_up() -> None:
    fight = turns().play("do disarm guard")
    assert (now(fight, "guard", "parry"), now(fight, "guard", "dodge")) == (14, 16)
    fight.play("next", "do pickup").shows("guard", conditions=[], actions={"standard": 1, "move": 0})
    fight.play("do counterdisarm rin by guard").shows("rin", conditions=["disarmed"])
    assert "not disarmed" in fight.refused("do pickup")


def test_rushing_pushes_back_and_overrunning_knocks_prone() -> None:
    fight = turns().play("do rush guard")
    assert fight.logs("Rin pushes back Guard")
    fight.play("do rushfails by rin")
    assert fight.logs("Rin is driven back 5 feet")
    fight.play("next", "do overrun rin").shows("rin", conditions=["prone"])
    fight.play("do overrunfails by guard")
    assert fight.logs("Guard is driven back 5 feet")


def test_a_feint_denies_dodge_against_the_feinters_next_attack() -> None:
    fight = TrueSrd(rin(turn(20)), guard(turn(15)), thug(turn(10), BOW)).play("begin", *["next"] * 3)
    fight.play("do feint guard", "attack spear rin face 1 by guard")
    assert now(fight, "guard") == 16
    fight.play("attack bow guard face 10 by thug", dice="20")
    assert fight.logs("16 vs Defense 16")
    fight.play("next", "next", "next", "attack sword guard face 9")
    assert fight.logs("15 vs Defense 16")
    assert fight["rin"]["effects"] == []


def test_a_feint_removes_dodge_where_only_dodge_counts() -> None:
    quick = rin(turn(20), BOW)
    fight = TrueSrd(quick, guard(turn(15)), thug(turn(10))).play("begin", *["next"] * 3, "do feint guard")
    fight.play("attack bow guard face 8", dice="20")
    assert fight.logs("14 vs Defense 14")
    fight = TrueSrd(quick, guard(turn(15)), thug(turn(10))).play("begin", *["next"] * 3, "do feint guard")
    fight.play("attack bow thug face 8", dice="20")
    assert fight.logs("14 vs Defense 14")


@pytest.mark.parametrize(
    ("action", "condition", "left"),
    [
        ("demoralize", "shaken", {"standard": 0, "move": 1}),
        ("taunt", "shaken", {"standard": 0, "move": 1}),
        ("quicktaunt", "shaken", {"standard": 1, "move": 0}),
        ("distract", "dazed", {"standard": 0, "move": 1}),
    ],
)
def test_words_that_shake_or_daze_for_a_round(action: str, condition: str, left: dict[str, int]) -> None:
    fight = turns().play(f"do {action} guard").shows("guard", conditions=[condition]).shows("rin", actions=left)
    fight.play("next", "next").shows("guard", conditions=[condition])
    fight.play("next").shows("guard", conditions=[])


def test_a_trick_is_left_to_the_table() -> None:
    assert turns().play("do trick guard").logs("Rin tricks Guard")


def test_a_friend_shakes_the_fascinated_free() -> None:
    fight = turns().play("apply thug fascinated", "do rouse thug").shows("thug", conditions=[])
    assert "not fascinated" in fight.refused("do rouse thug")


# Manners of attack


def test_a_surprise_attack_in_mid_fight_denies_dodge_except_to_uncanny_dodge() -> None:
    fight = turns().play("attack sword guard surprise face 8", dice="20")
    assert fight.logs("14 vs Defense 14")
    fight.shows("guard", conditions=[])
    fight = TrueSrd(rin(), guard('immune = ["flat-footed"]'))
    assert "Uncanny Dodge" in fight.refused("attack sword guard surprise face 8 by rin")
    fight.play("apply guard stunned", "attack sword guard surprise face 6 by rin", dice="20")


def test_a_surprise_attack_of_the_unseen_by_option() -> None:
    fight = TrueSrd(rin(), guard(), options="invisible_always = false").play("apply rin invisible")
    fight.play("attack sword guard surprise by rin", dice="6 20")
    assert fight.logs("6 + 6 + 2 (invisible) = 14 vs Defense 14")


@pytest.mark.parametrize(
    ("lines", "weapon", "main", "other"),
    [("", AXE, 6, 10), ("", DAGGER, 4, 8), ('tags = ["two-weapon fighting"]', AXE, 4, 4),
     ('tags = ["two-weapon fighting"]', DAGGER, 2, 2)],
)  # fmt: skip
def test_two_weapons_cost_each_attack_its_penalty(lines: str, weapon: str, main: int, other: int) -> None:
    fight = TrueSrd(rin(f"{turn(20)}\n{lines}", weapon), guard(turn(15))).play("begin", "next", "next")
    name = "axe" if weapon is AXE else "dagger"
    assert "with two weapons first" in fight.refused(f"attack {name} guard offhand face 5")
    fight.play("attack sword guard twoweapons face 5").shows("rin", actions={"standard": 0, "move": 0})
    assert fight.logs(f"5 + 6 − {main} (two weapons) = {11 - main}")
    fight.play(f"attack {name} guard offhand face 5")
    assert fight.logs(f"5 + 6 − {other} (two weapons) = {11 - other}")


def test_a_combined_attack_deals_the_best_and_two_more_for_each_other() -> None:
    fight = TrueSrd(rin(turn(10)), thug(turn(10)), guard(turn(10)))
    fight.play("attack sword guard combined face 15 by rin", "attack fists guard combined face 15 by thug")
    assert marks_of(fight, "guard") == {}
    fight.play("do combine guard by rin", dice="16")
    assert fight.logs("against 5 lethal: 16 + 4 = 20 vs DC 20")
    assert "no combined attack has hit" in fight.refused("do combine guard by rin")


def test_a_combined_attack_without_a_damage_bonus_deals_no_damage() -> None:
    fight = TrueSrd(rin(turn(10)), guard(turn(10)))
    fight.play("attack sword guard combined face 15 hit 0 by rin", "do combine guard by rin", dice="10")
    assert fight.logs("against 0 lethal")


def test_a_combined_attack_only_adds_bonuses_within_five_of_the_best() -> None:
    fight = TrueSrd(rin(turn(10)), thug(turn(9)), guard(turn(10)))
    fight.play("attack sword guard combined face 15 hit 9 by rin", "attack fists guard combined face 15 by thug")
    fight.play("do combine guard by rin", dice="20")
    assert fight.logs("against 9 lethal")
    assert fight.logs("do not share an initiative count")


# Full actions over two turns


def test_a_full_action_begun_takes_a_standard_action_to_complete() -> None:
    fight = turns().play("do beginfull").shows("rin", actions={"standard": 0, "move": 1})
    fight.play(*["next"] * 3, "do aim").shows("rin", actions={"standard": 0, "move": 1}, conditions=["aiming"])


def test_the_staggered_take_full_actions_only_over_two_turns() -> None:
    fight = TrueSrd(rin(f"{turn(20)}\ntrack = {{ staggered = true }}"), guard(turn(10))).play("begin")
    assert "staggered" in fight.refused("refocus")
    fight.play("do beginfull", "next", "next", "refocus", "next", "next").shows("rin", initiative=22)


def test_another_action_abandons_a_full_action() -> None:
    fight = turns().play("do beginfull", *["next"] * 3, "spent rin move").shows("rin", conditions=[])
    assert fight.logs("not completed")


# Mounts


def test_a_mount_acts_with_its_rider_who_fights_from_higher_ground() -> None:
    fight = TrueSrd(rin(turn(20)), guard(turn(15)), horse(5)).play("begin", *["next"] * 3, "do mount horse")
    assert fight.state["order"] == ["rin", "horse", "guard"]
    fight.shows("horse", initiative=20).shows("rin", conditions=["mounted"], actions={"standard": 1, "move": 0})
    fight.play("attack sword guard face 9", dice="20")
    assert fight.logs("9 + 6 + 1 (mounted) = 16")
    fight.play("next", "next", "next", "do dismount").shows("rin", conditions=[])


def test_a_lance_in_a_mounted_charge_and_shots_from_a_running_mount() -> None:
    fight = TrueSrd(rin(turn(20), LANCE, BOW), guard(turn(15)), horse(5))
    fight.play("begin", "next", "next", "next", "do mount horse", *["next"] * 3)
    fight.play("attack lance guard charge face 10", dice="20")
    assert fight.logs("10 + 6 + 1 (mounted) + 2 (charge) = 19")
    assert fight.logs("against 7 lethal")
    assert now(fight, "rin") == 15
    fight.play("next", "do doublemove", "attack bow guard face 15 by rin", dice="20")
    assert fight.logs("15 + 6 − 4 (double move) = 17")
    fight.play("remove horse all", "apply horse all-out", "attack bow guard face 15 by rin")
    assert fight.logs("15 + 6 − 8 (all-out) = 13")


def test_a_mount_that_falls_takes_its_rider_down() -> None:
    fight = TrueSrd(rin(turn(20)), guard(turn(15)), horse(5)).play("do mount horse by rin", "apply horse prone")
    fight.shows("rin", conditions=[])
    assert fight.logs("Ride check of 15")
    fight = TrueSrd(rin(turn(20)), horse(5)).play("do mount horse by rin", "kill horse").shows("rin", conditions=[])


def test_a_rider_that_is_knocked_out_may_stay_in_the_saddle() -> None:
    fight = TrueSrd(rin(turn(20)), horse(5)).play("do mount horse by rin").play("knockout rin", dice="11")
    assert "mounted" in fight["rin"]["conditions"]
    fight.play("set rin track.unconscious false").play("knockout rin", dice="10 20")
    assert "mounted" not in fight["rin"]["conditions"]
    assert fight.logs("against 2 lethal from a fall")
    fight = TrueSrd(rin('tags = ["military saddle"]'), horse(5)).play("do mount horse by rin")
    fight.play("knockout rin", dice="6")
    assert "mounted" in fight["rin"]["conditions"]
    fight = TrueSrd(rin(), horse(5)).play("do mount horse by rin", "ask party", "knockout rin")
    assert [(each["kind"], each["die"]) for each in fight.state["questions"]] == [("saddle", 20)]
    fight.play("answer 10")
    assert [each["kind"] for each in fight.state["questions"]] == ["toughness"]
