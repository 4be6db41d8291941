"""The text area that stat blocks are pasted into."""

from typing import Any

from textual import events
from textual.message import Message
from textual.widgets import TextArea
from textual.widgets.text_area import Edit, EditResult

from orcus_tui.importers.sources import dropped_files
from orcus_tui.model.text import printable_lines

LONGEST = 500_000
"""The most characters that can be pasted: a longer text is slow to draw, and is better read from its file."""


def refusal(text: str, pasted: str) -> str:
    """Why a text is too long to be pasted, or an empty string."""
    if len(text) + len(pasted) <= LONGEST:
        return ""
    return "too long to paste: save it as a file, and name the file above"


class PasteArea(TextArea):
    """A text of several lines, without control characters."""

    class TooLong(Message):
        """The pasted text is too long and was refused; `why` says what to do instead."""

        def __init__(self, why: str) -> None:
            self.why = why
            super().__init__()

    def __init__(self, **options: Any) -> None:
        super().__init__(show_line_numbers=True, **options)
        self.cursor_blink = False  # over a slow connection a blinking cursor is wasted traffic

    def edit(self, edit: Edit) -> EditResult:
        """Changes the text, with control characters replaced."""
        edit.text = printable_lines(edit.text)
        return super().edit(edit)

    def on_paste(self, event: events.Paste) -> None:
        """Refuses a text that is too long, and replaces the text by dropped files."""
        if dropped_files(event.text):
            self.clear()
        if why := refusal(self.text, event.text):
            event.prevent_default()
            event.stop()
            self.post_message(self.TooLong(why))
