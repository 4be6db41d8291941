"""Attacks and other powers: rolls against defenses, one damage roll, then the power's lines."""

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui import dice
from orcus_tui.model import steps
from orcus_tui.model.creature import Sheet
from orcus_tui.model.damage import Damage
from orcus_tui.model.events import AttackRolled, DiceRolled
from orcus_tui.model.message import Term, message
from orcus_tui.model.power import Power
from orcus_tui.rules import effects, triggers
from orcus_tui.rules.actions import spend_for
from orcus_tui.rules.attack_conditions import (
    end_after,
    own_condition_modifiers,
    redirect_attack,
    require_open_to_coup,
    result_without_roll,
)
from orcus_tui.rules.damage import is_unhurt
from orcus_tui.rules.dice_rolls import log_advantage, roll_d20, terms
from orcus_tui.rules.power_effects import carry_lines, start_sustaining
from orcus_tui.rules.powers import bars_on, line_with, log_power_text, mark_spent
from orcus_tui.rules.resolution import Cause, Face, Impossible
from orcus_tui.rules.stats import (
    EITHER,
    bonuses,
    conditions_of,
    counts,
    defense_modifiers,
    effective_damage,
    held_conditions,
    printed_defense,
    stack_modifiers,
    stats_of,
    total,
)
from orcus_tui.rules.system import Resolution
from orcus_tui.rules.system.attacks import Advantage, AttackResult, AttackRoll
from orcus_tui.rules.system.damage import CriticalHit
from orcus_tui.rules.system.hooks import Modifier

NO_DICE = dice.parse("0")
BOTH_DICE = ", the one that counts, or every die, both where two are rolled"


class TargetDefense(Struct, frozen=True):
    """The defense that an attack on a target must reach: its name, its value now, and the terms of that value."""

    name: str
    value: int
    terms: tuple[Term, ...]


class Rolls(Struct, frozen=True):
    """The damage that every hit deals, and that of a miss with an amount of its own."""

    hit: int
    miss: int


# Modifiers


def attack_modifiers(
    resolution: Resolution, step: steps.Attack, power: Power, source: str, target: str
) -> list[Modifier]:
    """The modifiers of an attack roll against one target, the power's own bonus first."""
    modifiers: list[Modifier] = [(power.bonus or 0, "", "")]
    carried = bonuses(resolution.system, resolution.state(source), "attack", EITHER, opponent=target, tags=power.tags)
    from_conditions = own_condition_modifiers(resolution, power, source)
    modifiers += stack_modifiers(resolution.system, [*carried, *from_conditions])
    modifiers += resolution.system.attacks.modifiers(resolution, step, power, source, target)
    if step.bonus:
        modifiers.append((step.bonus, "", "typed"))
    return modifiers


# Rolling


def resolve_attack(resolution: Resolution, step: steps.Attack, power: Power, source: str) -> list[AttackResult]:
    """The attack of one creature, with all that follows from it; returns what became of each target."""
    if power.bonus is None:
        line = line_with("use", resolution, step, power, source)
        raise Impossible(f"{power.name} has no attack roll: `{line}`")
    check(resolution, step, source, power)
    if source in step.targets and power.origin != "self":
        resolution.say("attacks itself", source)
    step = redirect_attack(resolution, step, source)
    spend_for(resolution, source, resolution.system.actions.attack_cost(resolution, step, power, source))
    return carry_out(resolution, step, power, source)


def carry_out(resolution: Resolution, step: steps.Attack, power: Power, source: str) -> list[AttackResult]:
    """An attack that was checked and paid: the rolls, the damage, the power's lines."""
    system = resolution.system
    results = attack_rolls(resolution, step, power, source)
    results = add_further_dice(resolution, step, power, source, results)
    results = [system.attacks.after_roll(resolution, step, power, source, each) for each in results]
    name_triggered(resolution, results)
    if system.attacks.is_expended(power, results):
        mark_spent(resolution, source, power)
    carry_results(resolution, step, power, source, results)
    system.attacks.after(resolution, power, source, results)
    end_after(resolution, source, "attacking", message("used"))
    for each in results:
        end_after(resolution, each.target, "attacked", message("attacked"))
    log_power_text(resolution, power)
    return results


def name_triggered(resolution: Resolution, results: list[AttackResult]) -> None:
    """Says what being hit or missed triggers."""
    for each in results:
        if not each.void:
            triggers.name_powers(resolution, each.target, triggers.HIT if each.hits else triggers.MISSED)


def carry_results(
    resolution: Resolution, step: steps.Attack, power: Power, source: str, results: list[AttackResult]
) -> None:
    """The damage of hits and misses, and the power's lines."""
    deal(resolution, step, power, source, results)
    resolution.system.attacks.before_lines(resolution, power, source)
    hit = [each for each in results if each.hits]
    cause = Cause(power.name, {each.target: each.face for each in results}, source)
    carry_lines(resolution, power.effects, hit, source, cause)
    carry_lines(resolution, power.always, results, source, cause)
    if hit or power.always:
        start_sustaining(resolution, power, source)


def check(resolution: Resolution, step: steps.Attack, source: str, power: Power) -> None:
    """Refuses dice that do not fit the targets, a spent power, or a dead target."""
    faces = step.faces[: len(step.targets)] if resolution.system.attacks.further_dice else step.faces
    if faces and len(faces) != len(step.targets) and not has_every_die(resolution, step):
        raise wrong_number("faces", len(faces), step)
    if step.totals and len(step.totals) != len(step.targets):
        raise wrong_number("totals", len(step.totals), step)
    bad = next((face for face in step.faces if not 1 <= face <= 20), None)
    if bad is not None:
        raise Impossible(f"a d20 shows 1 to 20, not {bad}; an attack also takes `total {bad}`")
    refuse_spent(resolution, source, power)
    resolution.system.attacks.check(resolution, step, power, source)
    for target in step.targets:
        if resolution.state(target).life == "dead":
            resolution.forbid("dead", who=target)
        elif step.manner == "coup":
            require_open_to_coup(resolution, target)
            resolution.system.attacks.check_coup(resolution, target)


def wrong_number(what: str, given: int, step: steps.Attack | steps.UsePower, otherwise: str = "") -> Impossible:
    """The error for typed dice that do not fit the targets."""
    return Impossible(f"{what}: {given} for {how_many(step)}; give one for each{otherwise}", of=what)


def how_many(step: steps.Attack | steps.UsePower) -> str:
    """How many targets an attack or a power has: `1 target`, `3 targets`."""
    return "1 target" if len(step.targets) == 1 else f"{len(step.targets)} targets"


def refuse_spent(resolution: Resolution, source: str, power: Power) -> None:
    """Refuses a power that is used up, or that a condition bars."""
    if power.name in resolution.state(source).spent:
        resolution.forbid("power spent", power=power.name)
    for bar in bars_on(resolution.system, resolution.fight, source, power):
        said = "only such powers" if bar.leaves_kind else "no such powers"
        resolution.forbid(said, who=source, condition=bar.condition, kind=bar.kind)


def has_every_die(resolution: Resolution, step: steps.Attack) -> bool:
    """Whether the typed faces are all dice rolled, not one for each target.

    They may be two with advantage or disadvantage, or one that looks for a target before that of the attack.
    """
    if len(step.faces) in (0, len(step.targets)):
        return False
    return resolution.system.attacks.rolls_two_dice or any(
        is_rolled_for_first(resolution, each) for each in step.targets
    )


def is_rolled_for_first(resolution: Resolution, creature: str) -> bool:
    """Whether a condition of a target calls for a die before that of an attack on it."""
    return any(
        each.rolls_before_attack for each in held_conditions(resolution.system, resolution.fight, creature).values()
    )


def attack_rolls(resolution: Resolution, step: steps.Attack, power: Power, source: str) -> list[AttackResult]:
    """The attack rolls, target by target; typed dice are taken in the order they would be rolled.

    Raises Impossible for more or fewer dice than are rolled.
    """
    places = range(len(step.targets))
    if not has_every_die(resolution, step):
        return [roll_attack(resolution, step, power, source, place) for place in places]
    typed = list(step.faces)

    def next_typed(_: int) -> int:
        if not typed:
            raise wrong_number("faces", len(step.faces), step, BOTH_DICE)
        return typed.pop(0)

    results = [roll_attack(resolution, step, power, source, place, next_typed) for place in places]
    if len(typed) > sum(each.void and is_rolled_for_first(resolution, each.target) for each in results):
        raise wrong_number("faces", len(step.faces), step, BOTH_DICE)
    return results


def roll_attack(
    resolution: Resolution, step: steps.Attack, power: Power, source: str, place: int, die: Face | None = None
) -> AttackResult:
    """The attack roll against the target in that place; `die` gives its dice if all of them were typed."""
    target = step.targets[place]
    if not resolution.system.attacks.can_affect(resolution, power, target):
        return AttackResult(target, hits=False, crit=False, face=None, void=True)
    by_system = resolution.system.attacks.without_roll(resolution, step, power, source, target)
    unrolled = by_system or result_without_roll(resolution, power, source, target, die or resolution.die)
    if unrolled:
        return unrolled
    met = defense_against(resolution, power, source, target)
    modifiers = attack_modifiers(resolution, step, power, source, target)
    if step.totals:
        face, reached = None, step.totals[place]
    else:
        advantage = resolution.system.attacks.advantage(resolution, step, power, source, target)
        typed = step.faces[place] if step.faces and not die else None
        face = attack_die(resolution, source, advantage, typed, die)
        reached = face + total(modifiers)
    attack_roll = AttackRoll(step, power, source, target, face, reached, met.value)
    hits, crit = resolution.system.attacks.judge(resolution, attack_roll)
    resolution.emit(
        AttackRolled(
            source,
            target,
            power.name,
            attack_outcome(hits=hits, crit=crit),
            face=face,
            terms=terms(modifiers),
            total=reached,
            defense=power.defense,
            met_with=met.name,
            needed=met.value,
            defense_terms=met.terms,
        )
    )
    end_single_use(resolution, source, target, power, met.name)
    return AttackResult(target, hits, crit, face, void=False, bonus=total(modifiers), defense=met.value)


def add_further_dice(
    resolution: Resolution, step: steps.Attack, power: Power, source: str, results: list[AttackResult]
) -> list[AttackResult]:
    """The results with the dice rolled after the attack rolls: those typed beyond one for each target, in order.

    Raises Impossible where there are more of them than are rolled.
    """
    needs, typed = resolution.system.attacks.further_dice, step.faces[len(step.targets) :]
    if needs is None or not typed or has_every_die(resolution, step):
        return results
    given: list[AttackResult] = []
    for result in results:
        taken = typed[: needs(resolution, power, source, result, typed)]
        typed = typed[len(taken) :]
        given.append(replace(result, further=taken))
    if typed:
        rolled = sum(len(each.further) for each in given)
        further = f"{rolled or 'no'} further {'dice' if rolled > 1 else 'die'}"
        raise Impossible(f"faces: {len(step.faces)} for {how_many(step)} and {further}; give one for each", of="faces")
    return given


def attack_die(resolution: Resolution, source: str, advantage: Advantage, typed: int | None, die: Face | None) -> int:
    """The face that counts; a single typed face is final."""
    if typed is None:
        return roll_d20(resolution, source, advantage, die)
    log_advantage(resolution, source, advantage)
    return typed


def attack_outcome(*, hits: bool, crit: bool) -> str:
    """The outcome of an attack roll, in words."""
    return ("critical hit" if crit else "hit") if hits else "miss"


def defense_against(resolution: Resolution, power: Power, source: str, target: str) -> TargetDefense:
    """The defense an attack must reach."""
    sheet = resolution.system.creatures.defending_sheet(resolution.fight, target)
    names = [
        each
        for each in resolution.system.attacks.defenses_met(power)
        if printed_defense(resolution.system, sheet, each) is not None
    ]
    met = [target_defense(resolution, power, source, target, sheet, each) for each in names or (power.defense,)]
    return max(met, key=lambda each: each.value)


def target_defense(
    resolution: Resolution, power: Power, source: str, target: str, sheet: Sheet, name: str
) -> TargetDefense:
    """One of the target's defenses against a power, printed on this sheet."""
    system = resolution.system
    printed = printed_defense(system, sheet, name)
    if printed is None:
        raise Impossible(
            f"{resolution.name(target)} has no {power.defense}; `set {target} defenses.{power.defense} N` gives it one"
        )
    modifiers = defense_modifiers(system, resolution.fight, target, name, attacker=source, range_=power.origin)
    return TargetDefense(name, printed + total(modifiers), (Term(printed), *terms(modifiers)))


def end_single_use(resolution: Resolution, source: str, target: str, power: Power, defense: str) -> None:
    """Ends bonuses and conditions that apply to one attack roll only."""
    table = conditions_of(resolution.system, resolution.fight)
    for effect in resolution.state(source).effects:
        known = table.get(effect.name)
        if known is not None and known.ends_on_roll and counts(effect, target, power.tags):
            effects.end(resolution, source, effect, message("used"))
    effects.use_up(resolution, source, "attack", EITHER, opponent=target, tags=power.tags)
    effects.use_up(resolution, target, *stats_of(resolution.system, defense), opponent=source)


# Damage


def deal(resolution: Resolution, step: steps.Attack, power: Power, source: str, results: list[AttackResult]) -> None:
    """Rolls damage once for all targets; criticals follow the system, with extra dice for each."""
    if power.damage is None and step.hit is None:
        resolution.system.damage.without(resolution, power, source, results)
        return
    rolls = Rolls(
        shared_damage(resolution, step, power, source, results), miss_damage(resolution, power, source, results)
    )
    by_target = [
        damage_dealt
        for each in results
        if (damage_dealt := damage_to_target(resolution, step, power, source, each, rolls))
    ]
    if any(each.halves or not each.missed for each in by_target):
        effects.use_up(resolution, source, "damage", tags=power.tags)
    resolution.system.damage.after_roll(resolution, source, power, rolls.hit)
    for damage_dealt in by_target:
        taken = resolution.system.damage.deal(resolution, damage_dealt)
        resolution.system.damage.after(resolution, step, damage_dealt, taken)


def damage_modifiers(resolution: Resolution, power: Power, source: str) -> list[Modifier]:
    """The modifiers of a damage roll: the attacker's ability, bonuses and conditions."""
    system = resolution.system
    by_ability = system.damage.ability_bonus(resolution.fight, source, power)
    own: list[Modifier] = [(by_ability, "", power.ability)] if by_ability else []
    held = held_conditions(system, resolution.fight, source).items()
    by_range = [(known.damage_with.get(power.origin, 0), "", name) for name, known in held]
    own += [each for each in by_range if each[0]]
    return own + stack_modifiers(system, bonuses(system, resolution.state(source), "damage", tags=power.tags))


def shared_damage(
    resolution: Resolution, step: steps.Attack, power: Power, source: str, results: list[AttackResult]
) -> int:
    """The damage roll that all targets share; no dice are rolled if nobody takes it."""
    shared = resolution.system.damage.crits_share_roll or step.hit is not None
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
    if step.hit is not None:
        return typed_damage(resolution, step.hit, source) if needed or step.hit.is_constant else 0
    return power_damage(resolution, power.damage, power, source) if needed and power.damage else 0


def typed_damage(resolution: Resolution, damage: dice.Dice, source: str) -> int:
    """The damage typed with the command, bonuses included."""
    roll = resolution.roll(damage)
    if not damage.is_constant:
        resolution.emit(DiceRolled("rolls damage", roll.total, roll.text, roll.dice, creature=source))
    return roll.total


def power_damage(resolution: Resolution, damage: dice.Dice, power: Power, source: str) -> int:
    """A power's damage roll with the user's bonuses."""
    roll = resolution.roll(damage)
    modifiers = damage_modifiers(resolution, power, source)
    added = terms(modifiers)
    reached = effective_damage(resolution.system, roll.total + total(modifiers))
    if added or not damage.is_constant:
        resolution.emit(
            DiceRolled("rolls damage", reached, roll.text, roll.dice, added, creature=source, power=power.name)
        )
    return reached


def miss_damage(resolution: Resolution, power: Power, source: str, results: list[AttackResult]) -> int:
    """The damage of a miss that has its own amount."""
    if not isinstance(power.miss, dice.Dice):
        return 0
    if all(each.hits or each.void or is_unhurt(resolution, each.target, missed=True) for each in results):
        return 0
    roll = resolution.roll(power.miss)
    if not power.miss.is_constant:
        rolled = DiceRolled(
            "rolls damage on a miss", roll.total, roll.text, roll.dice, creature=source, power=power.name
        )
        resolution.emit(rolled)
    return roll.total


def damage_to_target(
    resolution: Resolution, step: steps.Attack, power: Power, source: str, result: AttackResult, rolls: Rolls
) -> Damage | None:
    """The damage to one target before resistances; None if a miss deals none."""
    damage_dealt = Damage(
        result.target,
        rolls.hit,
        power.types,
        power.origin,
        source,
        natural=result.face,
        power=power.name,
        coup=step.manner == "coup",
    )
    if not result.hits:
        if power.miss == "none" or result.void:
            return None
        halves = 1 if power.miss == "half" else 0
        return replace(damage_dealt, rolled=rolls.hit if halves else rolls.miss, halves=halves, missed=True)
    if not result.crit:
        return damage_dealt
    if step.hit is not None and not resolution.system.damage.multiplies_crits:
        return replace(damage_dealt, crit=True)
    return replace(damage_dealt, rolled=critical_damage(resolution, power, source, rolls.hit), crit=True)


def critical_damage(resolution: Resolution, power: Power, source: str, rolled: int) -> int:
    """A critical hit's damage: the dice as the system counts them, bonuses, and the power's extra dice."""
    critical = CriticalHit(power.damage or NO_DICE, source, rolled, power)
    if resolution.system.damage.crits_share_roll:
        most = resolution.system.damage.critical(resolution, critical)
    elif power.damage is None:
        return 0
    else:
        most = resolution.system.damage.critical(resolution, critical) + total(
            damage_modifiers(resolution, power, source)
        )
    if power.crit is None:
        return most
    extra = resolution.roll(power.crit)
    rolled_extra = DiceRolled(
        "rolls extra damage", extra.total, extra.text, extra.dice, creature=source, power=power.name
    )
    resolution.emit(rolled_extra)
    return most + extra.total
