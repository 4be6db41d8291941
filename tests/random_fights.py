"""Fights at random, and lines of the language at random: what may really be typed, and some nonsense.

Each is made of a seed, which costs a tenth of having Hypothesis draw every word and is more varied.
"""

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import strategies as st

from orcus_tui.commands.command_error import CommandError
from orcus_tui.commands.power_lines import compile_line
from orcus_tui.commands.vocabulary import per_system
from orcus_tui.model.fight import Fight
from orcus_tui.rules.system import System
from orcus_tui.session.dice_source import RandomDice
from orcus_tui.session.door import execute_line
from orcus_tui.session.session import Result, Session
from orcus_tui.storage.atomic import Disk
from orcus_tui.storage.encounter.from_tables import fight_from_table
from orcus_tui.storage.journal.recorder import JournalSettings
from orcus_tui.systems import SYSTEMS

CONDITIONS = tuple(dict.fromkeys(name for system in SYSTEMS.values() for name in system.conditions.table))

seeds = st.integers(0, 2**32)

# Fights

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
    "use": ("at-will", "encounter", "daily", "refresh 5,6", "recharge 11"),
    "range": ("melee", "ranged 10", "near burst 1", "far burst 2", "self"),
    "damage": ("1d8+3", "2d6 fire", "5", "1d10+2 cold and necrotic"),
    "crit": ("1d6",),
    "miss": ("half", "3", "none"),
    "text": ("As printed.",),
}
TO_HIT = (4, 6, -1, 9)
EFFECTS: tuple[dict[str, Any], ...] = (
    {"name": "dazed", "duration": "save"},
    {"persist": 5, "type": "fire"},
    {"regen": 5, "duration": "3r"},
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
    "resist": ({"fire": 5}, {"all": 2, "near": 10}),
    "vulnerable": ({"fire": 5}, {"cold": 10}),
    "immune": (["fire"], ["prone"], ["charm"]),
    "half": (["cold"],),
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
    "effect": ([EFFECTS[0]], [EFFECTS[1], EFFECTS[2]], [EFFECTS[3]]),
}
MAX_HP = (1, 8, 25, 60)
ON_A_TRACK: dict[str, tuple[Any, ...]] = {
    "resist": ({"lethal": 5}, {"all": 2, "ranged": 10}),
    "vulnerable": ({"nonlethal": 5},),
    "immune": (["nonlethal"], ["prone"], ["critical hits"]),
    "half": (["dazed"],),
    "abilities": ({"con": 3, "dex": 2}, {"con": -1}),
    "effect": ([EFFECTS[0]], [{"persist": 2, "type": "lethal"}, EFFECTS[3]]),
    "track": ({"hurt": 2, "bruised": 1}, {"wounded": True, "dazed": True}, {"dying": True, "unconscious": True}),
}
MONSTERS = ("standard", "elite", "boss", "mook", "minion", "villain", "object")


@per_system
def power_fields(system: System) -> dict[str, tuple[Any, ...]]:
    """What a power may say in this system."""
    lines = tuple([line] for line in POWER_LINES if _compiles(line, system))
    names = tuple(action.name for action in system.actions.kinds)
    own: dict[str, tuple[Any, ...]] = {
        "action": (*names, "free"),
        "maintain": (names[-1] if len(names) < 3 else names[2],),
        "effects": lines,
        "always": lines,
    }
    if "hp" not in system.health.fields:
        own["damage"] = ("3", "4 lethal", "0 nonlethal", "1d6+2")
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
    """What a creature may have in this system."""
    there = tuple(each for each in EFFECTS if each.get("name", "dazed") in system.conditions.table)
    fields = {**CREATURE_FIELDS, "effect": (list(there[:1]), list(there[1:]))}
    if not system.damage.numbered_resistances:
        fields |= {name: tuple(map(list, CREATURE_FIELDS[name])) for name in ("resist", "vulnerable")}
    if system.saves.abilities:
        fields["saves"] = ({"con": 2, system.saves.abilities[-1]: 5}, 2)
    if "hp" in system.health.fields:
        return fields
    counted = ("temp_hp", "regeneration", "recoveries", "recovery")
    return {**{name: values for name, values in fields.items() if name not in counted}, **ON_A_TRACK}


def fight_of(seed: int) -> Fight:
    """Ari and Cor, an ogre, three goblins of one group, and now and then rats in reserve and a mage; of any system."""
    chance = Random(seed)
    system = chance.choice(tuple(SYSTEMS.values()))
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
    table = {"format": 1, "name": "At random", "system": system.id, "options": options, "creature": tables}
    return fight_from_table(table)


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
        ],
        **_chosen(chance, creature_fields(system)),
    }


def _chosen(chance: Random, fields: dict[str, tuple[Any, ...]]) -> dict[str, Any]:
    return {name: chance.choice(values) for name, values in _some(chance, fields, 0.4).items()}


def _some(chance: Random, entries: dict[str, Any], share: float) -> dict[str, Any]:
    return {name: value for name, value in entries.items() if chance.random() < share}


# Lines

RANDOM_LINES = (
    # the turn
    "init [TARGETS]",
    "init TARGETS NUMBER",
    "init TARGETS face FACE",
    "begin [first WHO]",
    "next",
    "n",
    "preview",
    "next?",
    "surprise TARGETS",
    "delay [NUMBER]",
    'ready "the ogre moves"',
    "act WHO",
    "finish",
    "rest LENGTH",
    # hit points
    "damage TARGETS ROLLED [TYPE] [half] [miss] [crit] [RANGE] [face FACE] [by WHO] [missed TARGETS]",
    "d TARGETS ROLLED [TYPE]",
    "heal TARGETS ROLLED",
    "temp TARGETS ROLLED",
    "recover WHO [x2] [AMOUNT]",
    "rally [WHO]",
    "kill TARGETS",
    "knockout TARGETS",
    "revive WHO [NUMBER]",
    "stabilize WHO",
    # effects
    "apply TARGETS CONDITION [DURATION] [by WHO] [then CONDITION]",
    "apply TARGETS CONDITION+CONDITION [DURATION]",
    'apply TARGETS "on the ledge" [DURATION]',
    'persist TARGETS AMOUNT [TYPE] [DURATION] [by WHO] ["Hex"]',
    "regen TARGETS AMOUNT [DURATION]",
    "mark TARGETS [DURATION] [by WHO]",
    "bonus TARGETS CHANGE STAT [feat] [DURATION] [by WHO]",
    "resist TARGETS TYPE NUMBER [DURATION]",
    "vulnerable TARGETS TYPE NUMBER [DURATION]",
    "immune TARGETS TYPE [DURATION]",
    "remove TARGETS EFFECT",
    "remove TARGETS all",
    'remind TARGETS POINT "the floor is on fire" [DURATION] [by WHO]',
    "maintain [POWER]",
    "save WHO [EFFECT] [FACE] [CHANGE]",
    "deathsave WHO [FACE]",
    # doing
    "attack POWER TARGETS [by WHO] [CHANGE] [ca] [MANNER]",
    "attack POWER WHO [by WHO] [CHANGE] [ca] [face FACE] [hit NUMBER]",
    "attack POWER TARGETS [by WHO] EDGE",
    "attack POWER TARGETS [by WHO] [EDGE] face FACE,FACE",
    "attack! POWER WHO [by WHO] [total NUMBER]",
    "use POWER [TARGETS] [by WHO]",
    "use! POWER TARGETS",
    "do ACTION [TARGETS] [by WHO]",
    "spend WHO POWER",
    "recharge WHO POWER",
    "ap [WHO]",
    "spent WHO KIND",
    'roll AMOUNT ["a search"]',
    # who is there
    "add Wolf [x2] hp=NUMBER [init=NUMBER] [ac=NUMBER] [kind=mook]",
    'add "Two Words" x2 max_hp=NUMBER resist.fire=5',
    "drop TARGETS",
    "reserve TARGETS",
    "enter TARGETS",
    "set WHO FIELD VALUE",
    'note WHO "has the key"',
    "hide TARGETS",
    "reveal TARGETS",
    "side TARGETS SIDE",
    'rename WHO "Old Bones"',
    "move WHO PLACE WHO",
    "option OPTION",
    "counter WHO.conviction CHANGE",
    "counter WHO.luck NUMBER",
    # looking, undoing
    "show [WHO]",
    "why WHO [EFFECT]",
    "log [NUMBER]",
    "help [damage]",
    "undo [COUNT]",
    "redo [COUNT]",
    "z",
    "y",
    "amend [COUNT] AMENDMENT",
    "ask ASKED",
    "answer FACE",
    "answer COUNT FACE",
    "answer all",
    # verbs of one system
    "escalation TURNED",
    "ambush TARGETS",
    "grab WHO by WHO",
    "disengage [WHO] [FACE] [CHANGE]",
    "spirit WHO attack [by WHO]",
    "refocus",
    "check WHO CHECKED [FACE] [CHANGE]",
    "fatigue WHO",
    "counter WHO.conviction -1",
    "inspire WHO",
    "check TARGETS ABILITY [NUMBER] [ability] [EDGE] [face FACE] [CHANGE]",
    "convert",
    "convert!",
    "dodge [WHO]",
    "assist TARGETS [by WHO]",
    'alias hit "d ogre 5"',
    "hit",
)
NOT_HERE = ("write", "keep", "open", "run", "export", "quit")
"""Verbs whose lines need a file, or end the session: their tests are elsewhere."""

WORDS: dict[str, tuple[str, ...]] = {
    "TARGETS": (
        *("ari", "cor", "ogre", "goblin1", "g2", "g1-3", "ari,ogre", "gob*", ".", "@all", "@party", "@foes", "@up"),
        *("ari", "cor", "ogre", "goblin1", "g2", "g1-3", "ari,ogre", "gob*", ".", "@all", "@party", "@foes", "@up"),
        *("@neutral", "@staggered", "@down", "@dead", "@prone", "@foes,!g2", "rat1", "wolf", "nobody", "Old-Mage"),
    ),
    "WHO": (*("ari", "cor", "ogre", "goblin1", "g2", ".") * 3, "rat1", "wolf1", "old-mage", "nobody"),
    "AMOUNT": ("0", "1", "5", "7", "30", "100", "1d6", "2d6+4", "3d6kh2", "(1d8+2)*2", "d%", "1d6-4", "-2"),
    "ROLLED": ("0", "1", "5", "7", "30", "100", "1d6", "2d6+4", "1d6-4", "-2"),
    "TYPE": ("fire", "cold", "necrotic", "cold+fire", "lethal", "nonlethal"),
    "RANGE": ("melee", "ranged", "near", "far"),
    "FACE": ("1", "7", "10", "19", "20", "21"),
    "NUMBER": ("0", "1", "5", "14", "25"),
    "COUNT": ("1", "1", "2", "3", "9"),
    "CHANGE": ("+2", "-4", "+0"),
    "STAT": ("attack", "damage", "saves", "defenses", "ac", "will", "speed"),
    "CONDITION": CONDITIONS,
    "DURATION": (
        *("save", "save:16", "hard", "easy", "eont", "eont:ogre", "sont", "sont:ari", "teont", "tsont", "eot", "enc"),
        *("1r", "3r", 'until "it moves"', "save ends", "until the end of cor's next turn", "for 2 rounds"),
    ),
    "EFFECT": ("dazed", "prone", "fire", "#1", "#2", '"5 fire"', "persistent", "attack", "hp", "ac", "saves"),
    "POINT": ("start", "end"),
    "POWER": ("strike", "strike", "hex", "h"),
    "MANNER": ("coup", "charge"),
    "EDGE": ("adv", "dis"),
    "ABILITY": ("str", "dex", "con", "mana"),
    "ACTION": tuple(name for system in SYSTEMS.values() for name in system.actions.table),
    "TURNED": ("hold", "reduce", "reset"),
    "CHECKED": ("recovery", "dying", "wounded", "unconscious", "fatigue"),
    "KIND": ("standard", "move", "swift", "immediate", "quick", "interrupt", "opportunity", "open", "bonus"),
    "LENGTH": ("short", "long"),
    "FIELD": (
        *("hp", "recoveries", "max_hp", "temp_hp", "defenses.ac", "initiative", "notes", "kind", "resist.fire"),
        *("track.hurt", "track.dying", "track.dead"),
    ),
    "VALUE": ("true", "false", "0", "5", "12", "mook", "-3"),
    "SIDE": ("party", "foes", "neutral"),
    "PLACE": ("before", "after"),
    "OPTION": tuple(
        f"{key} {str(value).lower()}"
        for system in SYSTEMS.values()
        for key, option in system.options.items()
        for value in option.values or (2,)
    ),
    "ASKED": ("none", "party", "all"),
    "AMENDMENT": ("5", "+2", "ca", "face 17", "face 2", "ari", "cor,ogre", "hit 9", "save", "fire", "by ogre"),
}
_PARTS = re.compile(r"\[[^\]]*\]|[^\[]+")
_SLOTS = re.compile("|".join(sorted(WORDS, key=len, reverse=True)))
_LIKELY = ("next", "n", "attack strike WHO by WHO", "attack! strike TARGETS [ca]", "d TARGETS ROLLED [TYPE]") * 5
_SLIPS = ("", '"', "\\", "!", "+", " ", ",", "1", "é", "#", "\0", "\ud800", "99999999999999999999")


def line_by(chance: Random) -> str:
    """A line of the language: a form with what may be left out there or not, and words in its slots."""
    form = chance.choice(RANDOM_LINES + _LIKELY)
    kept = [part.strip("[]") for part in _PARTS.findall(form) if part[0] != "[" or chance.random() < 0.3]
    line = _SLOTS.sub(lambda slot: chance.choice(WORDS[slot[0]]), "".join(kept))
    return " ".join(line.split())


def damaged_line_of(seed: int) -> str:
    """A line of the language with a slip of the hand in it: a few signs gone, typed twice, or others for them."""
    chance = Random(seed)
    line = line_by(chance)
    place = chance.randint(0, len(line))
    end = place + chance.randint(0, 4)
    return line[:place] + chance.choice((*_SLIPS, line[place:end] * 2)) + line[end:]


def script_of(seed: int, length: int) -> list[str]:
    """Lines in a row; the fight has mostly begun before them. A shorter one of the same seed begins the same."""
    chance = Random(seed)
    opening = chance.choice((*(["begin"],) * 5, ["begin first ari"], ["ask all", "begin"], ["ask party", "begin"], []))
    return [*opening, *(line_by(chance) for _ in range(length))]


fights = seeds.map(fight_of)
damaged_lines = seeds.map(damaged_line_of)


def scripts(longest: int = 30) -> st.SearchStrategy[list[str]]:
    """Lines in a row."""
    return st.builds(script_of, seeds, st.integers(0, longest))


# Sessions

NO_SYNC = Disk(sync=lambda _: None, sync_folder=lambda _: None)
"""A disk that is not waited for: whether syncs are made is tested elsewhere."""


def session_on(
    fight: Fight, seed: int = 0, *, journal_settings: JournalSettings | None = None, encounter: Path | None = None
) -> Session:
    """A session whose dice fall the same for the same seed."""
    return Session(fight, RandomDice(Random(seed)), journal_settings=journal_settings, encounter=encounter)


def desk_at(folder: Path, disk: Disk = NO_SYNC) -> JournalSettings:
    """A desk at which it is always the same time."""
    return JournalSettings(folder, "orcus-tui test", lambda: "2026-01-01T20:15:00+00:00", disk)


def said(session: Session, line: str) -> Result:
    """What came of a line that says something."""
    result = execute_line(session, line)
    assert result is not None, line
    return result


def done(session: Session, *lines: str) -> list[str]:
    """The log of lines that must all succeed."""
    log: list[str] = []
    for line in lines:
        result = said(session, line)
        assert not result.error, f"{line}: {result.error}"
        log += result.log
    return log


@cache
def small_fight() -> Fight:
    """Two heroes, an ogre and three goblins, without surprises."""
    defenses = {"ac": 15, "fortitude": 14, "reflex": 13, "will": 12}
    strike = {"name": "Strike", "attack": "+5 vs AC", "damage": "1d8+3", "miss": "half"}
    hex_ = {
        "name": "Hex",
        "use": "encounter",
        "attack": "+5 vs Will",
        "damage": "2d6 fire",
        "effects": ["apply dazed save"],
    }
    common = {"defenses": defenses, "power": [strike, hex_]}
    tables = [
        {"name": "Ari", "kind": "pc", "max_hp": 40, "initiative_total": 20, "recoveries": 6, **common},
        {"name": "Cor", "kind": "pc", "max_hp": 30, "initiative_total": 15, "recoveries": 6, **common},
        {"name": "Ogre", "max_hp": 60, "initiative_total": 18, **common},
        {"name": "Goblin", "count": 3, "kind": "mook", "initiative_total": 10, **common},
    ]
    return fight_from_table({"format": 1, "name": "The ford", "system": "orcus", "creature": tables})
