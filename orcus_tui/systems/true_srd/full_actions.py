"""Full actions over two turns in the True SRD, a standard action in each (§Begin/Complete Full Action)."""

from orcus_tui.model.effect import Effect
from orcus_tui.model.message import message
from orcus_tui.rules import effects
from orcus_tui.rules.system.resolution import Resolution

BEGUN = "full action begun"
FULL = "full"


def cost_now(resolution: Resolution, creature: str, action: str) -> str:
    """The cost of an action: completing a full action from the previous turn takes a standard action."""
    begun = begun_full_action(resolution, creature)
    if action != FULL or begun is None:
        return action
    effects.end(resolution, creature, begun, message("completed"))
    return "standard"


def begun_full_action(resolution: Resolution, creature: str) -> Effect | None:
    """The full action that a creature began in a turn before this one."""
    held = resolution.state(creature).effects
    return next((each for each in held if each.name == BEGUN and not each.duration.skips), None)


def abandon(resolution: Resolution, creature: str, action: str) -> None:  # noqa: ARG001  # shared signature
    """Ends a full action that was begun, if the next action does not complete it."""
    begun = begun_full_action(resolution, creature)
    if begun:
        effects.end(resolution, creature, begun, message("not completed"))
