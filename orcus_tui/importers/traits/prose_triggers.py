"""The triggers in the prose of traits: the moments that they wait for, and the lines and auras that follow."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache
from importlib import import_module
from typing import Literal, cast

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.commands.line_compiler import compile_line
from orcus_tui.importers.creature_draft import CreatureDraft, Table
from orcus_tui.importers.draft_text import (
    Amount,
    DraftLine,
    EffectLine,
    Reminder,
    compiles,
    effect_line,
    summon_offer,
    with_prefix,
)
from orcus_tui.importers.prose import DAMAGE_TYPES, SELF, Reading, any_of
from orcus_tui.importers.traits.prose_modifiers import ATTACK_KINDS, Referent, conditions_in
from orcus_tui.model.fight import Fight
from orcus_tui.rules.creation import stem
from orcus_tui.rules.system import System
from orcus_tui.rules.trigger_words import read_trigger
from orcus_tui.rules.zone_names import name_fault
from orcus_tui.systems import SYSTEMS

# Moments


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
    for pattern, word in _BEGINNINGS:
        if (found := pattern.match(sentence)) and (trigger := _known(system, word, found)):
            yield _with_consequence(trigger, found)
            return
    for pattern, word in _WITHIN:
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


def _once(pattern: str) -> str:
    """The pattern, with only the first group of each name still named."""
    seen: set[str] = set()

    def rename(found: re.Match[str]) -> str:
        if found[1] in seen:
            return "(?:"
        seen.add(found[1])
        return found[0]

    return re.sub(r"\(\?P<(\w+)>", rename, pattern)


_BEGINS = rf"(?i)(?:{_WHEN} )?(?:{{}}){_DETAIL}(?:,|(?= {SELF} can\b)|(?=\Z)) ?"
_BEGINNINGS = [(re.compile(_BEGINS.replace("{}", _once(pattern))), word) for pattern, word in _MOMENTS]
_WITHIN = [(re.compile(rf"(?i)\b(?:{_once(pattern)})(?![\w-])"), word) for pattern, word in _MOMENTS]


# The readers of each system


_MODULES = {
    "archmage": "archmage.clauses", "orcus": "orcus.effects", "srd5": "srd5.trait_mechanics",
    "true-srd": "true_srd.trait_mechanics",
}  # fmt: skip
ReadProse = Callable[[str], Reading]
ReadSpecial = Callable[[CreatureDraft, Table, str], bool]


@cache
def _part_of(system: str, name: str) -> object:
    module = _MODULES.get(system)
    return getattr(import_module(f"orcus_tui.importers.{module}"), name, None) if module else None


def special_reader(system: str) -> ReadSpecial | None:
    """The reader of a system's special kinds of traits, if it has any."""
    return cast("ReadSpecial | None", _part_of(system, "read_special"))


About = Literal["self", "other", "group"]


# Consequences: lines for the creature itself or another, or for a group


_GROUP = (
    r"(?P<who>(?:each|every|all|any|both|up to|one|two|three|an?|\d+d?\d*)(?: \+ \d+)? (?:random |nearby |"
    r"other |of its |adjacent |the )*"
    r"(?:\w+ ){0,3}?(?:enem(?:y|ies)|creatures?|foes?|all(?:y|ies)|characters?|pcs?|targets?|combatants?|"
    r"heroes|opponents?)(?: (?!takes?\b|must\b|is\b|are\b|gains?\b|becomes?\b|heals?\b|suffers?\b|loses?\b|has\b|"
    r"have\b)[\w'(),-]+){0,12}?)"
    r" (?=takes?\b|is\b|are\b|becomes?\b|heals?\b|regains?\b|suffers?\b|gains?\b|has an?\b|have an?\b)(?P<rest>.+)"
)
_DEALS = (
    rf"(?:(?:{SELF}(?:['’]s [\w ,-]+?)?|it|which|this(?: \w+)?) )?(?:also )?(?:can )?(?:deals?|dealing|"
    rf"inflicts?|does) (?P<amount>.+? damage) to (?P<who>[^.;]+)"
)
_OTHER = (
    r"(?:that|the|this|its) (?:\w+ )?(?:attacker|enemy|creature|target|foe|opponent|character|pc|"
    r"triggering \w+|attacking \w+)|the target|(?:he|she|they)(?= )"
)
_OPTION = (
    rf"(?:{SELF}|it) (?:can|may|will) (?:immediately |also |then |choose to )*(?:make|use) (?:an? |its |one |the )?"
    r"(?:extra |additional |free |second |single |another |immediate )*(?P<name>[\w' -]+?)(?: "
    r"attacks?)?(?: against [^.;,]+?)?"
    r"(?: as an? (?P<action>free|quick|move|standard|interrupt|swift|immediate|bonus) action)?(?: "
    r"(?:against|during|this|that|on|in|even) [^.;]*)?"
)
_MAKES = (
    rf"(?:{SELF}|it) (?:immediately )?(?:makes|uses) (?:an? |its |one )?(?:extra |additional |free "
    rf")*(?P<name>[\w' -]+?)(?: attack)?(?: against (?:that|the) \w+(?: \w+)?| as an? (?:free|swift|"
    rf"immediate) action)*"
)
_LEVEL = (
    rf"(?i)(?:(?P<types>\w+(?: energy)?) )?damage equal to (?P<times>twice |double |half |three times "
    rf")?(?:{SELF}(?:['’]s)?|its) level"
)
_TIMES = {"twice": 2.0, "double": 2.0, "half": 0.5, "three times": 3.0}
_ESCALATION = (
    r"(?i)(?P<before>.*?\btakes? )(?:(?P<n>\d+) (?:x|times) (?:the )?escalation die(?: in)?(?: (?P<a>\w+))? damage"
    r"|(?P<b>\w+ )?damage equal to (?:(?P<m>\d+|twice|double) ?(?:x|times|\*)? ?)?the (?:current "
    r")?escalation die(?: value)?(?: (?:times|x) (?P<k>\w+))?)(?: \([^)]*\))?(?P<after>.*)"
)
_NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "ten": 10, "twice": 2, "double": 2}


_WHO_SUFFERS = r"(?i)\A.*?\b(?P<who>(?:that|the) (?:creature|attacker|enemy|target)), (?:which|who) (?P<then>takes? .+)"


class Consequence(Struct, frozen=True):
    """Lines for the creature itself or another, or for a group that a person chooses."""

    about: About
    lines: tuple[DraftLine, ...]
    who: str = ""


_ADDS = r"add (?:an?|another) (?:new )?(?P<name>[a-z][a-z -]{2,40}?)(?: mook)? to the battle"


def consequence_of(
    system: str, text: str, it: Referent, powers: Collection[Table], level: object
) -> Consequence | None:
    """The consequence that a passage states, given what `it` means there; None if lines cannot express all of it."""
    said = (
        re.sub(r"(?i)^(?:then|also|instead|immediately),? ", "", text.strip(" .,;")).replace("*", "").replace("’", "'")
    )
    said = re.sub(_WHO_SUFFERS, r"\g<who> \g<then>", said)
    said = re.sub(_LEVEL, lambda found: _of_level(found, level), said)
    if option := re.fullmatch(_OPTION, said, re.IGNORECASE) or re.fullmatch(_MAKES, said, re.IGNORECASE):
        return _option(option, powers, it)
    if added := re.fullmatch(_ADDS, said, re.IGNORECASE):
        return Consequence("self", (summon_offer(added["name"]),))
    if deals := re.fullmatch(_DEALS, said, re.IGNORECASE):
        said = f"{deals['who']} takes {deals['amount']}"
    about, who, rest = _subject(said, it)
    lines = _escalating(system, rest) or _lines(system, rest)
    if not lines:
        return None
    return Consequence(about, tuple(map(_as_own, lines) if about == "self" else lines), who)


def _of_level(found: re.Match[str], level: object) -> str:
    if not isinstance(level, int):
        return found[0]
    types = found["types"] or ""
    number = int(level * _TIMES.get((found["times"] or "").strip().lower(), 1))
    verb = types if types.lower() in ("takes", "take", "deals", "deal") else ""
    return f"{verb} {number} {types if not verb else ''} damage".strip()


def _subject(said: str, it: Referent) -> tuple[About, str, str]:
    """The creature that a passage is about, in words if a person chooses it, and the passage about `the target`."""
    if found := re.fullmatch(_GROUP, said, re.IGNORECASE):
        return "group", found["who"], f"the target {_singular(found['rest'])}"
    if found := re.match(rf"{SELF} ", said):
        return "self", "", f"the target {said[found.end() :]}"
    if found := re.match(r"(?i)it(?:'s| is)? ", said):
        rest = said[3:] if said[2:3] == " " else f"is {said[found.end() :]}"
        return it, "", f"the target {rest}"
    found = re.match(rf"(?i)(?:{_OTHER}) ?", said)
    return "other", "", f"the target {_singular(said[found.end() :])}" if found else said


_SINGULAR = {
    "take": "takes", "are": "is", "gain": "gains", "have": "has", "become": "becomes", "heal": "heals",
    "suffer": "suffers",
}  # fmt: skip


def _singular(rest: str) -> str:
    first, space, others = rest.partition(" ")
    return f"{_SINGULAR.get(first.lower(), first)}{space}{others}"


def _escalating(system: str, rest: str) -> list[DraftLine]:
    """Lines for damage that depends on the escalation die, one for each of its numbers."""
    found = re.fullmatch(_ESCALATION, rest) if system.startswith("archmage") else None
    if found is None or found["after"].strip(" ."):
        return []
    words = found["n"] or found["m"] or found["k"] or "1"
    times = int(words) if words.isdecimal() else _NUMBERS.get(words.lower(), 0)
    type_ = (found["a"] or found["b"] or "").strip()
    types = (type_,) if type_ and type_ not in ("takes", "extra") else ()
    return (
        [effect_line("damage", Amount(str(times * die), types), prefix=f"if escalation {die}: ") for die in range(1, 7)]
        if times
        else []
    )


def _lines(system: str, text: str) -> list[DraftLine]:
    read = cast("ReadProse | None", _part_of(system, "read_prose"))
    reading = read(text) if read else Reading(unknown=[text])
    said = [*reading.unknown, *map(str, reading.reminders)]
    said += [str(line) for line in reading.lines if isinstance(line, Reminder)]
    unclear = (reading.cases, reading.follows, reading.outcomes, reading.saves)
    if any(unclear) or any(re.search(r"\d|\bsaves?\b", each) or conditions_in(system, each) for each in said):
        return []
    lines: list[DraftLine] = [
        *reading.damage_lines,
        *(each for each in reading.lines if not isinstance(each, Reminder)),
    ]
    return [] if any(SELF in str(line) for line in lines) else lines


def _as_own(line: DraftLine) -> DraftLine:
    """The line rewritten for the creature itself, which is both its target and its source."""
    if not isinstance(line, EffectLine):
        return line
    duration = line.duration.removeprefix("t") if line.duration in ("teont", "tsont") else line.duration
    return replace(line, own=True, duration=duration)


def _option(found: re.Match[str], powers: Iterable[Table], it: Referent) -> Consequence | None:
    """An attack or power that the creature can then use on the other creature: an offer."""
    named = _named(found["name"], powers)
    if named is None or it == "self" or '"' in str(named["name"]):
        return None
    verb = "attack" if "attack" in named else "use"
    return Consequence("other", (effect_line("offer", f'{verb} "{named["name"]}"'),))


def power_named(text: str, powers: Iterable[Table]) -> Table | None:
    """The power that a passage lets the creature use, such as `it can make a claw attack as a free action`."""
    said = text.strip(" .,;")
    found = re.fullmatch(_OPTION, said, re.IGNORECASE) or re.fullmatch(_MAKES, said, re.IGNORECASE)
    return _named(found["name"], powers) if found else None


def _named(name: str, powers: Iterable[Table]) -> Table | None:
    return next((each for each in powers if str(each["name"]).lower() == name.lower().strip()), None)


def under_fact(facts: str, lines: Iterable[DraftLine]) -> list[DraftLine]:
    """The lines under a fact of the attack."""
    return [with_prefix(f"if {facts}: ", line) for line in lines] if facts else [*lines]


# Auras with a line


def is_line(system: str, text: str) -> bool:
    """Whether a text is a line of a power."""
    return compiles(text, compile_line, *variants_of(system))


@cache
def variants_of(system: str) -> tuple[System, ...]:
    """The systems that share the stat blocks of one: itself and its variants."""
    return tuple(each for name, each in SYSTEMS.items() if name == system or name.startswith(f"{system}-"))


def aura_table(system: str, name: str, who: str, line: str, at: str) -> Table | None:
    """An aura with a line, under a name that is valid for its zone; None for an invalid line."""
    called = re.sub(r"(?i) ?\(nastier special\)|[^\w' -]", "", name).strip() or "Aura"
    fight = Fight("", system, {}, {})
    free = [each for each in (called, f"{called} aura") if not name_fault(SYSTEMS[system], fight, stem(each))]
    if not free or not is_line(system, line):
        return None
    return {"name": free[0], "side": _side(who), "line": line, "at": at}


def _side(who: str) -> str:
    if re.search(r"(?i)enem|foe|opponent|\bpc|hostile|target", who):
        return "foes"
    return "allies" if re.search("(?i)all(?:y|ies)", who) else "all"
