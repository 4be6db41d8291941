"""What stands above the command line while it is typed: usage, candidates, what Enter would do, what is wrong."""

from collections.abc import Sequence

from msgspec import Struct

from orcus_tui.commands.candidates import Candidate
from orcus_tui.commands.command_error import CommandError
from orcus_tui.commands.reading import Reading
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
from orcus_tui.session.preview import Steps, preview_command

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


def offers(reading: Reading) -> Offered:
    """What the word at the cursor could become; nothing before a first sign is typed."""
    return Offered(reading.candidates if reading.line[: reading.cursor].strip() else ())


def hints(reading: Reading, unseen: int, offered: Offered, steps: Steps, size: tuple[int, int]) -> list[Line]:
    """The lines above the command line, with its usage as their heading; `unseen` cells of the line are out of sight.

    They are filled from below: what Enter would do, or what is wrong, comes last.
    """
    width, height = size[0] - 2, size[1] - 2
    heading, above = _usage(reading.usage, width, height)
    below: list[Line] = []
    if reading.command:
        room = height - len(above) - min(len(offered.candidates), FEW)
        below = _preview(preview_command(reading.command, reading.context, steps, max(room, LEAST)))
    elif reading.error and reading.is_wrong and not _may_become_right(reading, reading.error, offered):
        below = [_pointed(reading.error, reading.line, unseen, width)]
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


def _may_become_right(reading: Reading, error: CommandError, offered: Offered) -> bool:
    """Whether only the word at the cursor is wrong, which may still become a right one."""
    head = reading.line[: reading.cursor]
    return bool(offered.candidates) and not head.endswith(" ") and error.column <= reading.cursor + 1


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


def _pointed(error: CommandError, text: str, unseen: int, width: int) -> Line:
    """The message beside a sign under the column it is about: at its right, or its left where that has more room."""
    before = cells(text[: error.column - 1]) - unseen
    column = min(max(before, 0) + PROMPT, width - 1)
    if cells(error.message) + 2 <= width - column or column < width // 2:
        return line(" " * column, Span(f"{signs.CARET} {cut(error.message, width - column - 2, signs.CUT)}", "danger"))
    told = cut(error.message, column - 1, signs.CUT)
    return line(" " * (column - 1 - cells(told)), Span(f"{told} {signs.CARET}", "danger"))
