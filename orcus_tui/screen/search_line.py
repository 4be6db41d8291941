"""The line a text is searched with, in the log: found while it is typed, the last of them first."""

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Input


class SearchLine(Input):
    """What is searched for. Up goes to the one before, Down to the one after, Enter and Esc back to the log."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "look(-1)", show=False),
        Binding("down", "look(1)", show=False),
        Binding("escape,enter", "leave", show=False),
    ]

    class Looked(Message):
        """Search for this text: from the end, or in a direction from where the last was found."""

        def __init__(self, text: str, direction: int) -> None:
            super().__init__()
            self.text = text
            self.direction = direction

    class Left(Message):
        """The search is over."""

    def __init__(self) -> None:
        super().__init__(select_on_focus=False, compact=True, id="search-line", placeholder="search the log")
        self.cursor_blink = False  # over a slow line a blinking cursor is traffic for nothing

    def on_input_changed(self, event: Input.Changed) -> None:
        """Searches while it is typed."""
        event.stop()
        self.post_message(self.Looked(self.value, 0))

    def action_look(self, direction: int) -> None:
        """The one before or after."""
        self.post_message(self.Looked(self.value, direction))

    def action_leave(self) -> None:
        """Back to the log."""
        self.post_message(self.Left())
