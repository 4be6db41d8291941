"""The creatures that can be added to a fight: another of one that is there, or a new one."""

from collections.abc import Callable, Sequence
from functools import partial

from orcus_tui.commands.lexer import as_one_word
from orcus_tui.model.creature import Sheet
from orcus_tui.model.fight import Fight
from orcus_tui.rules.creation import base_name
from orcus_tui.rules.system import System
from orcus_tui.screen.dialogs.choices import Choice, DialogResult, Menu
from orcus_tui.session.inspect import card, level_of

FIRST_FIELD = "hp="
"""The field of a new creature to type first; the others are typed after it."""


def add_menu(creatures: Sequence[Choice]) -> Menu:
    """The creatures to add, and above them a new one with the name typed."""
    return Menu("Add a creature", creatures, from_typed=_new_creature, place="In the creatures to add")


def creatures_of(system: System, fight: Fight) -> list[Choice]:
    """The creatures of a fight, one of each kind."""
    first_of: dict[str, str] = {}
    for creature, sheet in fight.sheets.items():
        first_of.setdefault(base_name(sheet.name), creature)
    return [
        creature_choice(name, fight.sheets[first], partial(card, system, fight, first))
        for name, first in first_of.items()
    ]


def creature_choice(name: str, sheet: Sheet, details: Callable[[], Sequence[str]]) -> Choice:
    """A creature that can be added by its name."""
    facts = (level_of(sheet), sheet.kind, sheet.role, sheet.type)
    about = ", ".join(each for each in facts if each)
    return Choice(name, about, DialogResult("insert", f"add {as_one_word(name)} "), details, group="In this fight")


def _new_creature(typed: str) -> Choice:
    name = " ".join(typed.split())
    if not name:
        return Choice("New creature", "type its name", DialogResult("insert", "add "))
    return Choice(name, "new creature", DialogResult("insert", f"add {as_one_word(name)} {FIRST_FIELD}"))
