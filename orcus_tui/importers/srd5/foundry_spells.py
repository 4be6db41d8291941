"""The spells of a Foundry actor as stat blocks print them: by slots, at will, or a number of times a day."""

from collections.abc import Iterator

from orcus_tui.importers.source_record import Record
from orcus_tui.importers.srd5.clauses import ABILITIES
from orcus_tui.importers.srd5.foundry_text import Actor
from orcus_tui.importers.srd5.statistics import modifier

_INNATE = ("innate", "atwill", "will")
_PACT = "pact"
_ORDINALS = ("", "1st", "2nd", "3rd", *(f"{each}th" for each in range(4, 10)))
_CACHED = "cachedFor"
"""The flag of a spell that belongs to another item."""


def spells_text(spells: list[Record], actor: Actor) -> str:
    """The spells of an actor, after the numbers of its spellcasting."""
    listed: dict[str, list[str]] = {}
    for each in spells:
        if not each.record("flags").record("dnd5e").text(_CACHED):
            listed.setdefault(_label(each.record("system"), actor), []).append(each.text("name"))
    order = sorted(listed, key=lambda label: ("/day" in label, label[:2] != "Ca" and label[:2] != "At", label))
    lists = (f"{label}: {', '.join(listed[label])};" for label in order)
    return " ".join([*_numbers(actor), *lists]).rstrip(";")


def _numbers(actor: Actor) -> Iterator[str]:
    name = next((name for name, short in ABILITIES.items() if short == actor.spellcasting), "")
    if not name:
        return
    bonus = modifier(actor.abilities.get(actor.spellcasting)) + actor.proficiency
    numbers = f"spell save DC {8 + bonus}, {bonus:+d} to hit with spell attacks"
    level = actor.system.record("details").whole("spellLevel") if actor.system else None
    if level:
        yield f"{level}th-level spellcaster."
    yield f"Spellcasting ability is {name.capitalize()} ({numbers})."


def _label(spell: Record, actor: Actor) -> str:
    """The heading that a stat block has for a spell."""
    mode = spell.record("preparation").text("mode") or spell.text("method")
    uses, level = spell.record("uses").text("max"), spell.whole("level") or 0
    if uses.isdecimal() and int(uses):
        return f"{uses}/day"
    if not level:
        return "Cantrips"
    if mode in _INNATE:
        return "At will"
    slots = actor.system.record("spells") if actor.system else None
    pact = slots.record(_PACT) if slots else None
    if mode == _PACT and pact:
        highest = pact.whole("level") or level
        return f"1st-{_ORDINALS[min(highest, 9)]}-level ({_number(pact)} {_ORDINALS[min(highest, 9)]}-level slots)"
    number = _number(slots.record(f"spell{level}")) if slots else 0
    return f"{_ORDINALS[min(level, 9)]} level" + (f" ({number} slots)" if number else "")


def _number(slots: Record) -> int:
    return slots.whole("override") or slots.whole("max") or slots.whole("value") or 0
