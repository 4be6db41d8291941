"""The command line: a line is typed, recalled, completed, and said or left."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message
from textual.reactive import Reactive
from textual.suggester import Suggester
from textual.widgets import Input

from orcus_tui.commands.context import Context
from orcus_tui.screen.hints import Offered, Steps, error_in, hints, offers
from orcus_tui.screen.line import Line, shown
from orcus_tui.screen.typing_line import TypingLine


class FromHistory(Suggester):
    """Goes on with what is typed as it was typed last time."""

    def __init__(self, history: Sequence[str]) -> None:
        super().__init__(use_cache=False, case_sensitive=True)  # the history grows
        self._history = history

    async def get_suggestion(self, value: str) -> str | None:
        """The latest line that begins so."""
        lines = (shown(line) for line in reversed(self._history) if line.startswith(value) and line != value)
        return next(lines, None)


class CommandLine(TypingLine):
    """Where lines are typed. What they are read against is asked for with every key, since the fight goes on."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "recall(-1)", show=False),
        Binding("down", "recall(1)", show=False),
        Binding("tab", "complete(1)", show=False),
        Binding("shift+tab", "complete(-1)", show=False),
        Binding("escape", "leave", show=False),
    ]

    virtual_size: Reactive[Size] = Reactive(Size(0, 0))
    """One line high whatever is typed: no letter lays the screen out anew."""

    class Said(Message):
        """A line to be carried out."""

        def __init__(self, line: str) -> None:
            super().__init__()
            self.line = line

    class Left(Message):
        """The command line was left, nothing being said."""

    class Helped(Message):
        """What helps with the line is other now."""

    def __init__(self, read_against: Callable[[], Context], steps: Callable[[], Steps], history: list[str]) -> None:
        super().__init__(suggester=FromHistory(history), id="command-line", placeholder=": types a command")
        self._read_against = read_against
        self._steps = steps
        self._history = history
        self._recalled: int | None = None
        self._typed = ""
        self._offered = Offered()

    def begin(self, text: str) -> None:
        """Opens with a text, the cursor behind it."""
        self._recalled = None
        self._take(text)
        self._offer()

    def _take(self, text: str) -> None:
        with self.prevent(Input.Changed):
            self.value = text
        self.cursor_position = len(text)

    # What stands above it

    def on_input_changed(self, event: Input.Changed) -> None:
        """Typing makes all that was recalled or completed the person's own."""
        event.stop()
        self._recalled = None
        self._offer()

    def _offer(self) -> None:
        self._typed = self.value
        self._offered = offers(self._typed, self._read_against())
        self.show_hints()

    def show_hints(self) -> None:
        """Has what helps with the line drawn again."""
        self.post_message(self.Helped())

    def hints(self, size: Size) -> list[Line]:
        """What helps with the line: usage, candidates, what Enter would do, what is wrong."""
        return hints(self.value, self._read_against(), self._offered, self._steps(), size)

    def on_focus(self) -> None:
        """It was entered."""
        self.show_hints()

    def on_blur(self) -> None:
        """It was left; what was typed is gone, unless it is only that another window is looked at."""
        if self.app.app_focus:
            self._take("")
        self.show_hints()

    # Keys

    def action_recall(self, by: int) -> None:
        """An earlier or later line of the history that begins as what was typed."""
        if self._recalled is None:
            self._typed = self.value
        fitting = [line for line in self._history if line.startswith(self._typed)]
        at = len(fitting) if self._recalled is None else self._recalled
        at += by
        if not 0 <= at <= len(fitting):
            return
        self._recalled = at if at < len(fitting) else None
        self._take(fitting[at] if at < len(fitting) else self._typed)
        self._offered = Offered()
        self.show_hints()

    def action_complete(self, by: int) -> None:
        """The next candidate in place of the word that is typed; the only one for good."""
        candidates, before = self._offered.candidates, self._offered.chosen
        if not candidates:
            return
        last = len(candidates) - 1
        at = (0 if by > 0 else last) if before is None else (before + by) % (last + 1)
        self._offered = Offered(candidates, at)
        chosen = candidates[at]
        self._take(self._typed[: len(self._typed) - word_length(self._typed)] + chosen.text + " ")
        if last == 0:
            self._offer()
        else:
            self.show_hints()

    def action_leave(self) -> None:
        """Back to the fight."""
        self.post_message(self.Left())

    async def action_submit(self) -> None:
        """Says the line, where nothing is wrong with it."""
        if not self.value.strip():
            self.post_message(self.Left())
        elif error_in(self.value, self._read_against()) is None:
            self.post_message(self.Said(self.value.strip()))


def word_length(text: str) -> int:
    """How long the word at the end of a text is."""
    from orcus_tui.commands.complete import _LAST_WORD

    found = _LAST_WORD.search(text)
    return len(found.group()) if found else 0
