"""The characters allowed in texts on a screen, the comparison of names, and the forms of numbers."""

import re
import unicodedata
from collections.abc import Sequence

from msgspec import Struct

FORBIDDEN = "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
"""The pattern of characters that move the cursor, or change the direction of text."""

FORBIDDEN_IN_LINES = FORBIDDEN.replace("\x00-\x1f", "\x00-\x08\x0b-\x1f")
"""The same without tabs and line breaks."""

BEFORE_QUOTE = r'(?<!\\)(\\*+)("|\Z)'
"""The pattern of backslashes before a quote, or at the end of a text in quotes."""

# Letters that cannot be split into an ASCII letter and an accent.
_SPELT_OUT = str.maketrans({"ø": "o", "đ": "d", "ł": "l", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d"})
_NAMED = {"\t": "a tab", "\n": "a line break", "\r": "a carriage return", "\x1b": "an escape character"}


def character_name(character: str) -> str:
    """The name of a forbidden character: `an escape character (U+001B)`."""
    return f"{_NAMED.get(character, 'a control character')} (U+{ord(character):04X})"


def printable(text: str) -> str:
    """The text with a sign instead of each control character of a terminal; spaces of every kind stay."""
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() or sign in "\n\t" else "�" for sign in text)


def printable_lines(text: str) -> str:
    """The text as in `printable`, with a newline for every kind of line end."""
    return printable(text.replace("\r\n", "\n").replace("\r", "\n"))


def in_quotes(text: str) -> str:
    """Text as one word of a line, in quotes."""
    if '"' not in text and "\\" not in text:
        return f'"{text}"'
    return '"' + re.sub(BEFORE_QUOTE, lambda found: found[1] * 2 + (found[2] and '\\"'), text) + '"'


def longer_than(longest: int, what: str, text: str) -> str:
    """The problem with a text that has more than `longest` characters; empty if it is not too long."""
    return f"{what} takes at most {longest:,} characters; this has {len(text):,}" if len(text) > longest else ""


def name_key(text: str) -> str:
    """A name for comparison: in lower case, with `-` for spaces."""
    return "-".join(text.lower().split())


def without_accents(text: str) -> str:
    """The text in lower case and without accents: `elite` for `Élite`."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text.casefold().translate(_SPELT_OUT))
    return "".join(each for each in decomposed if not unicodedata.combining(each))


MANY = 3
"""Numbered names in a row that are shown as one: `Goblin 1–3`."""


def shorten_names(names: Sequence[str]) -> list[str]:
    """Names, three or more of one kind in a row as `Goblin 1–12`."""
    if len(names) < MANY:
        return [*names]
    found: list[str] = []
    run: list[str] = []
    for name in (*names, ""):
        if run and _follows(run[-1], name):
            run.append(name)
            continue
        found += [f"{run[0]}–{_split_number(run[-1])[1]}"] if len(run) >= MANY else run
        run = [name]
    return found


def _follows(before: str, name: str) -> bool:
    (kind, last), (other, next_) = _split_number(before), _split_number(name)
    return kind == other and last.isdecimal() and next_.isdecimal() and int(next_) == int(last) + 1


def _split_number(name: str) -> tuple[str, str]:
    """A name split into the part before the number at its end, and the number."""
    kind = name.rstrip("0123456789")
    return kind, name[len(kind) :]


def join_with_and(words: Sequence[str]) -> str:
    """Words as a list in a sentence: `a, b and c`."""
    *others, last = words
    return f"{', '.join(others)} and {last}" if others else last


def plural(count: int, one: str, several: str = "") -> str:
    """A number of things: `1 question`, `2 questions`."""
    return f"{count:,} {one if count == 1 else several or one + 's'}"


def some_of(words: Sequence[str], most: int = 12) -> str:
    """The first words of a list, and the number of the others: `Ogre, Rat and 3 more`."""
    more = f" and {len(words) - most:,} more" if len(words) > most else ""
    return f"{', '.join(words[:most])}{more}"


def points(number: float) -> str:
    """The text of a number of points: `1,500`, `31.25`, `13.33`."""
    return f"{number:,.2f}".rstrip("0").rstrip(".")


class Range(Struct, frozen=True):
    """A number that is only known to be in a range."""

    low: int
    high: int


Number = int | Range


def number(value: Number) -> str:
    """The text of a number: `7`, `−3`, `3..7`."""
    if isinstance(value, Range):
        return f"{number(value.low)}..{number(value.high)}"
    return f"−{-value}" if value < 0 else f"{value}"


def halve(value: Number, times: int) -> Number:
    """A number halved `times` times, rounded down each time."""
    if isinstance(value, Range):
        return Range(value.low >> times, value.high >> times)
    return value >> times


def with_sign(value: Number) -> str:
    """A bonus or a penalty: `+2`, `−1`."""
    if isinstance(value, Range):
        return f"{with_sign(value.low)}..{with_sign(value.high)}"
    return number(value) if value < 0 else f"+{value}"


def sum_term(value: int) -> str:
    """A number to add to a sum: `+ 2`, `− 5`."""
    return f"+ {value}" if value >= 0 else f"− {-value}"


def defense_name(name: str) -> str:
    """The name of a defense: initials in capitals, words with one capital."""
    return name.upper() if len(name) == 2 else name.capitalize()
