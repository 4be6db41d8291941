"""Hits in the True SRD after the attack roll: cover, concealment, threats, minions, combined attacks."""

from collections.abc import Mapping

from msgspec.structs import replace

from orcus_tui.errors import Impossible
from orcus_tui.model.damage import Damage
from orcus_tui.model.duration import Duration
from orcus_tui.model.effect import Effect
from orcus_tui.model.events import DieRolled, QuestionAsked
from orcus_tui.model.fight import Question
from orcus_tui.model.message import Term, message
from orcus_tui.model.power import HIGHEST_CRIT, LOWEST_CRIT
from orcus_tui.model.typed_steps import Attack
from orcus_tui.rules import effects, triggers
from orcus_tui.rules.attack_rolls import CRIT, defense_against
from orcus_tui.rules.attacks import apply_results
from orcus_tui.rules.damage_rolls import NO_DICE, critical_damage, power_damage, typed_damage
from orcus_tui.rules.facts import Moment
from orcus_tui.rules.modifiers import bonuses
from orcus_tui.rules.power_use import add_to_last_targets
from orcus_tui.rules.powers import power_of
from orcus_tui.rules.stats import total
from orcus_tui.rules.system.actions import ActionUse
from orcus_tui.rules.system.attacks import AttackResult, Strike
from orcus_tui.rules.system.hooks import AnswerRule
from orcus_tui.rules.system.resolution import Resolution
from orcus_tui.systems.true_srd.condition_type import true_srd_conditions
from orcus_tui.systems.true_srd.toughness import deal
from orcus_tui.systems.true_srd.track import MINION

ANOTHER_MINION = 5
THREAT = "threat "
CRITICAL_HITS = "critical hits"
"""The word for an immunity to critical hits."""
COMBINED = "combined"
"""The manner of an attack that is part of a combined attack."""
CONCEALMENT, COMBINED_CONCEALMENT = "concealment", "concealment from a combined attack"
"""The rule for the answer to a concealed defender's die."""


def after_roll(strike: Strike, result: AttackResult) -> AttackResult:
    """The result after concealment and the confirmation of a threat (§Concealment, §Threat)."""
    resolution = strike.resolution
    if result.face is None and result.further:  # a coup de grace: only its target rolls
        resolution.typed.toughness += result.further
        return replace(result, further=())
    if not result.hits:
        mention_struck_cover(strike, result)
    if not result.hits or result.crit:
        return result
    least = concealed_from(resolution, strike.source, result.target)
    if least:
        if not result.further and strike.step.hit is None and resolution.fight_asks(result.target):
            return ask_whether_concealed(strike, result, least)
        face = result.further[0] if result.further else resolution.die(20)
        result = replace(result, further=result.further[1:])
        if roll_conceals(resolution, result.target, least, face):
            return replace(result, hits=False)
    mention_more_minions(strike, result)
    return settle_hit(strike, result)


def settle_hit(strike: Strike, result: AttackResult) -> AttackResult:
    """The result of a hit that concealment did not prevent: confirms a threat, and joins a combined attack."""
    if is_threat(strike, result):
        result = confirm(strike, result)
    return join_attack(strike, result) if strike.step.manner == COMBINED else result


def ask_whether_concealed(strike: Strike, result: AttackResult, least: int) -> AttackResult:
    """Asks for the defender's die; until it is answered the hit has no effect (§Concealment)."""
    resolution, step = strike.resolution, strike.step
    asked = resolution.new_question(CONCEALMENT, result.target, step.power)
    rule = COMBINED_CONCEALMENT if step.manner == COMBINED else CONCEALMENT
    dealt = Damage(result.target, 0, source=strike.source, natural=result.face, power=step.power)
    question = replace(asked, needs=least, bonus=result.bonus, rule=rule, power=step.power, damage=dealt)
    resolution.emit(QuestionAsked(question))
    return replace(result, hits=False, void=True)


def answer_concealment(resolution: Resolution, question: Question, face: int) -> None:
    """Applies the defender's die: a miss, or the hit with all that follows from it."""
    held, target = question.damage, question.creature
    if held is None or held.source not in resolution.fight.sheets:
        return
    source, power = held.source, power_of(resolution, held.source, held.power)
    manner = COMBINED if question.rule == COMBINED_CONCEALMENT else ""
    strike = Strike(resolution, power, source, Attack(held.power, (target,), source, manner=manner))
    missed = roll_conceals(resolution, target, question.needs or 0, face)
    defense = defense_against(strike, target).value
    result = AttackResult(target, not missed, False, held.natural, bonus=question.bonus or 0, defense=defense)
    if not missed:
        mention_more_minions(strike, result)
        result = settle_hit(strike, result)
    if not result.void:
        triggers.note_attack(strike, result)
    apply_results(strike, [result])
    if not result.void:
        add_to_last_targets(resolution, target, "hit" if result.hits else "missed", ("hit", "missed"))


def mention_struck_cover(strike: Strike, result: AttackResult) -> None:
    """Logs that an attack that missed because of cover hits the cover (§Striking Cover)."""
    resolution, reached = strike.resolution, attack_total(strike.step, result)
    if result.void or result.face == 1:
        return
    held = true_srd_conditions(resolution.view, result.target)
    cover = max((known.amount("defense") for known in held.values() if known.is_cover), default=0)
    if reached >= result.defense - cover > 0:
        resolution.say("cover struck", result.target, total=reached)


def attack_total(step: Attack, result: AttackResult) -> int:
    """The total of an attack roll, rolled or typed."""
    if result.face is not None:
        return result.face + result.bonus
    return step.totals[step.targets.index(result.target)] if step.totals else 0


def concealed_from(resolution: Resolution, source: str, target: str) -> int:
    """The lowest face that turns a hit into a miss, for a hidden target or a blinded attacker; 0 for none.

    §Concealment.
    """
    of_target = true_srd_conditions(resolution.view, target)
    own = true_srd_conditions(resolution.view, source)
    numbers = [known.missed_from for known in of_target.values()]
    numbers += [known.misses_from for known in own.values()]
    return min((each for each in numbers if each), default=0)


def roll_conceals(resolution: Resolution, target: str, least: int, face: int) -> bool:
    """Logs the defender's die; returns whether it turns a hit into a miss (§Concealment)."""
    missed = face >= least
    outcome = "missed after all" if missed else "still hit"
    resolution.emit(DieRolled(CONCEALMENT, target, face, needed=least, outcome=outcome))
    return missed


def further_dice(strike: Strike, result: AttackResult) -> int:
    """The number of typed dice that a hit takes: one for a concealed target, one to confirm a threat."""
    typed = result.further
    if not result.hits or result.crit:
        return 0
    least = concealed_from(strike.resolution, strike.source, result.target)
    if least and typed and typed[0] >= least:
        return 1
    return int(bool(least)) + int(is_threat(strike, result))


def is_threat(strike: Strike, result: AttackResult) -> bool:
    """Whether a hit is a threat: critical if it is confirmed (§Critical Hits)."""
    if result.crit or not result.hits or result.face is None:
        return False
    if result.face < threat_from(strike, result.target):
        return False
    return can_be_critical(strike.resolution, strike.source, result.target)


def threat_from(strike: Strike, target: str) -> int:
    """The lowest natural roll that is a threat: 20, unless the power or a bonus lowers it (§Increased Threat Range)."""
    resolution, power = strike.resolution, strike.power
    tagged = [tag.removeprefix(THREAT) for tag in power.tags if tag.startswith(THREAT)]
    printed = min((power.crit_range or HIGHEST_CRIT, *(int(each) for each in tagged if each.isdecimal())))
    wider = total(bonuses(Moment(resolution.view, strike.source, target, strike), CRIT))
    return max(LOWEST_CRIT, min(HIGHEST_CRIT, printed - wider))


def can_be_critical(resolution: Resolution, source: str, target: str) -> bool:
    """Whether a hit can be critical.

    Immune creatures suffer none, and minions score them only on minions (§Minions, §Critical Hits).
    """
    if effects.is_immune(resolution, target, CRITICAL_HITS):
        return False
    return resolution.sheet(source).kind != MINION or resolution.sheet(target).kind == MINION


def confirm(strike: Strike, result: AttackResult) -> AttackResult:
    """Confirms a threat by a second roll with the same bonus, which must also reach the Defense (§Critical Hits)."""
    resolution = strike.resolution
    face = result.further[0] if result.further else resolution.die(20)
    crit = face + result.bonus >= result.defense
    if resolution.option("confirm_extremes") and face in (1, 20):
        crit = face == 20
    outcome, added = "critical hit" if crit else "no critical hit", (Term(result.bonus),)
    resolution.emit(
        DieRolled("confirmation", strike.source, face, added, result.defense, outcome, target=result.target)
    )
    return replace(result, crit=crit)


def mention_more_minions(strike: Strike, result: AttackResult) -> None:
    """Logs how many more minions an attack well over a minion's Defense may hit (§Minions)."""
    resolution = strike.resolution
    if resolution.sheet(result.target).kind != MINION:
        return
    over = attack_total(strike.step, result) - result.defense
    more = over // ANOTHER_MINION
    if more > 0:
        resolution.say("more minions", strike.source, over=over, more=more)


# Combined attacks: several hits whose damage is dealt at once (§Combined Attack)

COMBINED_ATTACK = "combined attack"
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
    hit = Effect(
        0, COMBINED_ATTACK, "other", source, Duration("rounds", number=1), bonus, "+".join(power.types) or None
    )
    effects.add(resolution, result.target, replace(hit, power=power.name, natural=result.face))
    resolution.say("joins attack", source, target=result.target, id=result.target)
    return replace(result, hits=False, crit=False, void=True)


def combine(use: ActionUse) -> None:
    """Deals the best damage bonus of the hits, with +2 for each other hit within 5 points of it."""
    resolution, targets = use.resolution, use.targets
    for target in targets:
        hits = effects.of_name(resolution, target, COMBINED_ATTACK)
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


ANSWERS: Mapping[str, AnswerRule] = dict.fromkeys((CONCEALMENT, COMBINED_CONCEALMENT), answer_concealment)
