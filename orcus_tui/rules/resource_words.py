"""Resources as the screen shows them: `ki 2/5`, `slots 1st 4/4`, `2nd 3/3`, `4 1st-level slots`."""

import re
from collections.abc import Iterator, Mapping

from orcus_tui.model.creature import Resource

SLOT_NAME = r"slot([1-9])"  # a text, which `re` compiles on first use, so that it does not slow down the start
_ENDINGS = {1: "st", 2: "nd", 3: "rd"}


def slot_level(name: str) -> int:
    """The level of the spell slots that a resource counts; 0 for another resource."""
    found = re.fullmatch(SLOT_NAME, name)
    return int(found[1]) if found else 0


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
