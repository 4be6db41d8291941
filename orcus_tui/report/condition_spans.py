"""Conditions over the course of a fight: the turns in which each applied, and rows to draw them."""

from collections.abc import Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.model.effect import Effect
from orcus_tui.model.fight import Fight
from orcus_tui.session.log_text import formatter_of

COUNTED = ("condition", "persistent")
"""The kinds of effect that are drawn."""


class ConditionFigures(Struct, frozen=True):
    """A condition, or persistent damage, of a creature. `by` is its source, which may be the creature itself.

    `first` and `last` are the first and the last turn in which it applied, as indexes in the course of the fight.
    """

    creature: str
    condition: str
    by: str
    first: int
    last: int


class ConditionRow(Struct, frozen=True):
    """A condition of a creature, with all the turns in which it applied."""

    creature: str
    condition: str
    turns: frozenset[int]


class ConditionCourse:
    """Collects the conditions of a fight, turn by turn: those that apply, and those that have ended."""

    def __init__(self, fight: Fight) -> None:
        self._over: list[ConditionFigures] = []
        self._in_force: dict[tuple[str, int], ConditionFigures] = {}
        for creature, state in fight.states.items():
            for effect in state.effects:
                self._begin(fight, creature, effect, 1)

    def read(self, before: Fight, after: Fight, creatures: Iterable[str], turn: int, next_turn: int) -> None:
        """Compares the effects of these creatures: missing ones ended in `turn`, new ones begin in `next_turn`.

        The two turns differ only if a turn has ended. An effect that applied in no turn is left out.
        """
        for creature in creatures:
            was, now = (_effects(fight, creature) for fight in (before, after))
            for id_ in was.keys() - now.keys():
                self._end(creature, id_, turn)
            for id_, effect in now.items():
                if id_ not in was:
                    self._begin(after, creature, effect, next_turn)

    def _begin(self, fight: Fight, creature: str, effect: Effect, turn: int) -> None:
        if effect.kind in COUNTED:
            name = formatter_of(fight).effect(effect)
            self._in_force[creature, effect.id] = ConditionFigures(creature, name, effect.source, turn, turn)

    def _end(self, creature: str, id_: int, turn: int) -> None:
        found = self._in_force.pop((creature, id_), None)
        if found and found.first <= turn:
            self._over.append(replace(found, last=turn))

    def end_all(self, creature: str, turn: int) -> None:
        """Ends all conditions of a creature, as when it dies."""
        for bearer, id_ in [*self._in_force]:
            if bearer == creature:
                self._end(creature, id_, turn)

    def until(self, turn: int) -> list[ConditionFigures]:
        """All conditions in the order in which they began; those that still apply last until this turn."""
        for creature, id_ in [*self._in_force]:
            self._end(creature, id_, turn)
        return sorted(self._over, key=lambda each: (each.first, each.creature))


def _effects(fight: Fight, creature: str) -> Mapping[int, Effect]:
    state = fight.states.get(creature)
    return {each.id: each for each in state.effects} if state else {}


def condition_rows(conditions: Iterable[ConditionFigures], most: int) -> list[ConditionRow]:
    """At most `most` rows, one for each condition of each creature, in the order they began; the longest are kept."""
    turns: dict[tuple[str, str], set[int]] = {}
    for each in conditions:
        turns.setdefault((each.creature, each.condition), set()).update(range(each.first, each.last + 1))
    rows = [ConditionRow(creature, condition, frozenset(held)) for (creature, condition), held in turns.items()]
    longest = sorted(rows, key=lambda each: -len(each.turns))[:most]
    return [each for each in rows if each in longest]
