"""The rules of SRD 5.1 that change a fight. Sources are sections of SRD 5.1."""

from orcus_tui.model.effect import Effect
from orcus_tui.model.fight import Fight, Question
from orcus_tui.model.message import Message, message
from orcus_tui.model.typed_steps import SetCounter
from orcus_tui.rules import boundary_phases, effects, expiry, powers, turn
from orcus_tui.rules.boundary_phases import apply_surprise
from orcus_tui.rules.hit_point_changes import HIT_POINT_CHANGES
from orcus_tui.rules.recovery_dice import range_of_dice, recovery_bonus
from orcus_tui.rules.system import chosen
from orcus_tui.rules.system.actions import ActionCosts
from orcus_tui.rules.system.attacks import AttackRules
from orcus_tui.rules.system.damage import DamageRules
from orcus_tui.rules.system.habits import Habits
from orcus_tui.rules.system.health import DeathRules, RestRules
from orcus_tui.rules.system.hooks import ONE_DIE, Advantage
from orcus_tui.rules.system.play import AfterRules, Play
from orcus_tui.rules.system.resolution import Resolution
from orcus_tui.rules.system.saves import SaveRolls
from orcus_tui.rules.system.turn import DelayRules, InitiativeRules, ReadyRules, TurnRules
from orcus_tui.systems.srd5 import (
    advantage,
    concentration,
    damage,
    dying,
    exhaustion,
    movement,
    reactions,
    rests,
    spells,
)
from orcus_tui.systems.srd5.actions import ACTIONS
from orcus_tui.systems.srd5.conditions import BONUS, BOUND, CONCENTRATING, EXHAUSTION, LAIR, LEGENDARY, OPEN
from orcus_tui.systems.srd5.options import OPTIONS
from orcus_tui.systems.srd5.verbs import VERB_RULES, stop_dodging

# Order


def initiative_rank(fight: Fight, creature: str) -> tuple[int, ...]:
    """The rank of a creature: high totals first, ties by modifier unless they are rolled off (§Initiative)."""
    total, modifier = fight.states[creature].initiative or 0, fight.sheets[creature].initiative
    return (total,) if rolls_off_ties(fight) else (total, modifier)


def rolls_off_ties(fight: Fight) -> bool:
    """Whether ties are rolled off, by option (§Initiative)."""
    return chosen(OPTIONS, fight, "ties") == "rolloff"


def open_fight(resolution: Resolution) -> None:
    """Applies exhaustion and surprise, and gives legendary actions, as the fight begins.

    §Exhaustion, §Surprise.
    """
    for creature in resolution.fight.states:
        review(resolution, creature)
        reactions.regain_legendary_actions(resolution, creature)
    apply_surprise(resolution)


# After a change of hit points or conditions


def review(resolution: Resolution, creature: str) -> None:
    """Updates death saves, exhaustion, concentration, dodging and flight."""
    for rule in (dying.reset_tallies, exhaustion.review, concentration.review, stop_dodging, movement.bring_down):
        rule(resolution, creature)


def after_effect(resolution: Resolution, creature: str, ended: Effect) -> None:
    """Ends the effects that depend on an effect that has ended."""
    if ended.name == CONCENTRATING:
        concentration.end_dependent_effects(resolution, creature, ended)
        spells.lose_readied(resolution, creature, ended)
    if ended.name == BOUND and ended.source in resolution.fight.states:
        effects.let_go(resolution, BOUND, creature, (ended.source,), message("apart"))
    if ended.name == EXHAUSTION:
        exhaustion.count(resolution, creature)
    review(resolution, creature)


# Actions


def bonus_actions(resolution: Resolution, fight: Fight, creature: str) -> int:
    """The number of bonus actions in a creature's turn."""
    _, _, bonus, _ = resolution.system.actions.for_turn(fight, creature)
    return bonus


def after_counter(resolution: Resolution, step: SetCounter) -> None:
    """Applies the counters with rules: levels of exhaustion, and the bonus action (§Bonus Actions)."""
    exhaustion.apply_counter(resolution, step)
    if step.name != BONUS or not step.creature:
        return
    granted = bonus_actions(resolution, resolution.fight, step.creature)
    if granted != bonus_actions(resolution, resolution.began, step.creature):
        open_, move, _, reaction = resolution.state(step.creature).actions
        resolution.change(step.creature, "actions", (open_, move, granted, reaction))


def why_no_bonus_action(resolution: Resolution, creature: str, action: str) -> Message | None:
    """The reason why a bonus action is not available: nothing grants it (§Bonus Actions)."""
    if action != BONUS or bonus_actions(resolution, resolution.fight, creature):
        return None
    return message("no bonus action", who=creature, id=creature)


# Saves


def question_advantage(resolution: Resolution, question: Question) -> Advantage:
    """The advantage of the die of an open question."""
    if question.rule != concentration.RULE:
        return ONE_DIE
    ability = concentration.ability_of(resolution, question.creature)
    return advantage.full_save_advantage(resolution, question.creature, ability)


PLAY = Play(
    initiative=InitiativeRules(
        before_first_round=open_fight,
        rank=initiative_rank,
        rolls_off_ties=rolls_off_ties,
        before_roll=exhaustion.review,
        advantage=advantage.initiative_advantage,
    ),
    turn=TurnRules(
        boundary_effects={damage.persistent_damage: "damage", boundary_phases.death_save_if_dying: "death save"},
        start=(
            dying.forget_felled,
            reactions.regain_legendary_actions,
            boundary_phases.death_save_if_dying,
            expiry.expire_at_start,
            damage.persistent_damage,
            boundary_phases.regeneration,
            powers.refresh_dice,
            boundary_phases.reminders_at_start,
        ),
        end=(
            boundary_phases.saving_throws,
            turn.lapse_unmaintained,
            boundary_phases.reminders_at_end,
            expiry.expire_at_end,
        ),
        round_start=(expiry.count_rounds_down, reactions.offer_lair_actions_first),
        of_effects=frozenset((damage.persistent_damage, boundary_phases.saving_throws, turn.lapse_unmaintained)),
        after_end=reactions.offer_between_turns,
    ),
    delay=DelayRules(
        instead='`ready "TRIGGER"`, and `move NAME after NAME` for another place in the order',
        run_out=turn.waste_delayed_turn,
    ),
    ready=ReadyRules(cost=OPEN, act=reactions.take_readied_action),
    verbs={**VERB_RULES, "legendary": reactions.resist},
    do_actions=ACTIONS,
    costs=ActionCosts(
        now=reactions.cost_now,
        of_attack=reactions.attack_cost,
        resources={LEGENDARY: reactions.spend_legendary_action, LAIR: reactions.take_lair_action},
        why_unavailable=why_no_bonus_action,
    ),
    attacks=AttackRules(
        rolls_two_dice=True,
        without_roll=reactions.evade_opportunity,
        hit_and_crit=damage.hit_and_crit,
        resolve_counters=spells.resolve_counters,
        before_lines=spells.cast,
        after=damage.after_attack,
        advantage=advantage.attack_advantage,
    ),
    damage=DamageRules(
        crits_share_roll=True,
        critical=damage.critical,
        without=damage.hit_without_damage,
        deal=damage.deal,
        after=damage.after_damage,
    ),
    checks=advantage.CHECKS,
    save_rolls=SaveRolls(
        against_powers=advantage.saving_throw_modifiers,
        advantage=advantage.save_advantage,
        answer_advantage=question_advantage,
        turns_failure=reactions.turns_failure,
    ),
    answers={concentration.RULE: concentration.resolve_answer, rests.HIT_DIE: rests.resolve_answer},
    health_changes=HIT_POINT_CHANGES,
    death=DeathRules(
        save_needs=10,
        needs_save=dying.faces_death,
        save=dying.death_save,
        may_be_spared=dying.may_be_spared,
    ),
    rest=RestRules(
        recover=rests.recover,
        recovery_bonus=recovery_bonus,
        dice_range=range_of_dice,
        healing_questions=(rests.HIT_DIE,),
        helps=rests.helps,
        short=rests.short_rest,
        long=rests.long_rest,
        seconds={"short": 3600, "long": 8 * 3600},
        after_fight=(rests.say_when_stable_wake,),
    ),
    after=AfterRules(change=review, correction=exhaustion.take_levels, effect_end=after_effect, counter=after_counter),
    habits=Habits(get_up="stand", resists=("legendary", reactions.RESISTANCE)),
)
