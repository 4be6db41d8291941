"""Death saves in Orcus, and death when hit points are set to a low value; falling to 0 is in `damage`.

Sources: the rulebook.
"""

from orcus_tui.model.message import message
from orcus_tui.rules import effects, life, saves
from orcus_tui.rules.stats import staggered_value
from orcus_tui.rules.system.resolution import Resolution
from orcus_tui.systems.orcus.recoveries import recovery_value, spend_recovery


def death_save(resolution: Resolution, creature: str, face: int) -> None:
    """Applies the face of a death save (§Death Saving Throws)."""
    needed = resolution.system.death.save_needs
    reached = saves.log_save(resolution, life.DEATH_SAVE, creature, face, needed)
    state = resolution.state(creature)
    if reached >= 20 and state.recoveries != 0:
        spend_recovery(resolution, creature)
        value = recovery_value(resolution, creature)
        life.set_hit_points(resolution, creature, value, state.temp_hp, message("wakes by recovery"))
    elif reached >= 20 and resolution.option("no_recovery_20") == 1:
        life.set_hit_points(resolution, creature, 1, state.temp_hp, message("wakes without recovery"))
    elif reached >= needed:
        if reached >= 20:
            resolution.say("counts as 19", creature)
        count_success(resolution, creature)
    else:
        count_failure(resolution, creature)


def count_success(resolution: Resolution, creature: str) -> None:
    """Counts a successful death save; by option, three make the creature stable."""
    successes = resolution.state(creature).death_successes + 1
    resolution.change(creature, "death_successes", successes)
    if successes >= 3 and resolution.option("three_successes") == "stable":
        resolution.change(creature, "life", "stable", message("stable by successes"))
        effects.close_questions(resolution, creature, life.DEATH_SAVE, why=message("is stable"))


def count_failure(resolution: Resolution, creature: str) -> None:
    """Counts a failed death save; the third kills."""
    if life.count_death_failures(resolution, creature):
        life.die(resolution, creature)


def follow_hit_points(resolution: Resolution, creature: str) -> None:
    """Kills a creature after its hit points were set to a deadly value (§Instant Death, §Monsters and Death)."""
    state, sheet = resolution.state(creature), resolution.sheet(creature)
    if state.hp is None or state.hp > 0 or state.life != "alive":
        return
    if resolution.system.creatures.die_at_zero(sheet) or state.hp <= -staggered_value(resolution.fight, creature):
        life.die(resolution, creature)
