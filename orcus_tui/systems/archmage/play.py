"""The rules of the Archmage Engine that change a fight. Sources are sections of its combat rules."""

from msgspec.structs import replace

from orcus_tui.model.fight import Fight
from orcus_tui.model.message import message
from orcus_tui.rules import boundary_phases, delay, expiry, initiative, powers, turn, turn_order
from orcus_tui.rules.actions import use_once
from orcus_tui.rules.creation import base_name
from orcus_tui.rules.hit_point_changes import HIT_POINT_CHANGES
from orcus_tui.rules.recovery_dice import range_of_dice
from orcus_tui.rules.system import chosen
from orcus_tui.rules.system.attacks import AttackRules
from orcus_tui.rules.system.checks import CheckRules
from orcus_tui.rules.system.damage import DamageRules
from orcus_tui.rules.system.habits import Habits
from orcus_tui.rules.system.health import DeathRules, RestRules
from orcus_tui.rules.system.play import AfterRules, Play
from orcus_tui.rules.system.resolution import Resolution
from orcus_tui.rules.system.turn import DelayRules, InitiativeRules, ReadyRules, TurnRules
from orcus_tui.systems.archmage import attacks as attack_rules
from orcus_tui.systems.archmage import damage, dying, recoveries, rests
from orcus_tui.systems.archmage.ambush import ACTS, AMBUSHES, STARTS, acts_this_round, end_ambush, has_round_zero
from orcus_tui.systems.archmage.conditions import LASH_OUT
from orcus_tui.systems.archmage.engagement import DISENGAGE, answer_disengage, engage_targets
from orcus_tui.systems.archmage.escalation import advance_escalation
from orcus_tui.systems.archmage.levels import ability_bonus, skill_bonus
from orcus_tui.systems.archmage.options import OPTIONS
from orcus_tui.systems.archmage.persistent_damage import (
    first_of_turn,
    note_turn_start,
    persistent_damage,
    roll_other_saves,
)
from orcus_tui.systems.archmage.stacking import stack_effect
from orcus_tui.systems.archmage.verbs import (
    ACTIONS,
    STABILIZE,
    VERB_RULES,
    answer_lash_out,
    answer_stabilize,
    mention_confusion,
)

INDIVIDUAL_FIELDS = ("name", "group", "max_hp", "notes")
"""Fields that may differ among monsters of the same type."""


# Order


def initiative_rank(fight: Fight, creature: str) -> tuple[int, ...]:
    """High totals first, ties by bonus, then player characters (§Initiative)."""
    total_, bonus = fight.states[creature].initiative or 0, fight.sheets[creature].initiative
    if chosen(OPTIONS, fight, "ties") == "rolloff":
        return (total_,)
    return (total_, bonus, int(fight.sheets[creature].kind == "pc"))


def rolls_with(fight: Fight, creature: str) -> str:
    """The first of the creatures that roll initiative together: monsters of a type, or a mob (§Roll Once)."""
    sheet = fight.sheets[creature]
    if sheet.kind in ("pc", "mook"):
        return sheet.group or creature
    type_ = base_name(sheet.name)
    alike = (
        id_
        for id_, each in fight.sheets.items()
        if each.name.startswith(type_)  # a cheap test first, for fights with hundreds of creatures
        and base_name(each.name) == type_
        and replace(each, **{name: getattr(sheet, name) for name in INDIVIDUAL_FIELDS}) == sheet
    )
    return next(alike)


def rolls_late(fight: Fight) -> bool:
    """Whether creatures roll as their first turns begin, by option (§Roll Once)."""
    return chosen(OPTIONS, fight, "init_when") == "first_turn"


def waits_for_round_one(fight: Fight, creature: str) -> bool:
    """Whether a creature rolls initiative later: if it is ambushed, or by option at its first turn."""
    if has_round_zero(fight):
        return AMBUSHES not in fight.states[creature].used
    return rolls_late(fight)


def open_fight(resolution: Resolution) -> None:
    """Sets the order of an ambush round: its starter and the best other ambusher (§Ambushes and Surprise)."""
    fight = resolution.fight
    for creature, state in fight.states.items():
        if state.surprised:
            resolution.change(creature, "surprised", value=False, message=message("ambush instead"))
    if has_round_zero(fight):
        starter = [each for each, state in fight.states.items() if STARTS in state.used]
        others = [each for each in fight.order if AMBUSHES in fight.states[each].used and each not in starter]
        pair = (*starter, *others[:1])
        for each in pair:
            use_once(resolution, each, ACTS)
        turn_order.set_order(resolution, pair, message("ambush order"))
        initiative.ask_early(resolution, initiative.without_initiative(resolution))
    elif rolls_late(fight):
        by_bonus = sorted(
            (each for each, state in fight.states.items() if state.place == "here" and state.life != "dead"),
            key=lambda each: initiative_rank(fight, each),
            reverse=True,
        )
        turn_order.set_order(resolution, tuple(by_bonus))


def is_order_fixed(fight: Fight) -> bool:
    """Whether the order of round 1 is fixed, so that rolls made in it count from round 2, by option (§Roll Once)."""
    return rolls_late(fight) and fight.round == 1 and not has_round_zero(fight)


def roll_late(resolution: Resolution, creature: str) -> None:
    """Rolls initiative as the first turn of a type begins, for the rounds after it, by option."""
    if resolution.state(creature).initiative is None:
        type_ = rolls_with(resolution.fight, creature)
        late = initiative.without_initiative(resolution)
        alike = tuple(each for each in late if rolls_with(resolution.fight, each) == type_)
        initiative.roll_for(resolution, alike)


def order_late_rolls(resolution: Resolution) -> None:
    """Sets the order of round 2 by the rolls of the first turns; creatures with an unanswered die come last."""
    fight = resolution.fight
    if fight.round == 2 and rolls_late(fight) and not has_round_zero(fight):
        known = initiative.sorted_order(resolution)
        turn_order.set_order(resolution, (*known, *(each for each in fight.order if each not in known)))


def end_temporary_hit_points(resolution: Resolution, creature: str) -> None:
    """Ends temporary hit points when initiative is rolled (§Temporary Hit Points)."""
    if resolution.option("temp_hp_reset"):
        resolution.change(creature, "temp_hp", 0, message("temporary gone"))


def refresh_interrupt(resolution: Resolution, creature: str) -> None:
    """Restores the interrupt action after the end of a turn (§Interrupt Actions)."""
    actions = resolution.state(creature).actions
    resolution.change(creature, "actions", (*actions[:-1], 1))


def end_lapsed_delay(resolution: Resolution, creature: str) -> None:
    """Ends a delayed turn when the creature's regular turn comes first (§Delay)."""
    resolution.say("delay over", creature)
    resolution.remember(first_of_turn(creature), 0)  # so that effects added while it waited count
    turn.end_delayed(resolution, creature)


def take_readied_action(resolution: Resolution, creature: str, current: str) -> None:
    """Takes the readied action before its trigger; in the next round it replaces the creature's turn."""
    if delay.interrupt_turn(resolution, creature, current):
        delay.act_for_turn(resolution, creature)


PLAY = Play(
    initiative=InitiativeRules(
        has_surprise=False,
        before_first_round=open_fight,
        after_round_zero=end_ambush,
        rank=initiative_rank,
        has_round_zero=has_round_zero,
        acts_this_round=acts_this_round,
        rolls_with=rolls_with,
        latecomers_share=True,
        waits_for_round_one=waits_for_round_one,
        is_order_fixed=is_order_fixed,
        after_roll=end_temporary_hit_points,
    ),
    turn=TurnRules(
        boundary_effects={
            persistent_damage: "damage",
            roll_other_saves: "save",
            recoveries.regenerate: "regeneration",
            boundary_phases.death_save_if_dying: "death save",
        },
        start=(
            roll_late,
            note_turn_start,
            boundary_phases.death_save_if_dying,
            expiry.expire_at_start,
            recoveries.regenerate,
            powers.roll_refresh,
            mention_confusion,
            boundary_phases.reminders_at_start,
        ),
        end=(
            persistent_damage,
            roll_other_saves,
            turn.lapse_unmaintained,
            boundary_phases.reminders_at_end,
            expiry.expire_at_end,
            refresh_interrupt,
        ),
        round_start=(advance_escalation, order_late_rolls, expiry.count_rounds_down),
        of_effects=frozenset((persistent_damage, roll_other_saves, turn.lapse_unmaintained)),
    ),
    delay=DelayRules(into_next_round=True, turn_start=(note_turn_start,), lapse=end_lapsed_delay),
    ready=ReadyRules(cost="standard", act=take_readied_action),
    verbs=VERB_RULES,
    do_actions=ACTIONS,
    attacks=AttackRules(
        before=engage_targets,
        modifiers=attack_rules.situation,
        hit_and_crit=attack_rules.hit_and_crit,
        without_roll=attack_rules.resolve_without_roll,
        further_dice=attack_rules.further_dice,
        after_roll=attack_rules.after_roll,
        before_lines=attack_rules.unless_attack_roll(attack_rules.note_opportunity),
        after=attack_rules.after_attack,
    ),
    stack_effect=stack_effect,
    damage=DamageRules(
        abilities=("str", "con", "dex", "int", "wis", "cha"),
        crits_share_roll=True,
        multiplies_crits=True,
        persistent_by_name=True,
        critical=attack_rules.critical,
        deal=damage.deal,
        ability_bonus=ability_bonus(champion=2, epic=3),
    ),
    checks=CheckRules(ability=skill_bonus),
    answers={
        recoveries.RALLY: recoveries.answer_rally,
        recoveries.RECOVERY: recoveries.answer_recovery,
        recoveries.ON_CREDIT: recoveries.answer_recovery,
        DISENGAGE: answer_disengage,
        STABILIZE: answer_stabilize,
        LASH_OUT: answer_lash_out,
    },
    health_changes=replace(HIT_POINT_CHANGES, revive=dying.revive),
    death=DeathRules(
        save_needs=16,
        needs_save=dying.faces_death,
        save=dying.death_save,
        knocked_out_later=True,
    ),
    rest=RestRules(
        lasting_uses=rests.lost_marks,
        after_fight=(rests.end_battle,),
        recover=recoveries.recover,
        recovery_bonus=recoveries.bonus_to_dice,
        dice_range=range_of_dice,
        rally=recoveries.rally,
        saves_to_rally=True,
        answer_dice=recoveries.roll_asked_dice,
        asked_dice=recoveries.asked_dice,
        healing_questions=(recoveries.RECOVERY,),
        rests=rests.rests,
        short=rests.quick_rest,
        long=rests.full_heal_up,
    ),
    after=AfterRules(failed_recharge=rests.lose_until_next_battle),
    habits=Habits(get_free=DISENGAGE, knows_who_is_near=True),
)
