"""The table of the shipped fights has their present odds."""

import re

import pytest

from orcus_tui.simulation.forecast import all_pairs
from orcus_tui.simulation.play_out import play_out
from orcus_tui.storage.encounter.read import read_encounter
from tests.helpers.project.files import EXAMPLE_FIGHTS, EXAMPLES, ROOT

ROWS = re.findall(
    r"\(\.\./encounters/([\w-]+\.toml)\) \|.*\| fight (\d+): (\w+) in (\d+) rounds \|",
    (ROOT / "docs" / "encounters.md").read_text(encoding="utf-8"),
)


def test_every_shipped_fight_has_a_row() -> None:
    shipped = [each.name for each in EXAMPLE_FIGHTS]
    assert [name for name, *_ in ROWS] == shipped


@pytest.mark.parametrize(("name", "number", "end", "rounds"), ROWS, ids=[row[0] for row in ROWS])
def test_the_median_fight_ends_as_the_table_says(name: str, number: str, end: str, rounds: str) -> None:
    fight = read_encounter(EXAMPLES / name)
    played = play_out(fight, all_pairs(fight.system)[4], 1, int(number))
    assert (played.end, played.rounds) == (end, int(rounds)), "the table is old: run `python -m tools.encounter_odds`"
