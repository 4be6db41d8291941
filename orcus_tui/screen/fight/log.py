"""The log on the screen: all commands in rows, folded and searched."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from orcus_tui.model.fight import Fight
from orcus_tui.model.history import Timeline
from orcus_tui.screen.widgets.row import LazyRows, Row, Span, text_of
from orcus_tui.screen.widgets.text_search import next_match, rows_with
from orcus_tui.session.recorded_fight import Result

if TYPE_CHECKING:
    from orcus_tui.model.events import Event
    from orcus_tui.screen.fight.log_entry import Entry

RECENT = 500
"""The number of commands of a resumed fight that are read at a time, the latest first: more than a screen shows."""


class LogBook:
    """All commands, the latest last, wrapped to a width; only new commands are wrapped.

    A long log has rows only for its latest commands; rows of earlier commands are added above when they are needed. It
    also marks undone commands, by the numbers of changes to undo and to redo after each command.
    """

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self._steps: list[Sequence[Entry]] = []
        self._undone: list[Sequence[Entry]] = []
        self._width = 0
        self._rows: list[tuple[Entry, Row]] = []
        self._first = 0
        self._rows_above = 0
        self._cursor: int | None = None
        self._match: int | None = None

    # Entries

    def add(self, command: str, lines: Sequence[str], headings: Collection[int] = (), *, folded: bool = False) -> Entry:
        """Adds a command and its lines of output."""
        from orcus_tui.screen.fight.log_entry import output_entry  # loaded here, because a new fight has no log

        return self.add_entry(output_entry(command, lines, headings), folded=folded)

    def add_result(self, result: Result, fight: Fight, *, folded: bool) -> Entry:
        """Adds the result of a line, with the fight after it; it may be folded."""
        if result.events:
            return self.add_executed(result.command, result.events, fight, result.remarks)
        return self.add(result.command, result.log, result.headings, folded=folded)

    def add_executed(self, command: str, happened: Sequence[Event], after: Fight, remarks: Sequence[str] = ()) -> Entry:
        """Adds a command, its events, and remarks about them."""
        from orcus_tui.screen.fight.log_entry import execution_entry

        return self.add_entry(execution_entry(command, happened, after, remarks))

    def add_entry(self, entry: Entry, *, folded: bool = False) -> Entry:
        """Adds an entry, and moves the cursor to the last row."""
        entry.folded = folded
        self.entries.append(entry)
        self._rows += self._wrap_entry(entry)
        self._cursor = None
        return entry

    def count_redone(self, undone: int) -> None:
        """Marks the entries that a command has redone; `undone` is the number of changes that can still be redone."""
        self._redo(len(self._undone) - undone)

    def count_steps(self, entry: Entry, steps: int, undone: int) -> None:
        """Marks the undone entries after `entry`.

        `steps` and `undone` are the numbers of changes to undo and to redo.
        """
        if undone > len(self._undone):
            self._undo(undone - len(self._undone))
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

    def changes_since(self, entry: Entry) -> int:
        """The number of changes to undo, back to the fight after an entry."""
        places = {id(each): at for at, each in enumerate(self.entries)}
        here = places[id(entry)]
        return sum(places.get(id(step[0]), -1) > here for step in self._steps if step)

    # The cursor

    @property
    def cursor(self) -> int:
        """The row that keys act on: the last row, until another is selected."""
        last = max(len(self._rows) - 1, 0)
        return last if self._cursor is None else min(self._cursor, last)

    def select(self, row: int) -> None:
        """Moves the cursor to a row, at most to the last; above the first are earlier commands."""
        while row < 0 and self._first:
            row += self.read_earlier()
        self._cursor = max(0, min(row, len(self._rows) - 1))

    def select_earlier(self) -> bool:
        """Reads the next earlier commands, and moves the cursor to the first of them.

        Returns whether there are more.
        """
        self.select(-1)
        self.select(0)
        return bool(self._first)

    def highlight(self, *, focused: bool) -> int | None:
        """The row to highlight: the match of a search, else a selected row while the log has the focus."""
        if self._match is not None:
            return self._match
        return self._cursor if focused else None

    @property
    def entry_at_cursor(self) -> Entry | None:
        """The entry at the cursor, or None in an empty log."""
        return self._rows[self.cursor][0] if self._rows else None

    def toggle_fold(self) -> None:
        """Folds or unfolds the entry at the cursor."""
        entry = self.entry_at_cursor
        if entry:
            entry.folded = not entry.folded
            self._wrap_again(entry)

    def toggle_sums(self) -> None:
        """Shows the rolls of the entry at the cursor as sums or as totals."""
        entry = self.entry_at_cursor
        if entry:
            entry.toggle_sums()
            self._wrap_again(entry)

    def _wrap_again(self, entry: Entry) -> None:
        """Breaks the entry at the cursor into rows again."""
        first = end = self.cursor
        while first and self._rows[first - 1][0] is entry:
            first -= 1
        while end < len(self._rows) and self._rows[end][0] is entry:
            end += 1
        self._rows[first:end] = self._wrap_entry(entry)

    @property
    def row_of_fall(self) -> int | None:
        """The first row of the last entry that reports a fall or death, or None."""
        if not self._rows:
            return None
        at = self.entries[-1].row_of_fall(self._width)
        return None if at is None else self._first_row(self.entries[-1]) + at

    # Search

    def search(self, query: str, direction: int) -> bool:
        """Moves to a match: the one above (-1) or below (1), or without a direction the last.

        Returns False if earlier commands may have a match: `search_earlier` continues there, a part at a time.
        """
        before = self._match
        self._match = next_match(self.rows_with(query), before, direction, first=-1)
        has_found = self._match is not None and (not direction or self._match != before)
        return has_found or direction > 0 or not query or not self._first

    def search_earlier(self, query: str) -> bool:
        """Moves to the last match in the next earlier commands; returns whether the search is over."""
        found = self._rows_with(query, self._rows[: self.read_earlier()])
        if found:
            self._match = found[-1]
        return bool(found) or not self._first

    def end_search(self) -> None:
        """Forgets the match."""
        self._match = None

    def rows_with(self, query: str) -> list[int]:
        """The rows in which a match begins; a folded entry has one row for all its matches."""
        return self._rows_with(query, self._rows)

    def _rows_with(self, query: str, of: Sequence[tuple[Entry, Row]]) -> list[int]:
        found, above = [], 0
        for entry, group in groupby(of, key=lambda row: row[0]):
            rows = [text_of(row) for _, row in group]
            found += [above + row for row in rows_with(query, entry.text(self._width), rows)]
            above += len(rows)
        return found

    # Rows

    def set_width(self, width: int, top: int | None = None) -> int | None:
        """Breaks the entries into rows of that width; returns the new number of the row `top`.

        The earlier rows stay while one of them is selected or at the top; otherwise only the last rows stay. A width of
        0 changes nothing.
        """
        if width in (0, self._width):
            return top
        places = [self._place(row) for row in (top, self._cursor, self._match)]
        self._width = width
        if not any(places):
            self._first = max(len(self.entries) - RECENT, 0)
        self._rows_above = 0
        self._rows = [row for entry in self.entries[self._first :] for row in self._wrap_entry(entry)]
        top, self._cursor, self._match = map(self._row_at, places)
        return top

    def _place(self, row: int | None) -> tuple[Entry, int] | None:
        """The entry of a row, and the number of the row in the entry."""
        if row is None or not 0 <= row < len(self._rows):
            return None
        entry = self._rows[row][0]
        return entry, row - self._first_row(entry)

    def _row_at(self, place: tuple[Entry, int] | None) -> int | None:
        """The row of a place, or the first row of its entry if the entry now has fewer rows."""
        if place is None:
            return None
        entry, offset = place
        first = self._first_row(entry)
        return next(row for row in (first + offset, first) if row < len(self._rows) and self._rows[row][0] is entry)

    def _first_row(self, entry: Entry) -> int:
        return next(number for number, row in enumerate(self._rows) if row[0] is entry)

    def read_earlier(self) -> int:
        """Adds the rows of earlier commands above the first; returns the number of rows."""
        first = max(self._first - RECENT, 0)
        above = [row for entry in self.entries[first : self._first] for row in self._wrap_entry(entry)]
        self._rows[:0] = above
        self._first = first
        self._rows_above += len(above)
        self._cursor = None if self._cursor is None else self._cursor + len(above)
        self._match = None if self._match is None else self._match + len(above)
        return len(above)

    @property
    def rows_above(self) -> int:
        """The number of rows that were added above the first since the width was set."""
        return self._rows_above

    @property
    def rows(self) -> LazyRows[tuple[Entry, Row]]:
        """The rows."""
        return LazyRows(self._rows, _draw)

    def _wrap_entry(self, entry: Entry) -> Iterator[tuple[Entry, Row]]:
        """The rows of an entry; empty before the width is known."""
        for row in entry.rows(self._width) if self._width else ():
            yield entry, row


def _draw(item: tuple[Entry, Row]) -> Row:
    """A row of an entry; grey while the entry is undone."""
    entry, row = item
    return tuple(Span(text, "muted") for text, _, _ in row) if entry.undone else row


def log_of(timeline: Timeline) -> LogBook:
    """The log of a resumed fight."""
    log = LogBook()
    if not timeline.executions:
        return log
    from orcus_tui.screen.fight.log_entry import execution_entry

    for each in timeline.executions:
        log.entries.append(execution_entry(each.line, each.events, each.after))
    steps = (
        [log.entries[at] for at in places if timeline.executions[at].changed] for places in timeline.execution_ranges()
    )
    log.continue_from(steps, timeline.redo_count)
    return log
