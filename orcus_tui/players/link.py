"""The link to a view that this program has started: its address, its proposals, and the verdicts it gets."""

import subprocess
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from io import BytesIO
from pathlib import Path

import msgspec

from orcus_tui.child_process import start_child
from orcus_tui.players.addresses import is_anywhere, other_urls
from orcus_tui.players.messages import News, Proposal, line_of, read_proposal


class ViewLink:
    """A view of a journal, served by a program that ends with this one. `url` is its address; empty if it failed."""

    def __init__(self, folder: Path, journal_id: str, host: str, port: int, names: Sequence[str] = ()) -> None:
        """Starts the program and waits for its address. Raises OSError."""
        self.folder = folder
        self._host, self._names = host, names
        self._options = (journal_id, "--web", "--with-tracker", "--host", host, "--port", str(port))
        self._writing = threading.Lock()
        self._take: Callable[[Proposal], object] = lambda _: None
        self._tell: Callable[[str], object] = lambda _: None
        self._start()

    def _start(self) -> None:
        self._is_stopping = self._is_followed = False
        self._process = start_child(
            "orcus_tui.cli.start:main",
            ("players", *self._options),
            environment={"ORCUS_TUI_STATE": str(self.folder)},
            stderr=subprocess.PIPE,
        )
        self.url = _text(self._process.stdout.readline() if self._process.stdout else b"")

    @property
    def is_for_all(self) -> bool:
        """Whether it is served on every network of this machine."""
        return is_anywhere(self._host)

    @property
    def other_urls(self) -> list[str]:
        """The addresses of the machine's other networks, and those with its names."""
        return other_urls(self.url, self._host, self._names)

    def restart(self) -> str:
        """Ends the program and starts it again, at the address that is kept now; returns it. Raises OSError."""
        self.stop()
        self._start()
        self.follow(self._take, self._tell)
        return self.url

    @property
    def is_running(self) -> bool:
        """Whether the view is served."""
        return self._process.poll() is None

    def follow(self, take: Callable[[Proposal], object], tell: Callable[[str], object]) -> None:
        """Calls `take` with every proposal and `tell` with every message, in separate threads, until the view ends."""
        self._take, self._tell = take, tell
        process = self._process

        def read_proposals() -> None:
            with process.stdout or BytesIO() as lines:
                for line in lines:
                    with suppress(msgspec.DecodeError):
                        take(read_proposal(line))

        def read_messages() -> None:
            with process.stderr or BytesIO() as lines:
                for line in lines:
                    tell(_text(line))
            if not self._is_stopping:
                tell("it has ended")

        self._is_followed = True
        for each in (read_proposals, read_messages):
            threading.Thread(target=each, daemon=True).start()

    def send(self, news: News) -> None:
        """Sends a verdict or a seat; does nothing if the view is gone."""
        with self._writing, suppress(OSError, ValueError):
            if self._process.stdin:
                self._process.stdin.write(line_of(news))
                self._process.stdin.flush()

    def stop(self) -> str:
        """Ends the view; returns its errors, if any, unless `follow` has reported them."""
        self._is_stopping = True
        with suppress(OSError):
            if self._process.stdin:
                self._process.stdin.close()
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._is_followed:
            return ""  # the reading threads close its streams
        problem = b"".join(self._process.stderr or ())
        for stream in (self._process.stdout, self._process.stderr):
            if stream:
                stream.close()
        return _text(problem)


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace").strip()
