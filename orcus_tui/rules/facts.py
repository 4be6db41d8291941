"""Facts of a moment: each word is tested only when a row has it."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from fnmatch import fnmatchcase
from functools import lru_cache
from typing import Literal

from msgspec import Struct

from orcus_tui.model.creature import Sheet, Track
from orcus_tui.model.damage import Damage
from orcus_tui.model.facts import ESCALATION, NUMBERED, SEES, Fact, FactNumber, Facts
from orcus_tui.model.fight import Fight, is_enemy
from orcus_tui.model.modifier import When
from orcus_tui.model.power import Power
from orcus_tui.model.text import name_key
from orcus_tui.rules.in_force import (
    Test,
    conditions_in_force,
    has_standing,
    held_conditions,
    is_on_side,
    is_staggered,
)
from orcus_tui.rules.system import FightView, System
from orcus_tui.rules.system.attacks import PowerUse, Strike

About = Literal["other", "bearer", "attack"]
"""The subject of the words: the bearer's opponent or target, the bearer itself, or only the attack."""

CREATURE_TYPES: tuple[str, ...] = (
    "aberration", "animal", "animate", "aquatic", "automaton", "beast", "celestial", "construct", "cosmic", "demon",
    "devil", "dragon", "elemental", "fey", "fiend", "giant", "goblinoid", "human", "humanoid", "immortal",
    "incorporeal", "magical", "monstrosity", "monstrous", "natural", "ooze", "outsider", "plant", "reptile", "shadow",
    "shapechanger", "spider", "spirit", "supernatural", "swarm", "titan", "undead", "vermin",
)  # fmt: skip
"""The types and tags of creatures that are facts in every fight, even if no creature has them."""
POWER_TAGS: tuple[str, ...] = (
    "acid", "arcane", "basic", "charm", "cold", "divine", "fear", "fire", "force", "healing", "illusion", "implement",
    "lightning", "magic", "magical", "maneuver", "martial", "necrotic", "poison", "primal", "psyche", "psychic",
    "radiant", "sleep", "spell", "stance", "summoning", "tactical", "teleportation", "thunder", "weapon", "zone",
)  # fmt: skip
"""The tags of powers that are facts in every fight."""


class Moment(Struct, frozen=True):
    """A moment at which facts are tested: a creature and, where there are any, its opponent and an attack.

    `bearer` has the modifier or uses the power, `other` is its target or its attacker. `use` is an attack, or the use
    of a power, by either of them; `damage` is the damage dealt; `types` are the damage types or words of the effect
    that a save is against. `outcome` is `hit`, `miss` or `crit`, once it is known. `advantage` returns which of `ca`,
    `adv` and `dis` the attack has; it is None while that is not known.
    """

    view: FightView
    bearer: str
    other: str = ""
    use: PowerUse | None = None
    damage: Damage | None = None
    types: tuple[str, ...] = ()
    outcome: str = ""
    advantage: Callable[[], Collection[str]] | None = None

    @property
    def has_attack(self) -> bool:
        """Whether there is an attack, or its damage, that words can describe."""
        return self.use is not None or self.damage is not None

    @property
    def fight(self) -> Fight:
        """The fight at this moment."""
        return self.view.fight


def counts_when(when: When, moment: Moment) -> bool:
    """Whether a modifier counts; a row about an opponent or an attack does not count without one."""
    if when.during is not None and not holds(when.during, moment, "bearer"):
        return False
    if when.using is not None and not (moment.has_attack and holds(when.using, moment, "attack")):
        return False
    if when.against is None:
        return True
    return bool(moment.other or moment.types or moment.has_attack) and holds(when.against, moment, "other")


def holds(facts: Facts, moment: Moment, about: About) -> bool:
    """Whether facts are true of the opponent, of the bearer, or of the attack alone."""
    for group in facts.any_of:
        for fact in group:
            if not is_true(fact, moment, about):
                break
        else:
            return True
    return False


def is_true(fact: Fact, moment: Moment, about: About) -> bool:
    """Whether one fact is true: in any meaning of its word."""
    named = moment.other if about == "other" else moment.bearer if about == "bearer" else ""
    fight = moment.view.fight
    creature = named if named in fight.states else ""
    if fact.number is not None:
        return _has_number(fact.word, fact.number, fight, creature) != fact.negated
    if fact.word == SEES:
        return bool(creature and _has_in_sight(moment, creature, fact.other)) != fact.negated
    found = (creature and _is_creature(fact.word, moment, creature)) or _is_attack(fact.word, moment)
    return bool(found) != fact.negated


def _has_number(word: str, number: FactNumber, fight: Fight, creature: str) -> bool:
    """Whether a number of the fight, or of a creature if one is given, fits a fact."""
    if word == "round":
        return number.matches(fight.round)
    if word == ESCALATION:
        return number.matches(fight.counters.get(ESCALATION, 0))
    if not creature:
        return False
    state = fight.states[creature]
    if word == "hp":
        if state.hp is None:
            return False
        return number.matches(100 * state.hp / (fight.sheets[creature].max_hp or 1) if number.is_share else state.hp)
    held = sum(each.name == word for each in state.effects)
    return held > 0 and number.matches(held)


# A creature


def _is_creature(word: str, moment: Moment, creature: str) -> bool:
    view = moment.view
    test = _CREATURE_WORDS.get(word)
    if test is not None and test(moment, creature):
        return True
    if word == creature or word in conditions_in_force(view, creature):
        return True
    sheet, state = view.fight.sheets[creature], view.fight.states[creature]
    if word in printed_words(sheet.kind, sheet.type, sheet.tags):
        return True
    if state.effects and name_key(word) in [name_key(each.name) for each in state.effects if each.kind == "other"]:
        return True
    zones = view.fight.zones
    if word in zones and creature in zones[word].inside:
        return True
    return name_key(sheet.name) == word or ("*" in word and fnmatchcase(creature, word))


@lru_cache(maxsize=4096)
def printed_words(kind: str, type_: str, tags: tuple[str, ...]) -> frozenset[str]:
    """A creature's kind, type and tags, as whole names and word by word, folded."""
    texts = (kind, type_, *tags)
    parts = [part for text in texts for part in re.findall(r"[^\s,()/]+", text)]
    return frozenset(name_key(each) for each in (*texts, *parts) if each)


def _is_unhurt(moment: Moment, creature: str) -> bool:
    state, sheet = moment.fight.states[creature], moment.fight.sheets[creature]
    if state.track is not None:
        return state.track == Track()
    return state.hp is not None and sheet.max_hp is not None and state.hp >= sheet.max_hp


def sees(view: FightView, creature: str, other: str) -> bool:
    """Whether one creature sees another, by their conditions."""
    own, of_other = held_conditions(view, creature), held_conditions(view, other)
    return not any(each.blind for each in own.values()) and not any(each.unseen for each in of_other.values())


def _has_in_sight(moment: Moment, creature: str, other: str) -> bool:
    """Whether a creature sees another that is present and alive; true for itself, and for an unknown creature."""
    state = moment.fight.states.get(other)
    if state is None or other == creature:
        return True
    return state.life != "dead" and state.place == "here" and sees(moment.view, creature, other)


def _is_ally(moment: Moment, creature: str) -> bool:
    return moment.fight.sheets[creature].side == moment.fight.sheets[moment.bearer].side


def _in_view(test: Test) -> Callable[[Moment, str], bool]:
    return lambda moment, creature: test(moment.view, creature)


_CREATURE_WORDS: Mapping[str, Callable[[Moment, str], bool]] = {
    "staggered": _in_view(is_staggered),
    "unhurt": _is_unhurt,
    "up": _in_view(has_standing("up")),
    "down": _in_view(has_standing("down")),
    "dead": _in_view(has_standing("dead")),
    "foe": lambda moment, creature: is_enemy(moment.fight, moment.bearer, creature),
    "ally": _is_ally,
    "party": _in_view(is_on_side("party")),
    "foes": _in_view(is_on_side("foes")),
    "neutral": _in_view(is_on_side("neutral")),
    "seen": lambda moment, creature: sees(moment.view, moment.bearer, creature),
    "engaged": lambda moment, creature: bool(moment.fight.states[creature].engaged),
    "marked": lambda moment, creature: any(each.kind == "mark" for each in moment.fight.states[creature].effects),
}


# An attack and its damage


def _is_attack(word: str, moment: Moment) -> bool:
    if word in moment.types:
        return True
    if moment.use is not None and _is_use(word, moment, moment.use):
        return True
    dealt = moment.damage
    if dealt is not None and (word in (dealt.range, *dealt.types, *dealt.tags) or name_key(dealt.power) == word):
        return True
    outcome = moment.outcome or _outcome(dealt)
    return word == outcome or (word == "hit" and outcome == "crit")


def _outcome(dealt: Damage | None) -> str:
    return "" if dealt is None or dealt.persistent else "crit" if dealt.crit else "miss" if dealt.missed else "hit"


def _is_use(word: str, moment: Moment, use: PowerUse) -> bool:
    power = use.power
    if word == power.origin or word in _power_words(power.name, power.tags, power.types):
        return True
    step = use.step if isinstance(use, Strike) else None
    if step is not None and word in (step.manner, step.advantage):
        return True
    if word == "opportunity":
        return power.action == word or (step is not None and step.opportunity)
    if word == "marker":
        targets: Collection[str] = step.targets if step is not None else (moment.other,)
        held = moment.view.fight.states[use.source].effects
        return any(each.kind == "mark" and each.source in targets for each in held)
    return word in ("ca", "adv", "dis") and moment.advantage is not None and word in moment.advantage()


@lru_cache(maxsize=4096)
def _power_words(name: str, tags: tuple[str, ...], types: tuple[str, ...]) -> frozenset[str]:
    return frozenset(name_key(each) for each in (name, *tags, *types))


# The words that can be facts


def known_facts(system: System, fight: Fight) -> dict[str, str]:
    """Every word that is a fact in a fight, folded, with its meaning, except numbers and names in quotes."""
    known = {name_key(name): each.means for name, each in system.conditions.table.items()}
    known |= {
        "unhurt": "has lost no hit points",
        "staggered": "at half of its hit points, or as its stat block says",
        "up": "a creature that is up",
        "down": "at 0 hit points or fewer, not dead",
        "foe": "an enemy of the creature with the modifier",
        "ally": "on the side of the creature with the modifier",
        "engaged": "at close quarters with another creature",
    }
    known |= dict.fromkeys(system.creatures.kinds, "a kind of creature")
    known |= dict.fromkeys(system.words.ranges, "an attack with this range")
    known |= {each: f"the attack has {each}" for each in system.words.advantage_words}
    known |= {name_key(each): means for each, means in system.words.manners.items()}
    known |= {
        "hit": "the attack hits",
        "miss": "the attack misses",
        "crit": "the attack is a critical hit",
        "opportunity": "an opportunity attack",
    }
    if "marked" in system.conditions.table:
        known["marker"] = "the creature that marked the attacker is among the targets"
    known |= {name_key(each): "a damage type" for each in system.words.damage_types if name_key(each) not in known}
    for word, means in _of_fight(fight):
        known.setdefault(word, means)
    for word in CREATURE_TYPES:
        known.setdefault(word, "a type of creature")
    for word in POWER_TAGS:
        known.setdefault(word, "a tag of powers")
    return known


def _of_fight(fight: Fight) -> Iterator[tuple[str, str]]:
    for name in fight.zones:
        yield name, "inside this zone"
    for sheet in fight.sheets.values():
        for word in printed_words("", sheet.type, sheet.tags):
            yield word, "a type of creature"
        for word in _tags_of(sheet):
            yield word, "a tag of powers"


def _tags_of(sheet: Sheet) -> Iterator[str]:
    powers: tuple[Power, ...] = sheet.powers
    for power in powers:
        yield from map(name_key, power.tags)


def has_numbers(system: System, word: str) -> bool:
    """Whether a word is followed by a number: `hp`, `round`, and `escalation` where the system has it."""
    return word in NUMBERED and (word != ESCALATION or ESCALATION in system.counters.initial)
