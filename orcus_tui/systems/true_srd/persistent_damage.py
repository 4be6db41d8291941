"""Persistent damage in the True SRD: a Toughness save at the start of each turn, and nothing that ends it."""

from orcus_tui.model.damage import Damage
from orcus_tui.model.effect import Effect
from orcus_tui.model.message import plain
from orcus_tui.rules.damage import persistent_amount
from orcus_tui.rules.system import Resolution
from orcus_tui.systems.true_srd.hazards import BURNING
from orcus_tui.systems.true_srd.toughness import deal


def persistent_damage(resolution: Resolution, creature: str) -> None:
    """What eats at a creature, each turn, until it is removed; of one name only the worst counts. Fire is a hazard."""
    worst: dict[object, Effect] = {}
    for effect in resolution.state(creature).effects:
        if effect.kind != "persistent" or effect.name == BURNING:
            continue
        key = effect.id if effect.name == "persistent" else effect.name
        if key not in worst or (effect.amount or 0) > (worst[key].amount or 0):
            worst[key] = effect
    for effect in worst.values():
        if resolution.state(creature).life != "dead":
            cause = None if effect.name == "persistent" else plain(effect.name)
            amount, source = persistent_amount(resolution, effect), effect.source
            deal(resolution, Damage(creature, amount, effect.types, source=source, persistent=True, cause=cause))
