"""The dice language: what it reads, what it rolls, what it refuses, and that its odds are right."""

import itertools
import random
import re
from collections import Counter
from collections.abc import Callable, Iterable

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from orcus_tui.dice import (
    Dice,
    DiceError,
    Die,
    Face,
    maximise,
    minimise,
    parse,
    roll,
    without_dice,
)


def faces_of(faces: Iterable[int]) -> Face:
    """Dice that show these faces, one after the other."""
    left = iter(faces)
    return lambda _: next(left)


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
def test_rolls(expression: str, faces: tuple[int, ...], total: int, text: str) -> None:
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
def test_what_dice_say_of_themselves(expression: str, count: int, is_constant: bool) -> None:
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
def test_extremes(expression: str, lowest: int, highest: int, text: str) -> None:
    dice = parse(expression)
    assert (minimise(dice).total, maximise(dice).total) == (lowest, highest)
    assert maximise(dice).text == text


# Odds: every sequence of faces is rolled, each as likely as its length says, and the totals are counted
# against a few lines of arithmetic that know nothing of the language.


def odds(expression: str, sides: int, asked: int) -> Counter[int]:
    """Count the totals over all sequences of as many faces as the expression can ask for."""
    dice = parse(expression)
    every = itertools.product(range(1, sides + 1), repeat=asked)
    return Counter(roll(dice, faces_of(faces)).total for faces in every)


def expected(sides: int, asked: int, total: Callable[[tuple[int, ...]], int]) -> Counter[int]:
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
def test_odds(expression: str, sides: int, asked: int, total: Callable[[tuple[int, ...]], int]) -> None:
    assert odds(expression, sides, asked) == expected(sides, asked, total)


def test_odds_of_18_on_4d6kh3_are_21_in_1296() -> None:
    counted = odds("4d6kh3", 6, 4)
    assert (counted[18], counted.total()) == (21, 1296)


def test_rerolling_until_it_fits_leaves_the_other_faces_equally_likely() -> None:
    # A sequence that shows nothing but 1 and 2 runs out of faces; all others end on 3 to 6.
    ended: Counter[int] = Counter()
    for faces in itertools.product(range(1, 7), repeat=4):
        if max(faces) > 2:
            ended[roll(parse("1d6rr<3"), faces_of(faces)).total] += 1
    assert ended == dict.fromkeys((3, 4, 5, 6), (6**4 - 2**4) // 4)


def test_exploding_odds() -> None:
    # Of the 6 ** 3 sequences, 6 * 6 begin with any one plain face, 6 with 6 and one, 1 with 6, 6 and one.
    ended: Counter[int] = Counter()
    for faces in itertools.product(range(1, 7), repeat=3):
        if faces != (6, 6, 6):
            ended[roll(parse("1d6!"), faces_of(faces)).total] += 1
    assert ended == {base + face: likely for base, likely in ((0, 36), (6, 6), (12, 1)) for face in range(1, 6)}


# Errors.

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
    assert caught.value.pointed() == '2d6 + 3x\n       ^\n"x" means nothing in dice.'


def test_an_error_shows_nothing_a_terminal_would_obey() -> None:
    with pytest.raises(DiceError) as caught:
        parse("1d6\x1b[2J")
    assert caught.value.pointed() == "1d6?[2J\n   ^\nThe character U+001B means nothing in dice."


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


@pytest.mark.parametrize(
    ("expression", "faces", "message", "column"),
    [
        ("1+1d6!", itertools.repeat(6), "beyond 1,000 dice", 3),
        ("1d6rr1", itertools.repeat(1), "beyond 1,000 dice", 1),
        ("1000d6r1", itertools.chain([1], itertools.repeat(2)), "beyond 1,000 dice", 1),
        ("10/(10-1d6!)", (6, 4), "division by 0", 3),
        ("900000000*(1d6!*100)", (6, 6, 6, 1), "went beyond 1,000,000,000,000", 10),
        ("2+1d6", (0,), "A d6 shows 1 to 6, not 0", 3),
        ("2+1d6", (7,), "A d6 shows 1 to 6, not 7", 3),
        ("2+1d6", ("4",), "A d6 shows 1 to 6, not '4'", 3),
        ("2+1d6", (True,), "A d6 shows 1 to 6, not True", 3),
    ],
)
def test_errors_while_rolling(expression: str, faces: Iterable[int], message: str, column: int) -> None:
    dice = parse(expression)
    with pytest.raises(DiceError) as caught:
        roll(dice, faces_of(faces))
    assert message in caught.value.message
    assert (caught.value.column, caught.value.text) == (column, expression)


def test_a_thousand_dice_may_come_by_exploding() -> None:
    rolled = roll(parse("1d6!"), faces_of([*[6] * 999, 1]))
    assert (len(rolled.dice), rolled.total) == (1000, 999 * 6 + 1)


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
    assert len(caught.value.pointed().splitlines()) == 3


# Properties.

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


def grown(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return (
        st.builds("{} {} {}".format, inner, SIGNS, inner)
        | st.builds("({}){}({})".format, inner, SIGNS, inner)
        | st.builds("({}) / {}".format, inner, SMALL)
        | st.builds("-({})".format, inner)
    )


EXPRESSIONS = st.recursive(pools() | SMALL.map(str), grown, max_leaves=5)
FACE_SOURCES = st.randoms(use_true_random=False).map(lambda source: lambda sides: source.randint(1, sides))


def parsed(expression: str) -> Dice:
    """Parse an expression whose only fault may be that it rerolls every face."""
    try:
        return parse(expression)
    except DiceError as error:
        assert "fits every face" in error.message
        assume(False)
        raise


@given(EXPRESSIONS, FACE_SOURCES)
def test_a_roll_lies_between_its_extremes(expression: str, face: Face) -> None:
    dice = parsed(expression)
    assert minimise(dice).total <= roll(dice, face).total <= maximise(dice).total


@given(EXPRESSIONS, FACE_SOURCES)
def test_the_text_of_a_roll_adds_up(expression: str, face: Face) -> None:
    rolled = roll(parsed(expression), face)
    body, _, total = rolled.text.rpartition(" = ")

    def added(match: re.Match[str]) -> str:
        shown = [die for die in match[1].split(", ") if die and not die.startswith("~")]
        return str(sum(int(die.split("->")[-1]) for die in shown))

    unlabelled = re.sub(r" \[[^\]]*\]", "", body or total)
    sums = re.sub(r"\d+d\d+[a-z0-9<>=]* \(([^)]*)\)", added, unlabelled)
    assert eval(sums.replace("/", "//")) == rolled.total == int(total)  # noqa: S307  our own digits and signs


@given(EXPRESSIONS)
def test_extremes_are_rolls_of_faces_the_dice_have(expression: str) -> None:
    dice = parsed(expression)
    for extreme in (minimise(dice), maximise(dice)):
        assert len(extreme.dice) == dice.number
        assert all(1 <= die.face <= die.sides for die in extreme.dice)
        if not re.search(r"r|k|d[hl]", expression):
            faces = faces_of([die.face for die in extreme.dice])
            assert roll(dice, faces) == extreme


@given(pools().filter(lambda pool: not pool.startswith("0")), FACE_SOURCES)
def test_exploding_never_lowers_what_is_kept(pool: str, face: Face) -> None:
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
        assert len(error.pointed().split("\n")) == 3
    else:
        assert dice.text == text.strip()
        assert maximise(dice).total >= minimise(dice).total


@given(DICE_LIKE)
def test_any_dice_roll_or_say_why_not(text: str) -> None:
    source = random.Random(text)
    try:
        rolled = roll(parse(text), lambda sides: source.randint(1, sides))
    except DiceError as error:
        assert error.message
    else:
        assert rolled.text.endswith(str(rolled.total))


def test_constants_ask_for_no_face() -> None:
    assert roll(parse("2*(3+4)"), refuse).total == 14


@pytest.mark.parametrize(
    ("expression", "left"), [("2d6+4", 4), ("(1d8+2)*2", 4), ("3d6kh2-1", -1), ("1d6!", 0), ("7", 7), ("1d4*1d6", 0)]
)
def test_what_is_left_of_an_expression_without_its_dice(expression: str, left: int) -> None:
    assert without_dice(parse(expression)) == left


def test_nothing_is_divided_by_dice_that_count_nothing() -> None:
    with pytest.raises(DiceError, match="division by 0"):
        without_dice(parse("10/1d4"))
