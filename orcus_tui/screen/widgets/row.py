"""Rows to draw: spans of text with roles, cut and padded by cells; wide characters take two."""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Generic, NamedTuple, TypeVar, overload

from rich.cells import cell_len, chop_cells, set_cell_size

from orcus_tui.model.text import printable
from orcus_tui.screen.widgets import signs

NAME_SHARE = 5
"""A name gets at least 1/N of its row, however long the words after it are."""


class Span(NamedTuple):
    """A text in one role (`muted`, `danger`, …) on one background (`cursor`, …); empty means plain."""

    text: str
    role: str = ""
    background: str = ""


Row = tuple[Span, ...]
EMPTY: Row = ()
DIVIDER = "divider"
"""The role that marks a row as a divider across the frame."""
BORDER = "frame"
"""The role of frames."""


def row_of(*parts: str | Span) -> Row:
    """A row of these parts; a bare text has the plain role. Empty parts are left out."""
    spans = (Span(part) if isinstance(part, str) else part for part in parts)
    return tuple(span for span in spans if span.text)


def divider(*parts: str | Span) -> Row:
    """A row across the frame, with a separate title."""
    return (Span("", DIVIDER), *row_of(*parts))


def under_cursor(row: Row) -> Row:
    """The row on the background of the cursor."""
    return tuple(Span(text, role, "cursor") for text, role, _ in row)


def text_of(row: Iterable[Span]) -> str:
    """The text of a row."""
    return "".join(span.text for span in row)


# Text that is safe to draw


@lru_cache(maxsize=4096)
def single_line(text: str) -> str:
    """A text on one line, without control characters."""
    return printable(text).replace("\t", " ").replace("\n", " ")


def without_controls(text: str) -> str:
    """A text of the same width, without control characters."""
    if text.isprintable():
        return text
    safe = "".join(sign if sign.isprintable() else "�" * cells(sign) for sign in text)
    return set_cell_size(safe, cells(text))


# Width


def cells(text: str) -> int:
    """The cells a text takes."""
    return len(text) if text.isascii() else cell_len(text)


def width_of(row: Iterable[Span]) -> int:
    """The cells a row takes."""
    return sum(cells(span.text) for span in row)


def cut(text: str, width: int, ending: str) -> str:
    """A text cut to at most `width` cells; the ending marks a cut."""
    if cells(text) <= width:
        return text
    room = width - cells(ending)
    if room < 0:
        return set_cell_size(text, max(width, 0))
    kept = set_cell_size(text, room)
    whole = kept if text.isdigit() else _before_number(kept, text[len(kept) :])
    return whole.rstrip(" ") + ending


_BETWEEN_DIGITS = "d+−/."
# Patterns are texts, which `re` compiles on first use, so that they do not slow down the start.
_GOES_ON = r"[0-9]|[d+−/.][0-9]"


def _before_number(kept: str, rest: str) -> str:
    """The text without a number that continues in the rest: 12 is never cut to 1, nor 1d10+5 to 1d1."""
    before = kept.rstrip(f"0123456789{_BETWEEN_DIGITS}")
    number = kept[len(before) :].lstrip(_BETWEEN_DIGITS)
    return kept.removesuffix(number) if number and re.match(_GOES_ON, rest) else kept


def cut_name(name: str, words: str, room: int) -> str:
    """A name cut to leave room for the words after it, which are more important."""
    return cut(name, max(room - cells(words), room // NAME_SHARE), signs.CUT)


@lru_cache(maxsize=2048)
def fit(row: Row, width: int, background: str = "") -> Row:
    """The row in exactly `width` cells: cut with a sign, or padded. Its background covers all of it."""
    left = width
    spans: list[Span] = []
    for text, role, own in row:
        span = Span(single_line(text), role, background or own)
        taken = cells(span.text)
        if taken > left:
            if span.text.isspace():
                span = Span(" " * left, role, span.background)  # cut blanks need no sign
            else:
                spans, left = _cut_last(spans, span, left), 0
                break
        spans.append(span)
        left -= cells(span.text)
    if left > 0:
        spans.append(Span(" " * left, "", background))
    return tuple(spans)


def _cut_last(spans: list[Span], too_long: Span, left: int) -> list[Span]:
    """The spans that fit, and the beginning of the next span, with a sign."""
    text, role, background = too_long
    while spans and not left:
        before, role, background = spans.pop()
        text, left = before + text, cells(before)
    return [*spans, Span(set_cell_size(cut(text, left, signs.CUT), left), role, background)]


def columns(left: Row, right: Row, width: int) -> Row:
    """Two rows side by side, the right one at the right edge; the left one is cut if both are too long."""
    room = width - width_of(right)
    return (*fit(left, room), *right) if room > 0 else fit(right, width)


# Breaking


@lru_cache(maxsize=1024)
def wrap(row: Row, width: int, indent: int = 0) -> tuple[Row, ...]:
    """The row wrapped between words, the following rows indented."""
    margin: Row = (Span(" " * indent),) if indent else EMPTY
    done: list[Row] = []
    current: list[Span] = []
    left = width
    for text, role, background in row:
        for word in _words(single_line(text), max(width - indent, 2)):
            if cells(word.rstrip(" ")) > left and current:
                done.append(tuple(current))
                current, left = list(margin), width - indent
                word = word.lstrip(" ")  # noqa: PLW2901  # a row begins where the margin ends
            _add(current, Span(word if cells(word) <= left else word.rstrip(" "), role, background))
            left -= cells(word)
    return (*done, tuple(current))


def wrap_within(row: Row, width: int, most: int, indent: int = 0) -> tuple[Row, ...]:
    """The row wrapped into at most `most` rows, at least one; a sign marks a cut."""
    rows, most = wrap(row, width, indent), max(most, 1)
    if len(rows) <= most:
        return rows
    at = most - 1
    last, after = rows[at], " ".join(text_of(each).strip(" ") for each in rows[at + 1 :])
    between = "" if last[-1].text[-1:].isspace() else " "
    return (*rows[:at], fit((*last, last[-1]._replace(text=f"{between}{after}")), width))


def flow(items: Iterable[Row], width: int, indent: int = 0) -> list[Row]:
    """Items arranged in rows, the following rows indented; an item is broken only if it is longer than a row."""
    rows: list[Row] = []
    margin: Row = (Span(" " * indent),) if indent else EMPTY
    for item in filter(None, items):
        longer = (*rows[-1], Span("  "), *item) if rows else item
        if rows and width_of(longer) > width and width_of(item) <= width - indent:
            rows.append((*margin, *item))
        else:
            rows[-1:] = wrap(longer, width, indent)
    return rows


def _add(spans: list[Span], span: Span) -> None:
    """Adds a span, merged with the last if both look alike."""
    if spans and spans[-1][1:] == span[1:]:
        spans[-1] = spans[-1]._replace(text=spans[-1].text + span.text)
    else:
        spans.append(span)


_WORD = r" *[^ ]* ?"


def _words(text: str, longest: int) -> list[str]:
    """The words of a text, each with the blank after it; a word longer than a row is split."""
    words = [word for word in re.findall(_WORD, text) if word]
    return [piece for word in words for piece in (chop_cells(word, longest) if cells(word) > longest else [word])]


def wrap_lines(lines: Iterable[str], width: int, indent: int) -> list[Row]:
    """Lines of text, which may have line breaks, as rows of a width."""
    parts = (part for line in lines for part in (line.splitlines() or [""]))
    return [row for part in parts for row in wrap(row_of(part), width, indent)]


# Frames


def frame(title: Row, rows: Sequence[Row], size: tuple[int, int], role: str, thumb: range = range(0)) -> list[Row]:
    """Rows in a frame with a title in its upper edge; the rows in `thumb` have the scroll bar at their right.

    `size` is the columns and rows of the whole frame, `role` the role of the upper edge. A divider goes across the
    frame.
    """
    width, height = size
    if width < 4 or height < 2:
        return [fit(EMPTY, width)] * height
    inner = width - 2
    upright, thumb_mark = Span(signs.UPRIGHT, BORDER), Span(signs.THUMB, "accent")
    drawn = [_edge(title, inner, role, (signs.TOP_LEFT, signs.TOP_RIGHT))]
    for number in range(height - 2):
        row = rows[number] if number < len(rows) else EMPTY
        right = thumb_mark if number in thumb else upright
        if row and row[0].role == DIVIDER:
            drawn.append(_edge(row[1:], inner, BORDER, (signs.TEE_LEFT, signs.TEE_RIGHT)))
        else:
            drawn.append((upright, *fit(row, inner, row[0].background if row else ""), right))
    drawn.append(_edge(EMPTY, inner, BORDER, (signs.BOTTOM_LEFT, signs.BOTTOM_RIGHT)))
    return drawn


def _edge(title: Row, inner: int, role: str, corners: tuple[str, str]) -> Row:
    safe = tuple(Span(single_line(text), own, background) for text, own, background in title)
    words: Row = (Span(signs.ACROSS, role), Span(" "), *safe, Span(" ")) if safe else EMPTY
    if width_of(words) > inner:
        words = fit(words, inner)
    rest = signs.ACROSS * (inner - width_of(words))
    return (Span(corners[0], role), *words, Span(rest + corners[1], role))


T = TypeVar("T")


class LazyRows(Sequence[Row], Generic[T]):
    """Items, and the function that draws a row of each."""

    def __init__(self, items: Sequence[T], draw: Callable[[T], Row]) -> None:
        self.items = items
        self._draw = draw
        self._cache: dict[int, Row] = {}

    def __len__(self) -> int:
        return len(self.items)

    @overload
    def __getitem__(self, index: int) -> Row: ...
    @overload
    def __getitem__(self, index: slice) -> list[Row]: ...
    def __getitem__(self, index: int | slice) -> Row | list[Row]:
        if isinstance(index, slice):
            return [self[each] for each in range(len(self))[index]]
        row = self._cache.get(index)
        if row is None:
            row = self._cache[index] = self._draw(self.items[index])
        return row
