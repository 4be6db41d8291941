"""The foot of a screen beyond the fight: a word about what was done, and the keys that matter where the focus is."""

from collections.abc import Sequence

from orcus_tui.screen.fight.keys import shown_key
from orcus_tui.screen.widgets.row import (
    Line,
    Span,
    fitted,
    line,
    shown,
    width_of,
)

Keys = Sequence[tuple[str, str]]
"""Keys, parted by commas as Textual names them, each with what they do."""

ROWS = 2


def foot(said: str, keys: Keys, width: int) -> list[Line]:
    """The rows of the foot: what was said and the keys below it, or keys on all of them where nothing was."""
    if said:
        return [fitted(line(Span(f" {shown(said)}", "warning")), width), fitted(sum(map(_told, keys), ()), width)]
    rows: list[Line] = [()]
    for each in map(_told, keys):
        if rows[-1] and len(rows) < ROWS and width_of((*rows[-1], *each)) > width:
            rows.append(())
        rows[-1] += each
    return [*([line("")] * (ROWS - len(rows))), *(fitted(each, width) for each in rows)]


def _told(key: tuple[str, str]) -> Line:
    keys, does = key
    return Span(f" {'/'.join(map(shown_key, keys.split(',')))}", "accent"), Span(f" {does}", "muted")
