"""Contests, and actions of `do` with rolls: the winner, and the result."""

import pytest

from tests.helpers.casts.srd5 import Srd5, ogre, vara
from tests.helpers.casts.true_srd import TrueSrd, rin, thug
from tests.helpers.casts.true_srd import turn as at
from tests.helpers.fights.played import Played, hero, monster

STRONG = "level = 4\nabilities = { str = 16, dex = 12 }\nskills = { athletics = 9 }"


def pair(*lines: str, dice: str = "") -> Played:
    """Ari's turn, after these lines."""
    fight = Played(hero("Ari", 20, STRONG), monster("Ogre", 10, "abilities = { str = 18 }")).play("begin")
    return fight.play(*lines, dice=dice)


# Contests


def test_the_higher_total_wins_a_contest() -> None:
    fight = pair("contest ari athletics ogre str", dice="10 12")
    assert fight.logs("Ari wins against Ogre: 19 vs 16")
    fight.play("apply @failed prone", "temp @saved 3").shows("ogre", conditions=["prone"]).shows("ari", temp_hp=3)
    assert pair("contest ari str ogre str face 10,12").logs("Ogre wins against Ari: 16 vs 13")


def test_bonus_dice_may_be_typed_with_those_of_a_contest_and_of_an_action() -> None:
    fight = pair("bonus ari +1d4 checks", "contest ari str ogre str face 10+3,12")
    assert fight.logs("Ari rolls a Str check: 10 + 3 (str) + 3 (1d4 bonus) = 16")
    assert "more bonus dice" in fight.refused("contest ari str ogre str face 10+1,12+1")
    assert fight.play("do grapple ogre by ari face 10+2").logs("10 + 5 (strength attack) + 2 (1d4 bonus) = 17")


def test_typed_bonus_dice_are_only_for_the_roll_that_they_are_typed_with() -> None:
    fight = pair("bonus ari +1d4 checks", "bonus ogre +1d4 checks", "ask party", "contest ari str ogre str")
    fight.play("answer 10+3", dice="9 2")
    assert fight.logs("Ari rolls a Str check: 10 + 3 (str) + 3 (1d4 bonus) = 16")
    assert fight.logs("Ogre rolls a Str check: 9 + 4 (str) + 2 (1d4 bonus) = 15")
    fight = pair("bonus ari +2d4 checks", "ask party", "contest ari str ogre str")
    assert "lacks the d4 of a bonus" in fight.refused("answer 10+3")


def test_a_tie_changes_nothing_except_where_the_better_bonus_wins() -> None:
    fight = pair("contest ari str ogre str face 11,10")
    assert fight.logs("Ari and Ogre are tied at 14: nothing changes")
    assert fight.refused("apply @failed prone")
    true_srd = TrueSrd(rin(at(20)), thug(at(10))).play("begin", "set thug abilities.str 4", "set rin abilities.str 1")
    assert true_srd.play("contest rin str thug str face 13,10").logs("Thug wins against Rin: 14 vs 14")


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("contest ari str ari dex", "Ari cannot contest with itself"),
        ("contest ari str ogre str face 12", "a contest has two dice, not 1"),
        ("contest ari juggling ogre str", "has no ability, save or skill"),
        ("do dash roll", "dash requires no roll"),
        ("do grapple ogre,ari roll", "cannot do that to itself"),
        ("do grapple ogre face 12,13", "Orcus rolls 1 die for this"),
        ("do escape roll", "Ari is not held"),
    ],
)
def test_dice_that_cannot_be_rolled_are_refused(line: str, error: str) -> None:
    assert error in pair().refused(line)


def test_an_asked_contest_waits_for_both_dice_in_turn() -> None:
    fight = pair("ask all", "contest ari str ogre str")
    assert [each["creature"] for each in fight.state["questions"]] == ["ari"]
    fight.play("answer 15")
    assert [each["creature"] for each in fight.state["questions"]] == ["ogre"]
    assert fight.play("answer 3").logs("Ari wins against Ogre: 18 vs 7")


# Actions


def test_a_grapple_in_orcus_is_a_strength_attack_against_reflex() -> None:
    fight = pair("do grapple ogre roll", dice="9")  # 3 for Strength, 2 for the level, against Reflex 14
    assert fight.logs("9 + 5 (strength attack) = 14 vs DC 14 – succeeds")
    fight.shows("ogre", conditions=["grappled", "immobile"])
    assert fight["ari"]["actions"]["standard"] == 0
    fight = pair("do grapple ogre face 8")
    assert fight.logs("Ari fails: grapple")
    assert fight.shows("ogre", conditions=[])["ari"]["actions"]["standard"] == 0


def test_an_escape_in_orcus_uses_the_better_of_two_checks() -> None:
    fight = pair("do grapple ari by ogre", "do escape face 7")  # Athletics 9 against Fortitude 16
    assert fight.logs("7 + 9 (athletics) = 16 vs DC 16 – succeeds")
    fight.shows("ari", conditions=[])


def test_standing_up_while_held_takes_the_roll_of_an_escape() -> None:
    fight = pair("do grapple ari by ogre", "apply ari prone", "do stand face 6")
    assert fight.logs("Ari fails: stand")
    fight.play("next", "next", "do stand face 7").shows("ari", conditions=["grappled", "immobile"])
    pair("apply ari prone", "do stand roll").shows("ari", conditions=[])


def test_without_roll_the_table_has_rolled() -> None:
    pair("do grapple ogre").shows("ogre", conditions=["grappled", "immobile"])


def test_a_shove_in_srd5_is_a_contest_and_the_target_uses_its_better_skill() -> None:
    fight = Srd5(vara(at(20)), ogre(at(5))).play("begin")
    fight.play("set vara skills.athletics 7", "set ogre skills.acrobatics 6")
    fight.play("do shoveprone ogre roll", dice="10 11")
    assert fight.logs("Vara and Ogre are tied at 17: nothing changes")
    fight.shows("ogre", conditions=[])
    fight.play("next", "next", "do shoveprone ogre face 10,10").shows("ogre", conditions=["prone"])


def test_a_trip_in_the_true_srd_needs_a_hit_and_a_won_check() -> None:
    fight = TrueSrd(rin(at(20)), thug(at(10))).play("begin", "do trip thug face 19,15,2")
    fight.shows("thug", conditions=["flat-footed", "prone"])
    fight = TrueSrd(rin(at(20)), thug(at(10))).play("begin", "do trip thug face 1")
    assert fight.logs("Rin fails: trip")
    fight.shows("thug", conditions=["flat-footed"])


def test_amend_and_undo_work_on_rolled_actions() -> None:
    fight = pair("do grapple ogre face 8", "amend face 9").shows("ogre", conditions=["grappled", "immobile"])
    assert fight.play("undo 2").shows("ogre", conditions=[])["ari"]["actions"]["standard"] == 1
