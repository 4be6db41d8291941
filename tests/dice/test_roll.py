"""Rolls: totals, texts, each die, and the lowest and the highest total."""

import itertools
from collections.abc import Iterable

import pytest

from orcus_tui.dice import (
    DiceError,
    Die,
    maximise,
    minimise,
    parse,
    roll,
    without_dice,
)
from tests.helpers.fights.dice import faces_of


def refuse(sides: int) -> int:
    raise AssertionError("no face should be asked for")


ROLLS = [
    # expression, faces as they come, total, text
    ("7", (), 7, "7"),
    ("007", (), 7, "7"),
    ("-7", (), -7, "-7"),
    ("+7", (), 7, "7"),
    ("--7", (), 7, "7"),
    ("3 - -4", (), 7, "3 - -4 = 7"),
    ("((7))", (), 7, "((7)) = 7"),
    ("2+3*4", (), 14, "2 + 3 * 4 = 14"),
    ("(2+3)*4", (), 20, "(2 + 3) * 4 = 20"),
    ("10-3-2", (), 5, "10 - 3 - 2 = 5"),
    ("20/3/2", (), 3, "20 / 3 / 2 = 3"),
    ("7/2", (), 3, "7 / 2 = 3"),
    ("-7/2", (), -4, "-7 / 2 = -4"),
    ("7/-2", (), -4, "7 / -2 = -4"),
    ("2d6+4", (3, 5), 12, "2d6 (3, 5) + 4 = 12"),
    ("(1d8+2)*2", (5,), 14, "(1d8 (5) + 2) * 2 = 14"),
    ("d20", (17,), 17, "d20 (17) = 17"),
    ("d%", (100,), 100, "d% (100) = 100"),
    ("0d6", (), 0, "0d6 () = 0"),
    ("-1d6", (4,), -4, "-1d6 (4) = -4"),
    ("1d6-1d4", (2, 4), -2, "1d6 (2) - 1d4 (4) = -2"),
    (" 2 D 6  KH 1 ", (2, 6), 6, "2d6kh1 (~2~, 6) = 6"),
    # keep and drop
    ("3d6kh2", (1, 4, 6), 10, "3d6kh2 (~1~, 4, 6) = 10"),
    ("3d6kh", (1, 4, 6), 6, "3d6kh (~1~, ~4~, 6) = 6"),
    ("2d20kl", (9, 2), 2, "2d20kl (~9~, 2) = 2"),
    ("4d6dl1", (5, 1, 6, 1), 12, "4d6dl1 (5, ~1~, 6, 1) = 12"),
    ("3d6dh2", (5, 1, 6), 1, "3d6dh2 (~5~, 1, ~6~) = 1"),
    ("2d6kh5", (2, 3), 5, "2d6kh5 (2, 3) = 5"),
    ("2d6dl5", (2, 3), 0, "2d6dl5 (~2~, ~3~) = 0"),
    ("4d6dl1dh1", (1, 2, 3, 6), 5, "4d6dl1dh1 (~1~, 2, 3, ~6~) = 5"),
    # reroll: once, and until it no longer matches
    ("2d6r1", (1, 5, 1), 6, "2d6r1 (~1r~, 5, 1) = 6"),
    ("1d6r=2", (2, 4), 4, "1d6r=2 (~2r~, 4) = 4"),
    ("2d6r<3", (3, 2, 6), 9, "2d6r<3 (3, ~2r~, 6) = 9"),
    ("2d6r>5", (5, 6, 1), 6, "2d6r>5 (5, ~6r~, 1) = 6"),
    ("1d6rr1", (1, 1, 1, 4), 4, "1d6rr1 (~1r~, ~1r~, ~1r~, 4) = 4"),
    ("1d6rr1r2", (2, 1, 3), 3, "1d6rr1r2 (~2r~, ~1r~, 3) = 3"),
    # explode
    ("1d6!", (6, 6, 2), 14, "1d6! (6!, 6!, 2) = 14"),
    ("2d6!", (6, 3, 1), 10, "2d6! (6!, 3, 1) = 10"),
    ("1d6!>4", (4,), 4, "1d6!>4 (4) = 4"),
    ("1d6!>4", (5, 4), 9, "1d6!>4 (5!, 4) = 9"),
    ("2d6!5", (5, 6, 1), 12, "2d6!5 (5!, 6, 1) = 12"),
    # floor and cap
    ("3d6mi2", (1, 2, 6), 10, "3d6mi2 (1->2, 2, 6) = 10"),
    ("3d6ma5", (1, 5, 6), 11, "3d6ma5 (1, 5, 6->5) = 11"),
    ("2d6mi3r1", (1, 4, 2), 7, "2d6mi3r1 (~1r~, 4, 2->3) = 7"),
    # the order written
    ("2d6r1kh1", (1, 3, 6), 6, "2d6r1kh1 (~1r~, ~3~, 6) = 6"),
    ("2d6kh1r1", (1, 3), 3, "2d6kh1r1 (~1~, 3) = 3"),
    ("2d6kl1!", (6, 2), 2, "2d6kl1! (~6~, 2) = 2"),
    ("2d6!kl1", (6, 2, 4), 2, "2d6!kl1 (~6!~, 2, ~4~) = 2"),
    ("1d6!rr6", (6, 2, 3), 5, "1d6!rr6 (~6!r~, 2, 3) = 5"),
    ("1d6rr1!", (6, 1, 2), 8, "1d6rr1! (6!, ~1r~, 2) = 8"),
    # labels
    ("2d6[fire]+3 [cold iron]", (1, 2), 6, "2d6 (1, 2) [fire] + 3 [cold iron] = 6"),
    ("(1d6kh1 + 1) [+2 or -1]", (1,), 2, "(1d6kh1 (1) + 1) [+2 or -1] = 2"),
    ("1d4[Säure]", (4,), 4, "1d4 (4) [Säure] = 4"),
]


@pytest.mark.parametrize(("expression", "faces", "total", "text"), ROLLS)
def test_a_roll_has_its_total_and_its_text(expression: str, faces: tuple[int, ...], total: int, text: str) -> None:
    left = list(faces)
    rolled = roll(parse(expression), lambda _: left.pop(0))
    assert (rolled.total, rolled.text) == (total, text)
    assert [die.face for die in rolled.dice] == list(faces)
    assert not left


def test_a_roll_keeps_every_die() -> None:
    rolled = roll(parse("2d6!kl2mi2 + 1d4r1"), faces_of((6, 1, 3, 1, 4)))
    assert rolled.dice == (
        Die(sides=6, face=6, value=6, kept=False, marks=("exploded", "dropped")),
        Die(sides=6, face=1, value=2),
        Die(sides=6, face=3, value=3),
        Die(sides=4, face=1, value=1, kept=False, marks=("rerolled",)),
        Die(sides=4, face=4, value=4),
    )


def test_faces_are_asked_for_with_the_sides_of_the_die() -> None:
    asked: list[int] = []

    def face(sides: int) -> int:
        asked.append(sides)
        return sides

    assert roll(parse("2d6 + d% - 1d20"), face).total == 12 + 100 - 20
    assert asked == [6, 6, 100, 20]


@pytest.mark.parametrize(
    ("expression", "count", "is_constant"),
    [("7", 0, True), ("2*(3-1)", 0, True), ("0d6", 0, True), ("d6", 1, False), ("2d6+3d4kh1!", 5, False)],
)
def test_dice_have_a_text_a_count_and_may_be_constant(expression: str, count: int, is_constant: bool) -> None:
    dice = parse(f"  {expression} ")
    assert (dice.text, dice.number, dice.is_constant) == (expression, count, is_constant)
    assert {dice: 1}[parse(expression)] == 1


EXTREMES = [
    # expression, lowest, highest, how the highest reads
    ("7", 7, 7, "7"),
    ("2d6+4", 6, 16, "2d6 (6, 6) + 4 = 16"),
    ("10-1d6", 4, 9, "10 - 1d6 (1) = 9"),
    ("-(1d6-10)", 4, 9, "-(1d6 (1) - 10) = 9"),
    ("4d6kh3", 3, 18, "4d6kh3 (6, 6, 6, ~6~) = 18"),
    ("4d6dh1", 3, 18, "4d6dh1 (6, 6, 6, ~6~) = 18"),
    ("(1d6-3)*(1d6-3)", -6, 9, "(1d6 (6) - 3) * (1d6 (6) - 3) = 9"),
    ("(1d4-5)*(1d6-7)", 1, 24, "(1d4 (1) - 5) * (1d6 (1) - 7) = 24"),
    ("20/1d6", 3, 20, "20 / 1d6 (1) = 20"),
    ("(1d6-4)/1d4", -3, 2, "(1d6 (6) - 4) / 1d4 (1) = 2"),
    ("1d6rr1rr>4rr2", 3, 4, "1d6rr1rr>4rr2 (4) = 4"),
    ("1d6r1", 1, 6, "1d6r1 (6) = 6"),
    ("2d6mi2ma5", 4, 10, "2d6mi2ma5 (6->5, 6->5) = 10"),
    ("2d6!", 2, 12, "2d6! (6, 6) = 12"),
]


@pytest.mark.parametrize(("expression", "lowest", "highest", "text"), EXTREMES)
def test_dice_give_the_lowest_and_the_highest_roll(expression: str, lowest: int, highest: int, text: str) -> None:
    dice = parse(expression)
    assert (minimise(dice).total, maximise(dice).total) == (lowest, highest)
    assert maximise(dice).text == text


@pytest.mark.parametrize(
    ("expression", "faces", "message", "column"),
    [
        ("1+1d6!", itertools.repeat(6), "beyond 1,000 dice", 3),
        ("1d6rr1", itertools.repeat(1), "beyond 1,000 dice", 1),
        ("1000d6r1", itertools.chain([1], itertools.repeat(2)), "beyond 1,000 dice", 1),
        ("10/(10-1d6!)", (6, 4), "division by 0", 3),
        ("900000000*(1d6!*100)", (6, 6, 6, 1), "went beyond 1,000,000,000,000", 10),
        ("2+1d6", (0,), "a d6 shows 1 to 6, not 0", 3),
        ("2+1d6", (7,), "a d6 shows 1 to 6, not 7", 3),
        ("2+1d6", ("4",), "a d6 shows 1 to 6, not '4'", 3),
        ("2+1d6", (True,), "a d6 shows 1 to 6, not True", 3),
    ],
)
def test_an_error_while_rolling_has_its_position(
    expression: str, faces: Iterable[int], message: str, column: int
) -> None:
    dice = parse(expression)
    with pytest.raises(DiceError) as caught:
        roll(dice, faces_of(faces))
    assert message in caught.value.message
    assert (caught.value.column, caught.value.text) == (column, expression)


def test_exploding_dice_may_roll_a_thousand_dice() -> None:
    rolled = roll(parse("1d6!"), faces_of([*[6] * 999, 1]))
    assert (len(rolled.dice), rolled.total) == (1000, 999 * 6 + 1)


def test_a_constant_asks_for_no_die() -> None:
    assert roll(parse("2*(3+4)"), refuse).total == 14


@pytest.mark.parametrize(
    ("expression", "left"), [("2d6+4", 4), ("(1d8+2)*2", 4), ("3d6kh2-1", -1), ("1d6!", 0), ("7", 7), ("1d4*1d6", 0)]
)
def test_an_expression_without_its_dice_is_what_is_added(expression: str, left: int) -> None:
    assert without_dice(parse(expression)) == left


def test_dividing_by_dice_that_roll_zero_is_an_error() -> None:
    with pytest.raises(DiceError, match="division by 0"):
        without_dice(parse("10/1d4"))
