"""An attack: its rolls, its damage and its effects, single or as a multiattack; powers used without an attack roll.

`attack_rolls` and `damage_rolls` find the numbers, `multiattack` the attacks that a multiattack makes.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import cycle, islice

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.errors import Impossible
from orcus_tui.model import steps, typed_steps
from orcus_tui.model.damage import Damage
from orcus_tui.model.events import AttackRolled, FightChanged
from orcus_tui.model.message import message
from orcus_tui.model.modifier import ATTACKED
from orcus_tui.model.power import STANCE, Power
from orcus_tui.rules import damage_rolls, effects, in_force, power_use, stats, target_counts, triggers
from orcus_tui.rules.attack_rolls import (
    TargetDefense,
    attack_modifiers,
    attack_moment,
    attack_outcome,
    attacks_further,
    defense_against,
    end_after,
    has_every_die,
    how_many,
    is_rolled_for_first,
    redirect_attack,
    require_open_to_coup,
    result_without_roll,
    total_advantage,
    wrong_number,
)
from orcus_tui.rules.dice_rolls import log_advantage, roll_d20, terms
from orcus_tui.rules.facts import Moment
from orcus_tui.rules.modifiers import EITHER, Rows, counts, roll_bonus_dice, roll_dice, rows_of
from orcus_tui.rules.multiattack import dice_of, rolled_parts, targets_of
from orcus_tui.rules.opportunities import as_counted, pay_for_attack
from orcus_tui.rules.power_effects import apply_lines, start_sustaining
from orcus_tui.rules.powers import log_power_text, mark_spent, power_of, refuse_spent, use_line
from orcus_tui.rules.resolution import Cause, default_creature
from orcus_tui.rules.resources import at_slot, pay
from orcus_tui.rules.system.attacks import AttackResult, AttackRoll, Strike
from orcus_tui.rules.system.conditions import Condition
from orcus_tui.rules.system.hooks import Modifier
from orcus_tui.rules.system.resolution import Resolution

BOTH_DICE = " (the one that counts), or every die rolled, both where there are two"
MOST_IN_A_ROW = 20
"""The most attacks in a chain of powers whose lines make further attacks."""
USED, WAS_ATTACKED = message("used"), message("attacked")


def attack(resolution: Resolution, step: typed_steps.Attack) -> None:
    """`attack`: attacks with a power that has an attack roll."""
    if not step.targets and target_counts.roll(resolution, step):
        return
    resolution.typed.toughness = list(step.toughness)
    remember_results(resolution, resolve_attack(resolution, as_counted(resolution, step)))
    resolution.typed.toughness.clear()  # bonuses that no hit has used


def use(resolution: Resolution, step: typed_steps.UsePower) -> None:
    """`use`: uses a power; a power with an attack roll, or a multiattack, attacks.

    A stance with an attack is entered, and its attack offered.
    """
    power = power_of(resolution, step.source or default_creature(resolution), step.power)
    if power.bonus is not None and STANCE in power.tags:
        power_use.enter_stance(resolution, step, power)
        return
    as_attack = attack_of_use(power, step)
    if as_attack:
        attack(resolution, as_attack)
        return
    if not step.targets and target_counts.roll(resolution, step):
        return
    saves = power_use.resolve_use(resolution, step)
    remember_targets(
        resolution,
        saved=[creature for creature, saved in saves.items() if saved],
        failed=[creature for creature, saved in saves.items() if not saved],
    )


def attack_of_use(power: Power, step: typed_steps.UsePower) -> typed_steps.Attack | None:
    """The attack for the use of a power; None for a power without an attack roll, and for a stance."""
    if power.multiattack or (power.bonus is not None and STANCE not in power.tags):
        return typed_steps.Attack(step.power, step.targets, step.source, faces=step.faces, hit=step.hit, slot=step.slot)
    return None


# One attack


def resolve_attack(resolution: Resolution, step: typed_steps.Attack) -> list[AttackResult]:
    """Resolves the attack of one creature with a power, or with every attack of a multiattack, in order."""
    source = step.source or default_creature(resolution)
    power = at_slot(power_of(resolution, source, step.power), step.slot)
    strike = Strike(resolution, power, source, step)
    if not step.targets:
        raise Impossible(f"{power.name} needs a target", of="power")
    target_counts.refuse_more(strike, step.targets)
    if power.multiattack:
        return _resolve_multiattack(strike)
    if power.bonus is None:
        raise Impossible(f"{power.name} has no attack roll: `{use_line(strike, step)}`")
    check(strike)
    if source in step.targets and power.origin != "self":
        resolution.say("attacks itself", source)
    strike = redirect_attack(strike)
    pay_for_attack(strike)
    return [] if _resolve_counters(strike) else strike_targets(strike)


def _resolve_counters(strike: Strike) -> bool:
    """Resolves counterspells against an attack; returns whether one stops it.

    A stopped attack spends its use and cost.
    """
    if not strike.resolution.system.attacks.resolve_counters(strike):
        return False
    mark_spent(strike)
    pay(strike, strike.step.slot)
    return True


def check(strike: Strike) -> None:
    """Refuses dice that do not fit the targets, a spent power, or a dead target."""
    resolution, step = strike.resolution, strike.step
    faces = step.faces
    if len(faces) > len(step.targets) and (resolution.system.attacks.further_dice or attacks_further(strike.power)):
        faces = faces[: len(step.targets)]
    if faces and len(faces) != len(step.targets) and not has_every_die(strike):
        raise wrong_number("faces", len(faces), step)
    if step.totals and len(step.totals) != len(step.targets):
        raise wrong_number("totals", len(step.totals), step)
    for face in step.faces:
        if not 1 <= face <= 20:
            raise Impossible(f"a d20 shows 1 to 20, not {face}; an attack also takes `total {face}`")
    refuse_spent(strike, step.slot)
    resolution.system.attacks.check(strike)
    for target in step.targets:
        if resolution.fight.states[target].life == "dead":
            resolution.forbid("dead", who=target)
        elif step.manner == "coup":
            require_open_to_coup(resolution, target)
            resolution.system.attacks.check_coup(resolution, target)


def strike_targets(strike: Strike) -> list[AttackResult]:
    """Rolls an attack that is already checked and paid for, and applies the damage, then the power's lines."""
    resolution, rules = strike.resolution, strike.resolution.system.attacks
    is_further = bool(resolution.typed.further_attacks)
    rules.before(strike)
    results = add_further_dice(strike, roll_attacks(strike))
    results = [rules.after_roll(strike, each) for each in results]
    for each in results:
        if each.face is None and each.further:
            raise Impossible("a coup de grace hits without an attack roll; leave out the face", of="faces")
        if not each.void or (each.user_only and each.face):  # a fumble is a miss like any other
            triggers.note_attack(strike, each)
    triggers.note_markers(resolution, strike.source, strike.step.targets)
    if rules.is_expended(strike.power, results):
        mark_spent(strike)
    pay(strike, strike.step.slot)
    apply_results(strike, results)
    if not is_further and resolution.typed.further_attacks:
        raise Impossible(f"faces: {len(resolution.typed.further_attacks)} more than there are attacks", of="faces")
    rules.after(strike, results)
    end_after(resolution, strike.source, "attacking", USED)
    for each in results:
        end_after(resolution, each.target, "attacked", WAS_ATTACKED)
    log_power_text(resolution, strike.power)
    triggers.set_off(resolution)
    return results


def apply_results(strike: Strike, results: list[AttackResult]) -> None:
    """Applies the damage of hits and misses, and the power's lines."""
    power, asked_from = strike.power, strike.resolution.fight.next_question
    deal_damage(strike, results)
    strike.resolution.system.attacks.before_lines(strike)
    hit = [each for each in results if each.hits]
    if power.effects or power.always:
        faces = {each.target: each.face for each in results}
        outcomes = {each.target: each.outcome for each in results}
        cause = Cause(power.name, faces, strike.source, strike, outcomes, asked_from=asked_from)
        apply_lines(strike.resolution, power.effects, hit, cause)
        apply_lines(strike.resolution, power.always, results, cause)
    if hit or power.always:
        start_sustaining(strike)


# Rolling


def roll_attacks(strike: Strike) -> list[AttackResult]:
    """Rolls the attack, target by target; typed dice are used in the order of the rolls.

    Raises Impossible for more or fewer typed dice than rolls.
    """
    step = strike.step
    places = range(len(step.targets))
    if not has_every_die(strike):
        return [roll_attack(strike, place) for place in places]
    typed = list(step.faces)

    def next_typed(_: int) -> int:
        if not typed:
            raise wrong_number("faces", len(step.faces), step, BOTH_DICE)
        return typed.pop(0)

    with_typed = replace(strike, typed_die=next_typed)
    results = [roll_attack(with_typed, place) for place in places]
    if typed and attacks_further(strike.power):
        strike.resolution.typed.further_attacks = typed
    elif len(typed) > sum(each.void and is_rolled_for_first(strike.resolution, each.target) for each in results):
        raise wrong_number("faces", len(step.faces), step, BOTH_DICE)
    return results


def roll_attack(strike: Strike, place: int) -> AttackResult:
    """Rolls the attack against the target at this index."""
    resolution, power, step = strike.resolution, strike.power, strike.step
    rules, target = resolution.system.attacks, step.targets[place]
    if not rules.can_affect(strike, target):
        return AttackResult(target, hits=False, crit=False, face=None, void=True)
    unrolled = rules.without_roll(strike, target) or result_without_roll(strike, target)
    if unrolled:
        return unrolled
    own, of_target = rows_of(resolution.view, strike.source), rows_of(resolution.view, target)
    met = defense_against(strike, target)
    modifiers = attack_modifiers(strike, target, own.numbers, of_target.numbers)
    face = None if step.totals else _attack_die(strike, place, own, of_target)
    if face is not None and (own.dice or step.bonus_dice or step.bonus_faces):
        modifiers += attack_dice(strike, place)
    bonus = stats.total(modifiers)
    reached = step.totals[place] if face is None else face + bonus
    if of_target.dice:
        met = _with_defense_dice(strike, target, met)
    hits, crit = rules.hit_and_crit(strike, AttackRoll(target, face, reached, met.value))
    resolution.emit(
        AttackRolled(
            strike.source,
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
    if resolution.fight.states[strike.source].effects:
        _end_conditions_on_roll(strike, target)
    if own.limited:
        effects.use_up(resolution, attack_moment(strike, target), "attack", EITHER)
    if of_target.limited:
        of_defense = stats.stats_of(resolution.system, met.name)
        effects.use_up(resolution, Moment(resolution.view, target, strike.source, strike), ATTACKED, *of_defense)
    return AttackResult(target, hits, crit, face, void=False, bonus=bonus, defense=met.value)


def attack_dice(strike: Strike, place: int) -> list[Modifier]:
    """The bonus dice of an attack on the target at this index, rolled or typed; dice typed as a bonus come last.

    Raises Impossible for more or fewer typed dice than there are.
    """
    resolution, step, target = strike.resolution, strike.step, strike.step.targets[place]
    rolled: list[Modifier] = []
    with resolution.typed_bonus_dice(step.bonus_faces, place):
        if rows_of(resolution.view, strike.source).dice:
            rolled = roll_bonus_dice(resolution, attack_moment(strike, target), "attack", EITHER)
        if step.bonus_dice:
            rolled.append(roll_dice(step.bonus_dice, "", "typed", resolution.joined_die))
    return rolled


def _with_defense_dice(strike: Strike, target: str, met: TargetDefense) -> TargetDefense:
    """The defense with the target's bonus dice to it."""
    resolution = strike.resolution
    moment = Moment(resolution.view, target, strike.source, strike)
    rolled = roll_bonus_dice(resolution, moment, *stats.stats_of(resolution.system, met.name))
    return TargetDefense(met.name, met.value + stats.total(rolled), (*met.terms, *terms(rolled))) if rolled else met


def _attack_die(strike: Strike, place: int, own: Rows, of_target: Rows) -> int:
    """Rolls the d20 against the target at this index; a single typed face is final.

    `own` and `of_target` are the modifiers of the attacker and the target.
    """
    resolution, step = strike.resolution, strike.step
    advantage = total_advantage(strike, step.targets[place], own.advantages, of_target.advantages)
    if strike.typed_die or not step.faces:
        return roll_d20(resolution, strike.source, advantage, strike.typed_die)
    log_advantage(resolution, strike.source, advantage)
    return step.faces[place]


def add_further_dice(strike: Strike, results: list[AttackResult]) -> list[AttackResult]:
    """The results with the typed dice that come after the dice of the attack rolls; dice of further attacks come last.

    Raises Impossible for more dice than are rolled.
    """
    step = strike.step
    needs, typed = strike.resolution.system.attacks.further_dice, step.faces[len(step.targets) :]
    if not typed or has_every_die(strike):
        return results
    given: list[AttackResult] = []
    for result in results:
        taken = typed[: needs(strike, replace(result, further=typed))] if needs else ()
        typed = typed[len(taken) :]
        given.append(replace(result, further=taken))
    if typed and attacks_further(strike.power):
        strike.resolution.typed.further_attacks = [*typed]
    elif typed:
        rolled = sum(len(each.further) for each in given)
        further = f"{rolled or 'no'} further {'dice' if rolled > 1 else 'die'}"
        raise Impossible(f"faces: {len(step.faces)} for {how_many(step)} and {further}; give one for each", of="faces")
    return given


def _end_conditions_on_roll(strike: Strike, target: str) -> None:
    """Ends the attacker's conditions that last for one attack roll."""
    resolution, source, tags = strike.resolution, strike.source, strike.power.tags
    ending = in_force.of_conditions(resolution.view, _ending_on_roll)
    for effect in resolution.fight.states[source].effects if ending else ():
        if effect.name in ending and counts(effect, target, tags):
            effects.end(resolution, source, effect, message("used"))


def _ending_on_roll(table: Mapping[str, Condition]) -> frozenset[str]:
    """The conditions that end with their bearer's attack roll."""
    return frozenset(name for name, known in table.items() if known.ends_on_roll)


# Damage


class Rolls(Struct, frozen=True):
    """The damage that every hit deals, and the damage of a miss that has a separate amount."""

    hit: int
    miss: int


def deal_damage(strike: Strike, results: list[AttackResult]) -> None:
    """Rolls damage once for all targets and deals it; critical hits follow the system, with extra dice for each."""
    resolution, power = strike.resolution, strike.power
    rules = resolution.system.damage
    if power.damage is None and strike.step.hit is None:
        rules.without(strike, results)
        return
    rows = None
    if "damage" in rows_of(resolution.view, strike.source).by_stat:
        moments = {each.target: _damage_moment(strike, each) for each in results if _takes(strike, each)}
        rows = damage_rolls.damage_rows(strike, moments)
    strike = damage_rolls.with_bonuses(strike, rows.shared) if rows else strike
    rolls = Rolls(damage_rolls.shared_damage(strike, results), damage_rolls.miss_damage(strike, results))
    added = damage_rolls.roll_own(strike, rows) if rows and strike.step.hit is None else {}
    by_target = [dealt for each in results if (dealt := _damage_to_target(strike, each, rolls, added))]
    if rows and rows.used and any(each.halving_count or not each.missed for each in by_target):
        effects.end_used(resolution, strike.source, rows.used)
    rules.after_roll(strike, rolls.hit)
    for dealt in by_target:
        rules.after(strike, dealt, rules.deal(resolution, dealt))


def _damage_moment(strike: Strike, result: AttackResult) -> Moment:
    moment = attack_moment(strike, result.target)
    return replace(moment, outcome="crit" if result.crit else "hit" if result.hits else "miss")


def _takes(strike: Strike, result: AttackResult) -> bool:
    """Whether a target takes the damage rolled, or half of it."""
    return result.hits or (not result.void and strike.power.miss == "half")


def _damage_to_target(strike: Strike, result: AttackResult, rolls: Rolls, added: damage_rolls.Added) -> Damage | None:
    """The damage to one target before resistances; None if a miss deals none."""
    if not result.hits and (result.void or strike.power.miss == "none"):
        return None
    own = added.get(result.target, ())
    if own:
        strike = damage_rolls.with_bonuses(strike, [held for held, _ in own])
        total = rolls.hit + sum(each for _, each in own)
        rolls = replace(rolls, hit=stats.effective_damage(strike.resolution.system, total))
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
        tags=power.tags,
    )
    if not result.hits:
        halves = 1 if power.miss == "half" else 0
        return replace(dealt, rolled=rolls.hit if halves else rolls.miss, halving_count=halves, missed=True)
    if not result.crit:
        return dealt
    if step.hit is not None and not strike.resolution.system.damage.multiplies_crits:
        return replace(dealt, crit=True)
    return replace(dealt, rolled=damage_rolls.critical_damage(strike, rolls.hit), crit=True)


# Further attacks in the lines of a power


def attack_further(resolution: Resolution, step: steps.FurtherAttack) -> None:
    """`attack Bite` in a line of a power: further attacks of its user on the targets that are alive.

    A power whose natural rolls repeat the attack may do so `MOST_IN_A_ROW` times.
    """
    power = power_of(resolution, step.source, step.power)
    if resolution.guards.attacks_in_a_row == MOST_IN_A_ROW:
        resolution.say("too many attacks", step.source, power=power.name, most=MOST_IN_A_ROW)
        return
    resolution.guards.attacks_in_a_row += 1
    for target in islice(cycle(step.targets), step.count or len(step.targets)):
        if resolution.state(target).life == "dead":
            resolution.say("dead already", target)
            continue
        faces = (resolution.typed.further_attacks.pop(0),) if resolution.typed.further_attacks else ()
        one = typed_steps.Attack(power.name, (target,), step.source, faces=faces)
        _make_part(Strike(resolution, power, step.source, one))
    resolution.guards.attacks_in_a_row -= 1


# Multiattacks


def _resolve_multiattack(strike: Strike) -> list[AttackResult]:
    """Resolves the attacks that a multiattack lists, for one action."""
    resolution, step, source = strike.resolution, strike.step, strike.source
    refuse_spent(strike, step.slot)
    parts = rolled_parts(strike)
    if any(each.dice for each in strike.power.multiattack):  # some targets may get no attack
        step = replace(step, targets=step.targets[: len(parts)])
    targets = targets_of(step, parts)
    rolls = dice_of(step, parts)
    pay_for_attack(strike)
    if _resolve_counters(strike):
        return []
    resolution.say("uses", source, power=strike.power.name)
    mark_spent(strike)
    pay(strike, step.slot)
    results: list[AttackResult] = []
    for part, target, (faces, totals) in zip(parts, targets, rolls, strict=True):
        if resolution.state(target).life == "dead":
            resolution.say("dead already", target)
            continue
        one = replace(step, power=part.name, targets=(target,), source=source, faces=faces, totals=totals, slot=0)
        results += _make_part(Strike(resolution, part, source, one))
    return results


def _make_part(strike: Strike) -> list[AttackResult]:
    """Makes one attack of a multiattack, whose action is spent, or uses a power that it lists."""
    if strike.power.bonus is None:
        step = typed_steps.UsePower(strike.power.name, strike.step.targets, strike.source, strike.step.faces)
        power_use.use_within(power_use.PlainUse(strike.resolution, strike.power, strike.source, step))
        return []
    check(strike)
    return strike_targets(redirect_attack(strike))


# Targets of the last attack


def remember_results(resolution: Resolution, results: Iterable[AttackResult]) -> None:
    """Remembers the targets that were hit, and those that were missed, for `@hit` and `@missed`."""
    hit: list[str] = []
    missed: list[str] = []
    for each in results:
        if not each.void:
            (hit if each.hits else missed).append(each.target)
    remember_targets(resolution, hit=hit, missed=missed)


def remember_targets(resolution: Resolution, **targets: Sequence[str]) -> None:
    """Remembers the targets of the last attack or use by outcome, in the words of `OF_LAST_ATTACK`."""
    last = {how: tuple(dict.fromkeys(creatures)) for how, creatures in targets.items() if creatures}
    if last != resolution.fight.last_targets:
        resolution.emit(FightChanged("last_targets", last))
