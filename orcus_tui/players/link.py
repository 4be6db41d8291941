"""The link to a view that this program has started: its address, its proposals, and the verdicts it gets."""

import subprocess
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

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
        self.url = self._read_line().decode("utf-8", "replace").strip()

    def _read_line(self) -> bytes:
        return self._process.stdout.readline() if self._process.stdout else b""

    def follow(self, take: Callable[[Proposal], object]) -> None:
        """Calls `take` with every proposal, in a thread of its own, until the view ends."""

        def read() -> None:
            while line := self._read_line():
                with suppress(msgspec.DecodeError):
                    take(read_proposal(line))

        threading.Thread(target=read, daemon=True).start()

    def send(self, news: News) -> None:
        """Sends a verdict or a seat; a view that is gone needs none."""
        with self._writing, suppress(OSError, ValueError):
            if self._process.stdin:
                self._process.stdin.write(line_of(news))
                self._process.stdin.flush()

    def stop(self) -> str:
        """Ends the view; returns what it said was wrong, if anything."""
        with suppress(OSError):
            if self._process.stdin:
                self._process.stdin.close()
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        problem = self._process.stderr.read() if self._process.stderr else b""
        for stream in (self._process.stdout, self._process.stderr):
            if stream:
                stream.close()
        return problem.decode("utf-8", "replace").strip()
