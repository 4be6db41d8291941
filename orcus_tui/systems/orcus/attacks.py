"""Attacks in Orcus: marks, combat advantage, concealment, critical hits, coups de grace, stances."""

from collections.abc import Mapping, Sequence

from orcus_tui.dice import maximise
from orcus_tui.model.damage import Damage
from orcus_tui.model.duration import Duration
from orcus_tui.model.effect import Effect
from orcus_tui.model.events import DiceRolled
from orcus_tui.model.message import message
from orcus_tui.model.power import STANCE, Power
from orcus_tui.rules import effects, life
from orcus_tui.rules.actions import refuse_barred, use_once
from orcus_tui.rules.attack_rolls import lowest_critical
from orcus_tui.rules.modifiers import has_row
from orcus_tui.rules.opportunities import offer_opportunities
from orcus_tui.rules.stats import on_foot, staggered_value
from orcus_tui.rules.system.attacks import AttackResult, AttackRoll, PowerUse, Strike
from orcus_tui.rules.system.damage import CriticalHit
from orcus_tui.rules.system.hooks import Modifier
from orcus_tui.rules.system.resolution import Resolution
from orcus_tui.systems.orcus.conditions import orcus_conditions, outlasts

ADVANTAGE = "combat advantage"
CRIT_REWARDS: Mapping[str, tuple[int, tuple[str, ...]]] = {
    "maneuver": (2, ("maneuver", "weapon")),
    "tactical": (2, ("tactical", "weapon")),
    "psyche": (4, ("psyche",)),
}
"""The bonus for a critical hit with a power that deals no damage, by the power's tag.

Each entry has the amount, and the tags of the attacks that get it.
"""


CHARGE_SQUARES = 2
"""The shortest move of a charge."""
PROVOKING = ("ranged", "far")
"""The origins of powers that provoke opportunity attacks."""
BOOSTED = "booster"
"""The mark of a creature that has used a booster since its last attack."""

# Allowed attacks


def check(strike: Strike) -> None:
    """Refuses a charge by a creature that cannot move, and logs an opportunity attack that is provoked (§Charge)."""
    if strike.step.manner == "charge":
        require_charge(strike.resolution, strike.source)
    note_opportunity(strike)


def require_charge(resolution: Resolution, source: str) -> None:
    """Refuses a charge by a creature that a condition prevents from moving, or that is too slow (§Charge)."""
    refuse_barred(resolution, source, "charge", "cannot charge")
    squares = on_foot(resolution.view, source)
    if squares is not None and squares < CHARGE_SQUARES:
        resolution.forbid("too slow to charge", who=source, squares=squares)


def note_opportunity(use: PowerUse) -> None:
    """Logs that a ranged or far power gives adjacent enemies an opportunity attack (§Origin of effect)."""
    origin = use.power.origin
    if origin in PROVOKING:
        use.resolution.say("gives opportunity", use.source, range=origin)
        offer_opportunities(use.resolution, use.source)


def can_affect(use: PowerUse, target: str) -> bool:
    """Whether a power can affect a target: psyche powers need one that can hear (§Psyche)."""
    resolution, power = use.resolution, use.power
    if "psyche" not in power.tags:
        return True
    deaf = next((name for name, known in orcus_conditions(resolution.view, target).items() if known.hears_nothing), "")
    if deaf:
        resolution.say("cannot hear", target, condition=deaf, power=power.name)
    return not deaf


def is_expended(power: Power, results: Sequence[AttackResult]) -> bool:
    """Whether an attack expends its power: not if no target can be affected, nor if a consistent power misses all.

    §Psyche, §Consistent.
    """
    if "consistent" in power.tags:
        return any(each.hits for each in results)
    return not all(each.void for each in results)


# Modifiers


def modifiers(strike: Strike, target: str) -> list[Modifier]:
    """Combat advantage and charging (§Combat Advantage, §Charge)."""
    found: list[Modifier] = [(2, "", ADVANTAGE)] if _has_advantage(strike, target) else []
    if strike.step.manner == "charge":
        found.append((1, "", "charge"))
    return found


def advantages(strike: Strike, target: str) -> tuple[str, ...]:
    """`ca` for an attack with combat advantage."""
    return ("ca",) if _has_advantage(strike, target) else ()


def _has_advantage(strike: Strike, target: str) -> bool:
    """Whether an attack has combat advantage: typed, or by a modifier."""
    return strike.step.advantage == "ca" or has_row(strike, target, "ca")


# Hits


def hit_and_crit(strike: Strike, roll: AttackRoll) -> tuple[bool, bool]:
    """Whether an attack roll hits, and whether it is a critical hit: a 20 always hits, a 1 never (§Attack Rolls)."""
    if not roll.hits_by_face:
        return False, False
    if strike.step.manner == "coup":
        return True, True
    return True, roll.reaches and roll.face is not None and roll.face >= lowest_critical(strike, roll)


def critical(resolution: Resolution, hit: CriticalHit) -> int:
    """The damage of a critical hit: the maximum of its dice (§Critical Hits)."""
    most = maximise(hit.damage)
    if not hit.damage.is_constant:
        kind = "maximum damage" if hit.source else "maximum damage of no attacker"
        resolution.emit(DiceRolled(kind, most.total, hit.damage.text, most.dice, creature=hit.source))
    return most.total


def kill_by_coup(strike: Strike, damage_dealt: Damage, taken: int) -> None:
    """Kills the target of a coup de grace that deals at least its staggered value (§Coup de Grace)."""
    resolution = strike.resolution
    if (
        strike.step.manner == "coup"
        and damage_dealt.crit
        and taken >= staggered_value(resolution.fight, damage_dealt.target)
    ):
        life.die(resolution, damage_dealt.target, message("dies of coup", damage=taken))


def reward_harmless_crit(strike: Strike, results: list[AttackResult]) -> None:
    """Gives the bonus for a critical hit with a power that deals no damage (§Maneuver, §Tactical, §Psyche)."""
    source = strike.source
    if not any(each.crit for each in results):
        return
    for tag in strike.power.tags:
        reward = CRIT_REWARDS.get(tag)
        if reward:
            amount, tags = reward
            bonus = Effect(0, "attack", "bonus", source, Duration("encounter"), amount, "power", once=True, tags=tags)
            effects.add(strike.resolution, source, bonus)


# Boosters


def before_lines(use: PowerUse) -> None:
    """Counts boosters, and ends an earlier stance, before the lines of a power are executed."""
    if use.power.bonus is None:
        note_opportunity(use)
    allow_one_booster(use)
    if STANCE in use.power.tags:
        leave_stance(use)


def allow_one_booster(use: PowerUse) -> None:
    """Refuses a second booster for the same attack (§Booster)."""
    resolution, power, source = use.resolution, use.power, use.source
    used = resolution.fight.states[source].used
    if power.bonus is not None:
        if BOOSTED in used:
            resolution.change(source, "used", tuple(each for each in used if each != BOOSTED))
    elif BOOSTED in power.tags:
        if BOOSTED in used:
            resolution.forbid("boosted already", who=source)
        use_once(resolution, source, BOOSTED)


def leave_stance(use: PowerUse) -> None:
    """Ends all effects of the user's earlier stance, even if the new stance is the same (§Stance)."""
    resolution, source = use.resolution, use.source
    stances = {each.name: each for each in resolution.sheet(source).powers if STANCE in each.tags}
    for bearer, effect in list(effects.all_effects(resolution)):
        stance = stances.get(effect.power)
        if stance and effect.source == source and not outlasts(stance, bearer, effect):
            effects.end_if_there(resolution, bearer, effect, message("new stance"))
