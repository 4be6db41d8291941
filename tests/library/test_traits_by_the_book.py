"""Shipped creatures, played: each kind of trait or power acts, is offered or is logged, as in its book."""

from pathlib import Path

import pytest

from orcus_tui.library.library import Library
from tests.helpers.casts.true_srd import defenses
from tests.helpers.fights.played import Played, creature, hero, power, turn

TRUE_SRD_HERO = creature(
    "Rin",
    f'kind = "pc"\n{defenses(10, 2, 2, 20, fortitude=4, reflex=3, will=2)}\n{turn(1)}',
    power("Frost", 'attack = "+20 vs Defense"\ndamage = "9 lethal"\ntags = ["cold"]'),
    power("Sword", 'attack = "+20 vs Defense"\ndamage = "9 lethal"\ntags = ["weapon"]'),
    power("Scare", 'save = "will 40"\neffects = ["apply frightened"]'),
)


ORCUS_HERO = hero("Rin", 50, "", power("Bow", 'range = "ranged"\nattack = "+9 vs AC"\ndamage = "9"'))


def fight_with(name: str, against: str, system: str) -> Played:
    """A fight with a creature of a system's library and a hero."""
    fight = Played(against, system=system)
    fight.session.library = Library(Path("nowhere"))
    return fight.play(f'add "{name}"')


CASES = [
    ("Assassin Vine", ("attack! frost assassin-vine by rin face 10",), "20", "+ 8 + 4 (resist)"),
    ("Swarm, Killer Bee", ("attack! sword swarm-killer-bee by rin face 10",), "", "immune to lethal damage"),
    ("Assassin Vine", ("use! scare assassin-vine by rin face 1",), "", "Assassin Vine is immune to frightened"),
    ("Triceratops", ("use! trample rin by triceratops face 1",), "20", "Toughness save against 25 lethal"),
    ("Triceratops", ("attack! gore rin by triceratops charge face 10",), "20", "16 + 5 (Powerful Charge) = 21"),
    ("Triceratops", ("attack! gore rin by triceratops face 10",), "20", "Toughness save against 16 lethal"),
    ("Snake, Viper", ("use! poison rin by snake-viper face 1",), "", "Rin: −2 con"),
    ("Siren", ('use! "song of longing" rin by siren face 1',), "", "Rin: fascinated"),
]


@pytest.mark.parametrize(("name", "lines", "dice", "said"), CASES)
def test_a_trait_of_the_true_srd_acts(name: str, lines: tuple[str, ...], dice: str, said: str) -> None:
    fight = fight_with(name, TRUE_SRD_HERO, "true-srd").play(*lines, dice=dice)
    assert fight.logs(said), fight


ORCUS_CASES = [
    (
        "Stinking Trench",
        ("begin", "into trigger-squares rin", "next", "next"),
        "1 15",
        "Trench attacks Rin with Attack: 15",
    ),
    ("Acid Spear", ("begin", "next"), "1", "Acid Spear – turn start: Trigger"),
    ("Rusty Water Tower", ("attack bow rusty-water-tower by rin face 2",), "", "Rusty Water Tower – missed: Trigger"),
    (
        "Enthralled Servant",
        ("mark rin by enthralled-servant", "attack dagger rin by enthralled-servant face 10"),
        "1 1 1",
        "10 + 11 + 1 (Marked Strike)",
    ),
    ("Throach", ('use "light sensitivity" by throach',), "", "Throach: rattled, save ends"),
    (
        "Master Assassin",
        ("apply master-assassin cover", "attack bow master-assassin by rin face 2"),
        "",
        "AC 28 (26 + 2 Instinctual Camouflage)",
    ),
    ("Zombie", ("begin", "next"), "1", "Zombie – turn start: Slow"),
    ("Bison", ("use! trample rin by bison face 10",), "1", "Rin: prone"),
    ("Ogre", ('use! "wild swing" rin by ogre face 10',), "1 1", "Rin: prone"),
    ("Eagle", ('use! "flyby attack" rin by eagle face 10',), "", "Eagle attacks Rin with Talons"),
    ("Infected Guard", ("attack! bow infected-guard by rin face 19",), "", "Nerve Shot: Any critical hit"),
]


@pytest.mark.parametrize(("name", "lines", "dice", "said"), ORCUS_CASES)
def test_a_trait_of_orcus_acts_or_is_a_reminder(name: str, lines: tuple[str, ...], dice: str, said: str) -> None:
    fight = fight_with(name, ORCUS_HERO, "orcus").play(*lines, dice=dice)
    assert fight.logs(said), fight


ARCHMAGE_HERO = creature(
    "Rin",
    f'kind = "pc"\nmax_hp = 90\ndefenses = {{ ac = 10, pd = 10, md = 10 }}\n{turn(1)}',
    power("Sword", 'attack = "+30 vs AC"\ndamage = "9"\nrange = "melee"'),
    power("Glow", 'attack = "+30 vs AC"\ndamage = "9 holy"\nrange = "melee"'),
    power("Push", 'attack = "+30 vs AC"\ndamage = "9 force"\nrange = "melee"'),
)


@pytest.mark.parametrize(
    ("name", "line", "dice", "said"),
    [
        ("Slime-Skull", "attack! sword slime-skull by rin face 10", "3", "Rin takes 3 acid"),
        ("Great Sunder Wraith", "attack! glow great-sunder-wraith by rin face 10", "", "takes 4 holy"),
        ("Great Sunder Wraith", "attack! push great-sunder-wraith by rin face 10", "", "takes 9 force"),
        ("Medusa Outlaw", "attack! sword medusa-outlaw by rin face 1", "", "missed: Caught by an eye"),
    ],
)
def test_a_trait_of_the_archmage_engine_acts_or_is_a_reminder(name: str, line: str, dice: str, said: str) -> None:
    fight = fight_with(name, ARCHMAGE_HERO, "archmage").play(line, dice=dice)
    assert fight.logs(said), fight
