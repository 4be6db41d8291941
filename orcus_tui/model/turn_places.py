"""The places in the order: the current turn, and the turns still to come in the round."""

from collections.abc import Iterable, Mapping, Sequence
from operator import attrgetter

from orcus_tui.model.duration import Duration
from orcus_tui.model.fight import Fight


def place_of_turn(fight: Fight) -> int:
    """The place of the current turn in the order; -1 if there is none."""
    if fight.turn is None or fight.turn.creature not in fight.order:
        return -1
    places = places_of(fight, fight.turn.creature)
    return places[min(fight.turn.slot, len(places)) - 1]


def places_of(fight: Fight, creature: str) -> list[int]:
    """The places of a creature in the order; it has several if it takes several turns a round."""
    order = fight.order
    if order.count(creature) == 1:  # the usual case, and with hundreds of creatures the only fast one
        return [order.index(creature)]
    return [place for place, each in enumerate(order) if each == creature]


def count_at(fight: Fight, place: int) -> int | None:
    """The initiative count of a place in the order."""
    creature = fight.order[place]
    return count_of(fight, creature, fight.order[: place + 1].count(creature))


def count_of_turn(fight: Fight) -> int | None:
    """The initiative count of the current turn."""
    return count_of(fight, fight.turn.creature, fight.turn.slot) if fight.turn else None


def count_of(fight: Fight, creature: str, slot: int) -> int | None:
    """The initiative count of a creature's turn by its number from 1; of its last turn if it takes fewer."""
    state = fight.states[creature]
    counts = (state.initiative, *state.further_turns)
    return counts[min(slot, len(counts)) - 1]


def counts_rounds(fight: Fight, lasts: Duration) -> bool:
    """Whether the rounds of a duration are counted in this turn, if their anchor has several turns a round."""
    turns = fight.order.count(lasts.anchor)
    if turns < 2:
        return True
    is_running = fight.turn is not None and fight.turn.creature == lasts.anchor
    slot = fight.turn.slot if fight.turn and is_running else fight.passed.count(lasts.anchor) + 1
    return slot == min(lasts.slot, turns)


def is_in_turn(fight: Fight, creature: str) -> bool:
    """Whether the current turn is a creature's own, or one that it shares."""
    turn = fight.turn
    return turn is not None and (creature == turn.creature or creature in turn.companions)


_partner_of = attrgetter("shares_turn")


def companions(fight: Fight, creature: str) -> list[str]:
    """The creatures that act in this creature's turns: summons, mounts, companions."""
    if not any(map(_partner_of, fight.states.values())):
        return []
    return [each for each, state in fight.states.items() if state.shares_turn == creature]


def companions_by_creature(fight: Fight) -> Mapping[str, Sequence[str]]:
    """The companions of each creature that has some."""
    found: dict[str, list[str]] = {}
    for creature, state in fight.states.items():
        if state.shares_turn:
            found.setdefault(state.shares_turn, []).append(creature)
    return found


def acted(fight: Fight) -> tuple[str, ...]:
    """The creatures that have begun a turn in this round, listed once for each turn."""
    if fight.acted is not None:
        return fight.acted
    return fight.order[: place_of_turn(fight) + 1]


def has_acted(fight: Fight, creature: str) -> bool:
    """Whether a creature has begun its last turn of this round."""
    return acted(fight).count(creature) >= max(1, fight.order.count(creature))


def has_turn_to_come(fight: Fight, creature: str) -> bool:
    """Whether a place of a creature is still to come in this round."""
    return any(fight.order[place] == creature for place in places_to_come(fight))


def places_to_come(fight: Fight) -> Iterable[int]:
    """The places whose turns are still to come in this round, in order.

    A creature acts once for each of its places, wherever it is moved in the meantime.
    """
    begun = (*acted(fight), *fight.passed)
    if begun == fight.order[: len(begun)]:
        return range(len(begun), len(fight.order))
    return _places_without(fight, begun)


def _places_without(fight: Fight, begun: tuple[str, ...]) -> list[int]:
    """The places in the order, without the first place of a creature for each time that it is listed."""
    if len({*fight.order}) == len(fight.order):  # one place each
        return [place for place, creature in enumerate(fight.order) if creature not in begun]
    places: list[int] = []
    gone: dict[str, int] = {}
    for creature in begun:
        gone[creature] = gone.get(creature, 0) + 1
    for place, creature in enumerate(fight.order):
        if gone.get(creature):
            gone[creature] -= 1
        else:
            places.append(place)
    return places
