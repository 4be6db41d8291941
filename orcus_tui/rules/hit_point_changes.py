"""Changes of hit points that commands make directly: corrections, knocking out, stabilizing, reviving."""

from orcus_tui.model.message import Message, message
from orcus_tui.rules import effects
from orcus_tui.rules.life import DEATH_SAVE, NOT_DYING, get_up, put_hit_points, set_hit_points
from orcus_tui.rules.system.health import HealthChanges
from orcus_tui.rules.system.resolution import Resolution


def correct(resolution: Resolution, creature: str) -> None:
    """Lowers corrected hit points to the maximum; a creature with more than 0 wakes."""
    state, most = resolution.state(creature), resolution.sheet(creature).max_hp
    if most is not None and (state.hp or 0) > most:
        set_hit_points(resolution, creature, most, state.temp_hp, message("kept to maximum"))
    if (resolution.state(creature).hp or 0) > 0:
        get_up(resolution, creature)


def knock_out(resolution: Resolution, creature: str) -> None:
    """Sets a creature to 0 hit points, unconscious but not dying (Orcus §Knocking a Creature Out)."""
    state = resolution.state(creature)
    if state.hp != 0:
        set_hit_points(resolution, creature, 0, state.temp_hp, message("knocked out"))
    resolution.change(creature, "life", "knocked out", message("unconscious, not dying"))
    effects.close_questions(resolution, creature, DEATH_SAVE, why=NOT_DYING)
    effects.review(resolution, creature)


def stabilize(resolution: Resolution, creature: str) -> None:
    """Stabilizes a creature, which stays down."""
    resolution.change(creature, "life", "stable", message("stable"))


def revive(resolution: Resolution, creature: str, hp: int | None) -> None:
    """Revives a dead creature, with 1 hit point unless `hp` is given."""
    come_back(resolution, creature, 1 if hp is None else hp, message("back from the dead"))


def come_back(resolution: Resolution, creature: str, hp: int, why: Message) -> None:
    """Brings a creature back to life with these hit points, and resets its death saves.

    This sets off no trigger of falling hit points, since they rise.
    """
    resolution.change(creature, "life", "alive", why)
    resolution.change(creature, "death_failures", 0)
    resolution.change(creature, "death_successes", 0)
    most = resolution.sheet(creature).max_hp or hp
    put_hit_points(resolution, creature, min(hp, most), resolution.state(creature).temp_hp, message("rises"))


HIT_POINT_CHANGES = HealthChanges(correction=correct, knock_out=knock_out, stabilize=stabilize, revive=revive)
