"""The numbers of damage rolls: one roll for all targets, bonuses, misses, and critical hits."""

from collections.abc import Iterable, Mapping
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui import dice
from orcus_tui.model.events import DiceRolled
from orcus_tui.rules.damage import is_unhurt
from orcus_tui.rules.dice_rolls import log_dice, terms
from orcus_tui.rules.facts import Moment
from orcus_tui.rules.modifiers import Held, best_of_types, bonuses, counting, roll_dice, rows_of, used_by_roll
from orcus_tui.rules.stats import effective_damage, stack_modifiers, total
from orcus_tui.rules.system.attacks import AttackResult, PowerUse, Strike
from orcus_tui.rules.system.damage import CriticalHit
from orcus_tui.rules.system.hooks import Modifier

NO_DICE = dice.parse("0")
Use = TypeVar("Use", bound=PowerUse)
Added = Mapping[str, tuple[tuple[Held, int], ...]]
"""The extra damage to single targets, by bonus."""


# Bonuses that count against some targets


class DamageRows(Struct, frozen=True):
    """The bonuses to a damage roll: those against all targets, and each of the others with its targets.

    `used` are those with a limit that change the damage.
    """

    shared: tuple[Held, ...]
    own: tuple[tuple[Held, tuple[str, ...]], ...]
    used: tuple[Held, ...]


def damage_rows(use: PowerUse, moments: Mapping[str, Moment]) -> DamageRows | None:
    """The bonuses to the damage of a power against the targets of these moments; None if there are no bonuses."""
    system = use.resolution.system
    if "damage" not in rows_of(use.resolution.view, use.source).by_stat:
        return None
    by_target = {target: best_of_types(system, counting(moment, "damage")) for target, moment in moments.items()}
    found = {held.place: held for rows in by_target.values() for held in rows}
    shared: list[Held] = []
    own: list[tuple[Held, tuple[str, ...]]] = []
    for _, held in sorted(found.items()):
        targets = tuple(each for each, rows in by_target.items() if held in rows)
        if len(targets) == len(by_target):
            shared.append(held)
        else:
            own.append((held, targets))
    used = {held.place: held for moment in moments.values() for held in used_by_roll(moment, "damage")}
    return DamageRows(tuple(shared), tuple(own), tuple(held for _, held in sorted(used.items())))


def with_bonuses(use: Use, rows: Iterable[Held]) -> Use:
    """The use of a power with bonuses to its damage; their dice are added to the dice of the power."""
    rows = list(rows)
    more = [held.row.dice for held in rows if held.row.dice]
    power = use.power
    if more:
        power = replace(power, damage=dice.parse("".join((power.damage.text if power.damage else "0", *more))))
    numbers = tuple([(held.row.amount, held.stacks, held.cause) for held in rows if not held.row.dice])
    return replace(use, power=power, damage_bonuses=(*(use.damage_bonuses or ()), *numbers))


def roll_own(use: PowerUse, rows: DamageRows) -> Added:
    """The extra damage to single targets, from bonuses against only some of them; each bonus rolls its dice once."""
    added: dict[str, tuple[tuple[Held, int], ...]] = {}
    for held, targets in rows.own:
        amount, cause = held.row.amount, held.cause
        if held.row.dice:
            amount, _, cause = roll_dice(held.row.dice, "", held.cause, use.resolution.die)
        use.resolution.say("more damage", use.source, targets=targets, amount=amount, cause=cause)
        for target in targets:
            added[target] = (*added.get(target, ()), (held, amount))
    return added


def damage_modifiers(use: PowerUse) -> list[Modifier]:
    """The modifiers of a damage roll: the attacker's ability, bonuses and conditions."""
    resolution, power, source = use.resolution, use.power, use.source
    system = resolution.system
    by_ability = system.damage.ability_bonus(use)
    own: list[Modifier] = [(by_ability, "", power.ability)] if by_ability else []
    if use.damage_bonuses is None and "damage" not in rows_of(resolution.view, source).by_stat:
        return own
    if use.damage_bonuses is None:
        return own + stack_modifiers(system, bonuses(Moment(resolution.view, source, use=use), "damage"))
    return own + stack_modifiers(system, use.damage_bonuses)


def shared_damage(strike: Strike, results: list[AttackResult]) -> int:
    """The damage roll that all targets share; no dice are rolled if no target takes it."""
    resolution, power, typed = strike.resolution, strike.power, strike.step.hit
    shared = resolution.system.damage.crits_share_roll or typed is not None
    needed = [each for each in results if _takes_shared(strike, each, crits_share=shared)]
    if typed is not None:
        return typed_damage(strike, typed) if needed or typed.is_constant else 0
    return power_damage(strike, power.damage) if needed and power.damage else 0


def _takes_shared(strike: Strike, result: AttackResult, *, crits_share: bool) -> bool:
    """Whether a target takes the damage roll that all targets share, or half of it; a critical hit may not."""
    if result.hits:
        return crits_share or not result.crit
    if result.void or strike.power.miss != "half":
        return False
    return not is_unhurt(strike.resolution, result.target, missed=True)


def typed_damage(use: PowerUse, damage: dice.Dice) -> int:
    """The damage typed with the command, bonuses included."""
    roll = use.resolution.roll(damage)
    if not damage.is_constant:
        log_dice(use.resolution, "rolls damage", roll, use.source)
    return roll.total


def power_damage(use: PowerUse, damage: dice.Dice) -> int:
    """A power's damage roll with the user's bonuses."""
    resolution = use.resolution
    roll = resolution.roll(damage)
    modifiers = damage_modifiers(use)
    added = terms(modifiers)
    reached = effective_damage(resolution.system, roll.total + total(modifiers))
    if added or roll.dice:
        who, name = use.source, use.power.name
        resolution.emit(DiceRolled("rolls damage", reached, roll.text, roll.dice, added, creature=who, power=name))
    return reached


def miss_damage(strike: Strike, results: list[AttackResult]) -> int:
    """The damage of a miss that has a separate amount."""
    resolution, miss = strike.resolution, strike.power.miss
    if not isinstance(miss, dice.Dice):
        return 0
    if all(each.hits or each.void or is_unhurt(resolution, each.target, missed=True) for each in results):
        return 0
    roll = resolution.roll(miss)
    if not miss.is_constant:
        log_dice(resolution, "rolls damage on a miss", roll, strike.source, strike.power.name)
    return roll.total


def critical_damage(use: PowerUse, rolled: int) -> int:
    """The damage of a critical hit: the dice by the system's rule, bonuses, and the power's extra dice."""
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
    log_dice(resolution, "rolls extra damage", extra, use.source, power.name)
    return most + extra.total
