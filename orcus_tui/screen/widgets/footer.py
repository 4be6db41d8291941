"""The footer of a screen over the fight: a message, and the keys that matter where the focus is."""

from collections.abc import Iterable, Sequence

from orcus_tui.screen.widgets.key_labels import key_labels
from orcus_tui.screen.widgets.row import Row, Span, fit, row_of, single_line, width_of

Keys = Sequence[tuple[str, str]]
"""Keys, separated by commas as Textual names them, each with what they do."""

HEIGHT = 2


def footer_rows(message: str, keys: Keys, width: int) -> list[Row]:
    """The message with the keys below it; without a message the keys take both rows if they need them."""
    hints = [_key_hint(names, does) for names, does in keys]
    if message:
        return [fit(row_of(Span(f" {single_line(message)}", "warning")), width), *hint_rows(hints, width, 1)]
    rows = hint_rows(hints, width, HEIGHT)
    return [*([row_of("")] * (HEIGHT - len(rows))), *rows]


def hint_rows(hints: Iterable[Row], width: int, most: int) -> list[Row]:
    """The hints that so many rows have room for, none of them cut: one too long gives way to those after it."""
    rows: list[Row] = [()]
    for each in hints:
        if width_of((*rows[-1], *each)) > width:
            if len(rows) == most:
                continue
            rows.append(())
        rows[-1] += each
    return [fit(each, width) for each in rows]


def _key_hint(keys: str, does: str) -> Row:
    return Span(f" {'/'.join(key_labels(keys))}", "accent"), Span(f" {does}", "muted")
