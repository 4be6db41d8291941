"""The context of a line: fight, system, aliases and library."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol

from msgspec import Struct, field

from orcus_tui.commands.command_error import Candidate
from orcus_tui.errors import OrcusError
from orcus_tui.model.fight import Fight
from orcus_tui.model.history import LastCommand
from orcus_tui.rules.resolution import Impossible
from orcus_tui.rules.system import FightView, System


class Unusable(OrcusError):
    """A creature of the library cannot be read; the message says why and where it is."""


class Library(Protocol):
    """Creatures that can be added by name to a fight."""

    def find(self, system: System, name: str) -> Mapping[str, Any] | None:
        """The checked values of the creature with this name, by field, or None. Raises Unusable."""
        ...

    def offer(self, system: System, start: str) -> Iterable[Candidate]:
        """The creatures whose folded names begin with `start`, sorted, each with a short description."""
        ...


class NoLibrary:
    """A library without creatures."""

    def find(self, system: System, name: str) -> Mapping[str, Any] | None:  # noqa: ARG002  # as every library
        """Finds nothing."""
        return None

    def offer(self, system: System, start: str) -> Iterable[Candidate]:  # noqa: ARG002  # as every library
        """Offers nothing."""
        return ()


NO_LIBRARY = NoLibrary()


def finder_in(library: Library, system: System) -> Callable[[str], Mapping[str, Any] | None]:
    """A function that finds the values of a creature of the library by name, for the lines of powers.

    It raises Impossible for a creature that cannot be read.
    """

    def find(name: str) -> Mapping[str, Any] | None:
        try:
            return library.find(system, name)
        except Unusable as error:
            raise Impossible(str(error)) from None

    return find


class Context(Struct, frozen=True):
    """The fight under its system, the aliases (lines by their short names), and the library.

    `last_command` is the last command that changed the fight, if any; the verb `before` puts a line in front of it.
    """

    view: FightView
    aliases: Mapping[str, str] = field(default_factory=dict)
    library: Library = NO_LIBRARY
    last_command: LastCommand | None = None

    @property
    def fight(self) -> Fight:
        """The fight."""
        return self.view.fight

    @property
    def system(self) -> System:
        """The rules system of the fight."""
        return self.view.system
