"""The text that stat blocks are pasted into."""

import re
from typing import Any

from textual import events
from textual.message import Message
from textual.widgets import TextArea
from textual.widgets.text_area import Edit, EditResult

from orcus_tui.model.text import printable

LONGEST = 500_000
"""Signs that can be pasted: what is longer is slow to draw, and is better read from its file."""


class PastedText(TextArea):
    """A text of several lines; what is pasted into it can steer no terminal."""

    class TooLong(Message):
        """What was pasted is too long, and was not taken."""

    def __init__(self, **more: Any) -> None:
        super().__init__(show_line_numbers=True, **more)
        self.cursor_blink = False  # as in a line that is typed in

    def edit(self, edit: Edit) -> EditResult:
        """Changes the text, with a sign in place of whatever would steer a terminal."""
        edit.text = printable(re.sub(r"\r\n?", "\n", edit.text))
        return super().edit(edit)

    async def _on_paste(self, event: events.Paste) -> None:
        if len(self.text) + len(event.text) > LONGEST:
            event.prevent_default()
            event.stop()
            self.post_message(self.TooLong())
