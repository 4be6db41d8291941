"""Persistent damage in the True SRD, as of fire: a Toughness save at the start of each turn (§Catching on Fire)."""

from orcus_tui.model.damage import Damage
from orcus_tui.model.effect import Effect
from orcus_tui.model.message import plain
from orcus_tui.rules.system import Resolution
from orcus_tui.systems.true_srd.toughness import deal


def persistent_damage(resolution: Resolution, creature: str) -> None:
    """What burns or eats at a creature, each turn; of one name only the worst counts (§Catching on Fire)."""
    worst: dict[object, Effect] = {}
    for effect in resolution.state(creature).effects:
        key = effect.id if effect.name == "persistent" else effect.name
        if effect.kind == "persistent" and (key not in worst or (effect.amount or 0) > (worst[key].amount or 0)):
            worst[key] = effect
    for effect in worst.values():
        if resolution.state(creature).life != "dead":
            cause = None if effect.name == "persistent" else plain(effect.name)
            deal(resolution, Damage(creature, effect.amount or 0, effect.types, persistent=True, cause=cause))
