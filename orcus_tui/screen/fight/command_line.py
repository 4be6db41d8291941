"""The command line: lines are typed, recalled, completed, and entered or cancelled.

`HistorySuggester` finds the ghost text after the cursor, the rest of an earlier line in grey. `hints` draws the rows
above the line; the preview in it is made by `session/ahead/preview.py`, the completions by `commands/completion.py`.
"""

from collections import deque
from collections.abc import Callable, Sequence
from itertools import islice
from typing import ClassVar, NamedTuple

from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message
from textual.reactive import Reactive
from textual.suggester import Suggester
from textual.widgets import Input

from orcus_tui.commands.completion import last_word
from orcus_tui.commands.context import Context
from orcus_tui.commands.reading import Reading, read_line
from orcus_tui.model.history import UndoInfo
from orcus_tui.screen.fight.hints import Completions, completions_of, hints
from orcus_tui.screen.fight.targeting import next_target
from orcus_tui.screen.widgets.line_input import LineInput, on_first_row_of_footer, with_hint
from orcus_tui.screen.widgets.row import Row, single_line

NAMES_BEGIN_WITH = ("@", '"')
"""The first characters of names and sets of creatures, apart from letters; digits begin dice and amounts."""


class PrefilledTargets(NamedTuple):
    """The text with which a line began, and the range of the targets that were filled in."""

    text: str
    start: int
    end: int


class ReplacedTargets(NamedTuple):
    """A line with replaced targets: the text before the cursor, and after it."""

    head: str
    tail: str


def replace_targets(reading: Reading, prefilled: PrefilledTargets) -> ReplacedTargets | None:
    """The line with the targets replaced by the name typed after them; None if no name was typed.

    A word counts as a name if it is not an amount, a condition or another word of the command. Blanks before
    it are ignored.
    """
    typed = reading.line.removeprefix(prefilled.text).lstrip(" ")
    name = typed.rstrip(" ")
    is_at_end = reading.line.startswith(prefilled.text) and reading.cursor == len(reading.line)
    may_be_name = name[:1].isalpha() or name.startswith(NAMES_BEGIN_WITH)
    if not is_at_end or not may_be_name or " " in name or not _is_unknown(reading):
        return None
    head = f"{prefilled.text[: prefilled.start]}{typed}"
    tail = prefilled.text[prefilled.end :].rstrip(" ")
    replaced = read_line(f"{head}{tail}", len(head), reading.context)
    return None if _is_unknown(replaced) else ReplacedTargets(head, tail)


def line_with_separate_damage(reading: Reading) -> str:
    """The line of an attack with a blank between die and damage, if both were typed as one number: `159`.

    It is empty for any other line.
    """
    is_attack = reading.grammar is not None and reading.grammar.verb.name == "attack"
    if not is_attack or not reading.is_wrong or reading.cursor != len(reading.line) or not reading.line[-1:].isdigit():
        return ""
    separated = f"{reading.line[:-1]} {reading.line[-1]}"
    return "" if read_line(separated, len(separated), reading.context).error else separated


def _is_unknown(reading: Reading) -> bool:
    """Whether the last word is wrong and no word begins with it."""
    begun = last_word(reading.line[: reading.cursor])
    return reading.is_wrong and not (begun and reading.candidates)


MAX_SUGGESTIONS_TRIED = 8
"""The most earlier lines that are tried, since many may name creatures of other fights."""

COMMAND, EXAMPLE = "a command", ", e.g. damage goblin 7"
"""The placeholder of an empty line if no event offers a line, and its ending if Up recalls nothing."""


WORDS_OF_ROLLS = frozenset({"face", "hit", "total"})
"""The words before numbers that were rolled."""


def _has_words(ending: str) -> bool:
    """Whether the rest of a line has words other than those of rolls."""
    return any(any(map(str.isalpha, word)) for word in ending.split() if word not in WORDS_OF_ROLLS)


class HistorySuggester(Suggester):
    """Suggests the rest of an earlier line that is valid in this fight, unless the rest is only rolls and numbers.

    Nobody rolls the same dice again, and ghost text next to the cursor looks as if it were typed.
    """

    def __init__(self, history: Sequence[str], get_context: Callable[[], Context]) -> None:
        super().__init__(use_cache=False, case_sensitive=True)  # the history grows
        self._history = history
        self._get_context = get_context

    async def get_suggestion(self, value: str) -> str | None:
        """The latest line that begins with the typed text and is valid in this fight."""
        context = self._get_context()
        lines = (single_line(line) for line in reversed(self._history) if line.startswith(value))
        worded = (line for line in lines if _has_words(line.removeprefix(value)))
        latest = islice(dict.fromkeys(worded), MAX_SUGGESTIONS_TRIED)
        return next((line for line in latest if not read_line(line, len(line), context).is_wrong), None)


class CommandLine(LineInput):
    """The line being typed. Its context is read at every key, because the fight continues.

    The text stays until it is entered or cancelled, even while something else has the focus.
    """

    SCOPED_CSS = False  # a screen that is too small takes no input
    DEFAULT_CSS = f"""
    {on_first_row_of_footer("CommandLine")}
    FightScreen.-too-small CommandLine {{
        display: none;
    }}
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "recall(-1)", show=False),
        Binding("down", "recall(1)", show=False),
        Binding("tab", "complete(1)", show=False),
        Binding("shift+tab", "complete(-1)", show=False),
        Binding("escape", "cancel", show=False),
    ]

    virtual_size: Reactive[Size] = Reactive(Size(0, 0))
    """Always one line high, so that typing never causes a new layout."""

    class Entered(Message):
        """A line to carry out, as it was read."""

        def __init__(self, reading: Reading) -> None:
            super().__init__()
            self.reading = reading

    class Pasted(Message):
        """Several lines were pasted: the number of lines left, and the next line to open, if any."""

        def __init__(self, count: int, next_line: str = "") -> None:
            super().__init__()
            self.count = count
            self.next_line = next_line

    class Cancelled(Message):
        """The command line was closed without a line."""

    class Edited(Message):
        """The line was edited by hand."""

    class HintsChanged(Message):
        """The hints above the line have changed."""

    def __init__(self, context: Callable[[], Context], undo_info: Callable[[], UndoInfo], history: list[str]) -> None:
        super().__init__(suggester=HistorySuggester(history, context), id="command-line")
        self._prompt = self._offered = ""
        self._get_context = context
        self._undo_info = undo_info
        self._history = history
        self._recalled: int | None = None
        self._typed = ""
        self._pasted: deque[str] = deque()
        self._discarded = ""
        self._prefilled = PrefilledTargets("", 0, 0)
        self._last_state = "", 0
        self._head = self._tail = ""
        self._completions = Completions()
        self._last_reading: Reading | None = None

    def show_prompt(self, prompt: str, offered: str) -> None:
        """Shows `prompt` while closed, and the offered line, if any, while open and empty."""
        self._prompt, self._offered = prompt, offered
        self._update_placeholder(is_open=self.has_focus)

    def _update_placeholder(self, *, is_open: bool) -> None:
        example = COMMAND if self._discarded else f"{COMMAND}{EXAMPLE}"
        when_open = f"{self._offered}  (Tab accepts it)" if self._offered else example
        self.placeholder = single_line(with_hint(when_open, self._discarded) if is_open else self._prompt)

    def begin(self, text: str, targets: tuple[int, int] = (0, 0), tail: str = "") -> None:
        """Opens with a text and the cursor before `tail`; `targets` is the range that a key filled in."""
        self._discard()
        self._recalled = None
        self._prefilled = PrefilledTargets(text, *targets)
        self._set_text(text, tail)
        self._update_hints()

    def _set_text(self, text: str, tail: str = "") -> None:
        """Sets the text, with the cursor before its tail."""
        with self.prevent(Input.Changed):
            self.value = text + tail
        cursor = len(self.value) - len(tail)
        self._last_state = self.value, cursor
        self.cursor_position = cursor

    def _clear(self) -> None:
        self._set_text("")
        self._completions = Completions()

    def on_paste(self, event: events.Paste) -> None:
        """Inserts the first of several lines; each further line follows when the previous line is done."""
        first, *others = [line.strip() for line in event.text.splitlines() if line.strip()] or [""]
        if others:
            event.stop()
            event.prevent_default()
            self.insert_text_at_cursor(first)
            self._pasted.extend(others)
            self.post_message(self.Pasted(len(others)))

    def begin_next_pasted(self) -> None:
        """Opens the next pasted line, if any."""
        if self._pasted:
            line = self._pasted.popleft()
            self.post_message(self.Pasted(len(self._pasted), line))

    def insert_text_at_cursor(self, text: str) -> None:
        """Inserts text; a comma follows the last word directly, since a key or a completion has put a space there."""
        cursor = self.cursor_position
        if text == "," and self.value[:cursor].endswith(" ") and self.value[:cursor].strip():
            self.replace(text, cursor - 1, cursor)
        else:
            super().insert_text_at_cursor(text)

    # The hints above it

    def on_input_changed(self, event: Input.Changed) -> None:
        """Typing ends a recall or a completion."""
        event.stop()
        self._recalled = None
        self.post_message(self.Edited())
        self._rewrite()
        self._update_hints()

    def _rewrite(self) -> None:
        """Replaces filled-in targets with a name typed after them, and separates a die from its damage."""
        if separated := line_with_separate_damage(self._reading()):
            self._set_text(separated)
        if self._prefilled.end and (replaced := replace_targets(self._reading(), self._prefilled)):
            self._prefilled = PrefilledTargets("", 0, 0)
            self._set_text(*replaced)

    def watch_selection(self) -> None:
        """Completes another word when the cursor moves."""
        value, cursor = self._last_state
        if value == self.value and cursor != self.cursor_position:
            self._update_hints()

    def watch_scroll_x(self, old_value: float, new_value: float) -> None:
        """The caret under an error scrolls with the line."""
        super().watch_scroll_x(old_value, new_value)
        self.show_hints()

    def _reading(self) -> Reading:
        """The line as read, cached while the line, the cursor and the fight stay the same."""
        context, last = self._get_context(), self._last_reading
        at = self.value, self.cursor_position
        if last is None or (last.line, last.cursor) != at or not last.is_against(context):
            last = self._last_reading = read_line(*at, context)
        return last

    def _update_hints(self) -> None:
        """Completes the text before the cursor and keeps the text after it."""
        cursor = self.cursor_position
        self._last_state = self.value, cursor
        self._head, self._tail = self.value[:cursor], self.value[cursor:]
        self._completions = completions_of(self._reading())
        self.show_hints()

    def show_hints(self) -> None:
        """Requests a redraw of the hints."""
        self.post_message(self.HintsChanged())

    def hints(self, size: Size) -> list[Row]:
        """The rows above the line: usage, completions, and a preview or an error."""
        return hints(self._reading(), round(self.scroll_x), self._completions, self._undo_info(), size)

    def on_focus(self) -> None:
        """Shows the hints."""
        self._update_placeholder(is_open=True)
        self.show_hints()

    def on_blur(self) -> None:
        """Hides the hints; the text stays, to be continued."""
        self._update_placeholder(is_open=False)
        self.show_hints()

    # Keys

    def _aim_at_next_target(self) -> bool:
        """Fills in the next target; returns False if no single target is filled in, or more is typed."""
        text, start, end = self._prefilled
        head, tail = self.value[: self.cursor_position], self.value[self.cursor_position :]
        target = next_target(self._get_context().view, text[start:end])
        if head != text or not target:
            return False
        self.begin(f"{text[:start]}{target}{text[end:]}", (start, start + len(target)), tail)
        return True

    def action_recall(self, by: int) -> None:
        """Recalls an earlier or later line of the history that begins with the typed text.

        Where a key has filled in a target, and nothing is typed yet, down goes to the next target instead.
        """
        if by > 0 and self._recalled is None and self._aim_at_next_target():
            return
        if self._recalled is None:
            self._typed = self.value
        lines = (*self._history, self._discarded) if self._discarded else self._history
        matching = [line for line in lines if line.startswith(self._typed)]
        at = len(matching) if self._recalled is None else self._recalled
        at += by
        if not 0 <= at <= len(matching):
            return
        self._recalled = at if at < len(matching) else None
        self._set_text(matching[at] if at < len(matching) else self._typed)
        self._completions = Completions()
        self.show_hints()

    def action_complete(self, by: int) -> None:
        """Replaces the word at the cursor with the next completion; accepts the completion if it is the only one."""
        if not self.value and self._offered:
            self.begin(self._offered)
            return
        if not self._completions.candidates:
            self._completions = completions_of(self._reading())
        candidates, before = self._completions.candidates, self._completions.chosen
        if not candidates:
            return
        last = len(candidates) - 1
        at = (0 if by > 0 else last) if before is None else (before + by) % (last + 1)
        self._completions = Completions(candidates, at)
        chosen = candidates[at]
        before_word = self._head[: len(self._head) - len(last_word(self._head))]
        self._set_text(f"{before_word}{chosen.text} ", self._tail.removeprefix(" "))
        if last == 0:
            self._update_hints()
        else:
            self.show_hints()

    def action_cursor_right(self, select: bool = False) -> None:  # noqa: FBT001, FBT002  # as Textual has it
        """Moves right; on an empty line, accepts the offered line."""
        if self._offered and not self.value:
            self.begin(self._offered)
        else:
            super().action_cursor_right(select)

    def _discard(self) -> None:
        """Keeps a cancelled line, so that it is recalled first."""
        if self.value.strip() and self.value != self._prefilled.text:
            self._discarded = self.value

    def action_cancel(self) -> None:
        """Goes back to the fight; the text can be recalled, but further pasted lines are dropped."""
        self._discard()
        self._pasted.clear()
        self._clear()
        self.post_message(self.Cancelled())

    async def action_submit(self) -> None:
        """Enters the line; if it has an error, shows the error in place of completions that would hide it."""
        self._rewrite()  # Enter may be handled before the message about the last letter
        reading = self._reading()
        if not self.value.strip():
            self.action_cancel()
        elif not reading.is_wrong:
            self._discarded = ""
            self._clear()
            self.post_message(self.Entered(reading))
        else:
            self._completions = Completions()
            self.show_hints()
