"""Exhaustion in SRD 5.1: an effect for each level, and a counter of the levels (§Exhaustion)."""

from collections.abc import Mapping

from msgspec.structs import replace

from orcus_tui.errors import Impossible
from orcus_tui.model.creature import Sheet, TakenForm, hit_points_in, in_own_form
from orcus_tui.model.duration import UNTIL_REMOVED
from orcus_tui.model.effect import Effect
from orcus_tui.model.events import FormTaken
from orcus_tui.model.fight import own_sheet
from orcus_tui.model.message import message
from orcus_tui.model.typed_steps import SetCounter
from orcus_tui.rules import effects, life
from orcus_tui.rules.system.resolution import Resolution
from orcus_tui.systems.srd5.advantage import level_of_exhaustion
from orcus_tui.systems.srd5.conditions import EXHAUSTION

MAXIMUM_LOST = "maximum lost to exhaustion"
HALVES_HIT_POINTS, KILLS = 4, 6
LEVELS = (
    "",
    "disadvantage on checks",
    "half speed",
    "disadvantage on attacks and saves",
    "half its hit points",
    "speed 0",
    "death",
)


def review(resolution: Resolution, creature: str) -> None:
    """Makes a creature's exhaustion effects and its counter of levels agree.

    Adds effects for levels that a file gives only by the counter.
    """
    if resolution.state(creature).counters.get(EXHAUSTION, 0) > level_of_exhaustion(resolution.fight, creature):
        take_levels(resolution, creature)
    else:
        count(resolution, creature)


def count(resolution: Resolution, creature: str) -> None:
    """Counts the levels of exhaustion on a creature, and applies their effects."""
    counters = resolution.state(creature).counters
    level = level_of_exhaustion(resolution.fight, creature)
    if level == counters.get(EXHAUSTION, 0):
        return
    note = message("exhaustion", level=level, means=LEVELS[min(level, KILLS)]) if level else message("not exhausted")
    resolution.change(creature, "counters", with_exhaustion(counters, level), note)
    apply_exhaustion(resolution, creature)


def with_exhaustion(counters: Mapping[str, int], level: int) -> dict[str, int]:
    """A creature's counters with this level of exhaustion, without the counter for level 0."""
    others = {name: number for name, number in counters.items() if name != EXHAUSTION}
    return {**others, EXHAUSTION: level} if level else others


def apply_exhaustion(resolution: Resolution, creature: str) -> None:
    """Halves the hit point maximum from the fourth level on; the sixth kills."""
    state = resolution.state(creature)
    level = level_of_exhaustion(resolution.fight, creature)
    if level >= KILLS:
        life.die(resolution, creature, message("dies of exhaustion"))
    elif level >= HALVES_HIT_POINTS and MAXIMUM_LOST not in state.counters:
        halve_maximum(resolution, creature)
    elif level < HALVES_HIT_POINTS and MAXIMUM_LOST in state.counters:
        give_back_maximum(resolution, creature)
    else:
        fit_form(resolution, creature)


def take_levels(resolution: Resolution, creature: str) -> None:
    """Adds or removes levels of exhaustion to match a counter. Raises Impossible for a number out of range."""
    counters = resolution.state(creature).counters
    target_level = counters.get(EXHAUSTION, 0)
    if not 0 <= target_level <= KILLS:
        raise Impossible(f"{resolution.name(creature)}: {EXHAUSTION} goes from 0 to {KILLS}, not to {target_level}")
    levels = effects.of_name(resolution, creature, EXHAUSTION)
    if target_level > len(levels) and effects.is_immune(resolution, creature, EXHAUSTION):
        resolution.change(
            creature, "counters", with_exhaustion(counters, len(levels)), message("immune", condition=EXHAUSTION)
        )
        return
    if target_level > len(levels):
        pattern = Effect(0, "", "condition", resolution.source("", creature), UNTIL_REMOVED)
        effects.add_conditions(resolution, creature, (EXHAUSTION,) * (target_level - len(levels)), pattern, None)
    for effect in levels[target_level:]:
        effects.end(resolution, creature, effect, message("a level less"))
    apply_exhaustion(resolution, creature)


def apply_counter(resolution: Resolution, step: SetCounter) -> None:
    """`counter NAME.exhaustion N`: applies N levels, as if one by one."""
    if step.name == EXHAUSTION:
        take_levels(resolution, step.creature)


def halve_maximum(resolution: Resolution, creature: str) -> None:
    """Halves the hit point maximum, to at least 1, and remembers the lost amount."""
    highest = own_sheet(resolution.fight, creature).max_hp or 0
    lost = lost_by_half(highest)
    counters = resolution.state(creature).counters
    resolution.change(creature, "counters", {**counters, MAXIMUM_LOST: lost})
    set_maximum(resolution, creature, highest - lost)


def lost_by_half(highest: int) -> int:
    """What a hit point maximum loses when it is halved."""
    return highest - max(1, highest // 2)


def give_back_maximum(resolution: Resolution, creature: str) -> None:
    """Restores the hit point maximum."""
    counters = dict(resolution.state(creature).counters)
    lost = counters.pop(MAXIMUM_LOST, 0)
    resolution.change(creature, "counters", counters)
    set_maximum(resolution, creature, (own_sheet(resolution.fight, creature).max_hp or 0) + lost)


def set_maximum(resolution: Resolution, creature: str, highest: int) -> None:
    """Sets the creature's own hit point maximum, and lowers hit points above it; a form that it has taken follows."""
    sheet, state = resolution.sheet(creature), resolution.state(creature)
    if state.form:
        own_hp = min(in_own_form(sheet, state)[1].hp or 0, highest)
        own = replace(state.form.own, max_hp=highest)
        _change_form(resolution, creature, state.form, own, own_hp, state.hp or 0)
        return
    life.set_own_maximum(resolution, creature, highest, message("lower maximum", value=highest))
    if (state.hp or 0) > highest:
        life.set_hit_points(resolution, creature, highest, state.temp_hp, message("is exhausted"))


def fit_form(resolution: Resolution, creature: str) -> None:
    """Halves the hit point maximum of a form that an exhausted creature takes; the form has the same damage."""
    sheet, state = resolution.sheet(creature), resolution.state(creature)
    if state.form and state.form.lost is None and MAXIMUM_LOST in state.counters:
        own_hp = in_own_form(sheet, state)[1].hp or 0
        hp = max(0, (state.hp or 0) - lost_by_half(sheet.max_hp or 0))
        _change_form(resolution, creature, state.form, state.form.own, own_hp, hp)


def _change_form(resolution: Resolution, creature: str, form: TakenForm, own: Sheet, own_hp: int, hp: int) -> None:
    """Gives a creature in a form this stat block and these hit points of its own, and the form at most `hp`.

    The maximum of the form is halved while the creature's own is.
    """
    sheet, state = resolution.sheet(creature), resolution.state(creature)
    highest = (sheet.max_hp or 0) + (form.lost or 0)
    lost = lost_by_half(highest) if MAXIMUM_LOST in state.counters else None
    sheet = replace(sheet, max_hp=highest - (lost or 0))
    state = replace(state, hp=min(hp, highest - (lost or 0)))
    beyond = (hit_points_in(sheet, state, own) or 0) - own_hp if form.hp is None else 0
    form = replace(form, own=own, hp=None if form.hp is None else own_hp, beyond=beyond, lost=lost)
    note = message("lower maximum", value=sheet.max_hp)
    resolution.emit(FormTaken(creature, sheet, replace(state, form=form), note))
