"""Attacks and damage in SRD 5.1: critical hits, resistance, cleaving, persistent damage (§Damage, §Cleaving)."""

from orcus_tui import dice
from orcus_tui.errors import Impossible
from orcus_tui.model.damage import Damage
from orcus_tui.model.duration import THIS_TURN
from orcus_tui.model.effect import Effect
from orcus_tui.model.events import DiceRolled
from orcus_tui.model.message import Message, Term, message
from orcus_tui.rules import effects
from orcus_tui.rules.attack_rolls import lowest_critical
from orcus_tui.rules.damage import active_qualities, halvings, is_immune_to_all, persistent_amount
from orcus_tui.rules.effects import is_immune
from orcus_tui.rules.in_force import held_conditions
from orcus_tui.rules.modifiers import has_row
from orcus_tui.rules.system.actions import ActionUse
from orcus_tui.rules.system.attacks import AttackResult, AttackRoll, Strike
from orcus_tui.rules.system.conditions import of_kind
from orcus_tui.rules.system.damage import CriticalHit
from orcus_tui.rules.system.resolution import Resolution
from orcus_tui.systems.srd5.concentration import check_concentration, make_concentration_save
from orcus_tui.systems.srd5.conditions import Srd5Condition
from orcus_tui.systems.srd5.dying import hurt

CLEAVE = "cleave"


# Attacks


def hit_and_crit(strike: Strike, roll: AttackRoll) -> tuple[bool, bool]:
    """Whether an attack roll hits, and whether it is a critical hit (§Critical Hits)."""
    resolution = strike.resolution
    hits = meets(resolution, roll.face, roll.reached, roll.defense)
    if not hits or resolution.option("crits") == "off":
        return hits, False
    critical_face = roll.face is not None and roll.face >= lowest_critical(strike, roll)
    return True, critical_face or has_row(strike, roll.target, "crit")


def meets(resolution: Resolution, face: int | None, reached: int, defense: int) -> bool:
    """Whether an attack roll hits a defense; unless critical hits are off, a 20 always hits and a 1 never does."""
    if face in (1, 20) and resolution.option("crits") == "on":
        return face == 20
    return reached >= defense


def critical(resolution: Resolution, hit: CriticalHit) -> int:
    """The damage of a critical hit: its dice rolled twice, with its bonuses once (§Critical Hits)."""
    if hit.damage.is_constant:
        return hit.rolled
    again = resolution.roll(hit.damage)
    added = again.total - dice.without_dice(hit.damage)
    amount = max(0, hit.rolled + added)
    power = hit.power.name if hit.power else ""
    first = (Term(hit.rolled, "first roll"),)
    kind = "critical dice" if hit.source else "critical dice of no attacker"
    resolution.emit(DiceRolled(kind, amount, dice_text(hit.damage, again, added), again.dice, first, hit.source, power))
    return amount


def dice_text(damage: dice.Dice, again: dice.Roll, added: int) -> str:
    """The dice of a second roll: `1d6 (2)`; with their value if it differs from the sum: `14 from 2d6 (3, 4)`."""
    pools = " + ".join(f"{each.size}d{each.sides}" for each in damage.parts if isinstance(each, dice.Pool))
    text = f"{pools} ({', '.join(map(str, again.dice))})"
    return text if added == sum(each.value for each in again.dice if each.kept) else f"{added} from {text}"


def after_attack(strike: Strike, results: list[AttackResult]) -> None:
    """Logs that an attack that missed because of cover hits the cover (§Hitting cover)."""
    resolution = strike.resolution
    for result in results:
        held = of_kind(Srd5Condition, held_conditions(resolution.view, result.target))
        cover = max((known.amount("defenses") for known in held.values() if known.is_cover), default=0)
        if not cover or result.hits or not result.face:
            continue
        if meets(resolution, result.face, result.face + result.bonus, result.defense - cover):
            resolution.say("hits cover", strike.source, target=result.target)


def hit_without_damage(strike: Strike, results: list[AttackResult]) -> None:
    """Makes concentration saves after hits with a power that deals no damage (§Concentration)."""
    for result in results:
        if result.hits:
            make_concentration_save(strike.resolution, result.target)


def after_damage(strike: Strike, damage_dealt: Damage, taken: int) -> None:
    """Makes a concentration save after a hit whose damage was reduced to nothing (§Concentration)."""
    if not taken and not damage_dealt.missed:
        make_concentration_save(strike.resolution, damage_dealt.target)


# Damage


def deal(resolution: Resolution, damage_dealt: Damage) -> int:
    """Deals damage to one creature and returns the amount taken (§Damage and Healing).

    In this order, the damage is halved, changed by resistances and vulnerabilities with a number, resisted, doubled,
    and reduced by temporary hit points. Then the target makes a save for its concentration, and excess melee damage is
    offered for cleaving.
    """
    if resolution.state(damage_dealt.target).life == "dead":
        resolution.say("dead already", damage_dealt.target)
        return 0
    amount, changes = adjust_damage(resolution, damage_dealt)
    left_over = hurt(resolution, damage_dealt, damage_dealt.harm(amount, tuple(changes)))
    check_concentration(resolution, damage_dealt.target, amount)
    if left_over > 0:
        offer_cleave(resolution, damage_dealt, left_over)
    return amount


def adjust_damage(resolution: Resolution, damage_dealt: Damage) -> tuple[int, list[Message]]:
    """The damage after resistance and vulnerability, each of which counts once, and the reasons."""
    if is_immune_to_all(resolution, damage_dealt):
        return 0, [message("immune to it")]
    changes = [message("half")] * damage_dealt.halving_count
    amount = damage_dealt.rolled // 2**damage_dealt.halving_count
    for quality, sign in (("resist", -1), ("vulnerable", 1)):
        number = highest_amount(resolution, damage_dealt, quality)
        if number:
            amount += sign * number
            changes.append(message("more by" if sign > 0 else "less by", amount=number))
    amount = max(0, amount)
    if is_resistant(resolution, damage_dealt):
        amount //= 2
        changes.append(message("resistant"))
    if _is_vulnerable(resolution, damage_dealt):
        amount *= 2
        changes.append(message("doubled"))
    return amount, changes


def highest_amount(resolution: Resolution, damage_dealt: Damage, quality: str) -> int:
    """The highest number among the resistances or vulnerabilities with a number."""
    met = {"all", damage_dealt.range, *damage_dealt.types}
    found = active_qualities(resolution, damage_dealt, quality)
    return max((amount or 0 for what, amount in found if what in met), default=0)


def kinds_of(resolution: Resolution, damage_dealt: Damage, quality: str) -> set[str]:
    """The types and ranges in a creature's resistances or vulnerabilities without a number."""
    sheet = resolution.sheet(damage_dealt.target)
    printed = sheet.resist if quality == "resist" else sheet.vulnerable
    found = active_qualities(resolution, damage_dealt, quality)
    return {*printed, *(what for what, amount in found if amount is None)}


def is_resistant(resolution: Resolution, damage_dealt: Damage) -> bool:
    """Whether a creature resists damage: all damage, its range, or each of its types to which it is not immune."""
    against = kinds_of(resolution, damage_dealt, "resist")
    if halvings(resolution, damage_dealt):
        return True
    open_to = [each for each in damage_dealt.types if not is_immune(resolution, damage_dealt.target, each)]
    return not against.isdisjoint(("all", damage_dealt.range)) or (bool(open_to) and against.issuperset(open_to))


def _is_vulnerable(resolution: Resolution, damage_dealt: Damage) -> bool:
    """Whether a creature is vulnerable to any type of the damage, or to its range."""
    to = kinds_of(resolution, damage_dealt, "vulnerable")
    return not to.isdisjoint(("all", damage_dealt.range, *damage_dealt.types))


# Cleaving


def offer_cleave(resolution: Resolution, damage_dealt: Damage, left_over: int) -> None:
    """Offers the rest of melee damage that dropped a foe, for another foe in reach, by option (§Cleaving Foes)."""
    if CLEAVE not in resolution.system.do_actions or resolution.option("cleaving") == "off":
        return
    is_melee = damage_dealt.range == "melee" or (resolution.option("cleave_from") == "any" and damage_dealt.range)
    if not is_melee or not damage_dealt.source:
        return
    if resolution.sheet(damage_dealt.target).side == resolution.sheet(damage_dealt.source).side:
        return
    if not any(is_standing_foe(resolution, damage_dealt.source, each) for each in resolution.fight.states):
        return
    types = "+".join(damage_dealt.types) or None
    held = Effect(0, CLEAVE, "other", damage_dealt.source, THIS_TURN, left_over, types)
    effects.add(resolution, damage_dealt.source, held)
    resolution.say("damage left over", damage_dealt.source, amount=left_over)


def is_standing_foe(resolution: Resolution, source: str, creature: str) -> bool:
    """Whether a creature is a foe that is still up."""
    state = resolution.state(creature)
    hostile = resolution.sheet(creature).side != resolution.sheet(source).side
    return hostile and state.life != "dead" and state.place == "here" and (state.hp or 0) > 0


def cleave(use: ActionUse) -> None:
    """Deals the excess of the last damage to the targets in order, without an attack roll (§Cleaving Foes)."""
    resolution, source, targets = use.resolution, use.source, use.targets
    for target in targets:
        left = next((each for each in reversed(resolution.state(source).effects) if each.name == CLEAVE), None)
        if left is None:
            raise Impossible(f"{resolution.name(source)} has no damage left over to pass on")
        if resolution.state(target).life == "dead":
            raise Impossible(f"{resolution.name(target)} is dead already")
        if resolution.sheet(target).side == resolution.sheet(source).side:
            resolution.forbid("no foe", who=target, other=source)
        effects.end(resolution, source, left, message("goes on to", target=target))
        cause = message("cleaving")
        deal(resolution, Damage(target, left.amount or 0, left.types, "melee", source, cause=cause))


# Persistent damage


def persistent_damage(resolution: Resolution, creature: str) -> None:
    """Deals each persistent damage separately."""
    for effect in resolution.state(creature).effects:
        if effect.kind == "persistent" and resolution.state(creature).life != "dead":
            cause = message("by creatures", creatures=(effect.source,)) if effect.source != creature else None
            amount, source = persistent_amount(resolution, effect), effect.source
            deal(resolution, Damage(creature, amount, effect.types, source=source, persistent=True, cause=cause))
