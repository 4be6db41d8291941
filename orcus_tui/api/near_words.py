"""Words that a person may have meant, where a line cannot be read."""

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
_SEPARATORS = ",+!"


def with_near_words(error: OrcusError, line: str, context: Context) -> OrcusError:
    """The error with the words that may have been meant in place of the one at its column."""
    if isinstance(error, CommandError) and not error.near:
        error.suggestion, error.near = _near_words(line, error.column, context)
    return error


def _near_words(line: str, column: int, context: Context) -> tuple[str | None, tuple[str, ...]]:
    """The likeliest word, if one is, and all that are near; none where no word is wrong."""
    start = column - 1
    typed = line[start:].split(maxsplit=1)[0] if line[start:].strip() and not line[start].isspace() else ""
    for separator in _SEPARATORS:
        typed = typed.split(separator, 1)[0] or typed
    typed = typed.rstrip(":;")
    if not typed or len(typed) > _LONGEST:
        return None, ()
    offered = read_line(line[:start], start, context).candidates
    known = [*islice(dict.fromkeys(each.text.rpartition(",")[2] for each in offered), _MOST_KNOWN)]
    begun = [each for each in known if each.casefold().startswith(typed.casefold())]
    close = get_close_matches(typed.casefold(), known, n=MOST, cutoff=_LIKENESS)
    near = tuple(dict.fromkeys((*begun, *close)))[:MOST]
    return nearest(typed, known) or (begun[0] if len(begun) == 1 else None), near
