"""Creatures that act in another creature's turn: giving up their places in the order, and getting them back."""

from orcus_tui.model.events import FightChanged
from orcus_tui.model.message import Message, message
from orcus_tui.model.turn_places import companions, has_acted, has_turn_to_come, places_of
from orcus_tui.rules import initiative, turn_order
from orcus_tui.rules.system.resolution import Resolution


def join_turn(resolution: Resolution, creature: str, partner: str) -> None:
    """Makes a creature act in its partner's turn, along with those that act in its own, without places in the order.

    If its own turn is running, or still to come after its partner's, it keeps its place until the round ends.
    """
    fight = resolution.fight
    is_over = fight.active != partner and not has_turn_to_come(fight, partner)
    keeps = creature == fight.active or (fight.phase == "turns" and is_over and not has_acted(fight, creature))
    if keeps and fight.states[creature].shares_turn and creature not in fight.order:
        leave_turn(resolution, creature)
    resolution.change(creature, "shares_turn", partner, message("shares turn", partner=partner))
    if not keeps or creature not in resolution.fight.order:
        give_up_place(resolution, creature, partner)


def give_up_place(resolution: Resolution, creature: str, partner: str) -> None:
    """Removes the place of a creature that shares a turn; those who acted in its turn now share that turn, too."""
    fight = resolution.fight
    if fight.phase == "turns":
        turn_order.leave_order(resolution, (creature,))
    for each in companions(fight, creature):
        resolution.change(each, "shares_turn", partner, message("shares turn", partner=partner))


def leave_turn(resolution: Resolution, creature: str, why: Message | None = None) -> None:
    """Gives a creature separate turns, by its initiative, or else directly after its partner."""
    fight, partner = resolution.fight, resolution.state(creature).shares_turn or ""
    if fight.phase == "turns" and creature not in fight.order and resolution.state(creature).place == "here":
        turn_order.set_order(resolution, _order_with(resolution, creature, partner))
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
    """Gives separate turns to creatures whose partner takes no turns; returns whether there were any."""
    left = companions(resolution.fight, partner)
    for each in left:
        leave_turn(resolution, each, message("partner takes no turn", partner=partner))
    return bool(left)


def note_passed(resolution: Resolution, passed: list[str]) -> None:
    """Remembers the creatures whose places were passed over in this round."""
    if passed:
        resolution.emit(FightChanged("passed", (*resolution.fight.passed, *passed)))
