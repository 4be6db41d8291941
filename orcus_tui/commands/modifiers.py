"""Modifiers in files: the words of `bonus`, `resist` and the like without targets, and when they count."""

from collections.abc import Collection

from orcus_tui.commands.bonus_slots import BONUS_SLOTS
from orcus_tui.commands.command_error import CommandError
from orcus_tui.commands.lexer import words_of
from orcus_tui.commands.power_lines import context_with
from orcus_tui.commands.word_cursor import WordCursor
from orcus_tui.model.facts import Facts
from orcus_tui.model.modifier import When
from orcus_tui.rules.system import System

_WHEN = tuple(BONUS_SLOTS[each] for each in ("against FACTS|NAME", "with FACTS", "while FACTS"))


def compile_when(text: str, system: System, ids: Collection[str] = ()) -> When:
    """`against undead with melee while staggered`; `ids` are the creatures that may be named.

    Raises CommandError with the column in `text`.
    """
    cursor = WordCursor(words_of(text), context_with(system, ids))
    found: dict[str, Facts] = {}
    while cursor.word is not None:
        slot = next((each for each in _WHEN if each.shown.partition(" ")[0] == cursor.key), None)
        facts = slot.read(cursor) if slot and slot.key not in found else None
        if slot is None or not isinstance(facts, Facts):
            raise CommandError("expected against, with or while, each once, and facts", cursor.column)
        found[slot.key] = facts
    return When(**found)
