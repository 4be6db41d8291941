"""Attacks in the Archmage Engine: criticals, rerolls, opportunity attacks, stray shots."""

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from orcus_tui.model.damage import Damage
from orcus_tui.model.events import AttackRolled, DiceRolled
from orcus_tui.model.message import Term
from orcus_tui.model.power import HIGHEST_CRIT
from orcus_tui.model.turn_places import is_in_turn
from orcus_tui.rules import damage
from orcus_tui.rules.actions import take
from orcus_tui.rules.attack_rolls import attack_outcome, lowest_critical, result_of_coup
from orcus_tui.rules.facts import Moment
from orcus_tui.rules.modifiers import bonuses
from orcus_tui.rules.system.attacks import AttackResult, AttackRoll, PowerUse, Strike
from orcus_tui.rules.system.damage import CriticalHit
from orcus_tui.rules.system.hooks import Modifier
from orcus_tui.rules.system.resolution import Resolution
from orcus_tui.systems.archmage import engagement
from orcus_tui.systems.archmage.conditions import SPELL, WEAPON, WIDER
from orcus_tui.systems.archmage.damage import uses_weapon
from orcus_tui.systems.archmage.escalation import escalation_bonus

OpportunityNote = Callable[[PowerUse], None]
"""A rule that logs whose opportunity attacks a power draws when it is used."""
CRIT_TIMES = 2
SKIPPED = ("move", "quick")
TWO_WEAPON = "two-weapon"


# Attacks


def situation(strike: Strike, _target: str) -> list[Modifier]:
    """The escalation die (§Escalation Die)."""
    return escalation_bonus(strike.resolution, strike.source)


def resolve_without_roll(strike: Strike, target: str) -> AttackResult | None:
    """The result of a coup de grace, which needs no roll; None for other attacks."""
    if strike.step.manner == "coup" and spend_time_for_coup(strike):
        return result_of_coup(strike, target)
    return None


def spend_time_for_coup(strike: Strike) -> bool:
    """Spends the move and quick action that a coup de grace takes; returns whether the attacker can make one."""
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
    by_type = (HIGHEST_CRIT - each for each in vulnerabilities_to(use, target) if each)
    return max((*by_rows, *by_type), default=0)


def hit_and_crit(strike: Strike, roll: AttackRoll) -> tuple[bool, bool]:
    """Whether an attack roll hits, and whether it is a critical hit (§Crits, §Crit Range, §Fumbles)."""
    wider = widening_by_target(strike, roll.target)
    least = lowest_critical(strike, roll, wider)
    return roll.hits_by_face, roll.hits_by_face and roll.face is not None and roll.face >= least


def after_roll(strike: Strike, result: AttackResult) -> AttackResult:
    """The result after two-weapon rerolls and fumbles.

    With two weapons, a natural 2 that misses is rerolled. A natural 1 has no effect on the target, not even the effect
    of a miss; lines for the attacker are still carried out.

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
    kind = "critical damage" if hit.source else "critical damage of no attacker"
    resolution.emit(DiceRolled(kind, amount, text, creature=hit.source, power=power))
    return amount


def note_opportunity(use: PowerUse) -> None:
    """Logs who gets an opportunity attack from a ranged attack or a spell (§Ranged Attacks, §Spell Attacks)."""
    if use.power.origin == "ranged":
        (engagement.draw_all if SPELL in use.power.tags else engagement.draw_others)(use)


def unless_attack_roll(note: OpportunityNote) -> OpportunityNote:
    """The rule for powers without an attack roll only, because `after_attack` applies it to attacks."""

    def before_lines(use: PowerUse) -> None:
        if use.power.bonus is None:
            note(use)

    return before_lines


def after_attack(strike: Strike, results: list[AttackResult]) -> None:
    """Logs who gets an opportunity attack, and whether a shot may have hit an ally; remembers hits.

    §Ranged Attacks, §Shooting into Melee, §Grabbed.
    """
    note_opportunity(strike)
    engagement.remember_hits(strike, results)
    if strike.power.origin == "ranged":
        log_stray_shots(strike, [each.target for each in results if each.face == 1], "stray shot", "stray shot at")


def log_stray_shots(strike: Strike, targets: Iterable[str], said: str, said_of: str) -> None:
    """Logs the targets whose shots may hit an ally: with `said_of`, the allies that are engaged with each.

    With `said` if engagement is not tracked.
    """
    for target in targets:
        allies = engagement.allies_engaged_with(strike.resolution, strike.source, target)
        if allies is None:
            strike.resolution.say(said, strike.source, target=target)
        elif allies:
            strike.resolution.say(said_of, strike.source, target=target, allies=allies)
