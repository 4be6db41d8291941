"""The program that serves the players' web view: it follows the journal, and ends with the tracker."""

import subprocess
from pathlib import Path
from typing import IO

from msgspec import Struct

from orcus_tui.child_process import start_child


class PlayersView(Struct):
    """The view that is served: its process, and the address of its page."""

    process: subprocess.Popen[bytes]
    url: str

    def stop(self) -> None:
        """Ends the program."""
        for stream in (self.process.stdin, self.process.stdout):
            if stream:
                stream.close()
        self.process.terminate()
        self.process.wait()


def start_serving(folder: Path, journal_id: str, host: str, port: int) -> PlayersView:
    """Starts the program on a journal in this folder and waits for its address. Raises OSError."""
    process = start_child(
        "orcus_tui.cli.start:main",
        ("players", journal_id, "--web", "--with-tracker", "--host", host, "--port", str(port)),
        environment={"ORCUS_TUI_STATE": str(folder)},
        stderr=subprocess.PIPE,
    )
    return PlayersView(process, decode_message(process.stdout.readline()) if process.stdout else "")


def decode_message(data: bytes) -> str:
    """A message of the program as text."""
    return data.decode("utf-8", "replace").strip()


def read_to_the_end(stream: IO[bytes] | None) -> str:
    """Reads a stream of the program to its end, and closes it."""
    if stream is None:
        return ""
    with stream:
        return decode_message(stream.read())
