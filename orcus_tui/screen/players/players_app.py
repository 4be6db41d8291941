"""The players' view on a whole terminal: it follows the feed, and takes no key but those that close it."""

from __future__ import annotations

import asyncio
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.theme import Theme

from orcus_tui.config.settings import Config
from orcus_tui.players.feed import FightFeed
from orcus_tui.screen.players.players_rows import players_rows, timer_text
from orcus_tui.screen.textual_internals import QuietApp, terminal_driver
from orcus_tui.screen.themes import OWN_THEMES, theme_for
from orcus_tui.screen.widgets.canvas import Canvas
from orcus_tui.screen.widgets.styles import Palette
from orcus_tui.storage.storage_error import StorageError

SIGNAL_STATUS = 128
"""What a shell adds to the number of the signal that ended a program."""
FAILED = 1
LOOK = 0.1
"""Seconds between two looks at the journal. A browser gets news faster; here more would cost more than it is worth."""


class PlayersApp(QuietApp):
    """What players see, as large as the terminal is. `problem` is why it closed by itself, if it did."""

    TITLE = "Orcus"
    CSS = "Canvas { width: 1fr; height: 1fr; }"
    INHERIT_BINDINGS = False
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,escape,ctrl+c,ctrl+q", "leave", "quit", priority=True, show=False),
    ]

    def __init__(self, feed: FightFeed, config: Config, *, clock: Callable[[], float] = time.time) -> None:
        super().__init__(driver_class=terminal_driver())
        self.problem = ""
        self._feed = feed
        self._config = config
        self._clock = clock
        self._timer_shown = ""
        for theme in OWN_THEMES:
            self.register_theme(theme)
        self.theme = theme_for(config.theme, self.console.color_system)
        self._canvas = Canvas(self._palette(), self._fill, id="players")

    def compose(self) -> ComposeResult:
        """One canvas."""
        yield self._canvas

    def on_load(self) -> None:
        """Lets signals end it as `q` does, so that the terminal is left as it was found."""
        if sys.platform != "win32":
            loop = asyncio.get_running_loop()
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                with suppress(RuntimeError, ValueError):  # outside the main thread, as in tests
                    loop.add_signal_handler(number, partial(self.exit, return_code=SIGNAL_STATUS + number))

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

    def _palette(self) -> Palette:
        return Palette(self.current_theme, self._config.sides, hue=not self.no_color, ascii=bool(self._config.ascii))

    def _use_theme(self, _: Theme) -> None:
        self._canvas.set_palette(self._palette())

    def action_leave(self) -> None:
        """Closes the view; the fight is untouched."""
        self.exit()
