"""What of a picture a terminal does not show already: over a slow line only those cells are sent."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

_TOKEN = re.compile(r"\x1b\[(\d+);(\d+)H|\x1b\[([\d;]*)m|(\r?\n)|([ -~]+)")
_ASIDE = re.compile(r"\x1b\[\?2026[hl]|\x1b\]22;[^\x07]*\x07")
"""What changes no cell: a picture begins or ends, or the pointer has another shape."""
_SEEN_ON_BLANKS = frozenset({"4", "7", "9", "21", "53"})
"""Attributes that show where nothing is written: lines, and reversed colours."""
_WORTH_REPEATING = 4
"""Cells that take no more bytes to write again than to step over."""

Place = tuple[int, int]
"""A row and a column, from 1."""


class _Look(NamedTuple):
    """The attributes and colours of a cell, as they are sent to the terminal."""

    attributes: tuple[str, ...] = ()
    colour: str = ""
    ground: str = ""


class _Cell(NamedTuple):
    """A sign and its look. A blank has the look of its ground only."""

    sign: str
    look: _Look


class ChangedCells:
    """Remembers what a terminal shows, and leaves out of each picture what is there already.

    It knows pictures of plain ASCII: moves, styles and text. Whatever else is sent passes unchanged, and makes it
    forget what it knew, as does `forget`, for a terminal that may have been drawn on by others.
    """

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Takes nothing for shown: the next picture is sent whole."""
        self._shown: dict[Place, _Cell] = {}
        self._place: Place | None = None
        self._look: _Look | None = None

    def reduced(self, sent: str) -> str:
        """What is to be sent in place of a picture."""
        if _ASIDE.fullmatch(sent):
            return sent
        if _TOKEN.sub("", sent):
            self.forget()
            return sent
        parts: list[str] = []
        place: Place | None = None
        for at, cell in _cells(sent):
            place = at
            if cell and self._shown.get(at) != cell:
                parts += (self._moved(at), self._dressed(cell), cell.sign)
                self._shown[at] = cell
                self._place = (at[0], at[1] + 1)
        if place and (parts or place != self._place):
            parts.append(self._moved(place))
        return "".join(parts)

    def _moved(self, to: Place) -> str:
        """How the cursor comes to a place: over a few cells by writing them again."""
        before, self._place = self._place, to
        if before == to:
            return ""
        if before and before[0] == to[0] and 0 < to[1] - before[1] <= _WORTH_REPEATING:
            between = [self._shown.get((to[0], column)) for column in range(before[1], to[1])]
            if all(cell and self._is_worn(cell) for cell in between):
                return "".join(cell.sign for cell in between if cell)
        return f"\x1b[{to[0]};{to[1]}H"

    def _is_worn(self, cell: _Cell) -> bool:
        """Whether a cell written now would look as it should."""
        worn = self._look
        return worn is not None and cell.look == (_on_a_blank(worn) if cell.sign == " " else worn)

    def _dressed(self, cell: _Cell) -> str:
        """The change of style that a cell needs."""
        if self._is_worn(cell):
            return ""
        before, self._look = self._look, cell.look
        attributes, colour, ground = cell.look
        if before is None or before.attributes != attributes:
            return f"\x1b[{';'.join(part for part in ('0', *attributes, colour, ground) if part)}m"
        changes = []
        if colour != before.colour:
            changes.append(colour or "39")
        if ground != before.ground:
            changes.append(ground or "49")
        return f"\x1b[{';'.join(changes)}m"


def _cells(picture: str) -> Iterator[tuple[Place, _Cell | None]]:
    """The cells of a picture and where they stand, and each place the cursor is moved to."""
    row, column, look = 1, 1, _Look()
    for to_row, to_column, style, line_end, text in _TOKEN.findall(picture):
        if text:
            for sign in text:
                yield (row, column), _Cell(sign, _on_a_blank(look) if sign == " " else look)
                column += 1
        elif to_row:
            row, column = int(to_row), int(to_column)
            yield (row, column), None
        elif line_end:
            row, column = row + 1, 1
        else:
            look = _look(style, look)


def _on_a_blank(look: _Look) -> _Look:
    """What of a look is seen where nothing is written."""
    return look if _SEEN_ON_BLANKS.intersection(look.attributes) else _Look(ground=look.ground)


@lru_cache(maxsize=1024)
def _look(style: str, before: _Look) -> _Look:
    """A look after a change of style."""
    attributes, colour, ground = before
    codes = style.split(";")
    while codes:
        code = codes.pop(0)
        if code in ("", "0"):
            attributes, colour, ground = (), "", ""
        elif code in ("38", "48"):
            length = 4 if codes[:1] == ["2"] else 2
            whole = ";".join((code, *codes[:length]))
            del codes[:length]
            colour, ground = (whole, ground) if code == "38" else (colour, whole)
        elif len(code) > 1 and code[:-1] in ("3", "9"):
            colour = "" if code == "39" else code
        elif len(code) > 1 and code[:-1] in ("4", "10"):
            ground = "" if code == "49" else code
        else:
            attributes = (*attributes, code)
    return _Look(attributes, colour, ground)
