"""The log as the screen keeps it: each command as typed with its results, broken into rows, folded and searched."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby

from orcus_tui.model.history import Timeline
from orcus_tui.screen.widgets import signs
from orcus_tui.screen.widgets.lazy_rows import LazyRows
from orcus_tui.screen.widgets.row import Row, Span, single_line, text_of, wrap
from orcus_tui.screen.widgets.text_search import next_match, rows_with
from orcus_tui.session.log_lines import read_log_with_headings

INDENT = 4


class Entry:
    """A command and its results; `undone` while it is, `folded` to its first row by hand.

    `headings` are the places of the results that begin a turn or a round.
    """

    __slots__ = ("command", "folded", "headings", "results", "undone")

    def __init__(self, command: str, results: tuple[str, ...], headings: Collection[int]) -> None:
        self.command = command
        self.results = results
        self.headings = headings
        self.undone = False
        self.folded = False


class LogBook:
    """All commands, the latest last, as rows of a width; only what is new is broken into rows.

    It also knows which commands are undone, from the numbers of steps to undo and to redo after each.
    """

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self._steps: list[Sequence[Entry]] = []
        self._undone: list[Sequence[Entry]] = []
        self._width = 0
        self._rows: list[tuple[Entry, Row]] = []
        self._cursor: int | None = None
        self._match: int | None = None

    # Entries

    def add(
        self, command: str, results: Iterable[str], headings: Collection[int] = (), *, folded: bool = False
    ) -> Entry:
        """Adds a command with its results; the cursor goes back to the last row."""
        entry = Entry(command, tuple(results), headings)
        entry.folded = folded
        self.entries.append(entry)
        self._rows += self._wrap_entry(entry)
        self._cursor = None
        return entry

    def count_steps(self, entry: Entry, steps: int, undone: int, *, redoes: bool) -> None:
        """Marks what is undone after `entry`: so many steps can now be undone, and so many redone."""
        if undone > len(self._undone):
            self._undo(undone - len(self._undone))
        elif undone < len(self._undone) and redoes:
            self._redo(len(self._undone) - undone)
        elif steps > len(self._steps) or undone < len(self._undone):
            self._undone.clear()
            self._steps.append((entry,))

    def _undo(self, count: int) -> None:
        for _ in range(min(count, len(self._steps))):
            self._undone.append(self._steps.pop())
            for entry in self._undone[-1]:
                entry.undone = True

    def _redo(self, count: int) -> None:
        for _ in range(count):
            self._steps.append(self._undone.pop())
            for entry in self._steps[-1]:
                entry.undone = False

    def continue_from(self, steps: Iterable[Sequence[Entry]], undone: int) -> None:
        """Sets the entries of each step that can be undone, and how many steps can be redone."""
        self._steps = list(steps)
        self._undone = [()] * undone

    # The cursor

    @property
    def cursor(self) -> int:
        """The row that keys act on: the last, until another is selected."""
        last = max(len(self._rows) - 1, 0)
        return last if self._cursor is None else min(self._cursor, last)

    def select(self, row: int) -> None:
        """Puts the cursor on a row, as far as there are rows."""
        self._cursor = max(0, min(row, len(self._rows) - 1))

    def highlight(self, *, focused: bool) -> int | None:
        """The row to highlight: the match of a search, else a selected row while the log has the focus."""
        if self._match is not None:
            return self._match
        return self._cursor if focused else None

    @property
    def entry_at_cursor(self) -> Entry | None:
        """The entry the cursor is on; None in an empty log."""
        return self._rows[self.cursor][0] if self._rows else None

    def toggle_fold(self) -> None:
        """Folds the entry the cursor is on, or unfolds it."""
        entry = self.entry_at_cursor
        if entry:
            entry.folded = not entry.folded
            self._wrap_all()

    # Search

    def search(self, query: str, direction: int) -> None:
        """Goes to a match: the last one without a direction, else the one above (-1) or below (1)."""
        self._match = next_match(self.rows_with(query), self._match, direction, first=-1)

    def end_search(self) -> None:
        """Forgets the match."""
        self._match = None

    def rows_with(self, query: str) -> list[int]:
        """The rows in which a match begins; a folded entry has one row for all its matches."""
        found, above = [], 0
        for entry, group in groupby(self._rows, key=lambda row: row[0]):
            rows = [text_of(row) for _, row in group]
            found += [above + row for row in rows_with(query, single_line(text_of(_entry_row(entry))), rows)]
            above += len(rows)
        return found

    # Rows

    def set_width(self, width: int) -> None:
        """Breaks the entries into rows of that width."""
        if width != self._width:
            self._width = width
            self._wrap_all()

    @property
    def rows(self) -> LazyRows[tuple[Entry, Row]]:
        """The rows as they are now."""
        return LazyRows(self._rows, _draw)

    def _wrap_all(self) -> None:
        self._rows = [row for entry in self.entries for row in self._wrap_entry(entry)]

    def _wrap_entry(self, entry: Entry) -> Iterator[tuple[Entry, Row]]:
        """The rows of an entry; none before a width is known."""
        if not self._width:
            return
        rows = wrap(_entry_row(entry), self._width, INDENT)
        is_cut = len(rows) > 1 and entry.folded
        for row in rows[:1] if entry.folded else rows:
            yield entry, (*row, Span(f" {signs.CUT}", "accent")) if is_cut else row


def _entry_row(entry: Entry) -> Row:
    """The whole entry in one row: the command, then its results; where a turn begins stands out."""
    between = Span(f" {signs.DOT} ", "frame")
    spans: list[Span] = [Span(f"{entry.command}  ", "accent")]
    for place, result in enumerate(entry.results):
        spans += (between,) if place else ()
        spans.append(Span(result, "strong" if place in entry.headings else ""))
    return tuple(spans)


def _draw(item: tuple[Entry, Row]) -> Row:
    """A row of an entry; grey while the entry is undone."""
    entry, row = item
    return tuple(Span(text, "muted") for text, _, _ in row) if entry.undone else row


def log_of(timeline: Timeline) -> LogBook:
    """The log of a resumed fight, as far as its journal goes back."""
    log = LogBook()
    for execution in timeline.executions:
        happened, after = execution.events, execution.after
        log.add(execution.line, *read_log_with_headings(happened, after))
    steps = ([log.entries[at] for at in places if timeline.executions[at].changed] for places in timeline.places())
    log.continue_from(steps, timeline.steps_undone)
    return log
