"""Creatures that fit their rules system: what it refuses is taken out of the table and kept as text."""

from collections.abc import Iterable

from orcus_tui.importers.creature_draft import Draft, one_line
from orcus_tui.importers.import_result import Found, Leftover, Table
from orcus_tui.rules.field_shapes import FieldFaults, Tail, shown
from orcus_tui.storage.encounter.from_tables import FORMAT, fight_from_table
from orcus_tui.systems import SYSTEMS


def found_of(system: str, drafts: Iterable[Draft], others: Iterable[Leftover] = ()) -> Found:
    """What an importer found, every creature as its system takes it; who cannot be made is left over whole."""
    creatures: list[Table] = []
    leftovers = list(others)
    for draft in drafts:
        table = fitted(draft, system)
        leftovers += draft.leftovers
        if table is not None:
            creatures.append(table)
    return Found(system, tuple(creatures), tuple(sorted(leftovers, key=lambda each: each.line)))


def fitted(draft: Draft, system: str) -> Table | None:
    """The creature's table without what the system refuses; None where too little is left to make a creature."""
    if system not in SYSTEMS:  # then nobody can tell
        return draft.finished()
    first: FieldFaults | None = None  # what is taken out for it is missing then, which is not the reason
    while True:
        table = draft.finished()
        try:
            fight_from_table({"format": FORMAT, "system": system, "creature": [table]})
        except FieldFaults as wrong:
            first = first or wrong
            taken = [
                _take_out(draft, each.tail[2:], each.message) for each in reversed(wrong.faults)
            ]  # the last first: places stay
            if not any(taken):
                draft.leftovers = _whole(draft, table, first)
                return None
        else:
            return table


def _take_out(draft: Draft, tail: Tail, message: str) -> bool:
    """Takes the value that `tail` leads to out of its table, into the text; whether there was one."""
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
    draft.leave(f"{whose}{key}: {_in_words(value)} ({message})", draft.line)
    return True


def _in_words(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value))
    if isinstance(value, dict):
        return ", ".join(f"{key} {each}" for key, each in value.items())
    return str(value) if isinstance(value, str) else shown(value)


def _whole(draft: Draft, table: Table, wrong: FieldFaults) -> list[Leftover]:
    """All of a creature that cannot be made, with the reason."""
    said = [f"{key}: {_in_words(value)}" for key, value in table.items() if key not in ("name", "power")]
    said += [f"{power['name']}: {power.get('text', '')}" for power in draft.powers]
    return [Leftover(draft.line, "", one_line(f"{draft.name} is no creature ({wrong}): {'; '.join(said)}"))]
