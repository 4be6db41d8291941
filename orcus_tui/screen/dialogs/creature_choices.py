"""The creatures that can be added to a fight: another of one that is there, or a new one."""

import re
from collections.abc import Callable, Sequence
from functools import partial

from msgspec.structs import replace

from orcus_tui.commands.lexer import as_one_word
from orcus_tui.model.creature import Sheet
from orcus_tui.rules.creation import base_name
from orcus_tui.rules.system import FightView
from orcus_tui.screen.dialogs.choices import Choice, DialogResult, Menu
from orcus_tui.session.lookup import card
from orcus_tui.session.stat_block_text import level_of

FIRST_FIELD = "hp="
"""The field of a new creature to type first; the others are typed after it."""

_COUNT = r"[xX][0-9]*[dD]?[0-9]+"
"""How many, after the words: the `x4` of `rat x4`, the `x1d4` of `rat x1d4`."""


def add_menu(creatures: Sequence[Choice]) -> Menu:
    """The creatures to add, and above them a new one with the name typed."""
    return Menu("Add a creature", creatures, from_typed=_new_creature, place="In the creatures to add")


def with_count(menu: Menu) -> Menu:
    """The menu, in which how many may be typed after the words as in the command: `rat x4`."""

    def search(typed: str) -> tuple[Sequence[Choice], str]:
        words, count = _count_apart(typed)
        found, why = menu.matches(words)
        return [_times(each, count) for each in found] if count else found, why

    return replace(menu, search=search)


def _count_apart(typed: str) -> tuple[str, str]:
    """The words to search, and the count behind them; empty where there is none."""
    *words, last = typed.split() or [""]
    return (" ".join(words), last.lower()) if words and re.fullmatch(_COUNT, last) else (typed, "")


def _times(choice: Choice, count: str) -> Choice:
    """A choice that adds so many of its creature."""
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
    return [
        creature_choice(name, sheets[first], partial(card, view, first))
        for name, first in first_of.items()
    ]


def creature_choice(name: str, sheet: Sheet, details: Callable[[], Sequence[str]]) -> Choice:
    """A creature that can be added by its name."""
    facts = (level_of(sheet), sheet.kind, sheet.role, sheet.type)
    about = ", ".join(each for each in facts if each)
    return Choice(name, about, DialogResult("insert", f"add {as_one_word(name)} "), details, group="In this fight")


def _new_creature(typed: str) -> Choice:
    words, count = _count_apart(typed)
    name = " ".join(words.split())
    if not name:
        return Choice("New creature", "type its name", DialogResult("insert", "add "))
    line = f"add {as_one_word(name)} {f'{count} ' if count else ''}{FIRST_FIELD}"
    return Choice(name, f"{count}, new creature" if count else "new creature", DialogResult("insert", line))
