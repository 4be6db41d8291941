"""Which events of a command a person needs to read; journals, `why` and the report have all of them."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from orcus_tui.model import events
from orcus_tui.model.events import Event
from orcus_tui.model.fight import Fight
from orcus_tui.systems import SYSTEMS

NO_FALL = ("alive", "stable")
"""The states of life that a creature does not fall into: it dies, is knocked out or lies in a coma otherwise."""
SUPERSEDED = "superseded"
REMOVED = "removed"
"""Why an effect ends that somebody removed by name."""


class _Later(Struct, frozen=True):
    """What the command's later events do: who dies, and which kinds of effects begin, by their bearers."""

    deaths: set[str]
    effects: set[tuple[str, str]]


def worth_reading(happened: Iterable[Event], fight: Fight) -> list[Event]:
    """The events of a command without those that tell a reader nothing; `fight` is as the command left it.

    Left out are the end of an effect that another of its kind replaces, the end of effects on the dead, and the fall
    of a creature that dies.
    """
    later = _Later(set(), set())
    found = []
    for event in reversed([*happened]):
        if not _tells_nothing(event, fight, later):
            found.append(event)
        if isinstance(event, events.EffectAdded):
            later.effects.add((event.creature, event.effect.kind))
        elif isinstance(event, events.StateChanged) and event.field == "life" and event.value == "dead":
            later.deaths.add(event.creature)
    return found[::-1]


def is_fall(event: Event, fight: Fight) -> bool:
    """Whether a creature falls, is knocked out or dies by an event: what a reader must not miss in a long answer."""
    if isinstance(event, events.StateChanged) and event.field == "life":
        return event.value not in NO_FALL
    said = event.message if isinstance(event, events.Said | events.StateChanged) else None
    return said is not None and said.key in SYSTEMS[fight.system].death.fall_messages


def _tells_nothing(event: Event, fight: Fight, later: _Later) -> bool:
    """Whether an event tells a reader nothing."""
    if isinstance(event, events.Said):
        return event.creature in later.deaths and is_fall(event, fight)
    if not isinstance(event, events.EffectEnded) or event.why is None:
        return False
    if event.why.key == SUPERSEDED:
        return (event.creature, event.effect.kind) in later.effects
    return event.why.key != REMOVED and event.creature not in later.deaths and _is_dead(fight, event.creature)


def _is_dead(fight: Fight, creature: str) -> bool:
    state = fight.states.get(creature)
    return state is not None and state.life == "dead"
