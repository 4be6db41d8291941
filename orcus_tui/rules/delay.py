"""Delayed turns and readied actions, and `act`, which takes them; `turn` starts a delayed turn at its count."""

from msgspec.structs import replace

from orcus_tui.errors import Impossible
from orcus_tui.model import typed_steps
from orcus_tui.model.events import FightChanged
from orcus_tui.model.message import message
from orcus_tui.model.turn_places import acted, count_of_turn, place_of_turn
from orcus_tui.rules import offers, turn_order
from orcus_tui.rules.actions import in_this_turn, refuse_barred, refuse_forbidden, spend_for, use_until_next_turn
from orcus_tui.rules.stats import REACTION
from orcus_tui.rules.system.resolution import Resolution
from orcus_tui.rules.turn import (
    active_creature,
    advance,
    delayed_place,
    drop_readied,
    end_interruption,
    end_turn,
    note_count,
    start_companions,
    start_phases,
    take_delayed_turn,
    takes_turns,
)


def delay(resolution: Resolution, step: typed_steps.Delay) -> None:
    """`delay`: delays the current turn, and starts the next (Orcus §Delay)."""
    creature = active_creature(resolution.fight)
    turn = resolution.fight.turn
    name = resolution.name(creature)
    if not takes_turns(resolution, creature):
        raise Impossible(f"{name} cannot take a turn, and so cannot delay; `next` starts the next turn")
    if resolution.system.delay.instead:
        resolution.forbid("no delaying", system=resolution.system.display_name, instead=resolution.system.delay.instead)
    if turn and turn.acted:
        resolution.forbid("acted already", who=creature)
    refuse_barred(resolution, creature, "delay", "cannot delay")
    own = count_of_turn(resolution.fight)
    if step.count is not None and own is not None and step.count >= own:
        raise Impossible(f"{name} acts on {own}; delay to a lower count")
    floor = resolution.system.delay.floor(resolution.fight, creature)
    if step.count is not None and floor is not None and step.count < floor:
        raise Impossible(f"{name} can delay until {floor} at most")
    offers.lapse(resolution)
    end_interruption(resolution)
    resolution.system.delay.begin(resolution, creature)
    delayed = {**resolution.fight.delayed, creature: step.count}
    note = message("delays") if step.count is None else message("delays until", count=step.count)
    resolution.emit(FightChanged("delayed", delayed, replace(note, values={**note.values, "who": creature})))
    advance(resolution)


def ready(resolution: Resolution, step: typed_steps.Ready) -> None:
    """`ready`: spends an action to act later, at a trigger (Orcus §Ready)."""
    creature = active_creature(resolution.fight)
    if resolution.system.ready.cost:
        spend_for(resolution, creature, resolution.system.ready.cost)
    readied = {**resolution.fight.readied, creature: (step.trigger, resolution.fight.round)}
    note = message("readies", who=creature, trigger=step.trigger)
    resolution.emit(FightChanged("readied", readied, note))


def act(resolution: Resolution, step: typed_steps.Act) -> None:
    """`act`: a creature takes its delayed turn or readied action now."""
    creature = step.creature
    name = resolution.name(creature)
    current = active_creature(resolution.fight)
    if not takes_turns(resolution, creature):
        raise Impossible(f"{name} cannot take a turn")
    if creature in resolution.fight.delayed:
        if resolution.fight.turn and not resolution.fight.turn.acted:
            resolution.say("turn unused", current)
        end_turn(resolution, current)
        count = count_of_turn(resolution.fight) or 0
        index = place_of_turn(resolution.fight) + 1
        if not take_delayed_turn(resolution, creature, index, count):
            advance(resolution)
    elif creature in resolution.fight.readied:
        refuse_forbidden(resolution, creature, REACTION)
        resolution.system.ready.act(resolution, creature, current)
        use_until_next_turn(resolution, creature, in_this_turn(resolution.fight, REACTION))
    else:
        raise Impossible(f"{name} has neither delayed nor readied an action")


def act_for_turn(resolution: Resolution, creature: str) -> None:
    """Takes a readied action in place of the creature's turn of the next round."""
    if start_phases(resolution, creature):
        start_companions(resolution, creature)
        resolution.emit(FightChanged("readied_actor", creature))


def interrupt_turn(resolution: Resolution, creature: str, current: str) -> bool:
    """Takes a readied action in the current turn; returns whether it was readied in an earlier round (Orcus §Ready).

    Then it counts as the creature's turn of this round.
    """
    _, readied_in = resolution.fight.readied[creature]
    is_its_turn = resolution.fight.round > readied_in
    end_interruption(resolution)
    go_off_before(resolution, creature, current)
    if is_its_turn:
        resolution.emit(FightChanged("acted", (*acted(resolution.fight), creature)))
    return is_its_turn


def go_off_before(resolution: Resolution, creature: str, current: str) -> None:
    """Takes a readied action before its trigger, ahead of the creature whose turn it is (Orcus §Ready)."""
    trigger, _ = resolution.fight.readied[creature]
    drop_readied(resolution, creature, message("readied action", who=creature, trigger=trigger))
    if creature != current and creature in resolution.fight.order:
        resolution.system.initiative.before_move(resolution, (creature,))
        place, here = delayed_place(resolution.fight, creature), place_of_turn(resolution.fight)
        turn_order.set_order(resolution, turn_order.moved(resolution.fight.order, place, here))
        note_count(resolution, creature, count_of_turn(resolution.fight), message("acts ahead of", other=current))
