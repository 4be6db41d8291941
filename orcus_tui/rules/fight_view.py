"""A fight under its rules system: what a rule takes that only reads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

from orcus_tui.model.fight import Fight

SystemT_co = TypeVar("SystemT_co", covariant=True)


class FightViewUnder(Generic[SystemT_co]):
    """A fight under its rules system, with what `stats` has found in it.

    A view is a value: its fight never changes. Take the view of the next fight with `moved`, which hands on what was
    found: most events leave most creatures as they are, and a new view finds everything anew.

    Rules take a `FightView`, which is one under a `System` (`rules/system`).
    """

    __slots__ = ("fight", "found", "last_found", "system", "table")

    def __init__(self, system: SystemT_co, fight: Fight) -> None:
        self.system = system
        self.fight = fight
        self.table: Mapping[str, Any] | None = None
        """The system's conditions under the options of the fight."""
        self.found: dict[str, Any] = {}
        """The conditions in force, by creature."""
        self.last_found: dict[str, Any] = {}
        """The conditions that were in force when a creature was last asked about, in this fight or an earlier one."""

    def moved(self, fight: Fight) -> FightViewUnder[SystemT_co]:
        """The view of the fight after an event, or of any other fight under the same system."""
        if fight is self.fight:
            return self
        view = FightViewUnder(self.system, fight)
        view.last_found = self.last_found
        if fight.options is self.fight.options:
            view.table = self.table
        return view


AnyView = FightViewUnder[Any]
"""A view under any system: what the types of a system's own rules can name."""
