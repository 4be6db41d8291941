"""The escalation die of the Archmage Engine: its value, its bonus, and its verb."""

from orcus_tui.model.events import FightChanged
from orcus_tui.model.facts import ESCALATION
from orcus_tui.model.message import Message, message
from orcus_tui.model.typed_steps import SystemStep
from orcus_tui.rules.stats import barring_condition
from orcus_tui.rules.system.hooks import Modifier
from orcus_tui.rules.system.resolution import Resolution
from orcus_tui.systems.archmage.ambush import has_round_zero
from orcus_tui.systems.archmage.options import HIGHEST

HELD = "escalation held"


# The value


def advance_escalation(resolution: Resolution) -> None:
    """Raises the escalation die at the start of each round but the first, unless it is held (§Escalation Die)."""
    value = resolution.fight.counters.get(ESCALATION, 0)
    if resolution.fight.round == 1:
        open_escalation(resolution)
    elif resolution.fight.system_memory.get(HELD):
        resolution.remember(HELD, 0)
        resolution.say("escalation held", value=value)
    elif value < HIGHEST:
        set_escalation(resolution, value + 1)


def open_escalation(resolution: Resolution) -> None:
    """Sets the die to 1 after an ambush if the option is on; else logs that it may be set (§Ambushes and Surprise)."""
    if not has_round_zero(resolution.fight):
        return
    if resolution.option("ambush_escalation"):
        set_escalation(resolution, 1, message("after the ambush"))
    else:
        resolution.say("escalation after ambush")


def set_escalation(resolution: Resolution, value: int, why: Message | None = None) -> None:
    """Sets the escalation die, from 0 to 6."""
    reached = max(0, min(HIGHEST, value))
    counters = {**resolution.fight.counters, ESCALATION: reached}
    note = message("escalation because", value=reached, why=why) if why else message("escalation", value=reached)
    resolution.emit(FightChanged("counters", counters, note))


# The bonus


def adds_escalation(resolution: Resolution, creature: str) -> bool:
    """Whether a creature adds the die: a hero, or if its stat block says so; not in fear (§Escalation Die)."""
    sheet = resolution.sheet(creature)
    afraid = barring_condition(resolution.view, creature, ESCALATION)
    return (sheet.kind == "pc" or sheet.uses_escalation) and not afraid


def escalation_bonus(resolution: Resolution, creature: str) -> list[Modifier]:
    """The bonus of the escalation die to an attack of this creature."""
    value = resolution.fight.counters.get(ESCALATION, 0)
    return [(value, "", "escalation die")] if value and adds_escalation(resolution, creature) else []


# The verb


def escalation(resolution: Resolution, step: SystemStep) -> None:
    """`escalation`: holds the die if the party avoids the fight, resets it if fighting pauses (§Escalation Die)."""
    value = resolution.fight.counters.get(ESCALATION, 0)
    if step.what == "hold":
        resolution.remember(HELD, 1)
        resolution.say("escalation will hold")
    elif step.what == "reduce":
        set_escalation(resolution, value - 1, message("reduced"))
    else:
        set_escalation(resolution, 0, message("reset"))
