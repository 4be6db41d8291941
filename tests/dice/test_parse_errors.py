"""What the dice language refuses, and where it points; its limits; hostile text."""

import pytest

from orcus_tui.dice import (
    DiceError,
    maximise,
    minimise,
    parse,
)

ERRORS = [
    # expression, column, part of the message
    ("", 1, "Expected a number or dice"),
    ("  ", 1, "Expected a number or dice"),
    ("2d6+", 5, "Expected a number or dice"),
    ("2d6+*3", 5, 'instead of "*"'),
    ("2d6 3", 5, '"3" cannot stand here'),
    ("2d6d6", 4, '"d" cannot stand here'),
    ("2(3)", 2, '"(" cannot stand here'),
    ("1d6[a][b]", 7, '"[b]" cannot stand here'),
    ("[fire]", 1, 'instead of "[fire]"'),
    ("d", 2, "How many sides?"),
    ("1dd6", 3, "How many sides?"),
    ("1d0", 3, "1 to 10,000 sides"),
    ("1d10001", 3, "1 to 10,000 sides"),
    ("1001d6", 1, "At most 1,000 dice"),
    ("999d6 + 2d6", 9, "At most 1,000 dice"),
    ("1+1234567890", 3, "at most 9 digits"),
    ("1d1234567890", 3, "at most 9 digits"),
    ("1+(2d6", 3, "never closed"),
    ("2d6)", 4, '")" cannot stand here'),
    ("(2d6 3)", 6, 'or ")"'),
    ("(" * 21 + "1" + ")" * 21, 21, "nest at most 20"),
    ("1" + "+1" * 100, 201, "at most 200 characters; these are 201"),
    ("10/0", 3, "This divides by 0"),
    ("10/(1d6-1)", 3, "could divide by 0"),
    ("10/0d6", 3, "divides by 0"),
    ("999999*999999*2", 14, "could go beyond 1,000,000,000,000"),
    ("-999999*999999*2", 15, "could go beyond 1,000,000,000,000"),
    ("1d6r", 5, "A number is missing"),
    ("1d6rr<", 7, "A number is missing"),
    ("1d6!>", 6, "A number is missing"),
    ("1d6mi+2", 6, "A number is missing"),
    ("2d6!r<7", 5, "fits every face"),
    ("1d6rr>0", 4, "fits every face"),
    ("1d6rr<4rr>3", 8, "fits every face"),
    ("1d1!", 4, "fits every face"),
    ("1d6!>0", 4, "fits every face"),
    ("1d6rr<6!", 8, "fits every face"),
    ("1d2rr1rr2", 7, "fits every face"),
    ("1d6!!", 5, "explode once"),
    ("1d6" + "r1" * 11, 24, "at most 10 operators"),
    ("1d６", 3, '"６" means nothing'),
    ("damage", 1, '"damage" means nothing'),
    ("1d6khx", 4, '"khx" means nothing'),
    ("1d6\0", 4, "U+0000 means nothing"),
    ("1d6[fi_re]", 4, "A label is"),
    ("1d6[", 4, "A label is"),
    ("1d6[]", 4, "A label is"),
    ("1d6[１]", 4, "A label is"),
    ("\N{KELVIN SIGN}", 1, "means nothing"),
]


@pytest.mark.parametrize(("expression", "column", "message"), ERRORS)
def test_errors(expression: str, column: int, message: str) -> None:
    with pytest.raises(DiceError) as caught:
        parse(expression)
    assert message in caught.value.message
    assert caught.value.column == column
    assert str(caught.value) == caught.value.message


def test_an_error_points_at_its_place() -> None:
    with pytest.raises(DiceError) as caught:
        parse("  2d6 + 3x ")
    assert caught.value.text == "2d6 + 3x"
    assert caught.value.with_caret() == '2d6 + 3x\n       ^\n"x" means nothing in dice.'


def test_an_error_shows_nothing_a_terminal_would_obey() -> None:
    with pytest.raises(DiceError) as caught:
        parse("1d6\x1b[2J")
    assert caught.value.with_caret() == "1d6?[2J\n   ^\nThe character U+001B means nothing in dice."


# At a limit, and not beyond it.
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
