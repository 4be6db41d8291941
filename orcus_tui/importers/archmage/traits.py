"""The traits of Archmage stat blocks that are fields: resistance, vulnerability, regeneration, immunities."""

import re

from orcus_tui.importers.archmage.words import CONDITION_WORDS, TYPE_WORDS
from orcus_tui.importers.creature_draft import CreatureDraft, plain
from orcus_tui.importers.prose import any_of
from orcus_tui.importers.source_record import Record

_TYPE = any_of(tuple(TYPE_WORDS))
_LISTED = rf"(?P<types>{_TYPE}(?:(?:, | and |, and ){_TYPE})*)"
_RESISTANCES = (
    rf"resists? {_LISTED}(?: damage)? \+?(?P<number>[0-9]+)\+?",
    rf"{_LISTED} resistance \+?(?P<number>[0-9]+)\+?",
    rf"{_LISTED} \+?(?P<number>[0-9]+)\+?",
    r"resists? (?P<range>ranged|melee) damage (?P<number>[0-9]+)\+",
    r"resists? (?P<all>damage|all(?: damage)?) (?P<number>[0-9]+)\+",
)
_VULNERABLE = rf"(?:vulnerability:? |vulnerable to )?{_LISTED}"
_REGENERATION = r"(?:\w+ )?regeneration (?P<number>[0-9]+)"
_TIMES = {"once": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}


def read_resistances(draft: CreatureDraft, record: Record) -> None:
    """Reads the resistance and the vulnerability in the head of a stat block."""
    resistance = plain(record.text("resistance"))
    if resistance and not _resist(draft, resistance):
        draft.add_unclear(f"Resistance: {resistance}", record.line_of("resistance"))
    vulnerability = plain(record.text("vulnerability"))
    if vulnerability and not _vulnerable(draft, vulnerability):
        draft.add_unclear(f"Vulnerability: {vulnerability}", record.line_of("vulnerability"))


def read_trait(draft: CreatureDraft, name: str, description: str) -> bool:
    """Reads a trait into fields; returns whether nothing of it is left."""
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
    if re.search(r"golem immunity|perfect immunity", name, re.IGNORECASE):
        known = [word for word in re.findall(r"\w+", text.lower()) if word in CONDITION_WORDS]
        draft.put("immune", sorted({CONDITION_WORDS[each] for each in known}))
    return False


def _resist(draft: CreatureDraft, text: str) -> bool:
    for pattern in _RESISTANCES:
        found = re.fullmatch(pattern, text.strip(" ."), re.IGNORECASE)
        if found:
            parts = found.groupdict()
            named = _types(parts.get("types")) or [parts.get("range") or "all"]
            held = draft.table.get("resist")
            draft.put(
                "resist", {**(held if isinstance(held, dict) else {}), **dict.fromkeys(named, int(found["number"]))}
            )
            return True
    return False


def _vulnerable(draft: CreatureDraft, text: str) -> bool:
    found = re.fullmatch(_VULNERABLE, text.strip(" ."), re.IGNORECASE)
    if found is None:
        return False
    held = draft.table.get("vulnerable")
    draft.put("vulnerable", sorted({*(held if isinstance(held, list) else ()), *_types(found["types"])}))
    return True


def _types(words: str | None) -> list[str]:
    return [TYPE_WORDS[each] for each in re.findall(_TYPE, (words or "").lower())]
