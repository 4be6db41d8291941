"""Checks by abilities and skills in every system: totals, difficulties, `@saved` and `@failed`."""

import pytest

from tests.helpers.fights.played import Played, hero, monster

SKILLED = "abilities = { str = 16, dex = 12, wis = 8 }\nskills = { perception = 13 }"


def pair(*lines: str, dice: str = "") -> Played:
    """Ari's turn, after these lines."""
    fight = Played(hero("Ari", 20, SKILLED), hero("Bel", 15), monster("Ogre", 10)).play("begin")
    return fight.play(*lines, dice=dice)


@pytest.mark.parametrize(
    ("line", "log"),
    [
        ("check ari perception 20 7", "Ari rolls a Perception check: 7 + 13 (perception) = 20 vs DC 20 – succeeds"),
        (
            "check ari athletics dc 15 face 10",
            "an Athletics check: 10 + 3 (athletics) = 13 vs DC 15 – failed",
        ),
        ("check ari str 15 10 +2", "Ari rolls a Str check: 10 + 3 (str) + 2 (typed) = 15 vs DC 15 – succeeds"),
        ("check ari dex face 9", "Ari rolls a Dex check: 9 + 1 (dex) = 10"),
        ("check ari save 10 9", "Ari rolls a saving throw: 9 vs DC 10 – failed"),
        ("check bel wis 10 10", "Bel rolls a Wis check: 10 vs DC 10 – succeeds"),
    ],
)
def test_a_check_adds_the_skill_or_the_ability(line: str, log: str) -> None:
    assert pair(line).logs(log)


def test_dice_may_be_added_and_a_bonus_to_checks_counts() -> None:
    fight = pair("bonus ari +2 checks once", "check ari str 15 +1d4", dice="8 3")
    assert fight.logs("8 + 3 (str) + 2 (bonus) + 3 (1d4 typed) = 16 vs DC 15 – succeeds")
    assert fight.play("check ari str 15 face 10").logs("10 + 3 (str) = 13")


def test_with_a_dc_it_records_successes_and_failures() -> None:
    fight = pair("check @party str 12 face 9,11", "apply @failed prone", "temp @saved 4")
    assert fight.state["creatures"]["bel"]["conditions"] == ["prone"]
    assert fight.state["creatures"]["ari"]["temp_hp"] == 4
    fight.play("check ari str 2 face 3")
    assert "matches no living creature" in fight.refused("apply @failed dazed")


def test_each_further_check_with_a_name_is_harder_for_that_creature() -> None:
    fight = pair('check ari con 10 face 9 "cold"', 'check ari con "cold" face 12', 'check bel con 10 face 9 "cold"')
    assert fight.logs("9 vs DC 10")
    assert fight.logs("12 vs DC 11 – succeeds")
    assert fight.play('check ari con 10 face 9 "cold"').logs("9 vs DC 12")
    assert "which DC?" in fight.refused('check ari con "heat"')


def test_an_asked_check_gives_the_same_fight_as_a_typed_one() -> None:
    typed = pair("check @party str 12 face 8,11", "apply @failed prone")
    asked = pair("ask party", "check @party str 12", "answer 8", "answer 11", "ask none", "apply @failed prone")
    assert typed.state["creatures"] == asked.state["creatures"]


def test_advantage_rolls_two_dice() -> None:
    assert pair("check ari str 12 adv", dice="4 17").logs("17 + 3 (str) = 20 vs DC 12 – succeeds")


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("check ari juggling 12", "has no ability, save or skill"),
        ("check @party str 12 face 8", "dice typed: 1, creatures that roll: 2"),
        ("check ari str 12 face 21", "a d20 shows 1 to 20, not 21"),
    ],
)
def test_wrong_words_are_refused(line: str, error: str) -> None:
    assert error in pair().refused(line)


def test_a_skill_of_one_creature_does_not_belong_to_another() -> None:
    fight = Played(hero("Ari", 20, "skills = { juggling = 3 }"), hero("Bel", 15)).play("begin")
    assert "Bel has no juggling; `set bel skills.juggling N` gives it one" in fight.refused("check bel juggling 12")
    fight.play("set bel skills.juggling 5", "check bel juggling 12 7")
    assert fight.logs("7 + 5 (juggling) = 12 vs DC 12 – succeeds")


def test_amend_and_undo_work_on_checks() -> None:
    fight = pair("check ari str 15 face 10", "amend +2")
    assert fight.logs("10 + 3 (str) + 2 (typed) = 15 vs DC 15 – succeeds")
    fight.play("undo 2")
    assert fight.refused("apply @failed prone")


@pytest.mark.parametrize(
    "line", ["check ari str face 10", "contest ari dex ogre dex face 10,11", "check ari str 5 face 9"]
)
def test_every_check_counts_as_a_change(line: str) -> None:
    fight = pair()
    before, count = fight.session.fight, fight.session.timeline.undo_count
    fight.play(line)
    assert fight.session.timeline.undo_count == count + 1
    assert fight.play("undo").session.fight is before
