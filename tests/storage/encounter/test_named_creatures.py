"""Names of creatures and forms in the lines of a file, which `check` looks up in the file and in the library."""

from pathlib import Path

import pytest

from orcus_tui.storage.encounter.read import EncounterFaults, check_encounter
from tests.helpers.casts.small_library import library

FIGHT = """format = 1
party = "party.toml"
[[event]]
at = "round 2"
line = "{line}"
do = ["note ari \\"wakes\\"", "{line}"]
[[timer]]
name = "Torch"
left = "10m"
line = "{line}"
[[creature]]
name = "Witch"
count = 2
max_hp = 30
form = [{{ name = "Cat", max_hp = 4 }}]
trait = [{{ name = "Death", trigger = "dies", effects = ["{power_line}"] }}]
aura = [{{ name = "Gloom", line = "{power_line}" }}]
  [[creature.power]]
  name = "Call"
  effects = ["persst 5", "{power_line}"]
  always = ["{power_line}"]
"""
PARTY = 'format = 1\n[[creature]]\nname = "Ari"\nkind = "pc"\nmax_hp = 30\n'


def faults(folder: Path, line: str = "next", power_line: str = "temp 5") -> list[str]:
    (folder / "party.toml").write_text(PARTY)
    path = folder / "fight.toml"
    path.write_text(FIGHT.format(line=line, power_line=power_line))
    with pytest.raises(EncounterFaults) as refused:  # there is a fault in another line, which hides none
        check_encounter(path, library=library())
    (misspelled,) = [each for each in refused.value.lines if "persst" in each]
    return [each.removeprefix(f"{path}:") for each in refused.value.lines if each != misspelled]


@pytest.mark.parametrize(
    "line",
    [
        "summon marsh-goblin x2 by witch1", "summon Witch by witch1", "become witch1,witch2 Cook own", "become ari cat",
        "become witch1 back", "add Ari", "add Bandit hp=20", "add Cook x3", "damage witch1 5", "unclear words",
    ],
)  # fmt: skip
def test_typed_lines_may_name_creatures_of_the_fight_and_the_library(tmp_path: Path, line: str) -> None:
    assert [each for each in faults(tmp_path, line) if "neither" in each] == []


@pytest.mark.parametrize("line", ["summon Cok by witch1", "become witch1 Cok", "become witch1 Cok own", "add Cok x2"])
def test_an_unknown_name_in_a_typed_line_has_its_place_and_a_suggestion(tmp_path: Path, line: str) -> None:
    why = 'neither the fight nor the library has a creature or form called "Cok" (did you mean "Cook"?)'
    assert faults(tmp_path, line) == [
        f"5: event[1].line: {why}",
        f"6: event[1].do[2]: {why}",
        f"10: timer[1].line: {why}",
    ]


@pytest.mark.parametrize(
    "line", ["summon Cook x2", "become Cat own", "become back", "if prone: become Ari", "offer summon Cook x1d3"]
)
def test_entries_ofs_may_name_creatures_of_the_fight_and_the_library(tmp_path: Path, line: str) -> None:
    assert faults(tmp_path, power_line=line) == []


@pytest.mark.parametrize(
    "line", ["summon Cok x2", "become Cok own", "natural 20: summon Cok", "if prone: become Cok",
             "roll d2: 1 temp 5 | 2 summon Cok"],
)  # fmt: skip
def test_an_unknown_name_in_a_power_line_has_its_place_and_a_suggestion(tmp_path: Path, line: str) -> None:
    why = 'neither the fight nor the library has a creature or form called "Cok" (did you mean "Cook"?)'
    found = faults(tmp_path, power_line=line)
    assert f"16: creature[1].trait[1].effects[1]: {why}" in found
    assert f"20: creature[1].power[1].effects[2]: {why}" in found
    assert f"21: creature[1].power[1].always[1]: {why}" in found


def test_each_line_of_a_choice_is_looked_up(tmp_path: Path) -> None:
    found = faults(tmp_path, power_line="choose summon Cok | become Cta own")
    assert [each for each in found if "power[1].effects[2]" in each] == [
        '20: creature[1].power[1].effects[2]: neither the fight nor the library has a creature or form called "Cok" '
        '(did you mean "Cook"?)',
        '20: creature[1].power[1].effects[2]: neither the fight nor the library has a creature or form called "Cta" '
        '(did you mean "Cat"?)',
    ]


def test_the_line_of_a_zone_is_looked_up(tmp_path: Path) -> None:
    why = 'neither the fight nor the library has a creature or form called "Cok" (did you mean "Cook"?)'
    quoted = r"zone fog \"summon Cok\""
    assert faults(tmp_path, line=quoted) == [
        f"5: event[1].line: {why}", f"6: event[1].do[2]: {why}", f"10: timer[1].line: {why}",
    ]  # fmt: skip
    assert f"20: creature[1].power[1].effects[2]: {why}" in faults(tmp_path, power_line=quoted)
    assert faults(tmp_path, power_line=quoted.replace("Cok", "Cook")) == []


def test_a_creature_of_the_library_that_cannot_be_read_says_why(tmp_path: Path) -> None:
    assert "max_hp: missing" in faults(tmp_path, 'add "Half a Troll"'.replace('"', '\\"'))[0]


def test_a_line_may_name_a_creature_that_another_line_makes(tmp_path: Path) -> None:
    path = tmp_path / "fight.toml"
    path.write_text(
        'format = 1\n[[event]]\nat = "round 2"\ndo = ["add \\"City Guard\\" hp=20", "add city-guard x2"]\n'
        '[[creature]]\nname = "Ari"\nmax_hp = 30\npower = [{ name = "Call", effects = ["summon City-Guard"] }]\n'
    )
    check_encounter(path, library=library())
