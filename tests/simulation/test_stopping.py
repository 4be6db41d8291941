"""When a pair of habits has been played often enough: few fights are needed if they cannot change the range."""

from random import Random

import pytest

from orcus_tui.simulation.stopping import FEWEST, MOST, Tally, fights_to_next_look, needs_more_fights
from tools.odds_coverage import forecast, holds_both_ends

LOW, HIGH = Tally(20, 100), Tally(80, 100)


def test_the_first_results_come_early_and_the_others_by_batches() -> None:
    counts, count = [], 0
    for _ in range(5):
        count += fights_to_next_look(count)
        counts.append(count)
    assert counts == [1, 5, 25, 50, 75]


@pytest.mark.parametrize(
    ("tally", "wanted"),
    [
        (Tally(50, 100), False),  # certainly between the ends
        (Tally(38, 75), True),  # too few fights to know
        (Tally(25, 100), True),  # may be the lowest
        (Tally(75, 100), True),  # may be the highest
        (Tally(100, 500), False),  # may be the lowest, and is known precisely enough
        (Tally(200, MOST), False),
    ],
)
def test_a_pair_is_settled_once_it_cannot_be_an_end_of_the_range(tally: Tally, wanted: bool) -> None:
    assert needs_more_fights([LOW, tally, HIGH]) == [True, wanted, True]


def test_a_single_pair_is_played_until_its_interval_is_narrow() -> None:
    assert needs_more_fights([Tally(200, 400)]) == [False]
    assert needs_more_fights([Tally(150, 300)]) == [True]
    assert needs_more_fights([Tally(0, FEWEST)]) == [False]


def test_the_range_contains_both_true_ends_in_most_forecasts() -> None:
    chance = Random(7)
    held = []
    for _ in range(400):
        shares = [chance.randint(1, 99) / 100 for _ in range(9)]
        held.append(holds_both_ends(forecast(shares, needs_more_fights, chance), shares))
    assert sum(held) / len(held) >= 0.94
