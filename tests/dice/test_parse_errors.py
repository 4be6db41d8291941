"""Errors of the dice language and their places; its limits; hostile text."""

import pytest

from orcus_tui.dice import (
    DiceError,
    maximise,
    minimise,
    parse,
)

ERRORS = [
    # expression, column, part of the message
    ("", 1, "expected a number or dice"),
    ("  ", 1, "expected a number or dice"),
    ("2d6+", 5, "expected a number or dice"),
    ("2d6+*3", 5, 'got "*"'),
    ("2d6 3", 5, 'unexpected "3"'),
    ("2d6d6", 4, 'unexpected "d"'),
    ("2(3)", 2, 'unexpected "("'),
    ("1d6[a][b]", 7, 'unexpected "[b]"'),
    ("[fire]", 1, 'got "[fire]"'),
    ("d", 2, "how many sides?"),
    ("1dd6", 3, "how many sides?"),
    ("1d0", 3, "1 to 10,000 sides"),
    ("1d10001", 3, "1 to 10,000 sides"),
    ("1001d6", 1, "at most 1,000 dice"),
    ("999d6 + 2d6", 9, "at most 1,000 dice"),
    ("1+1234567890", 3, "at most 9 digits"),
    ("1d1234567890", 3, "at most 9 digits"),
    ("1+(2d6", 3, "never closed"),
    ("2d6)", 4, 'unexpected ")"'),
    ("(2d6 3)", 6, 'or ")"'),
    ("(" * 21 + "1" + ")" * 21, 21, "nest at most 20"),
    ("1" + "+1" * 100, 201, "at most 200 characters, got 201"),
    ("10/0", 3, "this divides by 0"),
    ("10/(1d6-1)", 3, "could divide by 0"),
    ("10/0d6", 3, "divides by 0"),
    ("999999*999999*2", 14, "could go beyond 1,000,000,000,000"),
    ("-999999*999999*2", 15, "could go beyond 1,000,000,000,000"),
    ("1d6r", 5, "a number is missing"),
    ("1d6rr<", 7, "a number is missing"),
    ("1d6!>", 6, "a number is missing"),
    ("1d6mi+2", 6, "a number is missing"),
    ("2d6!r<7", 5, "fits every face"),
    ("1d6rr>0", 4, "fits every face"),
    ("1d6rr<4rr>3", 8, "fits every face"),
    ("1d1!", 4, "fits every face"),
    ("1d6!>0", 4, "fits every face"),
    ("1d6rr<6!", 8, "fits every face"),
    ("1d2rr1rr2", 7, "fits every face"),
    ("1d6!!", 5, "explode once"),
    ("1d6" + "r1" * 11, 24, "at most 10 operators"),
    ("1d６", 3, 'unexpected "６" in dice'),
    ("damage", 1, 'unexpected "damage" in dice'),
    ("1d6khx", 4, 'unexpected "khx" in dice'),
    ("1d6\0", 4, "unexpected character U+0000 in dice"),
    ("1d6[fi_re]", 4, "a label has"),
    ("1d6[", 4, "a label has"),
    ("1d6[]", 4, "a label has"),
    ("1d6[１]", 4, "a label has"),
    ("\N{KELVIN SIGN}", 1, "unexpected"),
]


@pytest.mark.parametrize(("expression", "column", "message"), ERRORS)
def test_an_error_has_its_column(expression: str, column: int, message: str) -> None:
    with pytest.raises(DiceError) as caught:
        parse(expression)
    assert message in caught.value.message
    assert caught.value.column == column
    assert str(caught.value) == caught.value.message


def test_an_error_points_at_its_place() -> None:
    with pytest.raises(DiceError) as caught:
        parse("  2d6 + 3x ")
    assert caught.value.text == "2d6 + 3x"
    assert caught.value.with_caret() == '2d6 + 3x\n       ^\nunexpected "x" in dice'


def test_an_error_shows_no_control_characters() -> None:
    with pytest.raises(DiceError) as caught:
        parse("1d6\x1b[2J")
    assert caught.value.with_caret() == "1d6?[2J\n   ^\nunexpected character U+001B in dice"


# At a limit, but not beyond it.
ALLOWED = [
    "1000d6",
    "1d10000",
    "999999999",
    "999999*999999",
    "(" * 20 + "1" + ")" * 20,
    "(1)+" * 21 + "1",
    "1" + "+1" * 99 + " ",
    "-" * 199 + "1",
    "1d6" + "r1" * 10,
    "1d6r<6",
    "1d6!>1",
]


@pytest.mark.parametrize("expression", ALLOWED)
def test_limits_themselves_are_allowed(expression: str) -> None:
    dice = parse(expression)
    assert minimise(dice).total <= maximise(dice).total


HOSTILE = [
    "1000000d6",
    "99999999999d99999999",
    "(" * 10_000,
    "1" * 5_000,
    "1d" + "9" * 5_000,
    "((((",
    "1d6!!!!",
    "\0" * 3,
    "\N{GAME DIE}",
    "1d6r<7",
    "1000d6+1000d6",
    "1d6[" + "fire" * 1_000 + "]",
    "[" * 200,
    "d" * 200,
    "r" * 199 + "x",
    "*".join(["999999999"] * 20),
    "(1*" * 66,
    "1d10000" + "!" * 100,
    "²",
    "1e9",
    "1_0",
    "0x1",
    "1.5",
    "None",
    "{}",
    "%s",
    "\ud800",
    "1\n+",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_is_an_error(text: str) -> None:
    with pytest.raises(DiceError) as caught:
        parse(text)
    assert 1 <= caught.value.column <= len(caught.value.text) + 1
    assert len(caught.value.with_caret().splitlines()) == 3
