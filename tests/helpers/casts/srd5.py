"""The cast of the worked fights of SRD 5.1 with open and move actions."""

from functools import partial

from tests.helpers.fights.played import Played, creature, power, turn

Srd5 = partial(Played, system="srd5")


def vara(lines: str = "", *tables: str) -> str:
    own = 'kind = "pc"\nmax_hp = 24\ninitiative = 2\ndefenses = { ac = 16 }\nsaves = { con = 2 }'
    axe = power("Greataxe", 'attack = "+5 vs AC"\ndamage = "1d12+3 slashing"\nrange = "melee"')
    return creature("Vara", f"{own}\n{lines}", axe, *tables)


def ilen(lines: str = "", *tables: str) -> str:
    own = 'kind = "pc"\nmax_hp = 15\ninitiative = 1\ndefenses = { ac = 12 }\nsaves = { mana = 5 }'
    bolt = power("Bolt", 'attack = "+5 vs AC"\ndamage = "1d10 fire"\nrange = "ranged"')
    return creature("Ilen", f"{own}\n{lines}", bolt, *tables)


def goblins(lines: str = "", count: int = 3) -> str:
    own = f"count = {count}\nmax_hp = 7\ninitiative = 2\ndefenses = {{ ac = 15 }}"
    return creature("Goblin", f"{own}\n{lines}", power("Scimitar", 'attack = "+4 vs AC"\ndamage = "1d6+2 slashing"'))


def skeleton(lines: str = "") -> str:
    own = "max_hp = 13\ninitiative = 2\ndefenses = { ac = 13 }"
    weak = 'vulnerable = ["bludgeoning"]\nimmune = ["poison"]'
    return creature("Skeleton", f"{own}\n{weak}\n{lines}")


def ogre(lines: str = "", *tables: str) -> str:
    own = "max_hp = 59\ninitiative = -1\ndefenses = { ac = 11 }"
    club = power("Greatclub", 'attack = "+6 vs AC"\ndamage = "2d8+4 bludgeoning"\nrange = "melee"')
    return creature("Ogre", f"{own}\n{lines}", club, *tables)


def start_fight(*creatures: str, options: str = "") -> Played:
    return Srd5(*creatures, options=options).play("begin")


def duel(options: str = "") -> Played:
    """Vara's turn, next to three goblins and an ogre."""
    return start_fight(vara(turn(20)), goblins(turn(15)), ogre(turn(10)), options=options)


SNARE = power(
    "Snare", 'effects = ["self: apply concentrating", "apply restrained save:13"]\ntags = ["dex"]\nrange = "far"'
)


SPELLS = (
    power("Shield of Air", 'effects = ["temp 3"]\naction = "reaction"\ntags = ["spell"]'),
    power("Storm", 'effects = ["apply prone"]\naction = "open+move"\ntags = ["spell"]'),
    power("Spark", 'attack = "+5 vs AC"\ndamage = "1d4 fire"\nrange = "ranged"\naction = "free"\ntags = ["spell"]'),
)


def mage(*tables: str) -> Played:
    """The mage's turn; Vara and an ogre come after."""
    return start_fight(ilen(turn(20), *SPELLS, SNARE, *tables), vara(turn(15)), ogre(turn(10)))
