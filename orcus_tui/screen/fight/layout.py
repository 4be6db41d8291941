"""The layout of the panes at each size of the screen."""

from collections.abc import Collection, Sequence

from msgspec import Struct

from orcus_tui.screen.widgets.row import Row, Span, fit, wrap

MIN_COLUMNS, MIN_ROWS = 40, 12
"""The columns and rows that the screen needs at least."""
MEDIUM, HIGH = 80, 18
"""The least columns and rows for several panes; a high, narrow screen shows the log and one other pane."""
TALL = (100, 28)
"""The least columns and rows for placing the timers below the initiative, so that the cards have all rows."""
VAST = 200
"""The least columns for the cards of the creatures that come next."""

COLUMNS = (4, 5)
"""The shares of the two columns."""
INITIATIVE_ACROSS, CARDS_ACROSS, TIMERS_ACROSS = 8, 7, 6
"""The shares of the columns of a vast screen that is not tall; an `only_vast` pane has the share of the cards."""

MIN_LOG = 6
LOG_THIRD = 36
"""With at least this many rows, the log of a screen that is not vast has a third of them."""
MIN_TIMERS = 4
TIMERS_SHARE = 3
"""The timers get at most 1/N of the rows above the log."""
AFTER_NAME = 31
"""The cells of an order row without the name: frame, short bar, figures, signs, and a short effect."""
LEAST_LEFT = 40
"""The least width of the left of two columns, whose rows then have a bar."""
LEFT_HUNDREDTHS = 57
"""The largest share of the width for the left of two columns, in percent."""
FRAME = 2
"""The rows of a frame."""
EDGES = frozenset({"header", "footer"})
"""The parts above and below the panes, as wide as the screen."""


class Grid(Struct, frozen=True):
    """The layout of the panes at one size.

    `columns` are the widths of the columns and `rows` the heights of the rows, in Textual's form: `4fr`, `25%`, `6`.
    Only the panes in `shown` are visible, by id; those in `high` take two rows. A pane in `across` takes all columns.
    """

    columns: tuple[str, ...]
    rows: tuple[str, ...]
    shown: frozenset[str]
    high: frozenset[str] = frozenset()


class PaneNeeds(Struct, frozen=True):
    """The rows that the initiative and the timers need to show everything, and the cells of the longest name."""

    initiative: int = 0
    timers: int = 0
    name: int = 0


class PlacedPane(Struct, frozen=True, kw_only=True):
    """A pane as the layout knows it.

    An `only_vast` pane is left out on smaller screens; an `across` pane is below the others, as wide as the screen.
    """

    id: str
    only_vast: bool = False
    across: bool = False


class Viewport(Struct, frozen=True):
    """A screen to lay panes out on: a low screen shows the pane `chosen`, a narrow one the pane `above` the others.

    `tall` is decided when a fight is opened and when the size changes.
    """

    size: tuple[int, int]
    chosen: str
    above: str
    tall: bool


def grid_of(viewport: Viewport, panes: Collection[PlacedPane], needs: PaneNeeds) -> Grid:
    """The grid of a screen.

    A screen that is too small shows only the header; a narrow screen shows one pane and the panes across. On a tall
    screen the timers are below the initiative, on other screens below the cards; on a vast screen that is not tall,
    they are next to the initiative.
    """
    size, tall = viewport.size, viewport.tall
    width, height = size
    across = frozenset(pane.id for pane in panes if pane.across)
    if is_too_small(size):
        return Grid(("1fr",), ("1fr",), frozenset({"header"}))
    if height < HIGH:
        return Grid(("1fr",), ("1", "1fr", "2"), EDGES | {viewport.chosen})
    if width < MEDIUM:
        return Grid(("1fr",), ("1", "1fr", str(MIN_LOG), "2"), EDGES | across | {viewport.above})
    is_vast = width >= VAST
    only_vast = [pane.id for pane in panes if pane.only_vast]
    shown = EDGES.union(pane.id for pane in panes if is_vast or not pane.only_vast)
    if is_vast and not tall:
        shares = (INITIATIVE_ACROSS, *[CARDS_ACROSS] * (1 + len(only_vast)), TIMERS_ACROSS)
        return Grid(_columns(width, shares), _strings(1, _room(size), _log_height(size), 2), shown)
    rows = _row_heights(size, needs, tall=tall)
    if not tall:
        return Grid(_two_columns(width, needs), rows, shown, frozenset({"initiative"}))
    high = frozenset({"cards", *only_vast})
    columns = _columns(width, [1] * (1 + len(high))) if is_vast else _two_columns(width, needs)
    return Grid(columns, rows, shown, high)


def _strings(*lengths: int) -> tuple[str, ...]:
    return tuple(map(str, lengths))


def _columns(width: int, shares: Sequence[int]) -> tuple[str, ...]:
    """The widths of columns by their shares; equal shares have equal widths, and the first column has the rest."""
    others = [width * each // sum(shares) for each in shares[1:]]
    return _strings(width - sum(others), *others)


def _two_columns(width: int, needs: PaneNeeds) -> tuple[str, ...]:
    """The widths of two columns; the left has its share, or more for bars and for a word after the longest name."""
    share = max(width * COLUMNS[0] // sum(COLUMNS), LEAST_LEFT)
    return str(max(share, min(needs.name + AFTER_NAME, width * LEFT_HUNDREDTHS // 100))), "1fr"


def _row_heights(size: tuple[int, int], needs: PaneNeeds, *, tall: bool) -> tuple[str, ...]:
    """The header, two rows of panes sized by their content, the log and the footer."""
    room = _room(size)
    timers = min(max(needs.timers + FRAME, MIN_TIMERS), room // TIMERS_SHARE)
    upper = room - timers
    if tall:
        upper = min(needs.initiative + FRAME, upper)
    return _strings(1, upper, room - upper, _log_height(size), 2)


def _room(size: tuple[int, int]) -> int:
    """The rows between the header and the log."""
    return size[1] - 3 - _log_height(size)


def _log_height(size: tuple[int, int]) -> int:
    """A quarter of the rows; a third on a high screen, where the cards of two columns leave them empty.

    More on a low screen, unless it is vast and has only one row of panes.
    """
    if size[0] >= VAST:
        return size[1] // 4
    return max(size[1] // (3 if size[1] >= LOG_THIRD else 4), MIN_LOG)


def is_tall(size: tuple[int, int], needs: PaneNeeds) -> bool:
    """Whether the timers go below the initiative: it has room for all its rows, and for the share of the timers."""
    room = _room(size)
    return size[0] >= TALL[0] and size[1] >= TALL[1] and needs.initiative + FRAME <= room - room // TIMERS_SHARE


def is_too_small(size: tuple[int, int]) -> bool:
    """Whether a screen has no room for the fight."""
    return size[0] < MIN_COLUMNS or size[1] < MIN_ROWS


def too_small_rows(size: tuple[int, int]) -> list[Row]:
    """A message with the size that the tracker needs, and the present size."""
    texts = (f"Orcus needs {MIN_COLUMNS}×{MIN_ROWS},", f"this is {size[0]}×{size[1]}.", "Nothing is lost.")
    rows = [row for text in texts for row in wrap((Span(text),), size[0])]
    if len(rows) > size[1]:
        rows = [(Span(f"{MIN_COLUMNS}×{MIN_ROWS}!"),)]
    return [fit(row, size[0]) for row in rows][: size[1]]
