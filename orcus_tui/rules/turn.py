"""The turn boundary: runs the system's phases at the end of a turn and the start of the next."""

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from orcus_tui.errors import Impossible
from orcus_tui.model import steps, typed_steps
from orcus_tui.model.creature import OUT
from orcus_tui.model.effect import Effect
from orcus_tui.model.events import EffectChanged, FightChanged, RoundStarted, TurnShared, TurnStarted
from orcus_tui.model.fight import Fight, Question, name_of
from orcus_tui.model.message import Message, message
from orcus_tui.model.turn_places import acted, companions, count_at, has_acted, places_of, places_to_come
from orcus_tui.rules import (
    clock,
    encounter_events,
    initiative,
    offers,
    resources,
    shared_turns,
    ties,
    trigger_words,
    triggers,
    turn_order,
    uses,
)
from orcus_tui.rules.effects import end
from orcus_tui.rules.expiry import expire_at_end, expire_at_start
from orcus_tui.rules.in_force import held_conditions
from orcus_tui.rules.system.hooks import CreatureRule
from orcus_tui.rules.system.resolution import Resolution
from orcus_tui.rules.zone_ends import end_where

NO_PHASES: Collection[CreatureRule] = ()


def takes_turns(resolution: Resolution, creature: str) -> bool:
    """Whether a creature can still take turns."""
    state = resolution.fight.states[creature]
    return state.place == "here" and state.life not in OUT


def any_can_act(resolution: Resolution) -> bool:
    """Whether any creature in the order can still take turns."""
    states = resolution.fight.states
    for each in resolution.fight.order:
        state = states[each]
        if state.place == "here" and state.life not in OUT:
            return True
    return False


# Beginning


def begin(resolution: Resolution, step: typed_steps.Begin) -> None:
    """`begin`: rolls missing initiative, sorts the order, starts round 1 and the first turn."""
    fight = resolution.fight
    if fight.phase == "turns":
        raise Impossible("the fight has already begun; `next` ends a turn")
    if fight.phase == "finished":
        raise Impossible("this fight is over; `undo` takes back `finish`, `open` opens another fight")
    if not any(takes_turns(resolution, each) for each in fight.states):
        raise Impossible("nobody is here to fight; `add` creatures first")
    waits = resolution.system.initiative.waits_for_round_one
    rolling = tuple(each for each in initiative.without_initiative(resolution) if not waits(fight, each))
    initiative.roll_for(resolution, rolling)
    waiting = [each for each in resolution.fight.questions if each.kind == initiative.INITIATIVE]
    if waiting:
        resolution.say("initiative open", count=len(waiting))
        return
    if not ties.settle(resolution, step.faces):
        resolution.say("ties open", count=sum(each.kind == initiative.TIE for each in resolution.fight.questions))
        return
    order = initiative.sorted_order(resolution)
    initiative.forget_ties(resolution)
    if step.first:
        order = _order_from(resolution, order, step.first)
    turn_order.set_order(resolution, order, message("order"))
    resolution.emit(FightChanged("phase", "turns"))
    for each in fight.states:
        resources.restore(resolution, each, "encounter")
    round_zero = resolution.system.initiative.has_round_zero(resolution.fight)
    resolution.system.initiative.before_first_round(resolution)
    if not round_zero:
        start_round(resolution, 1)
    advance(resolution)


def _order_from(resolution: Resolution, order: tuple[str, ...], first: str) -> tuple[str, ...]:
    """The order with the first turn of a creature ahead of all others."""
    partner = resolution.state(first).shares_turn
    if partner:
        raise Impossible(f"{resolution.name(first)} acts in {resolution.name(partner)}'s turn", of="first")
    others = list(order)
    if first in others:
        others.remove(first)
    return (first, *others)


def start_round(resolution: Resolution, number: int) -> None:
    """Starts a round: mentions due reserves and reminders, and runs the system's rules for it."""
    is_later = resolution.fight.turn is not None or number > 1
    resolution.emit(RoundStarted(number))
    if is_later:
        clock.move(resolution, resolution.system.round_seconds)
    due = tuple(
        each
        for each, sheet in resolution.fight.sheets.items()
        if resolution.fight.states[each].place == "reserve" and sheet.due_round == number
    )
    if due:
        resolution.say("reserve due", round=number, creatures=due)
    say_reminders(resolution)
    uses.start_round(resolution)
    leave_kept_places(resolution)
    for rule in resolution.system.turn.round_start:
        rule(resolution)
    triggers.note_for_all(resolution, trigger_words.ROUND_START)
    triggers.set_off(resolution)


def leave_kept_places(resolution: Resolution) -> None:
    """Removes the places that creatures kept until the end of the round, although they share a turn."""
    for creature in resolution.fight.order:
        partner = resolution.fight.states[creature].shares_turn
        if partner and creature in resolution.fight.delayed:
            waste_delayed_turn(resolution, creature)
        if partner:
            shared_turns.give_up_place(resolution, creature, partner)


def remind_round(resolution: Resolution, step: steps.RemindRound) -> None:
    """`remind round`: adds a reminder that is shown when a round begins."""
    fight = resolution.fight
    if step.round <= fight.round:
        raise Impossible(f"round {step.round} has already begun", of="reminder")
    note = message("will remind", round=step.round, text=step.text)
    resolution.emit(FightChanged("reminders", (*fight.reminders, (step.round, step.text)), note))


def say_reminders(resolution: Resolution) -> None:
    """Logs the reminders for the current round, and removes them."""
    fight = resolution.fight
    for number, text in fight.reminders:
        if number == fight.round:
            resolution.say("remember this round", text=text)
    later = tuple(each for each in fight.reminders if each[0] > fight.round)
    if later != fight.reminders:
        resolution.emit(FightChanged("reminders", later))


# From turn to turn


def next_turn(resolution: Resolution, step: typed_steps.Next) -> None:
    """`next`: ends this turn, or the turns of all targets in a row up to a question, and starts the next turn."""
    if not step.targets:
        pass_turn(resolution)
        return
    active = resolution.fight.active
    if active and active not in step.targets:
        raise Impossible(f"it is {name_of(resolution.fight, active)}'s turn; `next` ends it", of="targets")
    asked_before = resolution.fight.questions
    left = {*step.targets, resolution.fight.active}
    while True:
        left.discard(resolution.fight.active)
        pass_turn(resolution)
        if resolution.fight.active not in left:
            return
        asked = [each for each in resolution.fight.questions if each not in asked_before]
        if any(resolution.fight_asks(each.creature) for each in asked):
            return


def pass_turn(resolution: Resolution) -> None:
    """Ends this turn and starts the next; between turns, starts the turn of a creature that has joined."""
    fight = resolution.fight
    if fight.phase != "turns" or fight.turn or not any_can_act(resolution):
        end_turn(resolution, active_creature(fight))
    advance(resolution)


def active_creature(fight: Fight) -> str:
    """The creature whose turn it is. Raises Impossible outside a turn."""
    if fight.phase == "setup":
        raise Impossible("the fight has not begun; `begin` starts it")
    if fight.phase == "finished":
        raise Impossible("this fight is over; `undo` takes back `finish`, `open` opens another fight")
    if not fight.turn:
        raise Impossible("nobody is left to take a turn; `finish` ends the fight")
    return fight.turn.creature


def end_turn(resolution: Resolution, creature: str) -> None:
    """Ends a turn: first the turn of an open readied action, then the system's phases.

    Offers lapse with the turn; those that the end of the turn makes can be accepted in the next turn.
    """
    offers.lapse(resolution)
    end_interruption(resolution)
    turn = resolution.fight.turn
    for each in (creature, *(turn.companions if turn else ())):
        end_phases(resolution, each)
    triggers.end_turn(resolution)
    resolution.system.turn.after_end(resolution, creature)


def end_interruption(resolution: Resolution) -> None:
    """Ends the turn of a readied action, if one is open."""
    actor = resolution.fight.readied_actor
    if actor:
        resolution.emit(FightChanged("readied_actor", ""))
        end_phases(resolution, actor)


def end_phases(resolution: Resolution, creature: str) -> None:
    """Runs the system's phases at the end of a turn; for a creature without turns, only effects expire."""
    if not takes_turns(resolution, creature):
        expire_at_end(resolution, creature)
        return
    fight, idle = None, NO_PHASES
    for phase in resolution.system.turn.end:
        if resolution.fight is not fight:
            fight, idle = resolution.fight, idle_phases(resolution, creature)
        if phase not in idle:
            phase(resolution, creature)


def idle_phases(resolution: Resolution, creature: str) -> Collection[CreatureRule]:
    """The phases that would do nothing now, because the creature is under no effect or condition."""
    if resolution.fight.states[creature].effects or held_conditions(resolution.view, creature):
        return NO_PHASES
    return resolution.system.turn.of_effects


def advance(resolution: Resolution) -> None:
    """Starts the turn of the first place in the order that is still to come, else the first turn of the next round."""
    while any_can_act(resolution):
        if start_next_turn(resolution):
            return
    resolution.emit(FightChanged("turn", None, message("nobody left")))


def start_next_turn(resolution: Resolution) -> bool:
    """Starts the next turn of this round, or else the next round; False if no turn is running then.

    Creatures that take no turns are skipped; effects that last until their turn expire.
    """
    passed: list[str] = []
    for place in places_to_come(resolution.fight):
        creature = resolution.fight.order[place]
        delaying = coming_up(resolution, place) if resolution.fight.delayed else None
        if delaying:
            encounter_events.pass_counts(resolution, resolution.fight.delayed[delaying])
            return start_delayed(resolution, delaying, place, passed)
        if has_turn_now(resolution, creature):
            before = resolution.fight
            if encounter_events.has_events_on_counts(before):
                encounter_events.pass_counts(resolution, count_at(before, place))
            now = resolution.fight
            if now is before or (now.order == before.order and takes_turns(resolution, creature)):
                return start_turn(resolution, creature, passed)
            shared_turns.note_passed(resolution, passed)
            return False
        passed.append(creature)
        if not takes_turns(resolution, creature) and shared_turns.release_companions(resolution, creature):
            shared_turns.note_passed(resolution, passed)
            return False
    delaying = coming_up(resolution, None) if resolution.fight.delayed else None
    encounter_events.pass_counts(resolution, resolution.fight.delayed[delaying] if delaying else None)
    if delaying:
        return start_delayed(resolution, delaying, len(resolution.fight.order), passed)
    end_round(resolution)
    return False


def has_turn_now(resolution: Resolution, creature: str) -> bool:
    """Whether a creature takes the turn at its place; if not, effects that last until that turn expire.

    A turn that it has delayed until now is over.
    """
    if not takes_turns(resolution, creature):
        expire_at_start(resolution, creature)
        expire_at_end(resolution, creature)
        return False
    if not resolution.system.initiative.acts_this_round(resolution.fight, creature):
        return False
    if creature not in resolution.fight.delayed:
        return True
    if creature in acted(resolution.fight):
        waste_delayed_turn(resolution, creature)  # its next turn in this round has come
    else:
        resolution.system.delay.lapse(resolution, creature)
        drop_delay(resolution, creature)
    return takes_turns(resolution, creature)


def start_turn(resolution: Resolution, creature: str, passed: Sequence[str]) -> bool:
    """Starts a turn with the system's phases; False if the creature dies in them."""
    lose_readied(resolution, creature)
    state = resolution.fight.states[creature]
    began_down = resolution.system.health.is_at_zero(resolution.fight, creature)
    given = resolution.system.actions.for_turn(resolution.fight, creature)
    actions = state.actions if given == state.actions else given  # steps of undo share one tuple
    slot = acted(resolution.fight).count(creature) + 1
    resolution.emit(TurnStarted(creature, actions, state.used, began_down, slot=slot, passed=tuple(passed)))
    uses.start_turn(resolution)
    if not start_phases(resolution, creature):
        shared_turns.release_companions(resolution, creature)
        return False
    start_companions(resolution, creature)
    return True


def start_companions(resolution: Resolution, creature: str) -> None:
    """Starts the turns of the creatures that share this turn and have not acted in this round."""
    for each in companions(resolution.fight, creature):
        if takes_turns(resolution, each) and not has_acted(resolution.fight, each):
            start_shared_turn(resolution, each)


def start_shared_turn(resolution: Resolution, creature: str) -> None:
    """Starts a creature's turn within the current turn, and the turns of the creatures that share its turn."""
    lose_readied(resolution, creature)
    resolution.emit(TurnShared(creature, resolution.system.actions.for_turn(resolution.fight, creature)))
    start_phases(resolution, creature)
    start_companions(resolution, creature)


def lose_readied(resolution: Resolution, creature: str) -> None:
    """Drops the readied action of a creature whose turn starts."""
    if creature in resolution.fight.readied:
        trigger, _ = resolution.fight.readied[creature]
        drop_readied(resolution, creature, message("readied in vain", who=creature, trigger=trigger))


def start_phases(resolution: Resolution, creature: str) -> bool:
    """Runs the system's phases at the start of a turn; if the creature dies, the turn and its effects end at once.

    Durations in rounds are counted down only once, even if the creature dies after that (Orcus §Your Turn).
    """
    phases = resolution.system.turn.start
    before, idle = resolution.fight, idle_phases(resolution, creature)
    resolution.starting = creature
    for place, phase in enumerate(phases):
        if phase in idle:
            continue
        phase(resolution, creature)
        if resolution.fight is before:
            continue
        before, idle = resolution.fight, idle_phases(resolution, creature)
        if not takes_turns(resolution, creature):
            resolution.starting = ""
            if expire_at_start in phases[place + 1 :]:
                expire_at_start(resolution, creature)
            expire_at_end(resolution, creature)
            return False
    resolution.starting = ""
    return True


def end_if_dead(resolution: Resolution, answered: Question) -> None:
    """Ends the turn of a creature that dies by the answer to a question asked at the start of the turn."""
    creature = answered.creature
    if answered.starts_turn and resolution.fight.active == creature and not takes_turns(resolution, creature):
        expire_at_end(resolution, creature)
        for each in resolution.fight.turn.companions if resolution.fight.turn else ():
            end_phases(resolution, each)
        advance(resolution)


def end_round(resolution: Resolution) -> None:
    """Ends the round: delayed turns are lost, and the next round begins if any creature can still act."""
    for creature in tuple(resolution.fight.delayed):
        resolution.system.delay.run_out(resolution, creature)
    if not any_can_act(resolution):
        return
    if resolution.fight.round == 0:
        resolution.system.initiative.after_round_zero(resolution)
    start_round(resolution, resolution.fight.round + 1)


# Delayed turns and readied actions


def coming_up(resolution: Resolution, place: int | None) -> str | None:
    """The delaying creature that acts next before the turn at this place, or before the end of the round (None)."""
    fight = resolution.fight
    here = None if place is None else count_at(fight, place)
    if here is None and place is not None:
        return None
    due = [
        (count, resolution.system.delay.rank(fight, creature), creature)
        for creature, count in fight.delayed.items()
        if count is not None and (here is None or count > here) and takes_turns(resolution, creature)
    ]
    return max(due)[2] if due else None


def start_delayed(resolution: Resolution, creature: str, index: int, passed: Sequence[str]) -> bool:
    """Starts the turn of a creature that has delayed to its count, ahead of this place in the order."""
    count = resolution.fight.delayed[creature]
    return take_delayed_turn(resolution, creature, index, count or 0, passed)


def take_delayed_turn(
    resolution: Resolution, creature: str, index: int, count: int, passed: Sequence[str] = ()
) -> bool:
    """Moves a delaying creature to a place in the order, makes the count its initiative, and starts its turn."""
    old = delayed_place(resolution.fight, creature)
    if index > old + 1:
        resolution.system.initiative.before_move(resolution, (creature,))
    drop_delay(resolution, creature)
    turn_order.set_order(resolution, turn_order.moved(resolution.fight.order, old, index))
    note_count(resolution, creature, count, message("acts on"))
    state = resolution.state(creature)
    began_down = resolution.system.health.is_at_zero(resolution.fight, creature)
    slot = max(1, acted(resolution.fight).count(creature))
    started = TurnStarted(
        creature, state.actions, state.used, began_down, delayed=True, slot=slot, passed=tuple(passed)
    )
    resolution.emit(started)
    uses.start_turn(resolution)
    for rule in resolution.system.delay.turn_start:
        rule(resolution, creature)
    for each in companions(resolution.fight, creature):
        if has_acted(resolution.fight, each):
            resolution.emit(TurnShared(each, resolution.state(each).actions, again=True))
    start_companions(resolution, creature)
    return takes_turns(resolution, creature)


def delayed_place(fight: Fight, creature: str) -> int:
    """The place of the turn that a creature has delayed or used to ready an action."""
    slot = max(1, acted(fight).count(creature))
    places = places_of(fight, creature)
    return places[min(slot, len(places)) - 1]


def note_count(resolution: Resolution, creature: str, count: int | None, note: Message) -> None:
    """Changes the initiative count of the turn that a creature has delayed or used to ready an action."""
    slot, state = max(1, acted(resolution.fight).count(creature)), resolution.state(creature)
    if slot == 1 or count is None or slot > 1 + len(state.further_turns):
        resolution.change(creature, "initiative", count, note)
        return
    further = (*state.further_turns[: slot - 2], count, *state.further_turns[slot - 1 :])
    resolution.say(note.key, creature, value=count, **note.values)
    resolution.change(creature, "further_turns", further)


def waste_delayed_turn(resolution: Resolution, creature: str) -> None:
    """Ends a delayed turn that was not taken in its round; its end-of-turn phases run (Orcus §Delay)."""
    drop_delay(resolution, creature, message("turn wasted", who=creature))
    end_delayed(resolution, creature)


def end_delayed(resolution: Resolution, creature: str) -> None:
    """Ends a delayed turn that was not taken, for those who share it too; its end-of-turn phases run."""
    for each in (creature, *companions(resolution.fight, creature)):
        end_phases(resolution, each)


def drop_delay(resolution: Resolution, creature: str, note: Message | None = None) -> None:
    """Removes a creature from the list of delaying creatures."""
    left = {each: count for each, count in resolution.fight.delayed.items() if each != creature}
    resolution.emit(FightChanged("delayed", left, note))


def drop_readied(resolution: Resolution, creature: str, note: Message | None = None) -> None:
    """Removes a creature's readied action."""
    left = {each: held for each, held in resolution.fight.readied.items() if each != creature}
    resolution.emit(FightChanged("readied", left, note))


# Sustained powers


def lapse_unmaintained(resolution: Resolution, creature: str) -> None:
    """Ends the powers that were not sustained this turn (Orcus §Maintain)."""
    for effect in resolution.fight.states[creature].effects:
        if effect.maintain and effect.sustained:
            resolution.emit(EffectChanged(creature, replace(effect, sustained=False)))
        elif effect.maintain and not any(each.effect == effect.id for each in resolution.fight.questions):
            lapse(resolution, creature, effect)


def lapse(resolution: Resolution, creature: str, kept_up: Effect) -> None:
    """Ends a maintained power and its effects, except those with a saving throw."""
    end(resolution, creature, kept_up, message("not sustained"))
    triggers.note_sustaining(resolution, creature, trigger_words.LAPSES, kept_up.power)
    power = resolution.sheet(creature).power_named(kept_up.power)
    for bearer, state in resolution.fight.states.items():
        for effect in state.effects:
            if effect.source != creature or effect.power != kept_up.power or effect.duration.ending == "save":
                continue
            if power is None or not resolution.system.conditions.outlasts(power, bearer, effect):
                end(resolution, bearer, effect, message("power not sustained", power=kept_up.power))
    end_where(resolution, lambda zone: (zone.source, zone.power) == (creature, kept_up.power), "not sustained")
