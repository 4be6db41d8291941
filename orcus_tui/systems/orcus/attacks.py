"""Attacks in Orcus: marks, combat advantage, concealment, critical hits, coups de grace, stances."""

from collections.abc import Mapping, Sequence

from orcus_tui.dice import maximise
from orcus_tui.model.damage import Damage
from orcus_tui.model.duration import Duration
from orcus_tui.model.effect import Effect
from orcus_tui.model.events import DiceRolled
from orcus_tui.model.message import message
from orcus_tui.model.power import Power
from orcus_tui.rules import effects, life
from orcus_tui.rules.actions import use_once
from orcus_tui.rules.attack_rolls import lowest_critical
from orcus_tui.rules.modifiers import grants_combat_advantage
from orcus_tui.rules.opportunities import offer_opportunities
from orcus_tui.rules.speed import on_foot
from orcus_tui.rules.stats import barring_condition, staggered_value
from orcus_tui.rules.system import Resolution
from orcus_tui.rules.system.attacks import AttackResult, AttackRoll, PowerUse, Strike
from orcus_tui.rules.system.damage import CriticalHit
from orcus_tui.rules.system.hooks import Modifier
from orcus_tui.systems.orcus.conditions import OrcusCondition, orcus_conditions
from orcus_tui.systems.orcus.lasting_powers import leave_stance

ADVANTAGE = "combat advantage"
CRIT_REWARDS: Mapping[str, tuple[int, tuple[str, ...]]] = {
    "maneuver": (2, ("maneuver", "weapon")),
    "tactical": (2, ("tactical", "weapon")),
    "psyche": (4, ("psyche",)),
}
"""For each tag of a power without damage, the bonus for a critical hit, and the tags of attacks that get it."""


CHARGE_SQUARES = 2
"""The shortest move of a charge."""
PROVOKING = ("ranged", "far")
"""The origins of powers that provoke opportunity attacks."""
BOOSTED = "booster"
"""The mark of a creature that has used a booster, until its next attack."""

# Allowed attacks


def check(strike: Strike) -> None:
    """Refuses a charge by a creature that cannot move, and logs an opportunity attack that is provoked (§Charge)."""
    if strike.step.manner == "charge":
        require_charge(strike.resolution, strike.source)
    note_opportunity(strike)


def require_charge(resolution: Resolution, source: str) -> None:
    """Refuses a charge by a creature that a condition prevents from moving, or that is too slow (§Charge)."""
    bar = barring_condition(resolution.view, source, "charge")
    if bar:
        resolution.forbid("cannot charge", who=source, condition=bar)
    squares = on_foot(resolution.view, source)
    if squares is not None and squares < CHARGE_SQUARES:
        resolution.forbid("too slow to charge", who=source, squares=squares)


def note_opportunity(use: PowerUse) -> None:
    """Logs that a ranged or far power gives adjacent enemies an opportunity attack (§Origin of effect)."""
    if use.power.origin in PROVOKING:
        use.resolution.say("gives opportunity", use.source, range=use.power.origin)
        offer_opportunities(use.resolution, use.source)


def can_affect(use: PowerUse, target: str) -> bool:
    """Whether a power can affect a target: psyche powers need one that can hear (§Psyche)."""
    resolution, power = use.resolution, use.power
    if "psyche" not in power.tags:
        return True
    deaf = next((name for name, known in orcus_conditions(resolution, target).items() if known.hears_nothing), "")
    if deaf:
        resolution.say("cannot hear", target, condition=deaf, power=power.name)
    return not deaf


def is_expended(power: Power, results: Sequence[AttackResult]) -> bool:
    """Whether an attack expends its power: not if it could affect no target, nor if a consistent power missed all.

    §Psyche, §Consistent.
    """
    if "consistent" in power.tags:
        return any(each.hits for each in results)
    return not all(each.void for each in results)


# Modifiers


def modifiers(strike: Strike, target: str) -> list[Modifier]:
    """Marks, combat advantage, charging, cover, and a target that cannot be seen.

    §Marked, §Combat Advantage, §Charge, §Cover, §Concealment.
    """
    resolution, step, source, origin = strike.resolution, strike.step, strike.source, strike.power.origin
    of_source, of_target = orcus_conditions(resolution, source), orcus_conditions(resolution, target)
    found = mark_penalties(strike)
    if _has_advantage(strike, target):
        found.append((2, "", ADVANTAGE))
    if step.manner == "charge":
        found.append((1, "", "charge"))
    between = cover(of_target), concealment(origin, of_source, of_target)
    return [*found, *(each for each in between if each)]


def advantages(strike: Strike, target: str) -> tuple[str, ...]:
    """`ca` for an attack with combat advantage."""
    return ("ca",) if _has_advantage(strike, target) else ()


def _has_advantage(strike: Strike, target: str) -> bool:
    """Whether an attack has combat advantage: typed, by conditions, or by a modifier."""
    resolution = strike.resolution
    of_source, of_target = orcus_conditions(resolution, strike.source), orcus_conditions(resolution, target)
    if strike.step.advantage == "ca" or has_advantage(strike.power.origin, of_source, of_target):
        return True
    return grants_combat_advantage(strike, target)


def mark_penalties(strike: Strike) -> list[Modifier]:
    """The penalty of a marked attacker whose marker is not among its targets (§Marked)."""
    resolution, source, targets = strike.resolution, strike.source, strike.step.targets
    left_out = [
        effect for effect in resolution.state(source).effects if effect.kind == "mark" and effect.source not in targets
    ]
    if not left_out:
        return []
    penalties = {name: known.attack_without_source for name, known in orcus_conditions(resolution, source).items()}
    return [
        (penalties[effect.name], "", message("marked by", by=effect.source))
        for effect in left_out
        if penalties.get(effect.name)
    ]


def has_advantage(
    origin: str, of_source: Mapping[str, OrcusCondition], of_target: Mapping[str, OrcusCondition]
) -> bool:
    """Whether conditions of attacker or target give combat advantage (§Combat Advantage)."""
    granted = {each for known in of_target.values() for each in known.grants_advantage}
    if "*" in granted or origin in granted:
        return True
    return any(known.has_advantage for known in of_source.values())


def cover(of_target: Mapping[str, OrcusCondition]) -> Modifier | None:
    """The penalty of the best cover a target has (§Cover)."""
    found = [(known.cover, name) for name, known in of_target.items() if known.cover]
    if not found:
        return None
    penalty, name = min(found)
    return penalty, "", message("target is", condition=name)


def concealment(
    origin: str, of_source: Mapping[str, OrcusCondition], of_target: Mapping[str, OrcusCondition]
) -> Modifier | None:
    """The worst penalty for an unseen target, if any; near and far attacks have none (§Concealment)."""
    if origin in ("near", "far"):
        return None
    found: list[Modifier] = [
        (known.unseen_attack, "", message("target is", condition=name))
        for name, known in of_target.items()
        if known.unseen_attack
    ]
    found += [(known.blind_attack, "", name) for name, known in of_source.items() if known.blind_attack]
    return min(found, key=lambda modifier: modifier[0], default=None)


# Hits


def hit_and_crit(strike: Strike, roll: AttackRoll) -> tuple[bool, bool]:
    """Whether an attack roll hits, and is a critical hit: a 20 always hits, a 1 never (§Attack Rolls)."""
    if not roll.hits_by_face:
        return False, False
    if strike.step.manner == "coup":
        return True, True
    return True, roll.reaches and roll.face is not None and roll.face >= lowest_critical(strike, roll)


def critical(resolution: Resolution, hit: CriticalHit) -> int:
    """The damage of a critical hit: the maximum of its dice (§Critical Hits)."""
    most = maximise(hit.damage)
    if not hit.damage.is_constant:
        resolution.emit(DiceRolled("maximum damage", most.total, hit.damage.text, most.dice, creature=hit.source))
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
    leave_stance(use)


def allow_one_booster(use: PowerUse) -> None:
    """Refuses a second booster for the same attack (§Booster)."""
    resolution, power, source = use.resolution, use.power, use.source
    used = resolution.state(source).used
    if power.bonus is not None:
        resolution.change(source, "used", tuple(each for each in used if each != BOOSTED))
    elif BOOSTED in power.tags:
        if BOOSTED in used:
            resolution.forbid("boosted already", who=source)
        use_once(resolution, source, BOOSTED)
