"""The odds of dice: every sequence of faces is rolled and weighted by its probability.

The totals are compared with those of a few lines of arithmetic that are independent of the dice language.
"""

import itertools
from collections import Counter
from collections.abc import Callable

import pytest

from orcus_tui.dice import parse, roll
from tests.helpers.fights.dice import faces_of


def odds(expression: str, sides: int, asked: int) -> Counter[int]:
    """Counts the totals over all sequences of as many faces as the expression can require."""
    dice = parse(expression)
    every = itertools.product(range(1, sides + 1), repeat=asked)
    return Counter(roll(dice, faces_of(faces)).total for faces in every)


def totals_by_counting(sides: int, asked: int, total: Callable[[tuple[int, ...]], int]) -> Counter[int]:
    return Counter(map(total, itertools.product(range(1, sides + 1), repeat=asked)))


ODDS: list[tuple[str, int, int, Callable[[tuple[int, ...]], int]]] = [
    ("3d6", 6, 3, sum),
    ("4d6kh3", 6, 4, lambda faces: sum(faces) - min(faces)),
    ("4d6dl1", 6, 4, lambda faces: sum(faces) - min(faces)),
    ("4d6kl3", 6, 4, lambda faces: sum(faces) - max(faces)),
    ("4d6dh3", 6, 4, min),
    ("2d20kl1", 20, 2, min),
    ("2d20kh", 20, 2, max),
    ("1d6r1", 6, 2, lambda faces: faces[1] if faces[0] == 1 else faces[0]),
    ("1d6r<3", 6, 2, lambda faces: faces[1] if faces[0] < 3 else faces[0]),
    ("1d6r>4", 6, 2, lambda faces: faces[1] if faces[0] > 4 else faces[0]),
    ("3d6mi2", 6, 3, lambda faces: sum(max(face, 2) for face in faces)),
    ("3d6ma4", 6, 3, lambda faces: sum(min(face, 4) for face in faces)),
    ("2d6*1d6-3", 6, 3, lambda faces: (faces[0] + faces[1]) * faces[2] - 3),
    ("(1d6-4)/1d6", 6, 2, lambda faces: (faces[0] - 4) // faces[1]),
]


@pytest.mark.parametrize(("expression", "sides", "asked", "total"), ODDS)
def test_totals_are_as_likely_as_by_counting(
    expression: str, sides: int, asked: int, total: Callable[[tuple[int, ...]], int]
) -> None:
    assert odds(expression, sides, asked) == totals_by_counting(sides, asked, total)


def test_odds_of_18_on_4d6kh3_are_21_in_1296() -> None:
    counted = odds("4d6kh3", 6, 4)
    assert (counted[18], counted.total()) == (21, 1296)


def test_rerolling_until_it_fits_leaves_the_other_faces_equally_likely() -> None:
    # A sequence of nothing but 1 and 2 runs out of faces; all others end with a 3 to 6.
    ended: Counter[int] = Counter()
    for faces in itertools.product(range(1, 7), repeat=4):
        if max(faces) > 2:
            ended[roll(parse("1d6rr<3"), faces_of(faces)).total] += 1
    assert ended == dict.fromkeys((3, 4, 5, 6), (6**4 - 2**4) // 4)


def test_exploding_totals_are_as_likely_as_by_counting() -> None:
    # Of the 6 ** 3 sequences, 6 * 6 begin with any one plain face, 6 with 6 and one, 1 with 6, 6 and one.
    ended: Counter[int] = Counter()
    for faces in itertools.product(range(1, 7), repeat=3):
        if faces != (6, 6, 6):
            ended[roll(parse("1d6!"), faces_of(faces)).total] += 1
    assert ended == {base + face: likely for base, likely in ((0, 36), (6, 6), (12, 1)) for face in range(1, 6)}
