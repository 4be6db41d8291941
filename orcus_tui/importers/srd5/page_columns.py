"""Lines of a page that was set in two columns and came out of a PDF side by side, in the order they are read."""

import re
from collections import Counter
from collections.abc import Sequence

NumberedLine = tuple[int, str]

_FEWEST_LINES = 12
_LEAST_SIDE_BY_SIDE = 0.35
"""The part of a page's lines with a wide gap, at least; a page in one column has such gaps only in its tables."""
_MOST_CROSSING = 0.06
"""The part of a page's lines that run across both columns, at most: headers and footers."""
_GAP = re.compile(r"(?<=\S) {3,}(?=\S)")
_INDENTED = 8
"""Blanks in front of a line that has nothing in the left column."""


def in_reading_order(text: str) -> list[NumberedLine]:
    """The lines of a text with their numbers, page by page, a left column before its right one."""
    pages: list[list[NumberedLine]] = [[]]
    for number, line in enumerate(text.split("\n"), 1):
        if "\f" in line:
            pages.append([])
        pages[-1].append((number, line.replace("\f", "").replace("\t", "    ")))
    return [line for page in pages for line in _in_order(page)]


def _in_order(page: Sequence[NumberedLine]) -> Sequence[NumberedLine]:
    place = _right_column([line.rstrip() for _, line in page if line.strip()])
    if place is None:
        return page
    left: list[NumberedLine] = []
    right: list[NumberedLine] = []
    for number, line in page:
        if line[max(0, place - 2) : place].strip():  # it runs across both
            left.append((number, line))
        else:
            left.append((number, line[:place].rstrip()))
            right.append((number, line[place:]))
    return [*left, *right]


def _right_column(lines: Sequence[str]) -> int | None:
    """Where the right column of a page begins; None for a page in one column."""
    gaps = [[found.end() for found in _GAP.finditer(line)] for line in lines]
    indents = [len(line) - len(line.lstrip()) for line in lines]
    if len(lines) < _FEWEST_LINES or sum(map(bool, gaps)) < _LEAST_SIDE_BY_SIDE * len(lines):
        return None
    starts = Counter(place for each in gaps for place in each)
    starts.update(indent for indent in indents if indent > _INDENTED)
    place, number = starts.most_common(1)[0]
    crossing = sum(len(line) > place and line[place - 2 : place].strip() != "" for line in lines)
    both = number >= _LEAST_SIDE_BY_SIDE * len(lines) and crossing <= max(2, _MOST_CROSSING * len(lines))
    return place if both else None
