"""The terminal that is drawn on: it may be closed, or send what is no text, and the program ends well all the same.

Textual by itself goes on reading and waits to write for ever where the terminal is gone. Not for Windows, which has no
terminals of this kind.
"""

import asyncio
import errno
import os
import signal
from collections.abc import Callable
from typing import IO, Any, cast

from textual import events
from textual.app import App
from textual.drivers.linux_driver import LinuxDriver
from textual.geometry import Size

GONE = 129
"""The exit status where the terminal is gone: that of a hang-up, which mostly comes with it."""
CLOSED = frozenset({errno.EIO, errno.EPIPE, errno.ENXIO, errno.EBADF})
"""What writing to a terminal answers when it is gone."""
GLANCE = 1.0
"""Seconds between two looks at whether the terminal is still there."""


class Terminal(LinuxDriver):
    """A terminal; when it is gone, the app is left."""

    def __init__(
        self, app: App[object], *, debug: bool = False, mouse: bool = True, size: tuple[int, int] | None = None
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        # Of a file Textual's writer asks only what an outlet has.
        self._file = cast("Any", Outlet(cast("IO[str]", self._file), self._tell))

    def start_application_mode(self) -> None:
        """Takes the terminal over."""
        super().start_application_mode()  # type: ignore[no-untyped-call]  # Textual leaves it untyped
        self._app.set_interval(GLANCE, self._leave_if_gone)
        # Textual reads the size inside the signal's handler. Where signals come fast one handler runs in another, and
        # an old size is told last; the loop calls one after the other, and each reads the size as it is then.
        asyncio.get_running_loop().add_signal_handler(signal.SIGWINCH, self._tell_size)

    def run_input_thread(self) -> None:
        """Reads what is typed."""
        while not self.exit_event.is_set():
            try:
                super().run_input_thread()
            except UnicodeDecodeError:
                continue  # bytes that are no text are no keys
            except OSError:
                self._app.call_later(self._app.exit, return_code=GONE)
                return
            except Exception as mistake:  # noqa: BLE001  # of any kind: in a thread nobody else would tell of it
                self._tell(mistake)
                return

    def _tell_size(self) -> None:
        if not self._in_band_window_resize:
            size = Size(*self._get_terminal_size())
            self._app.post_message(events.Resize(size, size))

    def _tell(self, mistake: Exception) -> None:
        self._app.call_later(self._app._handle_exception, mistake)

    def _sigcont_application(self, *_: object) -> None:
        # Only a terminal that was given back is taken again: a hang-up, too, says to go on.
        if self._must_signal_resume:
            super()._sigcont_application()
        self._app.call_later(self._app.refresh)  # others have drawn on it meanwhile

    def _leave_if_gone(self) -> None:
        # Reading tells it as well, but not everywhere: at the end of a terminal some systems have nothing to read.
        if not os.isatty(self.fileno):
            self._app.exit(return_code=GONE)


class Outlet:
    """Writes to a terminal; when it is gone, to nowhere. What else goes wrong is told."""

    def __init__(self, file: IO[str], tell: Callable[[Exception], None]) -> None:
        self._file = file
        self._told = tell

    def write(self, text: str) -> None:
        """Writes a text, some of it perhaps later."""
        self._attempt(lambda: self._file.write(text))

    def flush(self) -> None:
        """Writes what was kept for later."""
        self._attempt(self._file.flush)

    def _attempt(self, work: Callable[[], object]) -> None:
        try:
            work()
        except OSError as fault:
            if fault.errno not in CLOSED:
                self._told(fault)

    def fileno(self) -> int:
        """The file's number."""
        return self._file.fileno()
