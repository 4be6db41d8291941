"""Legendary actions in SRD 5.1: a few after the turns of others, back as one's own turn starts (§Legendary Actions)."""

from orcus_tui.model.message import message
from orcus_tui.rules.actions import use_until_next_turn
from orcus_tui.rules.system import Resolution

LEGENDARY = "legendary"
"""The action, and the resource that pays for it."""


def regain(resolution: Resolution, creature: str) -> None:
    """All legendary actions are back."""
    count = resolution.sheet(creature).legendary
    counters = resolution.state(creature).counters
    if count and counters.get(LEGENDARY) != count:
        resolution.change(creature, "counters", {**counters, LEGENDARY: count})


def spend(resolution: Resolution, creature: str) -> None:
    """Spends a legendary action; what a rule does not provide for is noted."""
    active = resolution.fight.active
    counters = resolution.state(creature).counters
    left = counters.get(LEGENDARY, resolution.sheet(creature).legendary)
    if active == creature:
        resolution.say("legendary in its turn", creature)
    elif active:
        note_second(resolution, creature, active)
    resolution.actions_spent.append((creature, LEGENDARY))
    if left <= 0:
        resolution.say("no legendary action", creature)
        return
    note = message("legendary actions left", left=left - 1)
    resolution.change(creature, "counters", {**counters, LEGENDARY: left - 1}, note)


def note_second(resolution: Resolution, creature: str, active: str) -> None:
    """Notes another option in one turn; one that costs several actions is one."""
    done = f"{LEGENDARY} in the turn of {active}"
    if (creature, LEGENDARY) in resolution.actions_spent:
        return
    if done in resolution.state(creature).used_until_next_turn:
        resolution.say("second legendary action", creature)
    use_until_next_turn(resolution, creature, done)
