"""The search input of the log and of the text viewer; it searches while typing."""

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Input

from orcus_tui.screen.widgets.line_input import LineInput, on_first_row_of_footer, unsent_texts, with_hint
from orcus_tui.screen.widgets.styles import Palette


class SearchInput(LineInput):
    """The text to search for.

    Up goes to the match above, Down to the match below; Enter and Esc close the search. In an empty search, Up brings
    back the last search. `place` is its name in the help.
    """

    SCOPED_CSS = False  # its styles depend on a class of the screen
    DEFAULT_CSS = f"""
    {on_first_row_of_footer("SearchInput")}
    SearchInput {{
        display: none;
    }}
    .-searching SearchInput {{
        display: block;
    }}
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "search(-1)", show=False),
        Binding("down", "search(1)", show=False),
        Binding("escape,enter", "close", show=False),
    ]

    class Searched(Message):
        """A request to search for this text.

        `direction` is 0 while typing, else up (-1) or down (1) from the last match.
        """

        def __init__(self, text: str, direction: int) -> None:
            super().__init__()
            self.text = text
            self.direction = direction

    class Closed(Message):
        """The search is over."""

    def __init__(self, placeholder: str, palette: Palette, place: str) -> None:
        super().__init__(id="search-line", placeholder=placeholder)
        self._palette = palette
        self._place = place
        self._hint = placeholder

    def on_input_changed(self, event: Input.Changed) -> None:
        """Searches while typing."""
        event.stop()
        self.post_message(self.Searched(self.value, 0))

    def on_focus(self) -> None:
        """Shows the text that Up brings back, if any."""
        self.placeholder = self._palette.encode(with_hint(self._hint, unsent_texts(self).get(self._place, "")))

    def on_blur(self) -> None:
        """Closes the search on Tab or a click, but not when another window gets the focus."""
        if self.value:
            unsent_texts(self)[self._place] = self.value
        if self.app.app_focus:
            self.screen.remove_class("-searching")

    def action_search(self, direction: int) -> None:
        """Moves to the match above or below; up in an empty search brings back the last search."""
        if direction < 0 and not self.value:
            self.value = unsent_texts(self).get(self._place, "")
            self.action_end()
        else:
            self.post_message(self.Searched(self.value, direction))

    def action_close(self) -> None:
        """Closes the search."""
        self.post_message(self.Closed())
