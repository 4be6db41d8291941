"""The text input of the command line and the searches, one row high. Ghost text is in `fight/command_line.py`."""

from collections.abc import MutableMapping
from typing import Any, Protocol, cast

from textual import events
from textual.dom import DOMNode
from textual.message import Message
from textual.widgets import Input

from orcus_tui.screen.widgets.row import single_line


def on_first_row_of_footer(input_class: str) -> str:
    """The style of an input over the first row of the footer."""
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
    """A line to type in; pasted or recalled text cannot control the terminal.

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
        self.cursor_blink = False  # a blinking cursor wastes traffic over a slow connection

    def validate_value(self, value: str) -> str:
        """The text, with control characters replaced."""
        return single_line(value)

    def complete(self) -> bool:
        """Accepts the suggestion after the cursor; returns whether there was one."""
        before = self.value
        if self.cursor_at_end:
            self.action_cursor_right()
        return self.value != before

    def on_key(self, event: events.Key) -> None:
        """Requests the help for a `?` at the beginning of the line, since no command or name begins with it."""
        if event.character == "?" and not self.value:
            event.stop()
            event.prevent_default()
            self.post_message(self.HelpWanted(self.id or ""))


class _App(Protocol):
    unsent_texts: MutableMapping[str, str]


def unsent_texts(node: DOMNode) -> MutableMapping[str, str]:
    """The unfinished texts in the app of a widget or a screen, by place."""
    return cast("_App", node.app).unsent_texts


def with_hint(text: str, left: str) -> str:
    """A prompt, with a hint at the text that Up brings back, if any."""
    return f"{text}; ↑ brings back {left}" if left else text
