"""The cast of the worked fights of the Archmage Engine, and of its variant."""

from functools import partial

from tests.helpers.fights.played import Played, creature, power
from tests.helpers.fights.played import turn as turn

Archmage = partial(Played, system="archmage")
Plus = partial(Played, system="archmage-plus")
"""A fight of the variant."""


def defenses(ac: int, pd: int, md: int) -> str:
    return f"defenses = {{ ac = {ac}, pd = {pd}, md = {md} }}"


def kell(lines: str = "", *tables: str) -> str:
    own = f'kind = "pc"\nlevel = 3\nmax_hp = 42\ninitiative = 5\n{defenses(19, 16, 13)}'
    recovery = 'recovery = "3d10+3"\nrecoveries = 9'
    return creature(
        "Kell", f"{own}\n{recovery}\n{lines}", power("Axe", 'attack = "+7 vs AC"\ndamage = "1d8+4"'), *tables
    )


def mira(lines: str = "", *tables: str) -> str:
    own = f'kind = "pc"\nlevel = 3\nmax_hp = 27\ninitiative = 4\n{defenses(14, 12, 16)}'
    recovery = 'recovery = "3d6+1"\nrecoveries = 8'
    ray = power("Ray", 'attack = "+8 vs PD"\nrange = "ranged"\ndamage = "3d6 fire"')
    return creature("Mira", f"{own}\n{recovery}\n{lines}", ray, *tables)


def dov(lines: str = "", *tables: str) -> str:
    own = f'kind = "pc"\nlevel = 3\nmax_hp = 33\ninitiative = 6\n{defenses(17, 15, 13)}'
    recovery = 'recovery = "3d8+2"\nrecoveries = 8'
    knife = power("Knife", 'attack = "+8 vs AC"\ndamage = "2d6"')
    return creature("Dov", f"{own}\n{recovery}\n{lines}", knife, *tables)


def hob(lines: str = "", *tables: str) -> str:
    own = f"level = 2\nmax_hp = 32\ninitiative = 3\n{defenses(19, 14, 14)}"
    return creature("Hob", f"{own}\n{lines}", power("Longsword", 'attack = "+7 vs AC"\ndamage = "8"'), *tables)


def scum(lines: str = "", count: int = 4) -> str:
    own = f'kind = "mook"\nlevel = 1\ncount = {count}\nmax_hp = 5\ninitiative = 3\n{defenses(16, 14, 11)}'
    return creature("Scum", f"{own}\n{lines}", power("Club", 'attack = "+6 vs AC"\ndamage = "4"'))


def elemental(lines: str = "") -> str:
    own = f'id = "fire-el"\nmax_hp = 64\ninitiative = 10\n{defenses(21, 20, 17)}\nresist = {{ fire = 18 }}'
    return creature("Fire Elemental", f"{own}\n{lines}")


def wyvern(lines: str = "") -> str:
    own = f"max_hp = 140\ninitiative = 10\n{defenses(20, 19, 14)}"
    sting = power("Sting", 'attack = "+10 vs PD"\ndamage = "15"\neffects = ["persist 10 poison hard"]')
    return creature("Wyvern", f"{own}\n{lines}", sting)


def troll(lines: str = "") -> str:
    own = f"max_hp = 90\ninitiative = 9\n{defenses(17, 17, 13)}\nregeneration = 10\ncounters = {{ regeneration = 5 }}"
    claw = power("Claw", 'attack = "+8 vs AC"\ndamage = "15"')
    return creature("Troll", f"{own}\n{lines}", claw)


def actions(fight: Played, who: str) -> tuple[int, ...]:
    """The actions a creature has left."""
    return tuple(fight[who]["actions"].values())


def escalation(fight: Played) -> int:
    value: int = fight.state["counters"]["escalation"]
    return value
