"""What of the fight shows first what a key has done: over a slow line that is sent before all else."""

from typing import TYPE_CHECKING

from textual.geometry import Region

from orcus_tui.screen.changed_cells import Area, Urgency
from orcus_tui.screen.fight.panes import INITIATIVE, LOG
from orcus_tui.screen.widgets.canvas import Canvas
from orcus_tui.screen.widgets.pane import Pane

if TYPE_CHECKING:
    from orcus_tui.screen.fight.panes_screen import PanesScreen


def urgency_of(screen: "PanesScreen") -> Urgency:
    """First the prompt, the header, the pane with the focus and the order; next messages; next the log from its end.

    The row of the cursor leads that pane where most of it is to be sent, as where the hints took its place: a line is
    often about that row. While a line is typed, the line comes first, and everything else can wait.
    """
    footer = _area(screen.query_one("#footer", Canvas).region)
    prompt = Area(footer.rows[:1], footer.columns)
    focused = screen.focused_pane
    if not focused:
        return Urgency([prompt])
    pane, order, log = (screen.pane(each.id).region for each in (focused, INITIATIVE, LOG))
    header = screen.query_one("#header", Canvas).region
    messages = [_area(each.region) for each in screen.query("Toast")]
    last_first = [Area(range(row, row + 1), _inside(log).columns) for row in reversed(_inside(log).rows)]
    answers = [prompt, _area(header), *_row_of_cursor(screen.pane(focused.id)), _inside(pane), _inside(order)]
    return Urgency([*answers, _area(pane)], [*messages, *last_first])


def _row_of_cursor(pane: Pane) -> list[Area]:
    line, inside = pane.line_of_cursor, _inside(pane.region)
    if line is None:
        return []
    row = pane.region.y + line + 1
    return [Area(range(row, row + 1), inside.columns, leads=inside)]


def _area(region: Region) -> Area:
    return Area(range(region.y + 1, region.bottom + 1), range(region.x + 1, region.right + 1))


def _inside(region: Region) -> Area:
    """What a frame encloses."""
    return _area(region.shrink((1, 1, 1, 1)))
