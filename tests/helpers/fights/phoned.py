"""A fight that is played through a pipe with the players' view, and a phone at its address."""

import os
import subprocess
import threading
from pathlib import Path
from typing import IO, Any

from tests.campaign.trials import PATIENCE
from tests.helpers.disks.shell import AMBUSH, PROGRAM
from tests.helpers.fights.phone import Phone


class Table(Phone):
    """A fight that is played through a pipe, with the players' view and a phone."""

    def __init__(self, folder: Path, *options: str) -> None:
        (folder / "ambush.toml").write_text(AMBUSH, encoding="utf-8")
        self.process = subprocess.Popen(
            [*PROGRAM, "play", "ambush.toml", "--script", "-", "--players", *options],
            cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True, bufsize=1, env={**os.environ, "PYTHONUTF8": "1", "ORCUS_TUI_STATE": str(folder / "state")},
        )  # fmt: skip
        assert self.process.stderr and self.process.stdout
        super().__init__(self.process.stderr.readline().strip())
        self.output: list[str] = []
        self.readers = [
            threading.Thread(target=self._read, args=(each,)) for each in (self.process.stdout, self.process.stderr)
        ]
        for reader in self.readers:
            reader.start()

    def _read(self, stream: IO[str]) -> None:
        with stream:
            for line in stream:
                self.output.append(line)  # each at once

    def leave(self) -> int:
        assert self.process.stdin
        self.process.stdin.close()
        status = self.process.wait(PATIENCE)
        for reader in self.readers:
            reader.join(PATIENCE)
        return status

    def type(self, *lines: str) -> None:
        assert self.process.stdin
        for line in lines:
            self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def wait_for(self, text: str) -> None:
        self.until(lambda: any(text in line for line in self.output), text)

    def sit_down(self) -> None:
        reply = self.claim("Ari")
        assert self.request("seat/state") == (403, {"state": "waiting"})
        self.wait_for(f"1: phone {reply['code']} wants to speak for Ari")
        self.type("players accept")
        self.until(lambda: self.request("seat/state")[0] == 200, "the seat")

    def ask_for_a_save(self) -> dict[str, Any]:
        self.type("apply ari dazed save", "next")
        self.until(lambda: self.seat()["questions"], "the question")
        found: dict[str, Any] = self.seat()["questions"][0]
        return found
