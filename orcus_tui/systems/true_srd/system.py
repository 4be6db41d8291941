"""The True SRD: no hit points, but Toughness saves and a damage track. Sources are sections of its playing rules."""

from orcus_tui.model.effect import Effect
from orcus_tui.model.fight import Fight
from orcus_tui.rules import boundary_phases, effects
from orcus_tui.rules.resolution import Impossible, Resolution
from orcus_tui.rules.stats import conditions_in_force
from orcus_tui.rules.system import Action, Damage, System, TrackRules
from orcus_tui.systems.true_srd import attacks as blows
from orcus_tui.systems.true_srd import dying, marks, order
from orcus_tui.systems.true_srd.conditions import ALIASES, CONDITIONS, VARIANTS
from orcus_tui.systems.true_srd.options import OPTIONS
from orcus_tui.systems.true_srd.verbs import MANEUVERS, VERBS, hold_ends, keep_hold

RECOVER = "`check {0} recovery` erases a condition, `set {0} track.hurt 0` a tally"


def is_down(fight: Fight, creature: str) -> bool:
    """Unconscious, however it came to be."""
    return "unconscious" in conditions_in_force(TRUE_SRD, fight, creature)


def faces_death(fight: Fight, creature: str) -> bool:
    """The dying (§Dying)."""
    return dying.is_dying(TRUE_SRD, fight, creature)


def lasting_damage(resolution: Resolution, creature: str) -> None:
    """What burns or eats at a creature, each turn; of one name only the worst counts (§Catching on Fire)."""
    worst: dict[object, Effect] = {}
    for effect in resolution.state(creature).effects:
        key = effect.id if effect.name == "persistent" else effect.name
        if effect.kind == "persistent" and (key not in worst or (effect.amount or 0) > (worst[key].amount or 0)):
            worst[key] = effect
    for effect in worst.values():
        if resolution.state(creature).life != "dead":
            types = tuple(effect.type.split("+")) if effect.type else ()
            cause = "" if effect.name == "persistent" else effect.name
            blows.deal(resolution, Damage(creature, effect.amount or 0, types, persistent=True, cause=cause))


def no_recoveries(resolution: Resolution, creature: str, rolled: int | None) -> None:  # noqa: ARG001  # called alike
    """There is nothing to spend."""
    raise Impossible(f"{resolution.system.title} has no recoveries: {RECOVER.format(creature)}")


def no_rally(resolution: Resolution, creature: str) -> None:
    """There is no such action."""
    raise Impossible(f"{resolution.system.title} has no rally: {RECOVER.format(creature)}")


TRUE_SRD = System(
    id="true-srd",
    title="True SRD",
    defenses=("defense", "dodge", "parry", "toughness", "fortitude", "reflex", "will"),
    defense_aliases={"tough": "toughness", "fort": "fortitude", "ref": "reflex"},
    attacked=("defense", "dodge", "parry"),
    defense_parts={"dodge": ("defense", "dodge"), "parry": ("defense", "parry")},
    stat_groups={
        "defenses": ("defense", "dodge", "parry"),
        "saves": ("toughness", "fortitude", "reflex", "will"),
    },
    kinds=dying.KINDS,
    actions=(Action("standard", 1), Action("move", 1, traded_from=("standard",))),
    compound_actions={"full": ("standard", "move")},
    action_aliases={"attack": "standard"},
    conditions=CONDITIONS,
    condition_aliases=ALIASES,
    variants=VARIANTS,
    options=OPTIONS,
    maneuvers=MANEUVERS,
    verbs=VERBS,
    damage_types=("lethal", "nonlethal"),
    damage_aliases={"non-lethal": "nonlethal"},
    ranges=("melee", "ranged"),
    manners=("coup", "charge"),
    has_hit_points=False,
    damage_is_bonus=True,
    track=TrackRules(RECOVER, marks.knock_out, marks.revive, marks.stabilize),
    one_opportunity_each=False,
    save_needs=15,
    save_degrees={},
    death_save_needs=dying.CHECK,
    brings={lasting_damage: "damage", dying.dying_check: "death save", order.delay_runs_out: "end"},
    only_with={dying.dying_check: ("dying", "round")},
    turn_start=(
        order.stands_ready,
        effects.expire_at_start,
        dying.begin_dying,
        dying.dying_check,
        dying.tire_of_effort,
        lasting_damage,
        boundary_phases.reminders_at_start,
    ),
    turn_end=(boundary_phases.reminders_at_end, marks.begin_lost_turn, effects.expire_at_end),
    delayed_turn_start=(order.tell_of_rivals,),
    round_start=(effects.count_rounds_down, order.move_up),
    before_first_round=order.open_fight,
    after_round_zero=order.after_surprise,
    after_finish=(dying.fight_over,),
    after_death=(marks.mark_dead,),
    derived_conditions=marks.derived_conditions,
    is_down=is_down,
    initiative_rank=order.initiative_rank,
    has_round_zero=order.has_round_zero,
    acts_this_round=order.acts_this_round,
    turn_actions=order.turn_actions,
    situation=blows.situation,
    check_coup=blows.check_coup,
    verdict=blows.verdict,
    is_threat=blows.is_threat,
    critical=blows.critical,
    deal=blows.deal,
    faces_death=faces_death,
    death_save=dying.death_save,
    recover=no_recoveries,
    rally=no_rally,
    ready_cost=order.ready_cost,
    readied_action=order.readied_action,
    delay_runs_out=order.delay_runs_out,
    short_rest=dying.hour_of_rest,
    long_rest=dying.night_of_rest,
    waits_for_round_one=order.waits_for_round_one,
    resolve_without_roll=blows.resolve_without_roll,
    after_roll=blows.after_roll,
    after_damage=blows.after_damage,
    after_attack=blows.after_attack,
    meets=blows.meets,
    defense_changes=blows.defense_changes,
    attack_cost=blows.attack_cost,
    death_save_modifiers=dying.constitution,
    rolls_with=order.rolls_with,
    delay_floor=order.delay_floor,
    delay_rank=order.delay_rank,
    leaves_place=order.leaves_place,
    after_change=keep_hold,
    after_effect=hold_ends,
    after_correction=marks.follow_track,
    after_counter=dying.conviction_spent,
    settle=dying.settle,
    answered={blows.TOUGHNESS: blows.answered},
)
