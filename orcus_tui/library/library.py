"""The library itself: found by name and by query, a person's own creatures before those that ship.

A list needs but the indexes; what makes creatures of tables is loaded when one is wanted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from orcus_tui.library import query
from orcus_tui.library.shipped import SHIPPED, SHIPPED_WITH, ShippedCreature, shipped_in
from orcus_tui.model.text import folded
from orcus_tui.storage.storage_error import StorageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from orcus_tui.commands.candidates import Candidate
    from orcus_tui.library.own_creatures import OwnCreature, OwnCreatures, Stamp
    from orcus_tui.model.fight import Fight
    from orcus_tui.rules.system import System

    Creature = OwnCreature | ShippedCreature


class Library:
    """All creatures there are, by system. What has been read is kept; files of one's own are read when they change.

    `own` is the person's folder, which need not be there; `shipped` has a folder for each system.
    """

    def __init__(self, own: Path, shipped: Path = SHIPPED) -> None:
        self._own_folder = own
        self._shipped_folder = shipped
        self._own: OwnCreatures | None = None
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
        from orcus_tui.commands.context import Unusable

        try:
            creature = self.named(system.id, name)
            return None if creature is None else self.values(system, creature)
        except StorageError as fault:
            raise Unusable(str(fault)) from fault

    def offer(self, system: System, start: str) -> Iterable[Candidate]:
        """The creatures whose folded names begin so, in the order of the alphabet, each with what it is.

        There are none where the library cannot be read: whoever asks for a creature is told.
        """
        from orcus_tui.commands.candidates import Candidate

        try:
            known = self._by_name(system.id)
        except StorageError:
            return ()
        begun = sorted(name for name in known if name.startswith(start))
        return (Candidate(known[name].facts.name, known[name].facts.about) for name in begun)

    # By query

    def creatures(self, system: str) -> list[Creature]:
        """All of a system's library, by level or challenge, and name; last those of neither.

        Raises StorageError where what ships cannot be read.
        """
        return sorted(self._by_name(system).values(), key=_place)

    def search(self, system: str, asked: str) -> list[Creature]:
        """Those of a system's library a query asks for, by level and name; an empty query asks for all.

        Who is called just so comes first. Raises StorageError as `creatures` does, and CommandError for a query that
        makes no sense.
        """
        known = {each.facts: each for each in self.creatures(system)}
        facts = list(known)
        found = (known[each] for each in query.matching(query.read_query(asked, facts), facts))
        called = folded(asked.strip('" '))
        return sorted(found, key=lambda each: folded(each.facts.name) != called)

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
        values = creature.values(system)
        self._values[key] = creature, values
        return values

    def alone(self, system: System, creature: Creature) -> Fight:
        """A fight with one of a creature alone, from which its stat block is drawn. Raises as `values` does."""
        from msgspec.structs import replace

        from orcus_tui.model.fight import Fight
        from orcus_tui.rules.creation import newcomers

        empty = Fight(creature.facts.name, system.id, {}, {}, counters=dict(system.counters.initial))
        made = newcomers(system, empty, self.values(system, creature))
        sheets = {id_: sheet for id_, (sheet, _) in made.items()}
        states = {id_: state for id_, (_, state) in made.items()}
        return replace(empty, sheets=sheets, states=states)

    def faults(self, system: str) -> list[str]:
        """A line, with file and line, for each thing wrong with a person's own files; every creature is looked at."""
        own = self._read_own()
        if own is None:
            return []
        from orcus_tui.systems import SYSTEMS

        faults = list(own.faults)
        for id_ in libraries_of(system):
            for creature in own.creatures.get(id_, {}).values():
                try:
                    self.values(SYSTEMS[system], creature)
                except StorageError as wrong:
                    faults += str(wrong).splitlines()
        return faults

    # A person's own

    def keep(self, system: str, creatures: Sequence[Mapping[str, Any]], called: str) -> Path:
        """Writes creatures to a file of the person's own folder, named after what they are called; answers the file.

        Raises StorageError, and writes nothing, where another of the folder has the name of one, or one has faults.
        """
        from orcus_tui.library.own_creatures import OwnCreatures, kept

        return kept(self._own_folder, self._read_own() or OwnCreatures(), system, creatures, called)

    # Reading

    def _by_name(self, system: str) -> dict[str, Creature]:
        found: dict[str, Creature] = {}
        for shelf in self._shelves(system):
            found = {**shelf, **found}
        return found

    def _shelves(self, system: str) -> Iterable[Mapping[str, Creature]]:
        """Where creatures of a system stand, those first that win; each is read when it comes to it."""
        own = self._read_own()
        libraries = libraries_of(system)
        if own is not None:
            yield from (own.creatures.get(id_, {}) for id_ in libraries)
        yield from map(self._ships_for, libraries)

    def _read_own(self) -> OwnCreatures | None:
        """What a person's own folder holds, read again where that has changed; None where there is no folder."""
        if self._own is None and not self._own_folder.exists():
            return None
        from orcus_tui.library.own_creatures import OwnCreatures, read_own, stamp

        try:
            now = stamp(self._own_folder)
        except StorageError as fault:
            self._own, self._stamp = OwnCreatures(faults=[str(fault)]), ()
            return self._own
        if self._own is None or now != self._stamp:
            self._own, self._stamp = read_own(self._own_folder, (name for name, *_ in now)), now
        return self._own

    def _ships_for(self, system: str) -> Mapping[str, ShippedCreature]:
        if system not in self._shipped:
            self._shipped[system] = shipped_in(self._shipped_folder / system)
        return self._shipped[system]


def _place(creature: Creature) -> tuple[bool, float, str]:
    facts = creature.facts
    strength = facts.number("challenge") if facts.level is None else facts.level
    return strength is None, strength or 0, folded(facts.name)


def libraries_of(system: str) -> tuple[str, ...]:
    """The systems whose creatures serve a system: its own first."""
    return (system, *SHIPPED_WITH.get(system, ()))
