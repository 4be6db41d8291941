"""Signals as calls of the event loop, none of them lost."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable
from contextvars import copy_context


def call_on_signal(number: signal.Signals, call: Callable[[], object]) -> None:
    """Has the running loop call back at every signal of this number, until it is closed.

    Raises RuntimeError outside the main thread.
    """
    loop = asyncio.get_running_loop()
    # A handler of the loop's own wakes it, and takes ours away when the loop is closed. It is not enough: the pipe
    # which tells the loop of signals is full when other threads have woken it some hundred times, and what comes then
    # is lost, with a warning over the screen.
    loop.add_signal_handler(number, _do_nothing)
    signal.set_wakeup_fd(signal.set_wakeup_fd(-1), warn_on_full_buffer=False)
    context = copy_context()  # a handler has that of whatever it interrupts
    signal.signal(number, lambda *_: loop.call_soon_threadsafe(call, context=context))


def _do_nothing() -> None: ...
