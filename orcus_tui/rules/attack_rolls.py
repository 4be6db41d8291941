"""What an attack roll takes: modifiers, defenses, advantage, typed dice, conditions that redirect or decide it."""

from collections.abc import Collection, Mapping

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.errors import Impossible
from orcus_tui.model import steps, typed_steps
from orcus_tui.model.events import AttackRolled
from orcus_tui.model.message import Message, Term
from orcus_tui.model.modifier import ATTACKED
from orcus_tui.model.power import HIGHEST_CRIT, LOWEST_CRIT, Power
from orcus_tui.model.text import plural
from orcus_tui.rules import effects, in_force, stats
from orcus_tui.rules.dice_rolls import add_advantage, terms
from orcus_tui.rules.facts import Moment
from orcus_tui.rules.in_force import held_conditions, of_conditions
from orcus_tui.rules.modifiers import EITHER, advantages, bonuses, rows_of
from orcus_tui.rules.system.attacks import AttackResult, AttackRoll, PowerUse, Strike
from orcus_tui.rules.system.conditions import Condition
from orcus_tui.rules.system.hooks import Advantage, Modifier
from orcus_tui.rules.system.resolution import Resolution

CRIT = "crit"
"""The statistic of a bonus that widens the range of critical hits."""
BLINDLY = "attack blindly"
"""The statistic of modifiers to attacks on unseen targets; these stack with the target's other modifiers."""


class TargetDefense(Struct, frozen=True):
    """The defense that an attack on a target must reach: its name, its current value, and the terms of that value."""

    name: str
    value: int
    terms: tuple[Term, ...]


# Modifiers


def attack_modifiers(strike: Strike, target: str, own: Collection[str], of_target: Collection[str]) -> list[Modifier]:
    """The modifiers of an attack roll against one target, beginning with the power's bonus.

    `own` and `of_target` are the statistics of the attacker and the target that have any modifiers.
    """
    system = strike.resolution.system
    moment = attack_moment(strike, target) if own or of_target else None
    modifiers: list[Modifier] = [(strike.power.bonus or 0, "", "")]
    if moment and own:
        modifiers += stats.stack_modifiers(system, bonuses(moment, "attack", EITHER))
    modifiers += system.attacks.modifiers(strike, target)
    if moment and (ATTACKED in of_target or BLINDLY in own):
        unseen = bonuses(replace(moment, bearer=target, other=strike.source), ATTACKED)
        modifiers += stats.stack_modifiers(system, [*unseen, *bonuses(moment, BLINDLY)])
    if strike.step.bonus:
        modifiers.append((strike.step.bonus, "", "typed"))
    return modifiers


def defense_against(use: PowerUse, target: str) -> TargetDefense:
    """The defense that an attack with a power must reach: the best of those it is made against.

    Raises Impossible for a target without it.
    """
    resolution, power = use.resolution, use.power
    system = resolution.system
    sheet = system.creatures.defending_sheet(resolution.fight, target)
    best: TargetDefense | None = None
    for name in system.attacks.defenses_met(power):
        printed = stats.printed_defense(system, sheet, name)
        found = None if printed is None else _target_defense(use, target, name, printed)
        if found and (best is None or found.value > best.value):
            best = found
    if best:
        return best
    printed = stats.printed_defense(system, sheet, power.defense)
    if printed is None:
        raise Impossible(
            f"{resolution.name(target)} has no {power.defense}; `set {target} defenses.{power.defense} N` gives it one"
        )
    return _target_defense(use, target, power.defense, printed)


def _target_defense(use: PowerUse, target: str, name: str, printed: int) -> TargetDefense:
    modifiers = stats.defense_modifiers(Moment(use.resolution.view, target, use.source, use), name)
    if not modifiers:
        return TargetDefense(name, printed, (Term(printed),))
    return TargetDefense(name, printed + stats.total(modifiers), (Term(printed), *terms(modifiers)))


def attack_moment(strike: Strike, target: str) -> Moment:
    """The moment of an attack roll against one target."""
    return Moment(
        strike.resolution.view,
        strike.source,
        target,
        strike,
        advantage=lambda: advantage_words(strike, target),
    )


def advantage_words(strike: Strike, target: str) -> tuple[str, ...]:
    """Which of `ca`, `adv` and `dis` an attack on a target has."""
    rules = strike.resolution.system.attacks
    view = strike.resolution.view
    own, of_target = rows_of(view, strike.source), rows_of(view, target)
    moment = Moment(view, strike.source, target, strike)
    side = total_advantage(strike, target, own.advantages, of_target.advantages, moment).side
    return (*rules.advantages(strike, target), *(("adv" if side > 0 else "dis",) if side else ()))


def total_advantage(
    strike: Strike, target: str, own: Collection[str], of_target: Collection[str], moment: Moment | None = None
) -> Advantage:
    """Whether an attack's die is rolled twice: by the system's rules, and by modifiers of the attacker and the target.

    `own` and `of_target` are the statistics to which these modifiers give advantage or disadvantage. `moment` is the
    moment of the attack; its advantage is not known yet.
    """
    by_rules: Advantage = strike.resolution.system.attacks.advantage(strike, target)
    is_attacked = ATTACKED in of_target
    if not is_attacked and not own:
        return by_rules
    moment = moment or attack_moment(strike, target)
    given = advantages(moment, "attack", EITHER)
    if is_attacked:
        given += advantages(replace(moment, bearer=target, other=strike.source), ATTACKED)
    return add_advantage(by_rules, given)


# Critical hits


def attacks_further(power: Power) -> bool:
    """Whether the lines of a power make further attacks."""
    return any(isinstance(line.step, steps.FurtherAttack) for line in power.lines)


def attack_outcome(*, hits: bool, crit: bool) -> str:
    """The outcome of an attack roll, in words."""
    return ("critical hit" if crit else "hit") if hits else "miss"


def lowest_critical(strike: Strike, roll: AttackRoll, wider: int = 0) -> int:
    """The lowest natural roll that is a critical hit: 20, unless a power, a bonus or the target widens the range.

    `wider` is by how much the target widens it.
    """
    power, resolution = strike.power, strike.resolution
    least = (power.crit_range or HIGHEST_CRIT) - wider
    if CRIT in rows_of(resolution.view, strike.source).by_stat:
        carried = bonuses(attack_moment(strike, roll.target), CRIT)
        least -= stats.total(stats.stack_modifiers(resolution.system, carried))
    return max(LOWEST_CRIT, min(HIGHEST_CRIT, least))


# Typed dice


def wrong_number(
    what: str, given: int, step: typed_steps.Attack | typed_steps.UsePower, otherwise: str = ""
) -> Impossible:
    """The error for typed dice that do not fit the targets."""
    return Impossible(f"{what}: {given} for {how_many(step)}; give one for each{otherwise}", of=what)


def how_many(step: typed_steps.Attack | typed_steps.UsePower) -> str:
    """The number of targets of an attack or a power, in words: `1 target`, `3 targets`."""
    return plural(len(step.targets), "target")


def has_every_die(strike: Strike) -> bool:
    """Whether the typed faces are every die that was rolled, not one for each target.

    Advantage rolls two, and a condition of the target can call for a die before the attack.
    """
    step, resolution = strike.step, strike.resolution
    if len(step.faces) in (0, len(step.targets)):
        return False
    return resolution.system.attacks.rolls_two_dice or any(
        is_rolled_for_first(resolution, each) for each in step.targets
    )


def is_rolled_for_first(resolution: Resolution, creature: str) -> bool:
    """Whether a condition of a target calls for a die before the attack roll."""
    held = in_force.held_conditions(resolution.view, creature)
    return any(each.rolls_before_attack for each in held.values())


def require_open_to_coup(resolution: Resolution, target: str) -> None:
    """Refuses a coup de grace on a target that is not helpless (Orcus §Coup de Grace)."""
    held = held_conditions(resolution.view, target)
    if not any(known.open_to_coup for known in held.values()):
        resolution.forbid("not helpless", who=target)


def redirect_attack(strike: Strike) -> Strike:
    """The attack, with each target replaced by its protector; refuses targets that conditions rule out."""
    step = strike.step
    targets = tuple([_protector_or_target(strike.resolution, strike.source, target) for target in step.targets])
    return strike if targets == step.targets else replace(strike, step=replace(step, targets=targets))


def _protector_or_target(resolution: Resolution, source: str, target: str) -> str:
    """The target of an attack, or its protector. Refuses a target that conditions do not allow."""
    view = resolution.view
    of_target, of_source = held_conditions(view, target), held_conditions(view, source)
    if not of_target and not of_source:
        return target
    for condition, known in of_target.items():
        if known.no_target:
            resolution.forbid("no target", who=target, condition=condition)
    for condition, known in of_source.items():
        if known.spares_source and target in _sources(resolution, source, condition):
            resolution.forbid("spares", who=source, condition=condition, other=target)
    for condition, known in of_target.items():
        sources = _sources(resolution, target, condition) if known.source_takes_attacks else []
        for protector in sources:
            if protector in view.fight.states and protector != source:
                resolution.say("shields", protector, target=target)
                return protector
    return target


def _sources(resolution: Resolution, creature: str, condition: str) -> list[str]:
    return [each.source for each in resolution.state(creature).effects if each.name == condition]


def result_of_coup(strike: Strike, target: str) -> AttackResult:
    """The result of a coup de grace, which needs no roll: a critical hit. A face typed for it is a further die."""
    step = strike.step
    if step.totals:
        raise Impossible("a coup de grace hits without an attack roll; leave out the total", of="totals")
    attack = AttackRolled(strike.source, target, strike.power.name, "critical hit", reason="coup de grace")
    strike.resolution.emit(attack)
    place = step.targets.index(target)
    return AttackResult(target, hits=True, crit=True, face=None, further=step.faces[place : place + 1])


def result_without_roll(strike: Strike, target: str) -> AttackResult | None:
    """The result of an attack that a condition of the attacker or target decides without a roll; else None."""
    view = strike.resolution.view
    of_source, of_target = held_conditions(view, strike.source), held_conditions(view, target)
    for known in of_source.values() if of_source else ():
        result = known.before_attack(strike, target) if known.before_attack else None
        if result:
            return result
    for known in of_target.values() if of_target else ():
        result = known.before_attacked(strike, target) if known.before_attacked else None
        if result:
            return result
    return None


def end_after(resolution: Resolution, creature: str, what: str, why: Message) -> None:
    """Ends a creature's conditions that last until its next attack, or until the next attack on it."""
    held = resolution.fight.states[creature].effects
    if not held:
        return
    lasting = of_conditions(resolution.view, _until_an_attack)
    for effect in held:
        if lasting.get(effect.name) == what:
            effects.end(resolution, creature, effect, why)


def _until_an_attack(table: Mapping[str, Condition]) -> Mapping[str, str]:
    """The conditions that end after an attack, each with what ends it."""
    return {name: known.ends_after for name, known in table.items() if known.ends_after}
