"""The creatures that can be added: those that are known, and what is typed, made from nothing."""

from collections.abc import Callable, Sequence
from functools import partial

from orcus_tui.commands.lexer import as_one_word
from orcus_tui.model.creature import Sheet
from orcus_tui.model.fight import Fight
from orcus_tui.rules.creation import unnumbered
from orcus_tui.rules.system import System
from orcus_tui.screen.dialogs.choices import Choice, DialogResult, Offer
from orcus_tui.session.inspect import card, level_of

TO_FILL_IN = "hp="
"""What is asked first of a creature made from nothing; its other fields are typed behind it."""


def creatures_offer(known: Sequence[Choice]) -> Offer:
    """The creatures known, and above them one called as is typed."""
    return Offer("Add a creature", known, from_typed=_from_nothing)


def creatures_of(system: System, fight: Fight) -> list[Choice]:
    """The creatures of a fight, those alike but once."""
    firsts: dict[str, str] = {}
    for creature, sheet in fight.sheets.items():
        firsts.setdefault(unnumbered(sheet.name), creature)
    return [
        creature_choice(name, fight.sheets[first], partial(card, system, fight, first))
        for name, first in firsts.items()
    ]


def creature_choice(name: str, sheet: Sheet, detail: Callable[[], Sequence[str]]) -> Choice:
    """A creature that can be added by its name."""
    facts = (level_of(sheet), sheet.kind, sheet.role, sheet.type)
    about = ", ".join(each for each in facts if each)
    return Choice(name, about, DialogResult("begin", f"add {as_one_word(name)} "), detail, group="In this fight")


def _from_nothing(typed: str) -> Choice:
    name = " ".join(typed.split())
    if not name:
        return Choice("a new one", "made from nothing: type its name", DialogResult("begin", "add "))
    return Choice(name, "a new one, made from nothing", DialogResult("begin", f"add {as_one_word(name)} {TO_FILL_IN}"))
