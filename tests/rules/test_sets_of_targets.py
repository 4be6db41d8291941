"""Verbs on several creatures: the creatures left out of a set, and typed dice for each."""

from random import Random

import pytest

from orcus_tui.session.dice_source import RandomDice
from tests.helpers.fights.played import DEFENSES, Played, creature, hero, monster, power

ARCHMAGE = "defenses = { ac = 18, pd = 16, md = 14 }"


def table() -> Played:
    """Two hurt heroes, a summoned wolf on their side, and an ogre."""
    spell = power("Heal", 'use = "encounter"\nrange = "self"\neffects = ["heal 5"]')
    return Played(
        hero("Ari", 20, "hp = 10", spell),
        creature("Bel", f'kind = "pc"\nmax_hp = 40\nhp = 12\nrecoveries = 0\ninitiative_total = 15\n{DEFENSES}'),
        monster("Wolf", 12, 'side = "party"\nrecoveries = 1'),
        monster("Ogre", 10),
    ).play("begin")


@pytest.mark.parametrize(
    ("lines", "line", "dice", "left_out", "changed"),
    [
        ((), "recover @party", "", "Bel has no recoveries left", {"ari": {"hp": 20}, "bel": {"hp": 12}}),
        (("rally ari",), "rally @party", "", "Ari has already rallied", {"wolf": {"recoveries": 0}}),
        (("apply ari,ogre dazed save",), "save @party", "15", "nothing to save", {"ari": {"conditions": []}}),
        (("damage bel 20",), "deathsave @party", "9", "not dying", {"bel": {"death_failures": 1}}),
        (("kill bel,wolf",), "revive @dead,!wolf 5", "", "", {"bel": {"hp": 5}}),
        (("kill bel,ogre", "drop ogre"), "revive @dead 5", "", "", {"bel": {"hp": 5}, "ogre": {"state": "dead"}}),
        ((), "spend @party heal", "", 'no power "Heal"', {"ari": {"spent": ["Heal"]}}),
        (("spend ari heal",), "recharge @party heal", "", 'no power "Heal"', {"ari": {"spent": []}}),
        ((), "ap @party", "", "no action point", {"ari": {"action_points": 0}}),
        ((), 'note @party "x"', "", "", {}),
        ((), "set @party temp 3", "", "", {"ari": {"temp_hp": 3}, "wolf": {"temp_hp": 3}}),
        ((), "rest short for @party,!bel", "", "", {}),
    ],
)
def test_a_verb_on_a_set_leaves_out_creatures_for_which_it_is_impossible(
    lines: tuple[str, ...], line: str, dice: str, left_out: str, changed: dict[str, dict[str, object]]
) -> None:
    played = table().play(*lines).play(line, dice=dice)
    assert played.logs(left_out) if left_out else not played.logs("left out")
    for each, expected in changed.items():
        played.shows(each, **expected)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("save @party", "nobody is left: Ari has nothing to save against"),
        ("deathsave @all", "nobody is left"),
        ("stabilize @party", "nobody is left"),
        ("recover ari,bel", "Bel has no recoveries left"),
        ("save ari,@foes", "Ari has nothing to save against"),
        ("stabilize ari,@down", "no living creature"),
        ("spend @foes heal", "no power"),
        ("rest short for ogre,", "expected a target"),
    ],
)
def test_a_name_is_never_dropped_and_one_creature_must_remain(line: str, reason: str) -> None:
    assert reason in table().refused(line)


def test_a_rule_that_applies_to_all_can_be_overridden_for_all() -> None:
    played = table().play("rally ari,wolf")
    assert "use `rally!` to override" in played.refused("rally ari,w*")
    assert "use `rally!` to override" in played.refused("rally @party")


DYING = ("damage ari,bel 15", "apply ari,bel slowed save")


@pytest.mark.parametrize(
    ("line", "dice"),
    [("save @party 15,3", "15 3"), ("save ari,bel face 15,3", "15 3"), ("deathsave @party 12,5", "12 5")],
)
def test_typed_dice_are_those_that_would_have_been_rolled(line: str, dice: str) -> None:
    typed = table().play(*DYING, line).state
    untyped = line.split(" face")[0].rsplit(" ", 1)[0] if "face" not in line else line.split(" face")[0]
    assert table().play(*DYING, untyped, dice=dice).state == typed


@pytest.mark.parametrize("line", ["save @party 15", "save ari,bel 15,3,4", "deathsave @party 12", "rally @party 7,8,9"])
def test_there_is_one_typed_die_for_each(line: str) -> None:
    played = table().play(*DYING)
    played.session.dice_source = RandomDice(Random(1))
    assert "give one for each" in played.refused(line)


def test_no_creature_is_left_out_when_the_dice_run_out() -> None:
    assert "run out" in table().play(*DYING).refused("save @party")


def archmage() -> Played:
    """Two heroes whose recoveries are dice."""
    lines = f'kind = "pc"\nlevel = 2\nmax_hp = 40\nhp = 10\nrecoveries = 8\n{ARCHMAGE}\n'
    return Played(
        creature("Ari", f'{lines}recovery = "2d8+2"\ninitiative_total = 20'),
        creature("Bel", f'{lines}recovery = "1d6"\ninitiative_total = 10'),
        system="archmage",
    ).play("begin")


def test_recoveries_for_a_party_are_the_same_asked_typed_and_rolled() -> None:
    rolled = archmage().play("recover @party", dice="5 6 4").shows("ari", hp=23).shows("bel", hp=14)
    typed = archmage().play("recover @party 11,4")
    asked = archmage().play("ask all", "recover @party", "answer 11", "answer 4", "ask none")
    assert rolled.state == typed.state
    assert rolled.state["creatures"] == asked.state["creatures"]
    same_for_all = archmage().play("recover @party 4").shows("ari", hp=16).shows("bel", hp=14)
    assert same_for_all["bel"]["recoveries"] == 7


def test_a_rest_of_some_creatures_restores_only_theirs() -> None:
    played = table().play("spend ari heal", "rest short for bel").shows("ari", spent=["Heal"])
    played.play("rest short for ari").shows("ari", spent=[])
    played.play("drop wolf")
    assert "Wolf cannot rest now" in played.refused("rest long for wolf")


def test_an_undone_command_on_a_set_changes_nothing() -> None:
    played = table()
    before = played.state
    played.session.dice_source = RandomDice(Random(3))
    for line in ("recover @party", "ap @party", "rally @party", "undo 3"):
        result = played.session.run(line)
        assert result is not None
        assert not result.error
    assert played.state == before
