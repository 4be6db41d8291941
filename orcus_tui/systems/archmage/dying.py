"""Falling, dying, healing and resting in the Archmage Engine, and the mobs of mooks."""

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from orcus_tui import dice
from orcus_tui.model.creature import Sheet
from orcus_tui.model.damage import Damage, Harm
from orcus_tui.model.duration import Duration
from orcus_tui.model.effect import Effect
from orcus_tui.model.events import DiceRolled, DieRolled, SheetChanged
from orcus_tui.model.fight import Fight, in_place_order
from orcus_tui.model.message import Message, message
from orcus_tui.model.power import Power
from orcus_tui.rules import effects, life, powers, rest, saves
from orcus_tui.rules.actions import use_once
from orcus_tui.rules.initiative import cancel_waiting
from orcus_tui.rules.resolution import Impossible
from orcus_tui.rules.stats import ability_modifier, is_staggered, save_modifiers, total
from orcus_tui.rules.sums import terms
from orcus_tui.rules.system import Resolution
from orcus_tui.rules.system.creatures import Creatures, Kind
from orcus_tui.rules.system.defaults import at_zero

DEATH_FAILURES = 4
WOUND = "lasting wound"
LOST = "lost until after the next battle: "
HEAL_UP = "the next full heal-up"
HEAL_UPS = ("full heal-up", "full recovery")
"""What people and stat blocks call it."""
REGENERATION = "regeneration"
UNTIL_FREE = "it gets free"

KINDS: Mapping[str, Kind] = {
    "pc": Kind(side="party", dies_at_zero=False),
    **dict.fromkeys(("standard", "mook", "elite", "boss", "weakling", "double", "triple"), Kind()),
}

CREATURES = Creatures(kinds=KINDS)


# What hit points imply


def derived_conditions(fight: Fight, creature: str) -> tuple[str, ...]:
    """Unconscious at 0 hit points or fewer; stable, or in a coma (§Unconscious, §Stabilizing)."""
    state = fight.states[creature]
    if state.life == "coma":
        return ("coma",)
    if state.life == "dead" or not at_zero(fight, creature):
        return ()
    return ("stable",) if state.life == "stable" else ("unconscious",)


def is_hero(sheet: Sheet) -> bool:
    """Whether a creature falls and saves against death; the others are slain at 0 (§Unconscious)."""
    return not CREATURES.die_at_zero(sheet)


def faces_death(fight: Fight, creature: str) -> bool:
    """A fallen creature saves against death, stabilized or not (§Death and Dying, §Stabilizing)."""
    state = fight.states[creature]
    return at_zero(fight, creature) and state.life in ("alive", "stable") and is_hero(fight.sheets[creature])


# Falling


def hurt(resolution: Resolution, damage_dealt: Damage, harm: Harm) -> None:
    """Takes damage off, and checks whether it kills or drops the target (§Unconscious, §Death and Dying)."""
    creature = damage_dealt.target
    before = resolution.state(creature)
    is_mook = is_mob(resolution, creature)
    loss = life.lose(resolution, creature, harm.amount, harm, 0 if is_mook else None)
    if not loss.drops_target or before.life in ("dead", "coma"):
        return
    if not is_hero(resolution.sheet(creature)):
        if not still_regenerates(resolution, creature):
            life.die(resolution, creature)
            if is_mook:
                carry_over(resolution, creature, damage_dealt, -loss.reached)
        return
    if loss.before > 0:
        fall(resolution, creature)
    if loss.reached <= -deadly(resolution, creature):
        perish(resolution, creature, message("dies at", hp=loss.reached, deadly=-deadly(resolution, creature)))


def fall(resolution: Resolution, creature: str) -> None:
    """Drops to 0 or below: unconscious, and by option with a lasting wound, once a fight (§Lasting-Wound)."""
    resolution.say("falls unconscious", creature)
    effects.review(resolution, creature)
    if not resolution.option("lasting_wound") or WOUND in resolution.state(creature).used:
        return
    use_once(resolution, creature, WOUND)
    sheet, counters = resolution.sheet(creature), resolution.state(creature).counters
    highest = sheet.max_hp or 1
    loss = min(2 + (sheet.level or 0), highest - 1)
    resolution.change(creature, "counters", {**counters, WOUND: counters.get(WOUND, 0) + loss})
    resolution.emit(SheetChanged(creature, "max_hp", highest - loss, message("lasting wound")))


def deadly(resolution: Resolution, creature: str) -> int:
    """How far below 0 is death: half the maximum (§Death and Dying)."""
    highest = resolution.sheet(creature).max_hp or 0
    return -(-highest // 2) if resolution.option("neg_round") == "ceil" else highest // 2


def perish(resolution: Resolution, creature: str, why: Message) -> None:
    """Death; or, by option, without a named villain in the fight a coma (§Meaningful Death)."""
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


# Mobs of mooks


def is_mob(resolution: Resolution, creature: str) -> bool:
    """Whether damage beyond what kills this creature goes on to the next of its mob."""
    return resolution.sheet(creature).kind == "mook" and resolution.option("mook_model") == "pool"


def next_of_mob(resolution: Resolution, creature: str) -> str | None:
    """The next living mook of a mob, in initiative order; after the last the first."""
    if not is_mob(resolution, creature):
        return None
    fight = resolution.fight
    group = fight.sheets[creature].group
    mob = [each for each in in_place_order(fight) if fight.sheets[each].group == group]
    place = mob.index(creature)
    for each in (*mob[place + 1 :], *mob[:place]):
        if fight.states[each].life != "dead" and fight.states[each].place == "here":
            return each
    return None


def has_just_died(resolution: Resolution, creature: str) -> bool:
    """Whether a creature died during this command."""
    before = resolution.began.states.get(creature)
    return before is not None and before.life != "dead"


def carry_over(resolution: Resolution, creature: str, damage_dealt: Damage, amount: int) -> None:
    """What is left of the damage that has killed a mook goes on to the next of its mob."""
    heir = next_of_mob(resolution, creature) if amount > 0 else None
    if heir:
        passed_on = replace(
            damage_dealt, target=heir, rolled=amount, halves=0, cause=message("overflow", victim=creature)
        )
        hurt(resolution, passed_on, passed_on.harm(amount))


# Regeneration


def still_regenerates(resolution: Resolution, creature: str) -> bool:
    """Whether a creature at 0 will heal by itself: it has uses of its regeneration left."""
    uses = resolution.state(creature).counters.get(REGENERATION, 0)
    return uses > 0 and resolution.sheet(creature).regeneration > 0


def regenerate(resolution: Resolution, creature: str) -> None:
    """The highest regeneration heals; of counted uses one is gone, unless all hit points are back."""
    sheet, state = resolution.sheet(creature), resolution.state(creature)
    values = [each.amount or 0 for each in state.effects if each.kind == "regeneration"]
    uses = state.counters.get(REGENERATION)
    highest = max((sheet.regeneration if uses != 0 else 0, *values))
    if highest <= 0 or state.hp is None or state.hp >= (sheet.max_hp or 0):
        return
    life.gain(resolution, creature, highest, message("regenerates", amount=highest))
    if uses and resolution.state(creature).hp != sheet.max_hp:
        counters = {**state.counters, REGENERATION: uses - 1}
        resolution.change(creature, "counters", counters, message("regenerations left", left=uses - 1))


# Recoveries


def level_in(fight: Fight, creature: str) -> int:
    """A creature's level; 0 if unknown."""
    return fight.sheets[creature].level or 0


def by_level(level: int, champion: int, epic: int) -> int:
    """How often an ability's modifier counts: once, from level 5 on so often, from level 8 on so often."""
    if level >= 8:
        return epic
    return champion if level >= 5 else 1


def ability_bonus(champion: int, epic: int) -> Callable[[Fight, str, Power], int]:
    """What an ability adds to damage: its modifier, from level 5 and level 8 on so many times (§Damage)."""

    def bonus(fight: Fight, creature: str, power: Power) -> int:
        times = by_level(level_in(fight, creature), champion, epic)
        return times * ability_modifier(fight, creature, power.ability)

    return bonus


def printed_bonus(recovery: dice.Dice) -> int:
    """What is added to the dice of a recovery, as printed; a plain amount has nothing added."""
    lowest = dice.minimise(recovery)
    return 0 if recovery.is_constant else lowest.total - sum(die.value for die in lowest.dice if die.kept)


def constitution_bonus(fight: Fight, creature: str) -> int:
    """What Constitution adds to a recovery that is printed as bare dice: twice at level 5, three times at level 8."""
    sheet = fight.sheets[creature]
    recovery = dice.parse(sheet.recovery or "0")
    if recovery.is_constant or printed_bonus(recovery):
        return 0
    return by_level(level_in(fight, creature), 2, 3) * ability_modifier(fight, creature, "con")


def recovery_roll(resolution: Resolution, creature: str, rolled: int | None) -> int:
    """What a recovery heals: its dice, rolled or as given, and what is added to them (§Recoveries).

    Raises Impossible where nothing says which dice.
    """
    recovery = resolution.sheet(creature).recovery
    if rolled is None and not recovery:
        raise Impossible(
            f"{resolution.name(creature)} has no recovery dice on its sheet: `recover {creature} AMOUNT` types the "
            f"result, `set {creature} recovery 3d8+2` the dice"
        )
    if rolled is None:
        roll = resolution.roll(dice.parse(recovery))
        reached, text, faces, added = roll.total, roll.text, roll.dice, terms(())
    else:
        printed = printed_bonus(dice.parse(recovery or "0"))
        reached, text, faces, added = rolled + printed, str(rolled), tuple[dice.Die, ...](), terms([(printed, "", "")])
    more = constitution_bonus(resolution.fight, creature)
    added = (*added, *terms([(more, "", "con")]))
    resolution.emit(DiceRolled("recovery", reached + more, text, faces, added, creature=creature))
    return max(0, reached + more)


def spend_recovery(resolution: Resolution, creature: str, rolled: int | None) -> int:
    """Spends a recovery, and answers what it heals; without one half, and at a price (§Recoveries)."""
    healing = recovery_roll(resolution, creature, rolled)
    left = resolution.state(creature).recoveries
    if left is None:
        return healing
    if left > 0:
        resolution.change(creature, "recoveries", left - 1, message("recoveries left"))
        return healing
    resolution.say("recovers on credit", creature)
    for stat in ("attack", "defenses"):
        price = Effect(0, stat, "bonus", creature, Duration("words", words=HEAL_UP), -1)
        effects.add(resolution, creature, price)
    return healing // 2


def recover(resolution: Resolution, creature: str, rolled: int | None) -> None:
    """Spends a recovery; healing starts from 0 (§Recoveries)."""
    healing = spend_recovery(resolution, creature, rolled)
    life.gain(resolution, creature, healing, message("recovers", amount=healing))


# Death saves


def death_save(resolution: Resolution, creature: str, face: int) -> None:
    """What a death save's face brings: from 16 on a recovery, on a 20 the turn as well (§Death and Dying)."""
    modifiers = save_modifiers(resolution.system, resolution.fight, creature)
    needed = resolution.system.death.save_needs
    saved = face + total(modifiers) >= needed
    outcome = "saved" if saved else "failed"
    resolution.emit(DieRolled(life.DEATH_SAVE, creature, face, terms(modifiers), needed, outcome))
    saves.use_up_once(resolution, creature)
    if saved:
        wake(resolution, creature, acts=face == 20 or bool(resolution.option("wake_acts")))
    elif resolution.state(creature).life == "stable":
        resolution.say("failure does not count", creature)
    else:
        count_failure(resolution, creature)


def wake(resolution: Resolution, creature: str, *, acts: bool) -> None:
    """Back on its feet with what a recovery heals; without known dice with 1 hit point."""
    if resolution.sheet(creature).recovery:
        recover(resolution, creature, None)
    else:
        life.gain(resolution, creature, 1, message("wakes"))
    if not acts and resolution.fight.active == creature:
        actions = resolution.state(creature).actions
        resolution.change(creature, "actions", (0, 0, 0, *actions[3:]), message("no actions this turn"))


def count_failure(resolution: Resolution, creature: str) -> None:
    """Counts a failed death save; the fourth in one battle kills."""
    if life.count_death_failures(resolution, creature):
        perish(resolution, creature, life.DIES)


# Rests


def battle_over(resolution: Resolution, creature: str) -> None:
    """Saves succeed, holds and temporary hit points go, and failures with them (§Ongoing Damage, §Death and Dying)."""
    if is_hero(resolution.sheet(creature)):
        rest.end_saveable(resolution, creature, message("saved after battle"))
    for effect in resolution.state(creature).effects:
        if effect.name == "grabbed":
            effects.end(resolution, creature, effect, message("battle over"))
    if resolution.option("temp_hp_reset"):
        resolution.change(creature, "temp_hp", 0)
    resolution.change(creature, "death_failures", 0)
    lost = tuple(each for each in resolution.state(creature).used if each.startswith(LOST))
    resolution.change(creature, "used", lost)


def quick_rest(resolution: Resolution, creature: str) -> None:
    """A recovery for the staggered, powers back or rolled for (§Quick Rests)."""
    battle_over(resolution, creature)
    rest.end_saveable(resolution, creature)
    state = resolution.state(creature)
    if is_hero(resolution.sheet(creature)) and is_staggered(resolution.system, resolution.fight, creature):
        heal_staggered(resolution, creature)
    if state.life == "knocked out" and at_zero(resolution.fight, creature):
        life.set_hit_points(resolution, creature, 1, 0, message("comes to"))
    rest.powers_back(resolution, creature, ("encounter", "refresh"))
    recharge(resolution, creature)


def heal_staggered(resolution: Resolution, creature: str) -> None:
    """The staggered must try to heal themselves (§Quick Rests)."""
    state = resolution.state(creature)
    if state.life == "coma":
        return
    if state.recoveries == 0 or not resolution.sheet(creature).recovery:
        resolution.say("must be healed", creature)
    else:
        recover(resolution, creature, None)


def recharge(resolution: Resolution, creature: str) -> None:
    """A roll for each recharge power used in the battle; what a roll has lost is back after the next (§Quick Rests)."""
    lost = tuple(each.removeprefix(LOST) for each in resolution.state(creature).used)
    resolution.change(creature, "used", ())
    powers.make_available(resolution, creature, lost)
    powers.refresh_dice(resolution, creature, powers.RECHARGE_DIE)


def not_recharged(resolution: Resolution, creature: str, name: str) -> None:
    """A power that does not recharge is gone until after the next battle."""
    use_once(resolution, creature, f"{LOST}{name}")


def full_heal_up(resolution: Resolution, creature: str) -> None:
    """All hit points, recoveries and powers; wounds, comas and debts are over (§Full Heal-ups)."""
    battle_over(resolution, creature)
    rest.end_saveable(resolution, creature)
    heal_wounds(resolution, creature)
    if resolution.state(creature).life in ("coma", "stable", "knocked out"):
        resolution.change(creature, "life", "alive", message("itself again"))
    for effect in resolution.state(creature).effects:
        if any(each in effect.duration.words.casefold() for each in HEAL_UPS):
            effects.end(resolution, creature, effect, message("healed up"))
    sheet = resolution.sheet(creature)
    resolution.change(creature, "used", ())
    powers.make_available(resolution, creature, tuple(each.name for each in sheet.powers))
    if resolution.state(creature).hp != sheet.max_hp:
        life.set_hit_points(resolution, creature, sheet.max_hp or 0, 0, message("is healed up"))
    if sheet.max_recoveries is not None:
        resolution.change(creature, "recoveries", sheet.max_recoveries)


def heal_wounds(resolution: Resolution, creature: str) -> None:
    """Lasting wounds are over: the maximum is what it was (§Lasting-Wound)."""
    counters = dict(resolution.state(creature).counters)
    loss = counters.pop(WOUND, 0)
    if loss:
        highest = (resolution.sheet(creature).max_hp or 0) + loss
        resolution.change(creature, "counters", counters)
        resolution.emit(SheetChanged(creature, "max_hp", highest, message("wound healed")))
