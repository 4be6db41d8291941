"""The web view as a separate process, next to a fight that a test plays."""

import http.client
import json
import os
import re
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.campaign.trials import PATIENCE
from tests.helpers.disks.shell import PROGRAM
from tests.helpers.fights.followed import Table

WEB_VIEW = (*PROGRAM, "players", "--web")


class Served:
    """A served view: its process, its address, and its responses."""

    def __init__(self, folder: Path, *options: str, program: Sequence[str] = WEB_VIEW) -> None:
        self.folder = folder
        self.errors = folder / "stderr.txt"
        surroundings = {**os.environ, "ORCUS_TUI_STATE": str(folder), "PYTHONUTF8": "1"}
        with self.errors.open("w") as errors:
            self.process = subprocess.Popen(
                [*program, *options], stdout=subprocess.PIPE, stderr=errors, stdin=subprocess.PIPE, env=surroundings
            )
        assert self.process.stdout
        self.url = self.process.stdout.readline().decode().strip()
        found = re.fullmatch(r"http://(.+):(\d+)/([\w-]{22})/", self.url)
        assert found, f"{self.url!r}, {self.errors.read_text()}"
        self.host, self.port, self.token = found[1], int(found[2]), found[3]

    def get(self, path: str = "state", method: str = "GET", **headers: str) -> http.client.HTTPResponse:
        """The response to a request; a path without a slash at its beginning is below the token."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        named = {"Host": f"{self.host}:{self.port}", **{name.replace("_", "-"): each for name, each in headers.items()}}
        connection.request(method, path if path.startswith("/") else f"/{self.token}/{path}", headers=named)
        return connection.getresponse()

    def state(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.get().read())
        return found

    def says(self, test: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The first state that passes a test."""
        ends = time.monotonic() + PATIENCE
        while not test(state := self.state()):
            assert time.monotonic() < ends, f"never came to it: {state}"
            time.sleep(0.02)
        return state

    def connect(self, data: bytes = b"") -> socket.socket:
        """A new connection to which some bytes were sent."""
        connected = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)
        connected.sendall(data)
        return connected

    def stop(self) -> None:
        for stream in (self.process.stdin, self.process.stdout):
            if stream:
                stream.close()
        self.process.terminate()
        self.process.wait(PATIENCE)


@contextmanager
def served(folder: Path, *options: str, program: Sequence[str] = WEB_VIEW) -> Iterator[tuple[Table, Served]]:
    """A table with a running fight, and its players' view."""
    table = Table(folder, is_now=True)
    table.play("begin")
    view = Served(folder, *options, program=program)
    try:
        yield table, view
    finally:
        view.stop()


def memory_of(process: "subprocess.Popen[bytes]") -> int:
    """The bytes that a process has in memory."""
    pages = int(Path(f"/proc/{process.pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")
