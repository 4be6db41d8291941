"""Orcus stat blocks: Markdown as the rulebook has it, and the older and looser layouts of people's own notes."""

import re

from orcus_tui.importers.draft import Draft
from orcus_tui.importers.fitting import found_of
from orcus_tui.importers.found import Found, Leftover, NotReadable
from orcus_tui.importers.orcus_blocks import Block, Line, blocks_of
from orcus_tui.importers.orcus_powers import Entry, add_aura, add_entry, aura_of, entry_begun
from orcus_tui.importers.orcus_statistics import begins_with_key, read_level, read_size, read_statistics, settle
from orcus_tui.importers.source import text_of

# How a paragraph begins that still belongs to the power above it.
_GOES_ON = (
    r"(?i)(?:miss|hit|effect|aftereffect|special|trigger|(?:first |each )?failed save|secondary attack)\b|\d{1,2}\. |"
    r"[^.;]{0,80}[+-]\d{1,3} vs\b"
)
# What older layouts have below the powers.
_AT_THE_END = r"(?i)(?:str|dex|con|int|wis|cha) *:? *\d|(?:alignment|skills|equipment|languages)(?: *:| +[^.]+$)"
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
    entry: Entry | None = None
    for line in block.lines:
        entry = _read_line(draft, line, entry)
    if entry is not None:
        add_entry(draft, entry)
    if "max_hp" not in draft.table:
        return None
    settle(draft)
    return draft


def _read_line(draft: Draft, line: Line, entry: Entry | None) -> Entry | None:
    """Reads a line, and answers the entry that is open after it."""
    if not line.text or line.rule:
        if entry is not None and not line.quoted:
            entry.is_over = bool(entry.body)
        return entry
    begun = entry_begun(line) if not _is_statistics(line, entry) else None
    if begun is not None:
        if entry is not None:
            add_entry(draft, entry)
        return begun
    if entry is None or _is_statistics(line, entry):
        _read_head(draft, line)
    elif aura_of(line) and re.match(r"[*_]", line.text):
        add_aura(draft, line)
    elif entry.is_over and not re.match(_GOES_ON, line.plain):
        add_entry(draft, entry)
        draft.leave(line.plain, line.number)
        return None
    else:
        entry.body.append(line)
    return entry


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
