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
from orcus_tui.commands.reading import Reading, last_word, read_line
from orcus_tui.screen.fight.hints import Offered, hints, offers
from orcus_tui.screen.widgets.line_input import TypingLine
from orcus_tui.screen.widgets.row import Line, shown
from orcus_tui.session.preview import Steps


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
    """Where lines are typed. What they are read against is asked for with every key, since the fight goes on.

    What is typed stays until it is said or left with Esc, also while something else has the focus.
    """

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
        """A line to be carried out, as it was read."""

        def __init__(self, reading: Reading) -> None:
            super().__init__()
            self.reading = reading

    class Left(Message):
        """The command line was left, nothing being said."""

    class Helped(Message):
        """What helps with the line is other now."""

    def __init__(
        self,
        read_against: Callable[[], Context],
        steps: Callable[[], Steps],
        history: list[str],
    ) -> None:
        super().__init__(suggester=FromHistory(history), id="command-line", placeholder=": types a command")
        self._read_against = read_against
        self._steps = steps
        self._history = history
        self._recalled: int | None = None
        self._typed = ""
        self._now_at = "", 0
        self._head = self._tail = ""
        self._offered = Offered()
        self._last_reading: Reading | None = None

    def begin(self, text: str) -> None:
        """Opens with a text, the cursor behind it."""
        self._recalled = None
        self._take(text)
        self._offer()

    def _take(self, text: str, tail: str = "") -> None:
        """Puts a text into the line, the cursor before its tail."""
        with self.prevent(Input.Changed):
            self.value = text + tail
        cursor = len(self.value) - len(tail)
        self._now_at = self.value, cursor
        self.cursor_position = cursor

    def _clear(self) -> None:
        self._take("")
        self._offered = Offered()

    # What stands above it

    def on_input_changed(self, event: Input.Changed) -> None:
        """Typing makes all that was recalled or completed the person's own."""
        event.stop()
        self._recalled = None
        self._offer()

    def watch_selection(self) -> None:
        """Where the cursor goes elsewhere, something else can be completed."""
        value, cursor = self._now_at
        if value == self.value and cursor != self.cursor_position:
            self._offer()

    def watch_scroll_x(self, old_value: float, new_value: float) -> None:
        """What is wrong is pointed at where it is now."""
        super().watch_scroll_x(old_value, new_value)
        self.show_hints()

    def _reading(self) -> Reading:
        """The line as it is, read once for as long as it, the cursor and the fight stay the same."""
        context, last = self._read_against(), self._last_reading
        at = self.value, self.cursor_position
        if last is None or (last.line, last.cursor) != at or not last.is_against(context):
            last = self._last_reading = read_line(*at, context)
        return last

    def _offer(self) -> None:
        """What could come at the cursor; what stands behind it stays."""
        cursor = self.cursor_position
        self._now_at = self.value, cursor
        self._head, self._tail = self.value[:cursor], self.value[cursor:]
        self._offered = offers(self._reading())
        self.show_hints()

    def show_hints(self) -> None:
        """Has what helps with the line drawn again."""
        self.post_message(self.Helped())

    def hints(self, size: Size) -> list[Line]:
        """What helps with the line: usage, candidates, what Enter would do, what is wrong."""
        return hints(self._reading(), round(self.scroll_x), self._offered, self._steps(), size)

    def on_focus(self) -> None:
        """It was entered."""
        self.show_hints()

    def on_blur(self) -> None:
        """It was left, by a click or for another window: what is typed stays, to be gone on with."""
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
        before_word = self._head[: len(self._head) - len(last_word(self._head))]
        self._take(f"{before_word}{chosen.text} ", self._tail.removeprefix(" "))
        if last == 0:
            self._offer()
        else:
            self.show_hints()

    def action_leave(self) -> None:
        """Back to the fight; what was typed is gone."""
        self._clear()
        self.post_message(self.Left())

    async def action_submit(self) -> None:
        """Says the line, where nothing is wrong with it."""
        reading = self._reading()
        if not self.value.strip():
            self.action_leave()
        elif not reading.is_wrong:
            self._clear()
            self.post_message(self.Said(reading))
