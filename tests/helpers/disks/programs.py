"""Several programs that act at the same moment."""

import os
import subprocess
import sys
from pathlib import Path

from tests.helpers.project.files import ROOT

PREFACE = """
import sys
from pathlib import Path

def wait():
    print("ready", flush=True)
    sys.stdin.readline()
"""


def run_at_once(code: str, count: int, folder: Path) -> None:
    """Runs `count` programs in a folder, each with its number as an argument; all continue after `wait()` at the same
    time.
    """
    programs = [
        subprocess.Popen(
            [sys.executable, "-c", PREFACE + code, str(number)],
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            text=True,
        )
        for number in range(count)
    ]
    assert [each.stdout.readline() for each in programs if each.stdout] == ["ready\n"] * count
    for each in programs:
        assert each.stdin
        each.stdin.write("go\n")
        each.stdin.flush()
    assert [(each.communicate()[0], each.returncode) for each in programs] == [("", 0)] * count
