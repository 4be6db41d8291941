"""Spells in forecasts: a power that only continues a spell is not used without that spell."""

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


def test_a_continuation_of_a_spell_is_not_played_without_the_spell() -> None:
    powers = read_encounter_bytes(CASTER, Path("druid.toml")).sheets["druid"].powers
    assert "Call Lightning (again)" in [each.name for each in powers]
    found = repertoire(SYSTEMS["srd5-plain"], powers)
    played = {each.power.name: each.limited for each in found.playable}
    assert played == {"Call Lightning": True, "Magic Missile": True, "Fire Bolt": False}
    assert not found.left_out


def played(*spells: str) -> dict[str, str]:
    """The purposes that a forecast finds for spells."""
    text = CASTER.decode().replace(
        '"Call Lightning", "Magic Missile", "Fire Bolt"', ", ".join(f'"{each}"' for each in spells)
    )
    powers = read_encounter_bytes(text.encode(), Path("druid.toml")).sheets["druid"].powers
    found = repertoire(SYSTEMS["srd5-plain"], powers)
    return {each.power.name: each.purpose for each in found.playable}


def test_spells_that_leave_everything_to_the_table_are_not_cast() -> None:
    assert played("Detect Magic", "Fly", "Lesser Restoration", "Suggestion", "Hold Person") == {"Hold Person": "attack"}


def test_invisibility_is_cast_on_the_caster_not_on_foes() -> None:
    assert played("Invisibility") == {"Invisibility": "help"}
