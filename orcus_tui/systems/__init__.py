"""The rules systems, by their ids."""

from collections.abc import Mapping

from orcus_tui.rules.system import System
from orcus_tui.systems.archmage import ARCHMAGE
from orcus_tui.systems.archmage_plus import ARCHMAGE_PLUS
from orcus_tui.systems.orcus import ORCUS

DEFAULT = ORCUS.id

SYSTEMS: Mapping[str, System] = {each.id: each for each in (ORCUS, ARCHMAGE, ARCHMAGE_PLUS)}
