"""An encounter's texts and events as lines of text, and the line that an event of this turn offers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from orcus_tui.model.briefing import BRIEFING_TEXTS, EncounterEvent
from orcus_tui.model.fight import name_of
from orcus_tui.session.ahead.timers import AT_HALF

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from orcus_tui.rules.system import FightView

EVENTS = "Events"
LIST_MARKS = ("-", "*", "•")
"""The characters that begin a list item."""


def briefing_lines(view: FightView) -> tuple[Sequence[str], Sequence[int]]:
    """The texts and events of an encounter, and the places of their headings; empty if it has none."""
    lines: list[str] = []
    headings: list[int] = []
    for heading, body in _parts(view):
        lines += [""] if lines else []
        headings.append(len(lines))
        lines += [heading, *body]
    return lines, headings


def _parts(view: FightView) -> Iterator[tuple[str, list[str]]]:
    """The texts and the events, each under its heading."""
    fight = view.fight
    for key in BRIEFING_TEXTS:
        if text := getattr(fight.briefing, key):
            yield key.replace("_", " ").capitalize(), paragraphs(text)
    if fight.briefing.events:
        yield EVENTS, [line for each in fight.briefing.events for line in _event_lines(view, each)]


def paragraphs(text: str) -> list[str]:
    """A text with its lines joined into paragraphs; an empty line separates them, and a list item begins one."""
    found: list[str] = []
    is_open = False
    for line in map(str.strip, text.splitlines()):
        if is_open and line and not line.startswith(LIST_MARKS):
            found[-1] = f"{found[-1]} {line}"
        elif line or is_open:
            found.append(line)
        is_open = bool(line)
    return found if is_open or not found else found[:-1]


def _event_lines(view: FightView, event: EncounterEvent) -> Iterator[str]:
    """The occasion and text of an event, and the lines that it offers or carries out."""
    yield f"{_occasion_text(view, event)}: {event.sentence}".rstrip()
    yield from (f"    {line}" for line in (event.line, *event.do) if line)


def _occasion_text(view: FightView, event: EncounterEvent) -> str:
    name = name_of(view.fight, event.creature) if event.creature else ""
    staggered = view.system.words.term("staggered") or AT_HALF
    return {
        "round": f"Round {event.number}",
        "initiative": f"Initiative {event.number}, every round",
        "start": f"Start of {name}'s turn",
        "staggered": f"{name} {staggered}",
        "at": f"{name} at {event.number} hit points",
        "dies": f"{name} dies",
    }[event.occasion]
