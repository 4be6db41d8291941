"""The reading of a line while it is typed, with the cursor at its end."""

from collections.abc import Sequence

from orcus_tui.commands.command_error import Candidate
from orcus_tui.commands.context import Context
from orcus_tui.commands.reading import read_line
from orcus_tui.model.history import NO_UNDO, UndoInfo
from orcus_tui.session.ahead.preview import MAX_LINES, preview_command


def complete(text: str, context: Context) -> Sequence[Candidate]:
    """The completions of the word at the end of a text."""
    return read_line(text, len(text), context).candidates


def usage_at(text: str, context: Context) -> str:
    """The usage shown for a text."""
    return read_line(text, len(text), context).usage


def preview_line(line: str, context: Context, undo_info: UndoInfo = NO_UNDO, most: int = MAX_LINES) -> tuple[str, ...]:
    """The preview of a line; empty for an invalid one."""
    command = read_line(line, len(line), context).command
    return preview_command(command, context, undo_info, most) if command else ()
