"""Coins: Orcus with one house rule, a condition for the lucky."""

from msgspec.structs import replace

from orcus_tui.model.modifier import read_rows
from orcus_tui.systems.orcus.conditions import OrcusCondition
from orcus_tui.systems.orcus.system import ORCUS

COINS = replace(
    ORCUS,
    id="coins",
    title="Coins",
    short_title="",
    conditions=replace(
        ORCUS.conditions,
        table={**ORCUS.conditions.table, "lucky": OrcusCondition(means="+1 to saves", rows=read_rows("+1 saves"))},
    ),
)
