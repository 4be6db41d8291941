"""The future boundaries of turns and rounds, in order."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.model.duration import Duration
from orcus_tui.model.fight import Turn
from orcus_tui.model.turn_places import acted, companions_by_creature, count_of, has_acted, places_to_come
from orcus_tui.rules.in_force import creature_standing
from orcus_tui.rules.system import FightView

if TYPE_CHECKING:
    from orcus_tui.rules.system.turn import BoundaryEffect, Point


class Moment(Struct, frozen=True):
    """A future boundary of a turn, round or fight; `again`: another boundary of the same kind comes first."""

    distance: int
    point: Point
    creature: str
    round: int
    again: bool = False


_STARTS_AND_ENDS: tuple[Point, ...] = ("start", "end")
UNPLACED = 1_000_000
"""The distance of a turn without a place, because no turn is running or its owner is not in the order."""


# The turns to come


class Turns:
    """The future boundaries of a fight, numbered from now.

    The rest of this round is simulated, since delayed creatures return in it; later rounds are all alike.
    """

    def __init__(self, view: FightView) -> None:
        fight = view.fight
        self.view = view
        self.system = view.system
        self.fight = fight
        self._companions = companions_by_creature(fight)
        self._distance = 0 if fight.turn else UNPLACED
        self._this_round: dict[str, list[Moment]] = {}
        order = list(fight.order or fight.states)
        if fight.turn:
            self._walk_round(fight.turn, order)
        self._next_round = Moment(self._distance, "round", "", fight.round + 1)
        self._later: dict[tuple[str, Point], list[int]] = {}
        self._circle = 1 + self._number_later(order)

    @cached_property
    def _points(self) -> Mapping[BoundaryEffect, Mapping[Point, int]]:
        from orcus_tui.session.ahead.phases import points_of_phases  # the first frame rarely has a timer

        return points_of_phases(self.view)

    def has_turns_to_come(self, creature: str) -> bool:
        """Whether a creature will have further turns."""
        return creature in self.fight.states and creature_standing(self.view, creature) in ("up", "down")

    def _walk_round(self, running: Turn, order: list[str]) -> None:
        """Records the moments in the rest of the round as `next` reaches them, and updates `order`."""
        waiting = dict(self.fight.delayed)
        if self.fight.readied_actor:
            self._note(self.fight.readied_actor, "end")
        for each in (running.creature, *running.companions):
            self._note(each, "late end" if running.delayed else "end")
        to_come = [order[place] for place in places_to_come(self.fight)]
        while True:
            here = to_come[0] if to_come else ""
            back = self._next_to_return(waiting, here, to_come) if waiting else ""
            if back:
                del waiting[back]
                self._bring_back(back, here, order)
                continue
            if not here:
                break
            del to_come[0]
            if not self.has_turns_to_come(here) or self.system.initiative.acts_this_round(self.fight, here):
                waiting.pop(here, None)
                self._note_turn(here)
        for late in () if self.system.delay.into_next_round else waiting:
            self._note(late, "waste")

    def _bring_back(self, back: str, here: str, order: list[str]) -> None:
        """Records a delayed turn before this place, for those who share it too, and moves it there."""
        if back != here:
            order.remove(back)
            order.insert(order.index(here) if here else len(order), back)
        self._note(back, "back", "late end")
        for each in self._companions.get(back, ()):
            self._note(each, "late end")

    def _note_turn(self, creature: str) -> None:
        """Records a turn, and within it the turns of the creatures that share it and have not acted in this round."""
        able = (each for each in self._companions.get(creature, ()) if not has_acted(self.fight, each))
        together = (creature, *(each for each in able if each not in self._this_round))
        for point in _STARTS_AND_ENDS:
            for each in together:
                self._note(each, point)

    def _number_later(self, order: list[str]) -> int:
        """Numbers the starts and ends of turns in any later round; returns their number."""
        count = 0
        for creature in order:
            if self.fight.states[creature].shares_turn:
                continue
            is_first = (creature, "start") not in self._later
            for point in _STARTS_AND_ENDS:
                for each in (creature, *(self._companions.get(creature, ()) if is_first else ())):
                    self._later.setdefault((each, point), []).append(count)
                    count += 1
        return count

    def _next_to_return(self, waiting: Mapping[str, int | None], here: str, to_come: list[str]) -> str:
        """The next creature that has delayed to a count before this place (empty: the end of the round)."""
        slot = self.fight.order.count(here) - to_come.count(here) + 1
        count_here = count_of(self.fight, here, slot) if here else None
        if here and count_here is None:
            return ""
        due = [
            (count, self.system.delay.rank(self.fight, each), each)
            for each, count in waiting.items()
            if count is not None and (count_here is None or count > count_here) and self.has_turns_to_come(each)
        ]
        return max(due)[2] if due else ""

    def _note(self, creature: str, *points: Point) -> None:
        noted = self._this_round.setdefault(creature, [])
        for point in points:
            noted.append(Moment(self._distance, point, creature, self.fight.round))
            self._distance += 1

    def of(self, creature: str, kind: BoundaryEffect, number: int = 1) -> Moment | None:
        """The next moment of a kind in a creature's turns, or the next after `number`; None if it never happens."""
        points = self._points.get(kind)
        if not points:
            return None
        if kind not in ("start", "end") and not self.has_turns_to_come(creature):
            return Moment(UNPLACED, next(iter(points)), creature, 0)
        return self.next_moment(creature, tuple(points), number)

    def next_moment(self, creature: str, points: tuple[Point, ...], number: int = 1) -> Moment:
        """The moment of the first of these points in a creature's turns, or of a later one by `number`."""
        sooner = [each for each in self._this_round.get(creature, ()) if each.point in points]
        if number <= len(sooner):
            return sooner[number - 1] if number == 1 else replace(sooner[number - 1], again=True)
        point = points[0]
        offsets = self._later.get((creature, "end" if point == "end" else "start"))
        if not offsets:
            return Moment(UNPLACED, point, creature, 0)
        left = number - len(sooner) - 1
        rounds, turn = divmod(left, len(offsets))
        first = self._next_round.distance + 1 + offsets[turn]
        again = left > 0 or any(each.point == point for each in sooner)
        return Moment(first + rounds * self._circle, point, creature, self._next_round.round + rounds, again)

    def starts_until(self, lasts: Duration) -> int:
        """The number of turns that the anchor starts during a duration in rounds; it may take several turns a round."""
        turns = max(1, self.fight.order.count(lasts.anchor))
        begun = acted(self.fight).count(lasts.anchor) + self.fight.passed.count(lasts.anchor)
        first = lasts.slot - begun if begun < lasts.slot <= turns else turns - begun + min(lasts.slot, turns)
        return max(1, first) + (max(1, lasts.rounds) - 1) * turns

    def back(self, creature: str) -> Moment:
        """The moment when a delayed creature returns or loses its turn."""
        waits = (each for each in self._this_round.get(creature, ()) if each.point in ("back", "waste"))
        last = (
            self.next_moment(creature, ("start",))
            if self.system.delay.into_next_round
            else Moment(UNPLACED, "back", creature, 0)
        )
        return next(waits, last)

    def round_start(self, number: int) -> Moment:
        """The moment when a round begins."""
        distance = self._next_round.distance + (number - self._next_round.round) * self._circle
        return Moment(distance, "round", "", number)

    def step(self, kind: BoundaryEffect, moment: Moment) -> int:
        """The place of a kind among the phases of a moment."""
        return self._points[kind].get(moment.point, 0)
