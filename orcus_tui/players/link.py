"""The link to a view that this program has started: its address, its proposals, and the verdicts it gets."""

import subprocess
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO

import msgspec

from orcus_tui.child_process import start_child
from orcus_tui.players.messages import News, Proposal, line_of, read_proposal


class ViewLink:
    """A view of a journal, served by a program that ends with this one. `url` is its address; empty if it failed."""

    def __init__(self, folder: Path, journal_id: str, host: str, port: int) -> None:
        """Starts the program and waits for its address. Raises OSError."""
        self._process = start_child(
            "orcus_tui.cli.start:main",
            ("players", journal_id, "--web", "--with-tracker", "--host", host, "--port", str(port)),
            environment={"ORCUS_TUI_STATE": str(folder)},
            stderr=subprocess.PIPE,
        )
        self._writing = threading.Lock()
        self._is_stopping = False
        self._readers: list[threading.Thread] = []
        self.url = _text(_line_of(self._process.stdout))

    @property
    def is_running(self) -> bool:
        """Whether the view is served."""
        return self._process.poll() is None

    def follow(self, take: Callable[[Proposal], object], say: Callable[[str], object]) -> None:
        """Calls `take` with every proposal and `say` with every message, in threads of its own, until the view ends."""

        def read_proposals() -> None:
            while line := _line_of(self._process.stdout):
                with suppress(msgspec.DecodeError):
                    take(read_proposal(line))

        def read_messages() -> None:
            while line := _line_of(self._process.stderr):
                say(_text(line))
            if not self._is_stopping:
                say("it has ended")

        self._readers = [threading.Thread(target=each, daemon=True) for each in (read_proposals, read_messages)]
        for reader in self._readers:
            reader.start()

    def send(self, news: News) -> None:
        """Sends a verdict or a seat; a view that is gone needs none."""
        with self._writing, suppress(OSError, ValueError):
            if self._process.stdin:
                self._process.stdin.write(line_of(news))
                self._process.stdin.flush()

    def stop(self) -> str:
        """Ends the view; returns what it said was wrong, if anything, unless that was followed."""
        self._is_stopping = True
        with suppress(OSError):
            if self._process.stdin:
                self._process.stdin.close()
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        problem = b"" if self._readers else b"".join(self._process.stderr or ())
        for reader in self._readers:
            reader.join()
        for stream in (self._process.stdout, self._process.stderr):
            if stream:
                stream.close()
        return _text(problem)


def _line_of(stream: IO[bytes] | None) -> bytes:
    return stream.readline() if stream else b""


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace").strip()
