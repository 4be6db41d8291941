"""The library from a shell: the creatures a query asks for as a list, as stat blocks, or as TOML to paste."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from orcus_tui.library.creatures import Creature, Library
from orcus_tui.library.own import OwnCreature
from orcus_tui.looking import card
from orcus_tui.rules.system import System

Manner = Literal["list", "card", "toml"]


def told(library: Library, system: System, found: Sequence[Creature], manner: Manner) -> Iterable[str]:
    """The lines that tell of creatures. Raises StorageError where one of them cannot be read."""
    if manner == "list":
        return _listed(found)
    return _toml(library, found) if manner == "toml" else _cards(library, system, found)


def _listed(found: Sequence[Creature]) -> Iterator[str]:
    """A line for each: name, level, kind, role, size and type with tags, XP; and whether it is a person's own."""
    rows = [_row(each) for each in found]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()


def _row(creature: Creature) -> tuple[str, ...]:
    facts = creature.facts
    what = ", ".join(each for each in (f"{facts.size} {facts.type}".strip(), *facts.tags) if each)
    own = "yours" if isinstance(creature, OwnCreature) else ""
    return facts.name, f"level {facts.level:>2}", facts.kind, facts.role, what, f"{facts.xp:g} XP", own


def _cards(library: Library, system: System, found: Iterable[Creature]) -> Iterator[str]:
    for number, creature in enumerate(found):
        if number:
            yield ""
        fight = library.alone(system, creature)
        yield from card(system, fight, next(iter(fight.sheets)))


def _toml(library: Library, found: Iterable[Creature]) -> Iterator[str]:
    for number, creature in enumerate(found):
        if number:
            yield ""
        yield library.text(creature).rstrip("\n")
