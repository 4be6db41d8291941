"""What the builder shows: the rows of its panes, made of a draft and of what the library has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from orcus_tui.builder.difficulty import told, xp_of
from orcus_tui.builder.draft import Draft, Entry, creature_of
from orcus_tui.library.stat_block import stat_block
from orcus_tui.model.fight import Fight
from orcus_tui.model.text import points
from orcus_tui.rules.encounter_building import Table, level_of
from orcus_tui.rules.field_shapes import FieldFaults
from orcus_tui.screen.widgets.row import (
    Line,
    Span,
    cells,
    columns,
    fitted,
    line,
    shown,
    wrapped,
)
from orcus_tui.storage.encounter.from_tables import creature_from_table
from orcus_tui.systems import SYSTEMS

if TYPE_CHECKING:
    from orcus_tui.library.library import Creature

INDENT = 2
NOBODY = "nobody yet: Enter puts in whom the list is on"


def library_rows(found: Sequence[Creature], why: str, width: int) -> Sequence[Line]:
    """The creatures found, each with what it is; or why there are none."""
    if not found:
        return wrapped(line(Span(why, "muted")), width)
    longest = min(max(cells(shown(each.facts.name)) for each in found), width // 2)
    return [_known(each, longest, width) for each in found]


def _known(creature: Creature, longest: int, width: int) -> Line:
    name = fitted(line(shown(creature.facts.name)), longest)
    return fitted((Span(" "), *name, Span("  "), Span(shown(creature.facts.about), "muted")), width)


def encounter_rows(draft: Draft, width: int) -> Sequence[Line]:
    """Who is in it, a row for each entry, and below what all come to."""
    rows = [_entry(draft, each, width) for each in draft.entries] or [line(Span(NOBODY, "muted"))]
    sums = [row for each in told(draft) for row in wrapped(line(each), width, INDENT)]
    return [*rows, line(""), *sums]


def _entry(draft: Draft, entry: Entry, width: int) -> Line:
    creature = creature_of(draft, entry)
    moved = f" ({entry.levels:+d})" if entry.levels else ""
    level = "" if level_of(creature) is None else f"level {level_of(creature)}{moved}"
    what = " ".join(each for each in (level, str(creature.get("kind", ""))) if each)
    xp = xp_of(draft, entry)
    brings = f"  {points(entry.count * xp)} XP" if xp else ""
    told_so = line(f" {entry.count:>3} × {shown(entry.name)}  ", Span(shown(what), "muted"))
    return columns(told_so, line(Span(brings, "muted")), width)


def block_of(draft: Draft, creature: Table) -> Sequence[str]:
    """The stat block of a creature that is in the draft, or what is wrong with it."""
    system = SYSTEMS[draft.system]
    alone = {key: value for key, value in creature.items() if key != "effect"}
    try:
        id_, sheet, state = creature_from_table(alone, system)
    except FieldFaults as faults:
        return ["it has faults:", "", *str(faults).split("; ")]
    fight = Fight(sheet.name, system.id, {id_: sheet}, {id_: state}, counters=dict(system.counters.initial))
    return stat_block(system, fight, id_)
