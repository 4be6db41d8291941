"""The terminal on Unix: reading keys from it and writing to it, even if it is closed, suspended or very slow."""

from __future__ import annotations

import asyncio
import codecs
import errno
import os
import re
import select
import shutil
import signal
import sys
import termios
import time
import tty
from collections.abc import Callable, Sequence
from contextlib import suppress
from contextvars import copy_context
from queue import Queue
from threading import Event, Thread
from typing import IO, TYPE_CHECKING, Any, cast

from textual import constants, events
from textual.driver import Driver
from textual.geometry import Region, Size

from orcus_tui.screen.textual_internals import CrashCapturingApp, InputParser

if TYPE_CHECKING:
    from io import TextIOWrapper

    from textual.app import App
    from textual.message import Message


def call_on_signal(number: signal.Signals, call: Callable[[], object]) -> None:
    """Calls back in the running loop at every signal of this number, until the loop is closed.

    Raises RuntimeError or ValueError outside the main thread.
    """
    loop = asyncio.get_running_loop()
    pipe = signal.set_wakeup_fd(-1)
    if pipe == -1:  # one handler of the loop is enough for every signal to wake it; each takes 0.2 ms of the start
        loop.add_signal_handler(number, _do_nothing)
        pipe = signal.set_wakeup_fd(-1)
    # To wake the loop is not to call: its pipe is full when other threads have woken the loop some hundred times, and
    # then a signal is lost, with a warning on the screen.
    signal.set_wakeup_fd(pipe, warn_on_full_buffer=False)
    context = copy_context()  # a handler runs in the context of the code that it interrupts
    before = signal.getsignal(number)

    def handle(*_: object) -> None:
        if loop.is_closed():
            signal.signal(number, before)
            signal.raise_signal(number)
        else:
            loop.call_soon_threadsafe(call, context=context)

    signal.signal(number, handle)


def _do_nothing() -> None: ...


TERMINAL_GONE = 129
"""The exit status when the terminal is closed: that of the signal SIGHUP, which usually comes with it."""
CLOSED = frozenset({errno.EIO, errno.EPIPE, errno.ENXIO, errno.EBADF})
"""The errors of writing to a closed terminal."""
MAX_CELLS = 1_000_000
"""The cells of the largest possible terminal; a report of a larger size is wrong."""
WRITE_QUEUE_SIZE = 30
"""The number of texts that may wait to be written before the app has to wait."""
READ_SIZE = 4096
ESCAPE_CHECK = 0.1
"""Seconds between checks whether Escape was pressed alone, and whether the app is exiting."""
EMPTY_READ_PAUSE = 0.05
"""Seconds to wait after an empty read, so that a loop of such reads does not use the whole processor."""

# Sequences for taking over the terminal and giving it back

MOUSE_MODES = (1000, 1003, 1015, 1006)
"""Clicks, movement, and two ways to report places beyond column 223."""
KITTY_FLAGS = 0b11001
"""Kitty's keyboard protocol: unambiguous keys, all keys as reports, with the text they produce."""
ALTERNATE_SCREEN, CURSOR, FOCUS, PASTE, WRAP = 1049, 25, 1004, 2004, 7
SYNC_QUERY = "\x1b[?2026$p"
"""Asks whether the terminal can show a whole picture at once."""


def _on(*modes: int) -> str:
    return "".join(f"\x1b[?{mode}h" for mode in modes)


def _off(*modes: int) -> str:
    return "".join(f"\x1b[?{mode}l" for mode in modes)


class TerminalDriver(Driver):
    """Draws on a terminal and reads its keys; if the terminal is closed, the app exits with `TERMINAL_GONE`.

    Textual's own driver crashes on bytes that are not text, hangs when it writes to a closed terminal, and loses the
    size of the terminal when it changes fast.
    """

    def __init__(
        self, app: App[object], *, debug: bool = False, mouse: bool = True, size: tuple[int, int] | None = None
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self.app = app
        self.loop = asyncio.get_running_loop()
        self.mouse_modes = MOUSE_MODES if mouse else ()
        self.input_file = cast("IO[str]", sys.__stdin__).fileno()
        self.settings_before: list[Any] | None = None
        self.writer: TerminalWriter | None = None
        self.reader: Thread | None = None
        self.stop_reading = Event()

    @property
    def can_suspend(self) -> bool:
        """Whether the process can be suspended: always."""
        return True

    def write(self, data: str) -> None:
        """Writes to the terminal in another thread."""
        if self.writer:
            self.writer.write(data)

    def start_application_mode(self) -> None:
        """Takes over the terminal."""
        # These are calls of the loop, not signal handlers: a handler may interrupt another, so that an old size stays,
        # or interrupt a write, which then deadlocks.
        call_on_signal(signal.SIGWINCH, self.post_size)
        call_on_signal(signal.SIGTSTP, self.suspend)
        call_on_signal(signal.SIGCONT, lambda: self.app.call_later(self.app.refresh))  # redraws
        self.post_size()
        self.writer = TerminalWriter(terminal_output(), self.crash)
        self.writer.start()
        with suppress(termios.error):
            self.settings_before = termios.tcgetattr(self.input_file)
            termios.tcsetattr(self.input_file, termios.TCSANOW, _raw_settings(self.settings_before))
        kitty = "" if constants.DISABLE_KITTY_KEY else f"\x1b[>{KITTY_FLAGS}u"
        can_sync = os.isatty(self.input_file) and os.environ.get("TERM_PROGRAM") != "Apple_Terminal"  # it prints a `p`
        self.write(
            f"{_on(ALTERNATE_SCREEN)}{_off(CURSOR)}{_on(FOCUS)}{kitty}{SYNC_QUERY if can_sync else ''}"
            f"{_on(PASTE)}{_off(WRAP)}{_on(*self.mouse_modes)}"
        )
        self.stop_reading.clear()
        self.reader = Thread(target=self._read, name="terminal-input")
        self.reader.start()

    def disable_input(self) -> None:
        """Stops reading, and drops input that has not been read."""
        if self.reader:
            self.write(_off(*self.mouse_modes))
            self.stop_reading.set()
            self.reader.join()
            self.reader = None
            with suppress(termios.error):
                termios.tcflush(self.input_file, termios.TCIFLUSH)

    def stop_application_mode(self) -> None:
        """Restores the terminal."""
        self.write(_off(PASTE) + _on(WRAP))
        self.disable_input()
        if self.settings_before is not None:
            with suppress(termios.error):
                termios.tcsetattr(self.input_file, termios.TCSANOW, self.settings_before)
        # The keyboard protocol has to be left before the alternate screen.
        self.write(f"\x1b[<u{_off(ALTERNATE_SCREEN)}{_on(CURSOR)}{_off(FOCUS)}")

    def close(self) -> None:
        """Writes the queued output, and stops writing."""
        if self.writer:
            self.writer.stop()
            self.writer = None

    def process_message(self, message: Message) -> None:
        """Passes on a message from the terminal, except an impossible size."""
        if not isinstance(message, events.Resize) or 0 < message.size.area <= MAX_CELLS:
            super().process_message(message)

    def post_size(self) -> None:
        """Tells the app the size of the terminal."""
        size = Size(*shutil.get_terminal_size())
        self.app.post_message(events.Resize(size, size))

    def suspend(self) -> None:
        """Restores the terminal and stops the process; takes over again once it continues in the foreground."""
        in_use = self.reader is not None
        if in_use:
            self.suspend_application_mode()
        os.kill(os.getpid(), signal.SIGSTOP)
        with suppress(OSError):  # the terminal was closed in the meantime
            while os.tcgetpgrp(self.input_file) != os.getpgrp():  # continued in the background
                os.kill(os.getpid(), signal.SIGSTOP)
        if in_use:
            self.resume_application_mode()
        self.app.post_message(self.SignalResume())

    def crash(self, error: Exception) -> None:
        """Ends the app because of an error in another thread."""

        def reraise() -> None:
            raise error

        self.app.call_later(reraise)

    def _read(self) -> None:
        parser, decoder = InputParser(), TerminalDecoder()
        try:
            while not self.stop_reading.is_set():
                for message in parser.parse(decoder.decode(self._next_bytes())):
                    self.process_message(message)
        except OSError:
            self.app.call_later(self.app.exit, return_code=TERMINAL_GONE)
        except Exception as error:  # noqa: BLE001  # any crash of this thread must end the app, not only the thread
            self.crash(error)

    def _next_bytes(self) -> bytes:
        """Returns the next input, or nothing after a moment. Raises OSError if the terminal is closed."""
        if not select.select([self.input_file], [], [], ESCAPE_CHECK)[0]:
            return b""
        data = os.read(self.input_file, READ_SIZE)
        if not data:
            if not os.isatty(self.input_file):  # on some systems a closed terminal reads as empty
                raise OSError(errno.EIO, "the terminal is closed")
            time.sleep(EMPTY_READ_PAUSE)
        return data


def _raw_settings(settings: list[Any]) -> list[Any]:
    """Returns terminal settings with which every key is read at once, unchanged and without being shown."""
    raw = [*settings]
    raw[tty.IFLAG] &= ~(termios.IXON | termios.IXOFF | termios.ICRNL | termios.INLCR | termios.IGNCR)
    raw[tty.LFLAG] &= ~(termios.ECHO | termios.ICANON | termios.IEXTEN | termios.ISIG)
    raw[tty.CC] = [*settings[tty.CC]]
    raw[tty.CC][termios.VMIN] = 1
    return raw


def terminal_output() -> IO[str]:
    """Standard error as a file that writes all of a text.

    With PYTHONUNBUFFERED, Python's own loses the rest of a text if a signal interrupts the write.
    """
    error = cast("TextIOWrapper", sys.__stderr__)
    return open(error.fileno(), "w", encoding=error.encoding, errors=error.errors, newline="", closefd=False)


class TerminalWriter(Thread):
    """A thread that writes to a terminal, and discards output once the terminal is closed; reports other errors."""

    def __init__(self, file: IO[str], report: Callable[[Exception], None]) -> None:
        super().__init__(daemon=True, name="terminal-output")
        self._file = file
        self._report = report
        self._texts: Queue[str | None] = Queue(WRITE_QUEUE_SIZE)

    def write(self, text: str) -> None:
        """Queues a text."""
        self._texts.put(text)

    def stop(self) -> None:
        """Writes the queued output, and ends the thread."""
        self._texts.put(None)
        self.join()

    def run(self) -> None:
        """Writes the queued texts until `stop` is called."""
        while (text := self._texts.get()) is not None:
            self._write(text)
        self._write("")

    def _write(self, text: str) -> None:
        try:
            self._file.write(text)
            if self._texts.empty():
                self._file.flush()
        except OSError as error:
            if error.errno not in CLOSED:
                self._report(error)


# Typed and pasted input

PASTE_START, PASTE_END = "\x1b[200~", "\x1b[201~"
REPLACEMENT = "\ufffd"
_ESCAPE_SEQUENCE = r"\x1b(?:\[[0-?]*[ -/]*[@-~])?"


class TerminalDecoder:
    """Decodes terminal input. Invalid bytes become `�` in a paste; elsewhere the text they came with is dropped.

    Escape sequences in a paste are removed, since Textual's parser would read them as keys.
    """

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self._in_paste = False
        self._tail = ""  # the last typed characters, which may be the beginning of a mark
        self._held = ""  # the last pasted characters, which may be the beginning of the end mark

    def decode(self, data: bytes) -> str:
        """Returns the text of the next bytes."""
        rest, self._held = self._held + self._decoder.decode(data), ""
        text, has_paste = "", self._in_paste
        while rest:
            taken, rest = self._take_pasted(rest) if self._in_paste else self._take_typed(rest)
            text += taken
            has_paste = has_paste or self._in_paste
        return "" if REPLACEMENT in text and not has_paste else text

    def _take_typed(self, text: str) -> tuple[str, str]:
        """Splits off the typed text, with the mark that starts a paste."""
        seen = self._tail + text
        _, mark, pasted = seen.partition(PASTE_START)
        self._in_paste = bool(mark)
        self._tail = "" if mark else seen[1 - len(PASTE_START) :]
        return text[: len(text) - len(pasted)], pasted

    def _take_pasted(self, text: str) -> tuple[str, str]:
        """Splits off the pasted text, with the mark that ends the paste."""
        pasted, mark, typed = text.partition(PASTE_END)
        self._in_paste = not mark
        if not mark:
            held = next((size for size in range(len(PASTE_END) - 1, 0, -1) if text.endswith(PASTE_END[:size])), 0)
            pasted, self._held = text[: len(text) - held], text[len(text) - held :]
        return re.sub(_ESCAPE_SEQUENCE, "", pasted) + mark, typed


class SlowLineDriver(TerminalDriver):
    """Sends only the cells that changed, no faster than the line allows, the most urgent first."""

    def __init__(
        self, app: App[object], *, debug: bool = False, mouse: bool = True, size: tuple[int, int] | None = None
    ) -> None:
        from orcus_tui.screen.slow_line import SlowLine  # here, because most terminals do not need it

        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self.line = SlowLine(super().write, self.loop.call_later, self._urgent_regions)

    def write(self, data: str) -> None:
        """Writes the parts of a picture that are not on the terminal yet, as fast as the line allows."""
        self.line.write(data)

    def process_message(self, message: Message) -> None:
        """Passes on a message from the terminal, except the answer that shows how fast the line is."""
        if isinstance(message, events.CursorPosition):
            self.loop.call_soon_threadsafe(self.line.measure)
        else:
            if isinstance(message, events.Resize):
                self.loop.call_soon_threadsafe(self.line.forget)
            super().process_message(message)

    def post_size(self) -> None:
        """Tells the app the size of the terminal, which may now show anything."""
        self.line.forget()
        super().post_size()

    def stop_application_mode(self) -> None:
        """Restores the terminal; pending parts of the picture are dropped."""
        self.line.leave()
        super().stop_application_mode()

    def _urgent_regions(self) -> Sequence[Region]:
        return self.app.urgent_regions() if isinstance(self.app, CrashCapturingApp) else ()


def terminal_driver(*, slow: bool) -> type[Driver]:
    """Returns the driver for the terminal; the `slow` one suits lines below 9,600 baud too."""
    return SlowLineDriver if slow else TerminalDriver
