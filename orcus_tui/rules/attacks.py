"""Attacks by one creature or several, single or as a multiattack, and their results."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import cycle, islice
from typing import TypeVar

from msgspec.structs import replace

from orcus_tui.model import steps
from orcus_tui.model.events import DiceRolled, FightChanged
from orcus_tui.model.fight import Fight, in_place_order
from orcus_tui.model.message import message
from orcus_tui.model.power import STANCE, Part, Power
from orcus_tui.model.turn_places import has_turn_to_come
from orcus_tui.rules import power_use, target_counts, triggers
from orcus_tui.rules.actions import use_until_next_turn
from orcus_tui.rules.attack_rolls import (
    add_further_dice,
    attack_rolls,
    attacks_further,
    end_after,
    has_every_die,
    redirect_attack,
    require_open_to_coup,
    wrong_number,
)
from orcus_tui.rules.damage_rolls import deal_damage
from orcus_tui.rules.effects import WITH_GROUP
from orcus_tui.rules.limits import attack_limit_message
from orcus_tui.rules.opportunities import as_counted, pay_for_attack
from orcus_tui.rules.power_effects import apply_lines, start_sustaining
from orcus_tui.rules.powers import (
    log_power_text,
    mark_spent,
    power_of,
    refuse_spent,
    use_line,
)
from orcus_tui.rules.resolution import Cause, Impossible, default_creature
from orcus_tui.rules.resources import at_slot, pay
from orcus_tui.rules.system import Resolution
from orcus_tui.rules.system.attacks import AttackResult, PowerUse, Strike

MOST_IN_A_ROW = 20
"""The most attacks in a chain of powers whose lines make further attacks."""
USED, WAS_ATTACKED = message("used"), message("attacked")
Value = TypeVar("Value")


def attack(resolution: Resolution, step: steps.Attack) -> None:
    """`attack`: attacks with a power that has an attack roll."""
    if not step.targets and target_counts.roll(resolution, step):
        return
    resolution.typed.toughness = list(step.toughness)
    remember_results(resolution, resolve_attack(resolution, as_counted(resolution, step)))
    resolution.typed.toughness.clear()  # bonuses that no hit has used


def attack_by_each(resolution: Resolution, step: steps.AttackByEach) -> None:
    """`attack` by several creatures: each attacks in initiative order, as long as a target lives."""
    refuse_too_many(resolution, step)
    if not step.attack.targets and target_counts.roll(resolution, replace(step.attack, source=step.sources[0])):
        return
    faces, totals, dice = (_shares(step, what) for what in ("faces", "totals", "bonus_faces"))
    _note_every_pair(resolution, step)
    is_in_turn = resolution.fight.active in step.sources
    resolution.typed.toughness = list(step.attack.toughness)
    results: list[AttackResult] = []
    for place, source in enumerate(each for each in in_place_order(resolution.fight) if each in step.sources):
        targets = _targets_of_attacker(step, place)
        own = replace(
            step.attack,
            targets=targets,
            source=source,
            faces=faces[place],
            totals=totals[place],
            bonus_faces=dice[place],
        )
        living = _living_targets(resolution, own)
        living = replace(living, implied=False) if is_in_turn else as_counted(resolution, living)
        if _has_died(resolution, source):
            resolution.say("dead", source)
        elif living.targets:
            if is_in_turn and _has_turn_to_come(resolution, source):
                use_until_next_turn(resolution, source, WITH_GROUP)
            results += resolve_attack(resolution, living)
        else:
            resolution.say("nobody left to attack", source)
    remember_results(resolution, results)
    resolution.typed.toughness.clear()


def shared_attacks(fight: Fight, step: steps.AttackByEach) -> Iterator[steps.AttackByEach]:
    """A split attack as one attack for each target, by the attackers in turn; without typed dice."""
    sources = [each for each in in_place_order(fight) if each in step.sources]
    count = len(step.attack.targets)
    attack = replace(step.attack, implied=False) if fight.active in sources else step.attack
    for place, target in enumerate(step.attack.targets[: len(sources)]):
        yield steps.AttackByEach(tuple(sources[place::count]), replace(attack, targets=(target,)))


def use_by_each(resolution: Resolution, step: steps.UseByEach) -> None:
    """`use` by several creatures: each uses the power, in initiative order."""
    is_in_turn = resolution.fight.active in step.sources
    for source in [each for each in in_place_order(resolution.fight) if each in step.sources]:
        if _has_died(resolution, source):
            resolution.say("dead", source)
            continue
        if is_in_turn and _has_turn_to_come(resolution, source):
            use_until_next_turn(resolution, source, WITH_GROUP)
        use(resolution, replace(step.use, source=source))


def use(resolution: Resolution, step: steps.UsePower) -> None:
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


def attack_of_use(power: Power, step: steps.UsePower) -> steps.Attack | None:
    """The attack for the use of a power; None for a power without an attack roll, and for a stance."""
    if power.multiattack or (power.bonus is not None and STANCE not in power.tags):
        return steps.Attack(step.power, step.targets, step.source, faces=step.faces, hit=step.hit, slot=step.slot)
    return None


# One attack


def resolve_attack(resolution: Resolution, step: steps.Attack) -> list[AttackResult]:
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
        if resolution.state(target).life == "dead":
            resolution.forbid("dead", who=target)
        elif step.manner == "coup":
            require_open_to_coup(resolution, target)
            resolution.system.attacks.check_coup(resolution, target)


def strike_targets(strike: Strike) -> list[AttackResult]:
    """Rolls an attack that is already checked and paid for, and applies the damage, then the power's lines."""
    resolution, rules = strike.resolution, strike.resolution.system.attacks
    is_further = bool(resolution.typed.further_attacks)
    rules.before(strike)
    results = add_further_dice(strike, attack_rolls(strike))
    results = [rules.after_roll(strike, each) for each in results]
    for each in results:
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
    power = strike.power
    deal_damage(strike, results)
    strike.resolution.system.attacks.before_lines(strike)
    hit = [each for each in results if each.hits]
    if power.effects or power.always:
        faces = {each.target: each.face for each in results}
        outcomes = {each.target: each.outcome for each in results}
        cause = Cause(power.name, faces, strike.source, strike, outcomes)
        apply_lines(strike.resolution, power.effects, hit, cause)
        apply_lines(strike.resolution, power.always, results, cause)
    if hit or power.always:
        start_sustaining(strike)


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
        one = steps.Attack(power.name, (target,), step.source, faces=faces)
        _make_part(Strike(resolution, power, step.source, one))
    resolution.guards.attacks_in_a_row -= 1


# Multiattacks


def _resolve_multiattack(strike: Strike) -> list[AttackResult]:
    """Resolves the attacks that a multiattack lists, for one action."""
    resolution, step, source = strike.resolution, strike.step, strike.source
    refuse_spent(strike, step.slot)
    parts = _rolled_parts(strike)
    if any(each.dice for each in strike.power.multiattack):  # some targets may get no attack
        step = replace(step, targets=step.targets[: len(parts)])
    targets = targets_of(step, parts)
    rolls = _dice_of(step, parts)
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
        step = steps.UsePower(strike.power.name, strike.step.targets, strike.source, strike.step.faces)
        power_use.use_within(power_use.PlainUse(strike.resolution, strike.power, strike.source, step))
        return []
    check(strike)
    return strike_targets(redirect_attack(strike))


def parts_of(multiattack: PowerUse) -> list[Power]:
    """The attacks that a multiattack lists, each as many times as possible. Raises Impossible for too many."""
    return _listed(multiattack, (each.count for each in multiattack.power.multiattack))


def _rolled_parts(strike: Strike) -> list[Power]:
    """The attacks that a multiattack makes; dice for their number are rolled, unless that many faces are typed.

    Raises Impossible for too many attacks.
    """
    parts = strike.power.multiattack
    if len(parts) == 1 and parts[0].dice and strike.step.faces:
        return _listed(strike, [min(len(strike.step.faces), parts[0].count)])
    return _listed(strike, [_rolled_count(strike, each) for each in parts])


def _rolled_count(strike: Strike, part: Part) -> int:
    if part.dice is None:
        return part.count
    rolled = strike.resolution.roll(part.dice)
    strike.resolution.emit(
        DiceRolled(
            "number of attacks", rolled.total, rolled.text, rolled.dice, creature=strike.source, power=part.power
        )
    )
    return rolled.total


def _listed(multiattack: PowerUse, counts: Iterable[int]) -> list[Power]:
    if wrong := attack_limit_message(count_of(multiattack.power)):
        raise Impossible(wrong)
    counted = zip(multiattack.power.multiattack, counts, strict=True)
    listed = [part.power for part, count in counted for _ in range(count)]
    return [power_of(multiattack.resolution, multiattack.source, each) for each in listed]


def count_of(power: Power) -> int:
    """The number of attacks that a multiattack makes; 0 for another power."""
    return sum(each.count for each in power.multiattack)


def targets_of(step: steps.Attack, parts: Sequence[Power]) -> steps.Targets:
    """The target of each attack: the targets share them in order, starting again with the first.

    Raises Impossible for more targets than attacks.
    """
    if len(step.targets) > len(parts):
        raise Impossible(f"more targets ({len(step.targets)}) than attacks ({len(parts)}); name fewer", of="targets")
    return tuple(islice(cycle(step.targets), len(parts)))


def _dice_of(step: steps.Attack, parts: Sequence[Power]) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The typed faces and totals of each attack, in order; empty for a power without a d20 roll.

    Raises Impossible unless there is one for each.
    """
    rolling = [part.bonus is not None or part.save is not None for part in parts]
    called = [part.bonus is not None for part in parts]
    for what, typed, takes in (("faces", step.faces, rolling), ("totals", step.totals, called)):
        if typed and len(typed) != sum(takes):
            raise Impossible(f"{what}: {len(typed)} for {sum(takes)} attacks; give one for each", of=what)
    if step.hit is not None:
        raise Impossible("each attack has its own damage; to type it, attack with one power at a time", of="hit")
    faces, totals = iter(step.faces), iter(step.totals)
    return iter(
        [
            ((next(faces),) if rolls and step.faces else (), (next(totals),) if calls and step.totals else ())
            for rolls, calls in zip(rolling, called, strict=True)
        ]
    )


# Attacks by several


def refuse_too_many(resolution: Resolution, step: steps.AttackByEach) -> None:
    """Raises Impossible for more attacks than one command makes."""
    powers = (power_of(resolution, source, step.attack.power) for source in step.sources)
    if wrong := attack_limit_message(sum(count_of(power) or len(step.attack.targets) for power in powers)):
        raise Impossible(f"{wrong}; name fewer attackers or targets", of="source")


def _has_turn_to_come(resolution: Resolution, creature: str) -> bool:
    """Whether a creature's turn is still to come in this round."""
    return has_turn_to_come(resolution.fight, creature)


def _note_every_pair(resolution: Resolution, step: steps.AttackByEach) -> None:
    """Notes that each of several attackers attacks several targets, with a power that is not for an area."""
    power, targets = power_of(resolution, step.sources[0], step.attack.power), step.attack.targets
    if len(targets) > 1 and not step.split and power.origin in ("melee", "ranged") and not power.multiattack:
        attacks = len(step.sources) * len(targets)
        resolution.say("each attacks all", attackers=len(step.sources), targets=targets, attacks=attacks)


def _targets_of_attacker(step: steps.AttackByEach, place: int) -> steps.Targets:
    """The targets of one of several attackers: all targets, or its share of them."""
    targets = step.attack.targets
    return (targets[place % len(targets)],) if step.split else targets


def _shares(step: steps.AttackByEach, what: str) -> list[tuple[int, ...]]:
    """The typed dice of each attacker, in order. Raises Impossible if they do not divide evenly."""
    typed: tuple[int, ...] = getattr(step.attack, what)
    attackers, targets = len(step.sources), 1 if step.split else len(step.attack.targets)
    each, left = divmod(len(typed), attackers)
    if left or 0 < each < targets:
        needed = f"{attackers} attackers and {targets} {'target' if targets == 1 else 'targets'}"
        raise Impossible(f"{what}: {len(typed)} for {needed}; give {attackers * targets}", of=what)
    return [typed[place * each : (place + 1) * each] for place in range(attackers)]


def _living_targets(resolution: Resolution, step: steps.Attack) -> steps.Attack:
    """The attack without the targets that have died since the command began, and without the dice typed for them."""
    died = [place for place, target in enumerate(step.targets) if _has_died(resolution, target)]
    one_each = {what: _without(getattr(step, what), died) for what in ("faces", "totals", "bonus_faces")
                if len(getattr(step, what)) == len(step.targets)}  # fmt: skip
    return replace(step, targets=_without(step.targets, died), **one_each)


def _has_died(resolution: Resolution, creature: str) -> bool:
    """Whether the command itself has killed a creature."""
    return resolution.state(creature).life == "dead" != resolution.began.states[creature].life


def _without(values: tuple[Value, ...], places: list[int]) -> tuple[Value, ...]:
    return tuple(value for place, value in enumerate(values) if place not in places)


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
