"""Effects that last for rounds in the True SRD: they end just before the initiative count on which they began.

While the source keeps its place in the order, its effects end when that place is reached. After it has moved, the old
count and the effect's last round are remembered, and the effect ends at the first creature at or below that count (§The
Combat Round).
"""

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from orcus_tui.model.effect import Effect
from orcus_tui.model.events import EffectChanged
from orcus_tui.model.fight import Fight
from orcus_tui.model.turn_places import places_to_come
from orcus_tui.rules import effects
from orcus_tui.rules.system.resolution import Resolution

ABOVE_ZERO = 10_000
"""A number added to remembered counts, since a 0 is not remembered."""


def count_key(effect: Effect) -> str:
    """The key for the remembered count of an effect."""
    return f"count of effect {effect.id}"


def end_key(effect: Effect) -> str:
    """The key for the remembered last round of an effect."""
    return f"last round of effect {effect.id}"


def leave_place(resolution: Resolution, creature: str) -> None:
    """Remembers the count for a creature's effects when it leaves its place in the middle of a round."""
    leave_places(resolution, (creature,))


def leave_places(resolution: Resolution, creatures: Sequence[str]) -> None:
    """Remembers the counts of several creatures' effects when they leave their places."""
    fight = resolution.fight
    to_come = {fight.order[place] for place in places_to_come(fight)}
    leaving = [each for each in creatures if each in fight.order]
    remember_counts(resolution, {each: fight.round - (each in to_come) for each in leaving})


def remember_counts(resolution: Resolution, passed_in: Mapping[str, int]) -> None:
    """Remembers the counts of effects; `passed_in` is the last round in which the place of their source was passed."""
    for _, effect in list(effects_in_rounds(resolution)):
        creature = effect.duration.anchor
        if creature not in passed_in or count_key(effect) in resolution.fight.system_memory:
            continue
        count = resolution.began.states.get(creature, resolution.state(creature)).initiative
        if count is not None:
            resolution.remember(count_key(effect), count + ABOVE_ZERO)
            resolution.remember(end_key(effect), passed_in[creature] + effect.duration.rounds)


def effects_in_rounds(resolution: Resolution) -> Iterator[tuple[str, Effect]]:
    """The effects that last for rounds, with their bearers."""
    found = effects.all_effects(resolution)
    return ((bearer, each) for bearer, each in found if each.duration.is_counted)


def count_rounds(resolution: Resolution, creature: str) -> None:
    """Counts the rounds of effects with a remembered count, before the effects of a creature's place end."""
    if resolution.fight.system_memory:
        follow_counts(resolution, creature, due=creature)


def count_rounds_at_delayed_turn(resolution: Resolution, creature: str) -> None:
    """Counts the rounds of effects with a remembered count at a delayed turn; other effects do not change then."""
    if resolution.fight.system_memory:
        follow_counts(resolution, creature)


def follow_counts(resolution: Resolution, creature: str, due: str | None = None) -> None:
    """Ends the effects whose last round is over, and anchors the others to the creature at whose place they end.

    Effects anchored to the creature `due` lose a round directly afterwards, so they get an extra round here.
    """
    for bearer, effect in list(effects_in_rounds(resolution)):
        remembered = resolution.fight.system_memory
        if count_key(effect) not in remembered:
            continue
        count = remembered[count_key(effect)] - ABOVE_ZERO
        here = resolution.state(creature).initiative
        passed_in = resolution.fight.round - (here is None or here > count)
        left = remembered[end_key(effect)] - passed_in
        if left <= 0:
            effects.end_if_there(resolution, bearer, effect, effects.EXPIRED)
            continue
        place = first_at(resolution.fight, count)
        number = left + (place == due)
        anchored = replace(effect, duration=replace(effect.duration.with_rounds(number), anchor=place))
        if anchored != effect:
            resolution.emit(EffectChanged(bearer, anchored))


def first_at(fight: Fight, count: int) -> str:
    """The first creature in the order at or below a count; empty if the round ends before it."""
    placed = ((each, fight.states[each].initiative) for each in fight.order)
    return next((each for each, own in placed if own is not None and own <= count), "")


def forget_rounds(resolution: Resolution, ended: Effect) -> None:
    """Forgets the count of an effect that has ended."""
    if ended.duration.is_counted and count_key(ended) in resolution.fight.system_memory:
        resolution.remember(count_key(ended), 0)
        resolution.remember(end_key(ended), 0)
