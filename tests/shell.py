"""The program as a shell runs it, in a folder with one encounter."""

import os
import subprocess
import sys
from pathlib import Path
from typing import IO

AMBUSH = """
format = 1
name = "Ambush"

[[creature]]
name = "Ari"
kind = "pc"
max_hp = 44
initiative_total = 20
[creature.defenses]
ac = 18
fortitude = 16
reflex = 14
will = 13

[[creature]]
name = "Ogre"
max_hp = 80
initiative_total = 10
"""


class Shell:
    """Runs `orcus-tui` in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.state = folder / "state"
        (folder / "ambush.toml").write_text(AMBUSH, encoding="utf-8")

    def __call__(
        self, *arguments: str, given: bytes = b"", stdout: int | IO[bytes] = subprocess.PIPE, **environment: str
    ) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            [sys.executable, "-c", "from orcus_tui.cli.main import main; main()", *arguments],
            cwd=self.folder,
            input=given,
            stdout=stdout,
            stderr=subprocess.PIPE,
            env={**os.environ, "ORCUS_TUI_STATE": str(self.state), "PYTHONUTF8": "1", **environment},
            check=False,
        )
        assert b"Traceback" not in done.stderr
        said = (done.stdout or b"").decode(errors="replace")
        return subprocess.CompletedProcess(done.args, done.returncode, said, done.stderr.decode(errors="replace"))

    def write(self, name: str, content: str | bytes) -> Path:
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path
