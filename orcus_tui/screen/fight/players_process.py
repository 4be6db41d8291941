"""The program that serves the players' web view: it follows the journal, and ends with the tracker."""

import os
import subprocess
import sys
from pathlib import Path
from typing import IO

from msgspec import Struct


class PlayersView(Struct):
    """The view that is served: its process, and the address of its page."""

    process: subprocess.Popen[str]
    url: str

    def stop(self) -> None:
        """Ends the program; nothing is served any more."""
        for stream in (self.process.stdin, self.process.stdout):
            if stream:
                stream.close()
        self.process.terminate()
        self.process.wait()


def start_serving(folder: Path, journal_id: str, host: str, port: int) -> PlayersView:
    """Starts the program on a journal in this folder and waits for its address. Raises OSError."""
    program = [sys.executable, "-c", "from orcus_tui.cli.start import main; main()", "players", journal_id, "--web"]
    process = subprocess.Popen(  # noqa: S603  # this program itself
        [*program, "--with-tracker", "--host", host, "--port", str(port)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "ORCUS_TUI_STATE": str(folder)},
        encoding="utf-8",
        errors="replace",
    )
    return PlayersView(process, process.stdout.readline().strip() if process.stdout else "")


def read_to_the_end(stream: IO[str] | None) -> str:
    """All that comes from a stream, which is closed then."""
    if stream is None:
        return ""
    with stream:
        return stream.read()
