"""What stands above the command line while it is typed: usage, candidates, what Enter would do, what is wrong."""

from collections.abc import Sequence

from msgspec import Struct

from orcus_tui.commands.candidates import Candidate
from orcus_tui.commands.complete import complete, usage_at
from orcus_tui.commands.context import Context
from orcus_tui.commands.errors import CommandError, Unfinished
from orcus_tui.commands.parse import parse
from orcus_tui.foresight import foreseen
from orcus_tui.screen import signs
from orcus_tui.screen.line import EMPTY, Line, Span, cells, columns, cut, framed, line, upon

NAME_WIDTH = 22
PREVIEW = 3
PROMPT = 2
"""The cells of the frame's inside before the first sign of the line."""


class Offered(Struct, frozen=True):
    """What the word at the end could become, and which of it is chosen.

    `back` and `on` are the lines that would be undone, or done again, first.
    """

    candidates: Sequence[Candidate] = ()
    chosen: int | None = None
    back: Sequence[str] = ()
    on: Sequence[str] = ()


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


def hints(text: str, context: Context, offered: Offered, size: tuple[int, int]) -> list[Line]:
    """The lines above the command line, with its usage as their heading.

    They are filled from below: what Enter would do, or what is wrong, comes last.
    """
    width, height = size[0] - 2, size[1] - 2
    below = _below(text, context, offered, width)
    rows = [*_candidates(offered, max(height - len(below), 0), width), *below]
    rows = [*([EMPTY] * (height - len(rows))), *rows][-height:]
    return framed(line(Span(usage_at(text, context), "muted")), rows, size, "focus")


def _below(text: str, context: Context, offered: Offered, width: int) -> list[Line]:
    """What is wrong, or what would be; a word that may still become a right one is not wrong yet."""
    error = error_in(text, context)
    if error is None:
        told = foreseen(text, context, takes_back=offered.back, does_again=offered.on)[:PREVIEW]
        return [line(Span("         " if number else "  would: ", "muted"), each) for number, each in enumerate(told)]
    return [] if offered.candidates and not text.endswith(" ") else [_pointed(error, width)]


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


def _pointed(error: CommandError, width: int) -> Line:
    """The message beside a sign under the column it is about: at its right, or its left where that has more room."""
    column = min(error.column + PROMPT - 1, width - 1)
    if cells(error.message) + 2 <= width - column or column < width // 2:
        return line(" " * column, Span(f"{signs.CARET} {cut(error.message, width - column - 2, signs.CUT)}", "danger"))
    told = cut(error.message, column - 1, signs.CUT)
    return line(" " * (column - 1 - cells(told)), Span(f"{told} {signs.CARET}", "danger"))
