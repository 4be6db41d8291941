"""Persistent damage in Orcus (§Persistent damage); `system.py` has the step of a turn at which it is dealt."""

from orcus_tui.model.damage import Damage
from orcus_tui.model.effect import Effect
from orcus_tui.model.message import message
from orcus_tui.rules.damage import persistent_amount
from orcus_tui.rules.system import Resolution
from orcus_tui.systems.orcus.dying import deal


def persistent_damage(resolution: Resolution, creature: str) -> None:
    """Each type once, the highest, unless the option adds them up (§Persistent damage)."""
    by_types: dict[tuple[str, ...], list[Effect]] = {}
    for effect in resolution.state(creature).effects:
        if effect.kind == "persistent":
            by_types.setdefault(effect.types, []).append(effect)
    for types, held in by_types.items():
        highest = max(held, key=lambda each: each.amount or 0)
        counted = held if resolution.option("persistent_same_type") == "sum" else [highest]
        causes = tuple(dict.fromkeys([each.source for each in counted if each.source != creature]))
        if resolution.state(creature).life != "dead":
            amount = sum([persistent_amount(resolution, each) for each in counted])
            cause = message("by creatures", creatures=causes) if causes else None
            deal(resolution, Damage(creature, amount, types, source=highest.source, persistent=True, cause=cause))
