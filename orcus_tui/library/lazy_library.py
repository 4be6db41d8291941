"""The library of a fight, loaded late."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path

    from orcus_tui.commands.candidate import Candidate
    from orcus_tui.library.library import Library
    from orcus_tui.rules.system import System


class LazyLibrary:
    """A library loaded when a creature is first asked for, so that a fight opens without it."""

    def __init__(self, own_creatures: Path, announce: Callable[[str], None] | None = None) -> None:
        self._own_creatures = own_creatures
        self._announce = announce

    @cached_property
    def library(self) -> Library:
        """The library itself."""
        from orcus_tui.library.library import Library

        return Library(self._own_creatures, announce=self._announce)

    def find(self, system: System, name: str) -> Mapping[str, Any] | None:
        """The same as `Library.find`."""
        return self.library.find(system, name)

    def offer(self, system: System, start: str) -> Iterable[Candidate]:
        """The same as `Library.offer`."""
        return self.library.offer(system, start)
