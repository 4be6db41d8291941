"""The True SRD, with Toughness saves and a damage track. Sources are sections of its playing rules."""

from msgspec.structs import replace

from orcus_tui.model.duration import UNTIL_REMOVED
from orcus_tui.model.effect import Effect
from orcus_tui.rules import boundary_phases, expiry
from orcus_tui.rules.in_force import conditions_in_force, has_dying_condition
from orcus_tui.rules.resolution import Impossible
from orcus_tui.rules.system import (
    SHARED_OPTIONS,
    AfterRules,
    Bonuses,
    Counters,
    FightView,
    Resolution,
    System,
    SystemVerb,
)
from orcus_tui.rules.system.actions import ActionKind, ActionRules
from orcus_tui.rules.system.attacks import AttackRules
from orcus_tui.rules.system.conditions import Conditions
from orcus_tui.rules.system.creatures import Creatures
from orcus_tui.rules.system.damage import DamageRules
from orcus_tui.rules.system.habits import Habits
from orcus_tui.rules.system.health import DeathRules, HealthRules, RestRules
from orcus_tui.rules.system.saves import SaveRules
from orcus_tui.rules.system.turn import DelayRules, InitiativeRules, ReadyRules, TurnRules
from orcus_tui.rules.system.words import ENDS_TURN, Words
from orcus_tui.systems.true_srd import (
    abilities,
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
from orcus_tui.systems.true_srd import attacks as attack_rules
from orcus_tui.systems.true_srd.actions import ACTIONS, begin_grappling, end_grappling
from orcus_tui.systems.true_srd.conditions import ALIASES, CONDITIONS, VARIANTS
from orcus_tui.systems.true_srd.full_actions import cost_now
from orcus_tui.systems.true_srd.messages import MESSAGES
from orcus_tui.systems.true_srd.options import OPTIONS

RECOVER = "`check {0} recovery` erases a condition, `set {0} track.hurt 0` a tally"


def is_down(view: FightView, creature: str) -> bool:
    """Whether a creature is unconscious, for any reason."""
    return "unconscious" in conditions_in_force(view, creature)


def is_staggered(view: FightView, creature: str) -> bool:
    """Whether a creature is staggered, by the track or an effect."""
    return "staggered" in conditions_in_force(view, creature)


def after_change(resolution: Resolution, creature: str) -> None:
    """Applies the consequences of a change of a creature's track or conditions."""
    begin_grappling(resolution, creature)
    fatigue.combine_fatigue(resolution, creature)
    mounts.dismount_riders(resolution, creature)
    mounts.roll_for_saddle(resolution, creature)
    abilities.debilitate(resolution, creature)


def after_effect_end(resolution: Resolution, creature: str, ended: Effect) -> None:
    """Ends the effects that depend on an effect that has ended."""
    end_grappling(resolution, creature, ended)
    hazards.breathe_again(resolution, creature, ended)
    rounds.forget_rounds(resolution, ended)
    abilities.debilitate(resolution, creature)


def refuse_recovery(resolution: Resolution, creature: str, rolled: int | None) -> None:  # noqa: ARG001  # shared signature
    """Refuses `recover`: the True SRD has nothing to spend."""
    raise Impossible(f"{resolution.system.display_name} has no recoveries: {RECOVER.format(creature)}")


def refuse_rally(resolution: Resolution, creature: str) -> None:
    """Refuses `rally`: the True SRD has no such action."""
    raise Impossible(f"{resolution.system.display_name} has no rally: {RECOVER.format(creature)}")


VERBS = (
    SystemVerb(
        "refocus", "", "takes a full action; from the next round its initiative counts as a roll of 20", order.refocus
    ),
    SystemVerb("fatigue", "TARGET", "adds a level of fatigue now", fatigue.fatigue, in_powers=True),
)

TRUE_SRD = System(
    id="true-srd",
    title="True SRD",
    short_title="the True SRD",
    words=Words(
        messages=MESSAGES,
        aura_at_turn_end=ENDS_TURN,
        terms={
            **{each: each.capitalize() for each in ("str", "dex", "con", "int", "wis", "cha")},
            "toughness": "Toughness save",
            "death save": "dying check",
            "nonlethal": "non-lethal",
        },
        verbs={
            "persist": "damage every turn until removed; NAME is what it comes from",
            "deathsave": "a dying check now",
            "rest": "a minute's rest, an hour's (`short`), or ten hours' (`long`)",
        },
        defenses=("defense", "dodge", "parry", "toughness", "fortitude", "reflex", "will"),
        defense_aliases={"tough": "toughness", "fort": "fortitude", "ref": "reflex"},
        attackable=("defense", "dodge", "parry"),
        defense_parts={"dodge": ("defense", "dodge"), "parry": ("defense", "parry")},
        stat_groups={"defenses": ("defense", "dodge", "parry"), "saves": ("toughness", "fortitude", "reflex", "will")},
        damage_types=("lethal", "nonlethal"),
        damage_aliases={"non-lethal": "nonlethal"},
        ranges=("melee", "ranged"),
    ),
    options={**OPTIONS, **SHARED_OPTIONS},
    creatures=Creatures(kinds=dying.KINDS),
    health=HealthRules(
        name="damage track",
        fields=("track",),
        needed=("track",),
        instead=RECOVER,
        begin=track_effects.begin,
        figure=track_effects.figure,
        in_brief=track_effects.in_brief,
        in_full=track_effects.in_full,
        remaining=track_effects.remaining,
        boxes=track_effects.boxes,
        is_badly_hurt=track_effects.is_badly_hurt,
        standing_figure=track_effects.standing_figure,
        as_printed=track_effects.as_printed,
        topics=("track",),
        is_change=track_effects.is_change,
        is_staggered=is_staggered,
        why_implied=track_effects.why_implied,
        knock_out=track_effects.knock_out,
        stabilize=track_effects.stabilize,
        revive=track_effects.revive,
    ),
    bonuses=Bonuses(depend_on_ability=abilities.DEPEND),
    conditions=Conditions(
        table=CONDITIONS, aliases=ALIASES, by_option=VARIANTS, implied=track_effects.derived_conditions
    ),
    counters=Counters(after_set=fatigue.apply_conviction),
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
    actions=ActionRules(
        kinds=(ActionKind("standard", 1), ActionKind("move", 1, traded_from=("standard",))),
        compounds={"full": ("standard", "move")},
        aliases={"attack": "standard"},
        table=ACTIONS,
        has_opportunities=False,
        moving_provokes=True,
        for_turn=order.turn_actions,
        attack_cost=attack_rules.attack_cost,
        cost_now=cost_now,
    ),
    delay=DelayRules(
        begin=rounds.leave_place,
        turn_start=(rounds.count_rounds_at_delayed_turn, order.mention_rivals),
        run_out=order.end_delay,
        floor=order.delay_floor,
        rank=order.delay_rank,
    ),
    ready=ReadyRules(cost="standard", act=order.take_readied_action),
    attacks=AttackRules(
        manners=attack_rules.MANNERS,
        modifiers=attack_rules.situation,
        check_coup=attack_rules.check_coup,
        hit_and_crit=attack_rules.hit_and_crit,
        further_dice=hits.further_dice,
        without_roll=attack_rules.resolve_without_roll,
        after_roll=hits.after_roll,
        defenses_met=attack_rules.defenses_against,
        defense_modifiers=toughness.defense_changes,
    ),
    damage=DamageRules(
        persistent_lasts=UNTIL_REMOVED,
        is_bonus=True,
        critical=attack_rules.critical,
        deal=toughness.deal,
        after=attack_rules.after_damage,
    ),
    saves=SaveRules(
        needs=15,
        degrees={},
        of_powers=checks.SAVES,
        against_powers=checks.saving_throw_modifiers,
        question_needs=toughness.question_needs,
    ),
    checks=replace(checks.CHECKS, hazards=hazards.CHECKED),
    death=DeathRules(
        fall_messages=track_effects.FALLS,
        save_needs=dying.CHECK,
        after=(track_effects.mark_dead,),
        is_down=is_down,
        needs_save=has_dying_condition,
        save=dying.death_save,
        save_modifiers=dying.constitution,
    ),
    rest=RestRules(
        after_fight=(rests.end_fight,),
        recover=refuse_recovery,
        rally=refuse_rally,
        healing_questions=(checks.RECOVERY,),
        short=rests.hour_of_rest,
        long=rests.night_of_rest,
        more={"minute": rests.minute_of_rest},
        seconds={"minute": 60, "short": 3600, "long": rests.HOURS * 3600},
    ),
    after=AfterRules(change=after_change, effect_end=after_effect_end, correction=track_effects.follow_track),
    habits=Habits(get_up="stand"),
    verbs=VERBS,
    answers={**attack_rules.ANSWERS, **checks.ANSWERS, **hazards.ANSWERS, **mounts.ANSWERS},
)
