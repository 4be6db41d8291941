"""The library from a shell: the creatures a query asks for as a list, as stat blocks, or as TOML to paste."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Literal

from orcus_tui.commands.command_error import CommandError
from orcus_tui.library.shipped import ShippedCreature
from orcus_tui.model.text import points

if TYPE_CHECKING:
    from orcus_tui.library.library import Creature, Library

Manner = Literal["list", "blocks", "toml"]


def told(library: Library, system: str, found: Sequence[Creature], manner: Manner) -> Iterable[str]:
    """The lines that tell of creatures. Raises StorageError where one of them cannot be read."""
    if manner == "list":
        return _listed(found)
    return _toml(found) if manner == "toml" else _blocks(library, system, found)


def elsewhere(library: Library, system: str, asked: str) -> str:
    """Which other systems have what a query asks for, as the end of a message; nothing where none has."""
    from orcus_tui.commands.names import either
    from orcus_tui.systems import SYSTEMS

    having = [each for each in SYSTEMS if each != system and _has(library, each, asked)]
    return f"; elsewhere there is: --system {either(having)}" if having else ""


def _has(library: Library, system: str, asked: str) -> bool:
    try:
        return bool(library.search(system, asked))
    except CommandError:  # what it makes no sense of, it has not
        return False


def _listed(found: Sequence[Creature]) -> Iterator[str]:
    """A line for each: name, level or challenge, kind, role, size and type with tags, XP; and whether it is one's own.

    What none of them has takes no room.
    """
    rows = [_row(each) for each in found]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True) if width)
        yield "  ".join(cells).rstrip()


def _row(creature: Creature) -> tuple[str, ...]:
    facts = creature.facts
    what = ", ".join(each for each in (f"{facts.size} {facts.type}".strip(), *facts.tags) if each)
    xp = f"{points(facts.xp)} XP" if facts.xp else ""
    own = "" if isinstance(creature, ShippedCreature) else "yours"
    strength = facts.strength if facts.level is None else f"level {facts.level:>2}"
    return facts.name, strength, facts.kind, facts.role, what, xp, own


def _blocks(library: Library, system: str, found: Iterable[Creature]) -> Iterator[str]:
    from orcus_tui.library.stat_block import stat_block
    from orcus_tui.systems import SYSTEMS

    for number, creature in enumerate(found):
        if number:
            yield ""
        fight = library.alone(SYSTEMS[system], creature)
        yield from stat_block(SYSTEMS[system], fight, next(iter(fight.sheets)))


def _toml(found: Iterable[Creature]) -> Iterator[str]:
    for number, creature in enumerate(found):
        if number:
            yield ""
        yield creature.text().rstrip("\n")
