"""The creatures of the library that a simulated fight may need, for powers and traits that summon or transform."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import chain
from typing import Any

from msgspec import Struct

from orcus_tui.commands.command_error import Candidate
from orcus_tui.commands.context import Library
from orcus_tui.model.creature import Trait
from orcus_tui.model.fight import Fight
from orcus_tui.model.power import Power, with_rows
from orcus_tui.model.text import name_key
from orcus_tui.rules.system import System
from orcus_tui.storage.encounter.named_creatures import name_in
from orcus_tui.systems import SYSTEMS

Find = Callable[[str], Mapping[str, Any] | None]
"""Finds the values of a creature by its name."""


class Bestiary(Struct, frozen=True):
    """A library of a few creatures, `known` by folded name, which can be sent to other processes."""

    known: Mapping[str, Mapping[str, Any]] = {}

    def find(self, system: System, name: str) -> Mapping[str, Any] | None:  # noqa: ARG002  # as every library
        """The values of the creature with that name, by field."""
        return self.known.get(name_key(name))

    def offer(self, system: System, start: str) -> Iterable[Candidate]:  # noqa: ARG002  # as every library
        """Offers nothing, because nobody types."""
        return ()


EMPTY = Bestiary()


def bestiary_of(fights: Iterable[Fight], library: Library) -> Bestiary:
    """The library creatures that lines of these fights name, and those that the lines of these creatures name.

    Raises Unusable if a creature cannot be read.
    """
    known: dict[str, Mapping[str, Any]] = {}
    for fight in fights:
        for sheet in fight.sheets.values():
            _add_named(known, _names_in(sheet.powers, sheet.traits), partial(library.find, SYSTEMS[fight.system]))
    return Bestiary(known)


def _add_named(known: dict[str, Mapping[str, Any]], names: Iterable[str], find: Find) -> None:
    """Adds the creatures with these names, and those that their lines name, unless they are known."""
    for name in names:
        found = find(name) if name_key(name) not in known else None
        if found:
            known[name_key(name)] = found
            _add_named(known, _names_in(found.get("power", ()), found.get("trait", ())), find)


def _names_in(powers: Iterable[Power], traits: Iterable[Trait]) -> Iterator[str]:
    """The names of creatures in the lines of powers and traits."""
    of_traits = (each for trait in traits for line in trait.effects for each in with_rows(line))
    for line in chain(*(power.lines for power in powers), of_traits):
        if name := name_in(line.step):
            yield name
