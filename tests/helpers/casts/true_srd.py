"""The cast of the worked fights of the True SRD."""

from functools import partial

from tests.helpers.fights.played import Played, creature, power, turn

TrueSrd = partial(Played, system="true-srd")

SWORD = power("Sword", 'attack = "+6 vs Defense"\ndamage = "3 lethal"')
FISTS = power("Fists", 'attack = "+4 vs Defense"\ndamage = "2 nonlethal"')
SPEAR = power("Spear", 'attack = "+5 vs Defense"\ndamage = "4 lethal"')
CLUB = power("Club", 'attack = "+2 vs Defense"\ndamage = "2 lethal"')
BOW = power("Bow", 'attack = "+5 vs Defense"\nrange = "ranged"\ndamage = "3 lethal"')

STABLE = ["disabled", "helpless", "stable", "unconscious"]
"""The conditions of a stable creature."""


def defenses(defense: int, dodge: int, parry: int, toughness: int, **saves: int) -> str:
    all_of_them = {"defense": defense, "dodge": dodge, "parry": parry, "toughness": toughness, **saves}
    return f"defenses = {{ {', '.join(f'{name} = {number}' for name, number in all_of_them.items())} }}"


def abilities(con: int, dex: int) -> str:
    return f"abilities = {{ con = {con}, dex = {dex} }}"


def rin(lines: str = "", *tables: str) -> str:
    saves = defenses(15, 2, 1, 5, fortitude=4, reflex=3, will=2)
    own = f'kind = "pc"\ninitiative = 2\n{saves}\n{abilities(2, 2)}\ncounters = {{ conviction = 3 }}'
    return creature("Rin", f"{own}\n{lines}", SWORD, *tables)


def thug(lines: str = "", *tables: str) -> str:
    own = f"initiative = 1\n{defenses(13, 1, 1, 1, fortitude=1, reflex=1, will=0)}\n{abilities(1, 1)}"
    return creature("Thug", f"{own}\n{lines}", FISTS, *tables)


def guard(lines: str = "", *tables: str) -> str:
    own = f"initiative = 2\n{defenses(14, 2, 2, 4, fortitude=3, reflex=2, will=1)}\n{abilities(1, 2)}"
    return creature("Guard", f"{own}\n{lines}", SPEAR, BOW, *tables)


def grunts(lines: str = "") -> str:
    own = f'kind = "minion"\ncount = 3\ninitiative = 0\n{defenses(12, 0, 0, 1)}\n{abilities(0, 0)}'
    return creature("Grunt", f"{own}\n{lines}", CLUB)


def track(**marks: bool | int) -> dict[str, bool | int]:
    """A damage track as STATE has it, with these marks."""
    tallies = {"bruised": 0, "hurt": 0}
    boxes = dict.fromkeys(("dazed", "staggered", "unconscious", "wounded", "disabled", "dying", "dead"), False)
    return {**tallies, **boxes, **marks}


IN_TURNS = (rin(turn(20)), guard(turn(15)), thug(turn(10)))


def turns(options: str = "") -> Played:
    """Rin, the guard and the thug, in this order, all of whom have acted; it is Rin's turn again."""
    return TrueSrd(*IN_TURNS, options=options).play("begin", "next", "next", "next")


def marks_of(fight: Played, creature: str) -> dict[str, bool | int]:
    return {name: mark for name, mark in fight[creature]["track"].items() if mark}


def now(fight: Played, creature: str, defense: str = "dodge") -> int:
    value: int = fight[creature]["defenses"][defense]
    return value
