"""When zones end by themselves: at the end of their duration, or with their source.

`effects` calls these functions at the end of turns and rounds, and when creatures die or leave; `zones` has the step
that ends a zone.
"""

from collections.abc import Callable, Collection, Iterator

from msgspec.structs import replace

from orcus_tui.model.duration import Ending
from orcus_tui.model.events import ZoneLasts
from orcus_tui.model.steps import EndZone
from orcus_tui.model.turn_places import counts_rounds
from orcus_tui.model.zone import Zone
from orcus_tui.rules.resolution import AnyResolution as Resolution
from orcus_tui.rules.zone_names import is_active

TAG = "zone"
"""The tag of powers that make zones; in some systems they end with their user."""


def zones_one_by_one(resolution: Resolution) -> Iterator[tuple[str, Zone]]:
    """The zones by their names, without those that end meanwhile: the end of one may end another."""
    for name in tuple(resolution.fight.zones):
        if zone := resolution.fight.zones.get(name):
            yield name, zone


def end_where(resolution: Resolution, applies: Callable[[Zone], bool], why: str) -> None:
    """Ends the zones for which the test is true; `why` is the key of a message."""
    for name, zone in zones_one_by_one(resolution):
        if applies(zone):
            resolution.carry_out(EndZone(name, why))


def end_by_turn(resolution: Resolution, creature: str, endings: tuple[Ending, ...]) -> None:
    """Ends the zones that last until this point of a creature's turn, and counts down zones that last for rounds."""
    for name, zone in zones_one_by_one(resolution):
        lasts = zone.duration
        is_counted = lasts.is_counted and "rounds" in endings
        if lasts.anchor != creature or not (is_counted or lasts.ending in endings):
            continue
        if is_counted:
            if counts_rounds(resolution.fight, lasts):
                _count_down(resolution, name)
        elif lasts.skips:
            resolution.emit(ZoneLasts(name, replace(lasts, skips=False)))
        else:
            resolution.carry_out(EndZone(name, "expired"))


def keep_zones(resolution: Resolution, creature: str, power: str) -> None:
    """Lets the zones of a sustained power that last until the end of its user's next turn last a turn longer."""
    for name, zone in resolution.fight.zones.items():
        lasts = zone.duration
        if (zone.source, zone.power, lasts.ending, lasts.anchor) == (creature, power, "end", creature):
            resolution.emit(ZoneLasts(name, replace(lasts, skips=True)))


def count_rounds_down(resolution: Resolution) -> None:
    """Counts down by one round the zones that began before the first turn."""
    for name, zone in zones_one_by_one(resolution):
        if zone.duration.is_counted and not zone.duration.anchor:
            _count_down(resolution, name)


def count_all_down(resolution: Resolution, rounds: int) -> None:
    """Counts down all zones that last for rounds, as time passes outside a fight."""
    for name, zone in zones_one_by_one(resolution) if rounds else ():
        if zone.duration.is_counted:
            _count_down(resolution, name, rounds)


def _count_down(resolution: Resolution, name: str, rounds: int = 1) -> None:
    lasts = resolution.fight.zones[name].duration
    if lasts.rounds <= rounds:
        resolution.carry_out(EndZone(name, "expired"))
    else:
        resolution.emit(ZoneLasts(name, lasts.with_rounds(lasts.rounds - rounds)))


def end_with_source(resolution: Resolution, creature: str, losses: Collection[str]) -> None:
    """Ends the zones that end with their source's death or absence; its auras only become inactive."""
    for name, zone in zones_one_by_one(resolution):
        if zone.source != creature or not (depends_on(resolution, zone, losses) or zone.aura):
            continue
        if not zone.aura or (zone.inside and not is_active(resolution.fight, zone)):
            resolution.carry_out(EndZone(name, "source out"))


def depends_on(resolution: Resolution, zone: Zone, losses: Collection[str]) -> bool:
    """Whether a zone ends as its source loses life or consciousness, by the system's rules or its power."""
    ends = resolution.system.conditions.ended_by_tag
    power = resolution.sheet(zone.source).power_named(zone.power)
    if power is None:
        return ends.get(TAG) in losses
    if power.maintain and "dead" in losses:
        return True
    return any(ends[tag] in losses for tag in (*power.tags, TAG) if tag in ends)
