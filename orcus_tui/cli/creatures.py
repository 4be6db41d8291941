"""`orcus-tui creatures`: the creatures, powers and spells of a query, as a list, in full, or as TOML to paste."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import typer
from rich.cells import cell_len, set_cell_size

from orcus_tui.cli import FAILED
from orcus_tui.cli.output import print_json, print_lines, print_message, print_messages, refusing_errors
from orcus_tui.commands.command_error import CommandError
from orcus_tui.commands.names import either
from orcus_tui.config import paths
from orcus_tui.library.query import NoMatch
from orcus_tui.library.shipped import ShippedCreature
from orcus_tui.library.stat_block import stat_block
from orcus_tui.model.text import points
from orcus_tui.storage.toml.write import inline_value
from orcus_tui.systems import SYSTEMS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from orcus_tui.library.library import Creature, Library
    from orcus_tui.library.power_query import PowerFacts


Form = Literal["list", "show", "toml", "json"]
"""The form in which matches are printed; in a list, a single match is printed as its stat block."""


def print_creatures(query: str, system: str, form: Form) -> None:
    """Prints the matches of a query and the faults of the user's files; exits with status 1 without a match."""
    library = paths.library(print_message)
    with refusing_errors():
        if _print_powers(library, system, query, form):
            return
        creatures = search(library, system, query)
        if form == "json":
            print_json([_table(each) for each in creatures])
            _print_faults(library, system)
            return
        if form == "toml":
            lines = _separated([each.text().rstrip("\n")] for each in creatures)
        elif form == "show" or len(creatures) == 1:
            lines = _separated(stat_block(*library.view_with(SYSTEMS[system], each)) for each in creatures)
        else:
            lines = _list_lines(creatures)
        print_lines(lines)
        _print_faults(library, system)


def search(library: Library, system: str, query: str) -> Sequence[Creature]:
    """The matches of a query; if there is no match, prints the reason and exits with status 1."""
    try:
        found = library.search(system, query)
        reason = "" if found else library.explain_no_match(system, query)
    except NoMatch as fault:
        found, reason = [], fault.message
    if reason:
        print_message(reason + _other_systems_hint(library, system, query))
        _print_faults(library, system)
        raise typer.Exit(FAILED)
    return found


def _print_powers(library: Library, system: str, query: str, form: Form) -> bool:
    """Prints the powers and spells that match a query; returns whether the query is for powers."""
    try:
        found = library.search_powers(system, query)
    except NoMatch as fault:
        found, reason = [], fault.message
    else:
        reason = "no power or spell matches all of these words"
    if found is None:
        return False
    if not found:
        print_message(reason)
        raise typer.Exit(FAILED)

    if form == "json":
        print_json([_power_table(each) for each in found])
        return True
    print_lines(_power_lines(found, in_full=form in ("show", "toml") or len(found) == 1))
    return True


def _print_faults(library: Library, system: str) -> None:
    """Prints the faults of the user's files, one of which may contain the creature."""
    print_messages(library.faults(system))


def _other_systems_hint(library: Library, system: str, query: str) -> str:
    """A hint at the other systems with matches; empty without any."""
    others = [each for each in SYSTEMS if each != system and _has_match(library, each, query)]
    return f"; found with --system {either(others)}" if others else ""


def _has_match(library: Library, system: str, query: str) -> bool:
    try:
        return bool(library.search(system, query))
    except CommandError:  # the query has words of another system
        return False


def _list_lines(creatures: Sequence[Creature]) -> Iterator[str]:
    """A row for each creature, without columns that are empty in every row."""
    rows = [_row(each) for each in creatures]
    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (set_cell_size(cell, width) for cell, width in zip(row, widths, strict=True) if width)
        yield "  ".join(cells).rstrip()


def _row(creature: Creature) -> tuple[str, ...]:
    """Name, level or challenge, kind, role, size and type with tags, XP, and `yours` for a user's creature."""
    facts = creature.facts
    what = ", ".join(each for each in (f"{facts.size} {facts.type}".strip(), *facts.tags) if each)
    xp = f"{points(facts.xp)} XP" if facts.xp else ""
    own = "" if isinstance(creature, ShippedCreature) else "yours"
    strength = facts.strength if facts.level is None else f"level {facts.level:>2}"
    return facts.name, strength, facts.kind, facts.role, what, xp, own


def _table(creature: Creature) -> dict[str, object]:
    """The facts about a creature; `own` marks the user's creatures."""
    facts = creature.facts
    keys = ("name", "level", "kind", "role", "size", "type", "xp", "challenge")
    found = {key: getattr(facts, key) for key in keys}
    return found | {"tags": list(facts.tags), "own": not isinstance(creature, ShippedCreature)}


def _separated(blocks: Iterable[Iterable[str]]) -> Iterator[str]:
    """The lines of blocks, with a blank line between two."""
    for number, block in enumerate(blocks):
        if number:
            yield ""
        yield from block


def _power_lines(found: Sequence[PowerFacts], *, in_full: bool) -> Iterator[str]:
    """A row for each power, or its fields; numbers in braces are those of `[creature.casting]`."""
    if in_full:
        return _separated(map(_fields_of_power, found))
    width = max(cell_len(each.power.name) for each in found)
    return (f"{set_cell_size(each.power.name, width)}  {each.about}" for each in found)


def _fields_of_power(facts: PowerFacts) -> Iterator[str]:
    power = facts.power
    yield f"{power.full_name} – {facts.about}"
    for table in (*power.tables(), *power.trait_tables()):
        yield f"  {table['name']}"
        yield from (f"    {key} = {inline_value(value)}" for key, value in table.items() if key != "name")
    yield from (f"  {name} = {inline_value(value)}" for name, value in power.resources.items())


def _power_table(facts: PowerFacts) -> dict[str, object]:
    """The facts about a power, and its fields."""
    power = facts.power
    with_power = {"trait": [*power.trait_tables()], "resources": power.resources}
    return {
        "name": power.name,
        "lists": list(power.lists),
        "level": power.level,
        "power": [*power.tables()],
        **{key: value for key, value in with_power.items() if value},
    }
