"""Orcus with what other systems have: resistances without numbers and saves by ability, boxes for hit points."""

from msgspec.structs import replace

from orcus_tui.systems.orcus.system import ORCUS
from orcus_tui.systems.true_srd.system import TRUE_SRD

LISTED = replace(
    ORCUS,
    id="listed",
    damage=replace(ORCUS.damage, numbered_resistances=False),
    saves=replace(ORCUS.saves, abilities=("con", "mana")),
)
BOXES = replace(ORCUS, id="boxes", health=TRUE_SRD.health)
