"""Powers and traits that wait for something to happen to their owner (Orcus §Action Required)."""

from orcus_tui.model.power import WITH
from orcus_tui.rules.powers import log_text, regain
from orcus_tui.rules.system import Resolution

STAGGERED, DIES, HIT, MISSED = "staggered", "dies", "hit", "missed"


def name_powers(resolution: Resolution, creature: str, happening: str) -> None:
    """Names what a creature has that this triggers, with the texts of traits.

    Of powers those it has left; one that this refreshes is there again first.
    """
    sheet = resolution.sheet(creature)
    concerned = [each for each in sheet.powers if happening in (each.trigger, each.use.on)]
    traits = [each for each in sheet.traits if each.trigger == happening]
    if not concerned and not traits:
        return
    returning = tuple(each.name for each in concerned if each.use.kind != WITH and each.use.on == happening)
    regain(resolution, creature, returning)
    spent = resolution.state(creature).spent
    powers = tuple(each.name for each in concerned if each.trigger == happening and each.name not in spent)
    if powers or traits:
        resolution.say("triggered", creature, powers=(*powers, *(each.name for each in traits)), happening=happening)
    for trait in traits:
        log_text(resolution, trait.name, trait.text)
