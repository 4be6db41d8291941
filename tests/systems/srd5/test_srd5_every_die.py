"""Every die of SRD 5.1 gives the same fight whether it is rolled, typed, or asked for."""

import pytest

from tests.helpers.casts.srd5 import Srd5, goblins, ilen, ogre, turn, vara
from tests.helpers.fights.every_die import Die, check_die
from tests.helpers.fights.played import Played, power

BREATH = power("Breath", 'damage = "9 fire"\nsave = "dex 13"\nsaved = "half"\naction = "free"\nuse = "recharge 5"')
GAZE = power("Gaze", 'save = "wis 12"\neffects = ["apply stunned"]\naction = "free"')
BOTH = power("Both", 'multiattack = ["Greatclub", "Gaze"]')
HURT = ("begin", "damage vara 20")
DYING = ("begin", "damage vara 24", *["next"] * 5)
ENDS = ("begin", "apply vara stunned save:13")
HOLDS = ("begin", "apply ilen concentrating")
SPENT = ("begin", "spend ogre breath", *["next"] * 4)
DICE = {
    "initiative": Die("init vara", "12", ("init vara face 12",), ("init vara", "answer 12"), ()),
    "initiative with disadvantage": Die(
        "init vara", "12 7", ("init vara face 7",), ("init vara", "answer 7"), ("apply vara poisoned",)
    ),
    "attack": Die(
        "attack greataxe ogre hit 9", "8", ("attack greataxe ogre 8 9", "attack greataxe ogre total 13 hit 9")
    ),
    "attack with advantage": Die(
        "attack greataxe ogre adv hit 9",
        "3 8",
        ("attack greataxe ogre adv face 3,8 hit 9", "attack greataxe ogre adv 8 9"),
    ),
    "damage": Die("attack greataxe ogre face 8", "6", ("attack greataxe ogre face 8 hit 9",)),
    "critical dice": Die("attack greataxe ogre face 20", "6 4", ("attack greataxe ogre face 20 hit 13",)),
    "multiattack": Die("attack both vara by ogre", "2 5", ("attack both vara by ogre face 2,5",)),
    "an amount": Die("damage ogre 2d6 fire", "3 4", ("damage ogre 7 fire",)),
    "save against a power": Die(
        "use breath vara,ilen by ogre",
        "13 4",
        ("use breath vara,ilen by ogre face 13,4", "use breath vara,ilen by ogre 13,4"),
        ("use breath vara,ilen by ogre", "answer 13", "save ilen 4"),
    ),
    "save that ends an effect": Die("next", "15", (), ("next", "save vara stunned 15"), ENDS),
    "save now": Die("save vara", "15", ("save vara 15",), (), ENDS),
    "check": Die(
        "check vara dex 13",
        "12",
        ("check vara dex 13 face 12", "check vara dex 13 12"),
        ("check vara dex 13", "answer 12"),
        ("begin",),
    ),
    "concentration": Die("damage ilen 5", "4", (), ("damage ilen 5", "save ilen concentrating 4"), HOLDS),
    "concentration, shoved": Die("do shove ilen", "4", (), ("do shove ilen", "answer 4"), HOLDS),
    "death save": Die("next", "9", (), ("next", "deathsave vara 9"), DYING),
    "death save now": Die("deathsave vara", "20", ("deathsave vara 20",), (), DYING),
    "recharge": Die("next", "5", (), ("next", "answer 5"), SPENT),
    "hit die": Die("recover vara", "7", ("recover vara 7",), ("recover vara", "answer 7"), HURT),
}


def fight_for(die: Die) -> Played:
    hero = vara(f'{turn(20) if die.before else ""}\nrecoveries = 3\nrecovery = "1d10+2"')
    return Srd5(hero, ilen(turn(15)), goblins(turn(12)), ogre(turn(10), BREATH, GAZE, BOTH))


@pytest.mark.parametrize("name", DICE)
def test_a_die_gives_the_same_result_rolled_typed_and_asked(name: str) -> None:
    check_die(DICE[name], fight_for)
