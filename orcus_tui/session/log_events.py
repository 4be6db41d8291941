"""The events that the log shows: those worth reading, and the falls that a reader must not miss."""

from collections.abc import Iterable

from msgspec import Struct

from orcus_tui.model import events
from orcus_tui.model.events import Event
from orcus_tui.model.fight import Fight
from orcus_tui.rules.encounter_events import line_offered
from orcus_tui.systems import SYSTEMS

NO_FALL = ("alive", "stable")
"""The states of life that are not falls, unlike death, unconsciousness and coma."""
SUPERSEDED = "superseded"
REMOVED = "removed"
"""The reason for the end of an effect that was removed by name."""


class _LaterEvents(Struct, frozen=True):
    """The deaths, and the new effects as bearer and kind, in the rest of a command."""

    deaths: set[str]
    effects: set[tuple[str, str]]


def worth_reading(happened: Iterable[Event], fight: Fight) -> list[Event]:
    """The events of a command without needless ones; `fight` is as the command left it.

    It leaves out the end of an effect that another of its kind replaces, the end of effects on the dead, the fall of a
    creature that dies, and an offer whose line an event of the encounter has just named.
    """
    happened = [*happened]
    later = _LaterEvents(set(), set())
    named = {line for each in happened if (line := line_offered(each))}
    found = []
    for event in reversed(happened):
        is_named = isinstance(event, events.OfferMade) and event.offer.line in named
        if not is_named and not _is_needless(event, fight, later):
            found.append(event)
        if isinstance(event, events.EffectAdded):
            later.effects.add((event.creature, event.effect.kind))
        elif isinstance(event, events.StateChanged) and event.is_death:
            later.deaths.add(event.creature)
    return found[::-1]


def is_fall(event: Event, fight: Fight) -> bool:
    """Whether a creature falls, is knocked out or dies by an event, which a reader must not miss in a long answer."""
    if isinstance(event, events.StateChanged) and event.field == "life":
        return event.value not in NO_FALL
    said = event.message if isinstance(event, events.MessageLogged | events.StateChanged) else None
    return said is not None and said.key in SYSTEMS[fight.system].death.fall_messages


def _is_needless(event: Event, fight: Fight, later: _LaterEvents) -> bool:
    if isinstance(event, events.MessageLogged):
        return event.creature in later.deaths and is_fall(event, fight)
    if not isinstance(event, events.EffectEnded) or event.why is None:
        return False
    if event.why.key == SUPERSEDED:
        return (event.creature, event.effect.kind) in later.effects
    return event.why.key != REMOVED and event.creature not in later.deaths and _is_dead(fight, event.creature)


def _is_dead(fight: Fight, creature: str) -> bool:
    state = fight.states.get(creature)
    return state is not None and state.life == "dead"
