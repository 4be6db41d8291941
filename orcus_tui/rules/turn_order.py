"""Places in the order of turns: a new order, and moves by hand; neither adds or removes a turn."""

from collections import Counter
from collections.abc import Collection

from orcus_tui.errors import Impossible
from orcus_tui.model import typed_steps
from orcus_tui.model.events import FightChanged
from orcus_tui.model.fight import Fight
from orcus_tui.model.message import Message, message
from orcus_tui.model.turn_places import acted, place_of_turn, places_of, places_to_come
from orcus_tui.rules.system.resolution import Resolution


def put_at(resolution: Resolution, place: int, index: int, note: Message | None = None) -> None:
    """Puts a creature into the order at an index; if this changes its place, the old place is removed first."""
    creature = resolution.fight.order[place]
    order = moved(resolution.fight.order, place, index)
    if order != resolution.fight.order:
        resolution.system.initiative.before_move(resolution, (creature,))
        set_order(resolution, order, note)


def moved(order: tuple[str, ...], place: int, index: int) -> tuple[str, ...]:
    """The order after the creature at one place is moved ahead of the creature at another."""
    creature, others = order[place], [*order[:place], *order[place + 1 :]]
    others.insert(index - (place < index), creature)
    return tuple(others)


def set_order(resolution: Resolution, order: tuple[str, ...], note: Message | None = None) -> None:
    """Sets a new order, without adding or removing a turn in this round.

    Newcomers ahead of the current turn wait for the next round.
    """
    before = resolution.fight
    if order != before.order:
        _replace_order(resolution, order, Counter(order) - Counter(before.order), note)


def _replace_order(
    resolution: Resolution, order: tuple[str, ...], came: Counter[str], note: Message | None = None
) -> None:
    """Replaces the order by another one, which has places that the old one did not have for those who `came`."""
    before = resolution.fight
    if before.acted is None and before.turn:
        resolution.emit(FightChanged("acted", acted(before)))  # its places no longer show which turns were taken
    resolution.emit(FightChanged("order", order, note))
    if place_of_turn(resolution.fight) >= 0 and acted(before):
        _wait_if_late(resolution, came)


def _wait_if_late(resolution: Resolution, came: Counter[str]) -> None:
    """Skips the places that moved ahead of the current turn; places that moved behind it are no longer skipped."""
    fight = resolution.fight
    ahead = fight.order[: place_of_turn(fight)]
    late: list[str] = []
    for each in (each for each in came if not fight.states[each].shares_turn):
        late += [each] * min(came[each], ahead.count(each) - acted(fight).count(each))
    kept = [each for each in fight.passed if not came[each] and (each in ahead or fight.states[each].is_out)]
    if (*kept, *late) != fight.passed:
        resolution.emit(FightChanged("passed", (*kept, *late)))


def leave_order(resolution: Resolution, creatures: Collection[str]) -> None:
    """Removes the places of creatures from the order."""
    leaving = [each for each in resolution.fight.order if each in creatures]
    if leaving:
        resolution.system.initiative.before_move(resolution, leaving)
        remaining = [each for each in resolution.fight.order if each not in creatures]
        _replace_order(resolution, tuple(remaining), Counter())


def move(resolution: Resolution, step: typed_steps.Move) -> None:
    """`move`: moves a creature in the order by hand, for example to settle a tie."""
    (creature,) = step.targets
    fight = resolution.fight
    if fight.phase != "turns":
        raise Impossible("there is no order yet; it is made when the fight begins")
    for each in (creature, step.anchor):
        if each not in fight.order:
            partner = fight.states[each].shares_turn
            where = f"; it acts in {resolution.name(partner)}'s turn: `share {each} off` first" if partner else ""
            raise Impossible(f"{resolution.name(each)} has no place in the order{where}")
    if creature == step.anchor:
        raise Impossible(f"{resolution.name(creature)} cannot act {step.where} itself")
    place, index = _place_to_move(fight, creature), _place_to_move(fight, step.anchor) + (step.where == "after")
    note = message("moved before" if step.where == "before" else "moved after", mover=creature, anchor=step.anchor)
    put_at(resolution, place, index, note)


def _place_to_move(fight: Fight, creature: str) -> int:
    """The place of a creature's next turn in this round, or of its last turn if it has taken them all."""
    to_come = (place for place in places_to_come(fight) if fight.order[place] == creature)
    return next(to_come, places_of(fight, creature)[-1])
