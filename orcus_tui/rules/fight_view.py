"""A fight under its rules system: the argument of rules that only read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

from msgspec import Struct, field

from orcus_tui.model.creature import Sheet, State
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
