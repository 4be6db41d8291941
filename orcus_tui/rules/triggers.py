"""Powers that wait for something to happen to their owner (Orcus §Action Required)."""

from orcus_tui.rules.powers import regain
from orcus_tui.rules.system import Resolution

STAGGERED, DIES, HIT, MISSED = "staggered", "dies", "hit", "missed"


def name_powers(resolution: Resolution, creature: str, happening: str) -> None:
    """Names the powers a creature has left that this triggers; one that it refreshes is there again first."""
    waiting = [each for each in resolution.sheet(creature).powers if happening in (each.use.on, each.trigger)]
    if not waiting:
        return
    regain(resolution, creature, tuple(each.name for each in waiting if each.use.on == happening))
    spent = resolution.state(creature).spent
    powers = tuple(each.name for each in waiting if each.trigger == happening and each.name not in spent)
    if powers:
        resolution.say("triggered", creature, powers=powers, happening=happening)
