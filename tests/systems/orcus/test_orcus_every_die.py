"""Every die of Orcus gives the same fight whether it is rolled, typed, or asked for."""

import pytest

from tests.helpers.fights.every_die import Die, check_die
from tests.helpers.fights.played import Played, hero, monster, power

SWORD = power("Sword", 'attack = "+8 vs AC"\ndamage = "1d8+3"\ncrit = "1d6"')
BURST = power("Burst", 'range = "near burst 1"\nattack = "+8 vs AC"\ndamage = "2d6 fire"\nmiss = "half"')
GRAZE = power("Graze", 'attack = "+8 vs AC"\ndamage = "9"\nmiss = "1d4"')
BREATH = power("Breath", 'damage = "2d6 fire"\nuse = "refresh 5,6"')
ACTED = ("begin", "spent ari standard")
ENDS = ("begin", "apply ari dazed save")
BOTH_END = ("begin", "apply ari dazed save", "apply ari slowed save")
DYING = ("begin", "damage ari 45", "next", "next")
DICE = {
    "initiative": Die("init ari", "12", ("init ari face 12", "init ari 12"), ("init ari", "answer 12"), ()),
    "a tie": Die("begin", "7 4", ("begin face 7,4",), ("begin", "answer 7", "answer 4", "begin"), ("init ari,bel 15",)),
    "a tie in mid-fight": Die(
        "init bel 20", "7 4", ("init bel 20 tie 7,4",), ("init bel 20", "answer 7", "answer 4"), ("begin",)
    ),
    "attack": Die("attack sword ogre hit 9", "12", ("attack sword ogre 12 9", "attack sword ogre total 20 hit 9")),
    "damage": Die("attack sword ogre face 12", "6", ("attack sword ogre 12 9",)),
    "critical dice": Die("attack sword ogre face 20", "4", ("attack sword ogre 20 15",)),
    "damage of several": Die("attack burst ogre,bel face 12,3", "4 3", ("attack burst ogre,bel 12,3 7",)),
    "a miss": Die("attack graze ogre face 2", "3", ("damage ogre 3 miss by ari",), (), ACTED),
    "damage of a power": Die("use breath ari by ogre", "4 3", ("use breath ari by ogre hit 7",)),
    "an amount": Die("damage ogre 2d6 fire", "3 4", ("damage ogre 7 fire",)),
    "healing": Die("heal ari 1d8", "5", ("heal ari 5",), (), ("begin", "damage ari 20")),
    "temporary hit points": Die("temp ari 1d8", "5", ("temp ari 5",)),
    "persistent damage": Die("persist ogre 1d6 fire", "5", ("persist ogre 5 fire",)),
    "save at the end of a turn": Die("next", "15", (), ("next", "save ari 15"), ENDS),
    "several saves": Die("next", "15 3", (), ("next", "answer 2 3", "answer 15"), BOTH_END),
    "save now": Die("save ari", "15", ("save ari 15",), (), ENDS),
    "plain save": Die('save ari "the pit"', "15", ('save ari "the pit" 15',), ('save ari "the pit"', "answer 15")),
    "death save": Die("next", "4", (), ("next", "answer 4"), DYING),
    "death save now": Die("deathsave ari", "20", ("deathsave ari 20",), (), DYING),
    "refresh": Die("next", "5", (), ("next", "answer 5"), ("begin", "spend ogre breath", "next")),
    "a fall": Die("do fall 5 ari", "4 9", ("do fall 5 ari hit 13", "do fall 5 ari 13")),
}


def fight_for(_: Die) -> Played:
    ari, bel = hero("Ari", 20, "", SWORD, BURST, GRAZE), hero("Bel", 15)
    return Played(ari, bel, monster("Ogre", 10, "", BREATH))


@pytest.mark.parametrize("name", DICE)
def test_a_die_gives_the_same_result_rolled_typed_and_asked(name: str) -> None:
    check_die(DICE[name], fight_for)
