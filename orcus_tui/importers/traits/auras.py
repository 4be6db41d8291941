"""Auras with a line, as a creature's tables have them."""

import re
from functools import cache

from orcus_tui.commands.line_compiler import compile_line
from orcus_tui.importers.creature_draft import Table
from orcus_tui.importers.draft_text import compiles
from orcus_tui.model.fight import Fight
from orcus_tui.rules.creation import stem
from orcus_tui.rules.system import System
from orcus_tui.rules.zone_names import name_fault
from orcus_tui.systems import SYSTEMS


def is_line(system: str, text: str) -> bool:
    """Whether a text is a line of a power."""
    return compiles(text, compile_line, *variants_of(system))


@cache
def variants_of(system: str) -> tuple[System, ...]:
    """The systems that share the stat blocks of one: itself and its variants."""
    return tuple(each for name, each in SYSTEMS.items() if name == system or name.startswith(f"{system}-"))


def aura_table(system: str, name: str, who: str, line: str, at: str) -> Table | None:
    """An aura with a line, under a name that is valid for its zone; None for an invalid line."""
    called = re.sub(r"(?i) ?\(nastier special\)|[^\w' -]", "", name).strip() or "Aura"
    fight = Fight("", system, {}, {})
    free = [each for each in (called, f"{called} aura") if not name_fault(SYSTEMS[system], fight, stem(each))]
    if not free or not is_line(system, line):
        return None
    return {"name": free[0], "side": _side(who), "line": line, "at": at}


def _side(who: str) -> str:
    if re.search(r"(?i)enem|foe|opponent|\bpc|hostile|target", who):
        return "foes"
    return "allies" if re.search("(?i)all(?:y|ies)", who) else "all"
