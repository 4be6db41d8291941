"""Full actions over two turns in the True SRD, begun with a standard action and completed with the next."""

from orcus_tui.model.duration import SOURCE, Duration
from orcus_tui.model.effect import Effect
from orcus_tui.model.message import message
from orcus_tui.rules import effects
from orcus_tui.rules.system import Resolution
from orcus_tui.rules.system.actions import ActionUse

BEGUN = "full action begun"
FULL = "full"


def begin_full(use: ActionUse) -> None:
    """Starts a full action at the end of a turn (§Begin/Complete Full Action)."""
    resolution, source = use.resolution, use.source
    effects.add_condition(resolution, source, BEGUN, source, Duration("end", SOURCE))


def cost_now(resolution: Resolution, creature: str, action: str) -> str:
    """What an action costs: a full action that was begun the turn before takes a standard action to complete."""
    begun = begun_before(resolution, creature)
    if action != FULL or begun is None:
        return action
    effects.end(resolution, creature, begun, message("completed"))
    return "standard"


def begun_before(resolution: Resolution, creature: str) -> Effect | None:
    """The full action that a creature began in a turn before this one."""
    held = resolution.state(creature).effects
    return next((each for each in held if each.name == BEGUN and not each.duration.skips), None)


def abandon(resolution: Resolution, creature: str, action: str) -> None:  # noqa: ARG001  # shared signature
    """Ends a full action that was begun, if the next action does not complete it."""
    begun = begun_before(resolution, creature)
    if begun:
        effects.end(resolution, creature, begun, message("not completed"))
