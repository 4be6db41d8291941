"""Facts in prose: `if the target is staggered`, `while the escalation die is even`."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Literal

from msgspec import Struct

from orcus_tui.commands.names import condition_names
from orcus_tui.importers.prose import any_of
from orcus_tui.importers.traits.own_name import SELF
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


def fact_in(system: str, words: str, it: Referent) -> ProseFact | None:
    """The fact that words state, with `it` read as this creature; None if no fact expresses them."""
    said = re.sub(r"(?i)^(?:if|when|while|as long as|unless|whenever|and) ", "", words.strip(" ,.")).strip()
    said = re.sub(r"(?i) after (?:taking )?(?:the|this|that|its) (?:damage|attack|hit)$", "", said)
    negated = bool(re.match(r"(?i)unless ", words.strip()))
    if found := re.fullmatch(
        r"(?i)the escalation die is (even|odd|at )?(?:(\d)\+?(?: or (?:higher|more|above))?)?", said
    ):
        number = f"{found[2]}{'+' if re.search(r'[+]|or (?:higher|more|above)', said) else ''}" if found[2] else ""
        word = (found[1] or "").strip().replace("at", "") or number
        return (
            None
            if not word or (negated and word not in ("even", "odd"))
            else ProseFact(f"{'!' if negated else ''}escalation {word}")
        )
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
