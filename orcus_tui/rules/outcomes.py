"""How a fight ends for its creatures, and the XP of those that count."""

from typing import get_args

from orcus_tui.model import steps
from orcus_tui.model.events import ExperienceEarned, SideStanding, Standing
from orcus_tui.model.message import message
from orcus_tui.model.outcome import Outcome
from orcus_tui.rules import life, roster
from orcus_tui.rules.in_force import creature_standing
from orcus_tui.rules.system import Resolution

SLAIN: Outcome = "slain"


def set_outcome(resolution: Resolution, step: steps.SetOutcome) -> None:
    """`outcome`: sets how the fight ends for the targets.

    `slain` kills the living, other outcomes remove them from the fight.
    """
    for creature in step.targets:
        state = resolution.state(creature)
        if step.outcome not in (SLAIN, "absent"):
            life.refuse_the_dead(resolution, creature)
        is_killed = step.outcome == SLAIN and state.life != "dead"
        note = None if is_killed else message("outcome")
        resolution.change(creature, "outcome", step.outcome, note)
        if is_killed:
            life.die(resolution, creature, message("killed"))
        elif step.outcome != SLAIN and state.place != "gone":
            roster.leave(resolution, creature, None)
    if resolution.fight.phase == "finished":
        _count_experience(resolution)


def summarize(resolution: Resolution) -> None:
    """Logs the state of every creature, every outcome, and the XP with its division."""
    fight = resolution.fight
    for side in ("party", "foes", "neutral"):
        members = [each for each in fight.states if fight.sheets[each].side == side]
        if members:
            standings = tuple(standing_of(resolution, each) for each in members)
            resolution.emit(SideStanding(side, standings))
    for outcome in get_args(Outcome):
        creatures = tuple(each for each, state in fight.states.items() if state.outcome == outcome)
        if creatures:
            resolution.say("outcomes", outcome=outcome, creatures=creatures)
    _count_experience(resolution)


def _count_experience(resolution: Resolution) -> None:
    """Logs the XP of the foes that count, and the heroes that share them."""
    fight = resolution.fight
    beaten = tuple(each for each, sheet in fight.sheets.items() if sheet.side == "foes" and _counts(resolution, each))
    kinds = resolution.system.creatures.kinds
    heroes = tuple(
        each
        for each, sheet in fight.sheets.items()
        if sheet.side == kinds[sheet.kind].side == "party" and not _is_absent(resolution, each)
    )
    resolution.emit(ExperienceEarned(sum(xp_of(resolution, each) for each in beaten), beaten, heroes))


def _counts(resolution: Resolution, creature: str) -> bool:
    """Whether a creature counts for XP: by its outcome, or because it was killed or is down."""
    state = resolution.state(creature)
    is_beaten = state.place != "gone" and creature_standing(resolution.view, creature) in ("dead", "down")
    outcome = state.outcome or (SLAIN if is_beaten else "")
    return outcome in str(resolution.option("xp_for")).split(",")


def _is_absent(resolution: Resolution, creature: str) -> bool:
    """Whether a creature was dropped or is absent, so that nothing is counted for it."""
    state = resolution.state(creature)
    return state.outcome == "absent" or (state.place == "gone" and state.outcome is None)


def xp_of(resolution: Resolution, creature: str) -> float:
    """The XP on a creature's sheet, else the XP of its kind and level."""
    sheet = resolution.sheet(creature)
    return sheet.xp or resolution.system.creatures.default_xp(sheet.kind, sheet.level) or 0


def standing_of(resolution: Resolution, creature: str) -> Standing:
    """The state of a creature at the end of a fight."""
    state = resolution.state(creature)
    where = creature_standing(resolution.view, creature)
    if where in ("dead", "out"):
        return Standing(creature, where)
    return Standing(creature, where, state.hp, resolution.sheet(creature).max_hp, state.track)
