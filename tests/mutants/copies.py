"""Copies of the source tree, each with an interpreter that imports the program from its copy, in children too."""

import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import time
import venv
from collections.abc import Iterable, Mapping
from contextlib import suppress
from math import inf
from pathlib import Path
from threading import Event

from msgspec import Struct

from tests.mutants import line_probes

ROOT = Path(__file__).parent.parent.parent
POLL = 0.5
"""Seconds between two checks whether a run has to stop."""
NOT_COPIED = (".git", ".venv", ".*_cache", ".hypothesis", "__pycache__", "*.egg-info", "build", "dist")


class Stopped(Exception):
    """The gate was stopped in the middle of a run."""


class SourceCopy(Struct, frozen=True):
    """A copy of the source tree, and the interpreter for it."""

    root: Path
    python: Path
    packages: Path

    def run_pytest(
        self,
        arguments: Iterable[str],
        environment: Mapping[str, str],
        seconds: float = inf,
        stopped: Event | None = None,
    ) -> int | None:
        """Runs tests of the copy with the gate's plugin; returns the exit status, or None after a timeout.

        No process that the tests started outlives it. Raises Stopped once `stopped` is set.
        """
        process = subprocess.Popen(
            [self.python, "-m", "pytest", "-p", "tests.mutants.pytest_plugin", "-p", "no:cacheprovider", *arguments],
            cwd=self.root,
            env={**os.environ, **environment},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        ends = time.monotonic() + seconds
        try:
            while time.monotonic() < ends:
                if stopped and stopped.is_set():
                    raise Stopped
                with suppress(subprocess.TimeoutExpired):
                    return process.wait(POLL)
            return None
        finally:
            _kill_with_children(process)


def copy_tree(source: Path, folder: Path) -> SourceCopy:
    """Copies a source tree to a folder, with an interpreter that has the packages of this one."""
    folder = folder.resolve()  # the real path: a temporary folder may be behind a link
    root, interpreter = folder / "tree", folder / "interpreter"
    shutil.copytree(source, root, ignore=shutil.ignore_patterns(*NOT_COPIED))
    venv.create(interpreter, symlinks=os.name != "nt")
    paths = {"base": str(interpreter), "platbase": str(interpreter)}
    packages = Path(sysconfig.get_path("purelib", "venv", paths))
    own_packages = dict.fromkeys(sysconfig.get_path(name) for name in ("purelib", "platlib"))
    (packages / "source_copy.pth").write_text("\n".join([str(root), *own_packages]) + "\n", encoding="utf-8")
    scripts = Path(sysconfig.get_path("scripts", "venv", paths))
    return SourceCopy(root, scripts / Path(sys.executable).name, packages)


def add_probes(copy: SourceCopy) -> list[tuple[str, int]]:
    """Has the interpreter note the executed lines; returns the number of line 0 of each module, by its path."""
    numbers: list[tuple[str, int]] = []
    count = 0
    for path in sorted((copy.root / "orcus_tui").rglob("*.py")):
        numbers.append((path.relative_to(copy.root).as_posix(), count))
        count += path.read_text(encoding="utf-8").count("\n") + 2
    rows = [str(count), *(f"{number} {copy.root / path}" for path, number in numbers)]
    (copy.packages / line_probes.PROGRAM).write_text("\n".join(rows) + "\n", encoding="utf-8")
    shutil.copy(line_probes.__file__, copy.packages)
    (copy.packages / "line_probes.pth").write_text("import line_probes; line_probes.install()\n", encoding="utf-8")
    return numbers


def _kill_with_children(process: subprocess.Popen[bytes]) -> None:
    if sys.platform == "win32":
        subprocess.run(["taskkill", "/F", "/T", "/PID", str(process.pid)], capture_output=True, check=False)
    else:
        with suppress(ProcessLookupError):  # all programs have ended
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()
