"""An index of creatures with effects from others, or timed by others' turns; fast with thousands of creatures."""

from collections.abc import Iterable, Mapping
from itertools import compress
from operator import is_not

from orcus_tui.model.creature import State
from orcus_tui.model.effect import Effect
from orcus_tui.model.fight import Fight

OF_A_POWER = ""
"""The name under which all effects of powers are found."""
BY_TURNS = " "
"""The name under which effects are found by the creature that anchors their duration; no effect has a blank name."""
FEW = 4
"""The number of turns up to which a plain search is faster than the index; most commands pass no more."""


class EffectsBySource:
    """The bearers of effects, by the source and name of the effects, and by the anchors of their durations."""

    __slots__ = ("_bearers", "_searches", "_states")

    def __init__(self) -> None:
        self._searches = 0
        self._states: Mapping[str, State] = {}
        self._bearers: dict[tuple[str, str], dict[str, None]] = {}

    def bearers(self, fight: Fight, source: str, names: Iterable[str]) -> set[str]:
        """The bearers of effects of a source with one of these names."""
        if [*fight.states] != [*self._states]:
            self._states, self._bearers = {}, {}
        self._follow(fight.states)
        return {bearer for name in names for bearer in self._bearers.get((source, name), ())}

    def bearers_by_turns(self, fight: Fight, creature: str) -> set[str]:
        """The bearers of effects that are timed by the turns of a creature."""
        if self._searches == FEW:
            return self.bearers(fight, creature, (BY_TURNS,))
        self._searches += 1
        states = fight.states.items()
        return {bearer for bearer, state in states for each in state.effects if each.duration.anchor == creature}

    def _follow(self, states: Mapping[str, State]) -> None:
        """Updates the index for creatures whose state has changed."""
        before, self._states = self._states, states
        if not before:
            for creature, state in states.items():
                self._replace(creature, (), state.effects)
            return
        for creature in compress(states, map(is_not, states.values(), before.values())):
            self._replace(creature, before[creature].effects, states[creature].effects)

    def _replace(self, creature: str, old: tuple[Effect, ...], new: tuple[Effect, ...]) -> None:
        if old is new:
            return
        same = next((place for place, (one, other) in enumerate(zip(old, new, strict=False)) if one is not other), None)
        same = min(len(old), len(new)) if same is None else same
        for key in _keys(old[same:]):
            self._bearers[key].pop(creature, None)
        for key in _keys(new[same:] if len(old) == same else new):  # an effect that is left may share a key
            self._bearers.setdefault(key, {})[creature] = None


def _keys(effects: tuple[Effect, ...]) -> Iterable[tuple[str, str]]:
    for effect in effects:
        yield effect.source, effect.name
        if effect.power:
            yield effect.source, OF_A_POWER
        if effect.duration.anchor:
            yield effect.duration.anchor, BY_TURNS
