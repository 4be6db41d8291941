"""Child processes: started in one module, with nothing of the working folder on their search path."""

import ast
import json
import os
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

import pytest

from orcus_tui.child_process import CHILD, ENTRIES, _child_environment, start_child, without_working_folder
from tests.helpers.project.files import ROOT

STARTING_MODULES = frozenset(
    {"subprocess", "multiprocessing", "pty", "webbrowser", "_posixsubprocess", "_winapi", "ctypes", "importlib"}
)
"""Modules that start programs, or import others by a name that no test can determine."""
SYSTEM_MODULES = frozenset({"os", "asyncio", "subprocess", "concurrent"})
"""Standard modules that also start programs; they are always imported by their own name."""
STARTING_NAMES = frozenset(
    {
        "popen", "fork", "forkpty", "startfile", "posix_spawn", "posix_spawnp", "create_subprocess_exec",
        "create_subprocess_shell", "subprocess_exec", "subprocess_shell", "ProcessPoolExecutor", "open_url",
        "import_module", "__import__",
        *(f"{verb}{form}" for verb in ("exec", "spawn") for form in ("l", "le", "lp", "lpe", "v", "ve", "vp", "vpe")),
    }
)  # fmt: skip
"""Functions and classes that start programs, or import a module by its name as text."""
STARTING_NOTHING = frozenset({"PIPE", "DEVNULL", "TimeoutExpired"})
"""The names in `subprocess` that start nothing."""
ALLOWED = {
    "orcus_tui/__init__.py": "the public names, when they are first used, by a table",
    "orcus_tui/cli/start.py": "the options of a command, by a table",
    "orcus_tui/extensions.py": "the entry points of packages that the person has installed",
    "orcus_tui/importers/format_detection.py": "the readers of formats, by a table",
    "orcus_tui/importers/traits/prose_triggers.py": "how each system reads traits, by a table",
    "orcus_tui/systems/__init__.py": "the systems and their rules for building encounters, by a table",
}
"""Modules that import others by name, with the names."""
THE_ONE_MODULE = "orcus_tui/child_process.py"


def starting_uses(tree: ast.AST) -> Iterator[str]:
    """The names in a module that start programs or may do so; annotations do not count."""
    annotations = {id(each) for node in annotated(tree) for each in ast.walk(node)}
    owners = {id(owner) for node in ast.walk(tree) for owner in owners_in(node)}
    for node in ast.walk(tree):
        if id(node) not in annotations:
            yield from uses_in(node, owners)


def owners_in(node: ast.AST) -> Iterator[ast.AST]:
    """The module of an attribute, even if the name of the attribute starts nothing."""
    match node:
        case ast.Attribute(value=owner):
            yield owner
        case ast.Call(func=ast.Name(id="getattr"), args=[ast.Name(id="os") as owner, ast.Constant(value=name), *_]):
            if name not in {*STARTING_NAMES, "system"}:
                yield owner


def uses_in(node: ast.AST, owners: set[int]) -> Iterator[str]:
    match node:
        case ast.Import(names=names):
            yield from (each.name for each in names if root(each.name) in STARTING_MODULES - SYSTEM_MODULES)
            yield from (each.name for each in names if root(each.name) in SYSTEM_MODULES and each.asname)
        case ast.ImportFrom(module=str(module), names=names):
            yield from (module for _ in names if root(module) in STARTING_MODULES)
            yield from (each.name for each in names if each.name in {*STARTING_NAMES, "system"})
            yield from (module for each in names if root(module) in SYSTEM_MODULES and each.name == "*")
        case ast.Attribute(value=ast.Name(id="subprocess"), attr=name) if name not in STARTING_NOTHING:
            yield f"subprocess.{name}"
        case ast.Attribute(value=ast.Name(id="os"), attr="system"):
            yield "os.system"
        case ast.Attribute(attr=name) if name in STARTING_NAMES:
            yield name
        case ast.Name(id=name) if name in STARTING_NAMES or (name in ("os", "subprocess") and id(node) not in owners):
            yield name


def annotated(tree: ast.AST) -> Iterator[ast.AST]:
    """The annotations of a module."""
    for node in ast.walk(tree):
        for each in (getattr(node, "annotation", None), getattr(node, "returns", None)):
            if isinstance(each, ast.AST):
                yield each


def root(module: str) -> str:
    return module.split(".")[0]


@pytest.mark.parametrize(
    "code",
    [
        "import subprocess\nsubprocess.run(['ls'])",
        "import subprocess as sp",
        "from subprocess import Popen",
        "P = subprocess.Popen",
        "getattr(subprocess, 'run')",
        "import os\nos.execv('ls', ['ls'])",
        "f = os.system",
        "from os import *",
        "getattr(os, 'system')",
        "import multiprocessing.pool",
        "from concurrent.futures import ProcessPoolExecutor",
        "import asyncio\nasyncio.create_subprocess_exec('ls')",
        "import webbrowser",
        "call = subprocess.check_output",
        "importlib.import_module('subprocess')",
        "__import__('subprocess')",
    ],
)
def test_the_check_finds_every_way_to_start_a_program(code: str) -> None:
    assert [*starting_uses(ast.parse(code))]


def test_an_annotation_starts_no_program() -> None:
    code = "def f(process: subprocess.Popen[bytes]) -> subprocess.Popen[bytes]:\n    found: subprocess.Popen[bytes]"
    assert not [*starting_uses(ast.parse(code))]


def test_no_other_module_starts_a_program() -> None:
    found = {
        (path.relative_to(ROOT).as_posix(), use)
        for path in (ROOT / "orcus_tui").rglob("*.py")
        for use in starting_uses(ast.parse(path.read_text(encoding="utf-8")))
    }
    assert {file for file, _ in found} == {THE_ONE_MODULE, *ALLOWED}, found
    assert {use for file, use in found if file in ALLOWED} <= {"importlib", "import_module", "importlib.metadata"}


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
    child = start_child("reporter:report_path", ("a", "b"), environment={"MORE": "x"}, stderr=subprocess.PIPE)
    written, errors = child.communicate(b"typed")
    assert not errors
    found = json.loads(written)
    assert found["safe"] and (found["given"], found["more"], found["read"]) == (["a", "b"], "x", "typed")
    assert str(lib) in found["path"]
    assert not {"", str(tmp_path), str(tmp_path / "relative")} & set(found["path"])


def test_a_frozen_program_starts_itself_with_the_name_of_the_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[list[str]] = []
    monkeypatch.setattr(subprocess, "Popen", lambda words, **_: started.append(words))
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", "/opt/orcus-tui/orcus-tui")
    start_child("orcus_tui.cli.start:main", ("players", "--web"), stderr=None)
    assert started == [["/opt/orcus-tui/orcus-tui", CHILD, "orcus_tui.cli.start:main", "players", "--web"]]


RUN_FROZEN = (sys.executable, "-P", "-c", "from orcus_tui.child_process import run_frozen; run_frozen()")
"""The first code that a frozen program runs."""


def test_a_frozen_program_runs_what_is_typed_and_its_own_entries() -> None:
    for words in (("--version",), (CHILD, "orcus_tui.cli.start:main", "--version")):
        ran = subprocess.run([*RUN_FROZEN, *words], capture_output=True, text=True, check=True)
        assert ran.stdout.startswith("orcus-tui ")
    player = (CHILD, "orcus_tui.simulation.player_process:main")
    assert not subprocess.run([*RUN_FROZEN, *player], input=b"", capture_output=True, check=True).stderr


@pytest.mark.parametrize(
    "words", [(), ("",), ("antigravity:x",), ("os:abort",), ("orcus_tui.cli.start:main; x",), ("reporter:report",)]
)
def test_a_frozen_program_runs_no_other_code(tmp_path: Path, words: tuple[str, ...]) -> None:
    (tmp_path / "reporter.py").write_text("print('imported')\n")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT), str(tmp_path)))}
    ran = subprocess.run([*RUN_FROZEN, CHILD, *words], capture_output=True, text=True, check=False, env=environment)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr == "--child-process is for the program's own processes\n"


def test_every_child_that_is_started_is_one_that_a_frozen_program_can_start() -> None:
    calls = [
        node
        for path in (ROOT / "orcus_tui").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "start_child"
    ]
    assert {ast.literal_eval(each.args[0]) for each in calls} == ENTRIES


def test_a_program_found_by_a_relative_entry_is_found_by_its_children(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT / "tests")
    monkeypatch.setenv("PYTHONPATH", "..")
    assert _child_environment({**os.environ})["PYTHONPATH"] == str(ROOT)


def test_the_folders_of_python_itself_are_never_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    standard = sysconfig.get_path("stdlib")
    monkeypatch.chdir(standard)
    assert without_working_folder([standard, "/lib"]) == [standard, "/lib"]


@pytest.mark.skipif(sys.platform == "win32", reason="links need a permission there")
def test_a_cycle_of_links_is_not_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    monkeypatch.chdir(tmp_path)
    assert without_working_folder([str(tmp_path / "a"), ""]) == [str(tmp_path / "a")]


def test_the_working_folder_is_left_out_under_each_of_its_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    other = str(tmp_path / "other")
    assert without_working_folder(["", ".", str(tmp_path), f"{tmp_path}/other/..", other]) == [other]
    monkeypatch.chdir(ROOT)
    assert without_working_folder(["", str(ROOT), other]) == ["", str(ROOT), other]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows removes no folder that is in use")
def test_a_deleted_working_folder_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert without_working_folder(["", "/lib"]) == ["/lib"]
    monkeypatch.chdir(tmp_path)
