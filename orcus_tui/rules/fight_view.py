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


KeyT = TypeVar("KeyT")


class BearersByKey(Struct, Generic[KeyT], frozen=True):
    """The creatures with effects, by a key of the effects; the sheets and states of which this is true."""

    sheets: Mapping[str, Sheet]
    states: Mapping[str, State]
    bearers: Mapping[KeyT, frozenset[str]]


class FightViewUnder(Struct, Generic[SystemT_co], eq=False, gc=False):
    """A fight under its rules system, with a cache of what rules have computed about it.

    A view is a value: its fight never changes. `moved` makes the view of the next fight and copies the cache, since
    most events change one creature: `found` has the conditions in force by creature, each with the state from which
    they follow; `timed` and `caused` have the bearers of effects by the creature whose turns time them, and by source
    and name. Rules take a `FightView`, which is a view under a `System` (`rules/system`).
    """

    system: SystemT_co
    fight: Fight
    setting: Setting = field(default_factory=lambda: Setting({}, {}))
    found: dict[str, Any] = {}
    timed: BearersByKey[str] | None = None
    caused: BearersByKey[tuple[str, str]] | None = None

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
            return FightViewUnder(self.system, fight, self.setting, self.found, self.timed, self.caused)
        return FightViewUnder(self.system, fight, self._changed_setting(fight), {}, self.timed, self.caused)

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
        found = view.timed = _followed(found, view.fight, _anchors)
    return found.bearers.get(creature, NOBODY)


def bearers_by_source(view: AnyView, source: str, names: Iterable[str]) -> frozenset[str]:
    """The bearers of effects of a source with one of these names."""
    found = view.caused
    if found is None or found.states is not view.fight.states:
        found = view.caused = _followed(found, view.fight, _sources_and_names)
    return NOBODY.union(*[found.bearers.get((source, name), NOBODY) for name in names])


def _followed(
    before: BearersByKey[KeyT] | None, fight: Fight, keys_of: Callable[[tuple[Effect, ...]], set[KeyT]]
) -> BearersByKey[KeyT]:
    """The bearers of effects by the keys of the effects; only creatures that have changed are searched again."""
    states = fight.states
    if before is None or (before.sheets is not fight.sheets and [*before.states] != [*states]):
        before = BearersByKey(fight.sheets, dict.fromkeys(states, NO_STATE), {})
    bearers: dict[KeyT, frozenset[str]] | None = None
    for creature in compress(states, map(is_not, states.values(), before.states.values())):
        was, now = before.states[creature].effects, states[creature].effects
        if was is not now:
            bearers = {**before.bearers} if bearers is None else bearers
            _move_bearer(bearers, creature, keys_of(was), keys_of(now))
    return BearersByKey(fight.sheets, states, before.bearers if bearers is None else bearers)


def _move_bearer(bearers: dict[KeyT, frozenset[str]], creature: str, was: set[KeyT], now: set[KeyT]) -> None:
    """Moves a bearer from the keys of its earlier effects to those of its present ones."""
    for each in was - now:
        bearers[each] -= {creature}
    for each in now - was:
        bearers[each] = bearers.get(each, NOBODY) | {creature}


def _anchors(effects: tuple[Effect, ...]) -> set[str]:
    return {each.duration.anchor for each in effects}


def _sources_and_names(effects: tuple[Effect, ...]) -> set[tuple[str, str]]:
    found = {(each.source, each.name) for each in effects}
    return found | {(each.source, OF_A_POWER) for each in effects if each.power}
