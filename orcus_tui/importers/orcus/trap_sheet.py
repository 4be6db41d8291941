"""Orcus traps as a table in JSON, one object for each."""

import re

from msgspec.structs import replace

from orcus_tui.importers.creature_draft import CreatureDraft, plain
from orcus_tui.importers.draft_text import Roll
from orcus_tui.importers.import_result import ImportResult
from orcus_tui.importers.orcus.attack_parts import AttackParts, Result, as_range
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
    damage_first,
    finish_trap,
    label_and_text,
)
from orcus_tui.importers.source_record import EntryFormat, Record, read_entries

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
    """The attack of a trap by its fields, and as the book prints it: range and roll, then each result."""
    entry = Entry(record.line_of("Attack - Name"), record.text("Attack - Name") or "Attack")
    entry.tags = record.text("Attack - Tags")
    entry.origin = record.text("Attack - Type").lower()
    bonus, reach = record.whole("Attack - Attack Bonus"), record.text("Attack - Range")
    if bonus is not None:
        roll = Roll(f"{bonus:+d}", record.text("Attack - Defense"))
        text = f"{reach}; {roll.text}" if reach else roll.text
        entry.add(Line(record.line_of("Attack - Attack Bonus"), text))
        results = [each for label, key in _RESULTS.items() for each in _results(label, record.text(key))]
        entry.attacks = (AttackParts(roll, range=as_range(plain(reach)), results=tuple(results)),)
    for label, key in _RESULTS.items():
        first, *others = record.text(key).splitlines() or [""]
        if first:
            add_result(entry, record.line_of(key), label, first.strip())
        for each in filter(None, map(str.strip, others)):
            add_line(entry, Line(record.line_of(key), each))
    return entry


def _results(label: str, text: str) -> list[Result]:
    """What a field of the attack says: each line with a label of its own is another result."""
    found: list[Result] = []
    for line in filter(None, map(str.strip, text.splitlines())):
        own, words = label_and_text(line) if found else (label, line)
        said = damage_first(plain(words))
        if own:
            found.append(Result(own, said))
        else:
            found[-1] = replace(found[-1], words=f"{found[-1].words} {said}")
    return found
