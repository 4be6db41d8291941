"""A text input one row high, as the searches and the command line are. Ghost text is in `fight/command_line.py`."""

from typing import Any

from textual import events
from textual.message import Message
from textual.widgets import Input

from orcus_tui.screen.widgets.row import single_line


def on_first_row_of_footer(input_class: str) -> str:
    """The style of an input that lies on the first row of the footer, over what that says."""
    return f"""
    {input_class}.-textual-compact {{
        layer: above;
        dock: bottom;
        margin: 0 0 1 3;
        padding: 0 3 0 0;
        width: 1fr;
        height: 1;
        background: $background;
    }}
    """


class LineInput(Input):
    """A line to type in; what is pasted or recalled into it can steer no terminal.

    While it is empty, `?` asks for help. On a terminal without colours, placeholders and suggestions are dim.
    """

    DEFAULT_CSS = """
    LineInput:nocolor > .input--placeholder, LineInput:nocolor > .input--suggestion {
        text-style: dim;
    }
    """

    class HelpWanted(Message):
        """`?` was pressed before anything was typed."""

        def __init__(self, input_id: str) -> None:
            super().__init__()
            self.input_id = input_id

    def __init__(self, **options: Any) -> None:
        super().__init__(select_on_focus=False, compact=True, **options)
        self.cursor_blink = False  # over a slow connection a blinking cursor is wasted traffic

    def validate_value(self, value: str) -> str:
        """The text, with a sign in place of whatever would steer a terminal."""
        return single_line(value)

    def complete(self) -> bool:
        """Takes what is suggested after the cursor; returns whether there was something."""
        before = self.value
        if self.cursor_at_end:
            self.action_cursor_right()
        return self.value != before

    def on_key(self, event: events.Key) -> None:
        """Asks for help with a `?` that begins the line: no command and no name does."""
        if event.character == "?" and not self.value:
            event.stop()
            event.prevent_default()
            self.post_message(self.HelpWanted(self.id or ""))
