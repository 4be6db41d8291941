"""What a pane gets to fill itself from, and what it answers with."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct

from orcus_tui.screen.fight.log import LogBook
from orcus_tui.screen.fight.view import View
from orcus_tui.screen.widgets.row import Row


class Scene(Struct, frozen=True):
    """All that is on the screen: the view, the log, and the first key of each action as people write it."""

    view: View
    log: LogBook
    key_labels: Mapping[str, str]


class Space(Struct, frozen=True):
    """The room of a pane, in cells and rows, whether it has the focus, and the first row in sight."""

    width: int
    height: int
    focused: bool = False
    top: int = 0


class Contents(NamedTuple):
    """What a pane shows: its heading, its rows, the row of the cursor, and how many rows were put above the first.

    `top` is the row to have at the top from now on, where all rows are others than before.
    """

    heading: Row
    rows: Sequence[Row]
    cursor: int | None = None
    above: int = 0
    top: int | None = None
