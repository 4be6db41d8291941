"""Everyday words for verbs, actions and conditions.

The help finds entries by them, and the error of a line that begins with one suggests the verb. The most specific word
comes first.
"""

from collections.abc import Callable, Mapping

VERBS: Mapping[str, str] = {
    "init": "initiative roll for order",
    "begin": "start combat fight battle",
    "next": "pass done go end turn finish skip",
    "preview": "look ahead what will happen who is next upcoming",
    "surprise": "ambush surprised round",
    "delay": "wait hold turn later",
    "ready": "hold action trigger",
    "act": "delayed readied interrupt now",
    "finish": "end stop over win won victory combat fight battle xp experience",
    "rest": "sleep camp recover between fights",
    "damage": "hurt wound hp hit points lose deal take harm fall burn",
    "heal": "cure restore hp potion healing",
    "temp": "temporary hit points hp ward",
    "recover": "healing surge hit dice second wind",
    "rally": "second wind healing surge",
    "kill": "slay die dead death",
    "knockout": "knock out subdue unconscious nonlethal",
    "revive": "resurrect raise dead bring back",
    "stabilize": "first aid bleeding out dying",
    "apply": "condition status put on inflict",
    "persist": "ongoing damage over time bleed burn poison",
    "regen": "regenerate regeneration heal each turn",
    "mark": "taunt challenge marked",
    "bonus": "penalty modifier buff debuff bless plus minus",
    "resist": "resistance protection",
    "vulnerable": "vulnerability weakness",
    "immune": "immunity",
    "remove": "cure condition effect end stop stand up prone",
    "remind": "reminder note alarm zone aura area terrain hazard wall cloud",
    "maintain": "sustain keep up concentration",
    "save": "saving throw shake off",
    "deathsave": "death saving throw dying",
    "attack": "hit strike swing shoot to-hit roll flank flanking",
    "use": "cast spell power ability feature",
    "do": "maneuver action grapple push stand",
    "spend": "expend used up power",
    "recharge": "refresh power again back",
    "ap": "action point extra action",
    "spent": "used action reaction",
    "roll": "dice die throw check skill shove push",
    "add": "new monster spawn summon reinforcement reinforcements join",
    "drop": "delete creature leave flee",
    "reserve": "offstage wait later",
    "enter": "arrive reinforcement reinforcements appear join",
    "set": "edit change correct hp level statistic aura",
    "note": "remember comment",
    "hide": "invisible players secret stealth",
    "reveal": "show players unhide",
    "mask": "unknown name players disguise",
    "unmask": "reveal name players",
    "side": "charm dominate ally enemy switch",
    "rename": "name",
    "move": "initiative order reorder",
    "option": "house rule setting",
    "counter": "resource track points",
    "show": "stat block card creature status",
    "why": "explain where from modifiers",
    "log": "history what happened",
    "help": "commands keys manual",
    "undo": "back mistake oops revert previous turn",
    "redo": "again forward",
    "amend": "correct earlier mistake change",
    "ask": "players roll own dice",
    "answer": "question die roll",
    "write": "save file game",
    "keep": "save party heroes carry over",
    "open": "load file encounter",
    "run": "script macro",
    "export": "log share html markdown print",
    "alias": "shortcut macro short",
    "players": "second screen show browser window",
    "announce": "tell say players message",
    "quit": "exit leave close",
}
"""Other words for each verb."""

ACTIONS: Mapping[str, str] = {
    "shove": "push bull rush",
    "grapple": "grab wrestle hold",
    "escape": "break free grab",
    "release": "let go grab",
    "stand": "get up prone",
    "dash": "run sprint",
    "dodge": "defend",
    "totaldefense": "defend full dodge",
    "disengage": "withdraw shift step away",
    "help": "aid assist",
    "helpattack": "aid assist",
    "helpdefense": "aid assist",
    "aidattack": "help assist",
    "aiddefense": "help assist",
    "fall": "falling pit drop height",
    "hide": "stealth sneak",
    "search": "perception look",
    "trip": "knock prone",
    "disarm": "weapon",
    "flee": "run away retreat",
    "stabilize": "first aid",
    "firstaid": "stabilize dying",
    "rush": "push shove bull",
    "dropprone": "lie down",
    "down": "lie prone",
    "shoveprone": "push knock",
    "mount": "ride horse",
    "dismount": "ride horse",
}
"""Other words for each action of `do`."""

CONDITIONS: Mapping[str, str] = {
    "prone": "knocked down lying",
    "immobile": "immobilized rooted",
    "stuck": "immobilized rooted",
    "hampered": "slowed",
    "exposed": "grants combat advantage flat-footed",
    "grappled": "grabbed held",
    "grabbed": "grappled held",
    "controlled": "dominated charmed",
    "charmed": "dominated",
    "asleep": "sleeping",
    "fear": "frightened afraid",
    "frightened": "fear afraid",
    "staggered": "bloodied half hit points",
    "concealed": "concealment fog",
    "unconscious": "knocked out asleep",
}
"""Other words for each condition."""

SHORTEST = 3
"""The least number of letters of the beginning of an everyday word."""


def names_by_word(word: str, table: Mapping[str, str]) -> list[str]:
    """The names that have this as another word, the most specific first."""
    return _in_order(table, lambda each: each == word)


def names_by_beginning(start: str, table: Mapping[str, str]) -> list[str]:
    """The names that have another word with this beginning."""
    return _in_order(table, lambda each: each.startswith(start)) if len(start) >= SHORTEST else []


def _in_order(table: Mapping[str, str], fits: Callable[[str], bool]) -> list[str]:
    """The names with a word that fits; an earlier word comes first."""
    places = {name: [fits(each) for each in words.split()] for name, words in table.items()}
    return sorted((name for name, place in places.items() if any(place)), key=lambda name: places[name].index(True))
