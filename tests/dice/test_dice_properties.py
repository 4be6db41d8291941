"""Properties of all dice: the bounds of a roll, its text, its faces."""

import random
import re

from hypothesis import assume, example, given
from hypothesis import strategies as st

from orcus_tui.dice import (
    Dice,
    DiceError,
    Face,
    maximise,
    minimise,
    parse,
    roll,
)
from tests.helpers.fights.dice import faces_of

SIGNS = st.sampled_from(["+", "-", "*"])
TESTS = st.sampled_from(["", "=", "<", ">"])
SMALL = st.integers(1, 12)


@st.composite
def pools(draw: st.DrawFn) -> str:
    """Up to three dice with up to three steps, none of them exploding."""
    keep = st.builds("{}{}".format, st.sampled_from(["kh", "kl", "dh", "dl"]), st.integers(0, 3) | st.just(""))
    again = st.builds("{}{}{}".format, st.sampled_from(["r", "rr"]), TESTS, SMALL)
    limit = st.builds("{}{}".format, st.sampled_from(["mi", "ma"]), SMALL)
    steps = draw(st.lists(keep | again | limit, max_size=3))
    label = draw(st.sampled_from(["", "[fire]", " [cold iron]"]))
    return f"{draw(st.integers(0, 3))}d{draw(SMALL)}{''.join(steps)}{label}"


def larger(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return (
        st.builds("{} {} {}".format, inner, SIGNS, inner)
        | st.builds("({}){}({})".format, inner, SIGNS, inner)
        | st.builds("({}) / {}".format, inner, SMALL)
        | st.builds("-({})".format, inner)
    )


EXPRESSIONS = st.recursive(pools() | SMALL.map(str), larger, max_leaves=5)
FACE_SOURCES = st.integers(0, 2**32).map(random.Random).map(lambda source: lambda sides: source.randint(1, sides))


def parse_or_skip(expression: str) -> Dice:
    """Parses an expression; its only possible fault is that it rerolls every face."""
    try:
        return parse(expression)
    except DiceError as error:
        assert "fits every face" in error.message
        assume(False)
        raise


@given(EXPRESSIONS, FACE_SOURCES)
def test_a_roll_lies_between_its_extremes(expression: str, face: Face) -> None:
    dice = parse_or_skip(expression)
    assert minimise(dice).total <= roll(dice, face).total <= maximise(dice).total


@given(EXPRESSIONS, FACE_SOURCES)
def test_the_text_of_a_roll_adds_up(expression: str, face: Face) -> None:
    rolled = roll(parse_or_skip(expression), face)
    body, _, total = rolled.text.rpartition(" = ")

    def added(match: re.Match[str]) -> str:
        shown = [die for die in match[1].split(", ") if die and not die.startswith("~")]
        return str(sum(int(die.split("->")[-1]) for die in shown))

    unlabelled = re.sub(r" \[[^\]]*\]", "", body or total)
    sums = re.sub(r"\d+d\d+[a-z0-9<>=]* \(([^)]*)\)", added, unlabelled)
    assert eval(sums.replace("/", "//")) == rolled.total == int(total)  # noqa: S307  # our own digits and signs


@given(EXPRESSIONS)
def test_the_extremes_are_totals_that_the_dice_can_roll(expression: str) -> None:
    dice = parse_or_skip(expression)
    for extreme in (minimise(dice), maximise(dice)):
        assert len(extreme.dice) == dice.number
        assert all(1 <= die.face <= die.sides for die in extreme.dice)
        if not re.search(r"r|k|d[hl]", expression):
            faces = faces_of([die.face for die in extreme.dice])
            assert roll(dice, faces) == extreme


@given(pools().filter(lambda pool: not pool.startswith("0")), FACE_SOURCES)
def test_exploding_never_lowers_the_kept_dice(pool: str, face: Face) -> None:
    sides = int(re.split(r"[^0-9]", pool.partition("d")[2])[0])
    assume(sides > 1)
    plain = f"{pool.partition('d')[0]}d{sides}"
    dice = parse(f"{plain}!")
    rolled = roll(dice, face)
    assert rolled.total >= minimise(dice).total
    assert len(rolled.dice) == dice.number + sum("exploded" in die.marks for die in rolled.dice)
    assert all((die.face == sides) == ("exploded" in die.marks) for die in rolled.dice)


DICE_LIKE = st.text(st.sampled_from("0123456789dkhlrmia!%<>=+-*/()[] DK６\t\n"), max_size=40)


@given(st.text(max_size=220) | DICE_LIKE | EXPRESSIONS)
@example("1/(1d6-1)")
@example("9" * 201)
def test_any_text_is_dice_or_an_error_in_its_place(text: str) -> None:
    try:
        dice = parse(text)
    except DiceError as error:
        assert 1 <= error.column <= len(error.text) + 1 <= 201
        assert error.message
        assert len(error.with_caret().split("\n")) == 3
    else:
        assert dice.text == text.strip()
        assert maximise(dice).total >= minimise(dice).total


@given(DICE_LIKE)
def test_any_dice_roll_or_give_an_error(text: str) -> None:
    source = random.Random(text)
    try:
        rolled = roll(parse(text), lambda sides: source.randint(1, sides))
    except DiceError as error:
        assert error.message
    else:
        assert rolled.text.endswith(str(rolled.total))
