"""The lines that each test executes, measured by a run of the suite and stored until the program or a test changes."""

import base64
import hashlib
import json
import tempfile
import zlib
from collections.abc import Iterable
from pathlib import Path

from msgspec import Struct

from tests.mutants.copies import add_probes, copy_tree
from tests.mutants.draw import Mutant
from tests.mutants.pytest_plugin import LINES_INTO

KEPT_IN = Path(".pytest_cache") / "mutants"
"""The folder in the source tree for measurements, ignored by git."""


class ExecutedLines(Struct, frozen=True):
    """The lines that a test executes: a byte for each line of the program, compressed."""

    test: str
    seconds: float
    lines: str

    @property
    def file(self) -> str:
        return self.test.partition("::")[0]


class LineMap:
    """The tests with their seconds, and the tests that execute each line of a function."""

    def __init__(self, numbers: list[tuple[str, int]], tests: Iterable[ExecutedLines]) -> None:
        self.seconds: dict[str, float] = {}
        self.by_line: dict[tuple[str, int], list[str]] = {}
        self.by_module: dict[str, set[str]] = {}
        for each in tests:
            self.seconds[each.test] = each.seconds
            hits = zlib.decompress(base64.b64decode(each.lines))
            for (path, number), (_, end) in zip(numbers, [*numbers[1:], ("", len(hits))], strict=True):
                at = hits.find(1, number, end)
                while at >= 0:
                    self.by_line.setdefault((path, at - number), []).append(each.test)
                    self.by_module.setdefault(path, set()).add(each.test)
                    at = hits.find(1, at + 1, end)

    def tests_for(self, mutant: Mutant, budget: float) -> list[str]:
        """The tests to run against a mutant within a number of seconds: quick ones and those of its package first.

        For a line of a function, these are tests that execute it; for a line executed on import, any tests.
        """
        if mutant.statement:
            candidates: Iterable[str] = self.by_line.get((mutant.path, mutant.statement), ())
        else:
            candidates = self.seconds
        using = self.by_module.get(mutant.path, set())

        def cost(test: str) -> tuple[float, str]:
            return self.seconds[test] * _distance(mutant.path, test) * (1 if test in using else 2), test

        chosen: list[str] = []
        for test in sorted(candidates, key=cost):
            budget -= self.seconds[test]
            if budget < 0 and chosen:
                break
            chosen.append(test)
        return chosen


def _distance(path: str, test: str) -> int:
    """The distance of a test from a module; `tests/rules/test_rest.py` is for `orcus_tui/rules/system/health.py`."""
    _, package, *_, module = Path(path).with_suffix("").parts
    file = Path(test.partition("::")[0])
    if package not in file.parts:
        return 9
    return 1 if module in file.stem else 3


def measure(root: Path, processes: int) -> LineMap:
    """The line map of a source tree. Tests of unchanged files are not run again unless the program has changed."""
    files = sorted(path.relative_to(root).as_posix() for path in (root / "tests").rglob("test_*.py"))
    kept = root / KEPT_IN / f"{_digest(root, sorted((root / 'orcus_tui').rglob('*')))}.jsonl"
    kept.parent.mkdir(parents=True, exist_ok=True)
    digests = {file: _digest(root, [root / file]) for file in files}
    known = _read(kept, digests) if kept.exists() else {}
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        copy = copy_tree(root, Path(folder))
        numbers = add_probes(copy)
        if missing := [file for file in files if file not in known]:
            lines = Path(folder) / "lines"
            lines.mkdir()
            copy.run_pytest(["-n", str(processes), *missing], {LINES_INTO: str(lines)})
            rows = [row for path in lines.glob("*.jsonl") for row in path.read_text(encoding="utf-8").splitlines()]
            tests = [ExecutedLines(**json.loads(row)) for row in rows]
            known |= {file: [each for each in tests if each.file == file] for file in missing}
            _write(kept, digests, known)
    return LineMap(numbers, (each for file in files for each in known[file]))


def _digest(root: Path, paths: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for path in paths:
        if path.is_file() and path.suffix != ".pyc":
            digest.update(f"{path.relative_to(root).as_posix()}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()[:32]


def _read(path: Path, digests: dict[str, str]) -> dict[str, list[ExecutedLines]]:
    """The measurements of test files that have not changed."""
    known: dict[str, list[ExecutedLines]] = {}
    for row in path.read_text(encoding="utf-8").splitlines():
        file, digest, tests = json.loads(row)
        if digests.get(file) == digest:
            known[file] = [ExecutedLines(*each) for each in tests]
    return known


def _write(path: Path, digests: dict[str, str], known: dict[str, list[ExecutedLines]]) -> None:
    rows = [
        json.dumps([file, digests[file], [[each.test, each.seconds, each.lines] for each in tests]])
        for file, tests in known.items()
    ]
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
