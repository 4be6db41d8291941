"""A text that is looked for in rows: it may begin in one and end in the next."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from typing import Literal


def rows_with(wanted: str, whole: str, rows: Sequence[str]) -> list[int]:
    """Of the rows a text was broken into, those in which what is wanted begins, whatever its case.

    Of a folded text the rows are not all there; what is not in sight counts as in the last that is.
    """
    wanted, whole = wanted.casefold(), whole.casefold()
    if not wanted or wanted not in whole:
        return []
    begins, at = [], 0
    for row in rows:
        words = row.strip(" ").casefold()  # rows are indented, and blanks at their ends are left out
        at = max(whole.find(words, at), at)
        begins.append(at)
        at += len(words)
    places = (found.start() for found in re.finditer(re.escape(wanted), whole))
    return sorted({max(bisect_right(begins, place) - 1, 0) for place in places})


def next_of(found: Sequence[int], at: int | None, direction: int, first: Literal[1, -1] = 1) -> int | None:
    """Of rows found, ascending, the next in a direction from where one is; None where none is found.

    With no direction, or from nowhere, it is the first, or with -1 the last.
    """
    if at is None or not direction:
        return found[0 if first > 0 else -1] if found else None
    beyond = [row for row in found if (row - at) * direction > 0]
    return (beyond[0] if direction > 0 else beyond[-1]) if beyond else at
