"""Damage in the Archmage Engine: halvings, resistance, mobs of mooks."""

from msgspec.structs import replace

from orcus_tui.model.damage import Damage
from orcus_tui.model.events import DieRolled
from orcus_tui.model.message import Message, message
from orcus_tui.model.power import Power
from orcus_tui.rules import damage
from orcus_tui.rules.system.resolution import Resolution
from orcus_tui.systems.archmage.conditions import SPELL, WEAPON
from orcus_tui.systems.archmage.dying import hurt
from orcus_tui.systems.archmage.mobs import has_just_died, next_of_mob


def deal(resolution: Resolution, damage_dealt: Damage) -> int:
    """Deals damage to one creature, or to its mob; returns the amount taken after halving, resistance and temporary HP.

    §Damage, §Resistance, §Temporary Hit Points.
    """
    if resolution.state(damage_dealt.target).life == "dead":
        heir = next_of_mob(resolution, damage_dealt.target) if has_just_died(resolution, damage_dealt.target) else None
        if heir is None:
            resolution.say("dead already", damage_dealt.target)
            return 0
        return deal(resolution, replace(damage_dealt, target=heir))
    reasons = [message("half")] * damage_dealt.halving_count + damage.halvings(resolution, damage_dealt)
    amount = damage_dealt.rolled
    for _ in reasons:
        amount //= 2
    amount, by_type = resist(resolution, damage_dealt, amount)
    hurt(resolution, damage_dealt, damage_dealt.harm(amount, (*reasons, *by_type)))
    return amount


def resist(resolution: Resolution, damage_dealt: Damage, amount: int) -> tuple[int, list[Message]]:
    """The damage after resistance, and the reasons: half, unless the natural roll reaches the number (§Resistance).

    Without a source and an attack roll, the damage is ordinary energy, which does nothing to a creature that resists
    it. With a source but no attack roll, a roll is made here.
    """
    if damage.is_immune_to_all(resolution, damage_dealt):
        return 0, [message("immune to it")]
    energy = without_weapon(damage_dealt)
    number = max(damage.resistance(resolution, energy), weapon_resistance(resolution, damage_dealt))
    if not number or amount <= 0:
        return amount, []
    without_source = not damage_dealt.source and damage_dealt.natural is None and not damage_dealt.persistent
    if without_source and damage.resistance_to_types(resolution, energy):
        return 0, [message("ordinary energy", number=number)]
    natural = damage_dealt.natural if damage_dealt.natural is not None else fake_roll(resolution, damage_dealt.target)
    if natural >= number:
        got_past = message("past resistance", number=number, natural=natural)
        return amount, [got_past] if damage_dealt.natural is not None else []
    return amount // 2, [message("resisted", number=number, natural=natural)]


def without_weapon(damage_dealt: Damage) -> Damage:
    """The damage without the type for weapons."""
    if WEAPON not in damage_dealt.types:
        return damage_dealt
    return replace(damage_dealt, types=tuple(each for each in damage_dealt.types if each != WEAPON))


def weapon_resistance(resolution: Resolution, damage_dealt: Damage) -> int:
    """The resistance to damage dealt with a weapon; ordinary weapons still do damage (§Resistance)."""
    if not is_with_weapon(resolution, damage_dealt):
        return 0
    return damage.resistance_to_types(resolution, replace(damage_dealt, types=(WEAPON,)))


def is_with_weapon(resolution: Resolution, damage_dealt: Damage) -> bool:
    """Whether damage is dealt with a weapon, by its type or its attack."""
    if WEAPON in damage_dealt.types:
        return True
    if not damage_dealt.range or damage_dealt.source not in resolution.fight.sheets:
        return False
    known = resolution.sheet(damage_dealt.source).powers
    return any(uses_weapon(each) for each in known if each.name == damage_dealt.power)


def uses_weapon(power: Power) -> bool:
    """Whether an attack is made with a weapon: by its tags, or because it is against AC (§Armor Class)."""
    if WEAPON in (*power.tags, *power.types):
        return True
    return power.bonus is not None and power.defense == "ac" and SPELL not in power.tags


def fake_roll(resolution: Resolution, target: str) -> int:
    """Rolls a face for damage without an attack roll, to see whether it beats a resistance (§Resistance)."""
    face = resolution.die(20)
    resolution.emit(DieRolled("resistance", target, face))
    return face
