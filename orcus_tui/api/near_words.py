"""Words that a person may have meant in a line that cannot be read."""

import re
from difflib import get_close_matches
from itertools import islice

from orcus_tui.commands.command_error import CommandError
from orcus_tui.commands.context import Context
from orcus_tui.commands.reading import read_line
from orcus_tui.errors import OrcusError
from orcus_tui.model.suggestions import nearest

MOST = 5
_MOST_KNOWN = 500
_LONGEST = 60
_LIKENESS = 0.6
_SEPARATORS = r"[\s,+!:;]"


def with_near_words(error: OrcusError, line: str, context: Context) -> OrcusError:
    """The error with the words that may have been meant in place of the one at its column."""
    if isinstance(error, CommandError) and not error.near:
        error.suggestion, error.near = _near_words(line, error.column, context)
    return error


def wrong_word(line: str, column: int) -> str:
    """The word that begins at a column, up to a separator; empty if none begins there."""
    rest = line[column - 1 :]
    return "" if not rest or rest[0].isspace() else re.split(_SEPARATORS, rest, maxsplit=1)[0]


def _near_words(line: str, column: int, context: Context) -> tuple[str | None, tuple[str, ...]]:
    """The likeliest word, or None, and all similar ones; empty if no word is wrong."""
    start, typed = column - 1, wrong_word(line, column)
    if not typed or len(typed) > _LONGEST or typed.casefold().removesuffix("!") in context.aliases:
        return None, ()  # the error is in the lines of the alias
    offered = read_line(line[:start], start, context).candidates
    known = [*islice(dict.fromkeys(each.text.rpartition(",")[2] for each in offered), _MOST_KNOWN)]
    begun = [each for each in known if each.casefold().startswith(typed.casefold())]
    close = get_close_matches(typed.casefold(), known, n=MOST, cutoff=_LIKENESS)
    near = tuple(dict.fromkeys((*begun, *sorted(close, key=known.index))))[:MOST]
    return nearest(typed, known) or (begun[0] if len(begun) == 1 else None), near
