"""The players' view: the time from Enter in the tracker to changed text on the players' screens, and its cost."""

import importlib.util
import os
import select
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any

from benchmarks import phones
from benchmarks.measure import Row, high, percentiles
from benchmarks.terminal import ORCUS, PATIENCE, Terminal, memory_of, own_state, processor_of

VIEWERS = 30
TIMES = 40
IDLE = 20
"""Seconds over which the processor is measured."""
STARTING = 2
"""Seconds after which the view has started."""
LONGEST_STATE = 200_000
"""The number of bytes of a stream that are searched for a text: more than a state has."""
CHROMIUM = os.environ.get("CHROMIUM", shutil.which("chromium") or "")
NOTE_CHANGES = """
window.seen = {};
new MutationObserver(() => { window.seen[document.getElementById("announcement").textContent] = Date.now(); })
  .observe(document.getElementById("announcement"), { childList: true, characterData: true, subtree: true });
"""


class Viewer:
    """A viewer's raw event stream."""

    def __init__(self, host: str, port: int, token: str) -> None:
        self.socket = socket.create_connection((host, port))
        self.socket.sendall(f"GET /{token}/events HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode())
        self._read = b""

    def fileno(self) -> int:
        """The file descriptor, for `select`."""
        return self.socket.fileno()

    def has(self, text: bytes) -> bool:
        """Whether a text has arrived; called when something can be read."""
        self._read = (self._read + self.socket.recv(1 << 16))[-LONGEST_STATE:]
        return text in self._read


def rows() -> Iterator[Row]:
    """The delay for players, the cost to the tracker, and the cost of the view."""
    if not hasattr(os, "openpty"):
        return
    with own_state():
        yield from _served()
    yield from phones.rows()


def _served() -> Iterator[Row]:
    with Terminal([ORCUS]) as watched, Terminal([ORCUS]) as alone, ExitStack() as stack:
        for tracker in (alone, watched):
            tracker.until("Ketta")
            tracker.settle()
            tracker.press("\x1b")
            tracker.press("b")
            tracker.press("\r")  # missing initiative is rolled
        view, (host, port, token) = stack.enter_context(_view())
        yield from _idle(view.pid)
        viewers = [Viewer(host, port, token) for _ in range(VIEWERS - 1)]
        page = stack.enter_context(_browser(f"http://{host}:{port}/{token}/")) if _has_browser() else None
        yield from _changes(watched, viewers, page)
        yield phones.damage_beside(watched, alone, f"{VIEWERS} viewers")
        memory = memory_of(view.pid)
        yield Row(f"memory of the view after all that, {VIEWERS} viewers", memory, None, "MiB", "")


@contextmanager
def _view() -> Iterator[tuple["subprocess.Popen[bytes]", tuple[str, int, str]]]:
    """The view as a process, with its host, port and token. It follows the fight that changed last."""
    process = subprocess.Popen([ORCUS, "players", "--web"], stdout=subprocess.PIPE)
    try:
        line = process.stdout.readline().decode() if process.stdout else ""
        host, _, rest = line.removeprefix("http://").partition(":")
        port, token, _ = rest.split("/")
        yield process, (host, int(port), token)
    finally:
        process.kill()
        process.wait()


def _idle(pid: int) -> Iterator[Row]:
    time.sleep(STARTING)
    before = processor_of(pid)
    time.sleep(IDLE)
    used = (processor_of(pid) - before) / IDLE
    yield Row("the view's processor while nothing happens", used * 100, 1, "%", f"over {IDLE} seconds")
    yield Row("the view's memory without a viewer", memory_of(pid), None, "MiB", "")


def _changes(tracker: Terminal, viewers: Sequence[Viewer], page: Any) -> Iterator[Row]:
    """The time from Enter to the text at the last viewer, and in a browser."""
    taken, on_page = [], []
    for number in range(TIMES):
        text = f"Number {number} of many"
        tracker.press(f":announce {text}")
        sent, clock = time.perf_counter(), time.time()
        tracker.type("\r")
        waiting = list(viewers)
        while waiting:
            ready, _, _ = select.select(waiting, [], [], PATIENCE)
            if not ready:
                raise TimeoutError(f"{len(waiting)} viewers never got {text!r}")
            waiting = [viewer for viewer in waiting if viewer not in ready or not viewer.has(text.encode())]
        taken.append(time.perf_counter() - sent)
        if page:
            page.get_by_text(text, exact=True).wait_for()
            on_page.append(page.evaluate(f"window.seen[{text!r}]") / 1000 - clock)
        tracker.settle()
    yield Row(
        f"Enter to the last of {len(viewers)} viewers, 95th percentile",
        high(taken) * 1000,
        100,
        "ms",
        percentiles(taken),
    )
    if on_page:
        yield Row(
            "Enter to changed text in a browser, 95th percentile", high(on_page) * 1000, 100, "ms", percentiles(on_page)
        )


def _has_browser() -> bool:
    return bool(CHROMIUM) and importlib.util.find_spec("playwright") is not None


@contextmanager
def _browser(url: str) -> Iterator[Any]:
    """The page in a real browser that records when its announcement changes."""
    from playwright.sync_api import sync_playwright

    arguments = ["--headless", "--no-sandbox", "--disable-background-networking"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
        page = browser.new_page()
        page.goto(url)
        page.wait_for_selector("li")
        page.evaluate(NOTE_CHANGES)
        yield page
        browser.close()
