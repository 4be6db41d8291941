"""The base class of the tracker and the players' view: theme, messages, and signals that end the app."""

from __future__ import annotations

import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import Struct
from textual.app import App

from orcus_tui.screen.textual_internals import CrashCapturingApp
from orcus_tui.screen.themes import OWN_THEMES, readable_variables, theme_for
from orcus_tui.screen.widgets.styles import Palette

if TYPE_CHECKING:
    from textual.driver import Driver
    from textual.notifications import SeverityLevel
    from textual.theme import Theme

    from orcus_tui.config.settings import Config

SIGNAL_STATUS = 128
"""The exit status is this plus the number of the signal that ended the program, as in shells."""


def _driver_class(config: Config) -> type[Driver] | None:
    """The driver for the terminal; None, which means Textual's own, on Windows."""
    if sys.platform == "win32":
        return None
    from orcus_tui.screen.terminal_driver import terminal_driver

    return terminal_driver(slow=bool(config.ascii))


class TerminalApp(CrashCapturingApp):
    """An app in the theme of the config, which restores the terminal at its end."""

    FIRST_COLOURS: ClassVar[Sequence[str]] = ()
    """The colours that styles of the first frame name, or empty for all; Textual takes 1 ms to read all of a theme."""

    _is_themed = False
    _has_all_colours = False
    _derived_for: Theme | None = None
    """The theme that `theme_variables` are of."""

    def __init__(self, config: Config) -> None:
        super().__init__(driver_class=_driver_class(config))
        self._config = config
        self.unsent_texts: dict[str, str] = {}
        """Unfinished texts in dialogs and searches, by their place."""
        for theme in OWN_THEMES:
            self.register_theme(theme)
        self._is_themed = True
        self.theme = theme_for(config.theme, self.console.color_system, sparing=bool(config.ascii))

    def on_load(self) -> None:
        """Handles signals that end the app."""
        if sys.platform != "win32":
            from orcus_tui.screen.terminal_driver import call_on_signal

            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                with suppress(RuntimeError, ValueError):  # outside the main thread, in tests
                    call_on_signal(number, partial(self.exit, return_code=SIGNAL_STATUS + number))

    def refresh_css(self, animate: bool = True) -> None:  # noqa: FBT001, FBT002  # as Textual has it
        """Reads the styles again in the colours of the theme, unless they have not been read yet."""
        if self.screen_stack:
            super().refresh_css(animate)
        else:
            self.stylesheet.set_variables(self.get_css_variables())

    def get_css_variables(self) -> dict[str, str]:
        """The colours that styles name, with faint texts made readable: those of the first frame until all are read.

        It is empty until the theme is known, since Textual reads them before that.
        """
        if not self._is_themed:
            return {}
        variables = self._colours
        if self.FIRST_COLOURS and not self._has_all_colours:
            return {name: variables[name] for name in self.FIRST_COLOURS}
        return variables | readable_variables(variables)

    def read_all_colours(self) -> None:
        """Gives the styles all colours, before those of anything but the first frame are read."""
        if self.FIRST_COLOURS and not self._has_all_colours:
            self._has_all_colours = True
            self.stylesheet.set_variables(self.get_css_variables())

    def push_screen(self, *arguments: Any, **options: Any) -> Any:
        """Opens a screen, after all colours are read."""
        self.read_all_colours()
        return super().push_screen(*arguments, **options)

    @property
    def _colours(self) -> dict[str, str]:
        """The colours of the current theme, those included that Textual derives."""
        theme = self.current_theme
        if self._derived_for is not theme:
            super().get_css_variables()  # which sets `theme_variables`
            self._derived_for = theme
        return self.theme_variables

    def palette(self) -> Palette:
        """The palette of the current theme."""
        colours, is_ascii = self._colours, bool(self._config.ascii)
        return Palette(self.current_theme, colours, self._config.sides, hue=not self.no_color, ascii=is_ascii)


class _Toast(Struct, frozen=True):
    text: str
    severity: SeverityLevel
    until: float


class Toasts:
    """The messages on the screen, by subject, each shown for the same time."""

    def __init__(self) -> None:
        self._shown: dict[str, _Toast] = {}

    def show(self, app: App[object], about: str, text: str, severity: SeverityLevel) -> None:
        """Shows a message, which replaces an earlier one about the same subject."""
        self._shown.pop(about, None)
        self._shown[about] = _Toast(text, severity, monotonic() + app.NOTIFICATION_TIMEOUT)
        self.show_again(app)

    def show_again(self, app: App[object]) -> None:
        """Shows unexpired messages again, for the rest of their time."""
        now = monotonic()
        self._shown = {key: each for key, each in self._shown.items() if each.until > now}
        app.clear_notifications()
        for each in self._shown.values():
            app.notify(each.text, severity=each.severity, timeout=each.until - now, markup=False)

    def remove(self, app: App[object], about: str) -> None:
        """Removes the message about a subject, if it is still shown."""
        if self._shown.pop(about, None):
            self.show_again(app)

    def clear(self, app: App[object]) -> None:
        """Removes all messages."""
        self._shown.clear()
        app.clear_notifications()
