"""The statistics at the head of an Orcus stat block: `AC: 22; Fort: 21`, with or without bold and colons."""

import re
from collections.abc import Callable, Mapping

from orcus_tui.importers.creature_draft import CreatureDraft
from orcus_tui.importers.orcus.blocks import Block, Line, level_match
from orcus_tui.importers.source_text import labelled_parts
from orcus_tui.systems.orcus.system import ORCUS

_KINDS = {"elite": "elite", "boss": "boss", "solo": "boss", "mook": "mook", "minion": "mook", "standard": "standard"}
_SIZES = (
    r"(?i)(?P<size>tiny|small|medium|large|huge|gargantuan)\b *"
    r"(?P<type>[^●•·✦(]*)(?:[●•·✦] *(?P<tags>[^(]*))?(?P<end>.*)"
)
_KEYS = (
    r"(?:saving throws?|action points?|resistances?(?: to)?|immunit(?:y|ies)(?: to)?|vulnerabilit(?:y|ies)(?: to)?|"
    r"hit points?|armor class|staggered|bloodied|init(?:iative)?|fort(?:itude)?|"
    r"ref(?:lex)?|alignment|speed|will|saves|regeneration|senses|skills|languages|equipment|immune|resist|"
    r"vulnerable(?: to)?|ac|hp|ap|xp|"
    r"str(?:ength)?|con(?:stitution)?|dex(?:terity)?|int(?:elligence)?|wis(?:dom)?|cha(?:risma)?)"
)
# A key has a colon after it, or is a separate word before a number; some need neither at the beginning of a line.
_KEY = (
    rf"(?i)(?:(?<=[\s;,.])|^)(?P<key>{_KEYS}) *[:=]|(?:(?<=[;,)\d] )|^)(?P<bare>{_KEYS})(?= *[+−–—-]?\d)|"
    r"(?<=\d )(?P<word>senses)(?= perception)|"
    r"(?<=; )(?P<listed>senses|speed|skills|languages|equipment|immune|resist|vulnerable)(?= \S)"
)
_FIRST_KEY = (
    r"(?i)(?P<key>(?P<bare>alignment|senses|skills|languages|equipment|immune|resist|vulnerable))"
    r"(?P<word>)(?P<listed>) (?=\S)|"
    r"speed(?: +(?=(?:fly|swim|climb|burrow|teleport|phasing|can't|cannot|none|[-–—])(?!\w))| *$)"
)
LONGEST_SIZE = 150
_XP = r"(?i)[ ,;|(]*\b(?:XP:? ?(?=\d))(?P<xp>\d[\d,]*(?:\.\d+)?)\)?"
_NUMBER = r"([+−–—-]{0,2}\d+(?:\.\d+)?)"
_DEFENSES = {each: each for each in ORCUS.words.defenses} | dict(ORCUS.words.defense_aliases)
_NUMBERS = {
    "initiative": "initiative", "init": "initiative", "action point": "action_points",
    "action points": "action_points", "ap": "action_points", "saving throw": "saves",
    "saving throws": "saves", "saves": "saves", "regeneration": "regeneration", "hp": "max_hp",
    "hit points": "max_hp", "hit point": "max_hp", "staggered": "staggered", "bloodied": "staggered",
    "xp": "xp",
}  # fmt: skip
_LABELS = {"max_hp": "HP", "staggered": "Staggered", "initiative": "Initiative", "saves": "Saving throws"}
_BETWEEN = r"\s+[|·]\s+|\s*\|\s*"
_ALIGNED = r"(?i).*\b(?:good|evil|neutral|unaligned|lawful|chaotic|any)\b.*"
_WORDS = ("speed", "senses", "languages")
# Already implied by the kind of creature.
_IMPLIED_BY_KIND = r"(?i)(?:a missed attack|a miss) never damages an? (?:mook|minion)\.?"


def read_level(draft: CreatureDraft, block: Block) -> None:
    """Reads level, kind, role and XP: `Level 6 Stalker Mook (62 XP)`, kind and role in any order."""
    match = level_match(block.level)
    if match is None:  # every block has such a line
        return
    draft.put("level", int(match["level"]))
    words = re.findall(r"[a-z][a-z/-]*", match["words"], re.IGNORECASE)
    kinds = [_KINDS[word.lower()] for word in words if word.lower() in _KINDS]
    if kinds:
        draft.put("kind", kinds[0])
    leads = re.findall(r"(?i)\bleader\b", match[0])
    draft.put("tags", ["leader"] if leads else [])
    draft.put("role", " ".join(word for word in words if word.lower() not in (*_KINDS, "leader", "xp")))
    xp = re.search(r"(\d[\d,]*(?:\.\d+)?)", match["rest"] or "")
    if xp:
        draft.put("xp", _experience(xp[1]))


def _experience(text: str) -> int | float:
    number = float(text.replace(",", ""))
    return int(number) if number.is_integer() else number


def read_size(draft: CreatureDraft, line: Line) -> bool:
    """Reads size, type, tags and alignment: `Medium Natural Humanoid ● Vermin (Evil)`; returns success."""
    found = re.fullmatch(_SIZES, re.sub(_XP, "", line.plain)) if len(line.plain) <= LONGEST_SIZE else None
    if found is None:
        return False
    if xp := re.search(_XP, line.plain):
        draft.put("xp", _experience(xp["xp"]))
    draft.put("size", found["size"].capitalize())
    draft.put("type", found["type"].strip(" ,"))
    tags = [tag.strip() for tag in (found["tags"] or "").split(",") if tag.strip()]
    for part in re.findall(r"\(([^()]*)\)", found["end"]):
        if re.fullmatch(_ALIGNED, part):
            draft.put("alignment", part)
        else:
            tags += [tag.strip() for tag in part.split(",") if tag.strip()]
    draft.extend("tags", tags)
    alignment = re.sub(r"\([^()]*\)", "", found["end"]).strip(" ,;")
    if re.fullmatch(_ALIGNED, alignment):
        draft.put("alignment", alignment)
    else:
        draft.add_unclear(alignment, line.number)
    return True


def read_above(draft: CreatureDraft, block: Block) -> None:
    """Reads the lines between the name and the level: statistics, the size, and a description."""
    described: list[str] = []
    for line in block.above:
        if begins_with_key(line):
            read_statistics(draft, line)
        elif "size" in draft.table or not read_size(draft, line):
            described.append(line.plain)
    draft.add_text(" ".join(described))


def begins_with_key(line: Line) -> bool:
    """Whether a line has statistics: it begins with the key of one."""
    if line.head or line.aura or line.hit_points:
        return line.hit_points is not None
    return re.match(_KEY, line.plain) is not None or re.match(_FIRST_KEY, line.plain) is not None


def read_statistics(draft: CreatureDraft, line: Line) -> None:
    """Reads a line of statistics; unknown parts become text."""
    if line.hit_points:
        draft.put("max_hp", line.hit_points.most)
        draft.put("staggered", line.hit_points.staggered or None)
        return
    for text in re.split(_BETWEEN, line.plain):
        _read_part(draft, text, line.number)


def _read_part(draft: CreatureDraft, text: str, number: int) -> None:
    """Reads the part of a line between two bars."""
    first = re.match(_FIRST_KEY, text)
    found = [*re.finditer(_KEY, text)]
    if first and (not found or found[0].start()):
        found.insert(0, first)
    keys = [each["key"] or each["bare"] or each["word"] or each["listed"] or "speed" for each in found]
    labels = [(each.start(), each.end(), key.lower()) for each, key in zip(found, keys, strict=True)]
    before, values = labelled_parts(text, labels)
    draft.add_unclear(before, number)
    for key, value in values:
        read_statistic(draft, key, value.strip(" ,;"), number)


def read_statistic(draft: CreatureDraft, key: str, value: str, number: int) -> None:
    """Reads a statistic by its key in lower case, such as `resist`; `number` is its line."""
    if key in _WORDS:
        draft.put(key, value)
    elif key[:6] in _RESISTANCE_READERS:
        for part in _entries(value):
            if not _RESISTANCE_READERS[key[:6]](draft, part):
                draft.add_unclear_fact(f"{key.capitalize()}: {part}", number)
    elif key == "alignment":
        aligned, _, languages = re.sub(r"(?i) languages? ", "\n", value).partition("\n")
        draft.put("alignment", aligned.strip(" ,;"))
        draft.put("languages", languages)
    elif key in ("skills", "equipment"):
        draft.add_fact(f"{key.capitalize()}: {value}")
    else:
        _read_number(draft, key, value, number)


def _read_number(draft: CreatureDraft, key: str, value: str, number: int) -> None:
    found = re.match(_NUMBER, value)
    if found is None or "." in found[1]:
        draft.add_unclear(f"{key.capitalize()}: {value}", number)
        return
    amount = int(re.sub(r"[−–—-]+", "-", found[1]))
    if key in _DEFENSES:
        draft.update("defenses", {_DEFENSES[key]: amount})
    elif key[:3] in ORCUS.words.abilities:
        draft.update("abilities", {key[:3]: amount})
    else:
        draft.put(_NUMBERS[key], amount)
    _read_rest(draft, key, value[found.end() :].strip(" ,;."))


def _read_rest(draft: CreatureDraft, key: str, rest: str) -> None:
    """Reads the text after a number: the modifier of an ability is implied, anything else is kept as text."""
    follows = key[:3] in ORCUS.words.abilities and re.fullmatch(r"\(? *[+−–—-]?\d+ *\)?", rest)
    if rest and not follows and not re.fullmatch(_IMPLIED_BY_KIND, rest):
        said = _LABELS.get(_NUMBERS.get(key, ""), key.upper() if len(key) < 3 else key.capitalize())
        draft.add_text(f"{said}: {rest}")


def apply_kind(draft: CreatureDraft) -> None:
    """Leaves out values that the kind implies, and sets values that differ, such as no action points for a boss.

    The kind implies saves and action points (§Elites, §Bosses). In a full stat block, a missing value is 0; in notes
    that leave out more, the kind's value applies.
    """
    kind = ORCUS.creatures.kinds[str(draft.table.get("kind", "standard"))]
    in_full = "abilities" in draft.table and not draft.table.keys() & {"saves", "action_points"}
    for key, usual in (("saves", kind.saves), ("action_points", kind.action_points)):
        if draft.table.setdefault(key, 0 if in_full else usual) == usual:
            del draft.table[key]
    most, staggered = draft.table.get("max_hp"), draft.table.get("staggered")
    if isinstance(most, int) and staggered == most // 2:
        del draft.table["staggered"]


# Resistance, vulnerability and immunity


def _entries(value: str) -> list[str]:
    """The parts between commas; several words can share a number: `necrotic, poison 15`."""
    parts = [part.strip() for part in re.split(r"[,;](?![^(]*\))", value) if part.strip()]
    for at in range(len(parts) - 2, -1, -1):
        number = re.search(r" (\d+)$", parts[at + 1])
        if number and parts[at].lower() in ORCUS.words.damage_types:
            parts[at] += number[0]
    return parts


def _names_in(words: str) -> list[str]:
    """The damage types and ranges in `Melee and Ranged attacks`; empty if there are other words."""
    found = re.sub(r"(?i)\b(?:attacks?|damage|to)\b", "", words).lower()
    names = [each for each in re.split(r"[\s,/]+|\band\b", found) if each]
    known = (*ORCUS.words.damage_types, *ORCUS.words.ranges, "all")
    return names if names and all(name in known for name in names) else []


def put_resistance(draft: CreatureDraft, field: str, name: str, amount: int, number: int) -> None:
    """Sets the amount of `resist` or `vulnerable` for a damage type or range; `number` is its line."""
    names = _names_in(name)
    draft.update(field, dict.fromkeys(names, amount))
    if not names:
        draft.add_unclear_fact(f"{field.capitalize()}: {name} {amount}", number)


def _amount(draft: CreatureDraft, field: str, part: str) -> bool:
    """Reads `fire 5`, `5 fire` or `Near and Far attacks 10`; returns success."""
    found = re.fullmatch(r"(?P<words>\D+?) *(?P<number>\d+)|(?P<first>\d+) *(?P<after>\D+)", part)
    if found is None:
        return False
    names = _names_in(found["words"] or found["after"])
    draft.update(field, dict.fromkeys(names, int(found["number"] or found["first"])))
    return bool(names)


def _resist(draft: CreatureDraft, part: str) -> bool:
    if re.fullmatch(r"(?i)incorporeal|insubstantial", part):
        draft.table["effect"] = [{"name": "incorporeal"}]
        return True
    halved = re.fullmatch(r"(?i)(?:half damage from )?(?P<words>[^()]+?) *(?:\(half damage\))?", part)
    if halved and "half damage" in part.lower():
        names = _names_in(halved["words"])
        draft.extend("half", names)
        return bool(names)
    return _amount(draft, "resist", part)


def _immune(draft: CreatureDraft, part: str) -> bool:
    draft.extend("immune", [part.lower()])
    return True


_RESISTANCE_READERS: Mapping[str, Callable[[CreatureDraft, str], bool]] = {
    "resist": _resist,
    "vulner": lambda draft, part: _amount(draft, "vulnerable", part),
    "immune": _immune,
    "immuni": _immune,
}
