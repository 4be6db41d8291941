"""Ability damage in the True SRD: statistics that depend on an ability, and debilitated scores."""

import pytest

from tests.helpers.casts.true_srd import TrueSrd, rin, thug, turn
from tests.helpers.fights.played import Played


def duel(*lines: str, dice: str = "") -> Played:
    """Rin's turn, after these lines."""
    fight = TrueSrd(rin(turn(20)), thug(turn(10))).play("begin")
    return fight.play(*lines, dice=dice)


@pytest.mark.parametrize(
    ("line", "roll", "log"),
    [
        ("bonus rin -3 dex", "check rin reflex 15 12", "12 + 3 (Reflex) − 3 (Dex changed) = 12 vs DC 15 – failed"),
        ("bonus rin -3 dex", "check rin dex 10 12", "12 + 2 (Dex) − 3 (Dex changed) = 11 vs DC 10 – succeeds"),
        ("bonus rin -3 dex", "attack sword thug 11 toughness 20", "11 + 6 − 3 (Dex changed) = 14 vs Defense"),
        ("bonus rin -2 con", "check rin fortitude 15 12", "12 + 4 (Fortitude) − 2 (Con changed) = 14"),
        ("bonus rin -2 con", "damage rin 3 face 12", "12 + 5 − 2 (Con changed) = 15 vs DC 18"),
        ("bonus rin +2 wisdom", "check rin will 12 8", "8 + 2 (Will) + 2 (Wis changed) = 12 vs DC 12 – saved"),
        ("bonus rin -1 dex", "check rin acrobatics 10 9", "9 + 2 (acrobatics) − 1 (Dex changed) = 10 vs DC 10"),
    ],
)
def test_an_ability_changes_what_depends_on_it(line: str, roll: str, log: str) -> None:
    assert duel(line).play(roll).logs(log)


def test_dexterity_changes_dodge_and_so_defense() -> None:
    before = duel()["rin"]["defenses"]
    after = duel("bonus rin -2 dex")["rin"]["defenses"]
    assert {name: before[name] - after[name] for name in before if before[name] != after[name]} == {
        "dodge": 2,
        "reflex": 2,
    }


@pytest.mark.parametrize(
    ("ability", "least", "conditions"),
    [
        ("str", -5, ["debilitated strength", "helpless", "prone"]),
        ("dex", -7, ["debilitated dexterity", "helpless", "paralyzed"]),
        ("con", -7, ["debilitated constitution", "dying", "helpless", "unconscious"]),
        ("cha", -5, ["debilitated mind", "helpless", "unconscious"]),
    ],
)
def test_a_score_below_minus_5_debilitates(ability: str, least: int, conditions: list[str]) -> None:
    fight = duel(f"bonus rin {least} {ability}").shows("rin", conditions=[])
    fight.play(f"bonus rin -1 {ability}").shows("rin", conditions=conditions)
    fight.play(f'remove rin "-1 {ability}"').shows("rin", conditions=[])
    fight.play("undo").shows("rin", conditions=conditions)


def test_dice_are_refused_and_other_statistics_are_still_found_by_a_prefix() -> None:
    assert "dex takes a number, not dice" in duel().refused("bonus rin -1d4 dex")
    assert duel("bonus rin +1 wil")["rin"]["defenses"]["will"] == 3
