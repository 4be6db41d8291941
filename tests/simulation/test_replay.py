"""Every shipped fight is simulated to its end; its lines, typed in the command language, give the same fight."""

from pathlib import Path

import pytest

from orcus_tui.simulation.forecast import all_pairs
from orcus_tui.simulation.play_out import play_out
from orcus_tui.simulation.replay import play_again, replay
from orcus_tui.storage.encounter.read import read_encounter
from orcus_tui.systems import SYSTEMS
from tests.helpers.project.exhaustive import only_exhaustive
from tests.helpers.project.files import EXAMPLE_FIGHTS, EXAMPLES

FIRST, LATER = EXAMPLE_FIGHTS[:7], EXAMPLE_FIGHTS[7:]


def test_the_first_fights_are_of_all_systems() -> None:
    assert {read_encounter(each).system for each in FIRST} == set(SYSTEMS)


@pytest.mark.parametrize("encounter", [*FIRST, *map(only_exhaustive, LATER)], ids=lambda each: each.stem)
def test_every_habit_ends_and_every_step_equals_a_typed_line(encounter: Path) -> None:
    """Three of the nine pairs include every habit of either side; `tools/encounter_odds.py` plays all nine."""
    fight = read_encounter(encounter)
    for number, pair in enumerate(all_pairs(fight.system)[::4]):
        ahead = play_out(fight, pair, 5, number)
        assert ahead.end != "endless"
        session, results = replay(fight, play_again(fight, pair, 5, number))
        assert session.fight.round == ahead.rounds
        assert ahead.died == {each for each, state in session.fight.states.items() if state.life == "dead"}
        assert results[0].command == "begin"


def test_a_replay_can_be_undone_turn_by_turn_to_the_start() -> None:
    fight = read_encounter(EXAMPLES / "the-ice-house.toml")
    session, results = replay(fight, play_again(fight, all_pairs(fight.system)[0], 1, 0))
    session.undo(session.timeline.undo_count)
    assert session.fight == fight
    assert len(results) > 20
