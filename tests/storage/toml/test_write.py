"""Files as a person would write them: readable, and read back unchanged."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orcus_tui.storage.toml.write import WIDTH, creature_text, encounter_text
from tests.helpers.project.files import EXAMPLE_FILES

WOLF = {
    "max_hp": 20,
    "name": "Grey Wolf",
    "power": [{"attack": "+5 vs AC", "name": "Bite", "effects": ['apply "a firm grip" save']}],
    "defenses": {"ac": 15, "will": 12},
    "effect": [{"name": "slowed"}],
    "count": 3,
}


def test_a_creature_is_written_as_by_hand() -> None:
    assert (
        creature_text(WOLF)
        == """\
[[creature]]
name = "Grey Wolf"
count = 3
max_hp = 20
defenses = { ac = 15, will = 12 }

  [[creature.power]]
  name = "Bite"
  attack = "+5 vs AC"
  effects = ['apply "a firm grip" save']

  [[creature.effect]]
  name = "slowed"
"""
    )


def test_blank_lines_separate_the_top_the_options_and_the_creatures() -> None:
    table = {"format": 1, "name": "Wolves", "options": {"coins": True}, "creature": [{"name": "A"}, {"name": "B"}]}
    assert (
        encounter_text(table)
        == """\
format = 1
name = "Wolves"

[options]
coins = true

[[creature]]
name = "A"

[[creature]]
name = "B"
"""
    )


def test_a_long_text_is_wrapped_and_reads_back_unchanged() -> None:
    prose = "The lamp swings. " * 30
    text = creature_text({"name": "Lamp", "power": [{"name": "Swing", "text": prose.strip()}]})
    assert max(map(len, text.splitlines())) <= WIDTH
    assert len(text.splitlines()) > 6
    assert tomllib.loads(text)["creature"][0]["power"][0]["text"] == prose.strip()


def test_a_text_of_several_lines_reads_back_unchanged() -> None:
    text = creature_text({"name": "Lamp", "notes": 'first\n  "second"\n'})
    assert 'notes = """\nfirst\n  \\"second\\"\n"""\n' in text


def test_a_long_list_has_a_line_for_each() -> None:
    tags = [f"tag number {number}" for number in range(20)]
    text = creature_text({"name": "Lamp", "tags": tags})
    assert '  "tag number 7",\n' in text
    assert tomllib.loads(text)["creature"][0]["tags"] == tags


def test_impossible_encounter_values_are_refused() -> None:
    with pytest.raises(TypeError, match="an encounter file has no NoneType"):
        creature_text({"name": None})


@pytest.mark.parametrize("path", EXAMPLE_FILES, ids=lambda path: path.name)
def test_shipped_files_can_be_written_again(path: Path) -> None:
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    assert tomllib.loads(encounter_text(table)) == table


VALUES = st.recursive(
    st.booleans() | st.integers(-9999, 9999) | st.text(st.characters(exclude_categories=["Cs"]), max_size=200),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text("ab .\"'é", max_size=4), inner, max_size=4),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from(["name", "text", "tags", "defenses", "ünknown key", ""]), VALUES))
def test_any_written_value_reads_back(creature: dict[str, Any]) -> None:
    assert tomllib.loads(creature_text(creature))["creature"] == [creature]


@given(st.text(st.sampled_from("ab \t\\\"'"), min_size=WIDTH, max_size=3 * WIDTH))
def test_any_wrapped_text_reads_back(prose: str) -> None:
    assert tomllib.loads(creature_text({"text": prose}))["creature"] == [{"text": prose}]


def test_an_effect_keeps_the_power_it_came_from() -> None:
    marsh = {"name": "Halva", "max_hp": 20, "effect": [{"persist": 5, "power": "Scald"}]}
    assert tomllib.loads(creature_text(marsh))["creature"] == [marsh]
