"""Falling unconscious, death saves and death in the Archmage Engine (§Unconscious, §Death and Dying)."""

from orcus_tui.model.creature import Sheet
from orcus_tui.model.damage import Damage, Harm
from orcus_tui.model.fight import own_sheet
from orcus_tui.model.message import Message, message
from orcus_tui.model.turn_places import is_in_turn
from orcus_tui.rules import effects, hit_point_changes, life, saves
from orcus_tui.rules.actions import use_once
from orcus_tui.rules.initiative import cancel_waiting
from orcus_tui.rules.system import FightView, System
from orcus_tui.rules.system.hooks import at_zero
from orcus_tui.rules.system.resolution import Resolution
from orcus_tui.systems.archmage.mobs import is_mob, overflow
from orcus_tui.systems.archmage.recoveries import recover, still_regenerates

WOUND = "lasting wound"


def is_hero(system: System, sheet: Sheet) -> bool:
    """Whether a creature falls unconscious at 0 hit points and makes death saves; others are slain (§Unconscious)."""
    return not system.creatures.die_at_zero(sheet)


def faces_death(view: FightView, creature: str) -> bool:
    """Whether a creature makes death saves: a fallen hero does, even when stable (§Death and Dying, §Stabilizing)."""
    fight = view.fight
    state = fight.states[creature]
    return (
        at_zero(fight, creature) and state.life in ("alive", "stable") and is_hero(view.system, fight.sheets[creature])
    )


# Falling


def hurt(resolution: Resolution, damage_dealt: Damage, harm: Harm) -> None:
    """Subtracts damage, and checks whether it kills or drops the target (§Unconscious, §Death and Dying)."""
    creature = damage_dealt.target
    before = resolution.state(creature)
    is_mook = is_mob(resolution, creature)
    loss = life.lose(resolution, creature, harm.amount, harm, 0 if is_mook else None)
    if not loss.drops_target or before.is_out:
        return
    if not is_hero(resolution.system, resolution.sheet(creature)):
        if not still_regenerates(resolution, creature):
            life.die(resolution, creature)
            left_over = overflow(resolution, damage_dealt, -loss.reached) if is_mook else None
            if left_over:
                hurt(resolution, left_over, left_over.harm(left_over.rolled))
        return
    if loss.before > 0:
        fall(resolution, creature)
    if loss.reached <= -deadly(resolution, creature):
        kill_or_put_in_coma(
            resolution, creature, message("dies at", hp=loss.reached, deadly=-deadly(resolution, creature))
        )


def fall(resolution: Resolution, creature: str) -> None:
    """Makes a creature unconscious, by option with a lasting wound, once a fight (§Lasting-Wound).

    With another option, the wound takes effect at the end of the fight.
    """
    resolution.say("falls unconscious", creature)
    effects.review(resolution, creature)
    if not resolution.option("lasting_wound") or WOUND in resolution.state(creature).used:
        return
    use_once(resolution, creature, WOUND)
    if resolution.option("wound_when") == "drop":
        wound(resolution, creature)


def wound(resolution: Resolution, creature: str) -> None:
    """Lowers the maximum by 2 + level, for a lasting wound (§Lasting-Wound)."""
    sheet, counters = own_sheet(resolution.fight, creature), resolution.state(creature).counters
    highest = sheet.max_hp or 1
    loss = min(2 + (sheet.level or 0), highest - 1)
    resolution.change(creature, "counters", {**counters, WOUND: counters.get(WOUND, 0) + loss})
    life.set_own_maximum(resolution, creature, highest - loss, message("lasting wound", value=highest - loss))


def deadly(resolution: Resolution, creature: str) -> int:
    """The hit points below 0 at which a creature dies: half the maximum (§Death and Dying)."""
    highest = resolution.sheet(creature).max_hp or 0
    return -(-highest // 2) if resolution.option("neg_round") == "ceil" else highest // 2


def kill_or_put_in_coma(resolution: Resolution, creature: str, why: Message) -> None:
    """Kills a creature, or by option puts it in a coma if no named villain is in the fight (§Meaningful Death)."""
    fight = resolution.fight
    villain = any(
        sheet.named_villain and fight.states[each].place == "here" and fight.states[each].life != "dead"
        for each, sheet in fight.sheets.items()
    )
    if villain or not resolution.option("meaningful_death"):
        life.die(resolution, creature, why)
        return
    resolution.change(creature, "life", "coma", message("falls into a coma"))
    effects.close_questions(resolution, creature, "", why=message("is in a coma"))
    cancel_waiting(resolution, creature)
    effects.review(resolution, creature)


def revive(resolution: Resolution, creature: str, hp: int | None) -> None:
    """Brings a creature back from the dead, or from a coma with the hit points it has, at least 1."""
    state = resolution.state(creature)
    if state.life != "coma":
        hit_point_changes.revive(resolution, creature, hp)
        return
    left = max(1, state.hp or 0) if hp is None else hp
    hit_point_changes.come_back(resolution, creature, left, message("out of the coma"))


# Death saves


def death_save(resolution: Resolution, creature: str, face: int) -> None:
    """Applies the face of a death save: 16 or more gives a recovery, a 20 also the turn (§Death and Dying)."""
    needed = resolution.system.death.save_needs
    if saves.log_save(resolution, life.DEATH_SAVE, creature, face, needed) >= needed:
        wake(resolution, creature)
        if face < 20 and not resolution.option("wake_acts"):
            lose_actions(resolution, creature)
    elif resolution.state(creature).life == "stable":
        resolution.say("failure does not count", creature)
    else:
        count_failure(resolution, creature)


def wake(resolution: Resolution, creature: str) -> None:
    """Wakes a creature with the healing of a recovery, or with 1 hit point if its dice are not known."""
    if resolution.sheet(creature).recovery:
        recover(resolution, creature, None)
    else:
        life.gain(resolution, creature, 1, message("wakes with 1 HP"))
        resolution.say("recovery to roll", creature, id=creature)


def lose_actions(resolution: Resolution, creature: str) -> None:
    """Removes the actions of this turn from a creature that wakes in it."""
    if is_in_turn(resolution.fight, creature):
        actions = resolution.state(creature).actions
        resolution.change(creature, "actions", (0, 0, 0, *actions[3:]), message("no actions this turn"))


def count_failure(resolution: Resolution, creature: str) -> None:
    """Counts a failed death save; the fourth in one battle kills."""
    if life.count_death_failures(resolution, creature):
        kill_or_put_in_coma(resolution, creature, life.DIES)
