"""The players' view on a whole terminal: it follows the feed, and takes no key but those that close it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.theme import Theme

from orcus_tui.config.settings import Config
from orcus_tui.players.feed import FightFeed
from orcus_tui.screen.players.players_rows import players_rows, timer_text
from orcus_tui.screen.terminal_app import TerminalApp
from orcus_tui.screen.widgets.canvas import Canvas
from orcus_tui.storage.storage_error import StorageError

FAILED = 1
LOOK = 0.1
"""Seconds between two looks at the journal. A browser gets news faster; here more would cost more than it is worth."""


class PlayersApp(TerminalApp):
    """What players see, as large as the terminal is. `problem` is why it closed by itself, if it did."""

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
        """One canvas."""
        yield self._canvas

    def on_mount(self) -> None:
        """Begins to look for news."""
        self.theme_changed_signal.subscribe(self, self._use_theme)
        self.set_interval(LOOK, self._look)

    def _look(self) -> None:
        """Draws what has changed; the timer once a second."""
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
