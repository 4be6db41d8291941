"""What a rules system says about building encounters: what foes are worth, what is fair, creatures of other levels."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from orcus_tui.rules.resolution import Impossible

Table = Mapping[str, Any]
"""A creature as a `[[creature]]` table of the encounter format."""

Heroes = tuple[int, ...]
"""The levels of the heroes, one for each."""

Levels = tuple[int | None, ...]
"""The levels of the heroes, one for each; None where it is not known."""


class Measure(Struct, frozen=True, kw_only=True):
    """A system's own measure of how hard a fight is.

    `worth` is what one foe counts for against these heroes, `fair` the total of a fight the rules call right for them,
    both in `unit`; None where the rules do not say. `is_called` is their name for such a fight, `means` its definition
    and source.
    """

    unit: str
    worth: Callable[[Table, Heroes], float | None]
    fair: Callable[[Heroes], float | None]
    is_called: str
    means: str


def no_printed_xp(_kind: str, _level: int | None) -> float | None:
    """The XP of a creature by kind and level, where the rules have none."""
    return None


class Building(Struct, frozen=True, kw_only=True):
    """What a system has for building encounters.

    `silent` is shown where there is no measure. `xp` is the XP for a kind of creature at a level. `levelled` gives a
    creature moved by so many levels; it raises NotLevelled where the rules do not say how.
    """

    measure: Measure | None = None
    silent: str = ""
    xp: Callable[[str, int | None], float | None] = no_printed_xp
    levelled: "Callable[[Table, int], Table] | None" = None


class NotLevelled(Impossible):
    """A creature that cannot be moved to another level, and why."""


def level_of(creature: Table) -> int | None:
    """A creature's level; None where it is not known."""
    level = creature.get("level")
    return level if isinstance(level, int) else None


def level_to_move(creature: Table) -> int:
    """The level a creature is moved from. Raises NotLevelled where it has none."""
    level = level_of(creature)
    if level is None:
        raise NotLevelled("it has no level to be moved from")
    return level


def kind_of(creature: Table) -> str:
    """A creature's kind, as an encounter file has it."""
    return str(creature.get("kind", "standard")).lower()
