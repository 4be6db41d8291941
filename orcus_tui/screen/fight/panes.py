"""The panes of the fight, one row each: what the screen composes, lays out, focuses, fills and clicks.

A new pane is one row here and one module that fills it.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from msgspec import Struct

from orcus_tui.screen.fight import cards, log_pane, mouse, order_pane, timers
from orcus_tui.screen.fight.scene import Contents, Scene, Space
from orcus_tui.screen.fight.view import View, toggle_fold


def _fold_group(scene: Scene) -> View:
    return toggle_fold(scene.view)


class FightPane(Struct, frozen=True, kw_only=True):
    """A pane of the fight.

    `key` goes to it; a pane without one is no stop of Tab. `layout` has the place of each; one that is `only_vast` is
    left out of smaller screens, one `across` lies below the others, as wide as the screen. One that `shows` the
    selection, or the question being answered, is drawn again with it. A pane with a key must be shown at every size:
    where one pane is shown at a time, the key brings it alone.

    `move`, of so many rows down, is None for a pane that scrolls. `click` and `move` answer the view after them,
    `double_click` the line to begin. `enter` is the action of the Enter key, by its id. One that `keeps_end` shows its
    last row also after the screen has changed its size.
    """

    id: str
    title: str
    fill: Callable[[Scene, Space], Contents]
    key: str = ""
    only_vast: bool = False
    across: bool = False
    shows: tuple[Literal["selection", "question"], ...] = ()
    move: Callable[[Scene, int], View] | None = None
    click: Callable[[Scene, int], View] = mouse.keep_view
    double_click: Callable[[Scene], str] | None = None
    fold: Callable[[Scene], View] = _fold_group
    enter: str = "stat-block"
    keeps_end: bool = False

    def __post_init__(self) -> None:
        """Raises ValueError for a key to a pane that is not shown at every size."""
        if self.key and self.only_vast:
            raise ValueError(f"pane {self.id}: `key` needs a pane of every size, not one that is `only_vast`")


INITIATIVE = FightPane(
    id="initiative",
    title="initiative",
    key="0",
    shows=("selection",),
    fill=order_pane.fill,
    move=order_pane.move,
    click=mouse.select_creature,
    double_click=mouse.begin_damage,
)
CARDS = FightPane(id="cards", title="cards", key="C", shows=("selection",), fill=cards.fill)
MORE_CARDS = FightPane(id="more-cards", title="cards", only_vast=True, shows=("selection",), fill=cards.fill_next)
TIMERS = FightPane(
    id="timers",
    title="timers",
    key="T",
    shows=("question",),
    fill=timers.fill,
    click=mouse.answer_question,
)
LOG = FightPane(
    id="log",
    title="log",
    key="L",
    across=True,
    fill=log_pane.fill,
    move=log_pane.move,
    click=mouse.select_log_row,
    double_click=mouse.repeat_command,
    fold=log_pane.fold,
    enter="fold",
    keeps_end=True,
)

PANES: Sequence[FightPane] = (INITIATIVE, CARDS, MORE_CARDS, TIMERS, LOG)
"""The panes, as they follow each other on the screen and with Tab."""


def _panes_showing(what: str) -> Sequence[str]:
    return tuple(pane.id for pane in PANES if what in pane.shows)


BY_ID: Mapping[str, FightPane] = {pane.id: pane for pane in PANES}
TAB_STOPS: Sequence[str] = tuple(pane.id for pane in PANES if pane.key)
EVERY_PART: Sequence[str] = ("header", *BY_ID, "footer")
"""The ids of all that is drawn."""
SELECTION_PARTS: Sequence[str] = (*_panes_showing("selection"), "footer")
"""The ids of what shows the selection and the marks."""
QUESTION_PARTS: Sequence[str] = (*_panes_showing("question"), "footer")
"""The ids of what shows the question being answered."""
