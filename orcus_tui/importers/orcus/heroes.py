"""Heroes of Orcus as its book of examples prints them: the level in brackets, all defenses on a line."""

import re

from orcus_tui.importers.creature_draft import CreatureDraft
from orcus_tui.importers.orcus.layout_lines import Line
from orcus_tui.importers.orcus.power_heads import Entry, parts_of_cost
from orcus_tui.importers.orcus.powers import add_entry
from orcus_tui.importers.orcus.statistics import begins_with_key, read_statistics

_CLASS = (
    r"(?i)(?:class(?: and kit)?: *)?(?P<role>[^:()]{1,80}(?:\([^()]{1,40}\)[^:()]{1,80})?) "
    r"\(level (?P<level>\d{1,2})\)"
)
_HIT_POINTS = (
    r"(?i)(?:HP|hit points): *(?P<hp>\d{1,4})(?: \((?:staggered|bloodied):? *(?P<staggered>\d{1,4})\))?"
    r"(?:[,;] *recoveries: *(?P<recoveries>\d{1,2}))?"
)
_DEFENSES = r"(?i)(?:defen[cs]es|abilities): *(?P<numbers>.+)"
_BASIC = (
    r"(?i)basic (?P<range>melee|ranged) attack: *(?P<name>[^+()]{1,60}?) *(?P<bonus>[+-]\d{1,2})"
    r"(?: vs\.? (?P<defense>\w+))? *\((?P<damage>\d{1,2}d\d{1,3}(?:[+-]\d{1,3})?)\)"
)
_FEATURE = r"\*\*(?P<name>[^*]{1,80}?):?\*\*:? *(?P<text>\S.*)"
_COST = (
    r"(?i)(?P<use>at-will|encounter|daily)\b *"
    r"(?P<action>standard|move|swift|minor|free|immediate|counter|react|no)?\b.*"
)
_TAGS = r"[^●]*● *(?P<tags>.+)"
_RANGE = r"(?i)(?:melee|ranged|near|far|reach|self)\b.*"
_ATTACK = r"(?i)attack: *(?P<roll>[+-]\d{1,2} vs\.? .+)"
LONGEST_HEAD = 16
"""Lines in which a hero's name, level and hit points stand."""


def heroes_of(lines: list[Line]) -> tuple[list[CreatureDraft], list[Line]]:
    """The heroes of a text, and the lines outside of them."""
    drafts: list[CreatureDraft] = []
    others: list[Line] = []
    at = 0
    while at < len(lines):
        if lines[at].heading and not lines[at].quoted and _begins(lines, at):
            end = _end(lines, at)
            drafts.append(_hero(lines[at:end]))
            at = end
        else:
            others.append(lines[at])
            at += 1
    return drafts, others


def _end(lines: list[Line], start: int) -> int:
    """The place after a hero, where the next heading of its rank stands."""
    rank = _rank(lines[start])
    after = range(start + 1, len(lines))
    return next((at for at in after if lines[at].heading and _rank(lines[at]) <= rank), len(lines))


def _rank(line: Line) -> int:
    return len(line.text) - len(line.text.lstrip("#"))


def _begins(lines: list[Line], at: int) -> bool:
    """Whether a heading is the name of a hero: a level in brackets and hit points follow before the next heading."""
    has_level = False
    for line in lines[at + 1 : at + 1 + LONGEST_HEAD]:
        if line.heading:
            return False
        has_level = has_level or re.fullmatch(_CLASS, line.plain) is not None
        if has_level and re.match(_HIT_POINTS, line.plain):
            return True
    return False


def _hero(lines: list[Line]) -> CreatureDraft:
    draft = CreatureDraft(lines[0].plain, lines[0].number)
    draft.put("kind", "pc")
    entry: Entry | None = None
    for line in lines[1:]:
        if line.heading and line.quoted:
            _close(draft, entry)
            entry = Entry(line.number, line.plain)
        elif entry is not None and line.quoted:
            _read_power(entry, line)
        elif line.text and not line.rule:
            _close(draft, entry)
            entry = None
            _read_line(draft, line)
    _close(draft, entry)
    return draft


def _read_line(draft: CreatureDraft, line: Line) -> None:
    """Reads a line outside the powers; one without statistics is text."""
    if found := re.fullmatch(_CLASS, line.plain):
        draft.put("level", int(found["level"]))
        draft.put("role", found["role"].strip())
    elif found := re.match(_HIT_POINTS, line.plain):
        draft.put("max_hp", int(found["hp"]))
        draft.put("max_recoveries", int(found["recoveries"]) if found["recoveries"] else None)
        staggered = int(found["staggered"] or 0)
        draft.put("staggered", staggered if staggered != int(found["hp"]) // 2 else None)
        draft.add_text(line.plain[found.end() :].strip(" ,;"))
    elif found := re.fullmatch(_DEFENSES, line.plain):
        read_statistics(draft, Line(line.number, found["numbers"]))
    elif found := re.match(_BASIC, line.plain):
        _add_basic(draft, found)
    elif line.bullet and (feature := re.fullmatch(_FEATURE, line.text)):
        draft.add_trait(feature["name"], feature["text"])
    elif begins_with_key(line):
        read_statistics(draft, line)
    elif not line.heading:
        draft.add_text(line.plain)


def _add_basic(draft: CreatureDraft, found: "re.Match[str]") -> None:
    """Adds a basic attack; it is against AC unless it says otherwise."""
    attack = f"{found['bonus']} vs {found['defense'] or 'AC'}"
    power = {"name": found["name"].strip(), "action": "standard", "use": "at-will", "range": found["range"].lower()}
    draft.add_power({**power, "attack": attack, "damage": found["damage"], "tags": ["basic"]})


def _read_power(entry: Entry, line: Line) -> None:
    """Reads a line of a power: how often and with which action, its tags, its range and roll, or a result."""
    text = line.plain
    if not text:
        return
    cost = re.fullmatch(_COST, text) if not entry.cost else None
    if cost:
        action = (cost["action"] or "").lower().replace("no", "no action")
        entry.cost = tuple(part for each in (action, cost["use"] or "") for part in parts_of_cost(each))
    elif not entry.body and not entry.tags and (tags := re.fullmatch(_TAGS, text)):
        entry.tags = tags["tags"]
    elif entry.body and (rolled := re.fullmatch(_ATTACK, text)) and re.match(_RANGE, entry.body[0].text):
        entry.body[0] = Line(entry.body[0].number, f"{entry.body[0].text}; {rolled['roll']}")
    elif rolled := re.fullmatch(_ATTACK, text):
        entry.add(Line(line.number, rolled["roll"]))
    elif not re.fullmatch("(?i)self", text):
        entry.add(Line(line.number, text))


def _close(draft: CreatureDraft, entry: Entry | None) -> None:
    """Adds the open power, if there is one."""
    if entry is not None and entry.name:
        entry.cost = entry.cost or ("at-will",)
        add_entry(draft, entry)
