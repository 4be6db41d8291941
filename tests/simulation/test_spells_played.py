"""Spells in forecasts: what only continues a spell is not cast on its own."""

from pathlib import Path

from orcus_tui.simulation.playable import repertoire
from orcus_tui.storage.encounter.read import read_encounter_bytes
from orcus_tui.systems import SYSTEMS

CASTER = b"""format = 1
system = "srd5-plain"
[[creature]]
name = "Druid"
max_hp = 9
powers = ["Call Lightning", "Magic Missile", "Fire Bolt"]
casting = { dc = 13, level = 5 }
"""


def test_what_continues_a_spell_is_not_played_without_it() -> None:
    powers = read_encounter_bytes(CASTER, Path("druid.toml")).sheets["druid"].powers
    assert "Call Lightning (again)" in [each.name for each in powers]
    found = repertoire(SYSTEMS["srd5-plain"], powers)
    played = {each.power.name: each.limited for each in found.playable}
    assert played == {"Call Lightning": True, "Magic Missile": True, "Fire Bolt": False}
    assert not found.left_out
