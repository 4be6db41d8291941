"""Expiry: effects that end with a turn, a round or the encounter."""

from collections.abc import Callable, Collection

from msgspec.structs import replace

from orcus_tui.model import events
from orcus_tui.model.duration import Duration, Ending
from orcus_tui.model.effect import Effect
from orcus_tui.model.message import Message, message
from orcus_tui.model.turn_places import counts_rounds
from orcus_tui.rules import effects, zone_ends
from orcus_tui.rules.fight_view import bearers_by_turns
from orcus_tui.rules.system.resolution import Resolution


def expire_at_start(resolution: Resolution, creature: str) -> None:
    """Ends effects that last until the start of this creature's turn, and counts down those that last for rounds."""
    for bearer, effect in _anchored_to(resolution, creature, ("start", "rounds")):
        if effect.duration.is_counted:
            if counts_rounds(resolution.fight, effect.duration):
                count_down(resolution, bearer, effect)
        else:
            _expire_or_wait(resolution, bearer, effect)
    if resolution.fight.zones:
        zone_ends.end_by_turn(resolution, creature, ("start", "rounds"))


def expire_at_end(resolution: Resolution, creature: str) -> None:
    """Ends effects that last until the end of this creature's turn, except those that wait for a later turn."""
    for bearer, effect in _anchored_to(resolution, creature, ("end", "this turn")):
        _expire_or_wait(resolution, bearer, effect)
    if resolution.fight.zones:
        zone_ends.end_by_turn(resolution, creature, ("end", "this turn"))


def _expire_or_wait(resolution: Resolution, bearer: str, effect: Effect) -> None:
    """Ends an effect, or lets it wait for the next turn of its anchor if it skips this one."""
    if effect.duration.skips:
        next_time = replace(effect, duration=replace(effect.duration, skips=False))
        resolution.emit(events.EffectChanged(bearer, next_time))
    else:
        effects.end_if_there(resolution, bearer, effect, effects.EXPIRED)


def _anchored_to(resolution: Resolution, creature: str, endings: tuple[Ending, ...]) -> list[tuple[str, Effect]]:
    """The effects that are timed by this creature's turns and have one of these endings, with their bearers."""
    states = resolution.fight.states
    bearers = bearers_by_turns(resolution.view, creature)
    if not bearers:
        return []
    return [
        (bearer, effect)
        for bearer in (states if len(bearers) > 1 else bearers)
        if bearer in bearers
        for effect in states[bearer].effects
        if effect.duration.anchor == creature and _ends_by(effect.duration, endings)
    ]


def _ends_by(duration: Duration, endings: tuple[Ending, ...]) -> bool:
    """Whether a duration has one of these endings, or has a limit in rounds if `rounds` is among them."""
    return duration.ending in endings or (duration.at_most > 0 and "rounds" in endings)


def count_down(resolution: Resolution, bearer: str, effect: Effect, rounds: int = 1) -> None:
    """Counts an effect down by rounds, and ends it at 0."""
    left = effect.duration.rounds - rounds
    if left <= 0:
        effects.end_if_there(resolution, bearer, effect, effects.EXPIRED)
    else:
        resolution.emit(events.EffectChanged(bearer, replace(effect, duration=effect.duration.with_rounds(left))))


def count_rounds_down(resolution: Resolution) -> None:
    """At the start of each round except the first, counts down the effects that began before the first turn."""
    if resolution.fight.round > 1:
        for bearer, effect in list(effects.all_effects(resolution)):
            if effect.duration.is_counted and not effect.duration.anchor:
                count_down(resolution, bearer, effect)
        zone_ends.count_rounds_down(resolution)


def count_all_down(resolution: Resolution, rounds: int) -> None:
    """Counts down all effects and zones that last for rounds, as time passes outside a fight."""
    for bearer, effect in list(effects.all_effects(resolution)) if rounds else ():
        if effect.duration.is_counted:
            count_down(resolution, bearer, effect, rounds)
    zone_ends.count_all_down(resolution, rounds)


def expire_anchored_to(resolution: Resolution, creature: str) -> None:
    """Ends all effects that last until a turn that this creature will not have."""
    bearers = bearers_by_turns(resolution.view, creature)
    _end_where(
        resolution,
        lambda lasts: lasts.anchor == creature and lasts.ending in ("start", "end"),
        message("anchor gone"),
        bearers,
    )


def expire_with_encounter(resolution: Resolution) -> None:
    """Ends all effects that last until the end of the encounter, or for turns that no longer take place."""
    _end_where(
        resolution, lambda lasts: lasts.ending in ("encounter", "start", "end", "this turn"), message("encounter over")
    )


def _end_where(
    resolution: Resolution, applies: Callable[[Duration], bool], why: Message, bearers: Collection[str] | None = None
) -> None:
    """Ends the effects, on these bearers if given, and the zones for whose duration the test is true."""
    effects.end_where(resolution, lambda _, each: applies(each.duration), why, bearers)
    zone_ends.end_where(resolution, lambda zone: applies(zone.duration), why.key)
