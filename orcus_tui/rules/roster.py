"""The creatures of a fight: arriving, leaving, hiding, and corrections by hand."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import count, repeat
from string import ascii_uppercase

from orcus_tui.errors import Impossible
from orcus_tui.model import steps, typed_steps
from orcus_tui.model.events import FightChanged, SheetChanged, StateChanged
from orcus_tui.model.fight import Fight
from orcus_tui.model.message import Message, message
from orcus_tui.model.player_settings import creature_setting
from orcus_tui.rules import fields, initiative, offers, turn_order, typed_fields
from orcus_tui.rules.boundary_phases import refuse_late_surprise
from orcus_tui.rules.effects import close_questions, review
from orcus_tui.rules.field_faults import FieldFaults, quote
from orcus_tui.rules.system.resolution import Resolution
from orcus_tui.rules.validators import NAME, Scope
from orcus_tui.rules.zones import bring_auras, leave_zones


def arrive(resolution: Resolution, arrivals: steps.Targets) -> None:
    """Rolls initiative for newcomers to a running fight, or puts them into the order if their total is known."""
    if resolution.fight.phase != "turns":
        return
    takes_none = resolution.system.initiative.never_rolls
    here = [each for each in arrivals if resolution.state(each).place == "here"]
    unrolled = [each for each in here if resolution.state(each).initiative is None]
    if unrolled and resolution.system.initiative.latecomers_share:
        initiative.take_from_groups(resolution, unrolled)
    initiative.take_places(resolution, [each for each in here if resolution.state(each).initiative is not None])
    unrolled = [each for each in here if resolution.state(each).initiative is None]
    initiative.roll_for(resolution, tuple(each for each in unrolled if not takes_none(resolution.fight, each)))
    resolution.system.after.arrival(resolution, tuple(here))


def drop(resolution: Resolution, step: typed_steps.Drop) -> None:
    """`drop`: removes creatures for good; their places in the order stay for effects anchored to them."""

    def rule(creature: str, _: int) -> None:
        if resolution.state(creature).place == "gone":
            raise Impossible(f"{resolution.name(creature)} has left already")
        leave(resolution, creature, message("leaves"))
        resolution.change(creature, "outcome", None)

    resolution.for_each(step.targets, rule)


def leave(resolution: Resolution, creature: str, why: Message | None) -> None:
    """Removes a creature for good, and ends effects that depend on it."""
    resolution.change(creature, "place", "gone", why)
    close_questions(resolution, creature, "", why=message("has left"))
    offers.withdraw(resolution, creature)
    initiative.cancel_waiting(resolution, creature)
    leave_zones(resolution, creature)
    review(resolution, creature)
    for rule in resolution.system.death.after:
        rule(resolution, creature)


def reserve(resolution: Resolution, step: typed_steps.Reserve) -> None:
    """`reserve`: moves creatures off stage."""

    def rule(creature: str, _: int) -> None:
        if resolution.state(creature).place == "reserve":
            raise Impossible(f"{resolution.name(creature)} is in reserve already")
        resolution.change(creature, "place", "reserve", message("in reserve"))
        resolution.change(creature, "initiative", None)
        close_questions(resolution, creature, "", why=message("is in reserve"))
        initiative.cancel_waiting(resolution, creature)
        leave_zones(resolution, creature)
        review(resolution, creature)

    resolution.for_each(step.targets, rule)


def enter(resolution: Resolution, step: typed_steps.Enter) -> None:
    """`enter`: brings creatures in from the reserve; in a running fight they roll initiative and join the order."""
    for creature in step.targets:
        if resolution.state(creature).place == "here":
            raise Impossible(f"{resolution.name(creature)} is here already")
        resolution.change(creature, "place", "here", message("enters"))
        resolution.change(creature, "outcome", None)
    bring_auras(resolution, step.targets)
    if resolution.fight.phase == "turns":
        turn_order.leave_order(resolution, step.targets)
    arrive(resolution, step.targets)


def set_field(resolution: Resolution, step: typed_steps.SetField) -> None:
    """`set`: corrects any field of the encounter format."""

    def rule(creature: str, _: int) -> None:
        old_sheet, old_state = resolution.sheet(creature), resolution.state(creature)
        try:
            sheet, state = typed_fields.set_field(resolution.system, old_sheet, old_state, step.field, step.value)
        except FieldFaults as wrong:
            raise Impossible(str(wrong), of="field" if step.field in typed_fields.UNSETTABLE else "value") from wrong
        note = message("field set", field=step.field, to=step.value)
        for name in fields.changed_attributes(old_sheet, sheet):
            resolution.emit(SheetChanged(creature, name, getattr(sheet, name), note))
        if state.surprised and not old_state.surprised:
            refuse_late_surprise(resolution)
        for name in fields.changed_attributes(old_state, state):
            if name == "initiative" and state.initiative is not None:
                initiative.set_total(resolution, creature, state.initiative, note)
            else:
                resolution.emit(StateChanged(creature, name, getattr(state, name), note))
        follow_correction(resolution, creature)

    resolution.for_each(step.targets, rule)


def follow_correction(resolution: Resolution, creature: str) -> None:
    """Applies the consequences of a change to a creature's stat block or state, made by hand or by another form."""
    bring_auras(resolution, (creature,))
    resolution.system.health_changes.correction(resolution, creature)
    resolution.system.after.correction(resolution, creature)
    review(resolution, creature)


def note(resolution: Resolution, step: typed_steps.Note) -> None:
    """`note`: adds a note to a creature's card."""
    for creature in step.targets:
        resolution.emit(SheetChanged(creature, "notes", step.text, message("note")))


def hide(resolution: Resolution, step: steps.Hide) -> None:
    """`hide`: hides creatures from the players."""
    for creature in step.targets:
        resolution.change(creature, "hidden", value=True, message=message("hidden"))


def reveal(resolution: Resolution, step: steps.Reveal) -> None:
    """`reveal`: shows creatures to the players again."""
    for creature in step.targets:
        resolution.change(creature, "hidden", value=False, message=message("revealed"))


def mask(resolution: Resolution, step: typed_steps.Mask) -> None:
    """`mask`: shows the players another name."""
    given = repeat(NAME.read(Scope(resolution.system), step.name)) if step.name else None
    for creature, name in zip(step.targets, given or _unknown_names(resolution.fight, step.targets), strict=False):
        resolution.change(creature, "shown_as", name, message("masked", name=name))
        if creature_setting(resolution.fight, creature, "names") == "shown":
            # A mask always takes effect, whatever setting was made before.
            held = resolution.state(creature).players
            resolution.change(creature, "players", {**held, "names": "alias"})


def _unknown_names(fight: Fight, creatures: Iterable[str]) -> Iterator[str]:
    """A name for each creature: the first of Unknown A, B, … Z, AA, … that no other creature is shown as."""
    names = (f"Unknown {letter * times}" for times in count(1) for letter in ascii_uppercase)
    shown = Counter(state.shown_as for state in fight.states.values())
    first, passed = next(names), set[str | None]()
    for creature in creatures:
        own = fight.states[creature].shown_as
        shown[own] -= 1
        while shown[first]:
            passed.add(first)
            first = next(names)
        name = own if own and own in passed and not shown[own] else first
        shown[name] += 1
        yield name


def unmask(resolution: Resolution, step: typed_steps.Unmask) -> None:
    """`unmask`: shows the players the creatures' own names."""
    for creature in step.targets:
        resolution.change(creature, "shown_as", None, message("unmasked"))


def change_side(resolution: Resolution, step: typed_steps.ChangeSide) -> None:
    """`side`: moves creatures to another side."""
    for creature in step.targets:
        resolution.emit(SheetChanged(creature, "side", step.side, message("side")))


def rename(resolution: Resolution, step: typed_steps.Rename) -> None:
    """`rename`: changes a creature's name; the id stays."""
    name = NAME.read(Scope(resolution.system), step.name)
    for creature in step.targets:
        resolution.emit(SheetChanged(creature, "name", name, message("renamed from", was=resolution.name(creature))))


def set_option(resolution: Resolution, step: typed_steps.SetOption) -> None:
    """`option`: sets a rules option."""
    try:
        value = typed_fields.typed_option(resolution.system, step.key, step.value)
    except FieldFaults as wrong:
        raise Impossible(str(wrong), of="value") from wrong
    options = {**resolution.fight.options, step.key: value}
    resolution.emit(FightChanged("options", options, message("option set", key=step.key, to=quote(value))))
