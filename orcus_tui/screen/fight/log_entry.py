"""A command in the log: as typed, with its results, in rows of a width."""

from collections.abc import Callable, Collection, Sequence
from itertools import groupby

from orcus_tui.model.events import Event
from orcus_tui.model.fight import Fight
from orcus_tui.screen.widgets import signs
from orcus_tui.screen.widgets.row import Row, Span, cells, cut, single_line, text_of, wrap
from orcus_tui.session.log_rows import LogRow, log_rows, plain_rows

INDENT = 4
FALL = "danger"
"""The style of words that report a fall or death."""
BETWEEN = Span(f" {signs.DOT} ", "frame")
NAMES = 3
"""A name takes at most 1/N of a row."""


def rows_of_entry(command: str, rows: Sequence[LogRow], width: int) -> list[Row]:
    """The rows of a command in this width; continued rows are indented."""
    first, *others = lines_of_entry(command, rows, width)
    broken = list(wrap(first, width, INDENT))
    for line in others:
        broken += wrap((Span(" " * INDENT), *line), width, 2 * INDENT)
    return broken


def text_of_entry(command: str, rows: Sequence[LogRow], width: int) -> str:
    """The text of a command's rows on one line."""
    return " ".join(single_line(text_of(each)).strip() for each in lines_of_entry(command, rows, width))


def lines_of_entry(command: str, rows: Sequence[LogRow], width: int) -> list[Row]:
    """The lines of a command before they are wrapped: a line for each creature, or only one with the command.

    Rows without a creature begin on the command's line.
    """
    lines: list[list[Span]] = [[Span(f"{command}  ", "accent")]]
    for leads, group in groupby(rows, key=lambda row: row.leads):
        some = list(group)
        if leads:
            _add_leads(lines, some)
            continue
        if len(some) == 1 or not some[0].name:
            first, *some = some
            lines[-1] += _join(lines[-1], _alone(first))
        lines += _in_columns(some, width // NAMES)
    if len(lines[0]) == 1:
        lines[0] = [Span(command, "accent")]
    return [tuple(line) for line in lines]


def _add_leads(lines: list[list[Span]], leads: Sequence[LogRow]) -> None:
    """Begins a line for each leading row; the first row continues the command's line if that has no results yet."""
    for lead in leads:
        if len(lines) > 1 or len(lines[0]) > 1:
            lines.append([])
        lines[-1] += _remarks(lead)


def _join(line: Sequence[Span], spans: Sequence[Span]) -> list[Span]:
    """The spans to add to a line: after a separator, unless the line is the command alone."""
    separator = [BETWEEN] if len(line) > 1 or (line and line[0].role != "accent") else []
    return [*separator, *spans]


def _alone(row: LogRow) -> list[Span]:
    """A row that continues a line: `Ogre 21 hit · takes 5`, `Ogre: dazed, save ends`."""
    mark = row.remarks[0].mark if row.remarks and not row.roll else ""
    name = [Span(f"{row.name}{mark} ", row.side)] if row.name else []
    roll = [Span(row.roll.strip(), "strong")] if row.roll else []
    return [*name, *roll, *([BETWEEN] if roll and row.remarks else []), *_remarks(row)]


def _in_columns(rows: Sequence[LogRow], widest_name: int) -> list[list[Span]]:
    """Rows with their names and rolls in columns."""
    names = [cut(single_line(each.name), widest_name, signs.CUT) for each in rows]
    name_width = max(map(cells, names), default=0)
    roll_width = max((cells(each.roll) for each in rows), default=0)
    lines = []
    for name, row in zip(names, rows, strict=True):
        line = [Span(name + " " * (name_width - cells(name) + 2), row.side)] if name else []
        if roll_width and name:
            padding = " " * (roll_width - cells(row.roll) + 2) if row.remarks else ""
            line.append(Span(row.roll + padding, "strong"))
        lines.append([*line, *_remarks(row)])
    return lines


def _remarks(row: LogRow) -> list[Span]:
    """The remarks of a row with separators."""
    spans: list[Span] = []
    for place, each in enumerate(row.remarks):
        spans += [BETWEEN] * bool(place)
        spans.append(Span(each.text, "strong" if each.heading else FALL if each.falls else ""))
    return spans


Read = Callable[[bool], Sequence[LogRow]]
"""Reads the results of a command, with the sums of its rolls or with their totals only."""


class Entry:
    """A command and its results, which are read when first shown.

    `folded`: only its first row is shown. `shows_sums`: rolls are shown as sums. `after` is the fight after an
    executed command.
    """

    __slots__ = ("_read", "_results", "after", "command", "folded", "shows_sums", "undone")

    def __init__(self, command: str, read: Read, after: Fight | None = None) -> None:
        self.command = command
        self.after = after
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
        """Its rows in this width; while it is folded, only the first row, with a sign."""
        rows = rows_of_entry(self.command, self.results, width)
        return [(*rows[0], Span(f" {signs.CUT}", "accent"))] if self.folded and len(rows) > 1 else rows

    def row_of_fall(self, width: int) -> int | None:
        """The first of its rows that reports a fall or death, or None."""
        rows = enumerate(self.rows(width))
        return next((at for at, row in rows if any(span.role == FALL for span in row)), None)

    def text(self, width: int) -> str:
        """Its text on one line."""
        return text_of_entry(self.command, self.results, width)


def execution_entry(command: str, happened: Sequence[Event], after: Fight, remarks: Sequence[str] = ()) -> Entry:
    """An executed command, with the names as they were after it, and remarks about it."""
    return Entry(
        command, lambda shows_sums: [*log_rows(happened, after, shows_sums=shows_sums), *plain_rows(remarks, ())], after
    )


def output_entry(command: str, lines: Sequence[str], headings: Collection[int]) -> Entry:
    """A command and its lines of output."""
    rows = plain_rows(lines, headings)
    return Entry(command, lambda _: rows)
