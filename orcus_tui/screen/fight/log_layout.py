"""How a command and its results lie in the log: in a line each, names and rolls in columns."""

from collections.abc import Sequence
from itertools import groupby

from orcus_tui.screen.widgets import signs
from orcus_tui.screen.widgets.row import Row, Span, cells, cut, single_line, text_of, wrap
from orcus_tui.session.log_rows import LogRow

INDENT = 4
FALL = "danger"
"""The role of the words that say who falls or dies."""
BETWEEN = Span(f" {signs.DOT} ", "frame")
NAMES = 3
"""A name takes at most one cell in so many of a row."""


def rows_of_entry(command: str, rows: Sequence[LogRow], width: int) -> list[Row]:
    """The rows of a command in this width; what belongs to the row above it is indented."""
    first, *others = lines_of_entry(command, rows, width)
    broken = list(wrap(first, width, INDENT))
    for line in others:
        broken += wrap((Span(" " * INDENT), *line), width, 2 * INDENT)
    return broken


def text_of_entry(command: str, rows: Sequence[LogRow], width: int) -> str:
    """All that a command's rows say, on one line."""
    return " ".join(single_line(text_of(each)).strip() for each in lines_of_entry(command, rows, width))


def lines_of_entry(command: str, rows: Sequence[LogRow], width: int) -> list[Row]:
    """The lines of a command before they are broken: several creatures have a line each, a single one has none.

    What is about no creature begins beside the command.
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
    """Each begins a line; the first goes on after a command that has nothing yet."""
    for lead in leads:
        if len(lines) > 1 or len(lines[0]) > 1:
            lines.append([])
        lines[-1] += _remarks(lead)


def _join(line: Sequence[Span], spans: Sequence[Span]) -> list[Span]:
    """The spans as they go on after a line: parted by a sign, unless it is the command alone."""
    parted = [BETWEEN] if len(line) > 1 or (line and line[0].role != "accent") else []
    return [*parted, *spans]


def _alone(row: LogRow) -> list[Span]:
    """A row that follows something else: `Ogre 21 hit · takes 5`, `Ogre: dazed, save ends`."""
    mark = row.remarks[0].mark if row.remarks and not row.roll else ""
    name = [Span(f"{row.name}{mark} ", row.side)] if row.name else []
    roll = [Span(row.roll.strip(), "strong")] if row.roll else []
    return [*name, *roll, *([BETWEEN] if roll and row.remarks else []), *_remarks(row)]


def _in_columns(rows: Sequence[LogRow], widest_name: int) -> list[list[Span]]:
    """Rows whose names stand below each other, and so do their rolls."""
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
    """What a row says, parted by signs."""
    spans: list[Span] = []
    for place, each in enumerate(row.remarks):
        spans += [BETWEEN] * bool(place)
        spans.append(Span(each.text, "strong" if each.heading else FALL if each.falls else ""))
    return spans
