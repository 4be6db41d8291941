"""The library on the screen: its creatures as choices, found by the query language, each with its stat block."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from orcus_tui.commands.command_error import CommandError
from orcus_tui.commands.context import Library as AnyLibrary
from orcus_tui.commands.lexer import as_one_word
from orcus_tui.config.paths import LibraryUnopened
from orcus_tui.library.library import Library
from orcus_tui.library.query import NothingSo
from orcus_tui.library.stat_block import stat_block
from orcus_tui.rules.system import System
from orcus_tui.screen.dialogs.choices import NOTHING, Choice, DialogResult, Offer
from orcus_tui.screen.dialogs.choices import found as with_words
from orcus_tui.storage.storage_error import StorageError

if TYPE_CHECKING:
    from orcus_tui.library.library import Creature


def opened(library: AnyLibrary) -> Library | None:
    """The library that a session reads `add` against, if it can be searched."""
    known = library.opened if isinstance(library, LibraryUnopened) else library
    return known if isinstance(known, Library) else None


def searched(library: Library, system: System, typed: str) -> tuple[Sequence[Creature], str]:
    """The creatures a query asks for; and where there are none, why."""
    try:
        found = library.search(system.id, typed)
        why = "" if found else library.why_nothing(system.id, typed) if typed.strip() else _EMPTY
        return found, why if found else _with_faults(why, library, system)
    except NothingSo as fault:
        return (), _with_faults(fault.message, library, system)
    except CommandError as fault:
        return (), fault.message
    except StorageError as fault:
        return (), str(fault)


def _with_faults(why: str, library: Library, system: System) -> str:
    """Why nothing is found; and what is wrong with a person's own files, among which may be what is looked for."""
    faults = library.faults(system.id)
    more = f"; and {len(faults) - 1} faults more" if len(faults) > 1 else ""
    return f"{why}; {faults[0]}{more}" if faults else why


_EMPTY = "the library has no creature for this system"


def in_full(library: Library, system: System, creature: Creature) -> Sequence[str]:
    """All there is to know about a creature; or every fault of it."""
    try:
        fight = library.alone(system, creature)
    except StorageError as faults:
        return ["it has faults:", "", *str(faults).splitlines()]
    return stat_block(system, fight, next(iter(fight.sheets)))


def library_choice(library: Library, system: System, creature: Creature) -> Choice:
    """A creature of the library that can be added by its name."""
    name = creature.facts.name
    line = f"add {as_one_word(name)} "
    detail = partial(in_full, library, system, creature)
    return Choice(name, creature.facts.about, DialogResult("begin", line), detail, group="The library", from_disk=True)


def with_library(offer: Offer, library: Library, system: System) -> Offer:
    """An offer of creatures with those of the library after its own, all found by the query language."""

    def search(typed: str) -> tuple[Sequence[Choice], str]:
        found, why = searched(library, system, typed)
        here = with_words(offer.choices, typed)
        return [*here, *(library_choice(library, system, each) for each in found)], why or NOTHING

    everything, _ = search("")
    return Offer(offer.title, everything, offer.from_typed, search=search)
