"""Each rules system's encounter-building rules, loaded only when an encounter is built."""

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType

from orcus_tui.rules.encounter_building import Building

_WHERE: Mapping[str, str] = MappingProxyType(
    {
        "orcus": "orcus.encounters",
        "archmage": "archmage.encounters",
        "archmage-plus": "archmage.encounters",
        "srd5": "srd5.encounters",
    }
)
"""The modules of the systems with rules for encounters; each has a `BUILDING`."""

_WHY_NO_MEASURE: Mapping[str, str] = MappingProxyType(
    {
        "true-srd": "the rules give creatures levels, but neither XP nor an encounter budget",
    }
)
"""Why there is no difficulty to show for those without one."""


def building(system: str) -> Building:
    """A system's encounter-building rules, by its id."""
    if system in _WHERE:
        found: Building = import_module(f"orcus_tui.systems.{_WHERE[system]}").BUILDING
        return found
    return Building(why_no_measure=_WHY_NO_MEASURE.get(system, "the rules have no encounter budget"))
