"""The damage of attacks and other powers: one roll for all targets, misses, and critical hits."""

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui import dice
from orcus_tui.model.damage import Damage
from orcus_tui.model.events import DiceRolled
from orcus_tui.rules import effects
from orcus_tui.rules.damage import is_unhurt
from orcus_tui.rules.dice_rolls import terms
from orcus_tui.rules.in_force import held_conditions
from orcus_tui.rules.stats import bonuses, effective_damage, stack_modifiers, total
from orcus_tui.rules.system.attacks import AttackResult, PowerUse, Strike
from orcus_tui.rules.system.damage import CriticalHit
from orcus_tui.rules.system.hooks import Modifier

NO_DICE = dice.parse("0")


class Rolls(Struct, frozen=True):
    """The damage that every hit deals, and that of a miss with its own amount."""

    hit: int
    miss: int


def deal_damage(strike: Strike, results: list[AttackResult]) -> None:
    """Rolls damage once for all targets and deals it; criticals follow the system, with extra dice for each."""
    resolution, power = strike.resolution, strike.power
    rules = resolution.system.damage
    if power.damage is None and strike.step.hit is None:
        rules.without(strike, results)
        return
    rolls = Rolls(_shared_damage(strike, results), _miss_damage(strike, results))
    by_target = [dealt for each in results if (dealt := _damage_to_target(strike, each, rolls))]
    if any(each.halving_count or not each.missed for each in by_target):
        effects.use_up(resolution, strike.source, "damage", tags=power.tags)
    rules.after_roll(strike, rolls.hit)
    for dealt in by_target:
        rules.after(strike, dealt, rules.deal(resolution, dealt))


def damage_modifiers(use: PowerUse) -> list[Modifier]:
    """The modifiers of a damage roll: the attacker's ability, bonuses and conditions."""
    resolution, power, source = use.resolution, use.power, use.source
    system = resolution.system
    by_ability = system.damage.ability_bonus(use)
    own: list[Modifier] = [(by_ability, "", power.ability)] if by_ability else []
    held = held_conditions(resolution.view, source).items()
    by_range = [(known.damage_with.get(power.origin, 0), "", name) for name, known in held]
    own += [each for each in by_range if each[0]]
    return own + stack_modifiers(system, bonuses(system, resolution.state(source), "damage", tags=power.tags))


def _shared_damage(strike: Strike, results: list[AttackResult]) -> int:
    """The damage roll that all targets share; no dice are rolled if no target takes it."""
    resolution, power, typed = strike.resolution, strike.power, strike.step.hit
    shared = resolution.system.damage.crits_share_roll or typed is not None
    needed = any(
        (each.hits and (shared or not each.crit))
        or (
            not each.hits
            and not each.void
            and power.miss == "half"
            and not is_unhurt(resolution, each.target, missed=True)
        )
        for each in results
    )
    if typed is not None:
        return typed_damage(strike, typed) if needed or typed.is_constant else 0
    return power_damage(strike, power.damage) if needed and power.damage else 0


def typed_damage(use: PowerUse, damage: dice.Dice) -> int:
    """The damage typed with the command, bonuses included."""
    roll = use.resolution.roll(damage)
    if not damage.is_constant:
        use.resolution.emit(DiceRolled("rolls damage", roll.total, roll.text, roll.dice, creature=use.source))
    return roll.total


def power_damage(use: PowerUse, damage: dice.Dice) -> int:
    """A power's damage roll with the user's bonuses."""
    resolution = use.resolution
    roll = resolution.roll(damage)
    modifiers = damage_modifiers(use)
    added = terms(modifiers)
    reached = effective_damage(resolution.system, roll.total + total(modifiers))
    if added or not damage.is_constant:
        who, name = use.source, use.power.name
        resolution.emit(DiceRolled("rolls damage", reached, roll.text, roll.dice, added, creature=who, power=name))
    return reached


def _miss_damage(strike: Strike, results: list[AttackResult]) -> int:
    """The damage of a miss that has its own amount."""
    resolution, miss = strike.resolution, strike.power.miss
    if not isinstance(miss, dice.Dice):
        return 0
    if all(each.hits or each.void or is_unhurt(resolution, each.target, missed=True) for each in results):
        return 0
    roll = resolution.roll(miss)
    if not miss.is_constant:
        who, name = strike.source, strike.power.name
        rolled = DiceRolled("rolls damage on a miss", roll.total, roll.text, roll.dice, creature=who, power=name)
        resolution.emit(rolled)
    return roll.total


def _damage_to_target(strike: Strike, result: AttackResult, rolls: Rolls) -> Damage | None:
    """The damage to one target before resistances; None if a miss deals none."""
    power, step = strike.power, strike.step
    dealt = Damage(
        result.target,
        rolls.hit,
        power.types,
        power.origin,
        strike.source,
        natural=result.face,
        power=power.name,
        coup=step.manner == "coup",
    )
    if not result.hits:
        if power.miss == "none" or result.void:
            return None
        halves = 1 if power.miss == "half" else 0
        return replace(dealt, rolled=rolls.hit if halves else rolls.miss, halving_count=halves, missed=True)
    if not result.crit:
        return dealt
    if step.hit is not None and not strike.resolution.system.damage.multiplies_crits:
        return replace(dealt, crit=True)
    return replace(dealt, rolled=critical_damage(strike, rolls.hit), crit=True)


def critical_damage(use: PowerUse, rolled: int) -> int:
    """A critical hit's damage: the dice as the system counts them, bonuses, and the power's extra dice."""
    resolution, power = use.resolution, use.power
    rules = resolution.system.damage
    if power.damage is None and not rules.crits_share_roll:
        return 0
    most: int = rules.critical(resolution, CriticalHit(power.damage or NO_DICE, use.source, rolled, power))
    if not rules.crits_share_roll:
        most += total(damage_modifiers(use))
    if power.crit is None:
        return most
    extra = resolution.roll(power.crit)
    rolled_extra = DiceRolled(
        "rolls extra damage", extra.total, extra.text, extra.dice, creature=use.source, power=power.name
    )
    resolution.emit(rolled_extra)
    return most + extra.total
