"""Child processes: started in one module, with nothing of the working folder on their search path."""

import ast
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from project_files import ROOT

from orcus_tui.child_process import start_child, without_working_folder

STARTING_MODULES = frozenset(
    {"subprocess", "multiprocessing", "pty", "webbrowser", "_posixsubprocess", "_winapi", "ctypes", "popen2"}
)
"""Modules that start programs."""
STARTING_NAMES = frozenset(
    {
        "system", "popen", "fork", "forkpty", "startfile", "posix_spawn", "posix_spawnp", "create_subprocess_exec",
        "create_subprocess_shell", "subprocess_exec", "subprocess_shell", "ProcessPoolExecutor", "open_url",
        *(f"{verb}{form}" for verb in ("exec", "spawn") for form in ("l", "le", "lp", "lpe", "v", "ve", "vp", "vpe")),
    }
)  # fmt: skip
"""Functions and classes of other modules that do, `os` and `asyncio` among them."""
THE_ONE_MODULE = "orcus_tui/child_process.py"
CONSTANTS_AND_TYPES = frozenset({"PIPE", "DEVNULL", "Popen"})
"""What others may name of `subprocess`, without calling it."""


def starting_uses(tree: ast.AST) -> Iterator[str]:
    """What a module uses that starts programs."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from (each.name for each in names if _root(each.name) in STARTING_MODULES - {"subprocess"})
            case ast.ImportFrom(module=str(module), names=names):
                yield from (module for _ in names if _root(module) in STARTING_MODULES)
                yield from (each.name for each in names if each.name in STARTING_NAMES)
            case ast.Attribute(value=ast.Name(id="subprocess"), attr=name) if name not in CONSTANTS_AND_TYPES:
                yield f"subprocess.{name}"
            case ast.Call(func=ast.Attribute(attr=name)) if name in {*STARTING_NAMES, "Popen"}:
                yield name


def _root(module: str) -> str:
    return module.split(".")[0]


@pytest.mark.parametrize(
    "code",
    [
        "import subprocess\nsubprocess.run(['ls'])",
        "from subprocess import Popen",
        "import os\nos.execv('ls', ['ls'])",
        "import multiprocessing.pool",
        "from concurrent.futures import ProcessPoolExecutor",
        "import asyncio\nasyncio.create_subprocess_exec('ls')",
        "import webbrowser",
        "call = subprocess.check_output",
    ],
)
def test_ways_to_start_a_program_are_found(code: str) -> None:
    assert [*starting_uses(ast.parse(code))]


def test_no_other_module_starts_a_program() -> None:
    found = {
        path.relative_to(ROOT).as_posix(): uses
        for path in (ROOT / "orcus_tui").rglob("*.py")
        if (uses := [*starting_uses(ast.parse(path.read_text(encoding="utf-8")))])
    }
    assert set(found) == {THE_ONE_MODULE}, found


def test_a_child_has_its_arguments_and_no_working_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lib = tmp_path / "lib"
    lib.mkdir()
    (lib / "reporter.py").write_text(
        "import json, os, sys\n\ndef report_path():\n"
        "    found = {'safe': sys.flags.safe_path, 'path': sys.path, 'given': sys.argv[1:]}\n"
        "    print(json.dumps({**found, 'more': os.environ['MORE'], 'read': sys.stdin.read()}))\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(("", "relative", str(tmp_path), str(lib))))
    child = start_child("reporter:report_path", ("a", "b"), environment={"MORE": "x"}, errors=subprocess.PIPE)
    written, errors = child.communicate(b"typed")
    assert not errors
    found = json.loads(written)
    assert found["safe"] and (found["given"], found["more"], found["read"]) == (["a", "b"], "x", "typed")
    assert str(lib) in found["path"]
    assert not {"", str(tmp_path), str(tmp_path / "relative")} & set(found["path"])


def test_the_working_folder_is_left_out_by_every_name_it_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    other = str(tmp_path / "other")
    assert without_working_folder(["", ".", str(tmp_path), f"{tmp_path}/other/..", other]) == [other]
    monkeypatch.chdir(ROOT)
    assert without_working_folder(["", str(ROOT), other]) == ["", str(ROOT), other]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows removes no folder that is in use")
def test_a_working_folder_that_is_gone_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert without_working_folder(["", "/lib"]) == ["/lib"]
    monkeypatch.chdir(tmp_path)
