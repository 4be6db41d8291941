"""Lines to draw: spans of text, each in a role; cut and padded by the cells they take, wide characters as two."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from rich.cells import cell_len, chop_cells, set_cell_size

from orcus_tui.model.text import printable
from orcus_tui.screen.widgets import signs


class Span(NamedTuple):
    """A stretch of text in one role (`muted`, `danger`, …) upon one ground (`cursor`, …); empty: the plain ones."""

    text: str
    role: str = ""
    ground: str = ""


Line = tuple[Span, ...]
EMPTY: Line = ()


@lru_cache(maxsize=4096)
def shown(text: str) -> str:
    """A text on one line, without anything that would steer a terminal."""
    return printable(text).replace("\t", " ").replace("\n", " ")


def harmless(text: str) -> str:
    """A text as wide as it is, without anything that would steer a terminal."""
    if text.isprintable():
        return text
    told = "".join(sign if sign.isprintable() else "�" * cells(sign) for sign in text)
    return set_cell_size(told, cells(text))


def line(*parts: str | Span) -> Line:
    """A line of these parts; a bare text is in the plain role. Empty parts are left out."""
    spans = (Span(part) if isinstance(part, str) else part for part in parts)
    return tuple(span for span in spans if span.text)


def text_of(spans: Iterable[Span]) -> str:
    """What a line says."""
    return "".join(span.text for span in spans)


def width_of(spans: Iterable[Span]) -> int:
    """The cells a line takes."""
    return sum(cells(span.text) for span in spans)


def cells(text: str) -> int:
    """The cells a text takes."""
    return len(text) if text.isascii() else cell_len(text)


def cut(text: str, width: int, ending: str) -> str:
    """A text in at most so many cells; one that is cut bears the ending."""
    if cells(text) <= width:
        return text
    room = width - cells(ending)
    return set_cell_size(text, room).rstrip(" ") + ending if room >= 0 else set_cell_size(text, max(width, 0))


@lru_cache(maxsize=2048)
def fitted(spans: Line, width: int, ground: str = "") -> Line:
    """The line in exactly so many cells: cut with a sign that says so, or padded. A ground lies under all of it."""
    left = width
    kept: list[Span] = []
    for text, role, own in spans:
        piece = Span(shown(text), role, ground or own)
        taken = cells(piece.text)
        if taken > left:
            if piece.text.isspace():
                piece = Span(" " * left, role, piece.ground)  # nothing of it is missed
            else:
                kept, left = _cut_to(kept, piece, left), 0
                break
        kept.append(piece)
        left -= cells(piece.text)
    if left > 0:
        kept.append(Span(" " * left, "", ground))
    return tuple(kept)


def _cut_to(kept: list[Span], too_long: Span, left: int) -> list[Span]:
    """What is kept of a line whose last span is too long, with the sign that it is cut where there is any room."""
    text, role, ground = too_long
    while kept and not left:
        before, role, ground = kept.pop()
        text, left = before + text, cells(before)
    return [*kept, Span(set_cell_size(cut(text, left, signs.CUT), left), role, ground)]


def columns(spans: Line, right: Line, width: int) -> Line:
    """A line with another at its right end; the left one is cut where both are too long."""
    room = width - width_of(right)
    return (*fitted(spans, room), *right) if room > 0 else fitted(right, width)


@lru_cache(maxsize=1024)
def wrapped(spans: Line, width: int, indent: int = 0) -> tuple[Line, ...]:
    """The line broken between words into as many as it needs, those after the first indented."""
    margin: Line = (Span(" " * indent),) if indent else EMPTY
    done: list[Line] = []
    current: list[Span] = []
    left = width
    for text, role, ground in spans:
        for word in _words(shown(text), max(width - indent, 2)):
            if cells(word.rstrip(" ")) > left and current:
                done.append(tuple(current))
                current, left = list(margin), width - indent
                word = word.lstrip(" ")  # noqa: PLW2901  # a row begins where the margin ends
            current.append(Span(word if cells(word) <= left else word.rstrip(" "), role, ground))
            left -= cells(word)
    return (*done, tuple(current))


_WORD = re.compile(r" *[^ ]* ?")


def _words(text: str, longest: int) -> list[str]:
    """The words of a text, each with a blank behind it; one that is longer than a line in pieces."""
    words = [word for word in _WORD.findall(text) if word]
    return [piece for word in words for piece in (chop_cells(word, longest) if cells(word) > longest else [word])]


def framed(title: Line, rows: Sequence[Line], size: tuple[int, int], role: str, thumb: range = range(0)) -> list[Line]:
    """Rows in a frame with a title in its upper edge; those of `thumb` have the sign of a scroll bar at their right.

    `size` is columns and lines of the whole, `role` that of the upper edge. A divider lies across the frame.
    """
    width, height = size
    if width < 4 or height < 2:
        return [fitted(EMPTY, width)] * height
    inner = width - 2
    upright, thumb_mark = Span(signs.UPRIGHT, FRAME), Span(signs.THUMB, "accent")
    drawn = [_edge(title, inner, role, (signs.TOP_LEFT, signs.TOP_RIGHT))]
    for number in range(height - 2):
        row = rows[number] if number < len(rows) else EMPTY
        right = thumb_mark if number in thumb else upright
        if row and row[0].role == DIVIDER:
            drawn.append(_edge(row[1:], inner, FRAME, (signs.TEE_LEFT, signs.TEE_RIGHT)))
        else:
            drawn.append((upright, *fitted(row, inner, row[0].ground if row else ""), right))
    drawn.append(_edge(EMPTY, inner, FRAME, (signs.BOTTOM_LEFT, signs.BOTTOM_RIGHT)))
    return drawn


FRAME, DIVIDER = "frame", "divider"


def divider(*parts: str | Span) -> Line:
    """A row that lies across the frame, with a title of its own."""
    return (Span("", DIVIDER), *line(*parts))


def _edge(title: Line, inner: int, role: str, corners: tuple[str, str]) -> Line:
    told = tuple(Span(shown(text), of, ground) for text, of, ground in title)
    words: Line = (Span(signs.ACROSS, role), Span(" "), *told, Span(" ")) if told else EMPTY
    if width_of(words) > inner:
        words = fitted(words, inner)
    rest = signs.ACROSS * (inner - width_of(words))
    return (Span(corners[0], role), *words, Span(rest + corners[1], role))


def upon(spans: Line, ground: str) -> Line:
    """The line upon a ground."""
    return tuple(Span(text, role, ground) for text, role, _ in spans)
