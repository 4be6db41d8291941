"""The mutation gate: its mutants, changes in copies only, and the distinction between survivors and killed mutants."""

import shutil
from collections.abc import Sequence
from pathlib import Path
from textwrap import dedent

import pytest

from tests.helpers.project.files import ROOT
from tests.mutants.__main__ import main
from tests.mutants.draw import PACKAGES, Mutant, draw, mutants_of_module
from tests.mutants.equivalents import read_equivalents, stale
from tests.mutants.gate import ChosenTests, Result, run_mutants

GOLD = '''\
"""Coins."""

MOST = {"coins": 100}


def worth(coins: int) -> int:
    """What coins are worth, in silver."""
    if coins > 100:
        coins = 100
    return coins * 10
'''
TEST_GOLD = """\
import subprocess, sys
from orcus_tui.rules.gold import worth

def test_worth():
    assert (worth(3), worth(200)) == (30, 1000)

def test_worth_in_another_process():
    code = "from orcus_tui.rules.gold import worth; assert worth(3) == 30"
    subprocess.run([sys.executable, "-I", "-c", code], check=True)

def test_that_always_fails():
    assert worth(3) == 31
"""
WORTH, IN_ANOTHER_PROCESS, FAILS = (
    f"tests/rules/test_gold.py::{name}"
    for name in ("test_worth", "test_worth_in_another_process", "test_that_always_fails")
)


def afters(source: str) -> list[str]:
    return [each.after for each in mutants_of_module("x.py", dedent(source))]


def mutant(after: str) -> Mutant:
    (found,) = (each for each in mutants_of_module("orcus_tui/rules/gold.py", GOLD) if each.after == after)
    return found


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A source tree with one module."""
    root = tmp_path / "project"
    for package in ("", *PACKAGES):
        (root / "orcus_tui" / package).mkdir(parents=True)
        (root / "orcus_tui" / package / "__init__.py").touch()
    (root / "orcus_tui" / "rules" / "gold.py").write_text(GOLD, encoding="utf-8")
    (root / "tests" / "rules").mkdir(parents=True)
    (root / "tests" / "rules" / "test_gold.py").write_text(TEST_GOLD, encoding="utf-8")
    shutil.copytree(ROOT / "tests" / "mutants", root / "tests" / "mutants")
    (root / "tests" / "mutants" / "equivalent.toml").write_text("", encoding="utf-8")
    return root


def contents(root: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in root.rglob("*.py")}


# Drawing mutants


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("x = a < b", ["x = a <= b", "x = a >= b"]),
        ("x = a is not b", ["x = a is b"]),
        ("x = a and b", ["x = a or b", "x = b", "x = a"]),
        ("x = not a", ["x = a"]),
        ("x = a - b", ["x = a + b"]),
        ("x = a + 'b'", ["x = a + 'bx'"]),
        ("x = 7", ["x = 8", "x = 6"]),
        ("x = True", ["x = False"]),
        ("x = min(a)", ["x = max(a)"]),
        ("x = b if a else c", ["x = b if False else c", "x = b if True else c"]),
        ("while a: b()", ["while False: b()", "while a: pass"]),
        ("def f(a=1):\n    return a", ["def f(a=2):", "def f(a=0):", "return None"]),
        ("x = ('one coin', 'two coins')", ["x = ('two coins', 'two coins')", "x = ('one coin', 'one coin')"]),
        ("x = f'{a - 1}: b'", ["x = f'{a + 1}: b'", "x = f'{a - 2}: b'", "x = f'{a - 0}: b'", "x = f'{a - 1}'"]),
        ("raise a", ["pass"]),
        ("x += a", ["pass", "x -= a"]),
    ],
)  # fmt: skip
def test_each_kind_of_mistake_has_its_message(source: str, expected: list[str]) -> None:
    assert afters(source) == expected


@pytest.mark.parametrize(
    "source",
    [
        '"""One, two."""',
        "import a.b",
        "__slots__ = ('a', 'b')",
        "Word = Literal['a', 'b']",
        "x: Literal['a', 'b']",
        "def f(a: 'b') -> 'c':\n    '''Does it.'''",
        "@cache(3)\nclass A(B, frozen=True):\n    '''One, two.'''",
        "if TYPE_CHECKING:\n    x = 1",
        "if sys.platform == 'win32':\n    x = 1",
        "pairs = zip(a, b, strict=True)",
    ],
)
def test_code_without_effect_is_not_mutated(source: str) -> None:
    assert afters(source) == []


def test_every_mutant_is_a_program_of_one_changed_place() -> None:
    path = "orcus_tui/model/history.py"
    source = (ROOT / path).read_text(encoding="utf-8")
    found = list(mutants_of_module(path, source))
    assert len(found) > 100
    for each in found:
        compile(each.applied(source), path, "exec")
        assert source.splitlines()[each.line - 1].strip() in each.before


def test_lines_of_functions_are_distinguished_from_lines_executed_on_import() -> None:
    assert mutant("coins = 101").statement == 9
    assert mutant('MOST = {"coins": 101}').statement == 0


def test_a_seed_draws_the_same_mutants_when_lines_move(tree: Path) -> None:
    drawn = draw(tree, 3, 1, ["rules"])
    assert len({each.key for each in drawn}) == 3
    module = tree / "orcus_tui" / "rules" / "gold.py"
    module.write_text(GOLD.replace('"""Coins."""', '"""Coins."""\n\nimport os'), encoding="utf-8")
    again = draw(tree, 3, 1, ["rules"])
    assert [(each.key, each.line - 2) for each in again] == [(each.key, each.line) for each in drawn]
    assert {each.key for each in draw(tree, 3, 2, ["rules"])} != {each.key for each in drawn}


def test_each_package_has_its_share_of_mutants() -> None:
    drawn = draw(ROOT, 7, 1, ["simulation", "players", "model"])
    assert [each.path.split("/")[1] for each in drawn] == ["simulation"] * 3 + ["players"] * 2 + ["model"] * 2


# Running mutants


def fates(root: Path, *mutants: Mutant, tests: Sequence[str]) -> list[tuple[str, str]]:
    shown: list[Result] = []
    results = run_mutants(root, mutants, lambda _: ChosenTests(tests, 1.0), 1, shown.append)
    assert {each.mutant.key for each in shown} == {each.key for each in mutants}
    return [(each.mutant.after, each.fate) for each in results]


def test_mutants_are_run_one_after_another_in_copies_and_their_child_processes(tree: Path) -> None:
    before = contents(tree)
    tried = [mutant(after) for after in ("return coins * 11", "if coins >= 100:", "return coins * 9")]
    assert fates(tree, *tried, tests=[IN_ANOTHER_PROCESS]) == [
        (
            "return coins * 11",
            "killed",
        ),  # of the same length: the bytecode of one could be mistaken for that of the next
        ("if coins >= 100:", "survived"),
        ("return coins * 9", "killed"),
    ]
    assert contents(tree) == before


def test_a_test_that_fails_without_the_mutant_does_not_kill_it(tree: Path) -> None:
    assert fates(tree, mutant("return coins // 10"), tests=[FAILS]) == [("return coins // 10", "survived")]


@pytest.mark.exhaustive
def test_the_gate_lists_survivors_and_fails_until_they_are_killed_or_listed(
    tree: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["rules", "--mutants", "3", "--processes", "1"]
    (tree / "tests" / "rules" / "test_gold.py").write_text("def test_nothing(): pass\n", encoding="utf-8")
    assert main(arguments, tree) == 1
    said = capsys.readouterr().out
    for each in draw(tree, 3, 1, ["rules"]):
        assert f"{each.path}:{each.line} {each.function}: survived" in said
        assert f"  - {each.before}\n  + {each.after}\n" in said
    assert "killed: 0.0% of 3; at least 95% are required" in said
    listed = [
        f"[[mutant]]\npath = '{each.path}'\nfunction = '{each.function}'\n"
        f"before = '''{each.before}'''\nafter = '''{each.after}'''\nreason = 'as a try'\n"
        for each in draw(tree, 3, 1, ["rules"])
    ]
    (tree / "tests" / "mutants" / "equivalent.toml").write_text("\n".join(listed), encoding="utf-8")
    assert main(arguments, tree) == 0
    assert "3 mutants drawn, 3 of them listed as equivalent" in capsys.readouterr().out


# The list of equivalent mutants


def test_every_listed_mutant_exists_and_has_a_reason() -> None:
    listed = read_equivalents(ROOT)
    assert not stale(ROOT, listed)
    assert all(each.reason.endswith((".", "!")) for each in listed)


def test_an_entry_whose_line_has_changed_is_stale(tree: Path) -> None:
    entry = "path = 'orcus_tui/rules/gold.py'\nfunction = 'worth'\nreason = 'As before.'\n"
    rows = [("if coins > 100:", "if coins >= 100:"), ("if coins > 99:", "if coins >= 99:")]
    tables = [f"[[mutant]]\n{entry}before = '{before}'\nafter = '{after}'\n" for before, after in rows]
    (tree / "tests" / "mutants" / "equivalent.toml").write_text("\n".join(tables), encoding="utf-8")
    assert [each.before for each in stale(tree, read_equivalents(tree))] == ["if coins > 99:"]
