"""The hints above the command line: usage, completions, and a preview (`session/ahead/preview.py`) or the error."""

from collections.abc import Sequence

from msgspec import Struct

from orcus_tui.commands.command_error import Candidate, CommandError
from orcus_tui.commands.completion import last_word
from orcus_tui.commands.names import either
from orcus_tui.commands.parse import Command
from orcus_tui.commands.reading import Reading
from orcus_tui.model.fight import name_of
from orcus_tui.model.history import UndoInfo
from orcus_tui.model.steps import Step
from orcus_tui.screen.fight.targeting import allies_aimed_at
from orcus_tui.screen.widgets import signs
from orcus_tui.screen.widgets.row import (
    EMPTY,
    Row,
    Span,
    cells,
    columns,
    cut,
    frame,
    row_of,
    under_cursor,
    wrap,
    wrap_within,
)
from orcus_tui.session.ahead.preview import preview_command

NAME_WIDTH = 22
MIN_COMPLETIONS = 3
"""The fewest rows for completions next to a preview, while a word is typed."""
MIN_BETWEEN_WORDS = 1
"""The fewest rows for completions between words, next to a preview that does not fit."""
MIN_PREVIEW = 2
"""The fewest rows of a preview."""
INDENT = 4
EDGE = 4
"""The cells of the upper edge around a heading."""
USAGE_HEIGHT = 6
"""With at least this many rows, the usage may take separate rows."""
PREVIEW = "  Preview: "
PROMPT = 2
"""The cells between the frame and the first character of the line."""


class Completions(Struct, frozen=True):
    """The completions of the word at the cursor, and the number of the inserted one."""

    candidates: Sequence[Candidate] = ()
    chosen: int | None = None


def completions_of(reading: Reading) -> Completions:
    """The completions of the word at the cursor; empty before anything is typed."""
    return Completions(reading.candidates if reading.line[: reading.cursor].strip() else ())


def hints(
    reading: Reading, unseen: int, completions: Completions, undo_info: UndoInfo, size: tuple[int, int]
) -> list[Row]:
    """The rows above the command line, under the usage; the preview or the error comes last.

    `unseen` is the number of cells of the line that are scrolled out on the left.
    """
    width, height = size[0] - 2, size[1] - 2
    heading, above = _usage(reading, width, height)
    below: list[Row] = []
    if reading.command:
        warning = _ally_warning(reading, reading.command)
        room = height - len(above) - len(warning)
        is_typing = _is_typing_a_word(reading, completions)
        kept = min(len(completions.candidates), MIN_COMPLETIONS if is_typing else MIN_BETWEEN_WORDS)
        least = max(room - kept, MIN_PREVIEW)
        most = least if is_typing else max(room, MIN_PREVIEW)
        below = [
            *warning,
            *_preview(preview_command(reading.command, reading.context, undo_info, most, least), width, most),
        ]
    elif reading.error and reading.is_wrong and not _may_become_right(reading, reading.error, completions):
        below = _error_rows(reading.error, reading.line, unseen, width, height - len(above))
    rows = [*_candidates(completions, max(height - len(above) - len(below), 0), width), *below]
    rows = [*above, *([EMPTY] * (height - len(above) - len(rows))), *rows][-height:]
    return frame(heading, rows, size, "focus")


def _is_typing_a_word(reading: Reading, completions: Completions) -> bool:
    """Whether a word is begun or chosen; a word whose only completion is itself is complete."""
    head = reading.line[: reading.cursor]
    is_done = [each.text for each in completions.candidates] == [last_word(head)]
    return completions.chosen is not None or not (head.endswith(" ") or is_done)


def _usage(reading: Reading, width: int, height: int) -> tuple[Row, list[Row]]:
    """The usage as the heading, or in separate rows if it is too long and there is room."""
    usage = reading.usage
    if reading.grammar is None or cells(usage) <= width - EDGE or height < USAGE_HEIGHT:
        return row_of(Span(usage, "muted")), []
    return row_of(Span(reading.grammar.verb.name, "muted")), list(
        wrap(row_of(Span(f"  {usage}", "muted")), width, INDENT)
    )


def _preview(lines: Sequence[str], width: int, room: int) -> list[Row]:
    """The rows of a preview; long lines wrap if there is room."""
    rows: list[Row] = []
    for number, line in enumerate(lines):
        begun = row_of(Span(" " * len(PREVIEW) if number else PREVIEW, "muted"), line)
        most = room - len(rows) - (len(lines) - number - 1)
        rows += wrap_within(begun, width, most, len(PREVIEW) + 2)
    return rows


def _ally_warning(reading: Reading, command: Command) -> list[Row]:
    """A row that names the targets that are allies of the attacker."""
    fight = reading.context.fight
    allies = allies_aimed_at(fight, command.step) if isinstance(command.step, Step) else ()
    names = either(name_of(fight, each) for each in allies)
    return [row_of(Span(f"  ! on the attacker's own side: {names}", "warning"))] if allies else []


def _may_become_right(reading: Reading, error: CommandError, completions: Completions) -> bool:
    """Whether a completion would fix the error, which is in the word at the cursor."""
    head = reading.line[: reading.cursor]
    return bool(completions.candidates) and not head.endswith(" ") and error.column <= reading.cursor + 1


def _candidates(completions: Completions, room: int, width: int) -> list[Row]:
    """The completions that fit into `room` rows, including the chosen one."""
    first = max(0, (completions.chosen or 0) - room + 1)
    visible = completions.candidates[first : first + room]
    rows = []
    for number, each in enumerate(visible, start=first):
        word = Span(f"  {cut(each.text, NAME_WIDTH, signs.CUT):<{NAME_WIDTH}}", "accent")
        row = row_of(word, Span(f" {each.meaning}"))
        rows.append(under_cursor(row) if number == completions.chosen else row)
    left = len(completions.candidates) - first - len(visible)
    if left and rows:
        rows[-1] = columns(rows[-1], row_of(Span(f" {signs.CUT} {left} more ", "muted")), width)
    return rows


def _error_rows(error: CommandError, text: str, unseen: int, width: int, room: int) -> list[Row]:
    """The error with a caret over the word: next to the caret, or in separate rows if it is longer."""
    before = cells(text[: error.column - 1]) - unseen
    column = min(max(before, 0) + PROMPT, width - 1)
    right, left = width - column - 2, column - 1
    if cells(error.message) > max(right, left):
        whole = wrap(row_of(Span(f"  {error.message}", "danger")), width, INDENT)
        if len(whole) < room:
            return [*whole, row_of(" " * column, Span(signs.CARET, "danger"))]
    if cells(error.message) <= right or column < width // 2:
        return [row_of(" " * column, Span(f"{signs.CARET} {cut(error.message, right, signs.CUT)}", "danger"))]
    message = cut(error.message, left, signs.CUT)
    return [row_of(" " * (left - cells(message)), Span(f"{message} {signs.CARET}", "danger"))]
