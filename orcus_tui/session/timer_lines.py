"""The timers in words: each part of one as a person reads it, in the words of the fight's system."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from orcus_tui.model.duration import Duration
from orcus_tui.model.message import Message
from orcus_tui.model.text import join_with_and
from orcus_tui.rules.templates import Formatter
from orcus_tui.session.turns_ahead import UNPLACED, Point
from orcus_tui.session.upcoming import AwaitedEvent, Timer, When, damage_of

POINTS: Mapping[Point, str] = {
    "start": "start of {}'s turn",
    "end": "end of {}'s turn",
    "back": "start of {}'s delayed turn",
    "late end": "end of {}'s delayed turn",
    "waste": "when {}'s delayed turn runs out",
    "round": "round {} begins",
    "fight": "when the fight begins",
}

EVENT_OCCASIONS = {
    "staggered": "when {} is staggered",
    "at": "when {} has {} hit points or fewer",
    "dies": "when {} dies",
}
"""When an event comes that waits for what happens to a creature, by its occasion."""


def when_text(formatter: Formatter, when: When) -> str:
    """When a timer next matters: `end of Cor's turn in round 2`, `when Cor dies`, `until removed`."""
    if isinstance(when, Duration):
        return formatter.duration(when)
    if isinstance(when, AwaitedEvent):
        return EVENT_OCCASIONS[when.occasion].format(formatter.name(when.creature), when.number)
    if when.point == "round":
        return POINTS["round"].format(when.round)
    text = POINTS[when.point].format(formatter.name(when.creature))
    return f"{text} in round {when.round}" if when.again and when.distance < UNPLACED else text


def short_texts(formatter: Formatter, timer: Timer) -> tuple[str, str]:
    """What a timer is of, persistent damage by its amount, and what else happens: `5 fire and dazed`, `save 10+`."""
    if isinstance(timer.what, Message):
        return formatter.text(timer.what), _ways_text(formatter, timer.ways)
    damages = {each.id: damage_of(each) for each in timer.what if each.kind == "persistent"}
    named = [formatter.text(damages[each.id]) if each.id in damages else formatter.effect(each) for each in timer.what]
    return join_with_and(named), _ways_text(formatter, (each for each in timer.ways if each not in damages.values()))


def _ways_text(formatter: Formatter, ways: Iterable[Message | Duration]) -> str:
    """What will happen: `5 fire, save 10+`."""
    return ", ".join(formatter.duration(each) if isinstance(each, Duration) else formatter.text(each) for each in ways)
