"""The end of an encounter, how it ended for each creature (`outcome`), and rests."""

from typing import get_args

from orcus_tui.errors import Impossible
from orcus_tui.model import typed_steps
from orcus_tui.model.creature import Outcome
from orcus_tui.model.events import ExperienceEarned, FightChanged, QuestionClosed, SideStanding, Standing
from orcus_tui.model.message import Message, message
from orcus_tui.rules import clock, engagement, life, offers, resources, roster, turn_order, uses
from orcus_tui.rules.effects import end
from orcus_tui.rules.expiry import expire_with_encounter
from orcus_tui.rules.in_force import conditions_of, creature_standing
from orcus_tui.rules.system.resolution import Resolution

RESTED = message("rested")


def finish(resolution: Resolution, step: typed_steps.Finish) -> None:  # noqa: ARG001  # shared signature
    """`finish`: ends the encounter and its effects, and logs a summary with the XP."""
    if resolution.fight.phase == "finished":
        raise Impossible("this fight is over already")
    rounds = resolution.fight.round
    for question in resolution.fight.questions:
        resolution.emit(QuestionClosed(question, message("encounter over")))
    offers.close(resolution, resolution.fight.offers)
    expire_with_encounter(resolution)
    for creature in resolution.fight.states:
        engagement.end_all(resolution, creature)
    for field, empty in (("turn", None), ("delayed", {}), ("readied", {}), ("readied_actor", "")):
        if getattr(resolution.fight, field) != empty:
            resolution.emit(FightChanged(field, empty))
    living = tuple(each for each in resolution.fight.order if resolution.state(each).life != "dead")
    turn_order.set_order(resolution, living)
    resolution.emit(FightChanged("phase", "finished", message("finished", rounds=rounds)))
    for rule in resolution.system.rest.after_fight:
        for creature in resolution.fight.states:
            rule(resolution, creature)
    summarize(resolution)


def forget_uses(resolution: Resolution, creature: str, lasting: tuple[str, ...] = ()) -> None:
    """Forgets the actions used this encounter and this turn, except those that stay used."""
    resolution.change(creature, "used", lasting)
    resolution.change(creature, "used_until_next_turn", ())


def rest(resolution: Resolution, step: typed_steps.Rest) -> None:
    """`rest`: takes a short or long rest, or another of the system's rests."""
    if resolution.fight.phase == "turns":
        resolution.say("rest in a fight")
    resolution.say("rest", length=step.length)
    rules = resolution.system.rest
    rule = {"short": rules.short, "long": rules.long, **rules.more}[step.length]
    fight = resolution.fight

    def rest_one(creature: str, _: int) -> None:
        if not rules.rests(fight, creature):
            raise Impossible(f"{resolution.name(creature)} cannot rest now", of="targets")
        rule(resolution, creature)
        if step.length in resources.SHORTER and rules.helps(fight, creature, step.length):
            resources.restore(resolution, creature, step.length)
        if step.length == "long":
            _get_up(resolution, creature)

    resolution.for_each(step.targets or [each for each in fight.states if rules.rests(fight, each)], rest_one)
    clock.let_pass(resolution, rules.seconds.get(step.length, 0))
    _log_dying_creatures(resolution)


def _log_dying_creatures(resolution: Resolution) -> None:
    """Logs the creatures that are still dying after a rest, unless a death save or a healing die is open."""
    system, fight = resolution.system, resolution.fight
    helpful = {life.DEATH_SAVE, *system.rest.healing_questions}
    asked = {each.creature for each in fight.questions if each.kind in helpful}
    for creature, state in fight.states.items():
        rested = state.life == "alive" and creature not in asked and system.rest.rests(fight, creature)
        if rested and system.death.needs_save(resolution.view, creature):
            resolution.say("dying after rest", creature, id=creature)


def _get_up(resolution: Resolution, creature: str) -> None:
    """Ends conditions left behind by waking, such as prone, for a rested creature that is up."""
    if creature_standing(resolution.view, creature) != "up":
        return
    left = {name for each in conditions_of(resolution.view).values() for name in each.leaves_behind}
    for effect in resolution.state(creature).effects:
        if effect.name in left and effect.duration.ending == "removed":
            end(resolution, creature, effect, RESTED)


def regain_powers(resolution: Resolution, creature: str, kinds: tuple[str, ...]) -> None:
    """Restores the powers with these kinds of use, and with the kinds that every rest restores."""
    uses.restore(resolution, creature, (*kinds, *uses.OF_A_FIGHT), "powers back")


def end_saveable(resolution: Resolution, creature: str, why: Message = RESTED) -> None:
    """Ends the effects that a save ends, since a rest has time for enough saves."""
    for effect in resolution.state(creature).effects:
        if effect.duration.ending == "save":
            end(resolution, creature, effect, why)


SLAIN: Outcome = "slain"


def set_outcome(resolution: Resolution, step: typed_steps.SetOutcome) -> None:
    """`outcome`: sets how the fight ends for the targets.

    `slain` kills the living, other outcomes remove them from the fight.
    """
    for creature in step.targets:
        state = resolution.state(creature)
        if step.outcome not in (SLAIN, "absent"):
            life.refuse_the_dead(resolution, creature)
        is_killed = step.outcome == SLAIN and state.life != "dead"
        note = None if is_killed else message("outcome")
        resolution.change(creature, "outcome", step.outcome, note)
        if is_killed:
            life.die(resolution, creature, message("killed"))
        elif step.outcome != SLAIN and state.place != "gone":
            roster.leave(resolution, creature, None)
    if resolution.fight.phase == "finished":
        _count_experience(resolution)


def summarize(resolution: Resolution) -> None:
    """Logs the state of every creature, every outcome, and the XP with its division."""
    fight = resolution.fight
    for side in ("party", "foes", "neutral"):
        members = [each for each in fight.states if fight.sheets[each].side == side]
        if members:
            standings = tuple(standing_of(resolution, each) for each in members)
            resolution.emit(SideStanding(side, standings))
    for outcome in get_args(Outcome):
        creatures = tuple(each for each, state in fight.states.items() if state.outcome == outcome)
        if creatures:
            resolution.say("outcomes", outcome=outcome, creatures=creatures)
    _count_experience(resolution)


def _count_experience(resolution: Resolution) -> None:
    """Logs the XP of the foes that count, and the heroes that share them."""
    fight = resolution.fight
    foes = [each for each, sheet in fight.sheets.items() if sheet.side == "foes"]
    counted = frozenset(str(resolution.option("xp_for")).split(","))
    beaten = tuple(each for each in foes if _outcome_of(resolution, each) in counted)
    kinds = resolution.system.creatures.kinds
    heroes = tuple(
        each
        for each, sheet in fight.sheets.items()
        if sheet.side == kinds[sheet.kind].side == "party" and not _is_absent(resolution, each)
    )
    resolution.emit(ExperienceEarned(sum(xp_of(resolution, each) for each in beaten), beaten, heroes))


def _outcome_of(resolution: Resolution, creature: str) -> str:
    """The outcome of a creature; without one, it is slain if it was killed or is down."""
    state = resolution.state(creature)
    is_beaten = state.place != "gone" and creature_standing(resolution.view, creature) in ("dead", "down")
    return state.outcome or (SLAIN if is_beaten else "")


def _is_absent(resolution: Resolution, creature: str) -> bool:
    """Whether a creature was dropped or is absent, so that nothing is counted for it."""
    state = resolution.state(creature)
    return state.outcome == "absent" or (state.place == "gone" and state.outcome is None)


def xp_of(resolution: Resolution, creature: str) -> float:
    """The XP on a creature's sheet, else the XP of its kind and level."""
    sheet = resolution.sheet(creature)
    return sheet.xp or resolution.system.creatures.default_xp(sheet.kind, sheet.level) or 0


def standing_of(resolution: Resolution, creature: str) -> Standing:
    """The state of a creature at the end of a fight."""
    state = resolution.state(creature)
    where = creature_standing(resolution.view, creature)
    if where in ("dead", "out"):
        return Standing(creature, where)
    return Standing(creature, where, state.hp, resolution.sheet(creature).max_hp, state.track)
