"""SRD 5.1 with open and move actions. Sources are sections of its combat chapter, or else of SRD 5.1."""

from orcus_tui.model.effect import Effect
from orcus_tui.model.fight import Fight, Question
from orcus_tui.model.message import Message, message
from orcus_tui.model.steps import SetCounter
from orcus_tui.rules import boundary_phases, effects, expiry, powers, turn
from orcus_tui.rules.hit_points import HIT_POINTS
from orcus_tui.rules.recovery_dice import range_of_dice, recovery_bonus
from orcus_tui.rules.surprise import apply_surprise
from orcus_tui.rules.system import SHARED_OPTIONS, AfterRules, Bonuses, Counters, Resolution, System, SystemVerb
from orcus_tui.rules.system.actions import ActionKind, ActionRules
from orcus_tui.rules.system.attacks import ONE_DIE, Advantage, AttackRules
from orcus_tui.rules.system.conditions import Conditions
from orcus_tui.rules.system.damage import DamageRules
from orcus_tui.rules.system.habits import Habits
from orcus_tui.rules.system.health import DeathRules, RestRules
from orcus_tui.rules.system.saves import SaveRules
from orcus_tui.rules.system.turn import DelayRules, InitiativeRules, ReadyRules, TurnRules
from orcus_tui.rules.system.words import ENDS_TURN, Words
from orcus_tui.systems.srd5 import advantage as advantage_words
from orcus_tui.systems.srd5 import (
    concentration,
    counterspell,
    damage,
    dying,
    exhaustion,
    movement,
    reactions,
    rests,
    spells,
)
from orcus_tui.systems.srd5.actions import ACTIONS
from orcus_tui.systems.srd5.conditions import ALIASES, BOUND, BY_OPTION, CONCENTRATING, CONDITIONS, EXHAUSTION
from orcus_tui.systems.srd5.messages import MESSAGES
from orcus_tui.systems.srd5.options import OPTIONS
from orcus_tui.systems.srd5.verbs import BONUS, MOVE, OPEN, REACTION, VERBS, stop_dodging

# Order


def initiative_rank(fight: Fight, creature: str) -> tuple[int, ...]:
    """The rank of a creature: high totals first, ties by modifier unless they are rolled off (§Initiative)."""
    total, modifier = fight.states[creature].initiative or 0, fight.sheets[creature].initiative
    return (total,) if rolls_off_ties(fight) else (total, modifier)


def rolls_off_ties(fight: Fight) -> bool:
    """Whether ties are rolled off, by option (§Initiative)."""
    return SRD5.option(fight, "ties") == "rolloff"


def open_fight(resolution: Resolution) -> None:
    """Applies exhaustion and surprise, and gives legendary actions, as the fight begins.

    §Exhaustion, §Surprise.
    """
    for creature in resolution.fight.states:
        review(resolution, creature)
        reactions.regain_legendary_actions(resolution, creature)
    apply_surprise(resolution)


# Actions


def turn_actions(fight: Fight, creature: str) -> tuple[int, ...]:
    """An open and a move action, a bonus action if one is granted, and the reaction (§Actions)."""
    return (1, 1, int(grants_bonus(fight, creature)), 1)


def grants_bonus(fight: Fight, creature: str) -> bool:
    """Whether a creature has a bonus action: by a power that costs one, or by a resource called `bonus`."""
    if fight.states[creature].counters.get(BONUS, 0) > 0:
        return True
    actions = (power.action for power in fight.sheets[creature].powers)
    parts = (part for action in actions for part in SRD5.actions.parts_of(action))
    return any(SRD5.actions.aliases.get(part, part) == BONUS for part in parts)


def after_counter(resolution: Resolution, step: SetCounter) -> None:
    """Applies the counters with rules: levels of exhaustion, and the bonus action."""
    exhaustion.apply_counter(resolution, step)
    if step.name == BONUS and step.creature:
        give_bonus(resolution, step.creature)


def give_bonus(resolution: Resolution, creature: str) -> None:
    """Gives or removes the bonus action when a creature gains or loses the right to it (§Bonus Actions)."""
    granted = grants_bonus(resolution.fight, creature)
    if granted != grants_bonus(resolution.began, creature):
        open_, move, _, reaction = resolution.state(creature).actions
        resolution.change(creature, "actions", (open_, move, int(granted), reaction))


def why_no_bonus_action(fight: Fight, creature: str, action: str) -> Message | None:
    """The reason why a bonus action is not available: nothing grants it (§Bonus Actions)."""
    if action != BONUS or grants_bonus(fight, creature):
        return None
    return message("no bonus action", who=creature, id=creature)


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


def question_advantage(resolution: Resolution, question: Question) -> Advantage:
    """The advantage of the die of an open question."""
    if question.rule == concentration.RULE:
        return advantage_words.full_save_advantage(
            resolution, question.creature, concentration.ability_of(resolution, question.creature)
        )
    return ONE_DIE


SRD5 = System(
    id="srd5",
    title="SRD 5.1, open and move actions",
    short_title="SRD 5.1",
    words=Words(
        messages=MESSAGES,
        aura_at_turn_end=ENDS_TURN,
        upheld_by=(CONCENTRATING, "concentrates"),
        terms={"staggered": "", "recoveries": "hit dice", "reaction action": "reaction"},
        verbs={
            "recover": "spends hit dice; AMOUNT is what they gave together",
            "hide": "hides creatures from the players; `do hide` is the action",
        },
        defenses=("ac",),
        defense_aliases={"armor class": "ac"},
        damage_types=(
            "acid",
            "bludgeoning",
            "cold",
            "fire",
            "force",
            "lightning",
            "necrotic",
            "pain",
            "piercing",
            "poison",
            "psychic",
            "radiant",
            "slashing",
            "thunder",
        ),
        damage_aliases={"crushing": "bludgeoning"},
        abilities=advantage_words.ABILITIES,
    ),
    options={**OPTIONS, **SHARED_OPTIONS},
    health=HIT_POINTS,
    creatures=dying.CREATURES,
    conditions=Conditions(
        table=CONDITIONS,
        by_option=BY_OPTION,
        aliases=ALIASES,
        implied=dying.derived_conditions,
        modifier_type=lambda _: "condition",
    ),
    bonuses=Bonuses(best_of=("condition",), once_per_power=True, depend_on_ability=advantage_words.DEPEND_ON_ABILITY),
    counters=Counters(after_set=after_counter),
    initiative=InitiativeRules(
        before_first_round=open_fight,
        rank=initiative_rank,
        rolls_off_ties=rolls_off_ties,
        before_roll=exhaustion.review,
        advantage=advantage_words.initiative_advantage,
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
        after_end=reactions.offer_between_turns,
    ),
    actions=ActionRules(
        kinds=(
            ActionKind(OPEN, 1),
            ActionKind(MOVE, 1, traded_from=(OPEN,)),
            ActionKind(BONUS, 0),
            ActionKind(REACTION, 1, off_turn=True),
        ),
        aliases={"action": OPEN, "standard": OPEN, "bonus action": BONUS, "opportunity": REACTION},
        table=ACTIONS,
        one_opportunity_each=False,
        moving_provokes=True,
        for_turn=turn_actions,
        cost_now=reactions.cost_now,
        attack_cost=reactions.attack_cost,
        resources={reactions.LEGENDARY: reactions.spend_legendary_action, reactions.LAIR: reactions.take_lair_action},
        not_twice_running=frozenset({reactions.LAIR}),
        why_unavailable=why_no_bonus_action,
    ),
    delay=DelayRules(
        instead='`ready "TRIGGER"`, and `move NAME after NAME` for another place in the order',
        run_out=turn.waste_delayed_turn,
    ),
    ready=ReadyRules(cost=OPEN, act=reactions.take_readied_action),
    attacks=AttackRules(
        advantage_words=("adv", "dis"),
        rolls_two_dice=True,
        without_roll=reactions.evade_opportunity,
        hit_and_crit=damage.hit_and_crit,
        resolve_counters=counterspell.resolve_counters,
        before_lines=spells.cast,
        after=damage.after_attack,
        advantage=advantage_words.attack_advantage,
    ),
    damage=DamageRules(
        numbered_resistances=False,
        crits_share_roll=True,
        critical=damage.critical,
        without=damage.hit_without_damage,
        deal=damage.deal,
        after=damage.after_damage,
    ),
    saves=SaveRules(
        abilities=advantage_words.ABILITIES,
        of_powers=advantage_words.ABILITIES,
        against_powers=advantage_words.saving_throw_modifiers,
        needs=10,
        degrees={"easy": 10, "medium": 15, "hard": 20},
        advantage=advantage_words.save_advantage,
        ability_for=advantage_words.save_ability,
        answer_advantage=question_advantage,
        turns_failure=reactions.turns_failure,
    ),
    checks=advantage_words.CHECKS,
    death=DeathRules(
        save_needs=10,
        fatal_failures=dying.ENOUGH,
        needs_save=dying.faces_death,
        save=dying.death_save,
        may_be_spared=dying.may_be_spared,
    ),
    rest=RestRules(
        recover=rests.recover,
        recovery_bonus=recovery_bonus,
        dice_range=range_of_dice,
        healing_questions=(rests.HIT_DIE,),
        short=rests.short_rest,
        long=rests.long_rest,
        seconds={"short": 3600, "long": 8 * 3600},
        after_fight=(rests.say_when_stable_wake,),
    ),
    after=AfterRules(change=review, correction=exhaustion.take_levels, effect_end=after_effect),
    habits=Habits(get_up="stand", resists=("legendary", reactions.RESISTANCE)),
    verbs=(
        *VERBS,
        SystemVerb(
            "legendary",
            "TARGET [next|last]",
            "spends a legendary resistance: its next failed save succeeds, or its last",
            reactions.resist,
            before_last_roll="last",
            yields=True,
        ),
    ),
    answers={concentration.RULE: concentration.resolve_answer, rests.HIT_DIE: rests.resolve_answer},
)
