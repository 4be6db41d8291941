"""A fight under its rules system: the argument of rules that only read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

from orcus_tui.model.creature import Sheet
from orcus_tui.model.fight import Fight

SystemT_co = TypeVar("SystemT_co", covariant=True)
FoundT = TypeVar("FoundT")


class FightViewUnder(Generic[SystemT_co]):
    """A fight under its rules system, with the results that `stats` caches.

    A view is a value: its fight never changes. `moved` makes the view of the next fight and keeps the cache, since most
    events leave most creatures unchanged. Rules take a `FightView`, which is a view under a `System` (`rules/system`).
    """

    __slots__ = ("_of_sheets", "fight", "found", "system", "table", "token")

    def __init__(self, system: SystemT_co, fight: Fight) -> None:
        self.system = system
        self.fight = fight
        self.table: Mapping[str, Any] | None = None
        """The system's conditions under the options of the fight."""
        self._of_sheets: dict[Callable[..., Any], Any] = {}
        """What searches of the sheets have found."""
        self.found: dict[str, Any] = {}
        """The conditions in force by creature, each with the token of the view in which they were last looked up."""
        self.token = object()
        """An object that no other view has; to keep the fights themselves would take too much memory."""

    def moved(self, fight: Fight) -> FightViewUnder[SystemT_co]:
        """The view of the fight after an event, or of any other fight under the same system."""
        if fight is self.fight:
            return self
        view = FightViewUnder.__new__(FightViewUnder)
        view.system = self.system
        view.fight = fight
        view.token = object()
        view.table = self.table if fight.options is self.fight.options else None
        view._of_sheets = self._of_sheets if fight.sheets is self.fight.sheets else {}
        view.found = self.found
        return view

    def of_sheets(self, search: Callable[[Mapping[str, Sheet]], FoundT]) -> FoundT:
        """What a search of the sheets finds; it is made once while they stay the same."""
        try:
            found: FoundT = self._of_sheets[search]
        except KeyError:
            found = self._of_sheets[search] = search(self.fight.sheets)
        return found


AnyView = FightViewUnder[Any]
"""A view under any system, for the types of a system's own rules."""
