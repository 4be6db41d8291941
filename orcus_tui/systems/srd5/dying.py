"""Falling and dying in SRD 5.1 (§Damage and Healing)."""

from orcus_tui.model.damage import Damage, Harm
from orcus_tui.model.events import DieRolled, FightChanged
from orcus_tui.model.message import message
from orcus_tui.rules import effects, life
from orcus_tui.rules.dice_rolls import terms
from orcus_tui.rules.stats import roll_save_modifiers, total
from orcus_tui.rules.system import FightView
from orcus_tui.rules.system.hooks import at_zero
from orcus_tui.rules.system.resolution import Resolution

ENOUGH = 3
FELLED = "felled in melee: "


def faces_death(view: FightView, creature: str) -> bool:
    """Whether a creature makes death saves: a hero at 0 hit points that is not stable (§Death Saving Throws)."""
    fight = view.fight
    state = fight.states[creature]
    return (
        at_zero(fight, creature)
        and state.life == "alive"
        and not view.system.creatures.die_at_zero(fight.sheets[creature])
    )


# Falling


def hurt(resolution: Resolution, damage_dealt: Damage, harm: Harm) -> int:
    """Subtracts damage, drops or kills the target, and returns the damage left over after dropping it.

    §Temporary Hit Points, §Dropping to 0 Hit Points.
    """
    creature = damage_dealt.target
    loss = life.lose(resolution, creature, harm.amount, harm, resolution.system.health.lowest(resolution.fight))
    if not loss.drops_target:
        return 0
    if resolution.system.creatures.die_at_zero(resolution.sheet(creature)):
        life.die(resolution, creature)
    elif loss.before > 0:
        fall(resolution, creature, -loss.reached)
    else:
        count_damage_failures(resolution, damage_dealt, loss.through)
    if (
        resolution.state(creature).life == "dead"
        and damage_dealt.range in ("melee", "")
        and not damage_dealt.persistent
    ):
        resolution.remember(felled_mark(creature), 1)  # it may be spared this turn (§Knocking a Creature Out)
    return -loss.reached if loss.before > 0 else 0


def fall(resolution: Resolution, creature: str, left_over: int) -> None:
    """Makes a creature unconscious, or kills it if the damage left over is its maximum or more (§Instant Death)."""
    highest = resolution.sheet(creature).max_hp or 0
    if left_over >= highest:
        life.die(resolution, creature, message("dies outright", damage=left_over, deadly=highest))
    else:
        resolution.say("falls unconscious", creature)
        effects.review(resolution, creature)


def count_damage_failures(resolution: Resolution, damage_dealt: Damage, through: int) -> None:
    """Counts damage at 0 hit points as a failed death save, a critical hit as two (§Damage at 0 Hit Points)."""
    creature = damage_dealt.target
    highest = resolution.sheet(creature).max_hp or 0
    if through >= highest:
        life.die(resolution, creature, message("dies outright", damage=through, deadly=highest))
        return
    if resolution.state(creature).life != "alive":
        resolution.change(creature, "life", "alive", message("no longer stable"))
    count_failures(resolution, creature, 2 if damage_dealt.crit else 1)


# Sparing


def felled_mark(creature: str) -> str:
    """The key under which a creature dropped in melee is remembered."""
    return f"{FELLED}{creature}"


def may_be_spared(view: FightView, creature: str) -> bool:
    """Whether the damage that dropped a creature may still be changed to knock it out."""
    return felled_mark(creature) in view.fight.system_memory


def forget_felled(resolution: Resolution, creature: str) -> None:  # noqa: ARG001  # shared signature
    """Forgets the creatures dropped in melee, as another turn begins."""
    felled = {felled_mark(each) for each in resolution.fight.states}
    others = {what: number for what, number in resolution.fight.system_memory.items() if what not in felled}
    if others != resolution.fight.system_memory:
        resolution.emit(FightChanged("system_memory", others))


# Death saves


def death_save(resolution: Resolution, creature: str, face: int) -> None:
    """Applies the face of a death save: a 20 wakes the creature, a 1 counts twice (§Death Saving Throws)."""
    modifiers = roll_save_modifiers(resolution, creature)
    saved = face != 1 and (face == 20 or face + total(modifiers) >= resolution.system.death.save_needs)
    outcome, needed = "saved" if saved else "failed", resolution.system.death.save_needs
    resolution.emit(DieRolled(life.DEATH_SAVE, creature, face, terms(modifiers), needed, outcome))
    effects.use_up_once(resolution, creature)
    if face == 20:
        life.set_hit_points(resolution, creature, 1, resolution.state(creature).temp_hp, message("wakes"))
    elif saved:
        count_success(resolution, creature)
    else:
        count_failures(resolution, creature, 2 if face == 1 else 1)


def count_success(resolution: Resolution, creature: str) -> None:
    """Counts a successful death save; the third makes the creature stable."""
    successes = resolution.state(creature).death_successes + 1
    resolution.change(creature, "death_successes", successes, message("saved so far", most=ENOUGH))
    if successes >= ENOUGH:
        resolution.change(creature, "life", "stable", message("stable"))
        effects.close_questions(resolution, creature, life.DEATH_SAVE, why=message("is stable"))
        reset_tallies(resolution, creature)


def count_failures(resolution: Resolution, creature: str, count: int) -> None:
    """Counts failed death saves; the third kills."""
    if life.count_death_failures(resolution, creature, count):
        life.die(resolution, creature)


def reset_tallies(resolution: Resolution, creature: str) -> None:
    """Clears the death saves of a creature that is stable or has hit points again."""
    state = resolution.state(creature)
    if state.life == "dead" or (state.life == "alive" and at_zero(resolution.fight, creature)):
        return
    resolution.change(creature, "death_successes", 0)
    resolution.change(creature, "death_failures", 0)
