"""The panes of the fight: a table of how each is filled and what its keys and clicks do, and the screen with them.

A new pane is one row here and one module that fills it.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Literal

from textual import events
from textual.geometry import Region, Size, Spacing
from textual.reactive import Reactive
from textual.widget import Widget

from orcus_tui.model.briefing import EMPTY_BRIEFING
from orcus_tui.model.text import printable
from orcus_tui.screen.fight import cards, order_pane, timers
from orcus_tui.screen.fight.layout import Grid, PaneNeeds, PlacedPane, Viewport, grid_of, is_tall, is_too_small
from orcus_tui.screen.fight.view import PaneContent, PaneData, PaneSize, View, focus_question, select_row, toggle_fold
from orcus_tui.screen.terminal_app import Toasts
from orcus_tui.screen.textual_internals import BareScreen
from orcus_tui.screen.widgets.canvas import Canvas, Pane
from orcus_tui.screen.widgets.row import Row, Span, row_of
from orcus_tui.screen.widgets.styles import Palette

LINE = "line"
"""The subject of messages about a line or a key: they go when the next one comes."""
FRAME = Spacing(1, 1, 1, 1)
"""The frame of a pane."""


LEAST_ROOM = 5
"""The least rows for the card of a creature that comes next: its divider, and four rows."""


def fill_cards(data: PaneData, size: PaneSize) -> PaneContent:
    """The cards of the active creature and the selected one; below them, those of the next creatures.

    These are the ones for which the next pane is too full, or without such a pane, if nobody else is selected, those
    that fit.
    """
    own, fight = cards.fill(data, size), data.view.fight
    alone = fight.active is not None and data.view.selected in ("", fight.active)
    if not data.shows_next and not (alone and size.height - len(own.rows) >= LEAST_ROOM):
        return own
    from orcus_tui.screen.fight.next_cards import rows_below, rows_of_next  # not needed before the first turn

    below = rows_below(data, size, own) if data.shows_next else rows_of_next(data, size, own)
    return own._replace(rows=[*own.rows, *below])


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


class FightPane(PlacedPane, frozen=True, kw_only=True):
    """A pane of the fight.

    `key` focuses it; Tab skips a pane without a key. `shows` says whether a pane shows the selection or the question
    being answered, and is redrawn when that changes. A pane with a key must be possible at every size: if there is room
    for only one pane, the key shows that pane.

    `move` takes the number of rows to go down; it is None for a pane that only scrolls. `click` and `move` return the
    new view, `double_click` the start of a command. `enter` is the id of the action of the Enter key. A pane with
    `keeps_end` still shows its last row after a resize.
    """

    title: str
    fill: Callable[[PaneData, PaneSize], PaneContent]
    key: str = ""
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
CARDS = FightPane(id="cards", title="cards", key="C", shows=("selection",), fill=fill_cards)
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


if TYPE_CHECKING:
    from textual.notifications import SeverityLevel


# The screen


class PanesScreen(BareScreen):
    """A screen of panes; `chosen_pane` is the id of the pane that has the focus, or regains it when an input closes."""

    focused: Reactive[Widget | None] = Reactive(None, repaint=False)
    """The class that Textual need not update, since panes draw their focus themselves."""

    def __init__(self, palette: Palette) -> None:
        super().__init__()
        self.palette = palette
        self.toasts = Toasts()
        self.pane_before_search = INITIATIVE.id
        self.chosen_pane = INITIATIVE.id
        self._pane_above = INITIATIVE.id
        self.needs = PaneNeeds()
        self._tall_at: tuple[Size, bool] | None = None
        self._grid: Grid | None = None
        self._focused_last: Widget | None = None

    def on_resize(self, event: events.Resize) -> None:
        """Shows a message on a screen that is too small, and restores the focus once it is larger."""
        was_too_small = self.has_class("-too-small")
        if is_too_small(event.size) and not was_too_small:
            self._focused_last = self.focused
        self.set_class(is_too_small(event.size), "-too-small")
        self.lay_out()
        if was_too_small and not self.has_class("-too-small"):
            self.call_after_refresh(self._restore_focus)

    def lay_out(self) -> None:
        """Lays out the panes by the size of the screen and by their content."""
        viewport = Viewport(self.size, self.chosen_pane, self._pane_above, self._is_tall())
        grid = grid_of(viewport, PANES, self.needs)
        canvases = self.query(Canvas).exclude("InboxStrip")
        if grid == self._grid or not canvases:  # the size may be known before the panes exist
            return
        self._grid = grid
        self.styles.grid_size_columns, self.styles.grid_size_rows = len(grid.columns), len(grid.rows)
        self.styles.grid_columns, self.styles.grid_rows = " ".join(grid.columns), " ".join(grid.rows)
        for canvas in canvases:
            self._place(canvas, grid)

    def _is_tall(self) -> bool:
        """Whether the timers are below the initiative.

        This changes only with the size of the screen, so that panes stay put.
        """
        if self._tall_at is None or self._tall_at[0] != self.size:
            self._tall_at = self.size, is_tall(self.size, self.needs)
        return self._tall_at[1]

    def reset_layout(self) -> None:
        """Resets the layout for another fight."""
        self._tall_at = None

    def _place(self, canvas: Canvas, grid: Grid) -> None:
        pane = BY_ID.get(canvas.id or "")
        canvas.display = canvas.id in grid.shown
        canvas.styles.column_span = len(grid.columns) if pane is None or pane.across else 1
        canvas.styles.row_span = 2 if pane and pane.id in grid.high else 1

    def is_shown(self, id_: str) -> bool:
        """Whether a pane is on the screen."""
        return self._grid is not None and id_ in self._grid.shown

    def _restore_focus(self) -> None:
        """Restores the focus from before the screen was too small: a half-typed line, or a pane."""
        if self._focused_last and not isinstance(self._focused_last, Pane):
            self.set_focus(self._focused_last)
        else:
            self.go_to(self.chosen_pane)

    # Focus

    @property
    def focus_name(self) -> str:
        """The id of the pane or input that has the focus."""
        return (self.focused.id or "") if self.focused else ""

    @property
    def focused_pane(self) -> FightPane | None:
        """The row of the focused pane, or None while an input has the focus."""
        return BY_ID.get(self.focus_name)

    def pane(self, id_: str) -> Pane:
        """The widget of a pane."""
        return self.query_one(f"#{id_}", Pane)

    def go_to(self, id_: str) -> None:
        """Focuses a pane, and shows it if only one fits."""
        self.chosen_pane = id_
        if not BY_ID[id_].across:
            self._pane_above = id_
        self.lay_out()
        self.set_focus(self.pane(id_))
        self.redraw("footer")

    def go_to_next_pane(self, direction: int) -> None:
        """Focuses the next pane, or with -1 the previous one."""
        at = TAB_STOPS.index(self.focus_name) if self.focus_name in TAB_STOPS else 0
        self.go_to(TAB_STOPS[(at + direction) % len(TAB_STOPS)])

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Goes to a pane in which the mouse is pressed, and names the focus in the footer."""
        pane = self.focused_pane if event.widget is self.focused else None  # the focus may have moved again
        if pane and pane.key and pane.id != self.chosen_pane:
            self.go_to(pane.id)
        else:
            self.redraw("footer")

    # Drawing

    def urgent_regions(self) -> list[Region]:
        """The regions to send first over a slow line: prompt, header, focused pane, order, messages, log.

        While a line is typed, the line comes first and everything else after it.
        """
        footer = self.query_one("#footer").region
        prompt = Region(footer.x, footer.y, footer.width, 1)
        if not self.focused_pane:
            return [prompt]
        pane = self.pane(self.focused_pane.id)
        header, order, log = (self.query_one(f"#{part}").region for part in ("header", INITIATIVE.id, LOG.id))
        messages = [each.region for each in self.query("Toast")]
        return [prompt, header, pane.region.shrink(FRAME), order.shrink(FRAME), *messages, log]

    def redraw(self, *parts: str) -> None:
        """Redraws these parts."""
        for part in parts:
            self.query_one(f"#{part}", Canvas).refill()

    def set_palette(self, palette: Palette) -> None:
        """Switches to another palette."""
        self.palette = palette

    # Messages and texts

    def show_message(self, text: str, severity: "SeverityLevel" = "information", *, about: str = LINE) -> None:
        """Shows a message for a while; it replaces the previous one about the same subject."""
        self.toasts.show(self.app, about, self.palette.encode(printable(text)), severity)

    def open_text(self, title: str, lines: Sequence[str], headings: Collection[int] = ()) -> None:
        """Opens lines in the text viewer."""
        from orcus_tui.screen.dialogs.text_viewer import TextViewer

        self.app.push_screen(TextViewer(self.palette, title, lines, headings))

    def on_search_input_closed(self) -> None:
        """Goes back to the pane where the search was opened."""
        self.remove_class("-searching")
        self.go_to(self.pane_before_search)
