"""Opportunity attacks: which attacks count as such, and which creatures are offered one.

The program knows no positions: unless the system tracks engagement, every creature that could attack is offered one.
"""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from orcus_tui.model import typed_steps
from orcus_tui.model.creature import Sheet
from orcus_tui.model.fight import enemies_among
from orcus_tui.model.message import message
from orcus_tui.model.offer import OfferedLine
from orcus_tui.model.power import Power
from orcus_tui.model.turn_places import is_in_turn
from orcus_tui.rules import actions, offers, triggers
from orcus_tui.rules.actions import OPPORTUNITY, PROVOKING, in_this_turn, opportunity_against
from orcus_tui.rules.in_force import held_conditions
from orcus_tui.rules.powers import power_of
from orcus_tui.rules.resolution import default_creature
from orcus_tui.rules.stats import REACTION, barring_condition, forbids
from orcus_tui.rules.system.attacks import Strike
from orcus_tui.rules.system.resolution import Resolution

MOST_OFFERED = 6
"""If more creatures than this could make an opportunity attack, none of them is offered one."""


def offer_opportunities(resolution: Resolution, mover: str, among: Sequence[str] | None = None) -> None:
    """Offers an opportunity attack to each enemy that could make one against a creature in its turn.

    With `among`, only to these instead of the system's choice.
    """
    if not is_in_turn(resolution.fight, mover) or not resolution.fight.makes_offers:
        return
    if barring_condition(resolution.view, mover, PROVOKING):
        return
    if among is None:
        among = resolution.system.actions.opportunists(resolution.view, mover)
    enemies = enemies_among(resolution.fight, mover, among)
    made, basic = opportunity_against(resolution.fight, mover), resolution.view.of_sheets(_basic_attacks)
    able = [
        (each, power) for each in enemies if basic[each] and (power := _attack_of(resolution, each, made, basic[each]))
    ]
    for creature, power in able if len(able) <= MOST_OFFERED else ():
        line = OfferedLine(f"attack {offers.quoted(power.name)} {mover} {OPPORTUNITY}", creature)
        offers.make_offer(resolution, creature, OPPORTUNITY, line, targets=(mover,))


def mark_spent_action(resolution: Resolution, step: typed_steps.SpendAction) -> None:
    """`spent`: marks an action as used; a move gives opportunities where the system says so."""
    actions.mark_spent_action(resolution, step)
    if step.action == "move" and resolution.system.actions.moving_provokes:
        for creature in step.targets:
            offer_opportunities(resolution, creature)


def as_counted(resolution: Resolution, step: typed_steps.Attack) -> typed_steps.Attack:
    """The attack as an opportunity attack if it counts as one: in melee, outside the creature's own turn."""
    if step.opportunity or step.implied is not None:
        return step
    source = step.source or default_creature(resolution)
    if not _counts(resolution, source, step.power):
        return step
    return replace(step, opportunity=True, implied=True)


def pay_for_attack(strike: Strike) -> None:
    """Spends the cost of an attack: an opportunity attack, or the power's action."""
    resolution, step, source = strike.resolution, strike.step, strike.source
    if not step.opportunity:
        actions.spend_for(resolution, source, resolution.system.costs.of_attack(strike))
    elif actions.take_paid_opportunity(resolution, source):
        return
    elif step.implied:
        resolution.system.costs.of_attack(strike)  # logs its message
        actions.count_opportunity(resolution, source, message("counted as opportunity"))
    else:
        actions.take_opportunity(resolution, source)


def _counts(resolution: Resolution, source: str, name: str) -> bool:
    """Whether an attack counts as an opportunity attack.

    A readied action does not count, nor does a power for other creatures' turns.
    """
    fight, rules = resolution.fight, resolution.system.actions
    if not rules.has_opportunities or not fight.turn or source == fight.readied_actor or is_in_turn(fight, source):
        return False
    power = power_of(resolution, source, name)
    is_readied = in_this_turn(fight, REACTION) in resolution.state(source).used_until_next_turn
    if is_readied or resolution.accepted or power.trigger:
        return False
    if power.action == OPPORTUNITY:
        return True
    kinds = [actions.counted_kind(resolution, each) for each in rules.parts_of(power.action)]
    if power.action in rules.resources or any(each is None or each.off_turn for each in kinds):
        return False
    parts = [power_of(resolution, source, each.power) for each in power.multiattack] or [power]
    return any(each.origin == "melee" for each in parts)


def _attack_of(resolution: Resolution, creature: str, made: str, basic: Sequence[Power]) -> Power | None:
    """The first of a creature's melee attacks that costs no resource; None if there is none, or it may not attack.

    `made` is the mark of a creature that has made one against the same enemy.
    """
    if (
        resolution.system.actions.one_opportunity_each
        and made in resolution.fight.states[creature].used_until_next_turn
    ):
        return None
    resources = resolution.system.actions.resources
    free = [each for each in basic if each.action not in resources]
    if not free or not triggers.can_use(resolution, creature, free[0], action=OPPORTUNITY):
        return None
    view = resolution.view
    if held_conditions(view, creature) and (
        barring_condition(view, creature, OPPORTUNITY) or forbids(view, creature, OPPORTUNITY)
    ):
        return None
    return free[0]


def _basic_attacks(sheets: Mapping[str, Sheet]) -> Mapping[str, Sequence[Power]]:
    """The melee attacks of each creature that it can make at any time."""
    return {creature: [each for each in sheet.powers if _is_basic(each)] for creature, sheet in sheets.items()}


def _is_basic(power: Power) -> bool:
    return power.bonus is not None and power.origin == "melee" and power.use.kind == "at-will" and not power.trigger
