"""Orcus stat blocks: Markdown as the rulebook has it, and the older and looser layouts of people's own notes."""

import re

from msgspec.structs import replace

from orcus_tui.importers.creature_draft import Draft
from orcus_tui.importers.import_result import Found, Leftover, NotReadable
from orcus_tui.importers.orcus.blocks import SECTION, SIZE, Block, Line, blocks_of
from orcus_tui.importers.orcus.power_heads import Entry, entry_begun, unmarked_entry
from orcus_tui.importers.orcus.powers import add_aura, add_entry, aura_of, is_aura_among_powers
from orcus_tui.importers.orcus.statistics import begins_with_key, read_level, read_size, read_statistics, settle
from orcus_tui.importers.source_text import text_of
from orcus_tui.importers.system_fit import found_of

# How a paragraph begins that still belongs to the power above it.
_GOES_ON = (
    r"(?i)(?:(?:secondary )?attack|miss|hit|effect|aftereffect|special|trigger|target|(?:first |each )?failed save)\b|"
    r"\d{1,2}\. |"
    r"[^.;]{0,80}[+-]\d{1,3} vs\b"
)
# What older layouts have below the powers.
_AT_THE_END = r"(?i)(?:str|dex|con|int|wis|cha) *:? *\d|(?:alignment|skills|equipment|languages)(?: *:| +[^.]+$)"
# What action the powers of a section take, whose heads need not tell it.
_SECTION_ACTIONS = {"standard": "standard", "move": "move", "minor": "minor", "swift": "swift", "free": "free"}
_SECTION_ACTIONS |= {"immediate": "immediate", "triggered": "immediate"}
LONGEST_WRAPPED = 1_000
"""Characters of a line above the powers that goes on in the next."""
MOST = 2_000
"""Stat blocks of one source."""


def read(data: bytes) -> Found:
    """All creatures of a source with Orcus stat blocks. Raises NotReadable where there is none."""
    blocks, outside = blocks_of(text_of(data))
    if len(blocks) > MOST:
        raise NotReadable(f"there are more than {MOST:,} stat blocks: import them in parts", blocks[MOST].level.number)
    drafts: list[Draft] = []
    for block in blocks:
        draft = _creature(block)
        if draft is None:
            outside.append(_no_creature(block))
        else:
            drafts.append(draft)
    if not blocks:
        raise NotReadable("no line here tells a level: `Level 3 Standard Blocker (150 XP)` below the creature's name")
    if not drafts:
        line = blocks[0].level.number
        raise NotReadable("no stat block here tells hit points and defenses: `HP: 30` and `AC: 17`", line)
    return found_of("orcus", drafts, outside)


def _creature(block: Block) -> Draft | None:
    """The creature of a block; None for one without hit points, such as a trap."""
    draft = Draft(block.name, block.level.number)
    read_level(draft, block)
    lines = _unwrapped(block.lines)
    entry: Entry | None = None
    action = ""
    for line, following in zip(lines, _texts_below(lines), strict=True):
        section = re.fullmatch(SECTION, line.plain.rstrip(":"))
        if section is not None:
            action = _SECTION_ACTIONS.get((section["action"] or "").lower(), "")
            _closed(draft, entry)
            entry = Entry(line.number, "")
            continue
        entry = _read_line(draft, line, following, entry)
        if entry is not None:
            entry.action = entry.action or action
    _closed(draft, entry)
    if "max_hp" not in draft.table:
        return None
    settle(draft)
    return draft


def _closed(draft: Draft, entry: Entry | None) -> None:
    """Adds the entry that was open, if one was; what stands below the title of a section and is none, is left."""
    if entry is not None and entry.name:
        add_entry(draft, entry)
    elif entry is not None:
        draft.leave_all((line.number, line.plain) for line in entry.body)


def _texts_below(lines: list[Line]) -> list[str]:
    """For each line what the next one says that is not blank; nothing, where none follows."""
    below: list[str] = []
    said = ""
    for line in reversed(lines):
        below.append(said)
        said = line.plain or said
    return below[::-1]


def _unwrapped(lines: tuple[Line, ...]) -> list[Line]:
    """The lines, those above the powers joined again where one was wrapped."""
    whole: list[Line] = []
    has_powers = False
    for line in lines:
        has_powers = has_powers or (not begins_with_key(line) and entry_begun(line) is not None)
        if whole and not has_powers and _goes_on(whole[-1], line):
            whole[-1] = replace(whole[-1], text=f"{whole[-1].text} {line.text}")
        else:
            whole.append(line)
    return whole


def _goes_on(line: Line, following: Line) -> bool:
    """Whether a line above the powers goes on in the one that follows."""
    if not (line.text and following.text) or len(line.text) > LONGEST_WRAPPED:
        return False
    if begins_with_key(following) or aura_of(following) or re.match(SIZE, following.plain):
        return False
    if aura_of(line):
        return True
    is_parted = line.plain.endswith((",", ":")) or re.match(r"[a-z(+\d]", following.plain)
    return begins_with_key(line) and bool(is_parted)


def _read_line(draft: Draft, line: Line, following: str, entry: Entry | None) -> Entry | None:
    """Reads a line, and answers the entry that is open after it."""
    if not line.text or line.rule:
        if entry is not None and not line.quoted:
            entry.is_over = bool(entry.body)
        return entry
    if _is_statistics(line, entry):
        _read_head(draft, line)
        return entry
    begun = _begun(line, following, entry)
    if begun is not None:
        _closed(draft, entry)
        return begun
    if entry is None:
        _read_head(draft, line)
    elif is_aura_among_powers(line):
        add_aura(draft, line)
    elif entry.is_over and not re.match(_GOES_ON, line.plain):
        _closed(draft, entry)
        draft.leave(line.plain, line.number)
        return None
    else:
        entry.body.append(line)
    return entry


def _begun(line: Line, following: str, entry: Entry | None) -> Entry | None:
    """The entry a line begins, by its marks or without any."""
    if is_aura_among_powers(line):
        return None
    return entry_begun(line) or unmarked_entry(line, following, entry)


def _is_statistics(line: Line, entry: Entry | None) -> bool:
    """Whether a line is one of statistics; after the first power only one that can be nothing else."""
    if entry is None:
        return begins_with_key(line) and not re.search(r"\((?:standard|move|swift|free|counter|reaction)\b", line.text)
    return re.match(_AT_THE_END, line.plain) is not None


def _read_head(draft: Draft, line: Line) -> None:
    """A line of statistics, of size and type, or an aura; any other stays as text that was not understood."""
    if begins_with_key(line):
        read_statistics(draft, line)
    elif "size" not in draft.table and read_size(draft, line):
        return
    elif aura_of(line):
        add_aura(draft, line)
    else:
        draft.leave(line.plain, line.number)


def _no_creature(block: Block) -> Leftover:
    text = "\n".join((block.level.text, *(line.text for line in block.lines if line.text)))
    return Leftover(block.level.number, "", f"{block.name}: no creature, since it has no hit points\n{text}")
