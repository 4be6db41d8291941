"""The actions of a turn: those a creature has, spends, or is forbidden to take by a condition."""

from collections.abc import Mapping

from orcus_tui.errors import Impossible
from orcus_tui.model import typed_steps
from orcus_tui.model.events import ActionSpent, MessageLogged
from orcus_tui.model.fight import Fight
from orcus_tui.model.message import Message, message
from orcus_tui.model.turn_places import is_in_turn
from orcus_tui.rules import effects, offers
from orcus_tui.rules.dice_rolls import refuse_wrong_faces
from orcus_tui.rules.in_force import held_conditions, of_conditions
from orcus_tui.rules.resolution import default_creature
from orcus_tui.rules.stats import REACTION, actions_left, barring_condition, forbids
from orcus_tui.rules.system.actions import ActionKind, ActionUse
from orcus_tui.rules.system.conditions import Condition
from orcus_tui.rules.system.resolution import Resolution

OPPORTUNITY = "opportunity"
PROVOKING = "provoking"
PAID = "opportunity-paid"
"""The key that records an opportunity attack that was marked as spent before it is made."""
ACTION_POINT = "action point"


def counted_kind(resolution: Resolution, action: str) -> ActionKind | None:
    """The kind of action counted for a power's action; None for a free one."""
    return resolution.system.actions.by_word.get(action.casefold())


def spend_for(resolution: Resolution, creature: str, action: str) -> None:
    """Spends an action; on another creature's turn, only an action that is allowed out of turn.

    Raises Forbidden if a condition forbids it.
    """
    accepted = resolution.accepted
    if (
        accepted
        and accepted.offer.creature == creature
        and (accepted.free or resolution.state(creature).life == "dead")
    ):
        return  # powers that a death triggers take no action either
    rules, costs = resolution.system.actions, resolution.system.costs
    action = costs.now(resolution, creature, action.casefold())
    if "+" in action or action in rules.compounds:
        for part in rules.parts_of(action):
            spend_for(resolution, creature, part)
        return
    if action in rules.resources:
        require_action(resolution, creature)
        costs.resources[action](resolution, creature)
        return
    kind = rules.by_word.get(action)
    own_turn = is_in_turn(resolution.fight, creature)
    if kind and kind.only_off_turn and own_turn:
        resolution.forbid("not in own turn", who=creature, action=kind.name)
    if resolution.fight.phase != "turns" or (kind and not kind.off_turn and not own_turn) or kind is None:
        require_action(resolution, creature)
        if action == "free" and resolution.fight.phase == "turns":
            resolution.system.after.free_action(resolution, creature)
        return
    spend_action(resolution, creature, kind)


def require_action(resolution: Resolution, creature: str) -> None:
    """Refuses a free action while a condition forbids all actions or, on another creature's turn, reactions."""
    reacts = resolution.fight.phase == "turns" and not is_in_turn(resolution.fight, creature)
    refuse_forbidden(resolution, creature, REACTION if reacts else "")


def refuse_forbidden(resolution: Resolution, creature: str, action: str) -> None:
    """Refuses an action of a kind, or any action if the kind is empty, while a condition forbids it."""
    hindrance = forbids(resolution.view, creature, action)
    if hindrance:
        resolution.forbid("no actions", who=creature, condition=hindrance)


def refuse_barred(resolution: Resolution, creature: str, use: str, said: str) -> None:
    """Refuses what a condition bars, such as delaying or an action point, with a message about that condition."""
    bar = barring_condition(resolution.view, creature, use)
    if bar:
        resolution.forbid(said, who=creature, condition=bar)


def spend_action(resolution: Resolution, creature: str, kind: ActionKind) -> None:
    """Removes one of the remaining actions, or trades a larger action for it (Orcus §Your Turn)."""
    system = resolution.system
    left = actions_left(resolution.view, creature)
    able = kind.name if left.get(kind.name) else next((name for name in kind.traded_from if left.get(name)), None)
    if able is None:
        hindrance = forbids(resolution.view, creature, kind.name)
        if hindrance:
            resolution.forbid("no action of a kind", who=creature, condition=hindrance, action=kind.name)
        reason = system.costs.why_unavailable(resolution, creature, kind.name)
        if reason:
            resolution.forbid(reason.key, **reason.values)
        resolution.actions_spent.append((creature, kind.name))
        resolution.say("no action left", creature, action=kind.name)
        resolution.emit(ActionSpent(creature, resolution.state(creature).actions))
        return
    resolution.actions_spent.append((creature, kind.name))
    traded = message("action traded", larger=able, action=kind.name) if able != kind.name else None
    take(resolution, creature, able, 1, traded)
    if kind.off_turn:
        offers.withdraw_interrupts(resolution, creature)


def take(resolution: Resolution, creature: str, action: str, count: int, note: Message | None = None) -> None:
    """Takes away remaining actions of one kind, or with a negative count gives them back."""
    index = resolution.system.actions.names.index(action)
    actions = list(resolution.fight.states[creature].actions)
    actions[index] = max(0, actions[index] - count)
    resolution.emit(ActionSpent(creature, tuple(actions), note))


def follow_spent_actions(resolution: Resolution) -> None:
    """At the end of a command, applies conditions that react to spent actions."""
    if not of_conditions(resolution.began_view, _reacting_to_actions):
        return
    for creature, action in dict.fromkeys(resolution.actions_spent):
        for known in held_conditions(resolution.began_view, creature).values():
            if known.after_action:
                known.after_action(resolution, creature, action)


def _reacting_to_actions(table: Mapping[str, Condition]) -> bool:
    """Whether any condition reacts to spent actions."""
    return any(known.after_action for known in table.values())


def use_once(resolution: Resolution, creature: str, what: str) -> None:
    """Remembers an action that can be taken only once an encounter."""
    used = resolution.state(creature).used
    if what not in used:
        resolution.change(creature, "used", (*used, what))


def use_until_next_turn(resolution: Resolution, creature: str, what: str) -> None:
    """Remembers an action that can be taken again only when the creature's next turn starts."""
    used = resolution.state(creature).used_until_next_turn
    if what not in used:
        resolution.change(creature, "used_until_next_turn", (*used, what))


def mark_spent_action(resolution: Resolution, step: typed_steps.SpendAction) -> None:
    """`spent`: marks an action as used."""

    def rule(creature: str, _: int) -> None:
        if step.action == OPPORTUNITY:
            if resolution.fight.active:
                avoid_opportunity(resolution, resolution.fight.active, creature)
            take_opportunity(resolution, creature)
            use_until_next_turn(resolution, creature, PAID)
            return
        kind = counted_kind(resolution, step.action)
        if kind is None:
            names = ", ".join(resolution.system.actions.names)
            raise Impossible(f'{resolution.system.display_name} has no "{step.action}" action; it has {names}')
        spend_action(resolution, creature, kind)
        resolution.say("action spent", creature, action=kind.name)

    resolution.for_each(step.targets, rule)


def opportunity_against(fight: Fight, mover: str) -> str:
    """The key that records an opportunity attack against a creature in its turn."""
    turn = fight.turn
    return f"{OPPORTUNITY} against {turn.key if turn and turn.creature == mover else mover}"


def in_this_turn(fight: Fight, what: str) -> str:
    """The key that records something done in the current turn, such as a readied action."""
    return f"{what} in the turn of {fight.turn.key if fight.turn else None}"


def take_opportunity(resolution: Resolution, creature: str) -> None:
    """Makes an opportunity attack against the creature whose turn it is, unless a condition forbids it."""
    mover = resolution.fight.active
    if mover:
        refuse_barred(resolution, mover, PROVOKING, "provokes none")
    count_opportunity(resolution, creature, message("opportunity attack"))


def count_opportunity(resolution: Resolution, creature: str, said: Message) -> None:
    """Spends an opportunity attack, once against a creature in its turn, with the action that the system requires."""
    if not resolution.system.actions.has_opportunities:
        raise Impossible(f"{resolution.system.display_name} has no opportunity attacks")
    refuse_barred(resolution, creature, OPPORTUNITY, "no opportunity attacks")
    against = opportunity_against(resolution.fight, resolution.fight.active or "")
    if resolution.system.actions.one_opportunity_each and against in resolution.state(creature).used_until_next_turn:
        resolution.say("opportunity taken already", creature)
    kind = counted_kind(resolution, OPPORTUNITY)
    if kind:
        spend_action(resolution, creature, kind)
    resolution.emit(MessageLogged(said, creature))
    offers.withdraw(resolution, creature, OPPORTUNITY)
    use_until_next_turn(resolution, creature, against)


def take_paid_opportunity(resolution: Resolution, creature: str) -> bool:
    """Whether `spent` has marked an opportunity attack in advance; it counts as made from now on."""
    marks = resolution.state(creature).used_until_next_turn
    if PAID not in marks:
        return False
    resolution.change(creature, "used_until_next_turn", tuple(each for each in marks if each != PAID))
    return True


def avoid_opportunity(resolution: Resolution, mover: str, attacker: str) -> bool:
    """Whether a condition of the mover lets it avoid this opportunity attack, which ends the condition."""
    held = held_conditions(resolution.view, mover)
    for effect in resolution.state(mover).effects:
        if effect.name in held and held[effect.name].avoids_opportunity:
            resolution.say("opportunity avoided", mover, other=attacker)
            effects.end(resolution, mover, effect, message("used"))
            return True
    return False


def do(resolution: Resolution, step: typed_steps.Do) -> None:
    """Takes an action of the system's table that needs no roll, or whose roll was made at the table."""
    use = begin_action(resolution, step)
    resolution.system.do_actions[step.action].rule(use)


def begin_action(resolution: Resolution, step: typed_steps.Do) -> ActionUse:
    """The use of an action, whose cost is spent here. Raises Impossible if it is not possible as typed."""
    creature = resolution.source(step.source) or default_creature(resolution)
    action = resolution.system.do_actions[step.action]
    if action.needs_target and not step.targets:
        raise Impossible(f"{step.action} needs a target: `do {step.action} TARGETS`")
    if action.needs_target and not action.by_die and creature in step.targets:
        raise Impossible(f"{resolution.name(creature)} cannot do that to itself", of="targets")
    if action.counts and step.number is None:
        raise Impossible(f"how many {action.counts}? `do {step.action} {action.counts.upper()} [TARGETS]`")
    if step.hit is not None and not action.counts:
        raise Impossible(f"{step.action} deals no damage", of="hit")
    others = [each for each in step.targets if each != creature]
    if action.for_itself and others:
        raise Impossible(f"{step.action} takes no target; `do {step.action} by {others[0]}` is for another creature")
    if action.by_die:
        refuse_wrong_faces("number", step.number)
    elif action.cost:
        spend_for(resolution, creature, action.cost)
    return ActionUse(resolution, creature, step.targets, step.number, step.hit)


def action_point(resolution: Resolution, step: typed_steps.ActionPoint) -> None:
    """`ap`: spends an action point for the action that the system gives."""
    rule = resolution.system.action_point
    if rule is None:
        raise Impossible(f"{resolution.system.display_name} has no action points")
    resolution.for_each(step.targets or (default_creature(resolution),), lambda each, _: rule(resolution, each))


def system_verb(resolution: Resolution, step: typed_steps.SystemStep) -> None:
    """Executes a verb that only this system has."""
    resolution.system.verb_rules[step.verb](resolution, step)
