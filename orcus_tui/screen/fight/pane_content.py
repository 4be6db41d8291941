"""The data and the content of a pane."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct

from orcus_tui.screen.fight.log import LogBook
from orcus_tui.screen.fight.view import View
from orcus_tui.screen.widgets.row import Row


class PaneData(Struct, frozen=True):
    """The data that panes show: the view, the log, and the label of each action's first key."""

    view: View
    log: LogBook
    key_labels: Mapping[str, str]


class PaneSize(Struct, frozen=True):
    """The size of a pane in cells and rows, whether it has the focus, and the first visible row."""

    width: int
    height: int
    focused: bool = False
    top: int = 0


class PaneContent(NamedTuple):
    """The content of a pane: heading, rows, the row of the cursor, and the number of rows added above the first.

    `top` is the new first visible row, if all rows have changed.
    """

    heading: Row
    rows: Sequence[Row]
    cursor: int | None = None
    above: int = 0
    top: int | None = None
