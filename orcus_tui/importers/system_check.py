"""Imported creatures checked against their rules system: values it refuses become text."""

from collections.abc import Iterable

from orcus_tui.importers.creature_draft import CreatureDraft, one_line
from orcus_tui.importers.draft_text import DRAFTED, with_texts
from orcus_tui.importers.import_result import ImportResult, Leftover, Table
from orcus_tui.rules.field_faults import FieldFaults, Tail, quote
from orcus_tui.storage.encounter.fight_tables import FORMAT, fight_from_table
from orcus_tui.systems import SYSTEMS


def result_for_system(system: str, drafts: Iterable[CreatureDraft], others: Iterable[Leftover] = ()) -> ImportResult:
    """The result of an importer, with valid creatures only; a creature that cannot be made valid is a leftover."""
    creatures: list[Table] = []
    leftovers = list(others)
    for draft in drafts:
        table = _valid_table(draft, system)
        leftovers += draft.leftovers
        if table is not None:
            creatures.append(table)
    return ImportResult(system, tuple(creatures), tuple(sorted(leftovers, key=lambda each: each.line)))


def _valid_table(draft: CreatureDraft, system: str) -> Table | None:
    """The creature's table without the values its system refuses; None if too little is left for a creature."""
    if system not in SYSTEMS:  # nothing to check against
        return draft.whole_table()
    first: FieldFaults | None = None  # later faults may be caused by what was taken out
    while True:
        table = draft.whole_table()
        try:
            fight_from_table({"format": FORMAT, "system": system, "creature": [with_texts(table)]})
        except FieldFaults as wrong:
            first = first or wrong
            # Last first, so that places in lists stay valid.
            taken = [_take_out(draft, each.tail[2:], each.message) for each in reversed(wrong.faults)]
            if not any(taken):
                draft.leftovers = _whole(draft, with_texts(table), first)
                return None
        else:
            return table


def _take_out(draft: CreatureDraft, tail: Tail, message: str) -> bool:
    """Moves the value at `tail` from the table to the text; returns whether there was one."""
    holder = draft.table
    if tail[:1] == ("power",) and len(tail) > 1 and isinstance(tail[1], int) and tail[1] < len(draft.powers):
        holder, tail = draft.powers[tail[1]], tail[2:]
    key = str(tail[0]) if tail else ""
    if key == "name" or key not in holder:
        return False
    value = holder.pop(key)
    place = tail[1] if len(tail) > 1 else None
    if isinstance(value, list) and isinstance(place, int) and place < len(value):
        entries = [*value[:place], *value[place + 1 :]]
        value = value[place]
        if entries:
            holder[key] = entries
    whose = "" if holder is draft.table else f"{holder['name']}, "
    draft.add_unclear(f"{whose}{key}: {_in_words(value)} ({message})", draft.line)
    return True


def _in_words(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(each.text if isinstance(each, DRAFTED) else str(each) for each in value)
    if isinstance(value, dict):
        return ", ".join(f"{key} {each}" for key, each in value.items())
    if isinstance(value, DRAFTED):
        return value.text
    return value if isinstance(value, str) else quote(value)


def _whole(draft: CreatureDraft, table: Table, wrong: FieldFaults) -> list[Leftover]:
    """All of an invalid creature as a leftover, with the reason."""
    parts = [f"{key}: {_in_words(value)}" for key, value in table.items() if key not in ("name", "power")]
    parts += [f"{power['name']}: {power.get('text', '')}" for power in draft.powers]
    return [Leftover(draft.line, "", one_line(f"{draft.name} is not a valid creature ({wrong}): {'; '.join(parts)}"))]
