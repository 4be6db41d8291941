"""The rules of Orcus that change a fight. Sources are sections of the Orcus rulebook."""

from orcus_tui.errors import Impossible
from orcus_tui.model.clock import time_text
from orcus_tui.model.duration import Duration
from orcus_tui.model.fight import Fight
from orcus_tui.model.message import message
from orcus_tui.model.turn_places import is_in_turn, place_of_turn
from orcus_tui.rules import boundary_phases, delay, effects, expiry, forms, life, powers, rest, saves, turn
from orcus_tui.rules.actions import ACTION_POINT, refuse_barred, spend_for, take, use_once, use_until_next_turn
from orcus_tui.rules.hit_point_changes import HIT_POINT_CHANGES
from orcus_tui.rules.in_force import has_dying_condition
from orcus_tui.rules.system import chosen
from orcus_tui.rules.system.attacks import AttackRules
from orcus_tui.rules.system.damage import DamageRules
from orcus_tui.rules.system.habits import Habits
from orcus_tui.rules.system.health import DeathRules, RestRules
from orcus_tui.rules.system.play import AfterRules, Play
from orcus_tui.rules.system.resolution import Resolution
from orcus_tui.rules.system.turn import DelayRules, InitiativeRules, ReadyRules, TurnRules
from orcus_tui.systems.orcus import attacks, damage, dying
from orcus_tui.systems.orcus.actions import ACTIONS, CHECKS
from orcus_tui.systems.orcus.conditions import is_good, orcus_conditions
from orcus_tui.systems.orcus.options import OPTIONS
from orcus_tui.systems.orcus.recoveries import rally, recover
from orcus_tui.systems.orcus.vanishing import (
    act_alone,
    forget_recoveries,
    vanish_after_fight,
    vanish_in_time,
    vanish_with_creator,
)

STREAK = "streak"
"""The counter of encounters since a long rest, which every creature has."""
HOUR = 3600
LONG_REST = 6 * HOUR


# Order and actions


def has_round_zero(fight: Fight) -> bool:
    """Whether the fight opens with a round for the creatures that are not surprised (§Surprised)."""
    separate = chosen(OPTIONS, fight, "surprise") == "separate_round"
    return separate and boundary_phases.is_any_surprised(fight)


def acts_this_round(fight: Fight, creature: str) -> bool:
    """Whether a creature acts in this round: in the surprise round, only if it is not surprised."""
    return fight.round > 0 or not boundary_phases.is_surprised(fight, creature)


def apply_surprise(resolution: Resolution) -> None:
    """Makes creatures surprised until their first turn or the surprise round ends (§Surprise)."""
    until = Duration("words", words="the surprise round ends") if has_round_zero(resolution.fight) else None
    boundary_phases.apply_surprise(resolution, until)
    for creature in resolution.fight.states:
        forget_recoveries(resolution, creature)


def count_free_actions(resolution: Resolution, creature: str) -> None:
    """Notes more than one free action in a turn, by option (§One Free Action per Turn)."""
    fight = resolution.fight
    if resolution.option("free_actions") != "one" or not fight.active:
        return
    turn_number = fight.round * (len(fight.order) + 1) + place_of_turn(fight) + 1
    what = f"free action of {creature}"
    if fight.system_memory.get(what) == turn_number:
        resolution.say("free action again", creature)
    resolution.remember(what, turn_number)


# Death, action points


def action_point(resolution: Resolution, creature: str) -> None:
    """Gives an extra action in its turn: for heroes once an encounter, for monsters once a turn (§Action Points)."""
    fight, state, name = resolution.fight, resolution.state(creature), resolution.name(creature)
    hero = resolution.sheet(creature).kind == "pc"
    if state.action_points <= 0:
        raise Impossible(f"{name} has no action points left")
    if fight.phase == "turns" and fight.round == 0:
        resolution.forbid("no points in surprise")
    if fight.phase == "turns" and creature != fight.readied_actor and not is_in_turn(fight, creature):
        resolution.forbid("own turn only", who=creature)
    spend_for(resolution, creature, "free")  # refused if a condition allows no actions
    refuse_barred(resolution, creature, "action point", "spends no points")
    if ACTION_POINT in state.used_until_next_turn:
        resolution.forbid("point this turn", who=creature)
    elif ACTION_POINT in state.used and (hero or resolution.option("monster_ap_limit") == "encounter"):
        resolution.forbid("point this encounter", who=creature)
    resolution.change(creature, "action_points", state.action_points - 1)
    use_once(resolution, creature, ACTION_POINT)
    use_until_next_turn(resolution, creature, ACTION_POINT)
    take(resolution, creature, "standard", -1, message("spends action point", left=state.action_points - 1))


# Phases of the turn's boundary


def death_save_at_start(resolution: Resolution, creature: str) -> None:
    """A death save for a creature that began the turn at 0 hit points or fewer (§Death Saving Throws)."""
    if not has_dying_condition(resolution.view, creature) or resolution.option("death_save_timing") != "start":
        return
    running = resolution.fight.turn
    began_down = running and (running.began_down if running.creature == creature else creature in running.companions)
    if began_down or not resolution.option("death_save_snapshot"):
        saves.death_save(resolution, creature)


def death_save_at_end(resolution: Resolution, creature: str) -> None:
    """A death save at the end of each turn, by option (§Dying)."""
    if _has_save_at_end(resolution, creature) and not chooses_order(resolution, creature):
        saves.death_save(resolution, creature)


def chooses_order(resolution: Resolution, creature: str) -> bool:
    """Whether a creature chooses the best order for the effects at the end of its turn (§The End of Your Turn)."""
    return resolution.sheet(creature).side == "party" and resolution.option("end_order") == "favour"


def end_penalties_early(resolution: Resolution, creature: str) -> None:
    """Ends penalties that last until the end of this turn, before the saves, for a creature that chooses the order."""
    for effect in resolution.fight.states[creature].effects:
        if effect.kind != "bonus" or (effect.amount or 0) >= 0:
            continue
        until = effect.duration
        ends_now = until.anchor == creature and until.ending in ("end", "this turn") and not until.skips
        if ends_now and chooses_order(resolution, creature):
            effects.end(resolution, creature, effect, effects.EXPIRED)


def chosen_death_save(resolution: Resolution, creature: str) -> None:
    """A death save at the end of the turn before bonuses end, for a creature that chooses the order."""
    if _has_save_at_end(resolution, creature) and chooses_order(resolution, creature):
        saves.death_save(resolution, creature)


def _has_save_at_end(resolution: Resolution, creature: str) -> bool:
    """Whether a creature is dying and makes its death saves at the end of its turns."""
    return has_dying_condition(resolution.view, creature) and resolution.option("death_save_timing") == "end"


def begin_delay(resolution: Resolution, creature: str) -> None:
    """Ends helpful effects that last until the end of the turn, and sustained effects (§Delay)."""
    for bearer, effect in list(effects.all_effects(resolution)):
        duration = effect.duration
        with_this_turn = duration.anchor == creature and duration.ending in ("end", "this turn") and not duration.skips
        if with_this_turn and is_good(effect):
            effects.end_if_there(resolution, bearer, effect, message("delayed"))
    for effect in [each for each in resolution.state(creature).effects if each.maintain]:
        turn.lapse(resolution, creature, effect)


def expire_when_delayed(resolution: Resolution, creature: str) -> None:
    """Ends effects that last until the start of a delayed creature's turn when it acts, by option."""
    if resolution.option("delay_steps") == "acting":
        expiry.expire_at_start(resolution, creature)


def end_delay(resolution: Resolution, creature: str) -> None:
    """Wastes the delayed turn of a creature that has not acted by the end of the round (§Delay)."""
    if resolution.option("delay_steps") == "acting":
        turn.drop_delay(resolution, creature, message("turn wasted", who=creature))
    else:
        turn.waste_delayed_turn(resolution, creature)


def take_readied_action(resolution: Resolution, creature: str, current: str) -> None:
    """Takes the readied action; in the next round it replaces the creature's turn (§Ready)."""
    if creature == current:
        resolution.forbid("readied in own turn", who=creature)
    readied_earlier = delay.interrupt_turn(resolution, creature, current)
    if readied_earlier and resolution.option("ready_next_round_steps"):
        _, _, _, immediate = resolution.system.actions.for_turn(resolution.fight, creature)
        resolution.change(creature, "actions", (*resolution.state(creature).actions[:3], immediate))
        delay.act_for_turn(resolution, creature)


def expire_if_gone(resolution: Resolution, creature: str) -> None:
    """Ends effects that wait for the turn of a dead or absent creature, by option."""
    if resolution.option("ghost_anchor") == "expire_on_removal":
        expiry.expire_anchored_to(resolution, creature)


HOVERS = "hover"
"""The word in a printed speed for a creature that hovers."""


def remind_flyers(resolution: Resolution, creature: str) -> None:
    """Logs when a flyer falls, unless it hovers (§Flying Movement)."""
    is_flying = "flying" in orcus_conditions(resolution.view, creature)
    if is_flying and HOVERS not in resolution.sheet(creature).speed.casefold():
        resolution.say("flyer falls", creature)


def count_streak(resolution: Resolution, creature: str) -> None:
    """Gives a hero an action point for every second encounter without a long rest (§Streak)."""
    state = resolution.state(creature)
    if resolution.sheet(creature).kind != "pc" or state.life == "dead":
        return
    encounters = state.counters.get(STREAK, 0) + 1
    resolution.change(creature, "counters", {**state.counters, STREAK: encounters})
    if encounters % 2 == 0:
        points = state.action_points + 1
        resolution.change(creature, "action_points", points, message("streak"))


def short_rest(resolution: Resolution, creature: str) -> None:
    """Restores encounter powers, and ends temporary hit points and failed death saves (§Short Rest)."""
    state = resolution.state(creature)
    rest.end_saveable(resolution, creature)
    effects.end_temporary(resolution, creature, rest.RESTED)
    rest.regain_powers(resolution, creature, ("encounter", "refresh", "recharge"))
    for field, value in (("temp_hp", 0), ("death_failures", 0), ("death_successes", 0)):
        resolution.change(creature, field, value)
    rest.forget_uses(resolution, creature)
    if state.life == "knocked out":
        life.set_hit_points(resolution, creature, 1, 0, message("comes to"))


def note_long_rest(resolution: Resolution, creature: str) -> None:
    """Remembers the end of a long rest; logs a note if the last long rest was less than a day ago (§Long Rest)."""
    key, now = f"long rest: {creature}", resolution.fight.clock
    last = resolution.fight.system_memory.get(key)
    if last is not None and now - last < 24 * HOUR:
        resolution.say("long rest again", creature, time=time_text(now - last))
    resolution.remember(key, now + LONG_REST)


def long_rest(resolution: Resolution, creature: str) -> None:
    """Restores all hit points, recoveries and powers, and gives an action point (§Long Rest)."""
    note_long_rest(resolution, creature)
    short_rest(resolution, creature)
    sheet, state = resolution.sheet(creature), resolution.state(creature)
    rest.regain_powers(resolution, creature, ("daily",))
    forms.heal_fully(resolution, creature, message("is rested"))
    if sheet.max_recoveries is not None:
        resolution.change(creature, "recoveries", sheet.max_recoveries)
    resolution.change(creature, "action_points", resolution.system.creatures.kinds[sheet.kind].action_points)
    if STREAK in state.counters:
        resolution.change(creature, "counters", {**state.counters, STREAK: 0})


PLAY = Play(
    initiative=InitiativeRules(
        surprise_condition=boundary_phases.SURPRISED,
        before_first_round=apply_surprise,
        after_round_zero=boundary_phases.end_surprise,
        has_round_zero=has_round_zero,
        acts_this_round=acts_this_round,
    ),
    turn=TurnRules(
        boundary_effects={
            damage.persistent_damage: "damage",
            death_save_at_start: "death save",
            death_save_at_end: "death save",
            chosen_death_save: "death save",
            expire_when_delayed: "start",
            end_delay: "end",
        },
        phase_options={
            death_save_at_start: ("death_save_timing", "start"),
            death_save_at_end: ("death_save_timing", "end"),
            chosen_death_save: ("death_save_timing", "end"),
            expire_when_delayed: ("delay_steps", "acting"),
            end_delay: ("delay_steps", "original"),
        },
        start=(
            damage.persistent_damage,
            boundary_phases.regeneration,
            powers.refresh_dice,
            death_save_at_start,
            expiry.expire_at_start,
            boundary_phases.reminders_at_start,
        ),
        end=(
            end_penalties_early,
            boundary_phases.saving_throws,
            turn.lapse_unmaintained,
            boundary_phases.reminders_at_end,
            remind_flyers,
            chosen_death_save,
            expiry.expire_at_end,
            death_save_at_end,
        ),
        round_start=(expiry.count_rounds_down,),
        of_effects=frozenset(
            (
                damage.persistent_damage,
                death_save_at_start,
                end_penalties_early,
                boundary_phases.saving_throws,
                turn.lapse_unmaintained,
                remind_flyers,
                chosen_death_save,
                death_save_at_end,
            )
        ),
    ),
    delay=DelayRules(begin=begin_delay, turn_start=(expire_when_delayed,), run_out=end_delay),
    ready=ReadyRules(cost="standard", act=take_readied_action),
    do_actions=ACTIONS,
    action_point=action_point,
    attacks=AttackRules(
        check=attacks.check,
        can_affect=attacks.can_affect,
        modifiers=attacks.modifiers,
        advantages=attacks.advantages,
        hit_and_crit=attacks.hit_and_crit,
        is_expended=attacks.is_expended,
        before_lines=attacks.before_lines,
    ),
    damage=DamageRules(
        critical=attacks.critical, deal=damage.deal, after=attacks.kill_by_coup, without=attacks.reward_harmless_crit
    ),
    checks=CHECKS,
    health_changes=HIT_POINT_CHANGES,
    death=DeathRules(
        fall_messages=("falls dying",),
        knocked_out_later=True,
        save_needs=10,
        after=(expire_if_gone, vanish_with_creator),
        needs_save=has_dying_condition,  # dying, and neither stable nor knocked out (§Dying)
        save=dying.death_save,
    ),
    rest=RestRules(
        after_fight=(count_streak, vanish_after_fight),
        recover=recover,
        rally=rally,
        short=short_rest,
        long=long_rest,
        seconds={"short": 5 * 60, "long": LONG_REST},
        after_time=vanish_in_time,
    ),
    after=AfterRules(
        free_action=count_free_actions,
        correction=dying.follow_hit_points,
        change=forget_recoveries,
        effect_end=act_alone,
    ),
    habits=Habits(get_up="stand"),
)
