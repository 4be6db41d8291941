"""The consequence of a trait: lines for the creature itself or another, or a power for a group."""

import re
from collections.abc import Collection, Iterable
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.importers.creature_draft import Table
from orcus_tui.importers.draft_text import (
    Amount,
    DraftLine,
    EffectLine,
    Reminder,
    effect_line,
    summon_offer,
    with_prefix,
)
from orcus_tui.importers.traits.own_name import SELF
from orcus_tui.importers.traits.prose_facts import Referent, conditions_in
from orcus_tui.importers.traits.system_readers import prose_reader

About = Literal["self", "other", "group"]

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
    reading = prose_reader(system)(text)
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
