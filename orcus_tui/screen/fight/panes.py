"""The panes of the fight as a table: how each is filled and what its keys and clicks do.

A new pane is one row here and one module that fills it.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from msgspec import Struct

from orcus_tui.model.briefing import EMPTY_BRIEFING
from orcus_tui.screen.fight import cards, order_pane, timers
from orcus_tui.screen.fight.view import PaneContent, PaneData, PaneSize, View, focus_question, select_row, toggle_fold
from orcus_tui.screen.widgets.row import Row, Span, row_of


def fill_next_cards(data: PaneData, size: PaneSize) -> PaneContent:
    """The cards of the creatures who come next."""
    from orcus_tui.screen.fight.next_cards import fill_next  # only a very large screen has them

    return fill_next(data, size)


def fill_log(data: PaneData, size: PaneSize) -> PaneContent:
    """The rows of the log; earlier rows are added above when the first row becomes visible."""
    log = data.log
    top = log.set_width(size.width, size.top)
    if size.top <= 0:
        log.read_earlier()
    moved = None if top == size.top else top
    if not log.rows and data.view.fight.phase == "setup":
        return PaneContent(row_of("Before the fight"), _first_steps(data)[: size.height])
    return PaneContent(row_of("Log"), log.rows, log.highlight(focused=size.focused), log.rows_above, moved)


def _first_steps(data: PaneData) -> Sequence[Row]:
    """The keys that matter before the fight, in place of an empty log."""
    labels, fight = data.key_labels, data.view.fight
    count = len(fight.states)
    begin = f"begins the fight: {count} creature{'s' * (count > 1)}" if count else ""
    notes = "the notes: what to read aloud, tactics, events" if fight.briefing != EMPTY_BRIEFING else ""
    steps = (("begin", begin), ("notes", notes), ("add", "adds a creature"), ("open", "opens another fight"),
             ("help", "all keys and commands"))  # fmt: skip
    return [row_of(Span(f" {labels[key]} ", "accent"), Span(about, "muted")) for key, about in steps if about]


def move_in_log(data: PaneData, by: int) -> View:
    """Moves the cursor down by some rows."""
    data.log.select(data.log.cursor + by)
    return data.view


def fold_entry(data: PaneData) -> View:
    """Folds or unfolds the command at the cursor."""
    data.log.toggle_fold()
    return data.view


def keep_view(data: PaneData, _row: int) -> View:
    """Leaves the view unchanged: a click only focuses the pane."""
    return data.view


def select_creature(data: PaneData, row: int) -> View:
    """Selects the creature of a row of the initiative."""
    return select_row(data.view, row)


def begin_damage(data: PaneData) -> str:
    """The beginning of a line that damages the selected or marked creatures."""
    return f"damage {','.join(data.view.targets)} "


def answer_question(data: PaneData, row: int) -> View:
    """Moves the focus to the question in a row of the timers."""
    item = timers.items(data.view)[row] if 0 <= row < len(timers.items(data.view)) else None
    return focus_question(data.view, item[0].id) if isinstance(item, tuple) else data.view


def select_log_row(data: PaneData, row: int) -> View:
    """Moves the cursor of the log to a row."""
    if row < len(data.log.rows):
        data.log.select(row)
    return data.view


def repeat_command(data: PaneData) -> str:
    """The command at the cursor of the log."""
    entry = data.log.entry_at_cursor
    return entry.command if entry else ""


def _fold_group(data: PaneData) -> View:
    return toggle_fold(data.view)


class FightPane(Struct, frozen=True, kw_only=True):
    """A pane of the fight.

    `key` focuses it; Tab skips a pane without a key. For the layout, an `only_vast` pane is left out on smaller
    screens, and an `across` pane is below the others, as wide as the screen. `shows` says whether a pane shows the
    selection or the question being answered, and is redrawn when that changes. A pane with a key must be possible at
    every size: if there is room for only one pane, the key shows that pane.

    `move` takes the number of rows to go down; it is None for a pane that only scrolls. `click` and `move` return the
    new view, `double_click` the start of a command. `enter` is the id of the action of the Enter key. A pane with
    `keeps_end` still shows its last row after a resize.
    """

    id: str
    title: str
    fill: Callable[[PaneData, PaneSize], PaneContent]
    key: str = ""
    only_vast: bool = False
    across: bool = False
    shows: tuple[Literal["selection", "question"], ...] = ()
    move: Callable[[PaneData, int], View] | None = None
    click: Callable[[PaneData, int], View] = keep_view
    double_click: Callable[[PaneData], str] | None = None
    fold: Callable[[PaneData], View] = _fold_group
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
    click=select_creature,
    double_click=begin_damage,
)
CARDS = FightPane(id="cards", title="cards", key="C", shows=("selection",), fill=cards.fill)
MORE_CARDS = FightPane(id="more-cards", title="cards", only_vast=True, shows=("selection",), fill=fill_next_cards)
TIMERS = FightPane(id="timers", title="timers", key="T", shows=("question",), fill=timers.fill, click=answer_question)
LOG = FightPane(
    id="log",
    title="log",
    key="L",
    across=True,
    fill=fill_log,
    move=move_in_log,
    click=select_log_row,
    double_click=repeat_command,
    fold=fold_entry,
    enter="fold",
    keeps_end=True,
)

PANES: Sequence[FightPane] = (INITIATIVE, CARDS, MORE_CARDS, TIMERS, LOG)
"""The panes in the order of Tab and of the grid: panes two rows high come before those below them."""


def _panes_showing(what: str) -> Sequence[str]:
    return tuple(pane.id for pane in PANES if what in pane.shows)


BY_ID: Mapping[str, FightPane] = {pane.id: pane for pane in PANES}
TAB_STOPS: Sequence[str] = tuple(pane.id for pane in PANES if pane.key)
EVERY_PART: Sequence[str] = ("header", *BY_ID, "footer")
"""The ids of all parts."""
SELECTION_PARTS: Sequence[str] = (*_panes_showing("selection"), "footer")
"""The ids of the parts that show the selection and the marks."""
QUESTION_PARTS: Sequence[str] = (*_panes_showing("question"), "footer")
"""The ids of the parts that show the question being answered."""
