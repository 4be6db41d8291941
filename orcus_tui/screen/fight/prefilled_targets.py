"""Targets that a key filled in: a name typed after them takes their place."""

from typing import NamedTuple

from orcus_tui.commands.completion import last_word
from orcus_tui.commands.reading import Reading, read_line

NAMES_BEGIN_WITH = ("@", '"')
"""What names and sets of creatures begin with, besides letters; numbers are dice and amounts."""


class PrefilledTargets(NamedTuple):
    """The text a line began with, and where in it the targets are that were filled in."""

    text: str
    start: int
    end: int


class ReplacedTargets(NamedTuple):
    """A line with other targets, up to the cursor and after it."""

    head: str
    tail: str


def replace_targets(reading: Reading, prefilled: PrefilledTargets) -> ReplacedTargets | None:
    """The line with the name that is typed after the targets in their place; None if what is typed goes after them.

    A word is a name if it can be nothing else: no amount, condition or other word that may stand there. Blanks before
    it change nothing: the line may seem to need one.
    """
    typed = reading.line.removeprefix(prefilled.text).lstrip(" ")
    name = typed.rstrip(" ")
    is_at_end = reading.line.startswith(prefilled.text) and reading.cursor == len(reading.line)
    may_be_name = name[:1].isalpha() or name.startswith(NAMES_BEGIN_WITH)
    if not is_at_end or not may_be_name or " " in name or not _is_unknown(reading):
        return None
    head = f"{prefilled.text[: prefilled.start]}{typed}"
    tail = prefilled.text[prefilled.end :].rstrip(" ")
    replaced = read_line(f"{head}{tail}", len(head), reading.context)
    return None if _is_unknown(replaced) else ReplacedTargets(head, tail)


def _is_unknown(reading: Reading) -> bool:
    """Whether the last word is wrong, and the beginning of no other."""
    begun = last_word(reading.line[: reading.cursor])
    return reading.is_wrong and not (begun and reading.candidates)
