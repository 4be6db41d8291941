"""A text input one row high, as the searches and the command line are. Ghost text is in `fight/command_line.py`."""

from typing import Any

from textual.widgets import Input

from orcus_tui.screen.widgets.row import single_line


class LineInput(Input):
    """A line to type in; what is pasted or recalled into it can steer no terminal."""

    def __init__(self, **options: Any) -> None:
        super().__init__(select_on_focus=False, compact=True, **options)
        self.cursor_blink = False  # over a slow connection a blinking cursor is wasted traffic

    def validate_value(self, value: str) -> str:
        """The text, with a sign in place of whatever would steer a terminal."""
        return single_line(value)
