"""The players' view in a terminal: it shows the feed, and its only keys close it."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import chain
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.theme import Theme

from orcus_tui.config.settings import Config
from orcus_tui.model.clock import minutes_text
from orcus_tui.players.feed import FightFeed
from orcus_tui.players.public_state import PublicCondition, PublicCreature, PublicQuestion, PublicState
from orcus_tui.screen.terminal_app import TerminalApp
from orcus_tui.screen.widgets import signs
from orcus_tui.screen.widgets.canvas import Canvas
from orcus_tui.screen.widgets.row import EMPTY, Row, Span, columns, fit, row_of, wrap
from orcus_tui.screen.widgets.styles import CURSOR
from orcus_tui.storage.storage_error import StorageError

MARGIN = 2
BAR = 8
"""The cells of a bar of four quarters."""
MAX_GAP = 2
"""The most empty rows between two creatures."""
PHASES = {
    "waiting": "Waiting for the game master",
    "setup": "The fight is about to begin",
    "finished": "The fight is over",
}
LEVELS = {"unhurt": "good", "hurt": "good", "staggered": "warning", "down": "danger", "dead": "muted"}


def players_rows(state: PublicState, size: tuple[int, int], now: float) -> list[Row]:
    """The rows of the view for a size; `now` is a Unix time.

    If there are too many creatures, the first creatures before the active one are left out.
    """
    width, height = size
    inner = max(width - 2 * MARGIN, 1)
    top = [*_header(state, inner, now), *_turn(state, inner), *_notices(state, inner)]
    blocks = [_creature_rows(each, inner) for each in state.creatures]
    active = next((place for place, each in enumerate(state.creatures) if each.active), 0)
    below = _spread(blocks, active, height - len(top))
    return [(Span(" " * MARGIN), *fit(row, inner, row[0].background if row else "")) for row in (*top, *below)][:height]


def _header(state: PublicState, width: int, now: float) -> list[Row]:
    words = [f"Round {state.round}"] if state.round else []
    words += [f"{name} {value}" for name, value in state.dials.items()]
    words += [f"turn {state.place} of {state.turns}"] if state.place else []
    late = bool(state.timer and state.timer.limit is not None and now - state.timer.since > state.timer.limit)
    timer = Span(f"{timer_text(state, now)} ", "danger" if late else "strong")
    return [EMPTY, columns(row_of(Span(f" {signs.DOT} ".join(words), "muted")), row_of(timer), width), EMPTY]


def timer_text(state: PublicState, now: float) -> str:
    """The turn's timer in minutes and seconds: `1:27`, below 0 `−0:05`; empty without one."""
    if state.timer is None:
        return ""
    passed = max(0, int(now - state.timer.since))
    return minutes_text(passed if state.timer.limit is None else state.timer.limit - passed)


def _turn(state: PublicState, width: int) -> list[Row]:
    """The creature whose turn it is, in a band as wide as the view, and the next one."""
    active = next((each.name for each in state.creatures if each.active), "")
    words = PHASES.get(state.phase) or ("The enemies act" if state.enemies_act else active)
    band = (Span(" ", "", CURSOR),)
    large = (Span(f"  {space_out(words, width - 4)}", "strong", CURSOR),)
    follows = row_of(Span(f"  next: {state.next}" if state.next else "", "muted"))
    return [band, large, band, follows, EMPTY]


def space_out(text: str, width: int) -> str:
    """A text with spaced letters, which look larger, if it fits."""
    apart = " ".join(text.upper())
    return apart if len(apart) <= width else text


def _notices(state: PublicState, width: int) -> list[Row]:
    """The game master's announcement, or a note that the connection is lost; then the zones."""
    rows: list[Row] = []
    if state.problem:
        rows += [*wrap(row_of(Span(f"  {state.problem}", "danger")), width, 2), EMPTY]
    if state.announcement:
        lines = wrap(row_of(Span(f"  {space_out(state.announcement, width - 4)}", "accent")), width, 2)
        band = (Span(" ", "", CURSOR),)
        rows += [band, *(tuple(Span(text, "strong", CURSOR) for text, _, _ in line) for line in lines), band, EMPTY]
    if state.zones:
        zones = (f"{each.name}: {', '.join(each.inside) or 'nobody'}" for each in state.zones)
        rows += [*wrap(row_of(Span(f"  {f' {signs.DOT} '.join(zones)}", "muted")), width, 2), EMPTY]
    return rows


def _creature_rows(creature: PublicCreature, width: int) -> list[Row]:
    """A creature: its row, then its conditions and the rolls its player has to make."""
    number = "" if creature.initiative is None else f"{creature.initiative}"
    side = signs.SIDES[creature.side]
    role = "muted" if creature.health.level == "dead" else "strong" if creature.active else creature.side
    pointer = Span(f"{signs.POINTER if creature.active else ' '} ", "accent")
    waiting = f"  {creature.waiting}" if creature.waiting else ""
    left = row_of(pointer, Span(f"{number:>3} {side} ", "muted"), Span(creature.name, role), Span(waiting, "muted"))
    rows = [columns(left, _health(creature), width)]
    notes = [*map(_condition, creature.conditions), *(f"{name} {value}" for name, value in creature.defenses.items())]
    if notes:
        rows += wrap(row_of(Span(f"        {f' {signs.DOT} '.join(notes)}", "muted")), width, 8)
    for question in creature.questions:
        rows += wrap(row_of(Span(f"        {signs.QUESTION} {_question(question)}", "warning")), width, 10)
    return rows


def _condition(condition: PublicCondition) -> str:
    return f"{condition.name} ({condition.lasts})" if condition.lasts else condition.name


def _question(question: PublicQuestion) -> str:
    return f"{question.text}: {question.needs}" if question.needs else question.text


def _health(creature: PublicCreature) -> Row:
    health = creature.health
    role = LEVELS.get(health.level, creature.side)
    bar: Row = EMPTY
    filled = health.quarters * 25 if health.quarters is not None else health.percent
    if filled is not None:
        full = max(filled * BAR // 100, int(filled > 0))
        bar = (Span(" "), Span(signs.FULL * full, role), Span(signs.EMPTY * (BAR - full), "frame"))
    return (*row_of(Span(health.text, role)), *bar, Span(" "))


def _spread(blocks: list[list[Row]], active: int, height: int) -> list[Row]:
    """The creatures, with empty rows between them if all fit."""
    needed = sum(map(len, blocks))
    air = min(max(height - needed, 0) // max(len(blocks), 1), MAX_GAP)
    if needed <= height:
        return [row for block in blocks for row in (*block, *[EMPTY] * air)]
    first = _first_shown(blocks, active, height)
    above = [row_of(Span(f"  {signs.CUT} {first} more above", "muted"))] if first else []
    return [*above, *chain.from_iterable(blocks[first:])]


def _first_shown(blocks: list[list[Row]], active: int, height: int) -> int:
    """The first creature to show, so that the creature whose turn it is and those after it are visible."""
    first = 0
    while first < active and sum(map(len, blocks[first : active + 3])) > height - 1:
        first += 1
    return first


FAILED = 1
FOLLOW_INTERVAL = 0.1
"""Seconds between checks of the journal."""


class PlayersApp(TerminalApp):
    """The players' view. `problem` is why it closed by itself, if it did."""

    TITLE = "Orcus"
    CSS = "Canvas { width: 1fr; height: 1fr; }"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,escape,ctrl+c,ctrl+q", "leave", "quit", priority=True, show=False),
    ]

    def __init__(self, feed: FightFeed, config: Config, *, clock: Callable[[], float] = time.time) -> None:
        super().__init__(config)
        self.problem = ""
        self._feed = feed
        self._clock = clock
        self._timer_shown = ""
        self._canvas = Canvas(self.palette(), self._fill, id="players")

    def compose(self) -> ComposeResult:
        """Yields the canvas of the whole view."""
        yield self._canvas

    def on_mount(self) -> None:
        """Starts polling the feed."""
        self.theme_changed_signal.subscribe(self, self._use_theme)
        self.set_interval(FOLLOW_INTERVAL, self._poll_feed)

    def _poll_feed(self) -> None:
        """Draws changes, and the timer once a second."""
        try:
            changed = self._feed.poll()
        except StorageError as fault:
            self.problem = str(fault)
            self.exit(return_code=FAILED)
            return
        if changed or timer_text(self._feed.state, self._clock()) != self._timer_shown:
            self._canvas.refill()

    def _fill(self, canvas: Canvas) -> None:
        state, now = self._feed.state, self._clock()
        self._timer_shown = timer_text(state, now)
        canvas.draw(players_rows(state, (canvas.size.width, canvas.size.height), now))

    def _use_theme(self, _: Theme) -> None:
        self._canvas.set_palette(self.palette())

    def action_leave(self) -> None:
        """Closes the view; the fight is untouched."""
        self.exit()
