"""Random lines of the command language, realistic ones and some nonsense, each from a seed."""

import re
from random import Random

from orcus_tui.commands.names import vocabulary
from orcus_tui.rules.system import System
from orcus_tui.systems import SYSTEMS

CONDITIONS = tuple(dict.fromkeys(name for system in SYSTEMS.values() for name in system.conditions.table))
USUAL_TYPES = ("fire", "cold", "necrotic")


def types_of(system: System) -> tuple[str, str, str]:
    """Three types of damage: the usual types that the system has, then its own.

    They are only three, so that random lines often deal the types that random fights resist.
    """
    usual = [each for each in USUAL_TYPES if each in vocabulary(system).damage_types]
    first, second, third = (*usual, *system.words.damage_types * 3)[:3]
    return first, second, third


RANDOM_LINES = (
    # the turn
    "init [TARGETS]",
    "init TARGETS NUMBER",
    "init TARGETS face FACE",
    "init TARGETS NUMBER tie FACE,FACE",
    "begin [first WHO]",
    "next",
    "n",
    "next TARGETS",
    "preview",
    "preview TARGETS",
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
    "d TARGETS ROLLED [fi] [ha] [b WHO]",
    "d TARGETS ROLLED BEGUN",
    "heal TARGETS ROLLED",
    "temp TARGETS ROLLED [DURATION]",
    "recover WHO [x2] [AMOUNT]",
    "rally [WHO] [NUMBER]",
    "rally WHO face FACE",
    "kill TARGETS",
    "knockout TARGETS",
    "revive WHO [NUMBER]",
    "stabilize WHO",
    # effects
    "apply TARGETS CONDITION [& persist AMOUNT TYPE] [& bonus CHANGE STAT] [DURATION] [by WHO] [then CONDITION]",
    "apply TARGETS CONDITION save [then CONDITION] [then CONDITION] [after CONDITION eont]",
    "apply TARGETS CONDITION+CONDITION [DURATION]",
    'apply TARGETS "on the ledge" [DURATION]',
    'persist TARGETS AMOUNT [TYPE] [DURATION] [by WHO] ["Hex"]',
    "regen TARGETS AMOUNT [DURATION]",
    "mark TARGETS [DURATION] [by WHO]",
    "bonus TARGETS +1 crit [DURATION]",
    "bonus TARGETS CHANGE STAT [feat] [once] [DURATION] [by WHO]",
    "resist TARGETS TYPE NUMBER [DURATION]",
    "vulnerable TARGETS TYPE NUMBER [DURATION]",
    "immune TARGETS TYPE [DURATION]",
    "remove TARGETS EFFECT",
    'zone fog [TARGETS] ["damage 5"] [start] [DURATION] [by WHO]',
    'zone gloom TARGETS "bonus -2 attack" inside [DURATION]',
    "into fog TARGETS",
    "outof fog TARGETS",
    "remove zone fog",
    "remove TARGETS all",
    'remind TARGETS POINT "the floor is on fire" [DURATION] [by WHO]',
    'remind round COUNT "the lid falls"',
    "maintain [POWER] [by WHO]",
    "save WHO [EFFECT] [FACE] [CHANGE]",
    'save WHO "the pit" [FACE]',
    "deathsave WHO [FACE] [NUMBER]",
    # actions
    "attack POWER TARGETS [by WHO] [CHANGE] [ca] [MANNER]",
    "attack POWER WHO [by WHO] [CHANGE] [ca] [face FACE] [hit NUMBER]",
    "attack POWER TARGETS [by WHO] EDGE",
    "attack POWER TARGETS [by WHO] [EDGE] face FACE,FACE",
    "attack POWER WHO [b WHO] FACE [NUMBER]",
    "attack POWER TARGETS by TARGETS [hit NUMBER]",
    "attack POWER WHO by g1,g2 FACE,FACE",
    "attack POWER TARGETS [fa FACE,FACE] [hi NUMBER]",
    "attack! POWER WHO [by WHO] [total NUMBER]",
    "use POWER [TARGETS] [by WHO] [face FACE] [hit AMOUNT]",
    "use! POWER TARGETS",
    "use POWER [TARGETS] [by WHO] slot COUNT",
    "attack POWER TARGETS [by WHO] slot COUNT",
    "do ACTION [TARGETS] [by WHO]",
    "do fall NUMBER [TARGETS]",
    "do ACTION [TARGETS] [by WHO] roll",
    "do ACTION WHO face FACE,FACE",
    "check TARGETS str [NUMBER] [FACE] [CHANGE]",
    'check TARGETS con NUMBER "cold"',
    "contest WHO str WHO dex [face FACE,FACE]",
    "do stabilize WHO [FACE]",
    "spend WHO POWER",
    "recharge WHO POWER",
    "spend WHO POWER COUNT",
    "recharge WHO POWER COUNT",
    "ap [WHO]",
    "spent WHO KIND",
    'roll AMOUNT ["a search"]',
    # creatures
    "add Wolf [x2] hp=NUMBER [init=NUMBER] [ac=NUMBER] [kind=mook]",
    "add WHO [x1d4] [hp=ROLLED]",
    "add Wolf x1d4 hp=2d6 [hit_dice=1d8]",
    "add Wolf hp=dice",
    'add "Two Words" x2 max_hp=NUMBER resist.fire=5',
    "drop TARGETS",
    "reserve TARGETS",
    "enter TARGETS",
    "summon WHO [xNUMBER] [by WHO]",
    "share TARGETS with WHO",
    "share TARGETS off",
    "share TARGETS",
    "set WHO FIELD VALUE",
    'note WHO "has the key"',
    "hide TARGETS",
    "reveal TARGETS",
    'mask TARGETS ["The Count"]',
    "unmask TARGETS",
    "players hp bar [for TARGETS]",
    "players names unknown [for TARGETS]",
    "players defeated gone for TARGETS",
    "players timer NUMBER",
    "players hidden_turn enemies",
    "players input on",
    "players input PROPOSED [off] [for TARGETS]",
    "players input PROPOSED propose [for TARGETS]",
    "players input PROPOSED do for TARGETS",
    "players inbox",
    "players accept [COUNT]",
    "players refuse [COUNT]",
    "players seats",
    "players unseat WHO",
    "players new address",
    'announce "The lid falls"',
    'announce ""',
    "side TARGETS SIDE",
    'rename WHO "Old Bones"',
    "move WHO PLACE WHO",
    "option OPTION",
    "counter WHO.conviction CHANGE",
    "counter WHO.luck NUMBER",
    "counter WHO.ki CHANGE",
    # forms, outcomes, time, challenges
    "become TARGETS WHO",
    "become TARGETS WHO own",
    "become TARGETS bear",
    "become TARGETS bat own",
    "become TARGETS back",
    "outcome TARGETS OUTCOME",
    "pass TIME",
    'timer "Torch" TIME',
    "timer Torch off",
    'challenge "Free them" COUNT before COUNT',
    "success [COUNT]",
    'failure "Free them" [COUNT]',
    "counter Alarm CHANGE",
    # the campaign
    "campaign",
    "campaign add road.toml",
    "campaign skip road.toml",
    "campaign leave award",
    'award NUMBER ["The rescue"] [for TARGETS]',
    'found "A ring" [NUMBER] [by WHO]',
    'give "A ring" to WHO',
    "history WHO",
    "recap",
    # lookups, undo
    "show [WHO]",
    "why WHO [EFFECT]",
    "log [NUMBER]",
    "help [damage]",
    "undo [COUNT]",
    "undo turn",
    "redo [COUNT]",
    "z",
    "y",
    "amend [COUNT] AMENDMENT",
    "before bonus TARGETS CHANGE attack eot",
    "before heal TARGETS NUMBER",
    "ask ASKED",
    "answer FACE",
    "answer COUNT FACE",
    "answer roll",
    "answer COUNT roll",
    "answer all",
    "from TARGET: answer FACE",
    "accept",
    "accept COUNT",
    "accept [COUNT] TARGETS",
    "accept COUNT COUNT",
    "decline [COUNT]",
    "decline all",
    # verbs of one system
    "escalation TURNED",
    "ambush TARGETS",
    "grab WHO by WHO",
    "disengage [WHO] [FACE] [CHANGE]",
    "disengage [WHO] free",
    "engage TARGETS [by WHO]",
    "spirit WHO attack [by WHO]",
    "refocus",
    "check WHO CHECKED [FACE] [CHANGE]",
    "check TARGETS SAVED [NUMBER] [face FACE] [CHANGE]",
    "rest minute",
    "legendary WHO [last]",
    "fatigue WHO",
    "counter WHO.conviction -1",
    "inspire WHO",
    "inspire WHO last",
    "rest postponed",
    "lashout [WHO] [FACE]",
    "check TARGETS ABILITY [NUMBER] [ability] [EDGE] [face FACE] [CHANGE]",
    "convert",
    "convert!",
    "dodge [WHO]",
    "assist TARGETS [by WHO]",
    'alias hit "d ogre 5"',
    "hit",
    "macro again COUNT",
    "again WHO WHO",
)
"""The forms of the lines: parts in square brackets are optional, and `WORDS` has the words of each slot.

Every verb has a form here, those of one system as well.
"""
NOT_HERE = ("write", "keep", "open", "run", "export", "quit")
"""Verbs whose lines need a file or end the session; they are tested elsewhere."""

WORDS: dict[str, tuple[str, ...]] = {
    "TARGETS": (
        *("ari", "cor", "ogre", "goblin1", "g2", "g1-3", "ari,ogre", "gob*", ".", "@all", "@party", "@foes", "@up") * 2,
        *("@hit", "@missed", "@failed", "@saved", "@fo"),
        *("@neutral", "@staggered", "@down", "@dead", "@prone", "@foes,!g2", "rat1", "wolf", "nobody", "Old-Mage"),
    ),
    "WHO": (*("ari", "cor", "ogre", "goblin1", "g2", ".") * 3, "rat1", "wolf1", "old-mage", "nobody"),
    "AMOUNT": ("0", "1", "5", "7", "30", "100", "1d6", "2d6+4", "3d6kh2", "(1d8+2)*2", "d%", "1d6-4", "-2"),
    "ROLLED": ("0", "1", "5", "7", "30", "100", "1d6", "2d6+4", "1d6-4", "-2"),
    "TYPE": (*dict.fromkeys(each for system in SYSTEMS.values() for each in types_of(system)), "cold+fire"),
    "RANGE": ("melee", "ranged", "near", "far"),
    "FACE": ("1", "7", "10", "19", "20", "21"),
    "NUMBER": ("0", "1", "5", "14", "25"),
    "COUNT": ("1", "1", "2", "3", "9"),
    "CHANGE": ("+2", "-4", "+0"),
    "STAT": ("attack", "damage", "saves", "defenses", "ac", "will", "speed"),
    "CONDITION": CONDITIONS,
    "DURATION": (
        *("save", "save:16", "hard", "easy", "eont", "eont:ogre", "sont", "sont:ari", "teont", "tsont", "eot", "enc"),
        *(
            "1r",
            "3r",
            "while prone",
            'until "it moves"',
            "save ends",
            "until the end of cor's next turn",
            "for 2 rounds",
        ),
    ),
    "EFFECT": ("dazed", "prone", "fire", "#1", "#2", '"5 fire"', "persistent", "attack", "hp", "ac", "saves"),
    "POINT": ("start", "end"),
    "POWER": ("strike", "strike", "hex", "h"),
    "MANNER": ("coup", "charge", "surprise", "twoweapons", "offhand", "combined"),
    "EDGE": ("adv", "dis"),
    "ABILITY": ("str", "dex", "con", "mana"),
    "ACTION": tuple(name for system in SYSTEMS.values() for name in system.do_actions),
    "TURNED": ("hold", "reduce", "reset"),
    "SAVED": ("fortitude", "reflex", "will", "str", "dex"),
    "CHECKED": ("recovery", "dying", "wounded", "unconscious", "fatigue"),
    "KIND": ("standard", "move", "swift", "immediate", "quick", "interrupt", "opportunity", "open", "bonus"),
    "LENGTH": ("short", "long"),
    "FIELD": (
        *("hp", "recoveries", "max_hp", "temp_hp", "defenses.ac", "initiative", "notes", "kind", "resist.fire"),
        *("track.hurt", "track.dying", "track.dead"),
    ),
    "VALUE": ("true", "false", "0", "5", "12", "mook", "-3"),
    "OUTCOME": ("slain", "fled", "captured", "spared", "absent"),
    "TIME": ("10m", "1h", "8h", "1d", "3r", "99h"),
    "PROPOSED": ("roll", "done", "hp", "did", "react", "recover", "note"),
    "SIDE": ("party", "foes", "neutral"),
    "PLACE": ("before", "after"),
    "OPTION": tuple(
        f"{key} {str(value).lower()}"
        for system in SYSTEMS.values()
        for key, option in system.options.items()
        for value in option.values or (2,)
    ),
    "BEGUN": ("f", "fi+co", "c", "m", "sa", "e", "nec", "b ari"),
    "ASKED": ("none", "party", "all"),
    "AMENDMENT": ("5", "+2", "ca", "face 17", "face 2", "ari", "cor,ogre", "hit 9", "save", "fire", "by ogre"),
}
LONG_TARGETS = (
    *("goblinNUMBER", "gNUMBER", "gNUMBER-200", "1-NUMBER", "!gNUMBER", "bat1-NUMBER", "oNUMBER", "goblin", "ogre"),
    *("*", "ari", "g*", "gob*", "@all", "@foes", "@up", "@staggered", "!@party", ".", '"Old Mage"', "x", "nobody"),
)
"""The parts of long lists of targets."""
LONG_PARTS: dict[str, tuple[str, tuple[str, ...]]] = {
    "apply @all ": ("+", ('"word NUMBER"', "prone", "dazed")),
    "apply @all prone ": (" ", ('& apply "word NUMBER"', "& bonus -1 attack", "& persist 1", "& mark")),
    "apply @all dazed save ": (" ", ("then dazed", 'then "word NUMBER"')),
    "damage @all 5 ": ("+", ("fire", "cold", "NUMBER")),
    "add Wolf x200 hp=1 ": (" ", ("counters.lNUMBER=1", "resist.fire=NUMBER", "notes=NUMBER")),
    "attack strike @all ": (",", ("NUMBER", "20")),
}
"""Beginnings of lines, with the separators and the parts that may follow."""
_PARTS = re.compile(r"\[[^\]]*\]|[^\[]+")
_SLOTS = re.compile("|".join(sorted(WORDS, key=len, reverse=True)))
_LIKELY = ("next", "n", "attack strike WHO by WHO", "attack! strike TARGETS [ca]", "d TARGETS ROLLED [TYPE]") * 5
_SLIPS = ("", '"', "\\", "!", "+", " ", ",", "1", "é", "#", "\0", "\ud800", "99999999999999999999")


def line_by(chance: Random) -> str:
    """A line of the language: a form with or without its optional parts, and words in its slots."""
    form = chance.choice(RANDOM_LINES + _LIKELY)
    kept = [part.strip("[]") for part in _PARTS.findall(form) if part[0] != "[" or chance.random() < 0.3]
    line = _SLOTS.sub(lambda slot: chance.choice(WORDS[slot[0]]), "".join(kept))
    return " ".join(line.split())


def damaged_line_of(seed: int) -> str:
    """A line of the language with a typing mistake: characters missing, doubled or replaced."""
    chance = Random(seed)
    line = line_by(chance)
    place = chance.randint(0, len(line))
    end = place + chance.randint(0, 4)
    return line[:place] + chance.choice((*_SLIPS, line[place:end] * 2)) + line[end:]


def script_of(seed: int, length: int) -> list[str]:
    """A list of lines, usually including `begin`. A shorter list with the same seed begins a longer one."""
    chance = Random(seed)
    opening = chance.choice((*(["begin"],) * 5, ["begin first ari"], ["ask all", "begin"], ["ask party", "begin"], []))
    return [*opening, *(line_by(chance) for _ in range(length))]
