"""Words that are numbers or dice."""

import re

from orcus_tui.commands.errors import CommandError
from orcus_tui.commands.lexer import Word, pieces
from orcus_tui.dice import Dice, DiceError
from orcus_tui.dice import parse as parse_dice

_WHOLE = re.compile(r"[0-9]{1,9}\Z")
_ANY = re.compile(r"[-−]?[0-9]{1,9}\Z")
_SIGNED = re.compile(r"[+−-][0-9]{1,9}\Z")
_TIMES = re.compile(r"[x×]([0-9]{1,3})\Z")
_DICE = re.compile(r"[0-9(]|d[0-9%]")
D20 = 20


def whole(word: Word) -> int | None:
    """`12`."""
    return int(word.key) if _WHOLE.match(word.key) else None


def counting(word: Word) -> int | None:
    """A whole number of 1 or more; raises CommandError at a 0."""
    number = whole(word)
    if number == 0:
        raise CommandError("this must be 1 or more", word.column)
    return number


def any_number(word: Word) -> int | None:
    """`12`, `-1`."""
    return int(word.key.replace("−", "-")) if _ANY.match(word.key) else None


def signed(word: Word) -> int | None:
    """`+2`, `-4`."""
    return int(word.key.replace("−", "-")) if _SIGNED.match(word.key) else None


def times(word: Word) -> int | None:
    """`x3`; raises CommandError at `x0`."""
    found = _TIMES.match(word.key)
    if found and int(found[1]) < 1:
        raise CommandError("how many times? x1 or more", word.column)
    return int(found[1]) if found else None


def face(word: Word) -> int | None:
    """What a d20 shows; raises CommandError at a number it cannot show."""
    number = whole(word)
    if number is not None and not 1 <= number <= D20:
        raise CommandError(f"a d20 shows 1 to {D20}, not {number}", word.column)
    return number


def faces(word: Word) -> tuple[int, ...] | None:
    """`12` or `12,5`: what d20s show."""
    found = [face(piece) for piece in pieces(word, ",")]
    return _all(found)


def totals(word: Word) -> tuple[int, ...] | None:
    """`25` or `25,17`."""
    return _all([any_number(piece) for piece in pieces(word, ",")])


def dice(word: Word) -> Dice | None:
    """A whole number or dice; raises CommandError, at the character, where it begins like that and is neither."""
    if not _DICE.match(word.key):
        return None
    try:
        return parse_dice(word.text)
    except DiceError as error:
        raise CommandError(error.message.rstrip("."), word.column_at(error.column - 1)) from None


def _all(numbers: list[int | None]) -> tuple[int, ...] | None:
    known = tuple(number for number in numbers if number is not None)
    return known if len(known) == len(numbers) else None
