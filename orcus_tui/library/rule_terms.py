"""The terms of the game and the numbers in a sentence, in order and in words of our own, without the sentence."""

import re
from functools import cache
from itertools import groupby

from msgspec import Struct

SEE_SOURCE = "see source"
"""Stands for a text that is in the source; its rule terms follow: `see source: con 10; paralyzed`."""
LONGEST_TERMS = 160
"""Characters of rule terms; longer texts are left to the source."""
_REDUCED = rf"{SEE_SOURCE}(?:: .*)?$"

_NUMBER = r"[0-9]+(?:d[0-9]+)?(?: ?[+-] ?[0-9]+)?"
_TYPES = (
    "acid bludgeoning cold fire force holy lightning necrotic negative-energy piercing poison psychic radiant slashing "
    "sonic thunder untyped"
)
_ABILITIES = "strength dexterity constitution intelligence wisdom charisma"
_SAME = (
    # Conditions
    "blinded charmed confused dazed deafened dominated dying engulfed exhaustion frightened grabbed grappled hampered "
    "helpless hindered immobile immobilized incapacitated insubstantial invisible paralyzed petrified poisoned prone "
    "rattled removed restrained slowed staggered stuck stunned swallowed unconscious vulnerable weakened "
    # Creatures and things
    "adjacent concentration construct curse disease engaged humanoid mook mooks smaller spell spells undead "
    # Numbers
    "advantage attacks defenses disadvantage initiative"
)
_PEOPLE = ("allies", "ally", "creature", "creatures", "enemies", "enemy", "nearby")
"""Words for creatures, which say nothing without what happens to them."""
_FORBIDDEN = "attack|cast|disengage|fly|heal|make|move|regain|see|shift|speak|take|teleport|use"
_WORDS: tuple[tuple[str, str], ...] = (
    (r"check TARGETS? ([a-z]{3}) ([0-9]+)", "{0} {1}"),
    (r"((?:apply|bonus|check|damage|heal|persist|temp|use) (?:TARGETS?|ITSELF|FAILED)\b[^;:,.\"]*)", "{0}"),
    (rf"dc ([0-9]+) ({'|'.join(_ABILITIES.split())})(?: saving throw| save| check)?", "{1:.3} {0}"),
    (r"(natural (?:even|odd|[0-9]+(?:-[0-9]+|\+)?)(?: hit| miss)?)", "{0}"),
    (r"escalation die is ([0-9]\+?|even|odd)(?: or (?:higher|more|greater))?", "escalation {0}"),
    (r"escalation die", "escalation die"),
    (r"([+-][0-9]+) vs\.? (\w+)", "{0} vs {1}"),
    # Durations
    (r"save ends(?: both)?", "save ends"),
    (r"(hard|easy) save ends", "{0} save ends"),
    (r"(end|start) of (?:\S+ ){1,4}?next turn", "{0} of next turn"),
    (r"(?:(end|start) of|(?:ends|starts|begins) )(?:each of )?(?:its|their|your|the \S+) turns?", "at turn {0}"),
    (r"(?:starts|begins?) (?:its|their) turns?", "turn start"),
    (r"(?:ends?) (?:its|their) turns?", "turn end"),
    (r"end of the (battle|encounter|day|round)", "end of {0}"),
    (r"([0-9]+) (minute|hour|round|day|turn)s?\b", "{0} {1}"),
    (r"(short|long|full|quick) rest", "{0} rest"),
    (r"once (?:per|each|a) (turn|round|battle|encounter|day)", "once per {0}"),
    (r"([0-9]+) ?/ ?(battle|encounter|day|round)", "{0}/{1}"),
    # Occasions
    (
        r"fail(?:ed|s)?(?: on)?(?: an?| the| this| its| their)?(?: first| second| third)? sav(?:e|es|ing throws?)",
        "failed save",
    ),
    (r"(first|second|third) failed save", "{0} failed save"),
    (r"succe(?:ss|eds?|ssful)(?: on)?(?: an?| the| this| its| their)? sav(?:e|es|ing throws?)", "saved"),
    (r"when (?:first )?staggered", "when staggered"),
    (r"miss(?:es|ed)?", "miss"),
    (r"(?:critical hits?|crits?|crits)", "crit"),
    (r"hits?(?= by| with|,|:)", "hit"),
    (r"(?:drops?|reduced?|reduces?)(?: \S+)? to 0(?: hp| hit points)?(?: or (?:below|fewer))?", "0 hp"),
    (r"aftereffect", "aftereffect"),
    (r"dies|dead|slain|killed|destroyed", "dies"),
    # Damage and hit points
    (rf"[0-9]+ \(([0-9]+d[0-9]+(?: ?[+-] ?[0-9]+)?)\)(?: ({'|'.join(_TYPES.split())}))?(?: damage)?", "{0} {1}"),
    (rf"({_NUMBER}) (?:ongoing|persistent)(?: ({'|'.join(_TYPES.split())}))?(?: damage)?", "persistent {0} {1}"),
    (rf"(?:ongoing|persistent) ({_NUMBER})(?: ({'|'.join(_TYPES.split())}))?(?: damage)?", "persistent {0} {1}"),
    (
        rf"({_NUMBER})(?: (?:extra|additional|points of))?(?: ({'|'.join(_TYPES.split())}))?(?: energy)? damage",
        "{0} {1} damage",
    ),
    (rf"({'|'.join(_TYPES.split())})(?: energy)?(?: damage)?", "{0}"),
    (r"(half|double|triple|full|no)(?: as much| the normal)? damage", "{0} damage"),
    (rf"({_NUMBER}) temporary hit points", "{0} temporary hp"),
    (rf"(?:heals?|regains?) (?:for )?({_NUMBER})(?: hit points| hp)?", "heal {0}"),
    (rf"({_NUMBER}) (?:hit points|hp)(?: or (?:fewer|less|lower|below))", "{0} hp or less"),
    (rf"({_NUMBER}) (?:hit points|hp)", "{0} hp"),
    (r"hit points?(?: maximum)?|hp", "hp"),
    (r"(half|full|maximum|max) (?:hit points|hp)", "{0} hp"),
    (r"recover(?:y|ies)", "recovery"),
    (r"resist(?:s|ances?)?", "resist"),
    (r"immun(?:e|ity)", "immune"),
    (r"vulnerability", "vulnerable"),
    # Numbers changed
    (r"([+-][0-9]+)(?: [a-z]+)? (?:bonus|penalty)(?: (?:to|on))?(?: all)?", "{0}"),
    (r"attack rolls?", "attack rolls"),
    (r"saving throws?|saves", "saves"),
    (r"(?-i:AC|PD|MD|Fortitude|Reflex|Will)", "{whole}"),
    (r"(ability|skill|disengage) checks?", "{0} checks"),
    (r"speed is (?:halved|reduced by half)|half speed", "half speed"),
    (r"speed (?:is|becomes|is reduced to) 0", "speed 0"),
    # Actions
    (r"(free|quick|move|standard|swift|minor|bonus|interrupt) action", "{0} action"),
    (r"opportunity attacks?", "opportunity attack"),
    (r"basic (melee|ranged)? ?attack|(?:melee|ranged) basic attack", "basic attack"),
    (r"reactions?", "reaction"),
    (
        rf"(?:can['’]?t|cannot|can not|can no longer|may not) ({_FORBIDDEN})",
        "cannot {0}",
    ),
    (r"push(?:ed|es)?(?: \S+)??(?: up to)? ([0-9]+)(?: squares?| feet)?", "push {0}"),
    (r"pull(?:ed|s)?(?: \S+)??(?: up to)? ([0-9]+)(?: squares?| feet)?", "pull {0}"),
    (r"(?:slides?|slid)(?: \S+)??(?: up to)? ([0-9]+)(?: squares?| feet)?", "slide {0}"),
    (r"shunt(?:ed|s)?(?: \S+)??(?: up to)? ([0-9]+)(?: squares?| feet)?", "shunt {0}"),
    (r"(shift|teleport|move)s?(?: up to)? ([0-9]+)(?: squares?| feet)?", "{0} {1}"),
    (r"fl(?:y|ies)(?: up to)? ([0-9]+)(?: squares?| feet)?", "fly {0}"),
    (r"(?:pushed|pushes|push)", "push"),
    (r"(?:pulled|pulls|pull)", "pull"),
    (r"(?:slides?|slid)", "slide"),
    (r"(shift|teleport)(?:s|ed)?", "{0}"),
    (r"pops? free", "pop free"),
    (r"thrown|throws (?:it|the target)", "thrown"),
    (r"far ?away", "far away"),
    (r"escapes?|escaping", "escape"),
    (r"disengag(?:es?|ing)", "disengage"),
    (r"(?:expend|recharg|refresh)(?:s|es|ed|e)?(?: ([0-9]+\+))?", "recharge {0}"),
    (r"within ([0-9]+) (?:feet|ft\.?)", "within {0} ft."),
    (r"(burst|arc|blast|reach|within|aura) ([0-9]+)", "{0} {1}"),
    (r"([0-9]+)(?: |-)(?:feet|foot|ft\.?)", "{0} ft."),
    (r"([0-9]+) squares?", "{0} squares"),
    (r"difficult terrain", "difficult terrain"),
    (r"combat advantage", "combat advantage"),
    (r"[0-9]+d[0-9]+(?: ?[+-] ?[0-9]+)?", "{whole}"),
    (r"[0-9]+\+", "{whole}"),
    (rf"(?:{'|'.join((*_SAME.split(), *_PEOPLE))})", "{whole}"),
)
"""Patterns for terms of all systems, and how each is written; the longest match at a place counts."""


class FoundTerm(Struct, frozen=True):
    """A term found in a text: its place, and the term in our words."""

    start: int
    end: int
    words: str


def rule_terms(text: str) -> str:
    """`see source: ` and the rule terms of a text, those of a sentence between commas; without terms no colon."""
    if has_terms_only(text):
        return text
    sentences = [", ".join(_terms(each)) for each in re.split(r"[.;:!?…](?=\s|$)", text.replace("–", "-"))]
    parts, length = [], 0
    for each, _ in groupby(filter(None, sentences)):
        length += len(each)
        if length <= LONGEST_TERMS:
            parts.append(each)
    return f"{SEE_SOURCE}: {'; '.join(parts)}" if parts else SEE_SOURCE


def has_terms_only(text: str) -> bool:
    """Whether a text has been reduced to its rule terms."""
    return re.match(_REDUCED, text) is not None


def _terms(sentence: str) -> list[str]:
    """The rule terms of a sentence in order, each once."""
    found = sorted(_find_all(sentence), key=lambda each: (each.start, -each.end))
    terms: list[str] = []
    place = 0
    for each in found:
        if each.start >= place:
            place = each.end
            terms.append(each.words)
    return [*dict.fromkeys(terms)] if set(terms) - set(_PEOPLE) else []


def _find_all(sentence: str) -> list[FoundTerm]:
    """All matches of all patterns; they may overlap."""
    found = []
    for pattern, form in _patterns():
        for each in pattern.finditer(sentence):
            words = form.format(*(part or "" for part in each.groups()), whole=each[0])
            found.append(FoundTerm(each.start(), each.end(), _normalize(words)))
    return found


@cache
def _patterns() -> list[tuple[re.Pattern[str], str]]:
    """The pattern of each term as a whole word, and how the term is written."""
    return [(re.compile(rf"(?<![\w+-])(?:{pattern})(?!\w)", re.IGNORECASE), form) for pattern, form in _WORDS]


def _normalize(words: str) -> str:
    """Words in lower case with even spacing; placeholders for ids stay in capitals."""
    plain = re.sub(r" ?([+-]) (?=[0-9])", r"\1", words)
    return " ".join(each if each.isupper() else each.lower() for each in plain.split())
