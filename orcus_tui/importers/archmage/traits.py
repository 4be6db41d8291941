"""The traits of Archmage stat blocks that are fields: resistance, vulnerability, regeneration, immunities."""

import re
from collections.abc import Iterable

from orcus_tui.importers.archmage.patterns import CONDITION_WORDS, TYPE_WORDS
from orcus_tui.importers.creature_draft import CreatureDraft, as_name, plain
from orcus_tui.importers.draft_text import Range, Roll
from orcus_tui.importers.prose import any_of

_RESISTIBLE = TYPE_WORDS | {"weapon": "weapon", "weapons": "weapon"}
_TYPE = any_of(tuple(_RESISTIBLE))
_LISTED = rf"(?P<types>{_TYPE}(?:(?:, | and |, and ){_TYPE})*)"
_RESISTANCES = (
    rf"resists? {_LISTED}(?: damage)? \+?(?P<number>[0-9]+)\+?",
    rf"{_LISTED} resistance \+?(?P<number>[0-9]+)\+?",
    rf"{_LISTED} \+?(?P<number>[0-9]+)\+?",
    r"resists? (?P<range>ranged|melee) damage (?P<number>[0-9]+)\+",
    r"resists? (?P<all>damage|all(?: damage)?) (?P<number>[0-9]+)\+",
)
_VULNERABLE = rf"(?:vulnerability:? |vulnerable to )?{_LISTED}"
_CRITICAL_RANGE = (
    r"the crit(?:ical hit)? range (?:for|of) [^.,;]{2,60}? is (?P<least>[0-9]+)\+",
    r"[^.,;]{2,60}?['’]s crit(?:ical hit)? range"
    r"(?: with attacks against (?P<defense>ac|pd|md)| with (?P<origin>melee|ranged) attacks)? expands by (?P<by>[0-9])",
)
_REGENERATION = r"(?:\w+ )?regeneration (?P<number>[0-9]+)"
_ONCE = r"(?i)once per (?:battle|(?P<day>day))\b"
_ONCE_IN_NAME = r"(?i)\[(?P<words>once per (?:battle|(?P<day>day)))\] *"
_ACTION = r"(?i)\bas an? (?P<action>standard|move|quick|free|interrupt) action"
_TIMES = {"once": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}


def read_resistance(draft: CreatureDraft, words: str, line: int) -> None:
    """Reads the resistance in the head of a stat block."""
    if words and not _resist(draft, words):
        draft.add_unclear_fact(f"Resistance: {words}", line)


def read_vulnerability(draft: CreatureDraft, words: str, line: int) -> None:
    """Reads the vulnerability in the head of a stat block."""
    if words and not _vulnerable(draft, words):
        draft.add_unclear_fact(f"Vulnerability: {words}", line)


def add_trait(draft: CreatureDraft, name: str, text: str, line: int, kind: str = "trait") -> None:
    """Adds a trait, such as a nastier special, and its fields.

    A trait with a limited use is a power, so that the fight can mark it as spent.
    """
    in_name = re.match(_ONCE_IN_NAME, plain(name))
    if found := in_name or re.match(_ONCE, plain(text)):
        special = " (nastier special)" if kind == "nastierSpecial" else ""
        shown = f"{plain(name)[in_name.end() :] if in_name else name}{special}"
        whole = f"{in_name['words']}: {text}" if in_name else text
        _add_limited(draft, shown, whole, "daily" if found["day"] else "encounter")
        draft.note_unclear(f"{name}. {text}", line)
    elif kind == "nastierSpecial":
        draft.add_unclear_trait(f"{name} (nastier special)", text, line)
    elif read_trait(draft, name, text):
        draft.add_trait(name, text)
    else:
        draft.add_unclear_trait(name if kind in ("trait", "") else f"{name} ({kind})", text, line)


def _add_limited(draft: CreatureDraft, name: str, text: str, use: str) -> None:
    """Adds a power with a limited use, and the action named in its first sentence."""
    found = re.search(_ACTION, plain(text).partition(". ")[0])
    action = found["action"].lower() if found else "free"
    draft.add_power({"name": as_name(name, "Special"), "action": action, "use": use, "text": text})


def read_trait(draft: CreatureDraft, name: str, description: str) -> bool:
    """Reads a trait into fields; returns whether they hold all of it."""
    text = plain(description)
    if _resist(draft, name):
        return re.match(r"when an? [\w ,]+ attack targets this creature", text, re.IGNORECASE) is not None or not text
    if re.match(r"vulnerab", name, re.IGNORECASE):
        return _vulnerable(draft, name) and not text
    if found := re.fullmatch(_REGENERATION, name, re.IGNORECASE):
        draft.put("regeneration", int(found["number"]))
        often = re.search(r"regenerate (\w+) times", text)
        if often and often[1] in _TIMES:
            draft.put("counters", {"regeneration": _TIMES[often[1]]})
        return True
    if any(re.fullmatch(each, text.strip(" ."), re.IGNORECASE) for each in _CRITICAL_RANGE):
        return True
    if re.search(r"golem in?mmunity|golem inmunity|perfect immunity|thick-skinned", name, re.IGNORECASE):
        known = [word for word in re.findall(r"\w+", text.lower()) if word in CONDITION_WORDS]
        ongoing = {"persistent"} if "ongoing damage" in text.lower() else set[str]()
        draft.put("immune", sorted({CONDITION_WORDS[each] for each in known} | ongoing))
    return False


def read_critical_range(draft: CreatureDraft, descriptions: Iterable[str]) -> None:
    """Sets the range of critical hits on the attacks for which a trait always widens it."""
    for description in descriptions:
        for sentence in plain(description).split(". "):
            for pattern in _CRITICAL_RANGE:
                if found := re.fullmatch(pattern, sentence.strip(" ."), re.IGNORECASE):
                    _widen(draft, found.groupdict())


def _widen(draft: CreatureDraft, found: dict[str, str | None]) -> None:
    least = int(found.get("least") or 20 - int(found.get("by") or 0))
    defense, origin = (found.get("defense") or "").upper(), found.get("origin") or ""
    for power in draft.powers:
        roll, reach = power.get("attack"), power.get("range")
        against_it = isinstance(roll, Roll) and defense in ("", roll.defense)
        from_there = isinstance(reach, Range) and origin in ("", reach.origin)
        if against_it and from_there and 2 <= least < 20:
            power["crit_range"] = least


def _resist(draft: CreatureDraft, text: str) -> bool:
    for pattern in _RESISTANCES:
        found = re.fullmatch(pattern, text.strip(" ."), re.IGNORECASE)
        if found:
            parts = found.groupdict()
            named = _types(parts.get("types")) or [parts.get("range") or "all"]
            draft.update("resist", dict.fromkeys(named, int(found["number"])))
            return True
    return False


def _vulnerable(draft: CreatureDraft, text: str) -> bool:
    found = re.fullmatch(_VULNERABLE, text.strip(" ."), re.IGNORECASE)
    if found is None:
        return False
    draft.put("vulnerable", sorted({*draft.entries("vulnerable"), *_types(found["types"])}))
    return True


def _types(words: str | None) -> list[str]:
    return [_RESISTIBLE[each] for each in re.findall(_TYPE, (words or "").lower())]
