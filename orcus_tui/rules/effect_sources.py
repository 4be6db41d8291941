"""Indexes of effects from other creatures, and of effects timed by other creatures' turns."""

from collections.abc import Iterable, Mapping
from itertools import compress
from operator import is_not

from msgspec import Struct

from orcus_tui.model.creature import State
from orcus_tui.model.effect import Effect
from orcus_tui.model.fight import Fight
from orcus_tui.rules.fight_view import AnyView, TimedByTurns

OF_A_POWER = ""
"""The name under which all effects of powers are found."""
NOBODY = frozenset[str]()
NO_STATE = State()


def bearers_by_turns(view: AnyView, creature: str) -> frozenset[str]:
    """The bearers of effects that are timed by the turns of a creature."""
    found = view.timed
    if found is None or found.states is not view.fight.states:
        found = view.timed = _timed_by_turns(found, view.fight)
    return found.bearers.get(creature, NOBODY)


def _timed_by_turns(before: TimedByTurns | None, fight: Fight) -> TimedByTurns:
    """The bearers of effects, by the creature whose turns time them; only changed creatures are searched again."""
    states = fight.states
    if before is None or (before.sheets is not fight.sheets and [*before.states] != [*states]):
        before = TimedByTurns(fight.sheets, dict.fromkeys(states, NO_STATE), {})
    unlike = map(is_not, states.values(), before.states.values())
    changed = [each for each in compress(states, unlike) if states[each].effects is not before.states[each].effects]
    if not changed:
        return TimedByTurns(fight.sheets, states, before.bearers)
    bearers = {**before.bearers}
    for creature in changed:
        was, now = _anchors(before.states[creature].effects), _anchors(states[creature].effects)
        for each in was - now:
            bearers[each] -= {creature}
        for each in now - was:
            bearers[each] = bearers.get(each, NOBODY) | {creature}
    return TimedByTurns(fight.sheets, states, bearers)


def _anchors(effects: tuple[Effect, ...]) -> set[str]:
    return {each.duration.anchor for each in effects}


class EffectsBySource(Struct, eq=False):
    """The bearers of effects, by the source and name of the effects."""

    _states: Mapping[str, State] = {}
    _bearers: dict[tuple[str, str], dict[str, None]] = {}

    def bearers(self, fight: Fight, source: str, names: Iterable[str]) -> set[str]:
        """The bearers of effects of a source with one of these names."""
        if [*fight.states] != [*self._states]:
            self._states, self._bearers = {}, {}
        self._follow(fight.states)
        return {bearer for name in names for bearer in self._bearers.get((source, name), ())}

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
        for key in _keys(new[same:] if len(old) == same else new):  # a remaining effect may have the same key
            self._bearers.setdefault(key, {})[creature] = None


def _keys(effects: tuple[Effect, ...]) -> Iterable[tuple[str, str]]:
    for effect in effects:
        yield effect.source, effect.name
        if effect.power:
            yield effect.source, OF_A_POWER
