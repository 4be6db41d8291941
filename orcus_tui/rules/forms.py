"""Forms: another stat block in a creature's place, and back."""

from functools import partial

from msgspec.structs import replace

from orcus_tui.errors import Impossible
from orcus_tui.model import steps
from orcus_tui.model.creature import Form, Sheet, State, TakenForm, hit_points_in, in_own_form
from orcus_tui.model.events import FormTaken, ZoneEnded
from orcus_tui.model.fight import own_sheet
from orcus_tui.model.message import Message, message
from orcus_tui.model.text import name_key
from orcus_tui.rules import life
from orcus_tui.rules.creation import OF_THE_CREATURE, base_name, create_from, creature_named, initial_resources
from orcus_tui.rules.effects import require_hit_points
from orcus_tui.rules.field_faults import quote
from orcus_tui.rules.roster import follow_correction
from orcus_tui.rules.system.resolution import Resolution
from orcus_tui.rules.zone_ends import zones_one_by_one

KEPT = (
    *("name", "side", "group", "xp", "notes", "habit", "forms", "initiative", "reserve_until"),
    *("max_recoveries", "recovery", "hit_dice", "uses_death_rules", "named_villain"),
)
"""The fields that a creature keeps when it takes the form of another creature."""
KEPT_BY_HEROES = ("kind", "level")
"""The fields that a hero also keeps in another form, so that it dies by the same rules."""


# The verb


def become(resolution: Resolution, step: steps.Become) -> None:
    """`become`: replaces the stat block of the targets, or restores their own."""
    resolution.for_each(step.targets, partial(_become_one, resolution, step))


def _become_one(resolution: Resolution, step: steps.Become, creature: str, _: int) -> None:
    before = resolution.state(creature).form
    sheet, state = in_own_form(resolution.sheet(creature), resolution.state(creature))
    if not step.form:
        if before is None:
            raise Impossible(f"{resolution.name(creature)} is in its own form", of="form")
        _change(resolution, creature, sheet, replace(state, hp=_raised_to_lowest(resolution, state.hp)))
        return
    life.refuse_the_dead(resolution, creature)
    form = _find(resolution, creature, step)
    if before and before.name == form.name:
        raise Impossible(f"{resolution.name(creature)} is {form.name} already", of="form")
    if step.separate:
        require_hit_points(resolution, creature)
    hp = form.sheet.max_hp if step.separate else hit_points_in(sheet, state, form.sheet)
    left = _raised_to_lowest(resolution, hp)
    own, own_hp = replace(sheet, forms=()), state.hp if step.separate else None
    taken = TakenForm(form.name, own, own_hp, (left or 0) - (hp or 0))
    changed = replace(form.sheet, resources={**sheet.resources, **form.sheet.resources})
    counters = {**initial_resources(changed), **form.counters, **state.counters}
    _change(resolution, creature, changed, replace(state, form=taken, hp=left, counters=counters))


def _raised_to_lowest(resolution: Resolution, hp: int | None) -> int | None:
    """Hit points, but at least the number at which losses end in this system."""
    lowest = resolution.system.health.lowest(resolution.fight)
    return hp if hp is None or lowest is None else max(hp, lowest)


def heal_fully(resolution: Resolution, creature: str, why: Message) -> None:
    """Restores all hit points of a creature after a long rest: those of the form that it has taken, and its own."""
    sheet, state = resolution.sheet(creature), resolution.state(creature)
    form = state.form
    highest = form.own.max_hp if form else None
    if form and (form.beyond or form.hp not in (None, highest)):
        healed = replace(form, hp=None if form.hp is None else highest, beyond=0)
        note = message("own hit points", value=highest or 0)
        resolution.emit(FormTaken(creature, sheet, replace(state, form=healed), note))
    if (state.hp, state.temp_hp) != (sheet.max_hp, 0):
        life.set_hit_points(resolution, creature, sheet.max_hp or 0, 0, why)


def _find(resolution: Resolution, creature: str, step: steps.Become) -> Form:
    """The form of this name: one of the creature's forms, else a creature of the library or of the fight.

    Raises Impossible if there is none.
    """
    own, wanted = own_sheet(resolution.fight, creature), name_key(step.form)
    known = {name_key(each.name): each for each in own.forms}
    if wanted in known:
        form = known[wanted]
        kept = {name: getattr(own, name) for name in (*OF_THE_CREATURE, "group", "forms")}
        return replace(form, sheet=replace(form.sheet, **kept))
    other = creature_named(resolution.fight, step.form)
    printed = step.printed or resolution.callbacks.find_in_library(step.form)
    if printed:
        sheet = create_from(resolution.system, printed, [(creature, own.name)])[creature][0]
        name = printed["name"]
    elif other and other != creature:
        sheet = own_sheet(resolution.fight, other)
        name = base_name(sheet.name)
    else:
        listed = f"; its forms: {', '.join(each.name for each in own.forms)}" if own.forms else ""
        raise Impossible(f"{own.name} has no form {quote(step.form)}, and the library has no such creature{listed}",
                         of="form")  # fmt: skip
    kinds = resolution.system.creatures.kinds
    kept_names = (*KEPT, *KEPT_BY_HEROES) if kinds[own.kind].side == "party" else KEPT
    return Form(name, replace(sheet, **{each: getattr(own, each) for each in kept_names}))


def _change(resolution: Resolution, creature: str, sheet: Sheet, state: State) -> None:
    """Changes a creature's stat block, and all that depends on it."""
    auras_change = sheet.auras != resolution.sheet(creature).auras
    for name, zone in zones_one_by_one(resolution) if auras_change else ():
        if zone.aura and zone.source == creature:
            resolution.carry_out(steps.EndZone(name, "superseded"))
            resolution.emit(ZoneEnded(name))
    state = replace(state, effects=resolution.state(creature).effects)
    resolution.emit(FormTaken(creature, sheet, state, _note(resolution, sheet, state)))
    follow_correction(resolution, creature)


def _note(resolution: Resolution, sheet: Sheet, state: State) -> Message:
    health = resolution.system.health.in_full(sheet, state)
    if state.form is None:
        return message("own form", health=health)
    return message("becomes", form=state.form.name, health=health)
