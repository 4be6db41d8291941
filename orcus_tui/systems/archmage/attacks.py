"""Attacks and damage in the Archmage Engine: criticals, resistance, mobs of mooks."""

from collections.abc import Callable

from msgspec.structs import replace

from orcus_tui.model.damage import Damage
from orcus_tui.model.events import AttackRolled, DiceRolled, DieRolled
from orcus_tui.model.message import Message, Term, message
from orcus_tui.model.power import Power
from orcus_tui.model.turn_places import is_in_turn
from orcus_tui.rules import damage
from orcus_tui.rules.actions import take
from orcus_tui.rules.attack_rolls import HIGHEST, attack_outcome, lowest_critical
from orcus_tui.rules.facts import Moment
from orcus_tui.rules.modifiers import bonuses
from orcus_tui.rules.system import Resolution
from orcus_tui.rules.system.attacks import AttackResult, AttackRoll, PowerUse, Strike
from orcus_tui.rules.system.damage import CriticalHit
from orcus_tui.rules.system.hooks import Modifier
from orcus_tui.systems.archmage import engagement
from orcus_tui.systems.archmage.conditions import WIDER
from orcus_tui.systems.archmage.dying import hurt
from orcus_tui.systems.archmage.escalation import escalation_bonus
from orcus_tui.systems.archmage.grabs import remember_hits
from orcus_tui.systems.archmage.mobs import has_just_died, next_of_mob

OpportunityNote = Callable[[PowerUse], None]
"""Says whose opportunity attacks a power draws when it is used."""
CRIT_TIMES = 2
SKIPPED = ("move", "quick")
TWO_WEAPON = "two-weapon"
WEAPON, SPELL = "weapon", "spell"
"""A damage type and a tag for attacks with weapons, and the tag of attacks against AC without one."""


# Attacks


def situation(strike: Strike, _target: str) -> list[Modifier]:
    """The escalation die (§Escalation Die)."""
    return escalation_bonus(strike.resolution, strike.source)


def resolve_without_roll(strike: Strike, target: str) -> AttackResult | None:
    """The result of a coup de grace, which needs no roll; None for other attacks."""
    if strike.step.manner == "coup" and has_time_for_coup(strike):
        attack = AttackRolled(strike.source, target, strike.power.name, "critical hit", reason="coup de grace")
        strike.resolution.emit(attack)
        return AttackResult(target, hits=True, crit=True, face=None)
    return None


def has_time_for_coup(strike: Strike) -> bool:
    """Whether the attacker can make a coup de grace: in its own turn, with its move and quick action, on one target."""
    resolution, source = strike.resolution, strike.source
    if len(strike.step.targets) > 1:
        resolution.say("coup on several", source)
        return False
    if resolution.fight.phase != "turns":
        return True
    if not is_in_turn(resolution.fight, source):
        resolution.say("coup off turn", source)
        return False
    names = resolution.system.actions.names
    unspent = dict(zip(names, resolution.state(source).actions, strict=False))  # before conditions take any
    if not all(unspent[each] for each in SKIPPED):
        resolution.say("coup in a hurry", source)
        return False
    for each in SKIPPED:
        take(resolution, source, each, unspent[each])
    return True


def vulnerabilities_to(use: PowerUse, target: str) -> list[int]:
    """The numbers of a target's vulnerabilities to the types of an attack."""
    power = use.power
    types = (*power.types, WEAPON) if uses_weapon(power) else power.types
    return damage.vulnerabilities(use.resolution, Damage(target, 0, types, power.origin))


def widening_by_target(use: PowerUse, target: str) -> int:
    """The number by which a vulnerable target widens the range of critical hits; the largest counts (§Vulnerable)."""
    by_rows = (amount for amount, _, _ in bonuses(Moment(use.resolution.view, target, use.source, use), WIDER))
    by_type = (HIGHEST - each for each in vulnerabilities_to(use, target) if each)
    return max((*by_rows, *by_type), default=0)


def hit_and_crit(strike: Strike, roll: AttackRoll) -> tuple[bool, bool]:
    """Whether an attack roll hits, and is a critical hit (§Crits, §Crit Range, §Fumbles)."""
    wider = widening_by_target(strike, roll.target)
    least = lowest_critical(strike, roll, wider)
    return roll.hits_by_face, roll.hits_by_face and roll.face is not None and roll.face >= least


def after_roll(strike: Strike, result: AttackResult) -> AttackResult:
    """The result after the reroll of a natural 2 that misses with two weapons; a natural 1 has no miss effect either.

    Lines of the power for the attacker itself are carried out even then.

    §Two-Weapon Fighting, §Fumbles.
    """
    if further_dice(strike, result):
        result = reroll(strike, result)
    if result.face != 1:
        return result
    return AttackResult(result.target, hits=False, crit=False, face=1, void=True, user_only=True)


def further_dice(strike: Strike, result: AttackResult) -> int:
    """The number of rerolls: one for a natural 2 that misses with two weapons (§Two-Weapon Fighting)."""
    return int(result.face == 2 and not result.hits and TWO_WEAPON in strike.power.tags)


def reroll(strike: Strike, result: AttackResult) -> AttackResult:
    """Rolls the attack again with the same modifiers."""
    resolution = strike.resolution
    face = result.further[0] if result.further else resolution.die(20)
    reached = face + result.bonus
    attack_roll = AttackRoll(result.target, face, reached, result.defense)
    hits, crit = resolution.system.attacks.hit_and_crit(strike, attack_roll)
    resolution.emit(
        AttackRolled(
            strike.source,
            result.target,
            strike.power.name,
            attack_outcome(hits=hits, crit=crit),
            face=face,
            terms=(Term(result.bonus),),
            total=reached,
            needed=result.defense,
            again=True,
        )
    )
    return replace(result, hits=hits, crit=crit, face=face, further=result.further[1:])


def critical(resolution: Resolution, hit: CriticalHit) -> int:
    """The damage of a critical hit: double, or triple with a power that doubles it again (§Crit Effects)."""
    times = hit.power.crit_times if hit.power and hit.power.crit_times else CRIT_TIMES
    amount = hit.rolled * times
    text = f"{hit.rolled} × {times} = {amount}"
    power = hit.power.name if hit.power else ""
    resolution.emit(DiceRolled("critical damage", amount, text, creature=hit.source, power=power))
    return amount


def note_opportunity(use: PowerUse) -> None:
    """Says whose opportunity attacks a ranged attack or a spell draws (§Ranged Attacks, §Spell Attacks)."""
    if use.power.origin == "ranged":
        engagement.note_opportunity(use, also_targets=SPELL in use.power.tags)


def without_attack(note: OpportunityNote) -> OpportunityNote:
    """The same note, only for powers without an attack roll: an attack says it after its hits."""

    def before_lines(use: PowerUse) -> None:
        if use.power.bonus is None:
            note(use)

    return before_lines


def after_attack(strike: Strike, results: list[AttackResult]) -> None:
    """Says whose opportunity attacks it draws, and whether a shot may have hit an ally; remembers hits.

    §Ranged Attacks, §Shooting into Melee, §Grabbed.
    """
    note_opportunity(strike)
    remember_hits(strike, results)
    for target in [each.target for each in results if each.face == 1 and strike.power.origin == "ranged"]:
        allies = engagement.allies_engaged_with(strike.resolution, strike.source, target)
        if allies is None:
            strike.resolution.say("stray shot", strike.source, target=target)
        elif allies:
            strike.resolution.say("stray shot at", strike.source, target=target, allies=allies)


# Damage


def deal(resolution: Resolution, damage_dealt: Damage) -> int:
    """Deals damage to one creature, or to its mob, and returns the amount taken: halved, resisted, less temporary HP.

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

    Damage without a source and an attack roll is ordinary energy, and does nothing. Damage from a source but without an
    attack roll gets one here.
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
    """The resistance to damage dealt with a weapon; it is no immunity to ordinary weapons (§Resistance)."""
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
    """Rolls the face for damage without an attack roll, to see whether it beats a resistance (§Resistance)."""
    face = resolution.die(20)
    resolution.emit(DieRolled("resistance", target, face))
    return face
