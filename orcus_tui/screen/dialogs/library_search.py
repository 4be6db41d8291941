"""The library on the screen: its creatures found by the query language, as choices with their stat blocks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from orcus_tui.commands.command_error import CommandError
from orcus_tui.commands.context import Library as AnyLibrary
from orcus_tui.commands.lexer import as_one_word
from orcus_tui.library.library import Library
from orcus_tui.library.query import NoMatch
from orcus_tui.library.stat_block import stat_block
from orcus_tui.rules.system import FightView, System
from orcus_tui.screen.dialogs.choices import NO_MATCHES, Choice, DialogResult, Menu, matches
from orcus_tui.storage.storage_error import StorageError

if TYPE_CHECKING:
    from orcus_tui.library.library import Creature


def searchable(library: AnyLibrary) -> Library | None:
    """The library of a session, if it can be searched."""
    return library if isinstance(library, Library) else None


def search(library: Library, system: System, typed: str) -> tuple[Sequence[Creature], str]:
    """The creatures that match a query; and where there are none, why."""
    try:
        found = library.search(system.id, typed)
        why = "" if found else library.explain_no_match(system.id, typed) if typed.strip() else _EMPTY
        return found, why if found else _with_faults(why, library, system)
    except NoMatch as fault:
        return (), _with_faults(fault.message, library, system)
    except CommandError as fault:
        return (), fault.message
    except StorageError as fault:
        return (), str(fault)


def _with_faults(why: str, library: Library, system: System) -> str:
    """Why nothing matches, with the faults of a person's own files: the creature may be in one of them."""
    faults = library.faults(system.id)
    more = f"; {len(faults) - 1} more {'error' if len(faults) == 2 else 'errors'}" if len(faults) > 1 else ""
    return f"{why}; {faults[0]}{more}" if faults else why


_EMPTY = "the library has no creatures for this system"


def stat_block_of(library: Library, system: System, creature: Creature) -> Sequence[str]:
    """The stat block of a creature of the library; or every fault in it."""
    try:
        fight = library.fight_with(system, creature)
    except StorageError as faults:
        return ["This creature has errors:", "", *faults.lines]
    return stat_block(FightView(system, fight), next(iter(fight.sheets)))


def library_choice(library: Library, system: System, creature: Creature) -> Choice:
    """A creature of the library that can be added by its name."""
    name = creature.facts.name
    line = f"add {as_one_word(name)} "
    details = partial(stat_block_of, library, system, creature)
    return Choice(
        name, creature.facts.about, DialogResult("insert", line), details, group="The library", from_disk=True
    )


def with_library(menu: Menu, library: Library, system: System) -> Menu:
    """A menu of creatures with those of the library after its own; the query language finds these."""

    def search_both(typed: str) -> tuple[Sequence[Choice], str]:
        creatures, why = search(library, system, typed)
        own = matches(menu.choices, typed)
        return [*own, *(library_choice(library, system, each) for each in creatures)], why or NO_MATCHES

    everything, _ = search_both("")
    return replace(menu, choices=everything, search=search_both)
