"""What each rules system says about building encounters, imported only when one is built."""

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType

from orcus_tui.rules.encounter_building import Building

_WHERE: Mapping[str, str] = MappingProxyType(
    {"orcus": "orcus.encounters", "archmage": "archmage.encounters", "archmage-plus": "archmage.encounters"}
)
"""The modules of those that have a measure; in each it is called BUILDING."""

_SILENT: Mapping[str, str] = MappingProxyType(
    {
        "srd5": "its rules give each creature its XP, and no measure of how hard a fight is",
        "true-srd": "its rules give creatures levels, and neither XP nor a measure of how hard a fight is",
    }
)
"""What is shown for systems that have none."""


def building(system: str) -> Building:
    """What a system, by its id, has for building encounters."""
    if system in _WHERE:
        found: Building = import_module(f"orcus_tui.systems.{_WHERE[system]}").BUILDING
        return found
    return Building(silent=_SILENT.get(system, "its rules give no measure of how hard a fight is"))
