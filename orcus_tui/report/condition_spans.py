"""The conditions of each creature, turn by turn: spans as the fight is read, and a row for each to be drawn."""

from collections.abc import Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.model.effect import Effect
from orcus_tui.model.fight import Fight
from orcus_tui.session.log_text import formatter_of

COUNTED = ("condition", "persistent")
"""The kinds of effect whose time is counted."""


class ConditionFigures(Struct, frozen=True):
    """A condition, or persistent damage, on a creature; `by` is who laid it there, itself if nobody else did.

    `first` and `last` are the first and the last turn it was in force, as places in the course of the fight.
    """

    creature: str
    condition: str
    by: str
    first: int
    last: int


class ConditionRow(Struct, frozen=True):
    """A condition of a creature, and all the turns it was in force."""

    creature: str
    condition: str
    turns: frozenset[int]


class ConditionCourse:
    """The conditions of a fight that is being read: those in force, and those that are over."""

    def __init__(self, fight: Fight) -> None:
        self._over: list[ConditionFigures] = []
        self._in_force: dict[tuple[str, int], ConditionFigures] = {}
        for creature, state in fight.states.items():
            for effect in state.effects:
                self._begin(fight, creature, effect, 1)

    def read(self, before: Fight, after: Fight, creatures: Iterable[str], turn: int, next_turn: int) -> None:
        """Compares these creatures' effects: what is gone was last there in `turn`, what is new begins in `next_turn`.

        The two are the same unless a turn has ended meanwhile. What was in force in no turn is left out.
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
        """Ends all that is on a creature, as on one that dies."""
        for bearer, id_ in [*self._in_force]:
            if bearer == creature:
                self._end(creature, id_, turn)

    def until(self, turn: int) -> list[ConditionFigures]:
        """All conditions, in the order in which they began; those still in force last until this turn."""
        for creature, id_ in [*self._in_force]:
            self._end(creature, id_, turn)
        return sorted(self._over, key=lambda each: (each.first, each.creature))


def _effects(fight: Fight, creature: str) -> Mapping[int, Effect]:
    state = fight.states.get(creature)
    return {each.id: each for each in state.effects} if state else {}


def condition_rows(conditions: Iterable[ConditionFigures], most: int) -> list[ConditionRow]:
    """A row for each condition of each creature, in the order in which they began; the longest if they are too many."""
    turns: dict[tuple[str, str], set[int]] = {}
    for each in conditions:
        turns.setdefault((each.creature, each.condition), set()).update(range(each.first, each.last + 1))
    rows = [ConditionRow(creature, condition, frozenset(held)) for (creature, condition), held in turns.items()]
    longest = sorted(rows, key=lambda each: -len(each.turns))[:most]
    return [each for each in rows if each in longest]
