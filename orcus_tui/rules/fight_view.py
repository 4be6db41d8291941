"""A fight under its rules system: the argument of rules that only read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

from msgspec import Struct

from orcus_tui.model.creature import Sheet, State
from orcus_tui.model.fight import Fight

SystemT_co = TypeVar("SystemT_co", covariant=True)
FoundT = TypeVar("FoundT")


class Setting:
    """What conditions depend on besides a creature's state: the sheets, options, modifiers, phase and round of a fight.

    All views of the same setting share it. `table` are the system's conditions under the options, once asked for, and
    `of_sheets` what searches of the sheets have found.
    """

    __slots__ = ("of_sheets", "table")

    def __init__(self, of_sheets: dict[Callable[..., Any], Any]) -> None:
        self.of_sheets = of_sheets
        self.table: Mapping[str, Any] | None = None


class TimedByTurns(Struct, frozen=True):
    """The creatures with effects that are timed by others' turns, by the creature whose turns they are."""

    states: Mapping[str, State]
    bearers: Mapping[str, frozenset[str]]


class FightViewUnder(Generic[SystemT_co]):
    """A fight under its rules system, with what has been found about it.

    A view is a value: its fight never changes. `moved` makes the view of the next fight and hands on what has been
    found, since most events change one creature. Rules take a `FightView`, which is a view under a `System`
    (`rules/system`).
    """

    __slots__ = ("fight", "found", "setting", "system", "timed")

    def __init__(self, system: SystemT_co, fight: Fight) -> None:
        self.system = system
        self.fight = fight
        self.setting = Setting({})
        self.found: dict[str, Any] = {}
        """The conditions in force by creature, with the state and the setting from which they follow."""
        self.timed: TimedByTurns | None = None

    def moved(self, fight: Fight) -> FightViewUnder[SystemT_co]:
        """The view of the fight after an event, or of any other fight under the same system."""
        before = self.fight
        if fight is before:
            return self
        view = FightViewUnder.__new__(FightViewUnder)
        view.system = self.system
        view.fight = fight
        view.found = self.found
        view.timed = self.timed
        view.setting = (
            self.setting
            if fight.sheets is before.sheets
            and fight.options is before.options
            and fight.modifiers is before.modifiers
            and fight.phase == before.phase
            and fight.round == before.round
            else Setting(self.setting.of_sheets if fight.sheets is before.sheets else {})
        )
        return view

    def of_sheets(self, search: Callable[[Mapping[str, Sheet]], FoundT]) -> FoundT:
        """What a search of the sheets finds; it is made once while they stay the same."""
        try:
            found: FoundT = self.setting.of_sheets[search]
        except KeyError:
            found = self.setting.of_sheets[search] = search(self.fight.sheets)
        return found


AnyView = FightViewUnder[Any]
"""A view under any system, for the types of a system's own rules."""
