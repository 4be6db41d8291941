"""Ability damage in the True SRD: the statistics that depend on an ability, and the effects of a low score."""

from collections.abc import Mapping

from orcus_tui.model.duration import Duration
from orcus_tui.model.message import message
from orcus_tui.rules import effects
from orcus_tui.rules.system.resolution import Resolution

LOWEST = -5
"""A creature with a lower score cannot act (§Condition Summary, Debilitated)."""
DEBILITATED: Mapping[str, tuple[str, ...]] = {
    "debilitated strength": ("str",),
    "debilitated dexterity": ("dex",),
    "debilitated constitution": ("con",),
    "debilitated mind": ("int", "wis", "cha"),
}
"""The conditions that follow if a score of these abilities is too low."""
WHILE_LOW = Duration("words", words="the score is −5 again")


def debilitate(resolution: Resolution, creature: str) -> None:
    """Applies or ends the conditions of scores that are too low."""
    state, printed = resolution.state(creature), resolution.sheet(creature).abilities
    changes: dict[str, int] = {}
    for each in state.effects:
        if each.kind == "bonus":
            changes[each.name] = changes.get(each.name, 0) + (each.amount or 0)
    for condition, abilities in DEBILITATED.items():
        is_low = any(each in changes and printed.get(each, 0) + changes[each] < LOWEST for each in abilities)
        held = [each for each in state.effects if each.name == condition and each.duration == WHILE_LOW]
        if is_low and not held:
            effects.add_condition(resolution, creature, condition, creature, WHILE_LOW)
        for each in () if is_low else held:
            effects.end_if_there(resolution, creature, each, message("ability restored"))
