"""The creatures of the library that a fight played ahead may need: those that powers and traits summon or turn into."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from orcus_tui.commands.command_error import Candidate
from orcus_tui.commands.context import Library
from orcus_tui.model.creature import Sheet
from orcus_tui.model.fight import Fight
from orcus_tui.model.steps import Become, Step, Summon
from orcus_tui.model.text import name_key
from orcus_tui.rules.system import System
from orcus_tui.systems import SYSTEMS


class Bestiary(Struct, frozen=True):
    """A library of a few creatures, `known` by folded name, which can be sent to other processes."""

    known: Mapping[str, Mapping[str, Any]] = {}

    def find(self, system: System, name: str) -> Mapping[str, Any] | None:  # noqa: ARG002  # as every library
        """The values of the creature with that name, by field."""
        return self.known.get(name_key(name))

    def offer(self, system: System, start: str) -> Iterable[Candidate]:  # noqa: ARG002  # as every library
        """Offers nothing, since nobody types."""
        return ()


def bestiary_of(fights: Iterable[Fight], library: Library) -> Bestiary:
    """The creatures of a library that lines of these fights name. Raises Unusable if one cannot be read."""
    known: dict[str, Mapping[str, Any]] = {}
    for fight in fights:
        for sheet in fight.sheets.values():
            for step in _steps(sheet):
                name = name_in(step)
                found = library.find(SYSTEMS[fight.system], name) if name and name_key(name) not in known else None
                if found:
                    known[name_key(name)] = found
    return Bestiary(known)


def name_in(step: Step) -> str:
    """The name of the creature that a step makes, or of the form that it gives; empty for any other step."""
    if isinstance(step, Summon):
        return step.name
    return step.form if isinstance(step, Become) else ""


def _steps(sheet: Sheet) -> Iterator[Step]:
    for power in sheet.powers:
        for line in (*power.effects, *power.always):
            yield line.step
    for trait in sheet.traits:
        for line in trait.effects:
            yield line.step
