"""Lines that fit a fight: they name its creatures, powers, effects and questions, so most succeed."""

import re
from collections.abc import Callable, Iterable, Mapping
from random import Random

from orcus_tui.commands.lexer import as_one_word
from orcus_tui.commands.targets import in_play, in_reserve
from orcus_tui.model.fight import Fight
from orcus_tui.rules.in_force import creature_standing
from orcus_tui.systems import SYSTEMS, view_of
from tests.campaign.inputs.lines import types_of

FORMS: Mapping[str, int] = {
    "next": 40,
    "next GROUP": 3,
    "attack POWER TARGETS": 12,
    "attack! POWER TARGETS": 6,
    "use! POWER TARGETS": 4,
    "do ACTION TARGETS": 4,
    "do ACTION WHO roll": 2,
    "check TARGETS str NUMBER": 1,
    'check WHO con 9 "cold"': 1,
    "contest WHO str WHO dex": 1,
    "damage TARGETS NUMBER TYPE": 6,
    "heal TARGETS NUMBER": 4,
    "temp WHO NUMBER": 1,
    "apply TARGETS CONDITION DURATION": 5,
    "apply TARGETS CONDITION DURATION by WHO": 3,
    'apply TARGETS "on the ledge" DURATION': 1,
    "apply WHO CONDITION save then CONDITION": 2,
    "persist TARGETS NUMBER TYPE save": 3,
    "bonus TARGETS +2 attack DURATION": 2,
    "bonus WHO -2 con DURATION": 1,
    "mark WHO by WHO": 2,
    "resist WHO TYPE 5 DURATION": 1,
    "regen WHO 2 DURATION": 1,
    "remind WHO end CONDITION DURATION": 1,
    'remind round ROUND "the lid falls"': 1,
    "remove EFFECT": 3,
    'zone fog TARGETS "damage 3" end DURATION': 1,
    'zone gloom TARGETS "bonus -2 attack" inside enc by WHO': 1,
    "into fog WHO": 2,
    "into gloom WHO": 2,
    "outof gloom TARGETS": 1,
    "damage @fog NUMBER": 1,
    "remove zone fog": 1,
    "save WHO": 2,
    "rally WHO": 2,
    "recover WHO": 1,
    "deathsave DOWN": 1,
    "stabilize DOWN": 1,
    "heal DOWN NUMBER": 3,
    "revive DEAD 9": 3,
    "maintain": 1,
    "maintain by WHO": 1,
    "delay": 2,
    'ready "the ogre moves"': 2,
    "act WAITING": 6,
    "answer FACE": 8,
    "answer QUESTION FACE": 6,
    "answer QUESTION roll": 2,
    "answer all": 2,
    "ask ASKED": 1,
    "enter RESERVE": 2,
    "reserve WHO": 1,
    "add WHO": 1,
    "summon WHO by WHO": 1,
    "share WHO with WHO": 1,
    "share WHO off": 1,
    "add Newcomer x2 hp=30": 1,
    "drop DEAD": 1,
    "move WHO before WHO": 1,
    "side WHO neutral": 1,
    "hide WHO": 1,
    "mask WHO": 1,
    "become WHO WHO": 1,
    "become WHO WHO own": 1,
    "become WHO back": 1,
    "outcome WHO fled": 1,
    'timer "Torch" 3r': 1,
    'challenge "Free them" 6 before 3': 1,
    "success": 1,
    "undo": 5,
    "undo NUMBER": 1,
    "undo turn": 2,
    "redo": 3,
    "amend 2 NUMBER": 1,
    "before bonus WHO +2 attack eot": 1,
    "before heal WHO NUMBER": 1,
    "roll d20": 1,
}
"""Forms of lines with their weights and slots of `WORDS`; if a slot has no word in a fight, the line is `next`."""
INSTEAD = "next"
DURATIONS = ("save", "eont", "sont", "enc", "2r", "3r", "eot")
MOST_TARGETS = 3


def fitting_line(chance: Random, fight: Fight) -> str:
    """A line that fits the fight: `begin` in setup, later one of `FORMS`."""
    if fight.phase != "turns":
        return "begin"
    form = chance.choices(list(FORMS), list(FORMS.values()))[0]
    words = {slot: WORDS[slot](chance, fight) for slot in dict.fromkeys(_SLOTS.findall(form))}
    return _SLOTS.sub(lambda slot: words[slot[0]], form) if all(words.values()) else INSTEAD


def _one_of(chance: Random, words: Iterable[str]) -> str:
    """A random word, quoted for a line; empty without words."""
    choices = list(words)
    return as_one_word(chance.choice(choices)) if choices else ""


def _present(fight: Fight) -> list[str]:
    return [each for each, state in fight.states.items() if in_play(state)]


def _in_reserve(fight: Fight) -> list[str]:
    return [each for each, state in fight.states.items() if in_reserve(state)]


def _with_standing(fight: Fight, standing: str) -> list[str]:
    return [each for each in fight.states if creature_standing(view_of(fight), each) == standing]


def _targets(chance: Random, fight: Fight) -> str:
    present = _present(fight)
    return ",".join(map(as_one_word, chance.sample(present, min(chance.randint(1, MOST_TARGETS), len(present)))))


def _group(_: Random, fight: Fight) -> str:
    """The members of the active creature's group."""
    group = fight.sheets[fight.active].group if fight.active else ""
    members = [each for each in _present(fight) if group and fight.sheets[each].group == group]
    return ",".join(map(as_one_word, members)) if len(members) > 1 else ""


def _power(chance: Random, fight: Fight) -> str:
    powers = fight.sheets[fight.active].powers if fight.active else ()
    return _one_of(chance, (each.name for each in powers))


def _effect(chance: Random, fight: Fight) -> str:
    """A creature and the number of an effect on it."""
    there = [(creature, effect.id) for creature in _present(fight) for effect in fight.states[creature].effects]
    if not there:
        return ""
    creature, effect = chance.choice(there)
    return f"{as_one_word(creature)} #{effect}"


def _face(chance: Random, fight: Fight) -> str:
    """A face of the die that the oldest question asks for."""
    return str(chance.randint(1, fight.questions[0].die)) if fight.questions else ""


WORDS: Mapping[str, Callable[[Random, Fight], str]] = {
    "TARGETS": _targets,
    "WHO": lambda chance, fight: _one_of(chance, _present(fight)),
    "DOWN": lambda chance, fight: _one_of(chance, _with_standing(fight, "down")),
    "DEAD": lambda chance, fight: _one_of(chance, _with_standing(fight, "dead")),
    "RESERVE": lambda chance, fight: _one_of(chance, _in_reserve(fight)),
    "WAITING": lambda chance, fight: _one_of(chance, (*fight.delayed, *fight.readied)),
    "GROUP": _group,
    "POWER": _power,
    "ACTION": lambda chance, fight: _one_of(chance, SYSTEMS[fight.system].do_actions),
    "CONDITION": lambda chance, fight: _one_of(chance, SYSTEMS[fight.system].conditions.table),
    "DURATION": lambda chance, _: chance.choice(DURATIONS),
    "EFFECT": _effect,
    "TYPE": lambda chance, fight: chance.choice(types_of(SYSTEMS[fight.system])),
    "QUESTION": lambda chance, fight: str(chance.choice(fight.questions).id) if fight.questions else "",
    "FACE": _face,
    "ROUND": lambda _, fight: str(fight.round + 1),
    "ASKED": lambda chance, _: chance.choice(("none", "party", "all")),
    "NUMBER": lambda chance, _: str(chance.randint(1, 9)),
}
_SLOTS = re.compile("|".join(rf"\b{slot}\b" for slot in WORDS))
