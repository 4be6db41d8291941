"""Creatures that act in another's turn: how they give up their places in the order, and get them back."""

from orcus_tui.model.events import FightChanged
from orcus_tui.model.message import Message, message
from orcus_tui.model.turn_places import companions, has_acted, places_of
from orcus_tui.rules import initiative
from orcus_tui.rules.system import Resolution


def join_turn(resolution: Resolution, creature: str, partner: str) -> None:
    """Makes a creature act in its partner's turn, without a place in the order, and those who act in its own turn, too.

    If its partner's turn of this round is over and its own is still to come, it keeps its place until the round ends.
    """
    for each in (creature, *companions(resolution.fight, creature)):
        resolution.change(each, "shares_turn", partner, message("shares turn", partner=partner))
        is_over = has_acted(resolution.fight, partner) and resolution.fight.active != partner
        if resolution.fight.phase == "turns" and (not is_over or has_acted(resolution.fight, each)):
            initiative.leave_order(resolution, (each,))


def leave_turn(resolution: Resolution, creature: str, why: Message | None = None) -> None:
    """Gives a creature turns of its own: at its own initiative, or else directly after its partner."""
    fight, partner = resolution.fight, resolution.state(creature).shares_turn or ""
    if fight.phase == "turns" and creature not in fight.order and resolution.state(creature).place == "here":
        initiative.set_order(resolution, _order_with(resolution, creature, partner))
        if resolution.state(creature).initiative is None:
            resolution.change(creature, "initiative", resolution.state(partner).initiative)
    resolution.change(creature, "shares_turn", None, why or message("own turn again"))


def _order_with(resolution: Resolution, creature: str, partner: str) -> tuple[str, ...]:
    order = resolution.fight.order
    if resolution.state(creature).initiative is not None:
        return initiative.order_with(resolution, order, {creature})
    place = max(places_of(resolution.fight, partner), default=len(order)) + 1
    return (*order[:place], creature, *order[place:])


def release_companions(resolution: Resolution, partner: str) -> bool:
    """Gives turns of their own to the creatures that act in the turn of one that takes none; returns if any do."""
    left = companions(resolution.fight, partner)
    for each in left:
        leave_turn(resolution, each, message("partner takes no turn", partner=partner))
    return bool(left)


def leave_places(resolution: Resolution) -> None:
    """Removes the places that creatures kept until the end of the round; see `join_turn`."""
    kept = [each for each in resolution.fight.order if resolution.state(each).shares_turn]
    initiative.leave_order(resolution, kept)


def note_passed(resolution: Resolution, passed: list[str]) -> None:
    """Remembers the creatures whose places were passed over in this round."""
    if passed:
        resolution.emit(FightChanged("passed", (*resolution.fight.passed, *passed)))
