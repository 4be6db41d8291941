"""A signal reaches the event loop, however busy that is."""

import asyncio
import os
import signal
import subprocess
import sys
from contextvars import ContextVar

import pytest

from orcus_tui.screen.terminal_driver import call_on_signal

if sys.platform == "win32":
    pytest.skip("signals of POSIX", allow_module_level=True)

MORE_THAN_THE_PIPE_HOLDS = 10_000


def test_no_signal_is_lost_while_others_wake_the_loop() -> None:
    """As when the terminal sends thousands of reports at once, and the program is suspended in between."""
    calls: list[str] = []

    async def wait_for_calls() -> None:
        loop = asyncio.get_running_loop()
        call_on_signal(signal.SIGUSR1, lambda: calls.append("first"))
        call_on_signal(signal.SIGUSR2, lambda: calls.append("second"))
        for _ in range(MORE_THAN_THE_PIPE_HOLDS):
            loop.call_soon_threadsafe(int)
        signal.raise_signal(signal.SIGUSR1)
        signal.raise_signal(signal.SIGUSR2)
        while len(calls) < 2:
            await asyncio.sleep(0.01)

    asyncio.run(asyncio.wait_for(wait_for_calls(), 10))

    assert calls == ["first", "second"]


def test_the_callback_runs_in_the_context_that_registered_it() -> None:
    """The callback runs in the same context, since only that has an app."""
    app = ContextVar("app", default="none")
    seen: list[str] = []

    async def ask() -> None:
        app.set("tracker")
        call_on_signal(signal.SIGUSR1, lambda: seen.append(app.get()))

    async def wait_for_the_call() -> None:
        await asyncio.create_task(ask())
        signal.raise_signal(signal.SIGUSR1)
        await asyncio.sleep(0)

    asyncio.run(wait_for_the_call())

    assert seen == ["tracker"]


def test_closing_the_loop_restores_the_signal_handlers() -> None:
    seen: list[int] = []
    numbers = (signal.SIGUSR1, signal.SIGUSR2)

    async def ask() -> None:
        for number in numbers:
            call_on_signal(number, int)

    for number in numbers:
        signal.signal(number, lambda raised, _: seen.append(raised))
    try:
        asyncio.run(ask())
        signal.raise_signal(signal.SIGUSR2)
        assert seen == [signal.SIGUSR2]
        assert signal.set_wakeup_fd(-1) == -1
    finally:
        for number in numbers:
            signal.signal(number, signal.SIG_DFL)


def test_no_text_is_cut_by_a_signal_with_unbuffered_streams_either() -> None:
    """A write that a signal interrupts is only continued by a buffered file."""
    code = "import orcus_tui.screen.terminal_driver as d; print(type(d.terminal_output().buffer).__name__)"
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True)
    assert ran.stdout == "BufferedWriter\n"
