"""What the tracker and the players' view share as apps: the themes and signs of the config, and an end by signals."""

from __future__ import annotations

import signal
import sys
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from orcus_tui.screen.signals import call_on_signal
from orcus_tui.screen.textual_internals import QuietApp, terminal_driver
from orcus_tui.screen.themes import OWN_THEMES, readable_variables, theme_for
from orcus_tui.screen.widgets.styles import Palette

if TYPE_CHECKING:
    from orcus_tui.config.settings import Config

SIGNAL_STATUS = 128
"""What a shell adds to the number of the signal that ended a program."""


class TerminalApp(QuietApp):
    """An app in the theme of the config, which leaves the terminal as it was found."""

    _is_themed = False

    def __init__(self, config: Config) -> None:
        super().__init__(driver_class=terminal_driver(sparing=bool(config.ascii)))
        self._config = config
        self.texts_left: dict[str, str] = {}
        """What was typed in a dialog or a search that was left, by its place."""
        for theme in OWN_THEMES:
            self.register_theme(theme)
        self._is_themed = True
        self.theme = theme_for(config.theme, self.console.color_system, sparing=bool(config.ascii))

    def on_load(self) -> None:
        """Lets signals end it as its own keys do."""
        if sys.platform != "win32":
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                with suppress(RuntimeError, ValueError):  # outside the main thread, as in tests
                    call_on_signal(number, partial(self.exit, return_code=SIGNAL_STATUS + number))

    def refresh_css(self, animate: bool = True) -> None:  # noqa: FBT001, FBT002  # as Textual has it
        """Reads the styles again in the colours of the theme; before the first screen they have not been read yet."""
        if self.screen_stack:
            super().refresh_css(animate)
        else:
            self.stylesheet.set_variables(self.get_css_variables())

    def get_css_variables(self) -> dict[str, str]:
        """The colours of Textual's own widgets, those of its faint texts strong enough to be read.

        There are none until the theme is known: Textual asks for them before.
        """
        if not self._is_themed:
            return {}
        variables = super().get_css_variables()
        return variables | readable_variables(variables)

    def palette(self) -> Palette:
        """What to draw with in the theme as it is now."""
        return Palette(self.current_theme, self._config.sides, hue=not self.no_color, ascii=bool(self._config.ascii))
