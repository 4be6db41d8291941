"""Words that are numbers or dice."""

import re
from typing import TypeVar

from orcus_tui.commands.command_error import CommandError
from orcus_tui.commands.lexer import Word, pieces
from orcus_tui.dice import Dice, DiceError
from orcus_tui.dice import parse as parse_dice

Value = TypeVar("Value")
_DICE = r"[0-9(]|d[0-9%]"
MOST_DIGITS = 9
D20 = 20


def is_whole(text: str, digits: int = MOST_DIGITS) -> bool:
    """Whether a text is a whole number with at most this many digits."""
    return len(text) <= digits and text.isascii() and text.isdigit()


def whole(word: Word) -> int | None:
    """A whole number: `12`."""
    return int(word.key) if is_whole(word.key) else None


def positive(word: Word) -> int | None:
    """A whole number of 1 or more. Raises CommandError for 0."""
    number = whole(word)
    if number == 0:
        raise CommandError("this must be 1 or more", word.column)
    return number


def any_number(word: Word) -> int | None:
    """A whole number, which may be negative: `12`, `-1`."""
    key = word.key.replace("−", "-")
    return int(key) if is_whole(key.removeprefix("-")) else None


def signed_number(word: Word) -> int | None:
    """A number with a sign: `+2`, `-4`."""
    key = word.key.replace("−", "-")
    return int(key) if key[:1] in ("+", "-") and is_whole(key[1:]) else None


def times(word: Word) -> int | None:
    """A number of times: `x3`. Raises CommandError for `x0`."""
    if word.key[:1] not in ("x", "×") or not is_whole(word.key[1:], digits=3):
        return None
    number = int(word.key[1:])
    if number < 1:
        raise CommandError("expected a count of 1 or more, e.g. x3", word.column)
    return number


def times_or_dice(word: Word) -> int | Dice | None:
    """A number of times, or dice for it: `x3`, `x1d4`."""
    number = times(word)
    if number is not None or word.key[:1] not in ("x", "×"):
        return number
    return dice(Word(word.raw[1:], word.text[1:], word.key[1:], word.column + 1, word.end))


def face(word: Word, *, or_total: bool = False) -> int | None:
    """The face of a d20. Raises CommandError for any other number."""
    number = whole(word)
    if number is not None and not 1 <= number <= D20:
        hint = f"; an attack also takes `total {number}`" if or_total and number > D20 else ""
        raise CommandError(f"a d20 shows 1 to {D20}, not {number}{hint}", word.column)
    return number


def faces(word: Word) -> tuple[int, ...] | None:
    """`12` or `12,5`: the faces of d20s."""
    found = [face(piece, or_total=True) for piece in pieces(word, ",")]
    return _all(found)


def die_and_bonuses(word: Word) -> tuple[int, ...] | None:
    """`8`, or with the bonus dice `8+2`: the face of a d20, then those of the bonuses."""
    return _all([face(piece) for piece in pieces(word, "+")])


def save_faces(word: Word) -> tuple[int, ...] | None:
    """`12` or `12,5`: the faces of saving throws."""
    return _all([face(piece) for piece in pieces(word, ",")])


def whole_numbers(word: Word) -> tuple[int, ...] | None:
    """`12` or `12,5`: faces, or an amount, which may be higher than a die."""
    return _all([whole(piece) for piece in pieces(word, ",")])


def totals(word: Word) -> tuple[int, ...] | None:
    """Totals, which may be negative: `25` or `25,17`."""
    return _all([any_number(piece) for piece in pieces(word, ",")])


def dice(word: Word) -> Dice | None:
    """A whole number or dice. Raises CommandError, at the character, for a word that only begins like dice."""
    if not re.match(_DICE, word.key):
        return None
    try:
        return parse_dice(word.text)
    except DiceError as error:
        raise CommandError(error.message, word.column_at(error.column - 1)) from None


def several_dice(word: Word) -> tuple[Dice, ...] | None:
    """Whole numbers or dice: `9` or `9,2d6`."""
    return _all([dice(piece) for piece in pieces(word, ",")])


def signed_dice(word: Word) -> Dice | None:
    """Dice, or a number that may be negative."""
    number = any_number(word)
    return dice(word) if number is None else parse_dice(str(number))


def _all(found: list[Value | None]) -> tuple[Value, ...] | None:
    known = tuple(each for each in found if each is not None)
    return known if len(known) == len(found) else None


DICE_FORMS = (
    ("`7`", "a whole number"),
    ("`2d6+4`, `(1d8+2)*2`, `d%`", "dice, with `+ - * /` (rounded down) and parentheses"),
    ("`4d6kh3`, `kl`, `dh`, `dl`", "keep or drop the highest or lowest"),
    ("`r1`, `rr<3`", "reroll a 1 once; reroll until no die shows less than 3"),
    ("`!`", "explode: each die that shows its highest face adds another"),
    ("`mi2`, `ma5`", "count lower faces as 2, higher faces as 5"),
    ("`[fire]`", "a label"),
)
"""The forms of amounts and dice, in Markdown, with their meanings; `orcus_tui/dice.py` parses them."""
