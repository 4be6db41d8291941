"""Search in wrapped text: a match may begin in one row and end in the next."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from typing import Literal


def rows_with(query: str, text: str, rows: Sequence[str]) -> list[int]:
    """The rows in which a match begins, ignoring case; `rows` is the wrapped text.

    A folded text has only some of its rows; matches in hidden rows count for the last visible row.
    """
    query, text = query.casefold(), text.casefold()
    if not query or query not in text:
        return []
    starts, at = [], 0
    for row in rows:
        words = row.strip(" ").casefold()  # rows are indented, and have no trailing blanks
        at = max(text.find(words, at), at)
        starts.append(at)
        at += len(words)
    matches = (match.start() for match in re.finditer(re.escape(query), text))
    return sorted({max(bisect_right(starts, start) - 1, 0) for start in matches})


def next_match(matches: Sequence[int], at: int | None, direction: int, first: Literal[1, -1] = 1) -> int | None:
    """The next of these ascending rows in a direction from `at`; `at` itself if there is none; None without rows.

    Without a direction, or if `at` is None, it is the first row, or with `first=-1` the last.
    """
    if at is None or not direction:
        return matches[0 if first > 0 else -1] if matches else None
    further = [row for row in matches if (row - at) * direction > 0]
    return (further[0] if direction > 0 else further[-1]) if further else at
