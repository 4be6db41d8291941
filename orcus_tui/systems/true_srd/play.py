"""The rules of the True SRD that change a fight. Sources are sections of the True SRD."""

from msgspec.structs import replace

from orcus_tui.errors import Impossible
from orcus_tui.model.duration import UNTIL_REMOVED
from orcus_tui.model.effect import Effect
from orcus_tui.rules import boundary_phases, expiry
from orcus_tui.rules.in_force import has_dying_condition
from orcus_tui.rules.system.actions import ActionCosts
from orcus_tui.rules.system.attacks import AttackRules
from orcus_tui.rules.system.damage import DamageRules
from orcus_tui.rules.system.habits import Habits
from orcus_tui.rules.system.health import DeathRules, HealthChanges, RestRules
from orcus_tui.rules.system.play import AfterRules, Play
from orcus_tui.rules.system.resolution import Resolution
from orcus_tui.rules.system.saves import SaveRolls
from orcus_tui.rules.system.turn import DelayRules, InitiativeRules, ReadyRules, TurnRules
from orcus_tui.systems.true_srd import attacks as attack_rules
from orcus_tui.systems.true_srd import (
    checks,
    dying,
    fatigue,
    hazards,
    hits,
    mounts,
    order,
    rests,
    rounds,
    toughness,
    track_effects,
)
from orcus_tui.systems.true_srd.actions import ACTIONS, cost_now
from orcus_tui.systems.true_srd.opposed_actions import begin_grappling, end_grappling


def after_change(resolution: Resolution, creature: str) -> None:
    """Applies the consequences of a change of a creature's track or conditions."""
    begin_grappling(resolution, creature)
    fatigue.combine_fatigue(resolution, creature)
    mounts.dismount_riders(resolution, creature)
    mounts.roll_for_saddle(resolution, creature)
    dying.debilitate(resolution, creature)


def after_effect_end(resolution: Resolution, creature: str, ended: Effect) -> None:
    """Ends the effects that depend on an effect that has ended."""
    end_grappling(resolution, creature, ended)
    hazards.breathe_again(resolution, creature, ended)
    rounds.forget_rounds(resolution, ended)
    dying.debilitate(resolution, creature)


def refuse_recovery(resolution: Resolution, creature: str, rolled: int | None) -> None:  # noqa: ARG001  # shared signature
    """Refuses `recover`: the True SRD has nothing to spend."""
    raise Impossible(
        f"{resolution.system.display_name} has no recoveries: {resolution.system.health.instead.format(creature)}"
    )


def refuse_rally(resolution: Resolution, creature: str) -> None:
    """Refuses `rally`: the True SRD has no such action."""
    raise Impossible(
        f"{resolution.system.display_name} has no rally: {resolution.system.health.instead.format(creature)}"
    )


PLAY = Play(
    initiative=InitiativeRules(
        before_first_round=order.open_fight,
        after_round_zero=order.end_surprise_round,
        rank=order.initiative_rank,
        has_round_zero=order.has_round_zero,
        acts_this_round=order.acts_this_round,
        never_rolls=order.is_object,
        waits_for_round_one=order.waits_for_round_one,
        rolls_with=order.rolls_with,
        before_move=rounds.leave_places,
    ),
    turn=TurnRules(
        boundary_effects={hazards.persistent_damage: "damage", dying.dying_check: "death save", order.end_delay: "end"},
        phase_options={dying.dying_check: ("dying", "round")},
        start=(
            order.end_flat_footed,
            rounds.count_rounds,
            expiry.expire_at_start,
            dying.begin_dying,
            hazards.die_of_suffocation,
            dying.dying_check,
            fatigue.tire_after_effort,
            hazards.persistent_damage,
            hazards.face_hazards,
            boundary_phases.reminders_at_start,
        ),
        end=(boundary_phases.reminders_at_end, track_effects.begin_lost_turn, expiry.expire_at_end),
        round_start=(expiry.count_rounds_down, order.move_up),
    ),
    delay=DelayRules(
        begin=rounds.leave_place,
        turn_start=(rounds.count_rounds_at_delayed_turn, order.mention_rivals),
        run_out=order.end_delay,
        floor=order.delay_floor,
        rank=order.delay_rank,
    ),
    ready=ReadyRules(cost="standard", act=order.take_readied_action),
    verbs={"refocus": order.refocus, "fatigue": fatigue.fatigue},
    do_actions=ACTIONS,
    costs=ActionCosts(now=cost_now, of_attack=attack_rules.attack_cost),
    attacks=AttackRules(
        modifiers=attack_rules.situation,
        check_coup=attack_rules.check_coup,
        hit_and_crit=attack_rules.hit_and_crit,
        further_dice=hits.further_dice,
        without_roll=attack_rules.resolve_without_roll,
        after_roll=hits.after_roll,
        after=attack_rules.refuse_unused_face,
        defenses_met=attack_rules.defenses_against,
    ),
    damage=DamageRules(
        persistent_lasts=UNTIL_REMOVED,
        is_bonus=True,
        critical=attack_rules.critical,
        deal=toughness.deal,
        after=attack_rules.after_damage,
    ),
    checks=replace(checks.CHECKS, hazards=hazards.CHECKED),
    save_rolls=SaveRolls(against_powers=checks.saving_throw_modifiers, question_needs=toughness.question_needs),
    answers={**attack_rules.ANSWERS, **checks.ANSWERS, **hazards.ANSWERS, **mounts.ANSWERS},
    health_changes=HealthChanges(
        knock_out=track_effects.knock_out,
        stabilize=track_effects.stabilize,
        revive=track_effects.revive,
    ),
    death=DeathRules(
        fall_messages=track_effects.FALLS,
        save_needs=dying.CHECK,
        after=(track_effects.mark_dead,),
        needs_save=has_dying_condition,
        save=dying.death_save,
        save_modifiers=dying.constitution,
    ),
    rest=RestRules(
        after_fight=(rests.end_fight,),
        recover=refuse_recovery,
        rally=refuse_rally,
        healing_questions=(checks.RECOVERY,),
        helps=rests.helps,
        short=rests.hour_of_rest,
        long=rests.night_of_rest,
        more={"minute": rests.minute_of_rest},
        seconds={"minute": 60, "short": 3600, "long": rests.HOURS * 3600},
    ),
    after=AfterRules(
        change=after_change,
        effect_end=after_effect_end,
        correction=track_effects.follow_track,
        counter=fatigue.apply_conviction,
    ),
    habits=Habits(get_up="stand"),
)
