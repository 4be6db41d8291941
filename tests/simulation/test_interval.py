"""Wilson's interval, and shares in words."""

import pytest

from orcus_tui.simulation.interval import fights_won, paired_difference, share_range, share_text, wilson


@pytest.mark.parametrize(
    ("share", "half_width", "count"),
    [(0.5, 0.10, 93), (0.5, 0.05, 382), (0.8, 0.05, 245), (0.95, 0.05, 83), (0.5, 0.02, 2412)],
)
def test_an_interval_narrows_with_the_number_of_fights(share: float, half_width: float, count: int) -> None:
    assert wilson(round(share * count), count).half_width == pytest.approx(half_width, abs=0.003)


def test_outcomes_that_never_occurred_are_not_ruled_out() -> None:
    assert wilson(0, 20).high == pytest.approx(0.16, abs=0.005)
    assert (wilson(0, 0).low, wilson(0, 0).high) == (0.0, 1.0)


@pytest.mark.parametrize(
    ("count", "of", "words"),
    [
        (110, 200, "110 of 200 (48 to 62 %)"),
        (0, 400, "none in 400 (< 1 %)"),
        (400, 400, "all 400 (> 99 %)"),
        (0, 20, "none in 20 (< 16 %)"),
        (0, 0, "none played"),
    ],
)
def test_a_share_in_words_is_never_certain(count: int, of: int, words: str) -> None:
    assert fights_won(count, of) == words


@pytest.mark.parametrize(
    ("count", "of", "words"),
    [
        (83, 200, "42 %"),
        (0, 400, "< 1 %"),
        (1, 400, "< 1 %"),
        (399, 400, "> 99 %"),
        (400, 400, "> 99 %"),
        (0, 9, "< 30 %"),
        (9, 9, "> 70 %"),
    ],
)
def test_a_percentage_has_no_decimals_and_is_no_more_exact_than_the_sample(count: int, of: int, words: str) -> None:
    assert share_text(count, of) == words


@pytest.mark.parametrize(
    ("least", "most", "words"),
    [
        ((41, 100), (70, 100), "41 to 70 %"),
        ((0, 100), (12, 100), "< 4 to 12 %"),
        ((60, 100), (100, 100), "60 to > 96 %"),
        ((100, 100), (100, 100), "> 96 %"),
        ((98, 100), (100, 100), "> 93 %"),
        ((0, 100), (2, 100), "< 7 %"),
        ((0, 100), (0, 100), "< 4 %"),
        ((410, 1000), (41, 100), "41 %"),
    ],
)
def test_a_range_has_an_inner_limit_for_shares_of_0_and_1(
    least: tuple[int, int], most: tuple[int, int], words: str
) -> None:
    assert share_range(least, most) == words


def test_pairs_that_never_differ_have_no_difference() -> None:
    mean, interval = paired_difference([0, 0, 0])
    assert (mean, interval.low, interval.high) == (0, 0, 0)
    mean, interval = paired_difference([1, 0, 1, 0])
    assert mean == 0.5
    assert interval.low < 0.5 < interval.high
