"""Where the panes lie at each size of the screen, as CSS made from the table of panes; and a screen too small."""

from collections.abc import Sequence

from orcus_tui.screen.fight.panes import FightPane
from orcus_tui.screen.widgets.row import Row, Span, fit, wrap

WIDTH_CLASSES = [(0, "-narrow"), (80, "-medium"), (120, "-wide"), (200, "-vast")]
HEIGHT_CLASSES = [(0, "-low"), (18, "-high")]
"""The columns and rows from which the screen has each class; a narrow or low one shows one pane at a time."""

NARROWEST, LOWEST = 40, 12
"""The columns and rows that the fight needs."""

LEFT_COLUMN, RIGHT_COLUMN = 4, 5
"""The shares of the two columns of a medium screen."""


def layout_css(panes: Sequence[FightPane]) -> str:
    """The grids of medium, wide and vast screens; `fight.tcss` has those that show one pane at a time."""
    across = [pane for pane in panes if pane.across]
    wide = [pane for pane in panes if pane.widths[0]]
    vast = [pane for pane in panes if pane.widths[1]]
    stack = [pane for pane in wide if pane.height]
    rules = [
        *_grid("FightScreen", [pane.widths[0] for pane in wide], [1], len(across)),
        *_grid("FightScreen.-vast.-high", [pane.widths[1] for pane in vast], [1], len(across)),
        *_grid("FightScreen.-medium.-high", [LEFT_COLUMN, RIGHT_COLUMN], [pane.height for pane in stack], len(across)),
        *(f"FightScreen.-medium.-high #{pane.id} {{ row-span: {len(stack)}; }}" for pane in wide if not pane.height),
        *(f"FightScreen #{pane.id} {{ display: none; }}" for pane in vast if pane not in wide),
        *(f"FightScreen.-vast.-high #{pane.id} {{ display: block; }}" for pane in vast if pane not in wide),
        *(f"FightScreen.-vast.-high #{pane.id} {{ display: none; }}" for pane in wide if pane not in vast),
    ]
    return "\n".join(rules)


def _grid(screen: str, columns: Sequence[int], rows: Sequence[int], across: int) -> list[str]:
    """The rules for a screen of one size: the header, columns of panes, the panes across, the footer."""
    heights = " ".join(("1", *(f"{each}fr" for each in rows), *(["25%"] * across), "2"))
    widths = " ".join(f"{each}fr" for each in columns)
    grid = f"grid-size: {len(columns)} {len(rows) + across + 2}; grid-columns: {widths}; grid-rows: {heights};"
    return [f"{screen} {{ {grid} }}", f"{screen} .across {{ column-span: {len(columns)}; }}"]


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
