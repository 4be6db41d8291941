"""The library itself: found by name and by query, a person's own creatures before those that ship."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from orcus_tui.commands.candidates import Candidate
from orcus_tui.commands.context import Unusable
from orcus_tui.library import query
from orcus_tui.library.facts import Facts
from orcus_tui.library.own import OwnCreature, OwnCreatures, Stamp, read_own, stamp
from orcus_tui.library.shipped import SHIPPED, Slice, read_index, table_in, text_at
from orcus_tui.model.fight import Fight
from orcus_tui.model.text import folded
from orcus_tui.rules.creatures import create
from orcus_tui.rules.system import System
from orcus_tui.storage.errors import StorageError
from orcus_tui.storage.handwritten import creature_text
from orcus_tui.storage.tables import values_from_table
from orcus_tui.systems import LIBRARIES


class ShippedCreature(Struct, frozen=True):
    """A creature that ships: in which system's folder, and where in its file."""

    facts: Facts
    folder: Path
    place: Slice


Creature = OwnCreature | ShippedCreature


class Library:
    """All creatures there are, by system. What has been read is kept; files of one's own are read when they change.

    `own` is the person's folder, which need not be there; `shipped` has a folder for each system.
    """

    def __init__(self, own: Path, shipped: Path = SHIPPED) -> None:
        self._own_folder = own
        self._shipped_folder = shipped
        self._own = OwnCreatures()
        self._stamp: Stamp = ()
        self._shipped: dict[str, dict[str, ShippedCreature]] = {}
        self._values: dict[tuple[str, str], tuple[Creature, Mapping[str, Any]]] = {}

    # By name

    def named(self, system: str, name: str) -> Creature | None:
        """The creature of that name in a system's library, if there is one. Raises StorageError as `creatures` does."""
        wanted = folded(name)
        for shelf in self._shelves(system):
            if wanted in shelf:
                return shelf[wanted]
        return None

    def find(self, system: System, name: str) -> Mapping[str, Any] | None:
        """The checked values of the creature so called, by field; None where there is none.

        Raises Unusable where it, or the library, cannot be read.
        """
        try:
            creature = self.named(system.id, name)
            return None if creature is None else self.values(system, creature)
        except StorageError as fault:
            raise Unusable(str(fault)) from fault

    def offer(self, system: System, start: str) -> Iterable[Candidate]:
        """The creatures whose folded names begin so, in the order of the alphabet, each with what it is.

        None where the library cannot be read: whoever asks for a creature is told.
        """
        try:
            known = self._by_name(system.id)
        except StorageError:
            return ()
        begun = sorted(name for name in known if name.startswith(start))
        return (Candidate(known[name].facts.name, known[name].facts.about) for name in begun)

    # By query

    def creatures(self, system: str) -> list[Creature]:
        """All of a system's library, by level and name.

        Raises StorageError where what ships cannot be read.
        """
        return sorted(self._by_name(system).values(), key=lambda each: (each.facts.level, folded(each.facts.name)))

    def search(self, system: str, asked: str) -> list[Creature]:
        """Those of a system's library a query asks for, by level and name; an empty query asks for all.

        Raises StorageError as `creatures` does, and CommandError for a query that makes no sense.
        """
        known = {each.facts: each for each in self.creatures(system)}
        facts = list(known)
        return [known[each] for each in query.matching(query.read_query(asked, facts), facts)]

    def why_nothing(self, system: str, asked: str) -> str:
        """Why a query finds nothing, for people. Raises as `search` does."""
        facts = [each.facts for each in self.creatures(system)]
        return query.nothing_found(asked, query.read_query(asked, facts), facts)

    # What is found

    def values(self, system: System, creature: Creature) -> Mapping[str, Any]:
        """A creature's checked values, by field. Raises StorageError, a line for each fault, where it has any."""
        key = (system.id, folded(creature.facts.name))
        kept = self._values.get(key)
        if kept and kept[0] is creature:
            return kept[1]
        if isinstance(creature, OwnCreature):
            values = creature.values(system)
        else:
            values = values_from_table(table_in(text_at(creature.folder, creature.place)), system)
        self._values[key] = creature, values
        return values

    def alone(self, system: System, creature: Creature) -> Fight:
        """A fight with one of a creature and nobody else: what a card of it is drawn from. Raises as `values` does."""
        made = create(system, self.values(system, creature), ())
        sheets = {id_: sheet for id_, (sheet, _) in made.items()}
        states = {id_: state for id_, (_, state) in made.items()}
        return Fight(creature.facts.name, system.id, sheets, states, counters=dict(system.counters))

    def text(self, creature: Creature) -> str:
        """A creature's table as TOML, ready to paste. Raises StorageError where it cannot be read."""
        if isinstance(creature, OwnCreature):
            return creature_text(creature.table)
        return text_at(creature.folder, creature.place)

    def faults(self, system: System) -> list[str]:
        """A line, with file and line, for each thing wrong with a person's own files; every creature is looked at.

        Raises StorageError as `creatures` does.
        """
        self._refresh()
        faults = list(self._own.faults)
        for id_ in _libraries(system.id):
            for creature in self._own.creatures.get(id_, {}).values():
                try:
                    self.values(system, creature)
                except StorageError as wrong:
                    faults += str(wrong).splitlines()
        return faults

    # Reading

    def _by_name(self, system: str) -> dict[str, Creature]:
        found: dict[str, Creature] = {}
        for shelf in self._shelves(system):
            found = {**shelf, **found}
        return found

    def _shelves(self, system: str) -> Iterable[Mapping[str, Creature]]:
        """Where creatures of a system stand, those first that win; each is read when it comes to it."""
        self._refresh()
        libraries = _libraries(system)
        yield from (self._own.creatures.get(id_, {}) for id_ in libraries)
        yield from map(self._ships_for, libraries)

    def _refresh(self) -> None:
        """Reads a person's own files again where they are others than they were; a folder that is none is a fault."""
        try:
            now = stamp(self._own_folder)
        except StorageError as fault:
            self._own, self._stamp = OwnCreatures(faults=[str(fault)]), ()
            return
        if now != self._stamp:
            self._own = read_own(self._own_folder, (name for name, *_ in now))
            self._stamp = now

    def _ships_for(self, system: str) -> Mapping[str, ShippedCreature]:
        if system not in self._shipped:
            folder = self._shipped_folder / system
            self._shipped[system] = {
                folded(facts.name): ShippedCreature(facts, folder, place)
                for facts, place in read_index(folder).creatures
            }
        return self._shipped[system]


def _libraries(system: str) -> tuple[str, ...]:
    return LIBRARIES.get(system, (system,))
