"""Traits of shipped creatures, played: each kind of trait acts, is offered or is said as its book has it."""

from pathlib import Path

import pytest

from orcus_tui.library.library import Library
from tests.helpers.casts.true_srd import defenses
from tests.helpers.fights.played import Played, creature, power, turn

TRUE_SRD_HERO = creature(
    "Rin",
    f'kind = "pc"\n{defenses(10, 2, 2, 20, fortitude=4, reflex=3, will=2)}\n{turn(1)}',
    power("Frost", 'attack = "+20 vs Defense"\ndamage = "9 lethal"\ntags = ["cold"]'),
    power("Sword", 'attack = "+20 vs Defense"\ndamage = "9 lethal"\ntags = ["weapon"]'),
    power("Scare", 'save = "will 40"\neffects = ["apply frightened"]'),
)


def true_srd(*names: str) -> Played:
    """A fight of the True SRD with creatures of its library, and a hero whose turn it is."""
    fight = Played(TRUE_SRD_HERO, system="true-srd")
    fight.session.library = Library(Path("nowhere"))
    for each in names:
        fight.play(f'add "{each}"')
    return fight


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
    fight = true_srd(name).play(*lines, dice=dice)
    assert fight.logs(said), fight
