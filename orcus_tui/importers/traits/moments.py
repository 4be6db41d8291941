"""The moments that a trait waits for, in prose, as triggers."""

import re
from collections.abc import Callable, Iterator

from msgspec import Struct

from orcus_tui.importers.prose import DAMAGE_TYPES, any_of
from orcus_tui.importers.traits.own_name import SELF
from orcus_tui.importers.traits.prose_facts import ATTACK_KINDS
from orcus_tui.rules.trigger_words import read_trigger
from orcus_tui.systems import SYSTEMS


class Moment(Struct, frozen=True):
    """A moment in a sentence: its trigger, the facts that the attack needs, and the consequence.

    `then` is None if the sentence only names the moment, or has a condition that no fact expresses.
    """

    trigger: str
    then: str | None = None
    facts: str = ""


_WHEN = (
    r"(?:(?:when|whenever|if|each time|every time|any time|anytime|once|after|as soon as|immediately "
    r"after|until|unless|on)|the first time(?: each (?:battle|round|turn)| in (?:a|each|the) battle)?(?: that)?)"
)
_ENEMY = (
    r"(?:an?|any|each|the|one of (?:its|the)|that|whoever|anyone|whatever) ?(?:[\w-]+ )?(?:[\w-]+ "
    r")?(?:enem(?:y|ies)|creatures?|attackers?|foes?|opponents?|characters?|pcs?|heroes|that)?"
)
_KIND = (
    r"(?:(?P<kind>melee|ranged|close|weapon|spell|opportunity|non-spell|holy|fire|cold|lightning|thunder|"
    r"acid|magical?) )?"
)
_ITSELF = rf"(?:{SELF}|it)"
_DROPS = (
    r"(?:drops?|falls?|is reduced|are reduced|goes|is dropped|would be reduced|would drop|reduced|has "
    r"dropped)(?: down)? to (?:0|zero)(?: (?:hp|hit points))?(?: or (?:below|fewer|lower|less))?"
)
_DIES = rf"(?:dies|die|is (?:slain|killed|destroyed)|{_DROPS}|is dropped|would die|falls)"
_HARMS = r"(?:hits|strikes|damages|deals damage to|successfully attacks|attacks and hits)"
_TYPE = rf"(?P<type>{any_of(DAMAGE_TYPES)})"

Word = str | Callable[[re.Match[str]], str]

_MOMENTS: tuple[tuple[str, Word], ...] = (
    (rf"{_ITSELF} (?:is|becomes|gets) (?:first )?staggered|(?:first )?staggered(?=,)|becoming staggered|"
     rf"being staggered", "staggered"),
    (rf"{_ITSELF} (?:has|is at|is reduced to|drops to|falls to|goes to) (?P<hp>[1-9]\d*) (?:hp|hit points) "
     rf"or (?:fewer|less|below)", lambda found: f"hp {found['hp']}"),
    (rf"{_ITSELF} {_DIES}|slain|killed|reduced to 0 (?:hp|hit points)|{SELF}'s death|its death|would reduce "
     rf"(?:it|{SELF}) to 0|a (?:destroyed|slain|dead) {SELF}|destroyed (?=lich|mummy)|the (?:final|death) "
     rf"blow|kills {SELF}|slays {SELF}|dropping to 0(?: hp)?", "dies"),
    (rf"(?:a(?:nother)?|an|one of (?:its|{SELF}'s)|any|each|nearby|one or more) ?(?:[\w-]+ "
     rf"){{0,3}}(?:all(?:y|ies)|{SELF}) {_DIES}", "ally dies"),
    (r"(?:an?|any|one of its|its) ?(?:[\w-]+ )?ally (?:is|becomes) staggered|an ally is staggered", "ally staggered"),
    (rf"(?<!hit to )(?<!hit on ){_ITSELF} (?:kills|slays|drops|reduces|drives|finishes|fells) (?!to 0)[^,.;]{{3,60}}"
     rf"|{_ENEMY} {_DIES}|an attack [^,.;]{{0,30}} reduces [^,.;]{{3,30}} to 0", "foe dies"),
    (rf"(?:{_ITSELF}|an attack {SELF} makes) staggers [^,.;]{{3,40}}|{_ENEMY} (?:is|becomes) staggered",
     "foe staggered"),
    (rf"{_ITSELF} (?:takes|is dealt|is subjected to|is hit by|is damaged by|suffers) (?:any )?{_TYPE}(?: "
     rf"damage| attack)?|an? {_TYPE} attack (?:hits|damages) {SELF}|{_TYPE} damage (?:hits|damages|is dealt "
     rf"to) {SELF}", lambda found: f"hurt by {(found['type'] or '').lower()}"),
    (rf"{_ENEMY}(?: engaged with {_ITSELF})?(?: that)? (?:touches {_ITSELF} or )?{_HARMS} {_ITSELF}|"
     rf"any critical hit (?:to|on|against) {_ITSELF}|{_ITSELF} (?:is hit|is damaged|"
     rf"takes damage|is struck)(?: by (?:an?|any) [a-z]+(?: attack)?)?|an? {_KIND}attack(?: roll)? (?:hits|"
     rf"damages|strikes) {_ITSELF}|{_HARMS} {SELF}|hit(?:s|ting)? {SELF}", "hit"),
    (rf"{_ENEMY}(?: that)? (?:rolls a natural (?:\d+|odd|even)[^,.;]*? (?:against|attacking) {_ITSELF}|"
     rf"attacks {_ITSELF} and rolls a natural 1)[^,.;]*", "missed"),
    (rf"{_ENEMY}(?: that)? misses {_ITSELF}|{_ITSELF} is missed|an? {_KIND}attack (?:misses|fails to "
     rf"hit) {_ITSELF}|misses {SELF}|missed attacks", "missed"),
    (rf"(?:{_ITSELF}|one of {SELF}'s attacks|an attack by {SELF}) (?:scores|rolls|makes|gets|lands) a "
     rf"critical(?: hit)?|{_ITSELF} crits|a critical hit", "crits"),
    (rf"{_ITSELF} (?:hits|damages) (?!with no)[^,.;]{{0,60}}?|{_ITSELF}(?:'s)? (?:[\w-]+ ){{0,3}}attacks? "
     rf"hits?|both attacks hit(?: the same target)?|{_ITSELF} succeeds with an attack|"
     rf"(?:anyone|creatures?|those) (?:bitten|struck|hit|stung|clawed) by (?:an? |the )?(?:[\w-]+ )?{SELF}", "hits"),
    (rf"{_ITSELF} misses(?: [^,.;]{{0,60}}?)?|{_ITSELF}(?:'s)? (?:[\w-]+ ){{0,3}}attacks? miss(?:es)?|both "
     rf"attacks miss|one of {SELF}'s attacks misses", "misses"),
    (r"at the (?:start|beginning) of (?:each|the|every|a) round|(?:each|every) round(?=,)|on (?:rounds|"
     r"each round)|during rounds", "round start"),
    (rf"(?:at|before|by) the (?:start|beginning) of (?:each of )?(?:{SELF}'s|its|their) turns?|{_ITSELF} "
     rf"(?:starts|begins) (?:its|a|her|his) turn|on (?:each of )?(?:its|{SELF}'s) (?:next )?turns?|at the "
     rf"start of its next turn", "turn start"),
    (rf"(?:at|before) the end of (?:each of )?(?:{SELF}'s|its|their) turns?|{_ITSELF} ends its turn", "turn end"),
    (r"the escalation die (?:reaches|is|becomes|hits|rises to|increases to|first reaches|gets to) "
     r"(?P<number>\d)\+?(?: or (?:higher|more))?", lambda found: f"escalation {found['number']}"),
    (r"the escalation die (?:is|becomes) (?:even|odd)|(?:even|odd) escalation die|escalation die", "round start"),
    (rf"{_ITSELF} (?:succeeds (?:at|on|with)|makes|rolls) (?:a |an |any )?(?:successful )?(?:\w+ )?sav(?:e|"
     rf"ing throw)s?|{_ITSELF} saves", "saves"),
    (rf"{_ITSELF} fails (?:a|an|any|its) (?:\w+ )?sav(?:e|ing throw)s?", "fails"),
    (rf"a creature (?:that )?(?:it|{SELF}) (?:has )?marked [^,.;]*", "marked attack"),
)  # fmt: skip
_DETAIL = (
    r"(?: with (?:an?|its|any|one of its) ?(?:(?P<more>melee|ranged|close|weapon|spell|opportunity) )?(?:weapon )?"
    r"(?:attacks?|weapon|strike)(?: rolls?)?)?(?: (?:while|that is|who is) within \d+ (?:feet|ft\.?) of it)?"
    r"(?: (?:in|during|each|per|this) (?:a |the )?(?:battle|fight|turn|round))?"
)


def moments_in(system: str, sentence: str) -> Iterator[Moment]:
    """The moments that a sentence names, the first with its consequence."""
    for pattern, word in _COMPILED[0]:
        if (found := pattern.match(sentence)) and (trigger := _known(system, word, found)):
            yield _with_consequence(trigger, found)
            return
    for pattern, word in _COMPILED[1]:
        if (found := pattern.search(sentence)) and (trigger := _known(system, word, found)):
            yield Moment(trigger)


def _known(system: str, word: Word, found: re.Match[str]) -> str | None:
    trigger = read_trigger(SYSTEMS[system], word(found) if callable(word) else word)
    return str(trigger) if trigger.event else None


def _with_consequence(trigger: str, found: re.Match[str]) -> Moment:
    parts = found.groupdict()
    kinds = [parts.get("kind"), parts.get("more")]
    named = [ATTACK_KINDS.get(each.lower(), "") for each in kinds if each]
    if "" in named or len({*named}) > 1 or "natural" in found[0]:  # no fact describes the attacker's die
        return Moment(trigger)
    return Moment(trigger, found.string[found.end() :].strip(" ,:"), named[0] if named else "")


def _compile() -> tuple[list[tuple[re.Pattern[str], Word]], list[tuple[re.Pattern[str], Word]]]:
    begins = [
        (
            re.compile(rf"(?:{_WHEN} )?(?:{_once(pattern)}){_DETAIL}(?:,|(?= {SELF} can\b)|(?=\Z)) ?", re.IGNORECASE),
            word,
        )
        for pattern, word in _MOMENTS
    ]
    within = [(re.compile(rf"\b(?:{_once(pattern)})(?![\w-])", re.IGNORECASE), word) for pattern, word in _MOMENTS]
    return begins, within


def _once(pattern: str) -> str:
    """The pattern, with only the first group of each name still named."""
    seen: set[str] = set()

    def rename(found: re.Match[str]) -> str:
        if found[1] in seen:
            return "(?:"
        seen.add(found[1])
        return found[0]

    return re.sub(r"\(\?P<(\w+)>", rename, pattern)


_COMPILED: tuple[list[tuple[re.Pattern[str], Word]], list[tuple[re.Pattern[str], Word]]] = _compile()
