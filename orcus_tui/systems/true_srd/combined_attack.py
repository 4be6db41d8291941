"""Combined attacks in the True SRD: several hits whose damage is dealt at once (§Combined Attack)."""

from msgspec.structs import replace

from orcus_tui.errors import Impossible
from orcus_tui.model.damage import Damage
from orcus_tui.model.duration import Duration
from orcus_tui.model.effect import Effect
from orcus_tui.model.message import message
from orcus_tui.rules import effects
from orcus_tui.rules.damage_rolls import NO_DICE, critical_damage, power_damage, typed_damage
from orcus_tui.rules.system.actions import ActionUse
from orcus_tui.rules.system.attacks import AttackResult, Strike
from orcus_tui.rules.system.resolution import Resolution
from orcus_tui.systems.true_srd.toughness import deal

COMBINED = "combined attack"
WITHIN, EACH_MORE = 5, 2


def join_attack(strike: Strike, result: AttackResult) -> AttackResult:
    """Keeps the damage of a hit on its target until the combined attack is dealt; the result has no effect."""
    resolution, power, source = strike.resolution, strike.power, strike.source
    if strike.step.hit is not None:
        bonus = typed_damage(strike, strike.step.hit)
    elif result.crit:
        bonus = critical_damage(strike, 0)
    else:
        bonus = power_damage(strike, power.damage or NO_DICE)
    hit = Effect(0, COMBINED, "other", source, Duration("rounds", number=1), bonus, "+".join(power.types) or None)
    effects.add(resolution, result.target, replace(hit, power=power.name, natural=result.face))
    resolution.say("joins attack", source, target=result.target, id=result.target)
    return replace(result, hits=False, crit=False, void=True)


def combine(use: ActionUse) -> None:
    """Deals the best damage bonus of the hits, with +2 for each other hit within 5 points of it."""
    resolution, targets = use.resolution, use.targets
    for target in targets:
        hits = effects.of_name(resolution, target, COMBINED)
        if not hits:
            raise Impossible(f"no combined attack has hit {resolution.name(target)}: `attack POWER {target} combined`")
        mention_other_counts(resolution, hits)
        best = max(hits, key=lambda each: each.amount or 0)
        most = best.amount or 0
        others = [each for each in hits if each is not best and most - (each.amount or 0) <= WITHIN]
        for each in hits:
            effects.end(resolution, target, each, message("used"))
        rolled = most + EACH_MORE * len(others)
        deal(resolution, Damage(target, rolled, best.types, source=best.source, natural=best.natural, power=best.power))


def mention_other_counts(resolution: Resolution, hits: list[Effect]) -> None:
    """Logs the attackers whose initiative count differs from the first.

    All must delay to one count (§Combined Attack).
    """
    first = hits[0].source
    for each in hits[1:]:
        if resolution.state(each.source).initiative != resolution.state(first).initiative:
            resolution.say("apart", each.source, other=first)
