"""Dying, recovering, tiring and resting in the True SRD, and what a point of Conviction does about it."""

from collections.abc import Mapping

from msgspec.structs import replace

from orcus_tui.model.duration import UNTIL_REMOVED, Duration
from orcus_tui.model.effect import Effect
from orcus_tui.model.events import DieRolled, QuestionClosed
from orcus_tui.model.fight import Fight
from orcus_tui.model.message import message
from orcus_tui.model.steps import SetCounter, SystemStep
from orcus_tui.model.track import Track
from orcus_tui.rules import effects, life, rest, saves, turn
from orcus_tui.rules.actions import THIS_TURN, spend_for, use_once
from orcus_tui.rules.life import DEATH_SAVE
from orcus_tui.rules.resolution import Impossible
from orcus_tui.rules.stats import conditions_in_force, defenses, has_dying_condition, total
from orcus_tui.rules.sums import terms
from orcus_tui.rules.system import Resolution, System
from orcus_tui.rules.system.creatures import Kind
from orcus_tui.rules.system.hooks import Modifier
from orcus_tui.systems.true_srd.marks import MINION, OBJECT, set_track, stabilize, track_of
from orcus_tui.systems.true_srd.options import option_value

CHECK = 10
STABLE_BY = 10
LEAST_COUNTED, CONVICTION_ADDS = 10, 10
CONVICTION = "conviction"
EFFORT = "extra effort"
FATIGUE = ("winded", "fatigued", "exhausted")
"""The levels of fatigue (§Fatigue)."""
SPENT = f"{CONVICTION} {THIS_TURN}"
TIRED = f"tired by extra effort {THIS_TURN}"
FALLS_DYING = "falls dying"
PASSED_OUT = f"passed out by extra effort {THIS_TURN}"
NEXT_TURN = Duration("words", words="its next turn, or the end of the fight")
"""The duration of what the next turn brings, or else the end of the fight."""
RECOVERS = ("unconscious", "staggered", "wounded", "disabled")
"""Boxes that a recovery check erases, the soonest recovered first (§Recovery)."""
FADES = ("unconscious", "staggered")
"""Boxes of the non-lethal row that take a check a minute."""
IN_AN_HOUR = ("encounter", "refresh", "recharge")
"""The kinds of use that an hour's rest restores."""
HOURS = 10
"""Of a full rest (§Fatigue)."""

KINDS: Mapping[str, Kind] = {
    "pc": Kind(side="party", dies_at_zero=False),
    **dict.fromkeys(("standard", MINION, "villain", OBJECT), Kind(dies_at_zero=False)),
}


def constitution(fight: Fight, creature: str) -> list[Modifier]:
    """What a Constitution check adds."""
    return [(fight.sheets[creature].abilities.get("con", 0), "", "Con")]


# Dying


def is_dying(system: System, fight: Fight, creature: str) -> bool:
    """Whether a creature is dying, by its track or by a condition that was put on it."""
    return has_dying_condition(system, fight, creature)


def dying_check(resolution: Resolution, creature: str) -> None:
    """The dying check as each of their turns starts (§Dying)."""
    if resolution.option("dying") == "round" and saves.needs_death_save(resolution, creature):
        saves.death_save(resolution, creature)


def dying_dc(fight: Fight, creature: str) -> int:
    """The DC of a dying check; by option one more for each that has succeeded (§Dying)."""
    hourly = option_value(fight, "dying") == "hourly"
    return CHECK + (fight.states[creature].death_successes if hourly else 0)


def death_save(resolution: Resolution, creature: str, face: int, extra: int = 0) -> None:
    """Lets a dying creature die, survive or become stable, by its die (§Dying).

    By option it is a Fortitude save, at one more for each that has succeeded, and a natural 20 is stable.
    """
    hourly = resolution.option("dying") == "hourly"
    survived = resolution.state(creature).death_successes
    difficulty = dying_dc(resolution.fight, creature)
    fortitude = defenses(resolution.system, resolution.fight, creature).get("fortitude", 0)
    modifiers = [(fortitude, "", "Fortitude")] if hourly else constitution(resolution.fight, creature)
    modifiers.append((extra, "", "typed"))
    reached = face + total(modifiers)
    saved = reached >= difficulty
    kind, outcome = "death save" if hourly else "dying check", "saved" if saved else "failed"
    resolution.emit(DieRolled(kind, creature, face, terms(modifiers), difficulty, outcome))
    if not saved:
        life.die(resolution, creature)
    elif reached >= difficulty + STABLE_BY or (hourly and face == 20):
        stabilize(resolution, creature)
    else:
        resolution.say("still dying", creature)
        resolution.change(creature, "death_successes", survived + int(hourly))


def fortitude_against_death(resolution: Resolution, creature: str, before: Track) -> None:
    """By option, a creature that begins to die saves at once (§Condition Summary)."""
    track = track_of(resolution.state(creature))
    if not track.dying or before.dying or track.dead:
        return
    resolution.change(creature, "death_successes", 0)
    if resolution.option("dying") == "hourly":
        saves.death_save(resolution, creature)


# Disabled


def drop_after_exertion(resolution: Resolution, creature: str, action: str) -> None:
    """A disabled creature passes out after a standard action, and is dying in its next turn (§Damage Conditions)."""
    if action != "standard":
        return
    state = resolution.state(creature)
    before = track_of(state)
    if state.life == "dead" or before.unconscious:
        return
    if resolution.option("disabled_drop") == "at_once":
        set_track(resolution, creature, replace(before, unconscious=True, dying=True), message("drops dying"))
        fortitude_against_death(resolution, creature, before)
        return
    set_track(resolution, creature, replace(before, unconscious=True), message("drops"))
    effects.add(resolution, creature, Effect(0, FALLS_DYING, "other", creature, NEXT_TURN))


def begin_dying(resolution: Resolution, creature: str) -> None:
    """A disabled creature that dropped is dying from its next turn on, unless it came round (§Damage Conditions)."""
    for effect in resolution.state(creature).effects:
        if effect.name == FALLS_DYING:
            effects.end(resolution, creature, effect, None)
            before = track_of(resolution.state(creature))
            if before.unconscious and resolution.state(creature).life == "alive":
                set_track(resolution, creature, replace(before, dying=True), message("dying"))
                fortitude_against_death(resolution, creature, before)


# Fatigue


def level_of(resolution: Resolution, creature: str) -> int:
    """How tired a creature is: 0 for not at all, then by the levels of fatigue."""
    held = conditions_in_force(resolution.system, resolution.fight, creature)
    return max((level for level, name in enumerate(FATIGUE, start=1) if name in held), default=0)


def set_level(resolution: Resolution, creature: str, level: int) -> None:
    """Makes a creature so tired and no more."""
    for effect in resolution.state(creature).effects:
        if effect.name in FATIGUE:
            worse = level > FATIGUE.index(effect.name) + 1
            effects.end(resolution, creature, effect, message("tires more") if worse else rest.RESTED)
    if level:
        effects.add_condition(resolution, creature, FATIGUE[level - 1], creature, UNTIL_REMOVED)


def tire(resolution: Resolution, creature: str) -> None:
    """A level of fatigue more; the exhausted fall unconscious (§Fatigue)."""
    life.refuse_the_dead(resolution, creature)
    level = level_of(resolution, creature)
    if level < len(FATIGUE):
        set_level(resolution, creature, level + 1)
        return
    track = track_of(resolution.state(creature))
    if track.unconscious:
        resolution.say("exhausted already", creature)
    else:
        set_track(resolution, creature, replace(track, unconscious=True), message("exhausted"))


def fatigue(resolution: Resolution, step: SystemStep) -> None:
    """`fatigue`: a level more, now."""
    for creature in step.targets:
        tire(resolution, creature)


def tire_of_effort(resolution: Resolution, creature: str) -> None:
    """Tires a creature after extra effort in the turn before; a point of Conviction takes it back (§Extra Effort)."""
    for effect in resolution.state(creature).effects:
        if effect.name == EFFORT and effect.kind == "other":
            effects.end(resolution, creature, effect, message("tires"))
            level, was_out = level_of(resolution, creature), track_of(resolution.state(creature)).unconscious
            tire(resolution, creature)
            if level_of(resolution, creature) > level:
                use_once(resolution, creature, TIRED)
            elif not was_out:
                use_once(resolution, creature, PASSED_OUT)
            if resolution.state(creature).counters.get(CONVICTION, 0) > 0:
                resolution.say("conviction helps", creature, id=creature)


def undo_effort(resolution: Resolution, creature: str) -> None:
    """What extra effort has cost this turn is taken back; the exhausted who passed out by it are up again."""
    state = resolution.state(creature)
    resolution.change(creature, "used", tuple(each for each in state.used if each not in (TIRED, PASSED_OUT)))
    if PASSED_OUT not in state.used:
        set_level(resolution, creature, level_of(resolution, creature) - 1)
    elif not track_of(state).dying:
        set_track(resolution, creature, replace(track_of(state), unconscious=False), message("stays up"))


# Conviction


def apply_conviction(resolution: Resolution, step: SetCounter) -> None:
    """A point of Conviction spent does what it can be for, as things stand (§Recovery, §Extra Effort)."""
    creature = step.creature
    if step.name != CONVICTION or not step.relative or step.number >= 0:
        return
    name = resolution.name(creature)
    if resolution.sheet(creature).kind == MINION:
        resolution.forbid("minions have none", who=creature)
    if resolution.state(creature).counters[CONVICTION] < 0:
        raise Impossible(f"{name} has not so much Conviction; `counter {creature}.conviction N` sets it")
    if resolution.fight.phase == "turns" and SPENT in resolution.state(creature).used:
        resolution.say("conviction already", creature)
    use_once(resolution, creature, SPENT)
    if step.number == -1 and resolution.state(creature).life != "dead":
        spend_conviction(resolution, creature)


def spend_conviction(resolution: Resolution, creature: str) -> None:
    """Fatigue taken back, death escaped, scratches forgotten after the fight; else the next check has it."""
    state = resolution.state(creature)
    track = track_of(state)
    if TIRED in state.used or PASSED_OUT in state.used:
        resolution.say("conviction against fatigue", creature)
        undo_effort(resolution, creature)
    elif is_dying(resolution.system, resolution.fight, creature):
        resolution.say("conviction against death", creature)
        stabilize(resolution, creature)
    elif resolution.fight.phase != "turns" and (track.bruised or track.dazed or track.hurt):
        set_track(resolution, creature, replace(track, bruised=0, dazed=False, hurt=0), message("shaken off"))
    else:
        in_turns = resolution.fight.phase == "turns"
        until = Duration("start", anchor=creature) if in_turns else Duration("words", words="its next check")
        effects.add(resolution, creature, Effect(0, CONVICTION, "other", creature, until))


def use_conviction(resolution: Resolution, creature: str) -> bool:
    """Uses up a point that was spent on the next check, if there is one."""
    held = next((each for each in resolution.state(creature).effects if each.name == CONVICTION), None)
    if held is None or held.kind != "other":
        return False
    effects.end(resolution, creature, held, message("used"))
    return True


# Checks


def check(resolution: Resolution, step: SystemStep) -> None:
    """`check`: a dying check, a recovery check, or one against fatigue (§Dying, §Recovery, §Fatigue)."""
    for creature in step.targets:
        life.refuse_the_dead(resolution, creature)
        CHECKS.get(step.what, recovery_check)(resolution, creature, step)


def typed_dying_check(resolution: Resolution, creature: str, step: SystemStep) -> None:
    """A dying check, now; an open question about it is answered."""
    if not saves.needs_death_save(resolution, creature):
        raise Impossible(f"{resolution.name(creature)} is not dying")
    asked = [each for each in resolution.fight.questions if each.creature == creature and each.kind == DEATH_SAVE]
    for question in asked:
        resolution.emit(QuestionClosed(question))
    face = resolution.die(20) if step.face is None else step.face
    death_save(resolution, creature, face, step.bonus)
    for question in asked:
        turn.end_if_dead(resolution, question)


def recovery_check(resolution: Resolution, creature: str, step: SystemStep) -> None:
    """A Constitution check that erases one box: the one named, else the one soonest recovered (§Recovery)."""
    track, name = track_of(resolution.state(creature)), resolution.name(creature)
    if track.dying:
        raise Impossible(f"{name} is dying: `check {creature} dying`, or `stabilize {creature}`")
    marked = [box for box in RECOVERS if getattr(track, box)]
    box = next(iter(marked), "") if step.what == "recovery" else step.what
    if box not in marked:
        what = box or " or ".join(RECOVERS)
        raise Impossible(f"{name} has nothing to recover from by a check: it is not {what}")
    sure = pay_for_check(resolution, creature, box)
    if constitution_check(resolution, creature, box, step, sure=sure):
        set_track(resolution, creature, replace(track, **{box: False}), message("recovered from", box=box))


def pay_for_check(resolution: Resolution, creature: str, box: str) -> bool:
    """What a check for a box takes in a fight; answers whether Conviction is left that makes it sure (§Recovery)."""
    paid = use_conviction(resolution, creature)
    if resolution.fight.phase != "turns":
        return paid
    if not paid:
        resolution.say("recovery in a fight", creature)
        return False
    if box not in FADES:
        spend_for(resolution, creature, "full")
    return use_conviction(resolution, creature)


def fatigue_check(resolution: Resolution, creature: str, step: SystemStep) -> None:
    """A Constitution check after an hour's rest: a level of fatigue less (§Fatigue)."""
    level = level_of(resolution, creature)
    if not level:
        raise Impossible(f"{resolution.name(creature)} is not tired")
    sure = use_conviction(resolution, creature)
    if constitution_check(resolution, creature, "fatigue", step, sure=sure):
        set_level(resolution, creature, level - 1)


def constitution_check(resolution: Resolution, creature: str, box: str, step: SystemStep, *, sure: bool) -> bool:
    """A Constitution check for a box or fatigue; with Conviction a die of 10 or less counts 10 more (§Conviction)."""
    face = resolution.die(20) if step.face is None else step.face
    modifiers = constitution(resolution.fight, creature)
    if sure and face <= LEAST_COUNTED:
        modifiers.insert(0, (CONVICTION_ADDS, "", CONVICTION))
    modifiers.append((step.bonus, "", "typed"))
    recovered = face + total(modifiers) >= CHECK
    outcome = "recovered" if recovered else "not yet"
    resolution.emit(DieRolled("recovery check", creature, face, terms(modifiers), CHECK, outcome, ability=box))
    return recovered


CHECKS = {"dying": typed_dying_check, "fatigue": fatigue_check}
"""Checks that are not about a box to be recovered from."""


# Rests


def hour_of_rest(resolution: Resolution, creature: str) -> None:
    """Bruises and stuns are over, a hurt less; a check for wounds and one for fatigue (§Recovery, §Fatigue)."""
    track = track_of(resolution.state(creature))
    if resolution.sheet(creature).kind == OBJECT:
        return
    if track.dying:
        resolution.say("dying first", creature, id=creature)
        return
    rested = replace(track, bruised=0, dazed=False, staggered=False, unconscious=False, hurt=max(0, track.hurt - 1))
    if rested != track:
        set_track(resolution, creature, rested, message("hour of rest"))
    if rested.wounded:
        recovery_check(resolution, creature, SystemStep("check", (creature,), what="wounded"))
    if level_of(resolution, creature):
        fatigue_check(resolution, creature, SystemStep("check", (creature,), what="fatigue"))
    rest.powers_back(resolution, creature, IN_AN_HOUR)


def night_of_rest(resolution: Resolution, creature: str) -> None:
    """Ten hours: no fatigue, ten hurts less, ten checks for wounds if need be, and the day's for being disabled."""
    track = track_of(resolution.state(creature))
    if track.dying or resolution.sheet(creature).kind == OBJECT:
        hour_of_rest(resolution, creature)
        return
    rested = Track(hurt=max(0, track.hurt - HOURS), wounded=track.wounded, disabled=track.disabled)
    if rested != track:
        set_track(resolution, creature, rested, message("ten hours of rest"))
    set_level(resolution, creature, 0)
    for _ in range(HOURS):
        if track_of(resolution.state(creature)).wounded:
            recovery_check(resolution, creature, SystemStep("check", (creature,), what="wounded"))
    if rested.disabled:
        recovery_check(resolution, creature, SystemStep("check", (creature,), what="disabled"))
    rest.powers_back(resolution, creature, (*IN_AN_HOUR, "daily"))


def fight_over(resolution: Resolution, creature: str) -> None:
    """Brings now what would come with the next turn, and forgets who has acted."""
    resolution.change(creature, "used", ())
    if resolution.state(creature).life != "dead":
        begin_dying(resolution, creature)
        tire_of_effort(resolution, creature)
