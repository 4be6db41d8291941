"""Where the panes lie at each size of the screen, as CSS made from the table of panes; and a screen too small."""

from collections.abc import Sequence

from orcus_tui.screen.fight.panes import FightPane
from orcus_tui.screen.widgets.row import Row, Span, fit, wrap

WIDTH_CLASSES = [(0, "-narrow"), (80, "-medium"), (120, "-wide"), (200, "-vast")]
HEIGHT_CLASSES = [(0, "-low"), (18, "-high")]
"""The columns and rows from which the screen has each class; a narrow or low one shows one pane at a time."""

NARROWEST, LOWEST = 40, 12
"""The columns and rows that the fight needs."""

TALL = (100, 28)
"""The columns and rows from which the timers lie below the initiative, and the cards have the whole height."""
VAST = 200
"""The columns from which there are cards of those who come next."""

LEFT_COLUMN, RIGHT_COLUMN = 4, 5
"""The shares of the two columns."""
COLUMNS_ACROSS = (4, 4, 3, 3)
"""The shares of the columns of a vast screen that is not tall."""

LEAST_LOG = 6
LEAST_TIMERS = 4
FRAME = 2
"""The rows of a frame."""


def layout_css(panes: Sequence[FightPane]) -> str:
    """The grids of all screens that show several panes; `fight.tcss` has those that show one at a time.

    On a tall screen the timers lie below the initiative, on one that is not below the cards; a vast one that is not
    tall has them beside.
    """
    across = len([pane for pane in panes if pane.across])
    columns = (LEFT_COLUMN, RIGHT_COLUMN)
    rules = [
        *_grid("FightScreen", columns, (3, 2), across),
        *(f"FightScreen.{width}.-high #initiative {{ row-span: 2; }}" for width in ("-medium", "-wide")),
        *_grid("FightScreen.-vast.-high", COLUMNS_ACROSS, (1,), across),
        *_grid("FightScreen.-tall.-high", columns, (1, 1), across),
        *_grid("FightScreen.-tall.-vast.-high", (1, 1, 1), (1, 1), across),
        "FightScreen.-tall.-high #initiative { row-span: 1; }",
        "FightScreen.-tall.-high #cards { row-span: 2; }",
        *(f"FightScreen.-tall.-high #{pane.id} {{ row-span: 2; }}" for pane in panes if pane.only_vast),
        *(f"FightScreen #{pane.id} {{ display: none; }}" for pane in panes if pane.only_vast),
        *(f"FightScreen.-vast.-high #{pane.id} {{ display: block; }}" for pane in panes if pane.only_vast),
    ]
    return "\n".join(rules)


def _grid(screen: str, columns: Sequence[int], rows: Sequence[int], across: int) -> list[str]:
    """The rules for a screen of one size: the header, columns of panes, the panes across, the footer."""
    heights = " ".join(("1", *(f"{each}fr" for each in rows), *(["25%"] * across), "2"))
    widths = " ".join(f"{each}fr" for each in columns)
    grid = f"grid-size: {len(columns)} {len(rows) + across + 2}; grid-columns: {widths}; grid-rows: {heights};"
    return [f"{screen} {{ {grid} }}", f"{screen} .across {{ column-span: {len(columns)}; }}"]


def is_tall(size: tuple[int, int]) -> bool:
    """Whether the timers lie below the initiative."""
    return size[0] >= TALL[0] and size[1] >= TALL[1]


def row_heights(size: tuple[int, int], initiative: int, timers: int) -> str:
    """The rows of the grid, so that the pane with more to say has more of them; empty for a size that shares evenly.

    `initiative` and `timers` are the rows those panes would fill.
    """
    width, height = size
    if width < WIDTH_CLASSES[1][0] or height < HEIGHT_CLASSES[1][0] or (width >= VAST and not is_tall(size)):
        return ""
    log = max(height // 4, LEAST_LOG)
    room = height - 3 - log
    timers = max(timers + FRAME, LEAST_TIMERS)
    if is_tall(size):
        upper = min(initiative + FRAME, room - min(timers, room * 2 // 5))
    else:
        upper = room - min(timers, room // 3)
    return f"1 {upper} {room - upper} {log} 2"


def is_too_small(size: tuple[int, int]) -> bool:
    """Whether a screen has no room for the fight."""
    return size[0] < NARROWEST or size[1] < LOWEST


def too_small_rows(size: tuple[int, int]) -> list[Row]:
    """The size the tracker needs, and the size there is."""
    texts = (f"Orcus needs {NARROWEST}×{LOWEST},", f"this is {size[0]}×{size[1]}.", "Nothing is lost.")
    rows = [row for text in texts for row in wrap((Span(text),), size[0])]
    if len(rows) > size[1]:
        rows = [(Span(f"{NARROWEST}×{LOWEST}!"),)]
    return [fit(row, size[0]) for row in rows][: size[1]]
