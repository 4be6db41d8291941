"""The command line in a folder with one encounter."""

import contextlib
import io
import os
import subprocess
import sys
from pathlib import Path
from typing import IO

import pytest

from orcus_tui.cli.main import main

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

PROGRAM = (sys.executable, "-c", "from orcus_tui.cli.start import main; main()")
"""The command that starts `orcus-tui` by its entry point."""
Finished = subprocess.CompletedProcess[str]


class Shell:
    """Runs `orcus-tui` in a temporary folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.state = folder / "state"
        self.write("ambush.toml", AMBUSH)

    def __call__(self, *arguments: str, given: bytes = b"", **environment: str) -> Finished:
        """Runs it in the test's own process, which is ten times as fast; its streams look like pipes."""
        given_in, out, err = (io.TextIOWrapper(io.BytesIO(each), "utf-8") for each in (given, b"", b""))
        with pytest.MonkeyPatch.context() as patch, contextlib.chdir(self.folder):
            for name, value in {"ORCUS_TUI_STATE": str(self.state), **environment}.items():
                patch.setenv(name, value)
            patch.setattr("sys.argv", ["orcus-tui", *arguments])
            for name, stream in (("stdin", given_in), ("stdout", out), ("stderr", err)):
                patch.setattr(f"sys.{name}", stream)
            with pytest.raises(SystemExit) as left:
                main()
        code = left.value.code
        assert code is None or isinstance(code, int)
        return Finished(arguments, code or 0, _written(out), _written(err))

    def process(
        self, *arguments: str, given: bytes = b"", stdout: int | IO[bytes] = subprocess.PIPE, **environment: str
    ) -> Finished:
        """Runs it in a separate process, for tests that need real streams and an exit status."""
        done = subprocess.run(
            [*PROGRAM, *arguments],
            cwd=self.folder,
            input=given,
            stdout=stdout,
            stderr=subprocess.PIPE,
            env={**os.environ, "ORCUS_TUI_STATE": str(self.state), "PYTHONUTF8": "1", **environment},
            check=False,
        )
        assert b"Traceback" not in done.stderr
        said = (done.stdout or b"").decode(errors="replace")
        return Finished(done.args, done.returncode, said, done.stderr.decode(errors="replace"))

    def write(self, name: str, content: str | bytes) -> Path:
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def has(self, name: str) -> bool:
        return (self.folder / name).exists()


def _written(stream: io.TextIOWrapper) -> str:
    stream.flush()
    assert isinstance(stream.buffer, io.BytesIO)
    return stream.buffer.getvalue().decode()
