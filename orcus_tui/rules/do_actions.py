"""Actions of `do` that several systems have: they put conditions on, end them, or only say something."""

from collections.abc import Callable, Container

from orcus_tui.model.duration import Duration
from orcus_tui.model.effect import Effect
from orcus_tui.model.message import message
from orcus_tui.model.steps import Targets
from orcus_tui.rules import effects
from orcus_tui.rules.resolution import Impossible
from orcus_tui.rules.system import Resolution

CarryOut = Callable[[Resolution, str, Targets], None]
PRONE = "prone"


def gain(condition: str, lasts: Duration) -> CarryOut:
    """An action that puts a condition on its taker."""

    def carry_out(resolution: Resolution, source: str, targets: Targets) -> None:  # noqa: ARG001  # shared signature
        effects.add_condition(resolution, source, condition, source, lasts)

    return carry_out


def inflict(condition: str, lasts: Duration, remark: str = "") -> CarryOut:
    """An action that puts a condition on its targets, the roll at the table having succeeded; a remark is of each."""

    def carry_out(resolution: Resolution, source: str, targets: Targets) -> None:
        refuse_oneself(resolution, source, targets)
        for target in targets:
            effects.add_condition(resolution, target, condition, source, lasts)
            if remark:
                resolution.say(remark, target)

    return carry_out


def remark_only(remark: str) -> CarryOut:
    """An action that only leaves a remark: what follows is decided at the table."""

    def carry_out(resolution: Resolution, source: str, targets: Targets) -> None:
        resolution.say(remark, source, targets=targets)

    return carry_out


def refuse_oneself(resolution: Resolution, source: str, targets: Targets) -> None:
    """Raises Impossible where a creature is among its own targets."""
    if source in targets:
        raise Impossible(f"{resolution.name(source)} cannot do that to itself")


def stand_up(resolution: Resolution, source: str, targets: Targets) -> None:  # noqa: ARG001  # shared signature
    """Up from prone."""
    prone = require_prone(resolution, source)
    for effect in prone:
        effects.end(resolution, source, effect, message("stands up"))


def require_prone(resolution: Resolution, creature: str) -> list[Effect]:
    """The effects by which a creature is prone.

    Raises Impossible where it is not.
    """
    found = held_by(resolution, creature, (PRONE,))
    if not found:
        raise Impossible(f"{resolution.name(creature)} is not prone")
    return found


def held_by(resolution: Resolution, creature: str, conditions: Container[str], targets: Targets = ()) -> list[Effect]:
    """The effects on a creature that are one of these conditions; by these targets, if any."""
    here = resolution.state(creature).effects
    return [each for each in here if each.name in conditions and (not targets or each.source in targets)]
