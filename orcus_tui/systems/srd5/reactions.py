"""Actions in another creature's turn in SRD 5.1: reactions, opportunity attacks, readied and legendary actions.

§Reactions, §Ready, §Legendary Actions.
"""

from msgspec.structs import replace

from orcus_tui.errors import Impossible
from orcus_tui.model.message import message
from orcus_tui.model.offer import OfferedLine
from orcus_tui.model.turn_places import count_at, count_of_turn, is_in_turn, places_to_come
from orcus_tui.model.typed_steps import SystemStep
from orcus_tui.rules import actions, offers, powers, triggers, turn
from orcus_tui.rules.stats import barring_condition
from orcus_tui.rules.system.attacks import AttackResult, Strike
from orcus_tui.rules.system.resolution import Resolution
from orcus_tui.systems.srd5 import spells
from orcus_tui.systems.srd5.conditions import LAIR, LEGENDARY, REACTION
from orcus_tui.systems.srd5.verbs import DODGE


def take_readied_action(resolution: Resolution, creature: str, _current: str) -> None:
    """Takes the readied action as a reaction right after its trigger; the order does not change (§Ready)."""
    trigger, _ = resolution.fight.readied[creature]
    actions.spend_for(resolution, creature, REACTION)
    turn.drop_readied(resolution, creature, message("readied action", who=creature, trigger=trigger))
    spells.finish_casting(resolution, creature)


def attack_cost(strike: Strike) -> str:
    """The power's action; notes an opportunity attack on a disengaged target (§Opportunity Attacks)."""
    resolution = strike.resolution
    for target in strike.step.targets:
        away = barring_condition(resolution.view, target, actions.PROVOKING)
        if away and is_opportunity(strike, target):
            resolution.say("disengaged target", strike.source, target=target)
    return strike.power.action


def is_opportunity(strike: Strike, target: str) -> bool:
    """Whether an attack is an opportunity attack: in melee, on the active creature, not in another reaction."""
    resolution, power, source = strike.resolution, strike.power, strike.source
    active, kind = resolution.fight.active, actions.counted_kind(resolution, power.action)
    if strike.step.opportunity:
        return target == active
    if (
        target != active
        or is_in_turn(resolution.fight, source)
        or power.origin != "melee"
        or kind is None
        or kind.off_turn
    ):
        return False
    return not is_paid(resolution, source, active)


def is_paid(resolution: Resolution, creature: str, active: str) -> bool:
    """Whether a creature has already spent its reaction in another's turn."""
    paid = {actions.in_this_turn(resolution.fight, REACTION), actions.opportunity_against(resolution.fight, active)}
    return not paid.isdisjoint(resolution.state(creature).used_until_next_turn)


def cost_now(resolution: Resolution, creature: str, action: str) -> str:
    """The cost of an action: in another creature's turn it is the reaction, spent once for all parts (§Reactions)."""
    if action == DODGE:
        action = str(resolution.option("dodge_action"))
    active, kind = resolution.fight.active, actions.counted_kind(resolution, action)
    if active is None or is_in_turn(resolution.fight, creature) or kind is None or kind.off_turn:
        return action
    paid = is_paid(resolution, creature, active) or (creature, REACTION) in resolution.actions_spent
    return "free" if paid else REACTION


def evade_opportunity(strike: Strike, target: str) -> AttackResult | None:
    """The result of an opportunity attack that its target evades: no effect; None for other attacks (§Evade)."""
    if is_opportunity(strike, target) and actions.avoid_opportunity(strike.resolution, target, strike.source):
        return AttackResult(target, hits=False, crit=False, face=None, void=True)
    return None


# Legendary actions


def regain_legendary_actions(resolution: Resolution, creature: str) -> None:
    """Restores a creature's legendary actions."""
    count = resolution.sheet(creature).legendary
    counters = resolution.state(creature).counters
    if count and counters.get(LEGENDARY) != count:
        resolution.change(creature, "counters", {**counters, LEGENDARY: count})


def spend_legendary_action(resolution: Resolution, creature: str) -> None:
    """Spends a legendary action; logs a note if the rules do not allow it."""
    active = resolution.fight.active
    counters = resolution.state(creature).counters
    left = counters.get(LEGENDARY, resolution.sheet(creature).legendary)
    accepted = resolution.accepted
    if accepted and accepted.offer.because == LEGENDARY:
        offers.withdraw_alternatives(resolution, accepted.offer)
        if active == creature:  # the action is taken before this turn, from those of earlier turns
            return
    elif active == creature:
        resolution.say("legendary in its turn", creature)
    elif active:
        note_second(resolution, creature)
    resolution.actions_spent.append((creature, LEGENDARY))
    if left <= 0:
        resolution.say("no legendary action", creature)
        return
    note = message("legendary actions left", left=left - 1)
    resolution.change(creature, "counters", {**counters, LEGENDARY: left - 1}, note)


def note_second(resolution: Resolution, creature: str) -> None:
    """Logs a note about a second legendary action in one turn; an option that costs several counts as one."""
    done = actions.in_this_turn(resolution.fight, LEGENDARY)
    if (creature, LEGENDARY) in resolution.actions_spent:
        return
    if done in resolution.state(creature).used_until_next_turn:
        resolution.say("second legendary action", creature)
    actions.use_until_next_turn(resolution, creature, done)


def offer_legendary_actions(resolution: Resolution, ended: str) -> None:
    """Offers each legendary action that a creature can pay for at the end of another's turn (§Legendary Actions)."""
    for creature, sheet in resolution.fight.sheets.items():
        if not sheet.legendary or creature == ended:
            continue
        left = resolution.state(creature).counters.get(LEGENDARY, sheet.legendary)
        for power in sheet.powers:
            cost = resolution.system.actions.parts_of(power.action).count(LEGENDARY)
            if 0 < cost <= left and triggers.can_use(resolution, creature, power):
                line = replace(offers.power_line(creature, power), cost=cost, left=left)
                offers.make_offer(resolution, creature, LEGENDARY, line)


# Lair actions

LAIR_COUNT = 20
"""The initiative count on which lair actions come (§Lair Actions)."""


def take_lair_action(resolution: Resolution, creature: str) -> None:
    """Takes a lair action, which costs nothing else."""
    actions.require_action(resolution, creature)


def offer_lair_actions_first(resolution: Resolution) -> None:
    """Offers the lair actions at the start of a round, if nobody acts on their count or above it."""
    fight = resolution.fight
    places = [place for place, each in enumerate(fight.order) if turn.takes_turns(resolution, each)]
    if places and not _is_before_lairs(count_at(fight, places[0])):
        _offer_lair_actions(resolution)


def offer_between_turns(resolution: Resolution, ended: str) -> None:
    """Offers the actions between turns: legendary actions, and lair actions on their count."""
    if not resolution.fight.makes_offers:
        return
    offer_legendary_actions(resolution, ended)
    fight = resolution.fight
    if not _is_before_lairs(count_of_turn(fight)):
        return
    later = [place for place in places_to_come(fight) if turn.takes_turns(resolution, fight.order[place])]
    if not (later and _is_before_lairs(count_at(fight, later[0]))):
        _offer_lair_actions(resolution)


def _is_before_lairs(count: int | None) -> bool:
    """Whether a turn on this count comes before lair actions, which lose ties."""
    return (count or 0) >= LAIR_COUNT


def _offer_lair_actions(resolution: Resolution) -> None:
    for creature, sheet in resolution.fight.sheets.items():
        for power in sheet.powers:
            is_due = power.action == LAIR and not powers.is_resting(resolution, creature, power)
            if is_due and triggers.can_use(resolution, creature, power):
                offers.offer_power(resolution, creature, power, LAIR)


# Legendary resistance

RESISTANCE = "legendary resistance"
"""The resource that turns a failed save into a success, and the mark of a creature that has spent it."""


def resist(resolution: Resolution, step: SystemStep) -> None:
    """`legendary`: spends a legendary resistance, so that the next save that the creature fails succeeds."""
    for creature in step.targets:
        counters = resolution.state(creature).counters
        left = counters.get(RESISTANCE, 0) - 1
        if left < 0:
            raise Impossible(f"{resolution.name(creature)} has no legendary resistance left")
        note = message("legendary resistance spent", left=left)
        resolution.change(creature, "counters", {**counters, RESISTANCE: left}, note)
        resolution.remember(f"{RESISTANCE} of {creature}", 1)


def turns_failure(resolution: Resolution, creature: str) -> bool:
    """Whether a creature that fails a save has spent a legendary resistance on it.

    If not, it is offered to spend one.
    """
    mark = f"{RESISTANCE} of {creature}"
    if resolution.fight.system_memory.get(mark):
        resolution.remember(mark, 0)
        resolution.say("legendary resistance", creature)
        return True
    if resolution.state(creature).counters.get(RESISTANCE, 0) > 0:
        line = OfferedLine(f"legendary {creature} last")
        offers.make_offer(resolution, creature, "fails", line, targets=(creature,))
    return False
