"""Random fights of any system, as realistic encounter files, each from a seed."""

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any

from orcus_tui.commands.command_error import CommandError
from orcus_tui.commands.line_compiler import compile_line
from orcus_tui.model.fight import Fight
from orcus_tui.rules.fields import MOST_OF_ONE
from orcus_tui.rules.system import System
from orcus_tui.storage.encounter.fight_tables import fight_from_table
from orcus_tui.systems import SYSTEMS
from tests.campaign.inputs.lines import types_of

POWER_LINES = (
    "apply dazed save",
    "apply prone+slowed eont",
    "persist 5 fire save",
    "apply weakened save then unconscious",
    "apply stunned+weakened hard",
    "apply grabbed",
    "apply poisoned save:13",
    "self: apply concentrating",
    "check con 12",
    "vulnerable cold 18 eont",
    "mark enc",
    "self: temp 5",
    "self: heal 3",
    "bonus -2 attack sont",
    "remind slide 3",
    "regen 2 3r",
    "resist fire 5 enc",
)
RIDERS = (
    ["natural even: self: temp 2"],
    ["crit: bonus -1 attack eont", "natural 5-12: persist 3 save"],
    ["temp 2"],
)
POWER_FIELDS: dict[str, tuple[Any, ...]] = {
    "crit_range": (18, 19),
    "use": (
        *("at-will", "encounter", "daily", "refresh 5,6", "recharge 11", "refresh 16+"),
        *("3/day", "2/encounter", "1/round", "1/turn", "1/2 rounds"),
    ),
    "cost": ("ki 1", ["ki 2", "luck"], "slot1"),
    "range": ("melee", "ranged 10", "near burst 1", "far burst 2", "self"),
    "crit": ("1d6",),
    "miss": ("half", "3", "none"),
    "text": ("As printed.",),
}
TO_HIT = (4, 6, -1, 9)
CONDITIONS_AT_FIRST: tuple[dict[str, str], ...] = (
    {"name": "dazed", "duration": "save"},
    {"name": "slowed", "duration": "eont:cor", "source": "cor"},
    {"name": "frightened", "duration": "save:12", "source": "cor"},
    {"name": "concentrating"},
)
CREATURE_FIELDS: dict[str, tuple[Any, ...]] = {
    "initiative": (-2, 0, 3, 9),
    "level": (0, 1, 12, 25),
    "temp_hp": (0, 5),
    "recoveries": (0, 1, 7),
    "regeneration": (0, 3),
    "surprised": (True, False, False),
    "hidden": (True,),
    "uses_death_rules": (True, False),
    "saves": (0, 2, 5),
    "recovery": ("2d6+1", "8", "3d8"),
    "abilities": ({"con": 14, "str": 8},),
    "named_villain": (True,),
    "uses_escalation": (True,),
    "counters": ({"conviction": 2}, {"regeneration": 2, "inspiration": 1}),
    "aura": ("1: enemies that begin their turn in it take 5 fire",),
    "resources": (
        {"ki": {"max": 3, "now": 2, "per": "short"}, "luck": {"max": 1}},
        {"slot1": {"max": 2}, "slot2": {"max": 1}},
    ),
    "initiative_total": ([20, 10], [15, 15, 4], 12),
}
MAX_HP = (1, 8, 25, 60)
ON_A_TRACK: dict[str, tuple[Any, ...]] = {
    "abilities": ({"con": 3, "dex": 2}, {"con": -1}),
    "track": ({"hurt": 2, "bruised": 1}, {"wounded": True, "dazed": True}, {"dying": True, "unconscious": True}),
}
MONSTERS = ("standard", "elite", "boss", "mook", "minion", "villain", "object")


@cache
def power_fields(system: System) -> dict[str, tuple[Any, ...]]:
    lines = tuple([line] for line in POWER_LINES if _compiles(line, system))
    names = tuple(action.name for action in system.actions.kinds)
    first, second, third = types_of(system)
    own: dict[str, tuple[Any, ...]] = {
        "action": (*names, "free", f"{names[0]}+{names[-1]}", *system.actions.resources),
        "maintain": (names[-1] if len(names) < 3 else names[2],),
        "damage": ("1d8+3", f"2d6 {first}", "5", f"1d10+2 {second} and {third}"),
        "effects": lines,
        "always": lines,
    }
    if "hp" not in system.health.fields:
        own["damage"] = ("3", f"4 {first}", f"0 {second}", "1d6+2")
    if system.damage.abilities:
        own["ability"] = system.damage.abilities
    if system.damage.multiplies_crits:
        own["crit"] = ("1d6", "x3")
    return {**POWER_FIELDS, **own}


def _compiles(line: str, system: System) -> bool:
    try:
        compile_line(line, system)
    except CommandError:
        return False
    return True


def creature_fields(system: System) -> dict[str, tuple[Any, ...]]:
    """Random fields of a creature in this system."""
    fields = {**CREATURE_FIELDS, **_withstood_fields(system), "effect": _effects(system)}
    if system.saves.abilities:
        fields["saves"] = ({"con": 2, system.saves.abilities[-1]: 5}, 2)
    if "legendary" in system.actions.resources:
        fields["legendary"] = (0, 1, 3)
    if "hp" in system.health.fields:
        return fields
    counted = ("temp_hp", "regeneration", "recoveries", "recovery")
    return {**{name: values for name, values in fields.items() if name not in counted}, **ON_A_TRACK}


def _withstood_fields(system: System) -> dict[str, tuple[Any, ...]]:
    """Random resistances of a creature, in words of this system."""
    first, second, _ = types_of(system)
    range_ = "near" if "near" in system.words.ranges else system.words.ranges[-1]
    fields: dict[str, tuple[Any, ...]] = {
        "resist": ({first: 5}, {"all": 2, range_: 10}),
        "vulnerable": ({first: 5}, {second: 10}),
    }
    if not system.creatures.numbered_resistances:
        fields = {name: tuple(map(list, values)) for name, values in fields.items()}
    immune = ([first], [second], ["prone"], ["charm"], ["critical hits"])
    return {**fields, "immune": immune, "half": ([second], list(system.conditions.table)[:1])}


def _effects(system: System) -> tuple[list[dict[str, Any]], ...]:
    """Effects that a creature may begin with: conditions of the system, persistent damage, regeneration."""
    there = [each for each in CONDITIONS_AT_FIRST if each["name"] in system.conditions.table]
    persistent = {"persist": 2, "type": types_of(system)[0]}
    counted = [{"regen": 5, "duration": "3r"}] if "hp" in system.health.fields else []
    return ([persistent, *counted], *([each] for each in there))


def fight_of(seed: int) -> Fight:
    """The fight of a random table."""
    return fight_from_table(table_of(seed))


def table_of(seed: int) -> dict[str, Any]:
    """The table of a random fight of any system."""
    chance = Random(seed)
    return table_in(chance.choice(tuple(SYSTEMS.values())), chance)


def table_in(system: System, chance: Random) -> dict[str, Any]:
    """Ari and Cor, an ogre, three goblins of one group, and now and then rats in reserve and a mage."""
    tables = [
        _creature(chance, system, "Ari", ("pc",)),
        _creature(chance, system, "Cor", ("pc", "standard")),
        _creature(chance, system, "Ogre", MONSTERS),
        {**_creature(chance, system, "Goblin", ("standard", "mook")), "count": 3},
    ]
    if chance.random() < 0.5:
        reserve = chance.choice((True, "round 2"))
        tables.append({**_creature(chance, system, "Rat", ("mook",)), "count": 2, "reserve": reserve})
    if chance.random() < 0.5:
        tables.append({**_creature(chance, system, "Old Mage", ("boss",)), "side": "neutral"})
    options = {key: chance.choice(option.values) for key, option in system.options.items() if option.values}
    options = _some(chance, options, 0.3)
    return {"format": 1, "name": "At random", "system": system.id, "options": options, "creature": tables}


MORE = ("Bat", "Imp", "Orc")
"""Further creatures of a crowd, each as numerous as the goblins."""


def crowd_in(system: System, chance: Random) -> dict[str, Any]:
    """The table of a random fight with several hundred creatures."""
    table = table_in(system, chance)
    creatures: list[dict[str, Any]] = table["creature"]
    goblin = next(each for each in creatures if each["name"] == "Goblin")
    goblin["count"] = MOST_OF_ONE
    more = chance.sample(MORE, chance.randint(0, len(MORE)))
    creatures += [{**_creature(chance, system, name, MONSTERS), "count": MOST_OF_ONE} for name in more]
    return table


def _creature(chance: Random, system: System, name: str, kinds: Sequence[str]) -> dict[str, Any]:
    fields = power_fields(system)
    attack = f"{chance.choice(TO_HIT):+d} vs {chance.choice(system.words.attackable or system.words.defenses)}"
    return {
        "name": name,
        "kind": chance.choice([each for each in kinds if each in system.creatures.kinds] or ["standard"]),
        **({"max_hp": chance.choice(MAX_HP)} if "hp" in system.health.fields else {}),
        "defenses": {each: chance.randint(8, 22) for each in system.words.defenses},
        "power": [
            {"name": "Strike", "attack": attack, "always": chance.choice(RIDERS), **_chosen(chance, fields)},
            {"name": "Hex", **_chosen(chance, fields)},
            {"name": "Flurry", "multiattack": ["Strike x2", "Hex"]},
            *_breaths(chance, system, fields),
        ],
        **_chosen(chance, creature_fields(system)),
    }


def _breaths(chance: Random, system: System, fields: dict[str, tuple[Any, ...]]) -> list[dict[str, Any]]:
    """A power that requires a save, if the system has such powers."""
    if not system.saves.of_powers:
        return []
    save = f"{chance.choice(system.saves.of_powers)} {chance.randint(5, 20)}"
    breath = {"name": "Breath", "save": save, "saved": chance.choice(("half", "none"))}
    return [{**breath, "damage": chance.choice(fields["damage"]), "effects": chance.choice(fields["effects"])}]


def _chosen(chance: Random, fields: dict[str, tuple[Any, ...]]) -> dict[str, Any]:
    return {name: chance.choice(values) for name, values in _some(chance, fields, 0.4).items()}


def _some(chance: Random, entries: dict[str, Any], share: float) -> dict[str, Any]:
    return {name: value for name, value in entries.items() if chance.random() < share}
