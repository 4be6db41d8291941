"""The library: creatures by name and by query, the user's own before those of packages and those that ship.

A list needs only the indexes; the code that makes creatures is imported when a creature is needed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from orcus_tui.model.text import name_key
from orcus_tui.storage.large_file import large_data_message
from orcus_tui.storage.storage_error import StorageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from orcus_tui.commands.command_error import Candidate
    from orcus_tui.library.own_creatures import OwnCreature, OwnCreatures, Stamp
    from orcus_tui.library.power_query import PowerFacts
    from orcus_tui.library.saved_creatures import SavedCreatures, SaveOptions
    from orcus_tui.library.shipped import ShippedCreature
    from orcus_tui.rules.system import FightView, System

    Creature: TypeAlias = OwnCreature | ShippedCreature


_OF_POWERS = ("spell", "power", "class", "list")
"""The words that make a query search for powers."""


class Library:
    """The creatures of every system; each file is read when first needed, and the user's files again after a change.

    `own` is the person's folder, which need not exist. `shipped` is a folder with a subfolder for each system, in place
    of the folders in the systems' packages. Before a large folder is read, `announce` is called with a message.
    """

    def __init__(
        self, own: Path, shipped: Path | None = None, *, announce: Callable[[str], None] | None = None
    ) -> None:
        self._announce = announce
        self._own_folder = own
        self._shipped_folder = shipped
        self._own: OwnCreatures | None = None
        self._stamp: Stamp = ()
        self._packages: Sequence[OwnCreatures] | None = None
        self._shipped: dict[Path, dict[str, ShippedCreature]] = {}
        self._values: dict[tuple[str, str], tuple[Creature, Mapping[str, Any]]] = {}

    # By name

    def creature_named(self, system: str, name: str) -> Creature | None:
        """The creature with that name in a system's library, or the only one called `NAME (…)`, if any.

        Raises StorageError as `creatures` does.
        """
        key = name_key(name)
        for creatures in self._by_precedence(system):
            if key in creatures:
                return creatures[key]
        plain = [each for known, each in self._by_name(system).items() if known.startswith(f"{key}-(")]
        return plain[0] if len(plain) == 1 else None

    def find(self, system: System, name: str) -> Mapping[str, Any] | None:
        """The checked values of the creature with that name, by field, if any.

        Raises Unusable if the creature or the library cannot be read.
        """
        from orcus_tui.commands.context import Unusable

        try:
            creature = self.creature_named(system.id, name)
            return None if creature is None else self.values(system, creature)
        except StorageError as fault:
            raise Unusable(str(fault)) from fault

    def offer(self, system: System, start: str) -> Iterable[Candidate]:
        """The creatures whose folded names begin with `start`, sorted, each with a short description.

        Empty if the library cannot be read: adding a creature reports that.
        """
        from orcus_tui.commands.command_error import Candidate

        try:
            known = self._by_name(system.id)
        except StorageError:
            return ()
        names = sorted(name for name in known if name.startswith(start))
        return (Candidate(known[name].facts.name, known[name].facts.about) for name in names)

    # By query

    def creatures(self, system: str) -> list[Creature]:
        """All creatures of a system by level or challenge, then name; those with neither come last.

        Raises StorageError if the shipped creatures cannot be read.
        """
        return sorted(self._by_name(system).values(), key=_sort_key)

    def search(self, system: str, text: str) -> list[Creature]:
        """The creatures of a system that match a query, by level and name; an empty query matches all.

        A creature whose name is exactly the query comes first. Raises StorageError as `creatures` does, and
        CommandError for a query with an error.
        """
        from orcus_tui.library.query import broadened, matching_creatures, read_query

        known = {each.facts: each for each in self.creatures(system)}
        facts = list(known)
        clauses = read_query(text, facts)
        matching = matching_creatures(clauses, facts) or matching_creatures(broadened(clauses), facts)
        found = (known[each] for each in matching)
        name = name_key(text.strip('" '))
        return sorted(found, key=lambda each: name_key(each.facts.name) != name)

    def search_powers(self, system: str, text: str) -> list[PowerFacts] | None:
        """The powers and spells of a system that match a query; None for a query for creatures.

        A query is for powers if it begins with `spell` or `power`, or names a class or a list. Raises as `search` does.
        """
        if not any(word in text.lower() for word in _OF_POWERS):
            return None
        from orcus_tui.library.power_query import is_power_query, search_powers
        from orcus_tui.storage.power_book import power_book

        book = power_book(system)
        return search_powers(book, text) if is_power_query(text, book) else None

    def offer_powers(self, system: str, start: str) -> Iterable[Candidate]:
        """The powers and spells whose names begin with `start`, with descriptions; empty if they cannot be read."""
        from orcus_tui.commands.command_error import Candidate
        from orcus_tui.library.power_query import PowerFacts
        from orcus_tui.storage.power_book import power_book

        try:
            powers = power_book(system).powers
        except StorageError:
            return ()
        begun = (each for each in powers if name_key(each.name).startswith(name_key(start)))
        return (Candidate(each.name, PowerFacts(each).about) for each in begun)

    def explain_no_match(self, system: str, text: str) -> str:
        """Why a query finds nothing, as a message. Raises as `search` does."""
        from orcus_tui.library.query import explain_no_match, read_query

        facts = [each.facts for each in self.creatures(system)]
        return explain_no_match(text, read_query(text, facts), facts)

    # Creatures

    def values(self, system: System, creature: Creature) -> Mapping[str, Any]:
        """A creature's checked values, by field. Raises StorageError with a line for each fault."""
        key = (system.id, name_key(creature.facts.name))
        cached = self._values.get(key)
        if cached and cached[0] is creature:
            return cached[1]
        values = creature.values(system)
        self._values[key] = creature, values
        return values

    def view_with(self, system: System, creature: Creature) -> tuple[FightView, str]:
        """A fight with one creature in it, to draw its stat block from, and its id. Raises as `values` does."""
        from msgspec.structs import replace

        from orcus_tui.rules.creation import newcomers
        from orcus_tui.systems import empty_fight, view_of

        empty = empty_fight(creature.facts.name, system.id)
        ((id_, (sheet, state)),) = newcomers(view_of(empty), self.values(system, creature)).items()
        return view_of(replace(empty, sheets={id_: sheet}, states={id_: state})), id_

    def faults(self, system: str) -> list[str]:
        """A line, `FILE:LINE: …`, for each fault in the user's files and in the files of packages.

        Every creature is checked.
        """
        from orcus_tui.systems import SYSTEMS, libraries_of

        own, faults = self._read_own(), list[str]()
        for source in (*([own] if own else []), *self._read_packages()):
            faults += source.faults
            for creature in (each for id_ in libraries_of(system) for each in source.creatures.get(id_, {}).values()):
                try:
                    self.values(SYSTEMS[system], creature)
                except StorageError as wrong:
                    faults += wrong.lines
        return faults

    # The user's own

    def save(self, system: str, creatures: Sequence[Mapping[str, Any]], options: SaveOptions) -> SavedCreatures:
        """Saves creatures in a new file of the person's folder.

        A creature whose name is taken there gets a number or, with `options.replace`, replaces the creature of that
        name. Raises StorageError, and writes nothing, if a creature has faults.
        """
        from orcus_tui.library.own_creatures import OwnCreatures
        from orcus_tui.library.saved_creatures import save_creatures

        return save_creatures(self._own_folder, self._read_own() or OwnCreatures(), system, creatures, options)

    def ships(self, system: str, name: str) -> bool:
        """Whether a creature with that name comes with the program. Raises StorageError as `creatures` does."""
        return any(name_key(name) in creatures for creatures in self._shipped_for(system))

    # Reading

    def _by_name(self, system: str) -> dict[str, Creature]:
        found: dict[str, Creature] = {}
        for creatures in self._by_precedence(system):
            found = {**creatures, **found}
        return found

    def _by_precedence(self, system: str) -> Iterable[Mapping[str, Creature]]:
        """The sources of a system's creatures, highest precedence first; each is read when it is reached."""
        from orcus_tui.systems import libraries_of

        own = self._read_own()
        if own is not None:
            yield from (own.creatures.get(id_, {}) for id_ in libraries_of(system))
        for package in self._read_packages():
            yield from (package.creatures.get(id_, {}) for id_ in libraries_of(system))
        yield from self._shipped_for(system)

    def _read_own(self) -> OwnCreatures | None:
        """The person's own creatures, read again after a change; None without a folder."""
        if self._own is None and _is_missing(self._own_folder):
            return None
        from orcus_tui.library.own_creatures import OwnCreatures, read_own, stamp

        try:
            now = stamp(self._own_folder)
        except StorageError as fault:
            self._own, self._stamp = OwnCreatures(faults=[str(fault)]), ()
            return self._own
        if self._own is None or now != self._stamp:
            message = large_data_message("your creatures", sum(size for *_, size in now))
            if message and self._announce:
                self._announce(message)
            self._own, self._stamp = read_own(self._own_folder, (name for name, *_ in now)), now
        return self._own

    def _read_packages(self) -> Sequence[OwnCreatures]:
        """The creatures of installed packages, read once."""
        if self._packages is None:
            self._packages = tuple(_creatures_of_packages())
        return self._packages

    def _shipped_for(self, system: str) -> Iterable[Mapping[str, ShippedCreature]]:
        """The shipped creatures that a system can use, one folder at a time."""
        from orcus_tui.library.shipped import shipped_in
        from orcus_tui.systems import creatures_folder, libraries_of

        for id_ in libraries_of(system):
            folder = self._shipped_folder / id_ if self._shipped_folder else creatures_folder(id_)
            if folder not in self._shipped:
                self._shipped[folder] = shipped_in(folder)
            yield self._shipped[folder]


def _creatures_of_packages() -> Iterator[OwnCreatures]:
    """The creatures of each package, with the faults of its files; a package that cannot be loaded is left out."""
    from pathlib import Path

    from orcus_tui import extensions

    for name in extensions.installed(extensions.LIBRARIES):
        folder = extensions.load(extensions.LIBRARIES, name)
        if isinstance(folder, Path):
            yield _creatures_in(folder)


def _creatures_in(folder: Path) -> OwnCreatures:
    from orcus_tui.library.own_creatures import OwnCreatures, read_own, stamp

    try:
        return read_own(folder, [file for file, *_ in stamp(folder)])
    except StorageError as fault:
        return OwnCreatures(faults=[str(fault)])


def _is_missing(folder: Path) -> bool:
    """Whether a folder does not exist; one that cannot be examined may exist."""
    try:
        folder.stat()
    except FileNotFoundError:
        return True
    except OSError:
        return False
    return False


def _sort_key(creature: Creature) -> tuple[bool, float, str]:
    facts = creature.facts
    strength = facts.number("challenge") if facts.level is None else facts.level
    return strength is None, strength or 0, name_key(facts.name)
