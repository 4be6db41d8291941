"""A command in the log: as typed, with its results, in rows of a width."""

from collections.abc import Callable, Collection, Sequence

from orcus_tui.model.events import Event
from orcus_tui.model.fight import Fight
from orcus_tui.screen.fight.log_layout import FALL, rows_of_entry, text_of_entry
from orcus_tui.screen.widgets import signs
from orcus_tui.screen.widgets.row import Row, Span
from orcus_tui.session.log_rows import LogRow, log_rows, plain_rows

Read = Callable[[bool], Sequence[LogRow]]
"""Reads the results of a command, with the sums of its rolls or with their totals only."""


class Entry:
    """A command and its results, which are read when first shown.

    It is `undone` while it is, `folded` to its first row, and `shows_sums` where its rolls are shown as sums.
    """

    __slots__ = ("_read", "_results", "command", "folded", "shows_sums", "undone")

    def __init__(self, command: str, read: Read) -> None:
        self.command = command
        self._read = read
        self._results: Sequence[LogRow] | None = None
        self.undone = False
        self.folded = False
        self.shows_sums = False

    @property
    def results(self) -> Sequence[LogRow]:
        """The results."""
        if self._results is None:
            self._results = self._read(self.shows_sums)
        return self._results

    def toggle_sums(self) -> None:
        """Shows rolls as sums, or only their totals."""
        self.shows_sums = not self.shows_sums
        self._results = None

    def rows(self, width: int) -> Sequence[Row]:
        """Its rows in this width: only the first, with a sign that there are more, while it is folded."""
        rows = rows_of_entry(self.command, self.results, width)
        return [(*rows[0], Span(f" {signs.CUT}", "accent"))] if self.folded and len(rows) > 1 else rows

    def row_of_fall(self, width: int) -> int | None:
        """The first of its rows that says who falls or dies; None where none does."""
        rows = enumerate(self.rows(width))
        return next((at for at, row in rows if any(span.role == FALL for span in row)), None)

    def text(self, width: int) -> str:
        """All it says in this width, on one line."""
        return text_of_entry(self.command, self.results, width)


def executed(command: str, happened: Sequence[Event], after: Fight) -> Entry:
    """A command that was executed, with names as they were after it."""
    return Entry(command, lambda shows_sums: log_rows(happened, after, shows_sums=shows_sums))


def answered(command: str, lines: Sequence[str], headings: Collection[int]) -> Entry:
    """A command and the lines it was answered with."""
    rows = plain_rows(lines, headings)
    return Entry(command, lambda _: rows)
