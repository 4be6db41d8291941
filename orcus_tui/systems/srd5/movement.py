"""Movement in SRD 5.1: conditions that prevent it, flight, and falls from the air (§Flying Movement)."""

from orcus_tui.model.duration import UNTIL_REMOVED
from orcus_tui.model.events import MessageLogged
from orcus_tui.model.message import message
from orcus_tui.rules import effects
from orcus_tui.rules.do_actions import PRONE, effects_of_conditions, lose
from orcus_tui.rules.facts import Moment
from orcus_tui.rules.in_force import conditions_in_force
from orcus_tui.rules.modifiers import counting
from orcus_tui.rules.stats import SPEED_CAP
from orcus_tui.rules.system import FightView
from orcus_tui.rules.system.actions import ActionUse
from orcus_tui.rules.system.resolution import Resolution
from orcus_tui.systems.srd5.advantage import level_of_exhaustion
from orcus_tui.systems.srd5.conditions import EXHAUSTION, FLYING

STILL = 5
"""The level of exhaustion at which a creature cannot move."""
MAY_FALL, FALLS = "may fall", "falls from the air"
FLIES, HOVERS = "fly", "hover"
"""Words of a printed speed."""


def cannot_move(view: FightView, creature: str) -> str:
    """The condition that prevents a creature from moving; empty if none does."""
    if level_of_exhaustion(view.fight, creature) >= STILL:
        return EXHAUSTION
    held = counting(Moment(view, creature), SPEED_CAP)
    return next((str(each.cause) for each in held if not each.row.amount), "")


# Flight


def fly(use: ActionUse) -> None:
    """Takes off, unless the creature cannot move."""
    resolution, source = use.resolution, use.source
    held = cannot_move(resolution.view, source)
    if held:
        resolution.forbid("cannot fly", who=source, condition=held)
    effects.add_condition(resolution, source, FLYING, source, UNTIL_REMOVED)


land = lose(FLYING, message("lands"))
"""Lands."""


def bring_down(resolution: Resolution, creature: str) -> None:
    """Ends the flight of a flyer that is prone or cannot move, and logs it once per command.

    For a creature with a flying speed that may be on the ground, it only logs that it may fall; the table decides.
    """
    flying = effects_of_conditions(resolution, creature, (FLYING,))
    speed = resolution.sheet(creature).speed.casefold()
    if HOVERS in speed or not (flying or FLIES in speed):
        return
    if not is_brought_down(resolution.view, creature):
        return
    if flying:
        resolution.say(FALLS, creature)
        for effect in flying:
            effects.end_if_there(resolution, creature, effect, None)
    elif not is_brought_down(resolution.began_view, creature) and not is_said(resolution, creature):
        resolution.say(MAY_FALL, creature)


def is_brought_down(view: FightView, creature: str) -> bool:
    """Whether a creature is prone, or cannot move."""
    if creature not in view.fight.states:
        return False
    held = conditions_in_force(view, creature)
    return PRONE in held or bool(cannot_move(view, creature))


def is_said(resolution: Resolution, creature: str) -> bool:
    """Whether this command has already logged that a creature falls or may fall."""
    remarks = (each for each in resolution.events if isinstance(each, MessageLogged) and each.creature == creature)
    return any(each.message.key in (MAY_FALL, FALLS) for each in remarks)
