"""Engagement: pairs of creatures that fight each other at close quarters."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from orcus_tui.model.message import Message, message
from orcus_tui.rules.in_force import creature_standing
from orcus_tui.rules.system import FightView

if TYPE_CHECKING:
    from orcus_tui.rules.system.resolution import Resolution


def engage(resolution: Resolution, creature: str, foes: Iterable[str]) -> None:
    """Engages a creature with others, unless they are engaged already."""
    engaged = resolution.state(creature).engaged
    new = tuple(each for each in foes if each not in engaged)
    if not new:
        return
    resolution.change(creature, "engaged", (*engaged, *new), message("engages", foes=new))
    for each in new:
        resolution.change(each, "engaged", (*resolution.state(each).engaged, creature))


def end_all(resolution: Resolution, creature: str, why: Message | None = None) -> None:
    """Ends the engagement of a creature with all others."""
    foes = resolution.state(creature).engaged
    if not foes:
        return
    resolution.change(creature, "engaged", (), why)
    for foe in foes:
        others = tuple(each for each in resolution.state(foe).engaged if each != creature)
        resolution.change(foe, "engaged", others)


def review(resolution: Resolution, creature: str) -> None:
    """Ends the engagement of a creature that is dead or away."""
    state = resolution.state(creature)
    if state.is_out or state.place != "here":
        end_all(resolution, creature)


def foes_up(view: FightView, creature: str) -> list[str]:
    """The creatures engaged with this one that are up."""
    return [each for each in view.fight.states[creature].engaged if creature_standing(view, each) == "up"]
