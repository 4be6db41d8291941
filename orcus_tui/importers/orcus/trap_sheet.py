"""Orcus traps as a table in JSON, one object for each."""

import re

from orcus_tui.importers.creature_draft import CreatureDraft
from orcus_tui.importers.import_result import ImportResult
from orcus_tui.importers.json_entries import EntryFormat, read_entries
from orcus_tui.importers.orcus.layout_lines import Line
from orcus_tui.importers.orcus.power_heads import Entry
from orcus_tui.importers.orcus.traps import (
    COUNTERMEASURES,
    NOTICE,
    SPECIAL,
    TRIGGER,
    Trap,
    add_line,
    add_result,
    finish_trap,
)
from orcus_tui.importers.source_record import Record

_RESULTS = {"Hit": "Attack - Hit", "Miss": "Attack - Miss", "Effect": "Attack - Effect"}
_PICTURE = r"(?s)<figure\b.*?(?:</figure>|$)"
_INITIATIVE = r"[+-]?\d{1,3}"


def read(data: bytes) -> ImportResult:
    """The traps of a table. Raises UnreadableSource if there are none."""
    return read_entries(data, EntryFormat("orcus", _is_trap, _trap, "a Name, a Level and a Trigger"))


def _is_trap(record: Record) -> bool:
    return "Name" in record and "Trigger" in record and record.whole("Level") is not None


def _trap(record: Record) -> CreatureDraft:
    draft = CreatureDraft(record.text("Name"), record.line)
    draft.put("level", record.whole("Level"))
    draft.put("xp", record.whole("XP"))
    draft.add_text(re.sub(_PICTURE, "", record.text("Description")))
    if re.fullmatch(_INITIATIVE, initiative := record.text("Initiative").strip()):
        draft.put("initiative", int(initiative))
    trap = Trap(draft, target=record.text("Target"))
    trap.add_passage(NOTICE, f"{record.text('Skill')} {record.text('Notice')}".strip())
    for title in (TRIGGER, COUNTERMEASURES, SPECIAL):
        for line in record.text(title).splitlines():
            trap.add_passage(title, line.strip())
    trap.powers.append(_attack(record))
    finished = finish_trap(trap, f"{record.text('Role')} {record.text('Type')}")
    finished.add_all_unclear(record.unread_texts())
    return finished


def _attack(record: Record) -> Entry:
    """The attack of a trap, as the book prints it: range and roll, then each result."""
    entry = Entry(record.line_of("Attack - Name"), record.text("Attack - Name") or "Attack")
    entry.tags = record.text("Attack - Tags")
    entry.origin = record.text("Attack - Type").lower()
    bonus, reach = record.whole("Attack - Attack Bonus"), record.text("Attack - Range")
    if bonus is not None:
        roll = f"{bonus:+d} vs {record.text('Attack - Defense')}"
        entry.add(Line(record.line_of("Attack - Attack Bonus"), f"{reach}; {roll}" if reach else roll))
    for label, key in _RESULTS.items():
        first, *others = record.text(key).splitlines() or [""]
        if first:
            add_result(entry, record.line_of(key), label, first.strip())
        for each in filter(None, map(str.strip, others)):
            add_line(entry, Line(record.line_of(key), each))
    return entry
