"""The dice log: each command as typed, then what came of it."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from orcus_tui.model.events import read_log
from orcus_tui.model.history import Timeline
from orcus_tui.screen.widgets import signs
from orcus_tui.screen.widgets.lazy_rows import Rows
from orcus_tui.screen.widgets.row import Line, Span, shown, text_of, wrapped
from orcus_tui.screen.widgets.text_search import rows_with

INDENT = 4


class Entry:
    """A command and what came of it; `taken_back` while it is undone, `folded` to its first line by hand."""

    __slots__ = ("command", "folded", "taken_back", "told")

    def __init__(self, command: str, told: tuple[str, ...]) -> None:
        self.command = command
        self.told = told
        self.taken_back = False
        self.folded = False


class Log:
    """All that was typed, the latest last, as rows of a width; only what is new is broken into rows.

    It also knows which commands are undone, by how many steps there are to undo and to do again after each.
    """

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self._steps: list[Sequence[Entry]] = []
        self._undone: list[Sequence[Entry]] = []
        self._width = 0
        self._rows: list[tuple[Entry, Line]] = []

    # What is in it

    def add(self, command: str, told: Iterable[str], *, folded: bool = False) -> Entry:
        """A command, and what came of it."""
        entry = Entry(command, tuple(told))
        entry.folded = folded
        self.entries.append(entry)
        self._rows += self._made(entry)
        return entry

    def stand_at(self, entry: Entry, steps: int, undone: int, *, redone: bool) -> None:
        """The fight can now be taken back so many steps, and on again; `entry` is what was done last.

        `redone`: it did again what had been taken back, under whatever name.
        """
        if undone > len(self._undone):
            self._take_back(undone - len(self._undone))
        elif undone < len(self._undone) and redone:
            self._do_again(len(self._undone) - undone)
        elif steps > len(self._steps) or undone < len(self._undone):
            self._undone.clear()
            self._steps.append((entry,))

    def _take_back(self, count: int) -> None:
        for _ in range(min(count, len(self._steps))):
            self._undone.append(self._steps.pop())
            for entry in self._undone[-1]:
                entry.taken_back = True

    def _do_again(self, count: int) -> None:
        for _ in range(count):
            self._steps.append(self._undone.pop())
            for entry in self._steps[-1]:
                entry.taken_back = False

    def go_on_from(self, steps: Iterable[Sequence[Entry]], undone: int) -> None:
        """The commands of each step that can be undone from here on, and how many can be done again."""
        self._steps = list(steps)
        self._undone = [()] * undone

    def entry_at(self, row: int) -> Entry:
        """The entry a row belongs to."""
        return self._rows[row][0]

    def fold(self, row: int) -> None:
        """Folds the entry of a row, or opens it."""
        if row < len(self._rows):
            entry = self._rows[row][0]
            entry.folded = not entry.folded
            self._break_again()

    def rows_with(self, wanted: str) -> list[int]:
        """The rows in which a text begins, whatever its case; of a folded entry its one row, wherever it begins."""
        found, above = [], 0
        for entry, group in groupby(self._rows, key=lambda row: row[0]):
            rows = [text_of(row) for _, row in group]
            found += [above + row for row in rows_with(wanted, shown(text_of(self._line(entry))), rows)]
            above += len(rows)
        return found

    # As rows

    def fit(self, width: int) -> None:
        """Breaks the entries into rows of that width, where they are not yet."""
        if width != self._width:
            self._width = width
            self._break_again()

    def _break_again(self) -> None:
        self._rows = [row for entry in self.entries for row in self._made(entry)]

    @property
    def rows(self) -> Rows[tuple[Entry, Line]]:
        """The rows, as they are now."""
        return Rows(self._rows, _drawn)

    def _made(self, entry: Entry) -> Iterator[tuple[Entry, Line]]:
        if not self._width:
            return
        rows = wrapped(self._line(entry), self._width, INDENT)
        more = len(rows) > 1 and entry.folded
        for row in rows[:1] if entry.folded else rows:
            yield entry, (*row, Span(f" {signs.CUT}", "accent")) if more else row

    def _line(self, entry: Entry) -> Line:
        between = Span(f" {signs.DOT} ", "frame")
        spans: list[Span] = [Span(f"{entry.command}  ", "accent")]
        for number, told in enumerate(entry.told):
            spans += (between,) if number else ()
            spans.append(Span(told, _role(told)))
        return tuple(spans)


def _drawn(row: tuple[Entry, Line]) -> Line:
    """A row of an entry; grey while that is taken back."""
    entry, drawn = row
    return tuple(Span(text, "muted") for text, _, _ in drawn) if entry.taken_back else drawn


def _role(told: str) -> str:
    """A turn's beginning stands out, so that the eye finds where it was."""
    return "strong" if told.endswith("'s turn") or told.startswith("Round ") else ""


def log_of(timeline: Timeline) -> Log:
    """The log of a fight that is gone on with, as far as its journal goes back."""
    log = Log()
    for execution in timeline.executions:
        log.add(execution.line, read_log(execution.events, execution.after))
    steps = ([log.entries[at] for at in places if timeline.executions[at].changed] for places in timeline.places())
    log.go_on_from(steps, timeline.steps_undone)
    return log
