"""Damage in Orcus: halvings, resistance, falling, persistent damage. Sources are sections of the rulebook."""

from orcus_tui.model.damage import Damage, Harm
from orcus_tui.model.effect import Effect
from orcus_tui.model.message import Message, message
from orcus_tui.rules import damage, effects, life
from orcus_tui.rules.stats import staggered_value
from orcus_tui.rules.system.resolution import Resolution
from orcus_tui.systems.orcus.conditions import orcus_conditions
from orcus_tui.systems.orcus.summons import creator_of, is_conjuration
from orcus_tui.systems.orcus.vanishing import vanish_at_zero

HALF = message("half")


def deal(resolution: Resolution, damage_dealt: Damage) -> int:
    """Deals damage to one creature and returns the amount taken: halved, changed by type, less temporary hit points.

    §Damage Rolls, §Weakened, §Damage Resistance and Vulnerability, §Temporary Hit Points.
    """
    if resolution.fight.states[damage_dealt.target].life == "dead":
        resolution.say("dead already", damage_dealt.target)
        return 0
    if damage.is_unhurt(resolution, damage_dealt.target, missed=damage_dealt.missed):
        resolution.say("unhurt by miss", damage_dealt.target)
        return 0
    amount, halved = halve(resolution, damage_dealt)
    amount, by_type = apply_types(resolution, damage_dealt, amount)
    hurt(resolution, damage_dealt.target, damage_dealt.harm(amount, (*halved, *by_type)))
    return amount


def halve(resolution: Resolution, damage_dealt: Damage) -> tuple[int, list[Message]]:
    """The damage after each halving, rounded down but at least 1, and the reasons (§Rounding Fractions)."""
    reasons = [message("weakened")] if is_weakened(resolution, damage_dealt) else []
    reasons += [HALF] * damage_dealt.halving_count
    halvings = damage.halvings(resolution, damage_dealt)
    if not halvings and takes_half(resolution, damage_dealt):
        halvings = [message("incorporeal")]
    reasons += halvings
    if not reasons:
        return damage_dealt.rolled, reasons
    least = 1 if resolution.option("min_half") else 0
    amount = damage_dealt.rolled
    for _ in reasons:
        amount = max(amount // 2, min(least, amount))
    return amount, reasons


def is_weakened(resolution: Resolution, damage_dealt: Damage) -> bool:
    """Whether a condition of the attacker halves the damage, if it is not persistent (§Weakened)."""
    if not damage_dealt.source or damage_dealt.persistent:
        return False
    held = orcus_conditions(resolution.view, damage_dealt.source)
    return bool(held) and any(each.deals_half for each in held.values())


def takes_half(resolution: Resolution, damage_dealt: Damage) -> bool:
    """Whether a condition of the target halves the damage, if it is not persistent (§Incorporeal)."""
    if damage_dealt.persistent:
        return False
    held = orcus_conditions(resolution.view, damage_dealt.target)
    return bool(held) and any(each.takes_half for each in held.values())


def apply_types(resolution: Resolution, damage_dealt: Damage, amount: int) -> tuple[int, list[Message]]:
    """The damage after vulnerability and resistance, in the order of the options, and the reasons."""
    if amount <= 0:
        return 0, []
    if not damage.has_qualities(resolution, damage_dealt.target):
        return amount, []
    if damage.is_immune_to_all(resolution, damage_dealt):
        return 0, [message("immune to it")]
    more, less = damage.vulnerability(resolution, damage_dealt), damage.resistance(resolution, damage_dealt)
    working = [message("vulnerable by", amount=more)] if more else []
    if less:
        working.append(message("resists", amount=less))
    if more and less and resolution.option("resist_vuln") == "resist_first":
        left = max(0, amount - less)
        return (left + more if left else 0), working
    return max(0, amount + more - less), working


# Falling


def hurt(resolution: Resolution, creature: str, harm: Harm) -> None:
    """Subtracts damage, and checks whether it kills or drops the target (§Instant Death, §Falling Unconscious)."""
    before = resolution.fight.states[creature]
    loss = life.lose(resolution, creature, harm.amount, harm, resolution.system.health.lowest(resolution.fight))
    if not loss.drops_target:
        return
    summoned = before.place == "here" and not is_conjuration(resolution.fight, creature)
    creator = creator_of(resolution.fight, creature) if summoned else ""
    if creator:
        vanish_at_zero(resolution, creature, creator)
        return
    if resolution.system.creatures.die_at_zero(resolution.sheet(creature)):
        life.die(resolution, creature)
    elif loss.reached <= -staggered_value(resolution.fight, creature):
        deadly = -staggered_value(resolution.fight, creature)
        life.die(resolution, creature, message("dies at", hp=loss.reached, deadly=deadly))
    elif loss.before > 0:
        resolution.say("falls dying", creature)
        effects.review(resolution, creature)
    elif before.life in ("stable", "knocked out"):
        resolution.change(creature, "life", "alive", message("dying again"))


# Persistent damage


def persistent_damage(resolution: Resolution, creature: str) -> None:
    """Deals the highest persistent damage of each type, or by option the sum (§Persistent damage)."""
    by_types: dict[tuple[str, ...], list[Effect]] = {}
    for effect in resolution.fight.states[creature].effects:
        if effect.kind == "persistent":
            by_types.setdefault(effect.types, []).append(effect)
    for types, held in by_types.items():
        highest = max(held, key=lambda each: each.amount or 0)
        counted = held if resolution.option("persistent_same_type") == "sum" else [highest]
        causes = tuple(dict.fromkeys([each.source for each in counted if each.source != creature]))
        if resolution.state(creature).life != "dead":
            amount = sum([damage.persistent_amount(resolution, each) for each in counted])
            cause = message("by creatures", creatures=causes) if causes else None
            deal(resolution, Damage(creature, amount, types, source=highest.source, persistent=True, cause=cause))
