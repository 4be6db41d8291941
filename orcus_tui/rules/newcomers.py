"""Creatures that join a fight: added, with dice for their number and hit points, or summoned; and shared turns."""

from msgspec.structs import replace

from orcus_tui import dice
from orcus_tui.errors import Impossible
from orcus_tui.model import steps, typed_steps
from orcus_tui.model.duration import UNTIL_REMOVED
from orcus_tui.model.events import CreatureAdded, TurnShared
from orcus_tui.model.fight import name_of
from orcus_tui.rules import creation, effects, fields, initiative, typed_fields
from orcus_tui.rules.boundary_phases import refuse_late_surprise
from orcus_tui.rules.creation import creature_named
from orcus_tui.rules.dice_rolls import log_dice
from orcus_tui.rules.field_faults import FieldFault, FieldFaults, quote
from orcus_tui.rules.resolution import default_creature
from orcus_tui.rules.roster import arrive
from orcus_tui.rules.shared_turns import join_turn, leave_turn
from orcus_tui.rules.system.resolution import Resolution
from orcus_tui.rules.turn import start_companions, takes_turns
from orcus_tui.rules.validators import LARGEST
from orcus_tui.rules.zones import bring_auras

HIT_DICE = "dice"
"""The word for hit points by the hit dice of the stat block."""
_PLACEHOLDER = "1"


def add(resolution: Resolution, step: typed_steps.Add) -> None:
    """`add`: adds new creatures; in a running fight they join the order."""
    made = make(resolution, step)
    join_group(resolution, made)
    arrive(resolution, made)


def make(resolution: Resolution, step: typed_steps.Add) -> steps.Targets:
    """Adds new creatures without a place in the order, and returns them."""
    rolled_count = None
    if isinstance(step.count, dice.Dice):
        rolled_count = resolution.roll(step.count)
        step = replace(step, count=max(1, rolled_count.total))
    hp_field = next((name for name, text in step.fields if typed_fields.ADD_ALIASES.get(name, name) == "max_hp"), "")
    hit_points = dict(step.fields).get(hp_field, "")
    rolls_hp = bool(hit_points) and (hit_points == HIT_DICE or _is_dice(hit_points))
    if rolls_hp:
        others = tuple((name, _PLACEHOLDER if name == hp_field else text) for name, text in step.fields)
        step = replace(step, fields=others)
    made = _new_creatures(resolution, step)
    rolled: dict[str, dice.Roll] = {}
    if rolls_hp:
        made, rolled = _with_rolled_hit_points(resolution, made, hit_points, f"fields.{hp_field}")
    if rolled_count:
        log_dice(resolution, "rolls how many", rolled_count)
    for creature, (sheet, state) in made.items():
        resolution.emit(CreatureAdded(creature, sheet, state))
    for creature, roll in rolled.items():
        log_dice(resolution, "rolls hit points", roll, creature)
    bring_auras(resolution, made)
    return tuple(made)


def _new_creatures(resolution: Resolution, step: typed_steps.Add) -> creation.NewCreatures:
    """The new creatures. Raises Impossible if a field or their number is invalid."""
    try:
        made = creation.from_step(resolution.view, step)
    except FieldFaults as wrong:
        raise Impossible(str(wrong), of=_field_at_fault(step, wrong.faults[0])) from wrong
    sheet, state = next(iter(made.values()))
    if contradictions := fields.contradictions(resolution.system, sheet, state):
        raise Impossible(str(FieldFaults(*contradictions)), of=_field_at_fault(step, contradictions[0]))
    if wrong_count := fields.creature_limit_message(len(resolution.fight.sheets) + len(made)):
        raise Impossible(wrong_count)
    if state.surprised:
        refuse_late_surprise(resolution)
    return made


def _field_at_fault(step: typed_steps.Add, found: FieldFault) -> str:
    """The field of the step that caused a fault: `fields`, the number, or the name."""
    field = found.tail[0] if found.tail else ""
    if field in dict(step.fields):
        return f"fields.{field}"
    return "count" if field == "count" else "newcomer"


def _is_dice(text: str) -> bool:
    """Whether a text is dice and not a plain number."""
    try:
        return not dice.parse(text).is_constant
    except dice.DiceError:
        return False


def _with_rolled_hit_points(
    resolution: Resolution, made: creation.NewCreatures, text: str, of: str
) -> tuple[creation.NewCreatures, dict[str, dice.Roll]]:
    """The creatures with hit points rolled for each, at least 1, and their rolls."""
    sheet, _ = next(iter(made.values()))
    if text == HIT_DICE and not sheet.hit_dice:
        raise Impossible(f"{creation.base_name(sheet.name)} has no hit dice; write them: hp=2d8+2", of=of)
    expression = dice.parse(sheet.hit_dice if text == HIT_DICE else text)
    _refuse_too_many(expression, dice.maximise(expression), of)
    rolled = {creature: resolution.roll(expression) for creature in made}
    found: creation.NewCreatures = {}
    for creature, (own, state) in made.items():
        _refuse_too_many(expression, rolled[creature], of)  # exploding dice may exceed their highest faces
        hit_points = max(1, rolled[creature].total)
        found[creature] = replace(own, max_hp=hit_points), replace(state, hp=hit_points)
    return found, rolled


def _refuse_too_many(expression: dice.Dice, roll: dice.Roll, of: str) -> None:
    if roll.total > LARGEST:
        raise Impossible(f"hit points go up to {LARGEST:,}; {expression.text} can reach {roll.total:,}", of=of)


def join_group(resolution: Resolution, newcomers: steps.Targets) -> None:
    """Gives newcomers the initiative of their group, with their own modifier; heroes roll for themselves."""
    sheet, state = resolution.sheet(newcomers[0]), resolution.state(newcomers[0])
    if state.initiative is not None or state.place != "here" or sheet.kind == "pc":
        return
    mate = next(
        (each for each in resolution.fight.states if _has_group_initiative(resolution, each, sheet.group)), None
    )
    if mate is None:
        return
    reached = (resolution.state(mate).initiative or 0) - resolution.sheet(mate).initiative + sheet.initiative
    for creature in newcomers:
        initiative.note_total(resolution, creature, reached)
    initiative.take_places(resolution, newcomers)
    resolution.say("joins group", creatures=newcomers, count=reached)


def _has_group_initiative(resolution: Resolution, creature: str, group: str) -> bool:
    """Whether a creature of the group is present and has initiative."""
    state = resolution.state(creature)
    return resolution.sheet(creature).group == group and state.place == "here" and state.initiative is not None


# Summoned creatures and shared turns


def share(resolution: Resolution, step: typed_steps.Share) -> None:
    """`share`: creatures act in a partner's turn from now on, or in separate turns again."""
    if step.partner:
        resolution.for_each(step.targets, lambda each, _: act_with(resolution, each, step.partner))
    else:
        resolution.for_each(step.targets, lambda each, _: act_alone(resolution, each))


def act_alone(resolution: Resolution, creature: str) -> None:
    """Gives a creature separate turns again. Raises Impossible if it has them already."""
    if not resolution.state(creature).shares_turn:
        raise Impossible(f"{resolution.name(creature)} shares nobody's turn", of="targets")
    leave_turn(resolution, creature)


def act_with(resolution: Resolution, creature: str, named: str) -> None:
    """Makes a creature act in a partner's turn; if it is that turn now, it begins to act at once.

    If the partner itself shares another creature's turn, this creature acts in that turn too.
    """
    partner = resolution.state(named).shares_turn or named
    name = resolution.name(creature)
    if partner == creature:
        other = f"; {resolution.name(named)} acts in {name}'s turn" if named != creature else ""
        raise Impossible(f"{name} cannot share its own turn{other}", of="partner")
    if not takes_turns(resolution, partner):
        raise Impossible(f"{name_of(resolution.fight, partner)} takes no turns", of="partner")
    if resolution.state(creature).shares_turn == partner:
        raise Impossible(f"{name} acts in {resolution.name(partner)}'s turn already", of="targets")
    if creature in resolution.fight.delayed:
        raise Impossible(f"{name} has delayed its turn; `act {creature}` first", of="targets")
    join_turn(resolution, creature, partner)
    if resolution.fight.active == partner:
        start_companions(resolution, partner)


def summon(resolution: Resolution, step: steps.Summon) -> None:
    """`summon`: new creatures on the side of their creator, which act in its turn (Orcus §Summons)."""
    source = step.source or default_creature(resolution)
    partner = resolution.state(source).shares_turn or source
    if not step.printed and not creature_named(resolution.fight, step.name):
        step = replace(step, printed=resolution.callbacks.find_in_library(step.name))
    if not step.printed and not creature_named(resolution.fight, step.name):
        raise Impossible(f"{quote(step.name)} is neither in the fight nor in the library{step.near}", of="newcomer")
    side = ("side", resolution.sheet(source).side)
    made = make(resolution, typed_steps.Add(step.name, step.count, (side,), step.printed, step.near))
    resolution.say("summons", source, creatures=made)
    for creature in made:
        resolution.change(creature, "initiative", None)
        resolution.change(creature, "shares_turn", partner)
        condition = resolution.system.creatures.summoned
        if condition:
            effects.add_condition(resolution, creature, condition, source, UNTIL_REMOVED)
        if resolution.fight.active == partner:
            actions = resolution.system.actions.for_turn(resolution.fight, creature)
            resolution.emit(TurnShared(creature, actions))
