"""Luck worked exactly, and said modestly."""

import pytest

from orcus_tui.model.events import AttackRolled, SaveRolled
from orcus_tui.model.message import Term
from orcus_tui.report.luck import Luck, Roll, attack_roll, distribution, luck_of, luck_words, save_roll


def test_the_distribution_of_unequal_chances_is_exact() -> None:
    assert distribution([0.5, 0.5]) == pytest.approx([0.25, 0.5, 0.25])
    assert distribution([1.0, 0.2, 0.0]) == pytest.approx([0.0, 0.8, 0.2, 0.0])
    assert sum(distribution([0.05 * number for number in range(20)])) == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("needed", "bonus", "advantage", "chance"),
    [(15, 5, 0, 0.55), (15, 5, 1, 0.7975), (15, 5, -1, 0.3025), (40, 5, 0, 0.05), (2, 10, 0, 0.95)],
)
def test_an_attack_hits_by_need_a_20_always_and_a_1_never(
    needed: int, bonus: int, advantage: int, chance: float
) -> None:
    event = AttackRolled("ari", "ogre", "Blade", "hit", face=12, terms=(Term(bonus),), needed=needed)
    assert attack_roll(event, advantage) == Roll(pytest.approx(chance), True)


def test_a_die_nobody_knows_is_no_luck() -> None:
    assert attack_roll(AttackRolled("ari", "ogre", "Blade", "hit", total=17, needed=15)) is None


def test_a_save_needs_what_it_needs() -> None:
    assert save_roll(SaveRolled("ari", (), 9, 11)) == Roll(0.5, False)
    assert save_roll(SaveRolled("ari", (), 9, 11, outcome="saved", terms=(Term(2),))) == Roll(0.6, True)


def test_within_one_standard_deviation_there_is_nothing_to_say() -> None:
    even = [Roll(0.5, number % 2 == 0) for number in range(20)]
    assert luck_words(luck_of(even)) == ""
    assert luck_words(luck_of([])) == ""
    assert luck_words(luck_of([Roll(0.5, False)])) == ""


def test_three_hits_short_of_what_could_be_expected_in_twenty() -> None:
    rolls = [Roll(0.6, number < 9) for number in range(20)]
    luck = luck_of(rolls)
    assert (luck.made, luck.of, luck.side) == (9, 20, -1)
    assert luck.share == pytest.approx(0.1275, abs=0.001)
    assert luck_words(luck) == "unlucky: one fight in eight"


@pytest.mark.parametrize(
    ("share", "words"),
    [
        (0.0909, "lucky: one fight in eleven"),
        (0.004, "lucky: one fight in 250"),
        (0.0, "lucky: less than one fight in 2,000"),
    ],
)
def test_how_rare_it_is_in_words(share: float, words: str) -> None:
    assert luck_words(Luck(9, 10, 5.0, 1, share)) == words
