"""Summoned monsters: whose defenses and recoveries they have, and how they go (Orcus §Summons)."""

from orcus_tui.model.creature import Sheet
from orcus_tui.model.fight import Fight
from orcus_tui.model.message import message
from orcus_tui.model.steps import Targets
from orcus_tui.rules import presence
from orcus_tui.rules.resolution import Impossible
from orcus_tui.rules.system import Resolution

SUMMONED = "summoned"


def creator_of(fight: Fight, creature: str) -> str:
    """Who has summoned a creature; empty for others."""
    for each in fight.states[creature].effects:
        if each.name == SUMMONED and each.source != creature and each.source in fight.states:
            return each.source
    return ""


def defending_sheet(fight: Fight, creature: str) -> Sheet:
    """Whose defenses attacks on a creature meet: a summoned monster has its creator's."""
    return fight.sheets[creator_of(fight, creature) or creature]


def forget_recoveries(resolution: Resolution, creature: str) -> None:
    """A summoned monster has no recoveries of its own."""
    if creator_of(resolution.fight, creature) and resolution.state(creature).recoveries:
        resolution.change(creature, "recoveries", 0)


def dismiss(resolution: Resolution, source: str, targets: Targets) -> None:
    """Sends away what it has summoned."""
    for target in targets:
        if creator_of(resolution.fight, target) != source:
            raise Impossible(f"{resolution.name(source)} has not summoned {resolution.name(target)}")
        presence.leave(resolution, target, message("is dismissed"))


def vanish_after_fight(resolution: Resolution, creature: str) -> None:
    """Summoned monsters go when the encounter ends."""
    if creator_of(resolution.fight, creature) and resolution.state(creature).place == "here":
        presence.leave(resolution, creature, message("vanishes"))
