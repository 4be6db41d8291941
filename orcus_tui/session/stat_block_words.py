"""What a stat block says besides its powers, in the table's words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from orcus_tui.model.text import points, with_sign
from orcus_tui.rules.stats import staggered_value
from orcus_tui.session.power_words import trait_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from orcus_tui.model.creature import Sheet
    from orcus_tui.model.fight import Fight
    from orcus_tui.rules.system import System
    from orcus_tui.rules.templates import Formatter


def level_of(sheet: Sheet) -> str:
    """`level 3`; nothing if the level is unknown."""
    return "" if sheet.level is None else f"level {sheet.level}"


def description(sheet: Sheet) -> list[str]:
    """Size and type, tags, kind, role, level, alignment and XP, each once."""
    what = (f"{sheet.size} {sheet.type}".strip(), *sheet.tags, sheet.kind, sheet.role, level_of(sheet), sheet.alignment)
    xp = f"{points(sheet.xp)} XP" if sheet.xp else ""
    return [*dict.fromkeys(each for each in (*what, xp) if each)]


def special_rules(sheet: Sheet) -> Iterator[str]:
    """The dice a stat block prints, the rules that hold for it and not for others of its side, and its own habit."""
    if sheet.hit_dice:
        yield f"hit dice {sheet.hit_dice}"
    if sheet.recovery:
        yield f"recovery {sheet.recovery}"
    flags = {
        "dies by the heroes' rules": sheet.uses_death_rules,
        "named villain": sheet.named_villain,
        "adds the escalation die": sheet.uses_escalation,
    }
    yield from (words for words, holds in flags.items() if holds)
    if sheet.habit:
        yield f"habit in the odds: {sheet.habit}"


def printed_saves(sheet: Sheet) -> Iterator[str]:
    """The bonus to saving throws, as `saves +2` or `saves con +2, dex +5`; nothing if there is none."""
    if isinstance(sheet.saves, int):
        bonuses = with_sign(sheet.saves) if sheet.saves else ""
    else:
        bonuses = ", ".join(f"{ability} {with_sign(bonus)}" for ability, bonus in sheet.saves.items())
    if bonuses:
        yield f"saves {bonuses}"


def staggered_at(system: System, fight: Fight, creature: str) -> str:
    """`staggered at 15`; empty in a system without the word, and for a creature that never is."""
    value, word = staggered_value(fight, creature), system.words.term("staggered")
    return f"{word} at {value}" if value and word else ""


def resistances(formatter: Formatter, sheet: Sheet) -> list[str]:
    """What the stat block resists and regenerates; resistances gained later are among the effects."""
    parts = [formatter.withstands("resist", (what,), amount) for what, amount in sheet.resist.items()]
    parts += (formatter.withstands("vulnerable", (what,), amount) for what, amount in sheet.vulnerable.items())
    parts += (formatter.withstands("immune", (what,), None) for what in sheet.immune)
    parts += (f"half {what}" for what in sheet.half)
    return parts + ([f"regeneration {sheet.regeneration}"] if sheet.regeneration else [])


def passages(sheet: Sheet) -> list[str]:
    """What stands below the powers, line by line: traits, aura, senses, languages, text and notes."""
    traits = (trait_line(each) for each in sheet.traits)
    named = (("aura", sheet.aura), ("senses", sheet.senses), ("languages", sheet.languages))
    texts = (*traits, *(f"{name} {words}" for name, words in named if words), sheet.text, sheet.notes)
    return [passage for text in texts for passage in text.splitlines()]
