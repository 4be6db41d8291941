"""Dying in the True SRD, disabled creatures that drop, and creatures that a low ability score debilitates."""

from collections.abc import Mapping

from msgspec.structs import replace

from orcus_tui.model.creature import Track
from orcus_tui.model.duration import Duration
from orcus_tui.model.effect import Effect
from orcus_tui.model.events import DieRolled
from orcus_tui.model.fight import Fight
from orcus_tui.model.message import message
from orcus_tui.rules import effects, life, saves
from orcus_tui.rules.dice_rolls import terms
from orcus_tui.rules.facts import Moment
from orcus_tui.rules.modifiers import roll_bonus_dice
from orcus_tui.rules.stats import defenses, stats_of, total
from orcus_tui.rules.system import FightView, chosen
from orcus_tui.rules.system.hooks import Modifier
from orcus_tui.rules.system.resolution import Resolution
from orcus_tui.systems.true_srd.condition_type import check_modifiers
from orcus_tui.systems.true_srd.options import OPTIONS
from orcus_tui.systems.true_srd.track import track_of
from orcus_tui.systems.true_srd.track_effects import set_track, stabilize

CHECK = 10
STABLE_BY = 10
CHECK_STATS = ("checks",)
"""The statistic of bonuses to Constitution checks."""
FALLS_DYING = "falls dying"
NEXT_TURN = Duration("words", words="its next turn, or the end of the fight")
"""The duration of effects that end with the next turn, or with the fight."""


def constitution(view: FightView, creature: str) -> list[Modifier]:
    """The modifiers of a Constitution check."""
    return check_modifiers(view, creature, "con")


# Dying


def dying_check(resolution: Resolution, creature: str) -> None:
    """Makes a dying check at the start of a dying creature's turn (§Dying)."""
    if resolution.option("dying") == "round" and saves.needs_death_save(resolution, creature):
        saves.death_save(resolution, creature)


def dying_dc(fight: Fight, creature: str) -> int:
    """The DC of a dying check; by option, 1 higher for each success (§Dying)."""
    hourly = chosen(OPTIONS, fight, "dying") == "hourly"
    return CHECK + (fight.states[creature].death_successes if hourly else 0)


def death_save(resolution: Resolution, creature: str, face: int, extra: int = 0) -> None:
    """Applies the die of a dying check: the creature dies, survives or becomes stable (§Dying).

    By option it is a Fortitude save, whose DC rises by 1 with each success, and a natural 20 makes the creature stable.
    """
    hourly = resolution.option("dying") == "hourly"
    survived = resolution.state(creature).death_successes
    difficulty = dying_dc(resolution.fight, creature)
    fortitude = defenses(resolution.view, creature).get("fortitude", 0)
    modifiers = [(fortitude, "", "Fortitude")] if hourly else constitution(resolution.view, creature)
    moment = Moment(resolution.view, creature)
    stats = stats_of(resolution.system, "fortitude") if hourly else CHECK_STATS
    modifiers += [*roll_bonus_dice(resolution, moment, *stats), (extra, "", "typed")]
    reached = face + total(modifiers)
    saved = reached >= difficulty
    kind, outcome = "death save" if hourly else "dying check", "saved" if saved else "failed"
    resolution.emit(DieRolled(kind, creature, face, terms(modifiers), difficulty, outcome))
    effects.use_up(resolution, moment, *stats)
    if not saved:
        life.die(resolution, creature)
    elif reached >= difficulty + STABLE_BY or (hourly and face == 20):
        stabilize(resolution, creature)
    else:
        resolution.say("still dying", creature)
        resolution.change(creature, "death_successes", survived + int(hourly))


def save_against_death(resolution: Resolution, creature: str, before: Track) -> None:
    """Makes a save as soon as a creature begins to die, by option (§Condition Summary)."""
    track = track_of(resolution.state(creature))
    if not track.dying or before.dying or track.dead:
        return
    resolution.change(creature, "death_successes", 0)
    if resolution.option("dying") == "hourly":
        saves.death_save(resolution, creature)


# Disabled


def drop(resolution: Resolution, creature: str) -> None:
    """Makes a disabled creature pass out; in its next turn it is dying (§Damage Conditions)."""
    state = resolution.state(creature)
    before = track_of(state)
    if state.life == "dead" or before.unconscious:
        return
    if resolution.option("disabled_drop") == "at_once":
        set_track(resolution, creature, replace(before, unconscious=True, dying=True), message("drops dying"))
        save_against_death(resolution, creature, before)
        return
    set_track(resolution, creature, replace(before, unconscious=True), message("drops"))
    effects.add(resolution, creature, Effect(0, FALLS_DYING, "other", creature, NEXT_TURN))


def begin_dying(resolution: Resolution, creature: str) -> None:
    """Makes a disabled creature that dropped dying in its next turn, unless it recovered (§Damage Conditions)."""
    for effect in resolution.state(creature).effects:
        if effect.name == FALLS_DYING:
            effects.end(resolution, creature, effect, None)
            before = track_of(resolution.state(creature))
            if before.unconscious and resolution.state(creature).life == "alive":
                set_track(resolution, creature, replace(before, dying=True), message("dying"))
                save_against_death(resolution, creature, before)


# Debilitated

LOWEST_SCORE = -5
"""A creature with a lower score cannot act (§Condition Summary, Debilitated)."""
DEBILITATED: Mapping[str, tuple[str, ...]] = {
    "debilitated strength": ("str",),
    "debilitated dexterity": ("dex",),
    "debilitated constitution": ("con",),
    "debilitated mind": ("int", "wis", "cha"),
}
"""The conditions that follow if a score of these abilities is too low."""
WHILE_LOW = Duration("words", words="the score is −5 again")


def debilitate(resolution: Resolution, creature: str) -> None:
    """Applies or ends the conditions of scores that are too low."""
    state, printed = resolution.state(creature), resolution.sheet(creature).abilities
    changes: dict[str, int] = {}
    for each in state.effects:
        if each.kind == "bonus":
            changes[each.name] = changes.get(each.name, 0) + (each.amount or 0)
    for condition, abilities in DEBILITATED.items():
        is_low = any(each in changes and printed.get(each, 0) + changes[each] < LOWEST_SCORE for each in abilities)
        held = [each for each in state.effects if each.name == condition and each.duration == WHILE_LOW]
        if is_low and not held:
            effects.add_condition(resolution, creature, condition, creature, WHILE_LOW)
        for each in () if is_low else held:
            effects.end_if_there(resolution, creature, each, message("ability restored"))
