"""Opportunity attacks: counted whenever the rules have them, with or without the word in the line."""

import pytest

from tests.helpers.fights.played import Played, creature, power

DEFENSES = {
    "orcus": "defenses = { ac = 15, fortitude = 12, reflex = 12, will = 12 }",
    "srd5": "defenses = { ac = 15 }",
    "srd5-plain": "defenses = { ac = 15 }",
    "archmage": "defenses = { ac = 15, pd = 12, md = 12 }",
    "archmage-plus": "defenses = { ac = 15, pd = 12, md = 12 }",
}
SPENT = {"orcus": "immediate", "srd5": "reaction", "srd5-plain": "reaction", "archmage": "", "archmage-plus": ""}
EACH = pytest.mark.parametrize("system", DEFENSES)


def ambush(system: str) -> Played:
    """Ari's turn, with an ogre and two rats against her."""

    def one(name: str, total: int, *powers: str, more: str = "") -> str:
        return creature(name, f"max_hp = 40\ninitiative_total = {total}\n{DEFENSES[system]}\n{more}", *powers)

    club = power("Club", 'attack = "+5 vs AC"\ndamage = "1"')
    bow = power("Bow", 'range = "ranged"\nattack = "+5 vs AC"\ndamage = "1"')
    parry = power("Parry", f'action = "{SPENT[system] or "interrupt"}"\nattack = "+5 vs AC"\ndamage = "1"')
    free = power("Spite", 'action = "free"\nattack = "+5 vs AC"\ndamage = "1"')
    return Played(
        one("Ari", 20, club, more='kind = "pc"'),
        one("Ogre", 10, club, bow, parry, free),
        one("Rat", 5, club, more="count = 2"),
        system=system,
    ).play("begin")


@EACH
@pytest.mark.parametrize(
    ("lines", "counted"),
    [
        (("attack club ari opportunity by ogre face 2",), True),
        (("attack club ari by ogre face 2",), True),
        (("attack bow ari by ogre face 2",), False),
        (("attack spite ari by ogre face 2",), False),
        (("spent ogre opportunity", "attack club ari by ogre face 2"), True),
        (("next", "attack club ari by ogre face 2"), False),
        (("next", "next", "attack club ari by rat1,rat2 face 2,2"), False),
    ],
)
def test_attacks_that_count_as_opportunity_attacks(system: str, lines: tuple[str, ...], counted: bool) -> None:
    fight = ambush(system).play(*lines)
    said = ("Ogre makes an opportunity attack", "Ogre attacks outside its turn: an opportunity attack")
    assert sum(map(fight.logs, said)) == counted
    if counted and SPENT[system]:
        assert fight["ogre"]["actions"][SPENT[system]] == 0
        assert not fight.logs("left; allowed anyway")


@EACH
def test_a_power_for_other_turns_costs_its_printed_action(system: str) -> None:
    fight = ambush(system).play("attack parry ari by ogre face 2")
    assert not fight.logs("opportunity")
    assert fight["ogre"]["actions"][SPENT[system] or "interrupt"] == 0


@EACH
def test_a_readied_action_is_not_an_opportunity_attack(system: str) -> None:
    fight = ambush(system).play("next", 'ready "she comes"', "next", "next", "next", "act ogre")
    fight.play("attack club ari by ogre face 2")
    assert not fight.logs("opportunity")


@pytest.mark.parametrize("system", ["orcus", "srd5"])
def test_a_second_opportunity_attack_in_a_turn_is_not_free(system: str) -> None:
    fight = ambush(system).play("attack club ari by ogre face 2", "attack club ari by ogre face 2")
    assert fight.logs("allowed anyway")


def test_the_true_srd_has_no_opportunity_attacks() -> None:
    tough = "defenses = { defense = 12, toughness = 2 }"
    club = power("Club", 'attack = "+5 vs defense"\ndamage = "1"')
    fight = Played(
        creature("Ari", f'kind = "pc"\ninitiative_total = 20\n{tough}', club),
        creature("Ogre", f"initiative_total = 10\n{tough}", club),
        system="true-srd",
    ).play("begin")
    assert "no opportunity attacks" in fight.refused("attack club ari opportunity by ogre")
    assert not fight.play("attack club ari by ogre face 2").logs("opportunity")


def test_the_opportunity_fact_is_true_for_a_counted_opportunity_attack() -> None:
    fight = ambush("orcus").play("bonus ogre +3 attack with opportunity enc", "attack club ari by ogre face 2")
    assert fight.logs("2 + 5 + 3")


def test_a_creature_can_be_attacked_once_in_each_of_its_turns() -> None:
    line = "attack! club ari opportunity by ogre face 2"
    fight = ambush("orcus").play("init ari 20,15", line)
    assert fight.play(line).logs("Ogre has already made an opportunity attack on this creature this turn")
    assert not fight.play("next", line).logs("has already made")
    assert fight.play(line).logs("has already made")
