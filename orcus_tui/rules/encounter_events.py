"""Events of an encounter: logs those that a command has triggered."""

from collections.abc import Callable, Collection, Mapping

from orcus_tui.model.briefing import EncounterEvent, EventOccasion
from orcus_tui.model.events import Event, MessageLogged, RoundStarted, TurnStarted
from orcus_tui.model.fight import Fight
from orcus_tui.model.offer import OfferedLine
from orcus_tui.model.turn_places import acted, count_of_turn
from orcus_tui.rules import offers
from orcus_tui.rules.in_force import is_staggered
from orcus_tui.rules.system.resolution import Resolution

_Test = Callable[[Resolution, EncounterEvent], bool]


def announce(resolution: Resolution, changed: Collection[str]) -> tuple[str, ...]:
    """Logs the events of the encounter that a command has triggered, and offers their lines.

    `changed` are the creatures whose states it has changed. Returns the lines to carry out.
    """
    if not resolution.events or not resolution.fight.briefing.events:
        return ()
    lines: list[str] = []
    before, now = resolution.began, resolution.fight
    has_same_sheets = before.sheets is now.sheets
    for event in now.briefing.events:
        if event.occasion in _OF_STATE:
            creature = event.creature
            if has_same_sheets and creature not in changed:
                continue  # nothing about it has changed
            if creature not in before.states or creature not in now.states:
                continue  # it has only joined or left
        if event.occasion != "initiative" and _COMES[event.occasion](resolution, event):
            _announce(resolution, event)
            lines += event.do
    return tuple(lines)


def has_events_on_counts(fight: Fight) -> bool:
    """Whether any event of the encounter comes on an initiative count."""
    return any(event.occasion == "initiative" for event in fight.briefing.events)


def pass_counts(resolution: Resolution, count: int | None) -> None:
    """Announces the events on the counts between the last turn and the next, or down to the end of the round (None).

    Their lines are carried out at once. Creatures on the count of an event act before it.
    """
    fight = resolution.fight
    for number, event in enumerate(fight.briefing.events):
        if event.occasion != "initiative":
            continue
        begun = acted(fight)
        last = count_of_turn(fight) if begun else None
        once = (fight.round, len(begun), number)
        is_behind = last is not None and event.number > last
        if is_behind or once in resolution.guards.announced:
            continue
        if count is None or count < event.number:
            resolution.guards.announced.add(once)
            _announce(resolution, event)
            resolution.callbacks.run_lines(resolution, event.do)


def _announce(resolution: Resolution, event: EncounterEvent) -> None:
    """Logs an event, and offers its line."""
    _say(resolution, event)
    if event.line:
        creature, because = _creature_of(resolution.fight, event), event.sentence or event.at
        offers.make_offer(resolution, creature, because, OfferedLine(event.line), targets=None)


def _creature_of(fight: Fight, event: EncounterEvent) -> str:
    """The creature that an event is about, else the one whose turn it is."""
    return event.creature if event.creature in fight.states else fight.active or next(iter(fight.states), "")


def _say(resolution: Resolution, event: EncounterEvent) -> None:
    if not event.line and not event.text:
        return
    if not event.line:
        resolution.say("encounter event", event.creature, text=event.sentence)
    elif event.text:
        resolution.say(_TEXT_AND_LINE, event.creature, text=event.sentence, line=event.line)
    else:
        resolution.say(_LINE, event.creature, line=event.line)


_TEXT_AND_LINE, _LINE = "encounter event with line", "line to type"


def line_offered(event: Event) -> str:
    """The line that this announcement of an encounter's event offers; empty for any other event."""
    if isinstance(event, MessageLogged) and event.message.key in (_TEXT_AND_LINE, _LINE):
        return str(event.message.values["line"])
    return ""


def _round_begins(resolution: Resolution, event: EncounterEvent) -> bool:
    if event.number == 0:  # round 0 of a surprise or an ambush begins with the fight
        fight = resolution.fight
        return resolution.began.phase == "setup" and fight.phase == "turns" and fight.round == 0
    return any(isinstance(each, RoundStarted) and each.round == event.number for each in resolution.events)


def _turn_starts(resolution: Resolution, event: EncounterEvent) -> bool:
    return any(
        isinstance(each, TurnStarted) and each.creature == event.creature and not each.delayed
        for each in resolution.events
    )


def _gets_staggered(resolution: Resolution, event: EncounterEvent) -> bool:
    creature = event.creature
    if resolution.state(creature).life == "dead":
        return False  # one blow killed it: as in the log, it was never staggered
    return is_staggered(resolution.view, creature) and not is_staggered(resolution.began_view, creature)


def _falls_to(resolution: Resolution, event: EncounterEvent) -> bool:
    before, now = resolution.began.states[event.creature].hp, resolution.state(event.creature).hp
    return before is not None and now is not None and now <= event.number < before


def _dies(resolution: Resolution, event: EncounterEvent) -> bool:
    before, now = resolution.began.states[event.creature], resolution.fight.states[event.creature]
    return now.life == "dead" and before.life != "dead"


_OF_STATE = ("staggered", "at", "dies")
"""The occasions that depend only on how a creature was before and how it is now."""


_COMES: Mapping[EventOccasion, _Test] = {
    "round": _round_begins,
    "start": _turn_starts,
    "staggered": _gets_staggered,
    "at": _falls_to,
    "dies": _dies,
}
