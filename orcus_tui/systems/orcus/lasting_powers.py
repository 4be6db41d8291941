"""Zones, conjurations and stances, and the end of their effects (Orcus §Keywords)."""

from orcus_tui.model.effect import Effect
from orcus_tui.model.power import STANCE, Power
from orcus_tui.systems.orcus.conditions import CONDITIONS

ENDED_BY_TAG = {"zone": "dead", "conjuration": "dead", STANCE: "helpless"}
"""By tag, the condition that ends a power when its user has it."""
GOOD_EFFECTS = ("resist", "immune", "regeneration")


def is_good(effect: Effect) -> bool:
    """Whether an effect helps its bearer."""
    known = CONDITIONS.get(effect.name)
    good = effect.name in GOOD_EFFECTS or (known is not None and known.good_for_bearer)
    return good or (effect.kind == "bonus" and (effect.amount or 0) > 0)


def outlasts(power: Power, bearer: str, effect: Effect) -> bool:
    """Whether an effect continues after the zone, conjuration or stance that caused it.

    An effect that a save ends always continues. Other effects on other creatures last for their duration; the aura or
    bonus of the power itself ends with the power.
    """
    if ENDED_BY_TAG.keys().isdisjoint(power.tags):
        return False
    if effect.duration.ending == "save":
        return True
    has_end = effect.duration.ending not in ("removed", "words")
    return has_end and bearer != effect.source and (power.bonus is not None or not is_good(effect))
