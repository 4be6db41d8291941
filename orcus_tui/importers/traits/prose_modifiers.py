"""The modifiers and facts in the prose of traits: `+2 attack while staggered`, `adv saves with spell`."""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Literal

from msgspec import Struct

from orcus_tui.commands.names import condition_names
from orcus_tui.importers.prose import SELF, STATISTICS, any_of
from orcus_tui.model.text import name_key
from orcus_tui.systems import SYSTEMS

_NAMED = (
    r"(?i)^(?:the|this) (?!(?:hit )?(?:targets?|enemy|enemies|creatures?|foe|attacker|victim|pc|character)\b"
    r"|escalation|attack|save|roll|natural)[\w' -]{2,40}?(?= (?:is|has)\b)"
)
"""The creature named as the subject, instead of the target."""
OTHER_SUBJECT = (
    r"(?:(?:the|that|an?|any|each) )?(?:hit )?(?:target|enemy|creature|foe|attacker|victim|character|pc)s?(?: hit)?"
)


ATTACK_KINDS: Mapping[str, str] = {
    "melee": "melee", "ranged": "ranged", "close": "near", "weapon": "weapon", "spell": "spell",
    "opportunity": "opportunity",
}  # fmt: skip
"""The kinds of attacks in prose, and their facts."""
Referent = Literal["self", "other"]
"""The creature that `it` means in a text: the one with the stat block, or the other."""


class ProseFact(Struct, frozen=True):
    """A fact, and whether it is about the creature itself; facts about the fight are not."""

    words: str
    of_self: bool = False

    @property
    def prefix(self) -> str:
        """The beginning of a line that depends on it."""
        return f"if self {self.words}: " if self.of_self else f"if {self.words}: "


@cache
def _names(system: str) -> Mapping[str, str]:
    known = {key.replace("-", " "): name for key, name in condition_names(SYSTEMS[system]).items() if len(key) > 3}
    return {"staggered": "staggered", "bloodied": "staggered", "marked": "marked", **known}


def conditions_in(system: str, words: str) -> list[str]:
    """The conditions that words name, in the system's names."""
    names = _names(system)
    return list(dict.fromkeys(names[each.lower()] for each in _names_pattern(system).findall(words)))


@cache
def _names_pattern(system: str) -> re.Pattern[str]:
    return re.compile(rf"\b{any_of(_names(system))}\b", re.IGNORECASE)


_ESCALATION_DIE = (
    r"(?i)the escalation die is (?P<parity>even|odd)?(?:at )?(?:(?P<least>\d)(?P<more>\+| or (?:higher|more|above))?)?"
)


def fact_in(system: str, words: str, it: Referent) -> ProseFact | None:
    """The fact that words state, with `it` read as this creature; None if no fact expresses them."""
    said = re.sub(r"(?i)^(?:if|when|while|as long as|unless|whenever|and) ", "", words.strip(" ,.")).strip()
    said = re.sub(r"(?i) after (?:taking )?(?:the|this|that|its) (?:damage|attack|hit)$", "", said)
    negated = bool(re.match(r"(?i)unless ", words.strip()))
    if found := re.fullmatch(_ESCALATION_DIE, said):
        word = found["parity"] or f"{found['least'] or ''}{'+' if found['more'] else ''}"
        is_known = found["parity"] or (found["least"] and not negated)
        return ProseFact(f"{'!' if negated else ''}escalation {word}") if is_known else None
    said = re.sub(_NAMED, SELF, said)
    subject = re.match(
        rf"(?i)(?P<self>{SELF})(?: is|'s| has| benefits from)?\b ?|(?P<it>it|they)(?: is|'s| are| has)?\b ?|"
        rf"(?P<other>{OTHER_SUBJECT})(?: is| are| was| has)?\b ?",
        said,
    )
    rest = said[subject.end() :] if subject else said
    about = it if subject is None or subject["it"] else "self" if subject["self"] else "other"
    found_word = _fact_of_creature(system, rest)
    if found_word is None:
        return None
    return ProseFact(f"!{found_word}" if negated else found_word, of_self=about == "self")


def _fact_of_creature(system: str, rest: str) -> str | None:
    rest = re.sub(r"(?i)^(?:already|also|currently|first) ", "", rest.strip())
    not_so = re.match(r"(?i)(?:not|isn't|n't) ", rest)
    rest = rest[not_so.end() :] if not_so else rest
    sign = "!" if not_so else ""
    if found := re.fullmatch(r"(?i)(?:has |with |below )?(\d+) (?:hp|hit points) or (?:fewer|less)", rest):
        return f"{sign}hp {found[1]}-"
    if re.fullmatch(r"(?i)(?:at )?(?:full|maximum) (?:hp|hit points)|(?:is )?(?:uninjured|undamaged)", rest):
        return f"{sign}unhurt"
    if re.fullmatch(r"(?i)(?:engaged|engaged with (?:it|an enemy|an? \w+|SELF))", rest):
        return f"{sign}engaged"
    listed = re.sub(r"(?i) (?:targets?|enem(?:y|ies)|foes?|creatures?)$", "", rest.replace("*", ""))
    names = conditions_in(system, listed)
    bare = re.sub(r"(?i)\b(?:or|and|already|otherwise)\b|[ ,]", "", _names_pattern(system).sub("", listed))
    if not names or bare:
        return None
    names = [f'"{each}"' if " " in each else each for each in names]
    if sign:
        return f"!{names[0]}" if len(names) == 1 else None
    return ("," if re.search(r"(?i)\bor\b", listed) else "+").join(names)


def conditional(system: str, text: str, it: Referent) -> tuple[str, str]:
    """The prefix of a passage that begins with a condition, and the passage after it."""
    found = re.match(r"(?i)(?P<when>(?:if|while|unless) [^,]{3,90}?)(?:, (?:then )?| (?=you ))", text)
    fact = fact_in(system, found["when"], it) if found else None
    return (fact.prefix, text[found.end() :]) if found and fact else ("", text)


def name_fact(name: str) -> str:
    """The fact that an attack has this name: the name in quotes."""
    return f'"{name_key(name)}"' if '"' not in name else ""


_STATS = {
    **STATISTICS,
    **dict.fromkeys(("melee attack", "melee attacks"), "attack with melee"),
    "ranged attacks": "attack with ranged", "weapon attack rolls": "attack with weapon",
    "all of its defenses": "defenses",
}  # fmt: skip
_STAT = any_of(_STATS)
_IS_SELF = rf"(?:{SELF}s?|it|they)"
_AMOUNT = r"(?P<amount>[+-] ?\d+(?:d\d+)?)"
_DICE = r"(?P<amount>\d+d\d+|\d+)"
_LISTED = rf"(?:its |their |the )?(?P<stats>{_STAT}(?:(?:,? and |, ){_STAT})*)"
_FOES = r"(?:(?:an?|any|all|each|the) )?(?:enem(?:y|ies)|creatures?|foes?|targets?|opponents?|victims?)"
_TAIL = r"(?P<tail>(?: [^.;]*)?)"
_TYPES_ONLY = r"(?:power|feat|item|racial|untyped|enhancement|circumstance|dodge|morale)"
_GETS = (
    rf"{_IS_SELF} (?:has|have|gains?|gets?|receives?|takes?|suffers?|also gains?) (?:an? )?{_AMOUNT}(?: "
    rf"(?P<type>{_TYPES_ONLY}))?"
    rf"(?: (?:bonus|penalty))?(?: (?:to|on|with))? {_LISTED}(?: (?:bonus|penalty|rolls?))?{_TAIL}"
)
_NOT_PASSIVE = (
    r"(?i)\b(?:until|next|each time|cumulative|per|equal|for each|for every|this turn|save ends|number of|chooses?)\b"
)

Found = Iterable[str] | None


def modifiers_in(system: str, sentence: str) -> list[str]:
    """The modifiers that a sentence states; empty for any other sentence."""
    said = re.sub(r"(?i)^(?:also|in addition|additionally),? ", "", sentence.strip(" .;")).replace("*", "")
    said = re.sub(rf"(?i)^an? (\w+) {SELF} (?=has|gains|deals|takes|gets)", rf"while {SELF} is \1, {SELF} ", said)
    before = re.fullmatch(
        r"(?P<when>(?:while|when|as long as|if|whenever) [^,]{3,80}), (?P<rest>.+)", said, re.IGNORECASE
    )
    for text, when in ((said, ""), *(((before["rest"], before["when"]),) if before else ())):
        if re.search(_NOT_PASSIVE, text):
            continue
        for pattern, read in _COMPILED:
            if found := pattern.fullmatch(text):
                made = read(system, found)
                during = _during(system, when)
                if made is not None and read is _escalation and during in _PARITIES:
                    return [each for each in made if int(each[1]) % 2 == _PARITIES.index(during)]
                if made is not None and during is not None and (read is not _resist or during or found["tail"]):
                    return [_in_order(f"{each}{during}") for each in made]
    return []


def _in_order(text: str) -> str:
    """A modifier with `against`, `with` and `while` once each; facts of the same word are joined."""
    head, *parts = re.split(r" (?=(?:against|with|while) )", text)
    by_word: dict[str, list[str]] = {}
    for part in parts:
        word, _, facts = part.partition(" ")
        by_word.setdefault(word, []).append(facts)
    return " ".join((head, *(f"{word} {' + '.join(facts)}" for word, facts in by_word.items())))


_PARITIES = (" while escalation even", " while escalation odd")


def _during(system: str, when: str) -> str | None:
    """` while FACTS` for a condition of the creature or the fight; None for one that no fact expresses."""
    if not when.strip():
        return ""
    fact = fact_in(system, when, "self")
    is_own = fact is not None and (fact.of_self or "escalation" in fact.words)
    return f" while {fact.words}" if fact and is_own else None


def _tail(system: str, tail: str) -> str | None:
    """The facts after a bonus: `against staggered enemies`, `while staggered`; None for words that are not facts."""
    said = tail.strip(" ,()").lower()
    if not said:
        return ""
    if found := re.fullmatch(
        r"(?i)(?:against|vs\.?|versus) (?:an? |any |all )?(?P<what>.+?)(?: (?:enem(?:y|ies)|creatures?|"
        r"targets?|foes?|opponents?|attacks?))?",
        said,
    ):
        return _against(system, found["what"])
    if found := re.fullmatch(rf"(?i)(?:when attacking|against) {_FOES} (?:that|who|which) (?P<what>.+)", said):
        return _against(system, found["what"])
    if found := re.fullmatch(
        r"(?i)with (?:its |all )?(?P<what>melee|ranged|close|opportunity|spell|weapon|basic)(?: weapons?)?(?: "
        r"attacks?)?",
        said,
    ):
        return f" with {ATTACK_KINDS.get(found['what'], found['what'])}"
    if found := re.match(r"(?i)(?:while|when|if|as long as|whenever) ", said):
        return _during(system, said)
    if said.startswith("unless "):
        fact = fact_in(system, said, "self")
        return f" while {fact.words}" if fact else None
    return None


_KINDS_OF_OTHERS = {**ATTACK_KINDS, "near": "near", "far": "far", "spells": "spell"}
"""The kinds of attacks by others, which stat blocks also name by their range, and their facts."""


def _against(system: str, what: str) -> str | None:
    what = re.sub(rf"(?i)^{_FOES} (?:that|who|which) (?:is|are|has|have) |^{_FOES} ", "", what.strip())
    what = re.sub(r"(?i)^(?:already|that is|that are|who are) ", "", what)
    if kind := _KINDS_OF_OTHERS.get(what):
        return f" with {kind}"
    if re.match(r"(?i)marked by ", what):
        return " against marked"
    if re.fullmatch(r"(?i)(?:grant|granting|that grant) .*combat advantage", what):
        return " with ca"
    fact = fact_in(system, what, "other")
    if fact and not fact.of_self:
        return f" against {fact.words}"
    words = what.removesuffix("s")
    return f" against {words}" if words in _KINDS else None


_KINDS = (
    "undead", "demon", "devil", "dragon", "construct", "elemental", "humanoid", "giant", "beast", "mook",
    "plant", "ooze", "aberration", "spirit",
)  # fmt: skip


# Meanings


def _bonus(system: str, found: re.Match[str]) -> Found:
    tail = _tail(system, found["tail"])
    if tail is None:
        return None
    type_ = (
        f" {found['type'].lower()}"
        if found.groupdict().get("type") and system == "orcus" and found["type"] != "untyped"
        else ""
    )
    amount = found["amount"].replace(" ", "")
    amount = amount if amount[0] in "+-" else f"+{amount}"
    named = re.findall(rf"\b{_STAT}\b", found["stats"].lower()) if "stats" in found.groupdict() else ["damage"]
    stats = dict.fromkeys(_STATS[each] for each in named)
    return [f"{amount} {stat.partition(' ')[0]}{type_}{stat[len(stat.partition(' ')[0]) :]}{tail}" for stat in stats]


def _bonus_against(system: str, found: re.Match[str]) -> Found:
    against = _against(system, found["foes"])
    return [f"{found['amount']} attack{against}"] if against else None


def _crit(system: str, found: re.Match[str]) -> Found:
    parts = found.groupdict()
    if by := (parts.get("name") or ""):
        by = f" with {ATTACK_KINDS.get(by.lower()) or name_fact(by)}"
    tail = _tail(system, parts.get("tail") or "")
    return None if tail is None else [f"+{found['by']} crit{by}{tail}"]


def _escalation(system: str, found: re.Match[str]) -> Found:
    tail = (found.groupdict().get("tail") or "") or found.groupdict().get("when") or ""
    when = re.search(r"(?i)\b(even|odd)\b", tail)
    numbers = [each for each in range(1, 7) if not when or each % 2 == (when[1].lower() == "odd")]
    rest = "" if when else _tail(system, tail)
    if rest is None:
        return None
    return [f"+{each} attack{rest} while escalation {each}" for each in numbers]


def _saves(system: str, found: re.Match[str]) -> Found:
    what = found["what"].lower()
    if re.search(r"\bspells?\b|\bmagic", what) and not conditions_in(system, what):
        return ["adv saves with spell"]
    named = conditions_in(system, re.sub("knocked ", "", what))
    named += [each for each in ("poison", "disease") if each in what]
    made = [f"adv saves against {','.join(named)}"] if named else []
    return made + (["adv saves with spell"] if "spells" in what else []) or None


_ABILITY_WORDS = ("strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma")


def _saves_of_abilities(system: str, found: re.Match[str]) -> Found:
    what = found["what"].lower().strip()
    against = conditions_in(system, re.sub("knock(?:ed)? (?:it )?", "", what))
    tail = " with spell" if "magic" in what or "spell" in what else f" against {','.join(against)}" if against else ""
    abilities = re.findall("|".join(_ABILITY_WORDS), found["abilities"].lower())
    return [f"adv {each[:3]} saves{tail}" for each in abilities] if tail or not what else None


def _advantage(system: str, found: re.Match[str]) -> Found:
    named = conditions_in(system, found["what"])
    return [f"adv attack against {','.join(named)}"] if named else None


def _nonmagical(_: str, found: re.Match[str]) -> Found:
    materials = [each for each in ("adamantine", "silver") if each in found["rest"].lower()]
    types = re.findall(r"bludgeoning|piercing|slashing", found["types"].lower())
    words = ",".join(("magic", *(f"{each}ed" if each == "silver" else each for each in materials)))
    return [f"resist {each} unless {words}" for each in types]


def _against_it(_: str, found: re.Match[str]) -> Found:
    amount = found["amount"].replace(" ", "")
    by = (found.groupdict().get("kind") or "").strip().lower()
    return [f"+{amount.lstrip('+-')} defenses{f' with {by}' if by else ''}"] if amount.startswith("-") else None


def _resist(system: str, found: re.Match[str]) -> Found:
    tail = _tail(system, found["tail"])
    type_ = (found["types"] or "all").lower()
    return None if tail is None else [f"resist {'all' if type_ == 'damage' else type_} {found['number']}{tail}"]


def _immune(system: str, found: re.Match[str]) -> Found:
    named = conditions_in(system, found["what"])
    return [f"immune {each}" for each in named] or None


_OTHER_FACTS = {"non-spell": "!spell", "magic": "magic,spell"}
"""The facts of attacks that are not their own names."""


def _resist_by_attack(_: str, found: re.Match[str]) -> Found:
    kind = found["kind"].lower()
    return [f"resist all {found['number']} with {_OTHER_FACTS.get(kind, kind)}"]


def _resist_except(_: str, found: re.Match[str]) -> Found:
    types = [each for each in re.findall("[a-z]+", found["types"].lower()) if each not in ("and", "or", "damage")]
    excepted = "+".join(f'!"{each}"' for each in types)
    return [f"resist all {found['number']} with {excepted}"]


def _plain_list(_: str, found: re.Match[str]) -> Found:
    pairs = re.findall(rf"([+-]\d+) (?:bonus to )?({_STAT})", found[0].lower())
    return [f"{amount} {_STATS[stat]}" for amount, stat in pairs]


_ABILITY = any_of(_ABILITY_WORDS)
Reader = Callable[[str, re.Match[str]], Found]
_EXPANDS = r"(?:expands?|increases?|widens?|improves?) by (?P<by>\d)"
_PATTERNS: tuple[tuple[str, Reader], ...] = (
    (rf"the crit(?:ical hit)? range (?:of|for) (?:all )?(?:(?P<name>melee|ranged|close|weapon|spell) "
     rf")?attacks by {SELF}s? {_EXPANDS}{_TAIL}", _crit),
    (rf"(?:{SELF}'?s?|its|the) crit(?:ical hit)? range (?:with|for|of) (?:its |all |the "
     rf")?(?P<name>[\w' -]{{2,40}}?)(?: attacks?)? {_EXPANDS}{_TAIL}", _crit),
    (rf"(?:{SELF}'s?|its) crit(?:ical hit)? range {_EXPANDS}{_TAIL}", _crit),
    (rf"{SELF} expands its crit(?:ical hit)? range by (?P<by>\d){_TAIL}", _crit),
    (rf"{_IS_SELF} adds? the escalation die to (?:its |all its )?attack(?:s| rolls)?{_TAIL}", _escalation),
    (rf"{_IS_SELF} (?:can )?uses? the escalation die{_TAIL}", _escalation),
    (_GETS, _bonus),
    (rf"{_AMOUNT} bonus to attack (?P<foes>\w+) (?:enemies|creatures|foes|targets)", _bonus_against),
    (rf"(?:{SELF}|it|they) (?:cannot|can't|can’t) be (?P<what>(?:(?!by |if |while |when |until |unless "
     rf")[\w', -])+?)", _immune),
    (rf"(?:{SELF}|it|they) (?:is|are) immune to (?:being )?(?P<what>(?:(?!by |if |while |when |until |"
     rf"effects)[\w', -])+?)", _immune),
    (rf"(?:[+-]\d+ (?:bonus to )?{_STAT}(?:,? and |, |;? ?))+", _plain_list),
    (r"when an? (?P<kind>non-spell|magic|spell|melee|ranged|holy) attack targets SELF, the attacker must "
     r"roll a natural (?P<number>\d+)\+ on the attack roll or it only deals half damage", _resist_by_attack),
    (rf"(?:{_IS_SELF} has )?resist damage (?P<number>\d+)\+? to all damage(?: \([^)]*\))? except "
     rf"(?P<types>(?:\w+(?: and |, )?){{1,4}}?)(?: damage)?(?:, which [^.;]*)?", _resist_except),
    (rf"{_IS_SELF} (?:deals?|do(?:es)?) (?:an? )?(?:extra |additional )?\+?{_DICE}(?: extra| additional)? "
     rf"damage{_TAIL}", _bonus),
    (rf"{_IS_SELF} (?:deals?|does) (?:an? )?(?:extra|additional) {_DICE} damage when it hits{_TAIL}", _bonus),
    (rf"(?:if|when) (?:the )?{SELF}(?:'s target)? is (?P<so>prone), attacks do {_AMOUNT} damage(?: on a "
     rf"hit)?(?P<tail>)", lambda _, found: [f"{found['amount']} damage against {found['so']}"]),
    (rf"{_IS_SELF} has advantage on (?P<abilities>{_ABILITY}(?:(?:, |,? and ){_ABILITY})*) saving throws"
     rf"(?P<what>(?: (?:made )?against [^.;]*)?)", _saves_of_abilities),
    (rf"{_IS_SELF} has advantage on (?:\w+, \w+,? and \w+ |\w+ )?saving throws (?:against|made against) "
     rf"(?P<what>[^.;]+)", _saves),
    (rf"{_IS_SELF} has advantage on (?:wisdom \(perception\) checks and on )saving throws against (?P<what>[^.;]+)",
     _saves),
    (rf"{_IS_SELF} has advantage on melee attack rolls against any creature that doesn't have all its hit points",
     lambda *_: ["adv attack against !unhurt with melee"]),
    (rf"{_IS_SELF} has advantage on attack rolls against any creature (?P<what>\w+) by (?:it|{SELF})", _advantage),
    (r"(?P<types>(?:bludgeoning|piercing|slashing)[\w, ]*) (?:damage )?from nonmagical (?:weapons|"
     r"attacks)(?P<rest>.*)", _nonmagical),
    (rf"(?P<kind>melee |ranged |spell )?attacks against {SELF} (?:take|have) an? (?P<amount>- ?\d+) "
     rf"(?:attack )?penalty", _against_it),
    (rf"(?:enemies|creatures|attackers?) (?:takes?|suffers?) an? (?:additional )?(?P<amount>- ?\d+) (?:attack )?"
     rf"penalty to (?P<kind>melee |ranged |spell )?attacks? (?:(?:rolls )?against )?(?:{SELF}|it|them)", _against_it),
    (rf"{_IS_SELF} (?:has|gains|also has) resist(?:ance)? (?:to )?(?:(?P<types>\w+) )?(?P<number>\d+)\+?(?: "
     rf"to (?:all )?damage)?{_TAIL}", _resist),
)  # fmt: skip
_COMPILED = [(re.compile(pattern, re.IGNORECASE), read) for pattern, read in _PATTERNS]
