"""What of a picture a terminal does not show already: over a slow line only those cells are sent, in a chosen order."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

_TOKEN = re.compile(r"\x1b\[(\d+);(\d+)H|\x1b\[([\d;]*)m|(\r?\n)|([ -~]+)")
_SEEN_ON_BLANKS = frozenset({"4", "7", "9", "21", "53"})
"""Attributes that show where nothing is written: lines, and reversed colours."""
_ENDS = {"1": "22", "2": "22", "3": "23", "4": "24", "7": "27", "9": "29"}
"""What ends an attribute; one that is missing here ends with all others."""
_WORTH_REPEATING = 4
"""Cells that take no more bytes to write again than to step over."""
_WORTH_ERASING = 10
"""Blanks that take more bytes to write than to erase and step over."""

Place = tuple[int, int]
"""A row and a column, from 1."""


class Area(NamedTuple):
    """Some rows and columns of the terminal, from 1. One that `leads` another counts while most rows of that wait."""

    rows: range
    columns: range
    leads: "Area | None" = None

    def holds(self, place: Place) -> bool:
        """Whether a place lies in it."""
        return place[0] in self.rows and place[1] in self.columns


class Urgency(NamedTuple):
    """The areas to send first, and those to send next, each in their order; after them comes all else."""

    first: Sequence[Area] = ()
    next: Sequence[Area] = ()


class _Look(NamedTuple):
    """The attributes and colours of a cell, as they are sent to the terminal."""

    attributes: tuple[str, ...] = ()
    colour: str = ""
    ground: str = ""


class _Cell(NamedTuple):
    """A sign and its look. A blank has the look of its ground only."""

    sign: str
    look: _Look


_BLANK = _Cell(" ", _Look())
EQUAL = Urgency()
"""Everything by rows."""


class ChangedCells:
    """Remembers what a terminal shows, and which cells it is still to be sent.

    A picture is taken over with `draw`, and sent with one or more calls of `changes`. What another picture has
    replaced meanwhile is never sent. It knows pictures of plain ASCII: moves, styles and text.
    """

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Takes nothing for shown and sends nothing more, for a terminal that may have been drawn on by others."""
        self._shown: dict[Place, _Cell] = {}
        self._waiting: dict[Place, _Cell] = {}
        self._place: Place | None = None
        self._cursor: Place | None = None
        self._look: _Look | None = None

    @property
    def is_empty(self) -> bool:
        """Whether nothing is known of what the terminal shows."""
        return not self._shown

    @property
    def are_waiting(self) -> bool:
        """Whether cells are still to be sent."""
        return bool(self._waiting)

    def draw(self, picture: str) -> bool:
        """Takes a picture over; False, with no change, where it holds more than moves, styles and plain text."""
        if _TOKEN.sub("", picture):
            return False
        for at, cell in _cells(picture):
            self._cursor = None if cell else at
            if cell and self._shown.get(at) == cell:
                self._waiting.pop(at, None)
            elif cell:
                self._waiting[at] = cell
        return True

    def changes(self, urgency: Urgency = EQUAL, limit: int | None = None, *, only_first: bool = False) -> str:
        """What is to be sent now: the cells by their urgency, those of one area, and those of none, by rows.

        It ends with the cell that reaches the limit of bytes. With `only_first` all but the first areas wait.
        """
        parts: list[str] = []
        size = 0
        for at in self._in_order(urgency, only_first=only_first):
            if limit is not None and size >= limit:
                break
            if at in self._waiting:
                parts.append(self._erase_from(at) or self._write_cell(at))
                size += len(parts[-1])
        if not self._waiting and self._cursor and self._cursor != self._place:
            parts.append(self._move_to(self._cursor))
        return "".join(parts)

    def _in_order(self, urgency: Urgency, *, only_first: bool) -> list[Place]:
        """The places of the cells that wait, as they are to be sent."""
        areas = [
            area
            for area in (urgency.first if only_first else (*urgency.first, *urgency.next))
            if not area.leads or self._waits_for_the_most_part(area.leads)
        ]
        ranked = [
            (next((rank for rank, area in enumerate(areas) if area.holds(at)), len(areas)), at) for at in self._waiting
        ]
        return [at for rank, at in sorted(ranked) if not only_first or rank < len(areas)]

    def _waits_for_the_most_part(self, area: Area) -> bool:
        return 2 * len({row for row, column in self._waiting if area.holds((row, column))}) > len(area.rows)

    def _write_cell(self, at: Place) -> str:
        """What shows a cell."""
        cell = self._waiting.pop(at)
        sent = self._move_to(at) + self._style_codes(cell) + cell.sign
        self._shown[at] = cell
        self._place = (at[0], at[1] + 1)
        return sent

    def _erase_from(self, at: Place) -> str:
        """What makes the cells from here on blank, where many are to be; the cursor stays before them."""
        row, column = at
        if self._waiting[at] != _BLANK:
            return ""
        while self._blank_at((row, column)):
            column += 1
        blanks = [(row, each) for each in range(at[1], column) if (row, each) in self._waiting]
        if len(blanks) < _WORTH_ERASING:
            return ""
        sent = f"{self._move_to(at)}{self._style_codes(_BLANK)}\x1b[{blanks[-1][1] + 1 - at[1]}X"
        for each in blanks:
            self._shown[each] = self._waiting.pop(each)
        return sent

    def _blank_at(self, at: Place) -> bool:
        """Whether a cell is to be blank, or to stay so."""
        return (self._waiting.get(at) or self._shown.get(at)) == _BLANK

    def _move_to(self, to: Place) -> str:
        """Moves the cursor to a place: over a few cells by writing them again."""
        before, self._place = self._place, to
        if before == to:
            return ""
        ways = [f"\x1b[{to[0]};{to[1]}H" if to[1] > 1 else f"\x1b[{to[0]}H"]
        if before and before[0] == to[0] and to[1] - before[1] > 0:
            ways.append(f"\x1b[{to[1] - before[1]}C")
            between = [self._shown.get((to[0], column)) for column in range(before[1], to[1])]
            if len(between) <= _WORTH_REPEATING and all(cell and self._has_current_style(cell) for cell in between):
                ways.append("".join(cell.sign for cell in between if cell))
        return min(ways, key=len)

    def _has_current_style(self, cell: _Cell) -> bool:
        """Whether a cell written now would look as it should."""
        worn = self._look
        return worn is not None and cell.look == (_on_a_blank(worn) if cell.sign == " " else worn)

    def _style_codes(self, cell: _Cell) -> str:
        """The change of style that a cell needs."""
        if self._has_current_style(cell):
            return ""
        before, look = self._look, cell.look
        if before and cell.sign == " " and look == _Look(ground=look.ground):
            unseen = tuple(each for each in before.attributes if each not in _SEEN_ON_BLANKS)
            look = _Look(unseen, before.colour, look.ground)
        self._look = look
        ways = [";".join(part for part in ("0", *look.attributes, look.colour, look.ground) if part)]
        if before and _can_end(before, look):
            ways.append(_difference(before, look))
        return f"\x1b[{min(ways, key=len)}m"


def _can_end(before: _Look, look: _Look) -> bool:
    """Whether the attributes of one look can be ended without those of another that follows it."""
    ended = set(before.attributes) - set(look.attributes)
    stay = {_ENDS.get(each) for each in look.attributes}
    return all(each in _ENDS and _ENDS[each] not in stay for each in ended)


def _difference(before: _Look, look: _Look) -> str:
    """The codes that make one look of another."""
    codes = [_ENDS[each] for each in before.attributes if each not in look.attributes]
    codes += [each for each in look.attributes if each not in before.attributes]
    if look.colour != before.colour:
        codes.append(look.colour or "39")
    if look.ground != before.ground:
        codes.append(look.ground or "49")
    return ";".join(codes)


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


@lru_cache(maxsize=1024)
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
