"""A line to type in."""

from typing import Any

from textual.widgets import Input

from orcus_tui.screen.widgets.row import shown


class TypingLine(Input):
    """A line to type in, one row high; what is pasted or recalled into it can steer no terminal."""

    def __init__(self, **more: Any) -> None:
        super().__init__(select_on_focus=False, compact=True, **more)
        self.cursor_blink = False  # over a slow line a blinking cursor is traffic for nothing

    def validate_value(self, value: str) -> str:
        """The text, with a sign in place of whatever would steer a terminal."""
        return shown(value)
