"""Everything the tracker uses of Textual beyond its public interface, each part with the reason.

No other module touches such a part. `pyproject.toml` takes patch releases of Textual only, and a test fails when a
release lacks one of `PRIVATE_PARTS`.
"""

from __future__ import annotations

import asyncio
import codecs
import errno
import os
import re
import signal
import sys
import time
from collections.abc import Callable
from functools import lru_cache
from typing import IO, TYPE_CHECKING, Any, cast

from msgspec import Struct
from rich.color import Color as RichColor
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual._context import active_message_pump
from textual._xterm_parser import XTermParser
from textual.app import App, ScreenError
from textual.color import Color
from textual.command import CommandList, CommandPalette
from textual.css.query import QueryError
from textual.dom import DOMNode
from textual.errors import NoWidget
from textual.filter import LineFilter
from textual.geometry import Size
from textual.keys import Keys
from textual.message_pump import MessagePump
from textual.messages import Update
from textual.widget import MountError
from textual.worker import WorkerFailed, get_current_worker

from orcus_tui.model.text import printable_lines
from orcus_tui.screen.signals import call_on_signal

if TYPE_CHECKING:
    from textual.driver import Driver
    from textual.message import Message
    from textual.timer import Timer
    from textual.widget import Widget

    from orcus_tui.screen.changed_cells import Urgency


class PrivatePart(Struct, frozen=True):
    """A name that Textual does not promise, where it stands, and why the tracker needs it.

    `owner` is a class of Textual, as `module:class`; the name is a member of it, or set in one of its methods.
    """

    owner: str
    name: str
    reason: str


PRIVATE_PARTS = (
    PrivatePart("textual.messages:Update", "widget", "what changes together is painted together, at once"),
    PrivatePart("textual.timer:Timer", "_skip", "what is to be called once is called on a busy machine too"),
    PrivatePart("textual.app:App", "_handle_exception", "a crash is kept for the caller, who writes a report"),
    PrivatePart("textual.app:App", "_exit", "a timer that fires while the screen is being left is no crash"),
    PrivatePart("textual.app:App", "_exit_renderables", "a crash prints no traceback over the terminal"),
    PrivatePart("textual.app:App", "_filters", "without colours no grey is sent either, which is one"),
    PrivatePart("textual.message_pump:MessagePump", "_context", "what reaches a screen that was left is no crash"),
    PrivatePart("textual.command:CommandPalette", "_action_command_list", "pages in a list that has no room yet"),
    PrivatePart("textual._xterm_parser:XTermParser", "_parse_extended_key", "a key reported wrongly is no crash"),
    PrivatePart("textual.drivers.linux_driver:LinuxDriver", "_app", "a closed terminal ends the app"),
    PrivatePart("textual.drivers.linux_driver:LinuxDriver", "_file", "writing to a closed terminal is no crash"),
    PrivatePart("textual.driver:Driver", "_loop", "over a slow line the rest of a picture is sent later"),
    PrivatePart("textual.drivers.linux_driver:LinuxDriver", "fileno", "whether the terminal is closed is asked of it"),
    PrivatePart("textual.drivers.linux_driver:LinuxDriver", "exit_event", "reading ends with the app"),
    PrivatePart("textual.drivers.linux_driver:LinuxDriver", "run_input_thread", "bytes that are no text end no paste"),
    PrivatePart("textual.drivers.linux_driver:LinuxDriver", "_get_terminal_size", "the size after many fast resizes"),
    PrivatePart("textual.drivers.linux_driver:LinuxDriver", "_in_band_window_resize", "resizes must not arrive twice"),
    PrivatePart("textual.drivers.linux_driver:LinuxDriver", "_sigtstp_application", "suspended between two writes"),
    PrivatePart("textual.drivers.linux_driver:LinuxDriver", "_must_signal_resume", "SIGCONT without a SIGTSTP"),
    PrivatePart("textual.drivers.linux_driver:LinuxDriver", "_sigcont_application", "SIGCONT without a SIGTSTP"),
)


def request_paint(widget: Widget) -> None:
    """Has a widget painted now instead of when it is next idle, so that what changes together is painted together."""
    widget.screen.post_message(Update(widget))


_set_timer = MessagePump.set_timer


def _set_sure_timer(pump: MessagePump, *arguments: Any, **options: Any) -> Timer:
    """A timer that calls back once, however late.

    Where the machine was busy, Textual skips a call whose time is over; a timer with one call then never calls. The
    app waits for such a timer to take another size of the terminal, and would keep the old size for ever.
    """
    timer = _set_timer(pump, *arguments, **options)
    timer._skip = False
    return timer


# Textual sets most of its timers itself: there is no other way to give them this.
MessagePump.set_timer = _set_sure_timer  # type: ignore[method-assign, assignment]


# Screens


class SteadyPalette(CommandPalette):
    """Textual's command palette, whose list may be paged through before it is drawn, and which any click may hit."""

    def on_click(self, event: events.Click) -> None:
        """Leaves out a click that no widget is under, as when the terminal has just become smaller."""
        # Textual asks for that widget, and ends the app where there is none.
        try:
            self.get_widget_at(event.screen_x, event.screen_y)
        except NoWidget:
            event.prevent_default()

    def _action_command_list(self, action: str) -> None:
        # A page is as many lines as the list has room for; without room Textual looks for a line that is not there.
        if self.query_one(CommandList).scrollable_content_region or not action.startswith("page"):
            super()._action_command_list(action)


# Crashes

SCREEN_LEFT = (MountError, QueryError, ScreenError)
"""What a timer, a message or a result raises that arrives when its screen is being left, or is gone."""


class QuietApp(App[None]):
    """An app that ends at its first crash without printing it; `crash` keeps it for the caller."""

    crash: Exception | None = None

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        if self.no_color:
            self._filters[:] = [WithoutColour()]

    def urgency(self) -> Urgency:
        """Where a key is answered, and what comes next: over a slow line that is sent before the rest."""
        from orcus_tui.screen.changed_cells import EQUAL  # asked only on a slow line

        return EQUAL

    async def on_event(self, event: events.Event) -> None:
        """Passes on what happens. Nothing that is pasted steers the terminal, whatever takes it."""
        if isinstance(event, events.Paste):
            event.text = printable_lines(event.text)
        await super().on_event(event)

    def _handle_exception(self, error: Exception) -> None:
        cause = error.error if isinstance(error, WorkerFailed) else error
        if isinstance(cause, SCREEN_LEFT) and (self._exit or self._is_gone(_origin_of(error))):
            return
        self.crash = self.crash or error
        super()._handle_exception(error)
        self._exit_renderables.clear()

    def _is_gone(self, node: MessagePump) -> bool:
        """Whether a node is on none of the screens that are open."""
        if not isinstance(node, DOMNode) or node is self:
            return False
        return not any(each in self.screen_stack for each in node.ancestors_with_self)


def _origin_of(error: Exception) -> MessagePump:
    """What an error was raised in: for that of a worker, what the worker belongs to."""
    return get_current_worker().node if isinstance(error, WorkerFailed) else active_message_pump.get()


class WithoutColour(LineFilter):
    """Takes all colours away; what stood out by its ground is reversed. Textual's own filter leaves greys."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The segments as a terminal without colours shows them."""
        is_dark = background.brightness < MIDDLE
        return [
            Segment(text, style and without_colour(style, is_dark=is_dark), control)
            for text, style, control in segments
        ]


MIDDLE = 0.5
"""The brightness between a dark and a light colour."""


@lru_cache(maxsize=1024)
def without_colour(style: Style, *, is_dark: bool) -> Style:
    """A style without its colours, reversed where its ground is that of the other kind of theme."""
    over, under = style.color, style.bgcolor
    stands_out = bool(
        over and under and not over.is_default and not under.is_default and _is_lighter(under, over) == is_dark
    )
    return style.without_color + Style(reverse=stands_out != bool(style.reverse))


def _is_lighter(one: RichColor, other: RichColor) -> bool:
    return Color.from_rich_color(one).brightness > Color.from_rich_color(other).brightness


# The terminal

TERMINAL_GONE = 129
"""The exit status when the terminal is closed: that of a hang-up, which usually comes with it."""
CLOSED = frozenset({errno.EIO, errno.EPIPE, errno.ENXIO, errno.EBADF})
"""The errors of writing to a closed terminal."""
MAX_CELLS = 1_000_000
"""The cells of the largest terminal; a report of a larger one is wrong."""
SIZE_CHECKED_AFTER = 0.1
"""Seconds from taking the terminal over until its size is read once more."""
CHECK_INTERVAL = 1.0
"""Seconds between two checks that the terminal is still open."""


_parse_extended_key = XTermParser._parse_extended_key


def _key_or_none(parser: XTermParser, sequence: str) -> list[events.Key] | None:
    """The keys that a terminal reports by numbers; a report with something else in place of a number is ignored."""
    try:
        return _parse_extended_key(parser, sequence)
    except (ValueError, OverflowError):
        return [events.Key(Keys.Ignore, sequence)]


# The drivers of all systems make their parsers themselves: there is no other way to give them this.
XTermParser._parse_extended_key = _key_or_none  # type: ignore[method-assign, assignment]


PASTE_BEGINS, PASTE_ENDS = "\x1b[200~", "\x1b[201~"
NO_TEXT = "\ufffd"
_ESCAPED = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~])?")
"""What would steer a terminal, or be taken for a key."""
CLOSED_PAUSE = 0.05
"""Seconds to wait where nothing was read: a closed terminal reads as empty again and again until it is noticed."""


class TerminalDecoder:
    """Makes text of what the terminal sends; what is none is `�` in a paste, elsewhere what came with it is skipped.

    Textual's decoder raises an error instead, and what follows of a paste would be taken for keys. Its parser takes
    keys from a paste with escapes in it: they are left out.
    """

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self._pastes = False
        self._tail = ""  # of what was typed: a mark may begin in it
        self._held = ""  # of what was pasted: it may begin the mark at its end

    def decode(self, data: bytes, final: bool = False) -> str:  # noqa: FBT001, FBT002  # as every decoder has it
        """The text of the next bytes."""
        if not data and not final:
            time.sleep(CLOSED_PAUSE)
        rest, self._held = self._held + self._decoder.decode(data, final), ""
        text, is_pasted = "", self._pastes
        while rest:
            taken, rest = self._take_pasted(rest) if self._pastes else self._take_typed(rest)
            text += taken
            is_pasted = is_pasted or self._pastes
        return "" if NO_TEXT in text and not is_pasted else text

    def _take_typed(self, text: str) -> tuple[str, str]:
        """What is typed, with the mark that begins a paste; and what follows that."""
        seen = self._tail + text
        _, mark, pasted = seen.partition(PASTE_BEGINS)
        self._pastes = bool(mark)
        self._tail = "" if mark else seen[1 - len(PASTE_BEGINS) :]
        return text[: len(text) - len(pasted)], pasted

    def _take_pasted(self, text: str) -> tuple[str, str]:
        """What is pasted, with the mark at its end; and what follows that."""
        pasted, mark, typed = text.partition(PASTE_ENDS)
        self._pastes = not mark
        if not mark:
            begun = next((size for size in range(len(PASTE_ENDS) - 1, 0, -1) if text.endswith(PASTE_ENDS[:size])), 0)
            pasted, self._held = text[: len(text) - begun], text[len(text) - begun :]
        return _ESCAPED.sub("", pasted) + mark, typed


class TerminalWriter:
    """Writes to a terminal; once that is closed, to nowhere. Other errors are reported."""

    def __init__(self, file: IO[str], report: Callable[[Exception], None]) -> None:
        self._file = file
        self._report = report

    def write(self, text: str) -> None:
        """Writes a text, which may be buffered."""
        self._attempt(lambda: self._file.write(text))

    def flush(self) -> None:
        """Writes what is buffered."""
        self._attempt(self._file.flush)

    def _attempt(self, work: Callable[[], object]) -> None:
        try:
            work()
        except OSError as error:
            if error.errno not in CLOSED:
                self._report(error)

    def fileno(self) -> int:
        """The file descriptor."""
        return self._file.fileno()


if sys.platform != "win32":
    from textual.drivers import linux_driver
    from textual.drivers.linux_driver import LinuxDriver

    # The driver makes its decoder itself, from this name.
    linux_driver.getincrementaldecoder = lambda _: TerminalDecoder  # type: ignore[assignment, attr-defined]

    class TerminalDriver(LinuxDriver):
        """Draws on a terminal that may be closed, or send bytes that are no text; the app then ends in order.

        Textual's own driver would go on reading, and wait for ever to write.
        """

        def __init__(
            self, app: App[object], *, debug: bool = False, mouse: bool = True, size: tuple[int, int] | None = None
        ) -> None:
            super().__init__(app, debug=debug, mouse=mouse, size=size)
            # Of its file Textual's writer uses only what TerminalWriter has.
            self._file = cast("Any", TerminalWriter(cast("IO[str]", self._file), self._crash))
            self._is_watched = False

        def start_application_mode(self) -> None:
            """Takes the terminal over."""
            start: Callable[[], None] = super().start_application_mode
            start()
            if not self._is_watched:
                self._is_watched = True
                self._app.set_interval(CHECK_INTERVAL, self._leave_if_gone)
            # Textual reads the size inside the signal's handler. When signals come fast one handler runs inside
            # another, and an old size comes last; the loop calls them in turn, and each reads the size of that moment.
            call_on_signal(signal.SIGWINCH, self._post_size)
            # It gives the terminal back, and takes it again, inside handlers too. Where one interrupts something being
            # written, the two wait for each other for ever; and there is no app in the context of a handler.
            call_on_signal(signal.SIGTSTP, self._suspend)
            call_on_signal(signal.SIGCONT, self._sigcont_application)
            # What came before that was for Textual's handler, or for none. What its handler left to do comes first.
            self._app.set_timer(SIZE_CHECKED_AFTER, self._post_other_size)

        def run_input_thread(self) -> None:
            """Reads what is typed."""
            while not self.exit_event.is_set():
                try:
                    super().run_input_thread()
                except ZeroDivisionError:  # a click while the size is 0
                    continue
                except OSError:
                    self._app.call_later(self._app.exit, return_code=TERMINAL_GONE)
                    return
                except Exception as error:  # noqa: BLE001  # any crash of this thread must end the app, not only it
                    self._crash(error)
                    return

        def process_message(self, message: Message) -> None:
            """Passes on what the terminal reports, except a size that no terminal has."""
            if not isinstance(message, events.Resize) or 0 < message.size.area <= MAX_CELLS:
                super().process_message(message)

        def _post_other_size(self) -> None:
            if Size(*self._get_terminal_size()) != self._app.size:
                self._post_size()

        def _post_size(self) -> None:
            if not self._in_band_window_resize:
                size = Size(*self._get_terminal_size())
                self._app.post_message(events.Resize(size, size))

        def _crash(self, error: Exception) -> None:
            self._app.call_later(self._app._handle_exception, error)

        def _suspend(self) -> None:
            self._sigtstp_application()  # stops the process; what follows comes after SIGCONT
            # At once: until the terminal is taken again nobody writes to it, and what draws would wait for ever.
            self._sigcont_application()

        def _sigcont_application(self, *_: object) -> None:
            # Only a terminal that was given back is taken again: a hang-up sends SIGCONT as well.
            if self._must_signal_resume:
                super()._sigcont_application()
            self._app.call_later(self._app.refresh)  # others have drawn on it meanwhile

        def _leave_if_gone(self) -> None:
            # Reading reports it as well, but not everywhere: on some systems a closed terminal only reads as empty.
            if not os.isatty(self.fileno):
                self._app.exit(return_code=TERMINAL_GONE)

    class SparingDriver(TerminalDriver):
        """Sends only the cells that changed, no faster than the line takes them, and first what answers a key."""

        def __init__(
            self, app: App[object], *, debug: bool = False, mouse: bool = True, size: tuple[int, int] | None = None
        ) -> None:
            # Here, since only a slow line needs them.
            from orcus_tui.screen.line_pace import LinePace
            from orcus_tui.screen.slow_line import SlowLine

            self._line = SlowLine(super().write, self._call_later, self._urgency, LinePace())
            super().__init__(app, debug=debug, mouse=mouse, size=size)

        def write(self, data: str) -> None:
            """Writes what of a picture is not shown already, as soon as the line takes it."""
            self._line.write(data)

        def process_message(self, message: Message) -> None:
            """Passes on what the terminal reports; one of another size may show anything."""
            if isinstance(message, events.CursorPosition):
                self._loop.call_soon_threadsafe(self._line.measure)
                return
            if isinstance(message, events.Resize):
                self._loop.call_soon_threadsafe(self._line.forget)
            elif isinstance(message, events.Key | events.Paste | events.MouseDown):
                self._line.press_key()
            super().process_message(message)

        def stop_application_mode(self) -> None:
            """Gives the terminal back; what it does not show yet is not sent any more."""
            self._line.leave()
            stop: Callable[[], None] = super().stop_application_mode
            stop()

        def _call_later(self, seconds: float, call: Callable[[], None]) -> asyncio.TimerHandle:
            return self._loop.call_later(seconds, call)

        def _urgency(self) -> Urgency:
            from orcus_tui.screen.changed_cells import EQUAL

            return self._app.urgency() if isinstance(self._app, QuietApp) else EQUAL

        def _post_size(self) -> None:
            self._line.forget()
            super()._post_size()

        def _sigcont_application(self, *arguments: object) -> None:
            self._line.forget()
            super()._sigcont_application(*arguments)


def terminal_driver(*, sparing: bool) -> type[Driver] | None:
    """The driver that draws on the terminal, `sparing` for slow lines; None, which is Textual's own, on Windows."""
    if sys.platform == "win32":
        return None
    return SparingDriver if sparing else TerminalDriver
