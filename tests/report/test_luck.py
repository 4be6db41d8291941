"""Luck: computed exactly, and described with caution."""

from collections.abc import Sequence
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orcus_tui.model.events import AttackRolled, SaveRolled
from orcus_tui.model.message import Term
from orcus_tui.report import luck
from orcus_tui.report.luck import (
    Luck,
    Roll,
    attack_roll,
    distribution,
    luck_of,
    luck_words,
    save_roll,
)


def test_the_distribution_of_unequal_chances_is_exact() -> None:
    assert distribution([0.5, 0.5]) == pytest.approx([0.25, 0.5, 0.25])
    assert distribution([1.0, 0.2, 0.0]) == pytest.approx([0.0, 0.8, 0.2, 0.0])
    assert sum(distribution([0.05 * number for number in range(20)])) == pytest.approx(1.0)


ALL_CHANCES = [
    save_roll(SaveRolled("ari", (), 9, needed), advantage).chance for needed in range(1, 22) for advantage in (-1, 0, 1)
]


def roll_by_roll(chances: Sequence[float]) -> list[float]:
    """The same distribution by its definition, roll by roll."""
    found = [1.0]
    for chance in chances:
        found = [
            fewer * chance + as_many * (1 - chance) for fewer, as_many in zip([0.0, *found], [*found, 0.0], strict=True)
        ]
    return found


@given(st.lists(st.sampled_from(ALL_CHANCES), max_size=120))
def test_the_distribution_equals_roll_by_roll_counting(chances: list[float]) -> None:
    assert distribution(chances) == pytest.approx(roll_by_roll(chances), rel=1e-9, abs=1e-16)


@pytest.mark.parametrize("chances", [[0.05] * 2_000, [0.5] * 2_000, ALL_CHANCES * 20], ids=["rare", "even", "all"])
def test_the_distribution_of_many_rolls_is_exact_too(chances: list[float]) -> None:
    assert distribution(chances) == pytest.approx(roll_by_roll(chances), rel=1e-9, abs=1e-16)


def test_many_rolls_take_little_work(monkeypatch: pytest.MonkeyPatch) -> None:
    multiplied = count()

    def counted(one: float, other: float) -> float:
        next(multiplied)
        return one * other

    monkeypatch.setattr(luck, "mul", counted)
    rolls = 15_000
    assert sum(distribution([ALL_CHANCES[place % len(ALL_CHANCES)] for place in range(rolls)])) == pytest.approx(1)
    # Roll by roll, the steps would be half the square of the number of rolls: 7,500 for each roll.
    assert 0 < next(multiplied) < 500 * rolls


@pytest.mark.parametrize(
    ("needed", "bonus", "advantage", "chance"),
    [(15, 5, 0, 0.55), (15, 5, 1, 0.7975), (15, 5, -1, 0.3025), (40, 5, 0, 0.05), (2, 10, 0, 0.95)],
)
def test_an_attack_hits_by_need_a_20_always_and_a_1_never(
    needed: int, bonus: int, advantage: int, chance: float
) -> None:
    event = AttackRolled("ari", "ogre", "Blade", "hit", face=12, terms=(Term(bonus),), needed=needed)
    assert attack_roll(event, advantage) == Roll(pytest.approx(chance), True)


def test_an_unknown_die_does_not_count_as_luck() -> None:
    assert attack_roll(AttackRolled("ari", "ogre", "Blade", "hit", total=17, needed=15)) is None


def test_the_chance_of_a_save_counts_its_modifiers() -> None:
    assert save_roll(SaveRolled("ari", (), 9, 11)) == Roll(0.5, False)
    assert save_roll(SaveRolled("ari", (), 9, 11, outcome="saved", terms=(Term(2),))) == Roll(0.6, True)


def test_within_one_standard_deviation_nothing_is_reported() -> None:
    even = [Roll(0.5, number % 2 == 0) for number in range(20)]
    assert luck_words(luck_of(even)) == ""
    assert luck_words(luck_of([])) == ""
    assert luck_words(luck_of([Roll(0.5, False)])) == ""


def test_three_hits_fewer_than_expected_in_twenty() -> None:
    rolls = [Roll(0.6, number < 9) for number in range(20)]
    found = luck_of(rolls)
    assert (found.made, found.of, found.side) == (9, 20, -1)
    assert found.share == pytest.approx(0.1275, abs=0.001)
    assert luck_words(found) == "unlucky: one fight in eight"


@pytest.mark.parametrize(
    ("share", "words"),
    [
        (0.0909, "lucky: one fight in eleven"),
        (0.004, "lucky: one fight in 250"),
        (0.0, "lucky: less than one fight in 2,000"),
    ],
)
def test_the_rarity_of_luck_is_given_in_words(share: float, words: str) -> None:
    assert luck_words(Luck(9, 10, 5.0, 1, share)) == words
