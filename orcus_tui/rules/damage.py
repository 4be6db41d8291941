"""Damage before it reaches a creature: resistance, vulnerability, immunity and halving."""

from collections.abc import Mapping

from orcus_tui.dice import parse
from orcus_tui.errors import Impossible
from orcus_tui.model import steps
from orcus_tui.model.damage import Damage
from orcus_tui.model.effect import Effect
from orcus_tui.model.message import Message, message
from orcus_tui.rules import triggers
from orcus_tui.rules.dice_rolls import log_dice
from orcus_tui.rules.facts import Moment
from orcus_tui.rules.in_force import immunities
from orcus_tui.rules.modifiers import counting, rows_of
from orcus_tui.rules.powers import whole_name
from orcus_tui.rules.stats import effective_damage
from orcus_tui.rules.system.damage import CriticalHit
from orcus_tui.rules.system.resolution import Resolution


def active_qualities(resolution: Resolution, damage_dealt: Damage, quality: str) -> list[tuple[str, int | None]]:
    """A creature's resistances (or another `quality`) from effects and modifiers, each with its amount."""
    creature = damage_dealt.target
    known = rows_of(resolution.view, creature)
    if quality not in known.effects and quality not in known.by_stat:
        return []
    met = {*damage_dealt.tags, *damage_dealt.types}
    found = [
        (effect.type, effect.amount)
        for effect in resolution.state(creature).effects
        if effect.name == quality and effect.type and met.isdisjoint(effect.unless)
    ]
    if quality in known.by_stat:
        moment = Moment(resolution.view, creature, damage_dealt.source, damage=damage_dealt)
        rows = (each.row for each in counting(moment, quality))
        found += ((row.type, row.amount or None) for row in rows if met.isdisjoint(row.unless))
    return found


def _numbers(resolution: Resolution, damage_dealt: Damage, quality: str) -> list[tuple[str, int]]:
    found = active_qualities(resolution, damage_dealt, quality)
    return [(what, amount or 0) for what, amount in found] if found else []


QUALITIES = frozenset(("immune", "vulnerable", "resist"))


def has_qualities(resolution: Resolution, creature: str) -> bool:
    """Whether a creature is immune, vulnerable or resistant to any damage."""
    sheet = resolution.fight.sheets[creature]
    if sheet.immune or sheet.vulnerable or sheet.resist:
        return True
    known = rows_of(resolution.view, creature)
    return not (QUALITIES.isdisjoint(known.effects) and QUALITIES.isdisjoint(known.by_stat))


def immune_to(resolution: Resolution, damage_dealt: Damage) -> set[str | None]:
    """A creature's immunities, with those from modifiers that count for this damage."""
    by_rows = active_qualities(resolution, damage_dealt, "immune")
    found = immunities(resolution.fight, damage_dealt.target)
    return found.union(what for what, _ in by_rows) if by_rows else found


def resistance(resolution: Resolution, damage_dealt: Damage) -> int:
    """The highest single resistance to damage; against several types at once, it must cover each of them.

    Orcus §Damage Resistance and Vulnerability.
    """
    values = _resistances(resolution, damage_dealt)
    if not values:
        return 0
    to_all = values.get("all", 0)
    return max(to_all, values.get(damage_dealt.range, 0), _to_types(resolution, damage_dealt, values))


def resistance_to_types(resolution: Resolution, damage_dealt: Damage) -> int:
    """The resistance to the damage types: the lowest of the resistances to each type."""
    return _to_types(resolution, damage_dealt, _resistances(resolution, damage_dealt))


def _to_types(resolution: Resolution, damage_dealt: Damage, values: Mapping[str, int]) -> int:
    if values.keys().isdisjoint(damage_dealt.types):
        return 0
    immune = immune_to(resolution, damage_dealt)
    return min([values.get(each, 0) for each in damage_dealt.types if each not in immune], default=0)


def _resistances(resolution: Resolution, damage_dealt: Damage) -> dict[str, int]:
    values: dict[str, int] = {}
    printed = resolution.sheet(damage_dealt.target).resist.items()
    for what, number in (*printed, *_numbers(resolution, damage_dealt, "resist")):
        values[what] = max(number, values.get(what, 0))
    return values


def vulnerabilities(resolution: Resolution, damage_dealt: Damage) -> list[int]:
    """The amount of each vulnerability that applies to this damage."""
    printed = resolution.sheet(damage_dealt.target).vulnerable.items()
    found = [*printed, *_numbers(resolution, damage_dealt, "vulnerable")]
    if not found:
        return []
    met = {"all", damage_dealt.range, *damage_dealt.types}
    return [number for what, number in found if what in met]


def vulnerability(resolution: Resolution, damage_dealt: Damage) -> int:
    """The highest single vulnerability to any of the types (Orcus §Damage Resistance and Vulnerability)."""
    return max(vulnerabilities(resolution, damage_dealt), default=0)


def is_immune_to_all(resolution: Resolution, damage_dealt: Damage) -> bool:
    """Whether a creature is immune to all of the types, to the range or to the power."""
    immune = immune_to(resolution, damage_dealt)
    if not immune:
        return False
    if damage_dealt.types and immune.issuperset(damage_dealt.types):
        return True
    power = whole_name(resolution.fight, damage_dealt.source, damage_dealt.power)
    others = {"all", damage_dealt.range, power} - {""}
    return not immune.isdisjoint(others)


def halvings(resolution: Resolution, damage_dealt: Damage) -> list[Message]:
    """The reason why the target takes half damage from a range or type; at most one reason."""
    half = resolution.fight.sheets[damage_dealt.target].half
    if not half:
        return []
    reasons = [message("half from", what=each) for each in (damage_dealt.range, *damage_dealt.types) if each in half]
    return reasons[:1]


def is_unhurt(resolution: Resolution, creature: str, *, missed: bool) -> bool:
    """Whether a missed attack cannot hurt this creature at all (Orcus monsters §Mooks)."""
    kind = resolution.system.creatures.kinds.get(resolution.sheet(creature).kind) if missed else None
    return kind is not None and kind.unhurt_by_misses


def critical(resolution: Resolution, step: steps.DealDamage) -> int:
    """The damage of a critical hit; the dice are rolled first if the system's rule needs the roll."""
    rolled = resolution.roll(step.amount).total if resolution.system.damage.crits_share_roll else 0
    return resolution.system.damage.critical(resolution, CriticalHit(step.amount, step.source, rolled))


def persistent_amount(resolution: Resolution, effect: Effect) -> int:
    """The persistent damage of this turn: its amount, or its dice rolled now."""
    if not effect.dice:
        return effect.amount or 0
    roll = resolution.roll(parse(effect.dice))
    log_dice(resolution, "damage rolled", roll, power=effect.power)
    return effective_damage(resolution.system, roll.total)


def _doubled(resolution: Resolution, rolled: int) -> int:
    resolution.say("damage doubled", was=rolled, now=2 * rolled)
    return 2 * rolled


def _shares(resolution: Resolution, rolled: int, targets: steps.Targets) -> dict[str, int]:
    """Damage divided evenly among the targets; the remainder goes to the first."""
    even, left = divmod(rolled, len(targets))
    if len(targets) > 1:
        resolution.say("damage divided", amount=rolled, shares=len(targets))
    return {target: even + left * (place == 0) for place, target in enumerate(targets)}


def damage(resolution: Resolution, step: steps.DealDamage) -> None:
    """`damage`: rolls damage once, then deals it to each target by the system's rules, or divides it among them."""
    if resolution.system.damage.is_bonus and (step.double or step.split):
        raise Impossible(
            "damage is a bonus here, which is not doubled or divided", of="double" if step.double else "split"
        )
    targets = dict.fromkeys(step.targets, step.miss) | dict.fromkeys(step.missed, True)
    if all(is_unhurt(resolution, creature, missed=missed) for creature, missed in targets.items()):
        rolled = 0
    elif step.crit:
        rolled = critical(resolution, step)
    else:
        roll = resolution.roll(step.amount)
        rolled = effective_damage(resolution.system, roll.total)
        if not step.amount.is_constant:
            log_dice(resolution, "damage rolled", roll, power=resolution.cause.power)
    rolled = _doubled(resolution, rolled) if step.double else rolled
    shares = _shares(resolution, rolled, tuple(targets)) if step.split else dict.fromkeys(targets, rolled)
    source = step.source
    for creature, missed in targets.items():
        damage_dealt = Damage(
            creature,
            shares[creature],
            step.types,
            step.range,
            source,
            halving_count=int(step.half) + int(creature in step.missed),
            missed=missed,
            crit=step.crit,
            natural=resolution.cause.natural.get(creature) if step.face is None else step.face,
            face=step.face,
            power=resolution.cause.power,
            tags=step.tags,
        )
        if source and not resolution.cause.power:
            is_of_attack = not resolution.system.damage.is_bonus
            triggers.note_typed_attack(resolution, damage_dealt, step.face if is_of_attack else None)
        resolution.system.damage.deal(resolution, damage_dealt)
    if source and not resolution.cause.power:
        triggers.note_markers(resolution, source, tuple(targets))
