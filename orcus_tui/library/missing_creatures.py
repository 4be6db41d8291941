"""Creatures that an import names but does not describe, taken from the same source or from the library."""

from collections.abc import Mapping
from typing import Any

from orcus_tui.importers.creature_draft import Leftover, Table
from orcus_tui.importers.import_result import ImportResult
from orcus_tui.importers.sources import ImportRefused, Source
from orcus_tui.library.library import Library
from orcus_tui.model.text import name_key, some_of
from orcus_tui.rules.field_faults import FieldFaults
from orcus_tui.storage.encounter.fight_tables import values_from_table
from orcus_tui.systems import SYSTEMS


def with_missing_creatures(source: Source, library: Library) -> Source:
    """The source with the creatures that it only names; creatures that are not found become leftovers.

    Raises ImportRefused if no creature is left, and StorageError if the library cannot be read.
    """
    result = source.result
    if not result.missing_creatures:
        return source
    creatures: list[Table] = list(result.creatures)
    described = {name_key(str(each["name"])): each for each in creatures}
    leftovers: list[Leftover] = list(result.leftovers)
    for each in result.missing_creatures:
        known = described.get(name_key(each.name)) or _in_library(library, result.system, each.name)
        whole = _valid_creature({**(known or {"name": each.name}), **each.fields}, result.system)
        if whole is None:
            leftovers.append(Leftover(each.line, "", f"{each.name}: not in the library; import its stat block first"))
        elif known is not None and name_key(each.name) in described:
            creatures = [whole if one is known else one for one in creatures]
            described[name_key(each.name)] = whole
        else:
            creatures.append(whole)
            if known is None:
                leftovers.append(
                    Leftover(each.line, each.name, "not in the library; it has only the encounter's numbers")
                )
    if not creatures:
        names = some_of([each.name for each in result.missing_creatures])
        problem = f"{names}: not in the library; import their stat blocks first"
        raise ImportRefused(problem, source.name)
    return Source(source.name, ImportResult(result.system, tuple(creatures), tuple(leftovers)))


def _in_library(library: Library, system: str, name: str) -> Mapping[str, Any] | None:
    """The table of the creature with that name, in the singular or the plural."""
    for form in (name, name.removesuffix("s")):
        creature = library.creature_named(system, form)
        if creature is not None:
            return creature.table
    return None


def _valid_creature(table: Table, system: str) -> Table | None:
    """The table, unless it is incomplete or invalid."""
    try:
        values_from_table({key: value for key, value in table.items() if key != "count"}, SYSTEMS[system])
    except FieldFaults:
        return None
    return table
