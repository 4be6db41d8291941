"""Recoveries and rallying in Orcus (§Recoveries, §Rally)."""

from orcus_tui.errors import Impossible
from orcus_tui.model.duration import Duration
from orcus_tui.model.effect import Effect
from orcus_tui.model.message import message
from orcus_tui.rules import effects, life
from orcus_tui.rules.actions import spend_for, use_once
from orcus_tui.rules.system.resolution import Resolution
from orcus_tui.systems.orcus.summons import creator_of


def recovery_value(resolution: Resolution, creature: str) -> int:
    """A quarter of the maximum, rounded down, unless the sheet says otherwise (§Recoveries)."""
    sheet = resolution.sheet(creature)
    return int(sheet.recovery) if sheet.recovery.isdecimal() else (sheet.max_hp or 0) // 4


def spend_recovery(resolution: Resolution, creature: str) -> None:
    """Spends a recovery, if the creature's recoveries are counted."""
    left = resolution.state(creature).recoveries
    if left is not None:
        resolution.change(creature, "recoveries", left - 1, message("recoveries left"))


def payer_of(resolution: Resolution, creature: str) -> str:
    """The creature that spends a creature's recoveries: a summoned monster's creator, or itself (§Summons)."""
    return creator_of(resolution.fight, creature) or creature


def recover(resolution: Resolution, creature: str, rolled: int | None) -> None:
    """Spends a recovery; a dying creature with none left wakes with 1 hit point (§Stabilizing a Creature)."""
    state, payer = resolution.state(creature), payer_of(resolution, creature)
    if resolution.state(payer).recoveries == 0:
        if (state.hp or 0) > 0:
            raise Impossible(f"{resolution.name(creature)} has no recoveries left")
        life.set_hit_points(resolution, creature, 1, state.temp_hp, message("comes to without recovery"))
        return
    spend_recovery(resolution, payer)
    typed = resolution.typed.take_recovery() if rolled is None else rolled
    value = recovery_value(resolution, creature) if typed is None else typed
    life.gain(resolution, creature, value, message("recovers", amount=value))


def rally(resolution: Resolution, creature: str) -> None:
    """Spends a recovery, and gives +2 to all defenses until the creature's next turn; once an encounter (§Rally)."""
    state, name = resolution.state(creature), resolution.name(creature)
    if resolution.sheet(creature).kind != "pc" and not resolution.option("monsters_rally"):
        resolution.forbid("monsters do not rally", who=creature)
    if "rally" in state.used:
        resolution.forbid("rallied already", who=creature)
    if resolution.state(payer_of(resolution, creature)).recoveries == 0:
        raise Impossible(f"{name} has no recoveries left to rally with")
    life.refuse_the_dead(resolution, creature)
    spend_for(resolution, creature, "standard")
    resolution.say("rallies", creature)
    recover(resolution, creature, None)
    shield = Effect(0, "defenses", "bonus", creature, Duration("start", anchor=creature), 2)
    effects.add(resolution, creature, shield)
    use_once(resolution, creature, "rally")
