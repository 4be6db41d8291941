"""A fight under its rules system, the argument of rules that only read; its indexes of effects by their source."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import compress
from operator import is_not
from typing import Any, Generic, TypeVar

from msgspec import Struct, field

from orcus_tui.model.creature import Sheet, State
from orcus_tui.model.effect import Effect
from orcus_tui.model.fight import Fight

SystemT_co = TypeVar("SystemT_co", covariant=True)
FoundT = TypeVar("FoundT")


class Setting(Struct, eq=False):
    """What conditions depend on besides a creature's state: the sheets, options, modifiers, phase and round of a fight.

    All views of the same setting share it as a cache. `of_sheets` has the results of searches of the sheets, `table`
    the system's conditions under the options, `of_conditions` the results of searches of these conditions. `earlier`
    has the conditions in force in the previous setting; it is empty if its options or modifiers were different.
    """

    of_sheets: dict[Callable[..., Any], Any]
    earlier: Mapping[str, Any]
    table: Mapping[str, Any] | None = None
    of_conditions: dict[Callable[..., Any], Any] = {}


class TimedByTurns(Struct, frozen=True):
    """The creatures with effects that are timed by others' turns, by the creature whose turns they are."""

    sheets: Mapping[str, Sheet]
    states: Mapping[str, State]
    bearers: Mapping[str, frozenset[str]]


class FightViewUnder(Struct, Generic[SystemT_co], eq=False, gc=False):
    """A fight under its rules system, with a cache of what rules have computed about it.

    A view is a value: its fight never changes. `moved` makes the view of the next fight and copies the cache, since
    most events change one creature: `found` has the conditions in force by creature, each with the state from which
    they follow. Rules take a `FightView`, which is a view under a `System` (`rules/system`).
    """

    system: SystemT_co
    fight: Fight
    setting: Setting = field(default_factory=lambda: Setting({}, {}))
    found: dict[str, Any] = {}
    timed: TimedByTurns | None = None

    def moved(self, fight: Fight) -> FightViewUnder[SystemT_co]:
        """The view of the fight after an event, or of any other fight under the same system."""
        before = self.fight
        if fight is before:
            return self
        if (
            fight.sheets is before.sheets
            and fight.options is before.options
            and fight.modifiers is before.modifiers
            and fight.phase == before.phase
            and fight.round == before.round
        ):
            return FightViewUnder(self.system, fight, self.setting, self.found, self.timed)
        return FightViewUnder(self.system, fight, self._changed_setting(fight), {}, self.timed)

    def _changed_setting(self, fight: Fight) -> Setting:
        """The setting of another fight, with those results of this setting that are still valid."""
        before, known = self.fight, self.setting
        same_options = fight.options is before.options
        return Setting(
            known.of_sheets if fight.sheets is before.sheets else {},
            self.found if same_options and fight.modifiers is before.modifiers else {},
            known.table if same_options else None,
            known.of_conditions if same_options else {},
        )

    def of_sheets(self, search: Callable[[Mapping[str, Sheet]], FoundT]) -> FoundT:
        """The result of a search of the sheets, which is repeated only when they change."""
        try:
            found: FoundT = self.setting.of_sheets[search]
        except KeyError:
            found = self.setting.of_sheets[search] = search(self.fight.sheets)
        return found


AnyView = FightViewUnder[Any]
"""The type of a view under any system, for the systems' own rules."""


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
