"""What a line is read against."""

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from msgspec import Struct, field

from orcus_tui.commands.candidate import Candidate
from orcus_tui.errors import OrcusError
from orcus_tui.model.fight import Fight
from orcus_tui.rules.system import System


class Unusable(OrcusError):
    """A creature of the library that cannot be read; the message says why, and where it is."""


class Library(Protocol):
    """Creatures that can be had by name, in any fight of a system."""

    def find(self, system: System, name: str) -> Mapping[str, Any] | None:
        """The checked values of the creature so called, by field; None where there is none. Raises Unusable."""
        ...

    def offer(self, system: System, start: str) -> Iterable[Candidate]:
        """The creatures whose folded names begin so, in the order of the alphabet, each with what it is."""
        ...


class NoLibrary:
    """A library without a creature."""

    def find(self, system: System, name: str) -> Mapping[str, Any] | None:  # noqa: ARG002  # as every library
        """None."""
        return None

    def offer(self, system: System, start: str) -> Iterable[Candidate]:  # noqa: ARG002  # as every library
        """Nothing."""
        return ()


class Context(Struct, frozen=True):
    """The fight as it is, its system, the aliases a person has given (a name to a line), and the library."""

    fight: Fight
    system: System
    aliases: Mapping[str, str] = field(default_factory=dict)
    library: Library = field(default_factory=NoLibrary)
