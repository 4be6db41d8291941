"""Opportunity attacks: offered to every creature that could make one, since the program knows no positions."""

from orcus_tui.model import steps
from orcus_tui.model.fight import is_enemy
from orcus_tui.model.offer import OfferedLine
from orcus_tui.model.power import Power
from orcus_tui.rules import actions, offers, triggers
from orcus_tui.rules.actions import OPPORTUNITY, PROVOKING, opportunity_against
from orcus_tui.rules.stats import barring_condition, forbids
from orcus_tui.rules.system import Resolution

MOST_OFFERED = 6
"""The most creatures that are offered an opportunity attack; none is if there are more."""


def offer_opportunities(resolution: Resolution, mover: str) -> None:
    """Offers an opportunity attack to each enemy that could make one against a creature in its turn."""
    if resolution.fight.active != mover or not resolution.fight.makes_offers:
        return
    if barring_condition(resolution.view, mover, PROVOKING):
        return
    able = [(each, power) for each in resolution.fight.order if (power := _attack_of(resolution, each, mover))]
    for creature, power in able if len(able) <= MOST_OFFERED else ():
        line = OfferedLine(f"attack {offers.quoted(power.name)} {mover} {OPPORTUNITY}", creature)
        offers.make_offer(resolution, creature, OPPORTUNITY, line)


def mark_spent_action(resolution: Resolution, step: steps.SpendAction) -> None:
    """`spent`: marks an action as used; a move gives opportunities where the system says so."""
    actions.mark_spent_action(resolution, step)
    if step.action == "move" and resolution.system.actions.moving_provokes:
        for creature in step.targets:
            offer_opportunities(resolution, creature)


def _attack_of(resolution: Resolution, creature: str, mover: str) -> Power | None:
    """The melee attack that a creature could make against an enemy now; None if it has none, or may not."""
    state = resolution.state(creature)
    if not is_enemy(resolution.fight, creature, mover) or opportunity_against(mover) in state.used_until_next_turn:
        return None
    others = resolution.system.actions.resources
    basic = (each for each in resolution.sheet(creature).powers if _is_basic(each) and each.action not in others)
    power = next(basic, None)
    if power is None or not triggers.can_use(resolution, creature, power, action=OPPORTUNITY):
        return None
    if barring_condition(resolution.view, creature, OPPORTUNITY) or forbids(resolution.view, creature, OPPORTUNITY):
        return None
    return power


def _is_basic(power: Power) -> bool:
    return power.bonus is not None and power.origin == "melee" and power.use.kind == "at-will" and not power.trigger
