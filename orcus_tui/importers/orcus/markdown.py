"""Orcus stat blocks and heroes in Markdown: the layouts of the rulebooks, older layouts, and informal notes."""

import re
from itertools import islice

from orcus_tui.importers.creature_draft import CreatureDraft, Leftover
from orcus_tui.importers.heroes.orcus_powers import PrintedPower, add_printed_power
from orcus_tui.importers.import_result import ImportResult, result_for_system
from orcus_tui.importers.orcus.blocks import SECTION, SIZE, Block, Line, blocks_of, lines_of, with_continued_lines
from orcus_tui.importers.orcus.powers import add_aura, add_entry, aura_among_powers, aura_of, list_attacks
from orcus_tui.importers.orcus.printed_powers import LABEL, Entry, marked_entry, unmarked_entry
from orcus_tui.importers.orcus.statistics import (
    apply_kind,
    begins_with_key,
    read_above,
    read_level,
    read_size,
    read_statistics,
)
from orcus_tui.importers.orcus.traps import is_trap, trap_of
from orcus_tui.importers.source_text import UnreadableSource, decode_source, refuse_too_many_blocks

# The beginnings of paragraphs that belong to the power above.
_CONTINUES = rf"(?i){LABEL}\b|\d{{1,2}}\. |[^.;]{{0,80}}[+-]\d{{1,3}} vs\b"
# The lines that older layouts have below the powers.
_AT_THE_END = r"(?i)(?:str|dex|con|int|wis|cha) *:? *\d|(?:alignment|skills|equipment|languages)(?: *:| +[^.]+$)"
# The actions of powers by section; their heads need not name them.
_SECTION_ACTIONS = {"standard": "standard", "move": "move", "minor": "minor", "swift": "swift", "free": "free"}
_SECTION_ACTIONS |= {"immediate": "immediate", "triggered": "immediate"}
LONGEST_WRAPPED = 1_000
"""The most characters of a line above the powers that can continue on the next line."""


def read(data: bytes) -> ImportResult:
    """The creatures of a source with Orcus stat blocks. Raises UnreadableSource if there are none."""
    return read_lines(lines_of(decode_source(data)))


def read_lines(lines: list[Line]) -> ImportResult:
    """The creatures in lines of text. Raises UnreadableSource if there are none."""
    drafts, lines = heroes_of(lines)
    blocks, outside = blocks_of(lines)
    refuse_too_many_blocks([each.level.number for each in blocks])
    for block in blocks:
        draft = _creature(block)
        if draft is None:
            outside.append(_no_creature(block))
        else:
            drafts.append(draft)
    if not blocks and not drafts:
        raise UnreadableSource(
            "no line with a level found, such as `Level 3 Standard Blocker (150 XP)` below the creature's name"
        )
    if not drafts:
        line = blocks[0].level.number
        raise UnreadableSource("no stat block with hit points and defenses found, such as `HP: 30` and `AC: 17`", line)
    return result_for_system("orcus", drafts, outside)


def _creature(block: Block) -> CreatureDraft | None:
    """The creature of a block; None for a block without hit points."""
    if is_trap(block):
        return trap_of(block)
    draft = CreatureDraft(block.name, block.level.number)
    read_level(draft, block)
    read_above(draft, block)
    lines = _unwrap(block.lines)
    entry: Entry | None = None
    action = ""
    for line, following in zip(lines, _texts_below(lines), strict=True):
        section = re.fullmatch(SECTION, line.plain.rstrip(":"))
        if section is not None:
            action = _SECTION_ACTIONS.get((section["action"] or "").lower(), "")
            _close(draft, entry)
            entry = Entry(line.number, "")
            continue
        entry = _read_line(draft, line, following, entry)
        if entry is not None:
            entry.action = entry.action or action
    _close(draft, entry)
    list_attacks(draft)
    is_mook = draft.table.get("kind") == "mook" and "defenses" in draft.table
    if "max_hp" not in draft.table and not is_mook:
        return None
    apply_kind(draft)
    return draft


def _close(draft: CreatureDraft, entry: Entry | None) -> None:
    """Adds the open entry, if any; text below the title of a section is not understood."""
    if entry is not None and entry.name:
        add_entry(draft, entry)
    elif entry is not None:
        draft.add_all_unclear((line.number, line.plain) for line in entry.body)


def _texts_below(lines: list[Line]) -> list[str]:
    """For each line, the text of the next line that is not blank; empty for the last."""
    below: list[str] = []
    said = ""
    for line in reversed(lines):
        below.append(said)
        said = line.plain or said
    return below[::-1]


def _unwrap(lines: tuple[Line, ...]) -> list[Line]:
    """The lines, with wrapped lines above the powers joined."""
    powers = (at for at, line in enumerate(lines) if line.aura or (not begins_with_key(line) and marked_entry(line)))
    first = next(powers, len(lines))
    return [*with_continued_lines(lines[:first], _continues), *lines[first:]]


def _continues(line: Line, following: Line) -> bool:
    """Whether a line above the powers continues on the next."""
    if not (line.text and following.text) or line.hit_points or len(line.text) > LONGEST_WRAPPED:
        return False
    if begins_with_key(following) or aura_of(following) or re.match(SIZE, following.plain):
        return False
    if aura_of(line):
        return True
    is_broken = line.plain.endswith((",", ":")) or re.match(r"[a-z(+\d]", following.plain)
    return begins_with_key(line) and bool(is_broken)


def _read_line(draft: CreatureDraft, line: Line, following: str, entry: Entry | None) -> Entry | None:
    """Reads a line and returns the entry that is open after it."""
    if not line.text or line.rule:
        if entry is not None and not line.quoted:
            entry.is_over = bool(entry.body)
        return entry
    if _is_statistics(line, entry):
        _read_head(draft, line)
        return entry
    begun = _entry_at(line, following, entry)
    if begun is not None:
        _close(draft, entry)
        return begun
    if entry is None:
        _read_head(draft, line)
    elif aura := aura_among_powers(line):
        add_aura(draft, aura, line.number)
    elif entry.is_over and not re.match(_CONTINUES, line.plain):
        _close(draft, entry)
        draft.add_unclear(line.plain, line.number)
        return None
    else:
        entry.add(line)
    return entry


def _entry_at(line: Line, following: str, entry: Entry | None) -> Entry | None:
    """The entry a line begins, with or without markup; None if it begins none."""
    if aura_among_powers(line):
        return None
    return marked_entry(line) or unmarked_entry(line, following, entry)


def _is_statistics(line: Line, entry: Entry | None) -> bool:
    """Whether a line has statistics; after the first power, only if it can be nothing else."""
    if entry is None:
        return begins_with_key(line) and not re.search(r"\((?:standard|move|swift|free|counter|reaction)\b", line.text)
    if line.head or line.aura or line.hit_points:
        return line.hit_points is not None
    return re.match(_AT_THE_END, line.plain) is not None


def _read_head(draft: CreatureDraft, line: Line) -> None:
    """Reads a line of statistics, of size and type, or an aura; any other is not understood."""
    if begins_with_key(line):
        read_statistics(draft, line)
    elif "size" not in draft.table and read_size(draft, line):
        return
    elif aura := aura_of(line):
        add_aura(draft, aura, line.number)
    else:
        draft.add_unclear(line.plain, line.number)


def _no_creature(block: Block) -> Leftover:
    text = "\n".join((block.level.text, *(line.text for line in block.lines if line.text)))
    return Leftover(block.level.number, "", f"{block.name}: not a creature: it has no hit points\n{text}")


# Heroes as the book of examples prints them: the level in brackets, all defenses on a line

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
LONGEST_HEAD = 16
"""The most lines below a hero's name, down to its hit points; blank lines do not count."""


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
    """The place after a hero: the next heading of the same or a higher rank."""
    rank = _rank(lines[start])
    after = range(start + 1, len(lines))
    return next((at for at in after if lines[at].heading and _rank(lines[at]) <= rank), len(lines))


def _rank(line: Line) -> int:
    return len(line.text) - len(line.text.lstrip("#"))


def _begins(lines: list[Line], at: int) -> bool:
    """Whether a heading is the name of a hero: a level in brackets and hit points follow before the next heading."""
    has_level = False
    for line in islice((each for each in lines[at + 1 :] if each.text), LONGEST_HEAD):
        if line.heading:
            return False
        has_level = has_level or re.fullmatch(_CLASS, line.plain) is not None
        if has_level and re.match(_HIT_POINTS, line.plain):
            return True
    return False


def _hero(lines: list[Line]) -> CreatureDraft:
    draft = CreatureDraft(lines[0].plain, lines[0].number)
    draft.put("kind", "pc")
    printed: list[PrintedPower] = []
    for line in lines[1:]:
        if line.heading and line.quoted:
            printed.append(PrintedPower(line.number, line.plain or "Power"))
        elif printed and line.quoted:
            printed[-1].lines.append(line.plain)
        elif line.text and not line.rule:
            _read_hero_line(draft, line, has_powers=bool(printed))
    weapon = next((str(each["damage"]) for each in draft.powers if "basic" in str(each.get("tags"))), "1d8")
    for each in printed:
        add_printed_power(draft, each, weapon)
    return draft


def _read_hero_line(draft: CreatureDraft, line: Line, *, has_powers: bool) -> None:
    """Reads a line outside the powers.

    A line without statistics is text, or if it is among the powers, not understood.
    """
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
    elif has_powers and not line.heading:
        draft.add_unclear(line.plain, line.number)
    elif not line.heading:
        draft.add_text(line.plain)


def _add_basic(draft: CreatureDraft, found: "re.Match[str]") -> None:
    """Adds a basic attack; it is against AC unless it says otherwise."""
    attack = f"{found['bonus']} vs {found['defense'] or 'AC'}"
    power = {"name": found["name"].strip(), "action": "standard", "use": "at-will", "range": found["range"].lower()}
    draft.add_power({**power, "attack": attack, "damage": found["damage"], "tags": ["basic"]})
