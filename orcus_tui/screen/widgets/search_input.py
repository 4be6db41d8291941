"""The input a text is searched with, in the log or the text viewer; matches are found while typing."""

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Input

from orcus_tui.screen.widgets.line_input import LineInput


class SearchInput(LineInput):
    """The text to search for. Up goes to the match above, Down to the one below, Enter and Esc close it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "search(-1)", show=False),
        Binding("down", "search(1)", show=False),
        Binding("escape,enter", "close", show=False),
    ]

    class Searched(Message):
        """Search for this text: `direction` is 0 while typing, else up (-1) or down (1) from the last match."""

        def __init__(self, text: str, direction: int) -> None:
            super().__init__()
            self.text = text
            self.direction = direction

    class Closed(Message):
        """The search is over."""

    def __init__(self, placeholder: str) -> None:
        super().__init__(id="search-line", placeholder=placeholder)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Searches while typing."""
        event.stop()
        self.post_message(self.Searched(self.value, 0))

    def on_blur(self) -> None:
        """Tab or the mouse closes it; a look at another window leaves it open."""
        if self.app.app_focus:
            self.screen.remove_class("-searching")

    def action_search(self, direction: int) -> None:
        """Goes to the match above or below."""
        self.post_message(self.Searched(self.value, direction))

    def action_close(self) -> None:
        """Closes the search."""
        self.post_message(self.Closed())
