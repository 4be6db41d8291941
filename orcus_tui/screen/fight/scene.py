"""What a pane gets to fill itself from, and what it answers with."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct

from orcus_tui.screen.fight.log_book import LogBook
from orcus_tui.screen.fight.view import View
from orcus_tui.screen.widgets.row import Row


class Scene(Struct, frozen=True):
    """All that is on the screen: the view, the log, and the first key of each action as people write it."""

    view: View
    log: LogBook
    key_labels: Mapping[str, str]


class Space(NamedTuple):
    """The room of a pane, in cells and rows, and whether it has the focus."""

    width: int
    height: int
    focused: bool = False


class Contents(NamedTuple):
    """What a pane shows: its heading, its rows, and the row of the cursor."""

    heading: Row
    rows: Sequence[Row]
    cursor: int | None = None
