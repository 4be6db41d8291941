"""Zones and auras: the creatures inside, and the lines that apply to them."""

from collections.abc import Iterable

from orcus_tui.errors import Impossible
from orcus_tui.model import steps
from orcus_tui.model.duration import SOURCE, TARGET, Duration
from orcus_tui.model.events import ZoneEnded, ZoneMade, ZoneMembersChanged
from orcus_tui.model.fight import Fight
from orcus_tui.model.message import Message, message
from orcus_tui.model.zone import Aura, Zone, ZonePoint, free_name
from orcus_tui.rules import effects, offers
from orcus_tui.rules.power_effects import apply_lines_to, apply_to_nobody
from orcus_tui.rules.resolution import Cause
from orcus_tui.rules.system.resolution import Resolution
from orcus_tui.rules.zone_ends import zones_one_by_one
from orcus_tui.rules.zone_names import auras_of, find_zone, is_active, name_fault

MOST_ZONES = 100
"""The largest number of zones that commands and powers make; auras are not counted."""


def bring_auras(resolution: Resolution, newcomers: Iterable[str]) -> None:
    """Adds the auras of newcomers and of creatures that return, unless they are there already."""
    there = {zone.source for zone in resolution.fight.zones.values() if zone.aura}
    missing = [each for each in newcomers if each not in there]
    for name, zone in auras_of(resolution.system, resolution.fight, missing).items():
        resolution.emit(ZoneMade(name, zone))


# The verbs


def make_zone(resolution: Resolution, step: steps.MakeZone) -> None:
    """`zone`: makes a zone with the targets inside; a power used again makes another zone."""
    fight = resolution.fight
    if fault := name_fault(resolution.system, fight, step.name):
        raise Impossible(fault, of="name")
    name = step.name
    if name in fight.zones and not resolution.cause.power:
        raise Impossible(f'there is a zone "{name}" already; `remove zone {name}` ends it', of="name")
    name = free_name(name, fight.zones)
    if sum(not zone.aura for zone in fight.zones.values()) >= MOST_ZONES:
        raise Impossible(f"a fight has at most {MOST_ZONES} zones; `remove zone NAME` ends one")
    _require_here(resolution, step.targets)
    source = _source(resolution, step)
    duration = _anchored(resolution, step.duration, source)
    zone = Zone(step.targets, step.line, step.at, source, duration, resolution.cause.power)
    resolution.emit(ZoneMade(name, zone))
    _begin_inside(resolution, name, step.targets)


def _source(resolution: Resolution, step: steps.MakeZone) -> str:
    """The source of a zone; an event's zone belongs to nobody, unless it names a source or ends with a turn."""
    if resolution.in_event and step.duration.ending not in ("start", "end"):
        return step.source
    return resolution.source(step.source)


def _anchored(resolution: Resolution, duration: Duration, source: str) -> Duration:
    """The duration with its anchor filled in.

    Raises Impossible for a duration that only an effect on a creature can have.
    """
    if duration.ending in ("save", "while") or duration.anchor == TARGET:
        raise Impossible("a zone lasts until a turn, for rounds, until the end of the encounter, or until removed; "
                         "an effect on a creature can end with a save or with its own turn", of="duration")  # fmt: skip
    if duration.ending in ("start", "end") and duration.anchor == SOURCE and not source:
        raise Impossible("whose next turn? it is nobody's turn; add `by NAME`", of="duration")
    return effects.anchor_duration(resolution, duration, source, source)


def _require_here(resolution: Resolution, targets: steps.Targets) -> None:
    for creature in targets:
        if resolution.state(creature).place != "here":
            raise Impossible(f"{resolution.name(creature)} is not here", of="targets")


def into(resolution: Resolution, step: steps.Into) -> None:
    """`into`: moves creatures that are not inside yet into a zone or an aura."""
    name = find_zone(resolution.fight, step.zone)
    zone = resolution.fight.zones[name]
    _require_here(resolution, step.targets)
    if not is_active(resolution.fight, zone):
        raise Impossible(f"{name} is the aura of {resolution.name(zone.source)}, which is dead or away", of="zone")
    entering = tuple(each for each in step.targets if each not in zone.inside)
    if not entering:
        raise Impossible(f"{_are(resolution, step.targets)} in {name} already", of="targets")
    resolution.emit(ZoneMembersChanged(name, entering))
    _begin_inside(resolution, name, entering)


def out_of(resolution: Resolution, step: steps.OutOf) -> None:
    """`outof`: moves creatures out of a zone."""
    name = find_zone(resolution.fight, step.zone)
    zone = resolution.fight.zones[name]
    leaving = tuple(each for each in step.targets if each in zone.inside)
    if not leaving:
        raise Impossible(f"{_are(resolution, step.targets)} not in {name}", of="targets")
    put_out(resolution, name, leaving)


def _are(resolution: Resolution, targets: steps.Targets) -> str:
    names = resolution.formatter().names_and(targets)
    return f"{names} {'is' if len(targets) == 1 else 'are'}"


def end_zone(resolution: Resolution, step: steps.EndZone) -> None:
    """Ends a zone, by `remove zone` or any other cause, and the effects limited to it; an aura stays, but empty."""
    name = find_zone(resolution.fight, step.zone)
    zone, why = resolution.fight.zones[name], message(step.why)
    if zone.aura and resolution.fight.states[zone.source].place != "gone":
        if not zone.inside:
            raise Impossible(f"nobody is in {name}; an aura ends with its bearer", of="zone")
        put_out(resolution, name, zone.inside, why)
        return
    resolution.emit(ZoneEnded(name, why))
    _end_effects(resolution, name, zone.inside, message("zone over", zone=name))


# Who is inside


def put_out(resolution: Resolution, name: str, leaving: steps.Targets, why: Message | None = None) -> None:
    """Moves creatures out of a zone, and ends the effects that last there."""
    resolution.emit(ZoneMembersChanged(name, leaving=leaving, why=why))
    _end_effects(resolution, name, leaving, message("left zone", zone=name))


def leave_zones(resolution: Resolution, creature: str) -> None:
    """Moves an absent creature out of all zones, and empties its auras."""
    for name, zone in zones_one_by_one(resolution):
        if creature in zone.inside:
            put_out(resolution, name, (creature,))
        if zone.aura and zone.source == creature and name in resolution.fight.zones:
            if resolution.state(creature).place == "gone":
                resolution.emit(ZoneEnded(name))
                _end_effects(resolution, name, zone.inside, message("zone over", zone=name))
            elif inside := resolution.fight.zones[name].inside:
                put_out(resolution, name, inside, message("source out"))


def _end_effects(resolution: Resolution, name: str, creatures: Iterable[str], why: Message) -> None:
    for creature in creatures:
        for effect in resolution.state(creature).effects:
            if effect.zone == name:
                effects.end_if_there(resolution, creature, effect, why)
        effects.review(resolution, creature)


# Lines


def _begin_inside(resolution: Resolution, name: str, entering: Iterable[str]) -> None:
    zone = resolution.fight.zones[name]
    if zone.at == "inside":
        for creature in entering:
            _apply(resolution, name, creature)


def run_lines(resolution: Resolution, creature: str, point: ZonePoint) -> None:
    """Carries out the lines of zones at a point of a creature's turn; auras with nobody inside are only logged."""
    for name, zone in zones_one_by_one(resolution):
        if resolution.state(creature).life == "dead":
            return
        if creature in zone.inside:
            if zone.at == point:
                _apply(resolution, name, creature)
        elif zone.aura and not zone.inside and (zone.at == point or (zone.at == "inside" and point == "start")):
            _mention(resolution, name, creature)


def _mention(resolution: Resolution, name: str, creature: str) -> None:
    """Logs and offers the line of an aura for a creature that may be inside, unless its conditions are false now."""
    zone = resolution.fight.zones[name]
    if zone.line is not None and apply_to_nobody(resolution, (zone.line,), creature, Cause(source=zone.source)):
        return
    if creature != zone.source and is_active(resolution.fight, zone) and concerns(resolution.fight, zone, creature):
        resolution.say("aura", zone.source, text=str(Aura(zone.aura, zone.size, line=zone.line)))
        if zone.line is not None and zone.at != "inside" and not isinstance(zone.line.step, steps.Say):
            offers.offer_power_line(resolution, zone.source, zone.line, creature, zone.aura)


def concerns(fight: Fight, zone: Zone, creature: str) -> bool:
    """Whether a zone's line is for a creature: an aura may be for foes only, or for allies only."""
    if zone.side == "all" or zone.source not in fight.sheets:
        return True
    is_ally = fight.sheets[creature].side == fight.sheets[zone.source].side
    return is_ally == (zone.side == "allies")


def _apply(resolution: Resolution, name: str, creature: str) -> None:
    """Applies a zone's line to a creature, unless it is already being applied to it."""
    zone = resolution.fight.zones.get(name)
    if zone is None or zone.line is None or (name, creature) in resolution.guards.in_zones:
        return
    if not (is_active(resolution.fight, zone) and concerns(resolution.fight, zone, creature)):
        return
    resolution.guards.in_zones.add((name, creature))
    lasting_in = name if zone.at == "inside" else ""
    cause = Cause(zone.aura or name, source=zone.source or creature, zone=lasting_in)
    apply_lines_to(resolution, (zone.line,), (creature,), cause)
    resolution.guards.in_zones.discard((name, creature))
