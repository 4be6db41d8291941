"""Rests in the True SRD: a minute, an hour, ten hours; and the end of a fight."""

from msgspec.structs import replace

from orcus_tui.model.creature import Track
from orcus_tui.model.fight import Fight
from orcus_tui.model.message import message
from orcus_tui.rules import rest
from orcus_tui.rules.system.resolution import Resolution
from orcus_tui.systems.true_srd.checks import FADES, lose_fatigue_by_check, recover_by_check
from orcus_tui.systems.true_srd.dying import begin_dying
from orcus_tui.systems.true_srd.fatigue import level_of, set_level, tire_after_effort
from orcus_tui.systems.true_srd.track import OBJECT, track_of
from orcus_tui.systems.true_srd.track_effects import set_track

IN_AN_HOUR = ("encounter", "refresh", "recharge")
"""The kinds of use that an hour's rest restores."""
HOURS = 10
"""The hours of a full rest (§Fatigue)."""


def helps(fight: Fight, creature: str, _length: str = "") -> bool:
    """Whether a rest helps a creature: it is no object and not dying."""
    return fight.sheets[creature].kind != OBJECT and not track_of(fight.states[creature]).dying


def minute_of_rest(resolution: Resolution, creature: str) -> None:
    """Clears one bruise and one daze, and makes the checks for the boxes of the non-lethal row (§Recovery)."""
    if not helps(resolution.fight, creature):
        return
    track = track_of(resolution.state(creature))
    rested = replace(track, bruised=max(0, track.bruised - 1), dazed=False)
    if rested != track:
        set_track(resolution, creature, rested, message("minute of rest"))
    for box in FADES:
        if getattr(rested, box):
            recover_by_check(resolution, creature, box)


def hour_of_rest(resolution: Resolution, creature: str) -> None:
    """Clears bruises, stuns and one hurt; makes checks for wounds and fatigue (§Recovery, §Fatigue)."""
    if not helps(resolution.fight, creature):
        return
    track = track_of(resolution.state(creature))
    rested = replace(track, bruised=0, dazed=False, staggered=False, unconscious=False, hurt=max(0, track.hurt - 1))
    if rested != track:
        set_track(resolution, creature, rested, message("hour of rest"))
    if rested.wounded:
        recover_by_check(resolution, creature, "wounded")
    if level_of(resolution, creature):
        lose_fatigue_by_check(resolution, creature)
    rest.regain_powers(resolution, creature, IN_AN_HOUR)


def night_of_rest(resolution: Resolution, creature: str) -> None:
    """Clears fatigue and ten hurts; makes up to ten checks for wounds, and the daily check for a disabled creature."""
    if not helps(resolution.fight, creature):
        return
    track = track_of(resolution.state(creature))
    rested = Track(hurt=max(0, track.hurt - HOURS), wounded=track.wounded, disabled=track.disabled)
    if rested != track:
        set_track(resolution, creature, rested, message("ten hours of rest"))
    set_level(resolution, creature, 0)
    for _ in range(HOURS):
        if track_of(resolution.state(creature)).wounded:
            recover_by_check(resolution, creature, "wounded")
    if rested.disabled:
        recover_by_check(resolution, creature, "disabled")
    rest.regain_powers(resolution, creature, (*IN_AN_HOUR, "daily"))


def end_fight(resolution: Resolution, creature: str) -> None:
    """Applies the effects that were due in creatures' next turns, and forgets which creatures have acted."""
    rest.forget_uses(resolution, creature)
    if resolution.state(creature).life != "dead":
        begin_dying(resolution, creature)
        tire_after_effort(resolution, creature)
