"""The line a text is searched with, in the log or in what is read: found while it is typed."""

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Input

from orcus_tui.screen.widgets.line_input import TypingLine


class SearchLine(TypingLine):
    """What is searched for. Up goes to the one before, Down to the one after, Enter and Esc leave it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "look(-1)", show=False),
        Binding("down", "look(1)", show=False),
        Binding("escape,enter", "leave", show=False),
    ]

    class Looked(Message):
        """Search for this text: while it is typed, or in a direction from where the last was found."""

        def __init__(self, text: str, direction: int) -> None:
            super().__init__()
            self.text = text
            self.direction = direction

    class Left(Message):
        """The search is over."""

    def __init__(self, what: str) -> None:
        super().__init__(id="search-line", placeholder=what)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Searches while it is typed."""
        event.stop()
        self.post_message(self.Looked(self.value, 0))

    def on_blur(self) -> None:
        """It was left by Tab or the mouse; a look at another window leaves it open."""
        if self.app.app_focus:
            self.screen.remove_class("-searching")

    def action_look(self, direction: int) -> None:
        """The one before or after."""
        self.post_message(self.Looked(self.value, direction))

    def action_leave(self) -> None:
        """The search is over."""
        self.post_message(self.Left())
