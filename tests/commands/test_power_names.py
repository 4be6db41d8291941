"""Powers in a line: names of several words without quotes, and `use` and `attack` for any power."""

import pytest

from tests.helpers.fights.played import Played, creature, power

WALL = power("Wall of Fire", 'save = "dex 14"\ndamage = "5 fire"')
BLADE = power("Long Sword Cut", 'attack = "+5 vs AC"\ndamage = "4"')
PRINTED = "defenses = { ac = 10 }\nmax_hp = 60\ninitiative_total = "
ARI = creature(
    "Ari",
    f'kind = "pc"\n{PRINTED}20',
    WALL,
    BLADE,
    power("Finger of Death", 'damage = "9"'),
    power("Finger of Ice", 'damage = "1"'),
)
OGRE = creature("Ogre", f"{PRINTED}12")

SPIT = power("Spit", 'save = "dex 14"\ndamage = "3"')


def fight() -> Played:
    return Played(ARI, OGRE, system="srd5-plain").play("begin")


@pytest.mark.parametrize("line", ["use wall of fire ogre face 2", "use wall of ogre 2", 'use "wall of fire" ogre 2'])
def test_a_power_of_several_words_needs_no_quotes(line: str) -> None:
    assert fight().play(line).state["creatures"]["ogre"]["hp"] == 55


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("use fire wall ogre", 'no power "fire"'),
        ("use wall fire ogre", 'no creature is called "fire"; a name of several words needs quotes or hyphens'),
        ("use finger of ogre", "could be finger-of-death or finger-of-ice"),
    ],
)
def test_an_ambiguous_or_unknown_name_says_that_it_needs_quotes(line: str, says: str) -> None:
    refused = fight().refused(line)
    assert says in refused
    assert "needs quotes or hyphens: " in refused


def test_a_creature_with_a_word_of_the_power_is_still_a_target() -> None:
    fight = Played(ARI, OGRE, creature("Of", f"{PRINTED}3"), system="srd5-plain").play("begin")
    assert fight.play("use wall of 2").state["creatures"]["of"]["hp"] == 55


@pytest.mark.parametrize("verb", ["use", "attack"])
def test_use_and_attack_run_any_power(verb: str) -> None:
    assert fight().play(f"{verb} wall of fire ogre face 2").state["creatures"]["ogre"]["hp"] == 55
    assert fight().play(f"{verb} long sword cut ogre face 15 hit 7").state["creatures"]["ogre"]["hp"] == 53
    assert fight().play(f"{verb} long-sword-cut ogre total 25 hit 7 adv").state["creatures"]["ogre"]["hp"] == 53


def test_attack_words_with_a_power_that_has_no_attack_roll_say_the_line_to_type() -> None:
    assert "Wall of Fire has no attack roll: `use wall-of-fire ogre`" in fight().refused("attack wall of fire ogre +2")


def test_several_use_a_save_power_with_attack() -> None:
    played = Played(ARI, creature("Imp", f"count = 2\n{PRINTED}10", SPIT), system="srd5-plain")
    assert played.play("begin", "attack spit ari by imp* face 2 hit 3").state["creatures"]["ari"]["hp"] == 54
