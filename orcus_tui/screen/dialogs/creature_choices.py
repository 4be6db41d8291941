"""The creatures that can be added to a fight: more of those in it, creatures of the library, or a new creature."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from orcus_tui.commands.command_error import CommandError
from orcus_tui.commands.context import Library as AnyLibrary
from orcus_tui.commands.lexer import as_one_word
from orcus_tui.library.library import Library
from orcus_tui.library.query import NoMatch
from orcus_tui.library.stat_block import stat_block
from orcus_tui.model.creature import Sheet
from orcus_tui.rules.creation import base_name
from orcus_tui.rules.system import FightView, System
from orcus_tui.screen.dialogs.choices import NO_MATCHES, Choice, DialogResult, Menu, matches
from orcus_tui.session.lookup import card
from orcus_tui.session.stat_block_text import level_of
from orcus_tui.storage.storage_error import StorageError

if TYPE_CHECKING:
    from orcus_tui.library.library import Creature

FIRST_FIELD = "hp="
"""The field of a new creature that is typed first."""

_COUNT = r"[xX][0-9]*[dD]?[0-9]+"
"""A count after the words: the `x4` of `rat x4`, the `x1d4` of `rat x1d4`."""


def add_menu(creatures: Sequence[Choice]) -> Menu:
    """The creatures to add; above them, a new creature with the typed name."""
    return Menu("Add a creature", creatures, from_typed=_new_creature, place="In the creatures to add")


def with_count(menu: Menu) -> Menu:
    """The menu with counts after the words, as in the command: `rat x4`."""

    def search(typed: str) -> tuple[Sequence[Choice], str]:
        words, count = _split_count(typed)
        found, why = menu.matches(words)
        return [_times(each, count) for each in found] if count else found, why

    return replace(menu, search=search)


def _split_count(typed: str) -> tuple[str, str]:
    """The words to search, and the count after them, if any."""
    *words, last = typed.split() or [""]
    return (" ".join(words), last.lower()) if words and re.fullmatch(_COUNT, last) else (typed, "")


def _times(choice: Choice, count: str) -> Choice:
    """A choice that adds its creature `count` times."""
    if choice.result is None:
        return choice
    about = f"{count}, {choice.about}" if choice.about else count
    return replace(choice, about=about, result=DialogResult("insert", f"{choice.result.argument}{count} "))


def creatures_of(view: FightView) -> list[Choice]:
    """The creatures of a fight, one of each kind."""
    sheets = view.fight.sheets
    first_of: dict[str, str] = {}
    for creature, sheet in sheets.items():
        first_of.setdefault(base_name(sheet.name), creature)
    return [creature_choice(name, sheets[first], partial(card, view, first)) for name, first in first_of.items()]


def creature_choice(name: str, sheet: Sheet, details: Callable[[], Sequence[str]]) -> Choice:
    """A creature that can be added by its name."""
    facts = (level_of(sheet), sheet.kind, sheet.role, sheet.type)
    about = ", ".join(each for each in facts if each)
    return Choice(name, about, DialogResult("insert", f"add {as_one_word(name)} "), details, group="In this fight")


def _new_creature(typed: str) -> Choice:
    words, count = _split_count(typed)
    name = " ".join(words.split())
    if not name:
        return Choice("New creature", "type its name", DialogResult("insert", "add "))
    line = f"add {as_one_word(name)} {f'{count} ' if count else ''}{FIRST_FIELD}"
    return Choice(name, f"{count}, new creature" if count else "new creature", DialogResult("insert", line))


def searchable(library: AnyLibrary) -> Library | None:
    """The library of a session, if it can be searched."""
    return library if isinstance(library, Library) else None


def search(library: Library, system: System, typed: str) -> tuple[Sequence[Creature], str]:
    """The creatures that match a query, or the reason why there are none."""
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
    """The reason why nothing matches, with the faults of the user's files, which may have the creature."""
    faults = library.faults(system.id)
    more = f"; {len(faults) - 1} more {'error' if len(faults) == 2 else 'errors'}" if len(faults) > 1 else ""
    return f"{why}; {faults[0]}{more}" if faults else why


_EMPTY = "the library has no creatures for this system"


def stat_block_of(library: Library, system: System, creature: Creature) -> Sequence[str]:
    """The stat block of a creature of the library, or every fault in it."""
    try:
        view, id_ = library.view_with(system, creature)
    except StorageError as faults:
        return ["This creature has errors:", "", *faults.lines]
    return stat_block(view, id_)


def library_choice(library: Library, system: System, creature: Creature) -> Choice:
    """A creature of the library that can be added by its name."""
    name = creature.facts.name
    line = f"add {as_one_word(name)} "
    details = partial(stat_block_of, library, system, creature)
    return Choice(
        name, creature.facts.about, DialogResult("insert", line), details, group="The library", from_disk=True
    )


def with_library(menu: Menu, library: Library, system: System) -> Menu:
    """A menu of creatures, followed by those of the library that the search finds by the query language."""

    def search_both(typed: str) -> tuple[Sequence[Choice], str]:
        creatures, why = search(library, system, typed)
        own = matches(menu.choices, typed)
        return [*own, *(library_choice(library, system, each) for each in creatures)], why or NO_MATCHES

    everything, _ = search_both("")
    return replace(menu, choices=everything, search=search_both)
