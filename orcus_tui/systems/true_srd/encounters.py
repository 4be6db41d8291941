"""Building encounters for the True SRD; its rules have no measure of difficulty."""

from orcus_tui.rules.encounter_building import Building

BUILDING = Building(why_no_measure="the rules give creatures levels, but neither XP nor an encounter budget")
