"""The result of an importer: creatures, checked against their rules system, and passages that were not understood."""

from collections.abc import Iterable, Sequence
from functools import cached_property

from msgspec import Struct

from orcus_tui.importers.creature_draft import CreatureDraft, Leftover, Table, one_line
from orcus_tui.importers.draft_text import DRAFTED, with_texts
from orcus_tui.importers.source_text import UnreadableSource
from orcus_tui.importers.traits.trait_reader import add_mechanics
from orcus_tui.model.fight import Fight
from orcus_tui.rules.field_faults import FieldFault, FieldFaults, Tail, quote
from orcus_tui.storage.encounter.fight_tables import FORMAT, fight_from_table
from orcus_tui.systems import SYSTEMS

NO_CREATURE = "no creature found"


class MissingCreature(Struct, frozen=True):
    """A creature that a source names but does not describe, as encounters do: its name, line, and fields."""

    name: str
    line: int
    fields: Table


class ImportResult(Struct, frozen=True, dict=True):
    """The creatures of a source, for one rules system.

    In `drafted`, facts, auras and lines of powers are data, in `creatures` text. `missing_creatures` are to be looked
    up in the library. `fight` has the creatures, if one fight can hold them all.
    """

    system: str
    drafted: tuple[Table, ...]
    leftovers: tuple[Leftover, ...] = ()
    missing_creatures: tuple[MissingCreature, ...] = ()
    fight: Fight | None = None

    @cached_property
    def creatures(self) -> tuple[Table, ...]:
        """The creatures as tables of an encounter file."""
        return tuple(map(with_texts, self.drafted))


def result_for_system(
    system: str,
    drafts: Iterable[CreatureDraft],
    others: Iterable[Leftover] = (),
    missing_creatures: Iterable[MissingCreature] = (),
) -> ImportResult:
    """The result of an importer.

    Values that the system refuses become text, and a creature that cannot be made valid becomes a leftover. Raises
    UnreadableSource if the source neither has nor names a creature.
    """
    all_drafts, missing = list(drafts), tuple(missing_creatures)
    if not all_drafts and not missing:
        raise UnreadableSource(NO_CREATURE)
    for each in all_drafts:
        add_mechanics(each, system)
    valid, fight = _valid_drafts(all_drafts, system) if system in SYSTEMS else (all_drafts, None)
    leftovers = [*others, *(each for draft in all_drafts for each in draft.leftovers)]
    tables = tuple(each.whole_table() for each in valid)
    return ImportResult(system, tables, tuple(sorted(leftovers, key=lambda each: each.line)), missing, fight)


def _valid_drafts(drafts: Sequence[CreatureDraft], system: str) -> tuple[Sequence[CreatureDraft], Fight | None]:
    """The drafts that are valid without refused values, and a fight of all of them."""
    first: dict[int, FieldFaults] = {}  # values taken out earlier may cause later faults
    while drafts:
        tables = [with_texts(each.whole_table()) for each in drafts]
        try:
            return drafts, fight_from_table({"format": FORMAT, "system": system, "creature": tables})
        except FieldFaults as wrong:
            faults = _faults_by_creature(wrong)
        if None in faults and len(drafts) > 1:  # too many for one fight
            half = len(drafts) // 2
            parts = [_valid_drafts(part, system)[0] for part in (drafts[:half], drafts[half:])]
            return [draft for part in parts for draft in part], None
        refused: set[int] = set()
        for place, found in faults.items():
            draft = drafts[place or 0]
            first.setdefault(id(draft), FieldFaults(*found))
            # Last first, so that places in lists stay valid.
            taken = [_take_out(draft, each.tail[2:], each.message) for each in reversed(found)]
            if not any(taken):
                draft.leftovers = [_whole_leftover(draft, tables[place or 0], first[id(draft)])]
                refused.add(id(draft))
        drafts = [each for each in drafts if id(each) not in refused]
    return drafts, None


def _faults_by_creature(faults: FieldFaults) -> dict[int | None, list[FieldFault]]:
    """The faults by the place of their creature, as if it were alone; faults of the whole fight are under None."""
    found: dict[int | None, list[FieldFault]] = {}
    for each in faults.faults:
        place = each.tail[1] if len(each.tail) > 1 and isinstance(each.tail[1], int) else None
        tail = each.tail if place is None else ("creature", 0, *each.tail[2:])
        found.setdefault(place, []).append(FieldFault(tail, each.message))
    return found


def _take_out(draft: CreatureDraft, tail: Tail, message: str) -> bool:
    """Moves the value at `tail` from the table to the text; returns whether it existed."""
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
        return ", ".join(map(str, value))
    if isinstance(value, dict):
        return ", ".join(f"{key} {each}" for key, each in value.items())
    return str(value) if isinstance(value, (str, *DRAFTED)) else quote(value)


def _whole_leftover(draft: CreatureDraft, table: Table, wrong: FieldFaults) -> Leftover:
    """All of an invalid creature as a leftover, with the reason."""
    parts = [f"{key}: {_in_words(value)}" for key, value in table.items() if key not in ("name", "power")]
    parts += [f"{power['name']}: {power.get('text', '')}" for power in draft.powers]
    return Leftover(draft.line, "", one_line(f"{draft.name} is not a valid creature ({wrong}): {'; '.join(parts)}"))
