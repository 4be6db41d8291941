"""The phases at the boundaries of turns, by their effects; for timers."""

from collections.abc import Collection, Mapping

from orcus_tui.rules import boundary_phases, expiry, powers, turn
from orcus_tui.rules.system import FightView
from orcus_tui.rules.system.turn import BoundaryEffect, Point

SHARED: Mapping[object, BoundaryEffect] = {
    boundary_phases.regeneration: "regeneration",
    powers.refresh_dice: "refresh",
    powers.roll_refresh: "refresh",
    boundary_phases.saving_throws: "save",
    turn.lapse_unmaintained: "lapse",
    boundary_phases.reminders_at_start: "said at start",
    boundary_phases.reminders_at_end: "said at end",
    expiry.expire_at_start: "start",
    expiry.expire_at_end: "end",
}
"""The effect of each shared phase of a turn's boundary; a system has the effects of its own phases."""


def _applies(view: FightView, rule: object) -> bool:
    """Whether a phase does anything with the fight's options."""
    system = view.system
    if rule not in system.turn.phase_options:
        return True
    key, value = system.turn.phase_options[rule]
    return system.option(view.fight, key) == value


def points_of_phases(view: FightView) -> dict[BoundaryEffect, dict[Point, int]]:
    """For each kind of phase, its points in a turn, each with the place of the first such phase there."""
    system = view.system
    kinds = {**SHARED, **system.turn.boundary_effects}
    waste = kinds.get(system.delay.run_out) == "end" and _applies(view, system.delay.run_out)
    ends: tuple[Point, ...] = ("end", "late end", "waste") if waste else ("end", "late end")
    found: dict[BoundaryEffect, dict[Point, int]] = {}
    for points, rules in (
        (("start",), system.turn.start),
        (("back",), system.delay.turn_start),
        (ends, system.turn.end),
    ):
        for place, rule in enumerate(rules):
            if rule in kinds and _applies(view, rule):
                places = found.setdefault(kinds[rule], {})
                for point in points:
                    places.setdefault(point, place)
    return found


def refreshed_uses(view: FightView) -> Collection[str]:
    """The kinds of use for which a die at the start of a turn may restore a spent power."""
    return ("refresh", "recharge") if powers.refresh_dice in view.system.turn.start else ("refresh",)
