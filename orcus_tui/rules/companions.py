"""`share` and `summon`: mounts, companions and summoned creatures, which act in another creature's turn."""

from msgspec.structs import replace

from orcus_tui.model import steps
from orcus_tui.model.duration import UNTIL_REMOVED
from orcus_tui.model.events import TurnShared
from orcus_tui.model.fight import name_of
from orcus_tui.rules import effects, newcomers
from orcus_tui.rules.creation import creature_named
from orcus_tui.rules.field_faults import quote
from orcus_tui.rules.resolution import Impossible, default_creature
from orcus_tui.rules.shared_turns import join_turn, leave_turn
from orcus_tui.rules.system import Resolution
from orcus_tui.rules.turn import start_companions, takes_turns


def share(resolution: Resolution, step: steps.Share) -> None:
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
    made = newcomers.make(resolution, steps.Add(step.name, step.count, (side,), step.printed, step.near))
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
