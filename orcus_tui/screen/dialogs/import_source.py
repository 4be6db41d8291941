"""Imports as data: the source, the destination of its creatures, and a check whether they can be added there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.errors import Impossible, OrcusError
from orcus_tui.importers.creature_draft import Leftover
from orcus_tui.importers.sources import Source, make_encounter
from orcus_tui.library.library import Library
from orcus_tui.library.missing_creatures import with_missing_creatures
from orcus_tui.library.saved_creatures import SavedCreatures
from orcus_tui.model.fight import Fight
from orcus_tui.model.text import some_of
from orcus_tui.rules.creation import creature_named, newcomers
from orcus_tui.rules.system import FightView, System
from orcus_tui.storage.encounter.fight_tables import IN_A_FIGHT, values_from_table
from orcus_tui.systems import SYSTEMS, libraries_of

Table = Mapping[str, Any]
"""A creature as a table of the encounter format."""


class Destination(Struct, frozen=True):
    """The destination of creatures: its system, and the fight, unless they go into an encounter being built.

    Creatures for a fight are saved to the user's own library first, so that `add` finds them.
    """

    system: System
    fight: Fight | None = None


class Imported(Struct, frozen=True):
    """The creatures to add, and the result of saving them to the library, if they were saved."""

    creatures: Sequence[Table]
    saved: SavedCreatures | None = None


class Conversion(Struct, frozen=True):
    """The result of reading a source: its creatures, and a fight of them, or the error."""

    source: Source | None = None
    fight: Fight | None = None
    error: str = ""

    @property
    def creatures(self) -> Sequence[Table]:
        """The creatures read."""
        return self.source.result.creatures if self.source else ()

    @property
    def leftovers(self) -> Sequence[Leftover]:
        """The passages that were not understood."""
        return self.source.result.leftovers if self.source else ()


def read_source(source: Callable[[], Source], library: Library) -> Conversion:
    """Reads a source; creatures that it mentions only by name come from the library."""
    try:
        found = with_missing_creatures(source(), library)
        return Conversion(found, make_encounter([found], None).fight)
    except OrcusError as fault:
        return Conversion(error=str(fault))


def saved_message(saved: SavedCreatures) -> str:
    """A message about saved creatures: the file, new names, and replaced creatures."""
    is_known = len(saved.known) == len(saved.creatures)
    parts = [f"in {saved.path} already" if is_known else f"saved to {saved.path}"]
    if saved.renamed:
        parts.append(f"as {some_of([new for _, new in saved.renamed])}, others have the name; r replaces those")
    if saved.replaced:
        parts.append(f"replaced {some_of(saved.replaced)}")
    return "; ".join(parts)


def name_of(creature: Table) -> str:
    """The name of a creature."""
    return str(creature["name"])


def count_of(creature: Table) -> int:
    """The number of creatures of this kind."""
    return int(creature.get("count", 1))


def refuse_others(destination: Destination, conversion: Conversion, creatures: Sequence[Table]) -> None:
    """Raises Impossible for creatures of another system, and for names of other creatures in the fight."""
    system, fight = destination.system, destination.fight
    own = conversion.fight.system if conversion.fight else system.id
    if own not in libraries_of(system.id):
        raise Impossible(
            f"this is for {SYSTEMS[own].display_name}, not {system.display_name}; s saves it to the library"
        )
    for each in creatures if fight else ():
        if fight and _is_another(system, fight, each):
            raise Impossible(f"another {name_of(each)} is in the fight; change the name in the text")


def _is_another(system: System, fight: Fight, creature: Table) -> bool:
    """Whether a different creature of the fight has the same name."""
    id_ = creature_named(fight, name_of(creature))
    if id_ is None:
        return False
    known = fight.sheets[id_]
    values = values_from_table({key: value for key, value in creature.items() if key not in IN_A_FIGHT}, system)
    ((sheet, _),) = newcomers(FightView(system, fight), values).values()
    return replace(known, name=sheet.name, group=sheet.group, reserve_until=sheet.reserve_until) != sheet
