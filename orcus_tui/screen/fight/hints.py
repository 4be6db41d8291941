"""What stands above the command line while it is typed: usage, candidates, what Enter would do, what is wrong."""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Struct

from orcus_tui.commands.candidates import Candidate
from orcus_tui.commands.command_error import CommandError, Unfinished
from orcus_tui.commands.complete import complete, usage_at
from orcus_tui.commands.context import Context
from orcus_tui.commands.parse import parse
from orcus_tui.screen.widgets import signs
from orcus_tui.screen.widgets.row import (
    EMPTY,
    Line,
    Span,
    cells,
    columns,
    cut,
    framed,
    line,
    upon,
    wrapped,
)
from orcus_tui.session.preview import Steps, foreseen

NAME_WIDTH = 22
FEW = 3
"""The candidates for which the preview leaves room."""
LEAST = 2
"""The rows a preview has however many candidates there are: so that the first of many is told, and how many more."""
INDENT = 4
HEADING = 4
"""The cells of the upper edge around a heading."""
TALL = 6
"""The rows from which there is room for more than what matters most."""
PROMPT = 2
"""The cells of the frame's inside before the first sign of the line."""


class Offered(Struct, frozen=True):
    """What the word at the end could become, and which of it is chosen."""

    candidates: Sequence[Candidate] = ()
    chosen: int | None = None


class Typed(NamedTuple):
    """What stands in the line, where the cursor is in it, and how many cells are out of sight at its left."""

    text: str
    cursor: int
    unseen: int = 0

    @property
    def head(self) -> str:
        """What stands before the cursor: that is what goes on."""
        return self.text[: self.cursor]


def offers(text: str, context: Context) -> Offered:
    """What the word at the end of the text could become; nothing before a first sign is typed."""
    return Offered(complete(text, context) if text.strip() else ())


def error_in(text: str, context: Context) -> CommandError | None:
    """What is wrong with a line as it stands; nothing where it is empty or only goes on too short."""
    try:
        parse(text, context)
    except Unfinished:
        return None
    except CommandError as error:
        return error
    return None


def hints(typed: Typed, context: Context, offered: Offered, steps: Steps, size: tuple[int, int]) -> list[Line]:
    """The lines above the command line, with its usage as their heading.

    They are filled from below: what Enter would do, or what is wrong, comes last.
    """
    width, height = size[0] - 2, size[1] - 2
    heading, above = _usage(usage_at(typed.head, context), width, height)
    error = error_in(typed.text, context)
    if error is None:
        room = height - len(above) - min(len(offered.candidates), FEW)
        below = _preview(foreseen(typed.text, context, steps, max(room, LEAST)))
    else:
        below = [] if _may_become_right(typed, error, offered) else [_pointed(error, typed, width)]
    rows = [*_candidates(offered, max(height - len(above) - len(below), 0), width), *below]
    rows = [*above, *([EMPTY] * (height - len(above) - len(rows))), *rows][-height:]
    return framed(heading, rows, size, "focus")


def _usage(usage: str, width: int, height: int) -> tuple[Line, list[Line]]:
    """The usage as the heading; where it is too long for that and there is room, in rows below the verb's name."""
    if cells(usage) <= width - HEADING or height < TALL:
        return line(Span(usage, "muted")), []
    return line(Span(usage.split()[0], "muted")), list(wrapped(line(Span(f"  {usage}", "muted")), width, INDENT))


def _preview(told: Sequence[str]) -> list[Line]:
    return [line(Span("         " if number else "  would: ", "muted"), each) for number, each in enumerate(told)]


def _may_become_right(typed: Typed, error: CommandError, offered: Offered) -> bool:
    """Whether what is wrong is but the word at the cursor, which may still become a right one."""
    return bool(offered.candidates) and not typed.head.endswith(" ") and error.column <= typed.cursor + 1


def _candidates(offered: Offered, room: int, width: int) -> list[Line]:
    """As many candidates as there is room for, with the one chosen among them."""
    first = max(0, (offered.chosen or 0) - room + 1)
    shown = offered.candidates[first : first + room]
    rows = []
    for number, each in enumerate(shown, start=first):
        word = Span(f"  {cut(each.text, NAME_WIDTH, signs.CUT):<{NAME_WIDTH}}", "accent")
        row = line(word, Span(f" {each.meaning}"))
        rows.append(upon(row, "cursor") if number == offered.chosen else row)
    left = len(offered.candidates) - first - len(shown)
    if left and rows:
        rows[-1] = columns(rows[-1], line(Span(f" {signs.CUT} {left} more ", "muted")), width)
    return rows


def _pointed(error: CommandError, typed: Typed, width: int) -> Line:
    """The message beside a sign under the column it is about: at its right, or its left where that has more room."""
    before = cells(typed.text[: error.column - 1]) - typed.unseen
    column = min(max(before, 0) + PROMPT, width - 1)
    if cells(error.message) + 2 <= width - column or column < width // 2:
        return line(" " * column, Span(f"{signs.CARET} {cut(error.message, width - column - 2, signs.CUT)}", "danger"))
    told = cut(error.message, column - 1, signs.CUT)
    return line(" " * (column - 1 - cells(told)), Span(f"{told} {signs.CARET}", "danger"))
