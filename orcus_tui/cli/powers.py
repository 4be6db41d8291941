"""Powers and spells that a search finds, as a list or in full."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rich.cells import cell_len, set_cell_size

from orcus_tui.storage.toml.write import inline_value

if TYPE_CHECKING:
    from orcus_tui.library.power_query import PowerFacts


def power_lines(found: Sequence[PowerFacts], *, in_full: bool) -> Iterator[str]:
    """A row for each power, or its fields; numbers in braces are those of `[creature.casting]`."""
    if not in_full:
        width = max(cell_len(each.power.name) for each in found)
        yield from (f"{set_cell_size(each.power.name, width)}  {each.about}" for each in found)
        return
    for number, each in enumerate(found):
        if number:
            yield ""
        yield f"{each.power.full_name} – {each.about}"
        for table in (*each.power.tables(), *each.power.trait_tables()):
            yield "  " + str(table["name"])
            fields = {key: value for key, value in table.items() if key != "name"}
            yield from (f"    {key} = {inline_value(value)}" for key, value in fields.items())
        yield from (f"  {name} = {inline_value(value)}" for name, value in each.power.resources.items())


def power_table(facts: PowerFacts) -> dict[str, object]:
    """The facts about a power, and its fields."""
    power = facts.power
    brought = {"trait": [*power.trait_tables()], "resources": power.resources}
    return {
        "name": power.name,
        "lists": list(power.lists),
        "level": power.level,
        "power": [*power.tables()],
        **{key: value for key, value in brought.items() if value},
    }
