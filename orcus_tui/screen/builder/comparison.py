"""The effect of a change to each foe on the odds: a column next to the budget, computed by other processes."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.builder.difficulty import foe_places
from orcus_tui.builder.draft import Draft, with_count, with_level_shift
from orcus_tui.builder.draft_file import draft_fight
from orcus_tui.commands.context import NO_LIBRARY
from orcus_tui.errors import OrcusError
from orcus_tui.screen.workers import SIMULATIONS, background_plan, results_of, start_worker
from orcus_tui.simulation.bestiary import bestiary_of
from orcus_tui.simulation.day import Day
from orcus_tui.simulation.forecast import Forecast, forecast_days, refuse_unplayable
from orcus_tui.simulation.interval import wilson
from orcus_tui.simulation.output import progress
from orcus_tui.simulation.stopping import BATCH
from orcus_tui.simulation.verdict import verdict
from orcus_tui.simulation.what_if import Difference, difference

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from textual.screen import Screen

    from orcus_tui.commands.context import Library
    from orcus_tui.model.fight import Fight

DEBOUNCE = 0.5
"""Seconds without a change before a draft is simulated."""

PENDING, IMPOSSIBLE = "…", "–"


class Change(Struct, frozen=True):
    """A change to an entry of a draft."""

    name: str
    make: Callable[[Draft, int], Draft]


CHANGES = (
    Change("one fewer", lambda draft, place: with_count(draft, place, draft.entries[place].count - 1)),
    Change("one more", lambda draft, place: with_count(draft, place, draft.entries[place].count + 1)),
    Change("a level higher", lambda draft, place: with_level_shift(draft, place, 1)),
    Change("a level lower", lambda draft, place: with_level_shift(draft, place, -1)),
)
"""The changes that can be compared, one after another."""


class Comparison(Struct, frozen=True):
    """The results for a change to a draft: the odds without it, in words, and the difference for each entry.

    `why` says why there are no results.
    """

    draft: Draft
    change: Change
    odds: Sequence[str] = ()
    differences: Mapping[int, Difference | None] = {}
    why: str = ""

    def cell(self, place: int) -> str:
        """The text next to an entry: `+12 ±5` fights of a hundred; empty for heroes."""
        if self.why or place not in foe_places(self.draft):
            return ""
        if place not in self.differences:
            return PENDING
        found = self.differences[place]
        return IMPOSSIBLE if found is None else _points(found)

    @property
    def lines(self) -> list[str]:
        """The text below the budget."""
        if self.why:
            return [f"Odds: {self.why}"]
        odds = self.odds or ["Odds: simulating…"]
        return [*odds, f"What if {self.change.name}: more fights of a hundred won (+), or fewer (−)"]


def _points(found: Difference) -> str:
    """`+12 ±5`: the additional wins in a hundred fights, and half the width of the interval.

    If all pairs of fights ended alike, the second number is the share of fights that may still differ: `0 ±8` after 45
    pairs.
    """
    mean = round(found.mean * 100)
    width = found.interval.half_width or wilson(0, found.fights).high
    sign = "+" if mean > 0 else "−" if mean < 0 else ""
    return f"{sign}{abs(mean)} ±{round(width * 100)}"


def compare(
    draft: Draft, folder: Path, change: Change, stopped: Callable[[], bool], library: Library = NO_LIBRARY
) -> Iterator[Comparison]:
    """Yields comparisons of a change to each foe, each from more fights than the last, until it is stopped.

    All of them are simulated at the same time, so that the first figures come early. Powers summon creatures of the
    library. Raises OrcusError for a draft that is not a fight, and for a creature that cannot be read.
    """
    fight = _fight(draft, folder)
    changed = {place: _changed_fight(draft, folder, change, place) for place in foe_places(draft)}
    possible = {place: each for place, each in changed.items() if each}
    fights = (fight, *possible.values())
    bestiary = bestiary_of(fights, library)
    days = [Day((each,), bestiary=bestiary) for each in fights]
    for known, *others in forecast_days(days, background_plan(fight.system, BATCH), stopped):
        compared = dict(zip(possible, (difference(known, other, (change.name,)) for other in others), strict=True))
        yield Comparison(draft, change, _odds_lines(known), {place: compared.get(place) for place in changed})


def _odds_lines(known: Forecast) -> list[str]:
    """The odds in a sentence, then the range."""
    return [f"Odds: {verdict(known)}", progress(known)]


def _changed_fight(draft: Draft, folder: Path, change: Change, place: int) -> Fight | None:
    """The fight with the change; None if the rules do not allow it, or nobody is left to fight."""
    try:
        fight = _fight(change.make(draft, place), folder)
        refuse_unplayable(fight)
    except OrcusError:
        return None
    return fight


def _fight(draft: Draft, folder: Path) -> Fight:
    """The fight of a draft without its events, which may name creatures that are gone."""
    head = {key: value for key, value in draft.head.items() if key != "event"}
    return draft_fight(replace(draft, head=head), folder)


class WhatIf:
    """The comparison column of the builder: its change, if any, and the results; `redraw` shows it."""

    def __init__(self, screen: Screen[Path | None], redraw: Callable[[], object], library: Library) -> None:
        self._screen = screen
        self._library = library
        self._redraw = redraw
        self._number: int | None = None
        self.comparison: Comparison | None = None

    def switch(self, draft: Draft, folder: Path) -> None:
        """Compares the next change; after the last one, ends the comparison."""
        number = 0 if self._number is None else self._number + 1
        self._number = number if number < len(CHANGES) else None
        self.comparison = None
        self._screen.workers.cancel_group(self._screen, SIMULATIONS)
        self.follow(draft, folder)

    @property
    def message(self) -> str:
        """The change compared, and how to continue."""
        if self._number is None:
            return "No change is compared; v starts again"
        return f"Comparing with {CHANGES[self._number].name}; v compares another change"

    def follow(self, draft: Draft, folder: Path) -> None:
        """Starts over if the draft has changed."""
        if self._number is not None and (self.comparison is None or self.comparison.draft is not draft):
            self.comparison = Comparison(draft, CHANGES[self._number])
            find = partial(self._find, self.comparison, folder)
            start_worker(self._screen, find, group=SIMULATIONS, exclusive=True)

    async def _find(self, begun: Comparison, folder: Path) -> None:
        """Shows the results.

        When it is cancelled, because the draft has changed or the user leaves, stops the processes.
        """
        await asyncio.sleep(DEBOUNCE)
        try:
            find = partial(compare, begun.draft, folder, begun.change, library=self._library)
            async for known in results_of(find):
                self.comparison = known
                self._redraw()
        except OrcusError as fault:
            self.comparison = replace(begun, why=fault.lines[0])
            self._redraw()
