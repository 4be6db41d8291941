"""After a battle in the Archmage Engine: quick rests and full heal-ups."""

from orcus_tui.model.creature import Sheet
from orcus_tui.model.fight import Fight, own_sheet
from orcus_tui.model.message import message
from orcus_tui.model.trigger import D20
from orcus_tui.rules import effects, forms, life, powers, rest
from orcus_tui.rules.actions import use_once
from orcus_tui.rules.in_force import conditions_of, is_staggered
from orcus_tui.rules.system.conditions import of_kind
from orcus_tui.rules.system.hooks import at_zero
from orcus_tui.rules.system.resolution import Resolution
from orcus_tui.systems.archmage.conditions import ArchmageCondition
from orcus_tui.systems.archmage.dying import WOUND, is_hero, wound
from orcus_tui.systems.archmage.recoveries import recover

LEGACY_FLED = "has fled: {}"
"""The key by which earlier versions remembered a creature that had fled."""
LOST = "lost until after the next battle: "
HEAL_UPS = ("full heal-up", "full recovery")
"""Names of a full heal-up, in durations."""


def lost_mark(power: str) -> str:
    """The mark for a power that did not recharge."""
    return f"{LOST}{power}"


def lost_powers(resolution: Resolution, creature: str) -> tuple[str, ...]:
    """The powers that did not recharge."""
    used = resolution.state(creature).used
    return tuple(each.name for each in resolution.sheet(creature).powers if lost_mark(each.name) in used)


def lost_marks(sheet: Sheet) -> tuple[str, ...]:
    """The marks of a creature's powers that stay lost until a rest after the next battle."""
    return tuple(lost_mark(each.name) for each in sheet.powers)


def rests(fight: Fight, creature: str) -> bool:
    """Whether a living creature rests: it has not left, or it fled with the whole party (§Flee)."""
    if fight.states[creature].life == "dead":
        return False
    away = {each for each, state in fight.states.items() if state.place == "gone"}
    fled = {
        each
        for each in away
        if fight.states[each].outcome == "fled" or fight.system_memory.get(LEGACY_FLED.format(each))
    }
    return creature in fled if fled else creature not in away


def end_battle(resolution: Resolution, creature: str) -> None:
    """Ends effects with saves, holds, temporary hit points and failed death saves after a battle."""
    if is_hero(resolution.system, resolution.sheet(creature)):
        rest.end_saveable(resolution, creature, message("saved after battle"))
    table = of_kind(ArchmageCondition, conditions_of(resolution.view))
    for effect in resolution.state(creature).effects:
        if effect.name in table and table[effect.name].ends_with_fight:
            effects.end(resolution, creature, effect, message("battle over"))
    if WOUND in resolution.state(creature).used and resolution.option("wound_when") == "after":
        wound(resolution, creature)
    if resolution.option("temp_hp_reset"):
        resolution.change(creature, "temp_hp", 0)
    resolution.change(creature, "death_failures", 0)
    powers.spend_all_used(resolution, creature)
    rest.forget_uses(resolution, creature, tuple(map(lost_mark, lost_powers(resolution, creature))))


def quick_rest(resolution: Resolution, creature: str) -> None:
    """Heals staggered heroes with a recovery, and restores powers or rolls to recharge them (§Quick Rests)."""
    end_battle(resolution, creature)
    rest.end_saveable(resolution, creature)
    state = resolution.state(creature)
    if is_hero(resolution.system, resolution.sheet(creature)) and is_staggered(resolution.view, creature):
        heal_staggered(resolution, creature)
    if state.life == "knocked out" and at_zero(resolution.fight, creature):
        life.set_hit_points(resolution, creature, 1, 0, message("comes to"))
    rest.regain_powers(resolution, creature, ("encounter", "refresh"))
    recharge(resolution, creature)


def heal_staggered(resolution: Resolution, creature: str) -> None:
    """Spends a recovery of a staggered creature, which must try to heal itself (§Quick Rests)."""
    state = resolution.state(creature)
    if state.life == "coma":
        return
    if state.recoveries == 0 or not resolution.sheet(creature).recovery:
        resolution.say("must be healed", creature)
    else:
        recover(resolution, creature, None)


def recharge(resolution: Resolution, creature: str) -> None:
    """Rolls for each recharge power used in the battle.

    If that fails, it returns after the next battle (§Quick Rests).
    """
    lost = lost_powers(resolution, creature)
    rest.forget_uses(resolution, creature)
    powers.regain(resolution, creature, lost)
    powers.roll_for_uses(resolution, creature, ("recharge",), D20)


def lose_until_next_battle(resolution: Resolution, creature: str, name: str) -> None:
    """Marks a power that did not recharge: it is lost until after the next battle."""
    use_once(resolution, creature, lost_mark(name))


def full_heal_up(resolution: Resolution, creature: str) -> None:
    """Restores all hit points, recoveries and powers, and ends wounds, comas and penalties (§Full Heal-ups)."""
    end_battle(resolution, creature)
    rest.end_saveable(resolution, creature)
    heal_wounds(resolution, creature)
    if resolution.state(creature).life in ("coma", "stable", "knocked out"):
        resolution.change(creature, "life", "alive", message("itself again"))
    for effect in resolution.state(creature).effects:
        if any(each in effect.duration.words.casefold() for each in HEAL_UPS):
            effects.end(resolution, creature, effect, message("healed up"))
    sheet = resolution.sheet(creature)
    rest.forget_uses(resolution, creature)
    powers.regain(resolution, creature, tuple(each.name for each in sheet.powers))
    forms.heal_fully(resolution, creature, message("is healed up"))
    if sheet.max_recoveries is not None:
        resolution.change(creature, "recoveries", sheet.max_recoveries)


def heal_wounds(resolution: Resolution, creature: str) -> None:
    """Heals lasting wounds: restores the maximum (§Lasting-Wound)."""
    counters = dict(resolution.state(creature).counters)
    loss = counters.pop(WOUND, 0)
    if loss:
        highest = (own_sheet(resolution.fight, creature).max_hp or 0) + loss
        resolution.change(creature, "counters", counters)
        life.set_own_maximum(resolution, creature, highest, message("wound healed", value=highest))
