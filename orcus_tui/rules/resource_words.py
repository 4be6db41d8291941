"""Resources as the screen shows them: `ki 2/5`, `slots 1st 4/4`, `2nd 3/3`, `4 1st-level slots`."""

import re
from collections.abc import Collection, Iterator, Mapping

from orcus_tui.model.creature import Resource

SLOT_NAME = r"slot([1-9])"  # a text, which `re` compiles on first use, so that it does not slow down the start
_NEARLY_SLOT = r"slots?[ _-]?([0-9]{1,9})"
_ENDINGS = {1: "st", 2: "nd", 3: "rd"}


def slot_level(name: str) -> int:
    """The level of the spell slots that a resource counts; 0 for another resource."""
    found = re.fullmatch(SLOT_NAME, name)
    return int(found[1]) if found else 0


def resource_name_fault(name: str, fields: Collection[str], of_fight: Collection[str]) -> str:
    """What `check` says of a resource that nothing ever spends; empty for one that can work.

    `fields` are the keys of a creature, `of_fight` the counters that the fight has in this system.
    """
    found = re.fullmatch(_NEARLY_SLOT, name.strip().lower())
    if found and not slot_level(name):
        meant = f"slot{int(found[1])}"
        meant = f"; write {meant}" if slot_level(meant) else ""
        return f"spell slots are slot1 to slot9, so no spell spends {name}{meant}"
    if name.lower() in fields:
        return f"{name.lower()} is a key of the creature itself, which no cost spends; give the resource another name"
    if name.lower() in of_fight:
        return f"{name.lower()} is a counter of the whole fight; give the resource another name"
    return ""


def ordinal(level: int) -> str:
    """`1st`, `2nd`, `3rd`, `4th`; for levels of spells."""
    return f"{level}{_ENDINGS.get(level, 'th')}"


def counted(name: str, number: int) -> str:
    """A number of a resource: `ki 5`, `4 1st-level slots`."""
    level = slot_level(name)
    return f"{number} {ordinal(level)}-level {'slot' if number == 1 else 'slots'}" if level else f"{name} {number}"


def labelled(counters: Mapping[str, int], printed: Mapping[str, Resource]) -> Iterator[tuple[str, str]]:
    """Each resource as its label and its number, with its maximum if it has one: `slots 1st` and `4/4`."""
    after_slots = False
    for name, count in counters.items():
        level = slot_level(name)
        label = f"{'' if after_slots else 'slots '}{ordinal(level)}" if level else name
        yield label, f"{count}/{printed[name].max}" if name in printed else str(count)
        after_slots = bool(level)


def resources_text(counters: Mapping[str, int], printed: Mapping[str, Resource]) -> str:
    """All resources in a line: `slots 1st 4/4, 2nd 3/3, ki 2`."""
    return ", ".join(f"{label} {number}" for label, number in labelled(counters, printed))
