"""Regeneration in the Archmage Engine, which may have a limited number of uses."""

from orcus_tui.model.message import message
from orcus_tui.rules import life
from orcus_tui.rules.system import Resolution

REGENERATION = "regeneration"


def still_regenerates(resolution: Resolution, creature: str) -> bool:
    """Whether a creature at 0 will heal by itself: it has uses of its regeneration left."""
    uses = resolution.state(creature).counters.get(REGENERATION, 0)
    return uses > 0 and resolution.sheet(creature).regeneration > 0


def regenerate(resolution: Resolution, creature: str) -> None:
    """The highest regeneration heals; of counted uses one is gone, unless all hit points are back."""
    sheet, state = resolution.sheet(creature), resolution.state(creature)
    values = [each.amount or 0 for each in state.effects if each.kind == "regeneration"]
    uses = state.counters.get(REGENERATION)
    highest = max((sheet.regeneration if uses != 0 else 0, *values))
    if highest <= 0 or not resolution.system.health.can_regenerate(sheet, state):
        return
    life.gain(resolution, creature, highest, message("regenerates", amount=highest))
    if uses and resolution.state(creature).hp != sheet.max_hp:
        counters = {**state.counters, REGENERATION: uses - 1}
        resolution.change(creature, "counters", counters, message("regenerations left", left=uses - 1))
