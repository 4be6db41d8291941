"""The labels of keys, `?` for `question_mark`, and the rows of keys in a footer."""

from collections.abc import Iterable, Mapping, Sequence

from orcus_tui.config.settings import SIGN_NAMES
from orcus_tui.screen.widgets.row import Row, Span, fit, row_of, single_line, width_of

_LABELS: Mapping[str, str] = {name: sign for sign, name in SIGN_NAMES.items()} | {
    "up": "↑",
    "down": "↓",
    "left": "←",
    "right": "→",
    "escape": "Esc",
    "enter": "Enter",
    "space": "Space",
    "tab": "Tab",
    "backspace": "Backspace",
    "insert": "Insert",
    "delete": "Delete",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "home": "Home",
    "end": "End",
}


def key_label(key: str) -> str:
    """The label of a key by its name in Textual."""
    *modifiers, bare = key.split("+")
    label = _LABELS.get(bare, bare)
    if modifiers and len(bare) == 1:
        label = label.upper()
    return "+".join((*(each.capitalize() for each in modifiers), label))


def key_labels(keys: str) -> list[str]:
    """The labels of several keys, separated by commas."""
    return [key_label(each) for each in keys.split(",")]


Keys = Sequence[tuple[str, str]]
"""Pairs of keys, separated by commas in the names of Textual, and a word for their action."""

HEIGHT = 2


def footer_rows(message: str, keys: Keys, width: int) -> list[Row]:
    """The message with the keys below it; without a message, the keys may take both rows."""
    hints = [_key_hint(names, does) for names, does in keys]
    if message:
        return [fit(row_of(Span(f" {single_line(message)}", "warning")), width), *hint_rows(hints, width, 1)]
    rows = hint_rows(hints, width, HEIGHT)
    return [*([row_of("")] * (HEIGHT - len(rows))), *rows]


def hint_rows(hints: Iterable[Row], width: int, most: int) -> list[Row]:
    """The hints that fit into `most` rows without being cut; a hint that is too long is skipped."""
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
