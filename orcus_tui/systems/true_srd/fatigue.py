"""Fatigue, extra effort and Conviction in the True SRD."""

from msgspec.structs import replace

from orcus_tui.errors import Impossible
from orcus_tui.model.duration import UNTIL_REMOVED, Duration
from orcus_tui.model.effect import Effect, label_of
from orcus_tui.model.events import EffectChanged, EffectEnded
from orcus_tui.model.message import message
from orcus_tui.model.typed_steps import SetCounter, SystemStep
from orcus_tui.rules import effects, life, rest
from orcus_tui.rules.actions import use_until_next_turn
from orcus_tui.rules.in_force import conditions_in_force, has_dying_condition
from orcus_tui.rules.system.resolution import Resolution
from orcus_tui.systems.true_srd.track import MINION, track_of
from orcus_tui.systems.true_srd.track_effects import set_track, stabilize

CONVICTION = "conviction"
EFFORT = "extra effort"
FATIGUE = ("winded", "fatigued", "exhausted")
"""The levels of fatigue (§Fatigue)."""
TIRED = "tired by extra effort"
PASSED_OUT = "passed out by extra effort"


def level_of(resolution: Resolution, creature: str) -> int:
    """A creature's level of fatigue, 0 for none."""
    held = conditions_in_force(resolution.view, creature)
    return max((level for level, name in enumerate(FATIGUE, start=1) if name in held), default=0)


def set_level(resolution: Resolution, creature: str, level: int) -> None:
    """Sets a creature's level of fatigue."""
    for effect in resolution.state(creature).effects:
        if effect.name in FATIGUE:
            worse = level > FATIGUE.index(effect.name) + 1
            effects.end(resolution, creature, effect, message("tires more") if worse else rest.RESTED)
    if level:
        effects.add_condition(resolution, creature, FATIGUE[level - 1], creature, UNTIL_REMOVED)


def combine_fatigue(resolution: Resolution, creature: str) -> None:
    """Combines two levels of fatigue.

    The new level counts; if it is not greater than the old level, that level rises by one (§Fatigue).
    """
    held = [each for each in resolution.state(creature).effects if each.name in FATIGUE]
    if len(held) < 2:
        return
    before, new = held[0], held[1]
    level, worse = FATIGUE.index(before.name) + 1, FATIGUE.index(new.name) + 1
    lasting = UNTIL_REMOVED if before.duration == UNTIL_REMOVED else new.duration
    resolution.emit(EffectEnded(creature, label_of(before), message("tires more")))
    if worse > level:
        if new.duration != lasting:
            resolution.emit(EffectChanged(creature, replace(new, duration=lasting)))
        return
    resolution.emit(EffectEnded(creature, label_of(new), message("tires more")))
    effects.add(resolution, creature, replace(new, name=FATIGUE[min(level, len(FATIGUE) - 1)], duration=lasting))
    if level == len(FATIGUE):
        pass_out(resolution, creature)


def tire(resolution: Resolution, creature: str) -> None:
    """Adds a level of fatigue; an exhausted creature falls unconscious (§Fatigue)."""
    life.refuse_the_dead(resolution, creature)
    level = level_of(resolution, creature)
    if level < len(FATIGUE):
        set_level(resolution, creature, level + 1)
        return
    pass_out(resolution, creature)


def pass_out(resolution: Resolution, creature: str) -> None:
    """Makes an exhausted creature unconscious (§Fatigue)."""
    track = track_of(resolution.state(creature))
    if track.unconscious:
        resolution.say("exhausted already", creature)
    else:
        set_track(resolution, creature, replace(track, unconscious=True), message("exhausted"))


def fatigue(resolution: Resolution, step: SystemStep) -> None:
    """`fatigue`: adds a level of fatigue."""
    for creature in step.targets:
        tire(resolution, creature)


def tire_after_effort(resolution: Resolution, creature: str) -> None:
    """Tires a creature after extra effort in its last turn; Conviction can undo it (§Extra Effort)."""
    for effect in resolution.state(creature).effects:
        if effect.name == EFFORT and effect.kind == "other":
            effects.end(resolution, creature, effect, message("tires"))
            level, was_out = level_of(resolution, creature), track_of(resolution.state(creature)).unconscious
            tire(resolution, creature)
            if level_of(resolution, creature) > level:
                use_until_next_turn(resolution, creature, TIRED)
            elif not was_out:
                use_until_next_turn(resolution, creature, PASSED_OUT)
            if resolution.state(creature).counters.get(CONVICTION, 0) > 0:
                resolution.say("conviction helps", creature, id=creature)


def undo_effort(resolution: Resolution, creature: str) -> None:
    """Undoes the fatigue from extra effort this turn.

    An exhausted creature that passed out because of it gets up again.
    """
    state = resolution.state(creature)
    others = tuple(each for each in state.used_until_next_turn if each not in (TIRED, PASSED_OUT))
    resolution.change(creature, "used_until_next_turn", others)
    if PASSED_OUT not in state.used_until_next_turn:
        set_level(resolution, creature, level_of(resolution, creature) - 1)
    elif not track_of(state).dying:
        set_track(resolution, creature, replace(track_of(state), unconscious=False), message("stays up"))


# Conviction


def apply_conviction(resolution: Resolution, step: SetCounter) -> None:
    """Applies a spent point of Conviction to the use that is possible at this moment (§Recovery, §Extra Effort)."""
    creature = step.creature
    if step.name != CONVICTION or not step.relative or step.number >= 0:
        return
    name = resolution.name(creature)
    if resolution.sheet(creature).kind == MINION:
        resolution.forbid("minions have none", who=creature)
    if resolution.state(creature).counters[CONVICTION] < 0:
        raise Impossible(f"{name} does not have that much Conviction; `counter {creature}.conviction N` sets it")
    if resolution.fight.phase == "turns" and CONVICTION in resolution.state(creature).used_until_next_turn:
        resolution.say("conviction already", creature)
    use_until_next_turn(resolution, creature, CONVICTION)
    if step.number == -1 and resolution.state(creature).life != "dead":
        spend_conviction(resolution, creature)


def spend_conviction(resolution: Resolution, creature: str) -> None:
    """Undoes fatigue, averts death, or clears tallies after the fight; otherwise the point is for the next check."""
    state = resolution.state(creature)
    track = track_of(state)
    if TIRED in state.used_until_next_turn or PASSED_OUT in state.used_until_next_turn:
        resolution.say("conviction against fatigue", creature)
        undo_effort(resolution, creature)
    elif has_dying_condition(resolution.view, creature):
        resolution.say("conviction against death", creature)
        stabilize(resolution, creature)
    elif effort := effort_to_pay_for(resolution, creature):
        resolution.say("conviction against fatigue", creature)
        effects.end(resolution, creature, effort, message("used"))
    elif resolution.fight.phase != "turns" and (track.bruised or track.dazed or track.hurt):
        set_track(resolution, creature, replace(track, bruised=0, dazed=False, hurt=0), message("shaken off"))
    else:
        in_turns = resolution.fight.phase == "turns"
        until = Duration("start", anchor=creature) if in_turns else Duration("words", words="its next check")
        effects.add(resolution, creature, Effect(0, CONVICTION, "other", creature, until))


def effort_to_pay_for(resolution: Resolution, creature: str) -> Effect | None:
    """The extra effort of the creature's last turn, if its next turn has not begun (§Extra Effort).

    In its own turn a creature may need the point for a check.
    """
    held = resolution.state(creature).effects if resolution.fight.active != creature else ()
    return next((each for each in held if each.name == EFFORT and each.kind == "other"), None)


def use_conviction(resolution: Resolution, creature: str) -> bool:
    """Uses a point that was spent on the next check; returns whether there was one."""
    held = next((each for each in resolution.state(creature).effects if each.name == CONVICTION), None)
    if held is None or held.kind != "other":
        return False
    effects.end(resolution, creature, held, message("used"))
    return True
