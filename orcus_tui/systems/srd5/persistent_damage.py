"""Persistent damage in SRD 5.1: dealt at the start of a turn."""

from orcus_tui.model.damage import Damage
from orcus_tui.model.message import message
from orcus_tui.rules.damage import persistent_amount
from orcus_tui.rules.system import Resolution
from orcus_tui.systems.srd5.damage import deal


def persistent_damage(resolution: Resolution, creature: str) -> None:
    """All persistent damage, each by itself."""
    for effect in resolution.state(creature).effects:
        if effect.kind == "persistent" and resolution.state(creature).life != "dead":
            cause = message("by creatures", creatures=(effect.source,)) if effect.source != creature else None
            amount, source = persistent_amount(resolution, effect), effect.source
            deal(resolution, Damage(creature, amount, effect.types, source=source, persistent=True, cause=cause))
