"""Orcus with parts of other systems: resistances without numbers, saves by ability, a damage track for hit points."""

from collections.abc import Iterator
from contextlib import contextmanager

from msgspec.structs import replace
from pytest import MonkeyPatch

from orcus_tui.rules.system import System
from orcus_tui.systems import SYSTEMS
from orcus_tui.systems.orcus.system import ORCUS
from orcus_tui.systems.true_srd.system import TRUE_SRD

LISTED = replace(
    ORCUS,
    id="listed",
    creatures=replace(ORCUS.creatures, numbered_resistances=False),
    saves=replace(ORCUS.saves, abilities=("con", "mana")),
)
BOXES = replace(ORCUS, id="boxes", health=TRUE_SRD.health)


@contextmanager
def known_systems(*variants: System) -> Iterator[None]:
    """Lets files name these systems, as if packages had installed them."""
    with MonkeyPatch.context() as patch:
        patch.setattr(SYSTEMS, "_imported", {each.id: each for each in variants})
        yield
