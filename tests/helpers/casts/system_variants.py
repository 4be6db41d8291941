"""Orcus with parts of other systems: resistances without numbers, saves by ability, a damage track for hit points."""

from msgspec.structs import replace

from orcus_tui.systems.orcus.system import ORCUS
from orcus_tui.systems.true_srd.system import TRUE_SRD

LISTED = replace(
    ORCUS,
    id="listed",
    creatures=replace(ORCUS.creatures, numbered_resistances=False),
    saves=replace(ORCUS.saves, abilities=("con", "mana")),
)
BOXES = replace(ORCUS, id="boxes", health=TRUE_SRD.health)
