"""The parts of Textual outside its public interface that the tracker uses, with the reasons.

No other module uses such a part. `pyproject.toml` allows only patch releases of Textual, and a test fails if a release
lacks one of `PRIVATE_PARTS`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from rich.color import Color as RichColor
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual._context import active_message_pump
from textual._xterm_parser import XTermParser
from textual.app import App, ScreenError
from textual.color import Color
from textual.css.query import QueryError
from textual.dom import DOMNode
from textual.filter import LineFilter
from textual.message_pump import MessagePump
from textual.messages import Update
from textual.screen import Screen
from textual.widget import MountError, Widget
from textual.worker import WorkerFailed, get_current_worker

from orcus_tui.model.text import printable_lines

if TYPE_CHECKING:
    from textual.geometry import Region
    from textual.message import Message
    from textual.timer import Timer


class PrivatePart(Struct, frozen=True):
    """A name that Textual does not promise, and why the tracker needs it.

    `owner` is a module of Textual, or a class as `module:class`; the name is a member of it, or set by its methods.
    """

    owner: str
    name: str
    reason: str


PRIVATE_PARTS = (
    PrivatePart("textual.messages", "Update", "widgets that change together are painted together, without delay"),
    PrivatePart("textual.app:App", "_handle_exception", "a crash is kept for the caller, who writes a report"),
    PrivatePart("textual.screen:Screen", "_extend_compose", "messages and tooltips are mounted after the first frame"),
    PrivatePart("textual._context", "active_message_pump", "an error on a screen that was left is not a crash"),
    PrivatePart("textual._xterm_parser", "XTermParser", "the keys of every terminal; Textual has no public parser"),
)


def request_paint(widget: Widget) -> None:
    """Paints a widget now instead of at its next idle moment, so that related changes appear together."""
    widget.screen.post_message(Update(widget))


class InputParser:
    """Parses terminal input; a report that cannot be parsed is dropped."""

    def __init__(self) -> None:
        self._parser = XTermParser()

    def parse(self, text: str) -> Iterator[Message]:
        """Yields the messages of the next characters, including an Escape key that was pressed alone."""
        for character in text:
            try:
                yield from self._parser.feed(character)
            except (ValueError, ArithmeticError):  # numbers that are too large, or text instead of numbers
                self._parser = XTermParser()
        yield from self._parser.tick()


# Timers

ONE_SHOT = "one-shot"
"""The name of a timer that calls once."""


class ReliableTimers(MessagePump):
    """A message pump whose timers fire even if the machine is too busy to call them in time.

    Textual's own timer skips a call that is overdue, and a timer with one call then never calls: the app would keep the
    old size of the terminal. An interval only skips to its next call.
    """

    def set_timer(
        self, delay: float, callback: Callable[[], Any] | None = None, *, name: str | None = None, pause: bool = False
    ) -> Timer:
        """Calls back once, after `delay` seconds or later."""
        if callback is None or not delay:
            return super().set_timer(delay, callback, name=name, pause=pause)

        calls = [callback]

        def call_once() -> None:
            timer.stop()
            if calls:  # a late interval can fire again before it is stopped
                self.call_next(calls.pop())

        timer = self.set_interval(delay, call_once, name=name or ONE_SHOT, pause=pause)
        return timer


# Screens

MESSAGE_STYLES = Path(__file__).with_name("messages.tcss")


class BareScreen(ReliableTimers, Screen[None], inherit_css=False):
    """A screen whose first frame does not wait for Textual's own widgets, the messages and tooltips.

    It has no styles but its own, so that those of Textual's screens need not be read either.
    """

    def __init__(self) -> None:
        super().__init__()
        self._own_widgets: list[Widget] = []

    def _extend_compose(self, widgets: list[Widget]) -> None:  # noqa: ARG002  # as Textual has it
        super()._extend_compose(self._own_widgets)

    def mount_own_widgets(self) -> None:
        """Mounts Textual's own widgets, once, after their styles are read."""
        if isinstance(self.app, CrashCapturingApp):
            self.app.read_all_colours()
        self.app.stylesheet.read(MESSAGE_STYLES)
        if self.app.screen is not self:  # a key has opened another screen already
            self.app.refresh_css(animate=False)
        self.mount_all(self._own_widgets, before=0)
        self._own_widgets = []


# Crashes

SCREEN_LEFT = (MountError, QueryError, ScreenError)
"""Raised by a timer, message or result that arrives when its screen is closing or gone."""


class CrashCapturingApp(ReliableTimers, App[None], inherit_css=False):
    """An app that exits at its first crash without printing it; `crash` keeps the error for the caller.

    It has no styles of Textual's, which are for parts that it does not have.
    """

    crash: Exception | None = None

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.is_exiting = False
        self.error_console = Console(quiet=True)
        self._colour_filters = [ColourRemover()]

    def urgent_regions(self) -> Sequence[Region]:
        """The parts of the screen to send first over a slow line, most urgent first."""
        return ()

    def read_all_colours(self) -> None:
        """Prepares for styles that name any colour of the theme; an app may begin with fewer."""

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Removes all colours with NO_COLOR; Textual's own filter leaves greys."""
        return self._colour_filters if self.no_color else super().get_line_filters()

    def exit(self, *arguments: Any, **options: Any) -> None:
        """Exits the app."""
        self.is_exiting = True
        super().exit(*arguments, **options)

    async def on_event(self, event: events.Event) -> None:
        """Passes on an event; removes control characters from a paste."""
        if isinstance(event, events.Paste):
            event.text = printable_lines(event.text)
        await super().on_event(event)

    def _handle_exception(self, error: Exception) -> None:
        cause = error.error if isinstance(error, WorkerFailed) else error
        if isinstance(cause, SCREEN_LEFT) and (self.is_exiting or self._is_closed(_origin_of(error))):
            return
        self.crash = self.crash or error
        super()._handle_exception(error)

    def _is_closed(self, node: MessagePump) -> bool:
        """Whether a node is not on any open screen."""
        if not isinstance(node, DOMNode) or node is self:
            return False
        return not any(each in self.screen_stack for each in node.ancestors_with_self)


def _origin_of(error: Exception) -> MessagePump:
    """The node that raised an error, or whose worker failed."""
    return get_current_worker().node if isinstance(error, WorkerFailed) else active_message_pump.get()


# Colours


class ColourRemover(LineFilter):
    """Removes all colours; text that stood out by its background is reversed."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The segments as a terminal without colours shows them."""
        is_dark = background.brightness < MIDDLE_BRIGHTNESS
        return [
            Segment(text, style and without_colour(style, is_dark=is_dark), control)
            for text, style, control in segments
        ]


MIDDLE_BRIGHTNESS = 0.5
"""The brightness between dark and light colours."""


@lru_cache(maxsize=1024)
def without_colour(style: Style, *, is_dark: bool) -> Style:
    """A style without colours, reversed if its background is that of the opposite kind of theme."""
    text, background = style.color, style.bgcolor
    stands_out = bool(
        text
        and background
        and not text.is_default
        and not background.is_default
        and _is_lighter(background, text) == is_dark
    )
    return style.without_color + Style(reverse=stands_out != bool(style.reverse))


def _is_lighter(one: RichColor, other: RichColor) -> bool:
    return Color.from_rich_color(one).brightness > Color.from_rich_color(other).brightness
