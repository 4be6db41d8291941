"""The rows of the builder's panes: the creatures of the library, and those of the draft."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from orcus_tui.builder.difficulty import difficulty_lines, difficulty_summary, xp_of
from orcus_tui.builder.draft import Draft, Entry, creature_of
from orcus_tui.builder.plan import day_lines
from orcus_tui.library.stat_block import stat_block
from orcus_tui.model.text import points, with_sign
from orcus_tui.rules.encounter_building import Table, level_of
from orcus_tui.rules.field_faults import FieldFaults, fault_line
from orcus_tui.rules.validators import Scope
from orcus_tui.screen.dialogs.creature_choices import stat_block_of
from orcus_tui.screen.widgets.row import Row, Span, cells, columns, fit, row_of, single_line, wrap
from orcus_tui.storage.encounter.fight_tables import creature_from_table
from orcus_tui.systems import SYSTEMS, building, empty_fight, view_of

if TYPE_CHECKING:
    from orcus_tui.library.library import Creature, Library
    from orcus_tui.screen.builder.comparison import Comparison

INDENT = 2
WIDE = 50
"""A pane of at least this width has an extra column."""
HOW_TO_SET_HEROES = "set a party file (p) or hero levels (h)"
EMPTY = "Empty. Enter adds the selected creature"


def library_rows(found: Sequence[Creature], counts: Sequence[int], why: str, system: str, width: int) -> Sequence[Row]:
    """The creatures found, each with a description, its XP, and the number proposed.

    If there are none, it is the reason.
    """
    if not found:
        return wrap(row_of(Span(why, "muted")), width)
    names = [f"{count} × {each.facts.name}" for each, count in zip(found, counts, strict=False)]
    names = [single_line(each) for each in names or [each.facts.name for each in found]]
    longest = min(max(map(cells, names)), width // 2)
    return [
        _library_row(each, fit(row_of(name), longest), system, width) for each, name in zip(found, names, strict=True)
    ]


def _library_row(creature: Creature, name: Row, system: str, width: int) -> Row:
    facts = creature.facts
    left = (Span(" "), *name, Span("  "), Span(single_line(facts.about), "muted"))
    xp = facts.xp or building(system).xp(facts.kind, facts.level)
    if not xp or width < WIDE:
        return fit(left, width)
    return columns(left, row_of(Span(f" {points(xp):>7} XP", "muted")), width)


def encounter_heading(draft: Draft, *, is_written: bool) -> Row:
    """The name of the encounter, whether it is written, and its difficulty."""
    name = single_line(draft.name) or f"New encounter for {SYSTEMS[draft.system].display_name}"
    difficulty = difficulty_summary(draft)
    unwritten = Span("" if is_written else "  not written", "warning")
    return row_of(name, unwritten, Span(f"  {difficulty}" if difficulty else "", "accent"))


def encounter_rows(
    draft: Draft, earlier: Sequence[Draft], width: int, what_if: Comparison | None = None
) -> Sequence[Row]:
    """A row for each entry; below them the sums, and the day with its earlier fights.

    `what_if` compares a change to each entry; the difference has a separate column.
    """
    cells = [what_if.cell(place) if what_if else "" for place in range(len(draft.entries))]
    rows = [_entry_row(draft, each, cell, width) for each, cell in zip(draft.entries, cells, strict=True)]
    rows = rows or [row_of(Span(EMPTY, "muted"))]
    day = day_lines(earlier, draft)
    odds = what_if.lines if what_if else []
    lines = [*odds, *difficulty_lines(draft, HOW_TO_SET_HEROES), *([""] if day else []), *day]
    return [*rows, row_of(""), *(row for each in lines for row in wrap(row_of(each), width, INDENT))]


def _entry_row(draft: Draft, entry: Entry, what_if: str, width: int) -> Row:
    creature = creature_of(draft, entry)
    moved = f" ({with_sign(entry.levels)})" if entry.levels else ""
    level = "" if level_of(creature) is None else f"level {level_of(creature)}{moved}"
    what = " ".join(each for each in (level, str(creature.get("kind", ""))) if each)
    xp = xp_of(draft, entry)
    left = row_of(f" {entry.count:>3} × {single_line(entry.name)}  ", Span(single_line(what), "muted"))
    difference = Span(f"  {what_if:>8}" if what_if else "", "accent")
    return columns(left, row_of(difference, Span(_xp_columns(entry.count, xp, width), "muted")), width)


def _xp_columns(count: int, xp: float | None, width: int) -> str:
    """The XP of all creatures of an entry, and of each if there is room; empty without XP."""
    if not xp:
        return ""
    if width < WIDE:
        return f"  {points(count * xp)} XP"
    each = f"{points(xp)} each" if count > 1 else ""
    return f"  {each:>12}  {points(count * xp):>7} XP"


def block_of(draft: Draft, library: Library, selected: Table | Creature | None) -> Sequence[str]:
    """The stat block of a creature of the draft or of the library, or its faults; empty without a creature."""
    system = SYSTEMS[draft.system]
    if not isinstance(selected, Mapping):
        return stat_block_of(library, system, selected) if selected else ()
    alone = {key: value for key, value in selected.items() if key != "effect"}
    scope = Scope(system, tables=[entry.printed for entry in draft.entries])  # their types may be facts of its lines
    try:
        id_, sheet, state = creature_from_table(alone, scope)
    except FieldFaults as faults:
        return ["This creature has errors:", "", *map(fault_line, faults.faults)]
    fight = replace(empty_fight(sheet.name, system.id), sheets={id_: sheet}, states={id_: state})
    return stat_block(view_of(fight), id_)
