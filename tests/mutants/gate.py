"""Runs the tests against each mutant in copies of the source tree, which itself is never changed."""

import os
import queue
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from itertools import count, islice
from pathlib import Path
from threading import Event
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from tests.mutants.copies import SourceCopy, copy_tree
from tests.mutants.draw import Mutant
from tests.mutants.pytest_plugin import CHOSEN

Fate = Literal["killed", "hung", "survived"]
ALLOWANCE = 30.0
"""Seconds that a run may take in addition to SLOWER × the measured duration of its tests."""
SLOWER = 5.0
FEW_FILES = 6
"""The number of test files that are run first."""
ALL_PASSED, NO_TEST_FOUND = 0, 5

_later = count(1)


class Result(Struct, frozen=True):
    """The fate of a mutant. `killer` is the test that failed or was running at the end; empty if it was not a test."""

    mutant: Mutant
    fate: Fate
    tests: int
    killer: str = ""


class ChosenTests(Struct, frozen=True):
    """The tests to run in order, and their measured seconds."""

    names: Sequence[str]
    seconds: float


def run_mutants(
    root: Path,
    mutants: Sequence[Mutant],
    choose: Callable[[Mutant], ChosenTests],
    processes: int,
    show: Callable[[Result], None],
) -> list[Result]:
    """Runs the chosen tests against each mutant. A test that also fails without the mutant does not kill it."""
    stopped, results = Event(), list[Result]()
    with _copies(root, processes) as copies, ThreadPoolExecutor(processes) as threads:

        def run(mutant: Mutant) -> Result:
            copy = copies.get()
            try:
                return run_mutant(copy, mutant, choose(mutant), stopped)
            finally:
                copies.put(copy)

        try:
            for future in as_completed([threads.submit(run, mutant) for mutant in mutants]):
                results.append(future.result())
                show(results[-1])
        except BaseException:
            stopped.set()
            threads.shutdown(cancel_futures=True)
            raise
        unreliable = failing_tests(copies.get(), {each.killer for each in results if each.killer})
    for at, each in enumerate(results):
        if each.killer in unreliable:
            results[at] = replace(each, fate="survived")
            show(results[at])
    return results


@contextmanager
def _copies(root: Path, number: int) -> Iterator[queue.SimpleQueue[SourceCopy]]:
    with tempfile.TemporaryDirectory(prefix="orcus-tui-mutants-", ignore_cleanup_errors=True) as folder:
        copies = queue.SimpleQueue[SourceCopy]()
        for each in range(number):
            copies.put(copy_tree(root, Path(folder) / str(each)))
        yield copies


def run_mutant(copy: SourceCopy, mutant: Mutant, chosen: ChosenTests, stopped: Event | None = None) -> Result:
    """Runs tests against a mutant up to the first failure, and restores the copy."""
    module = copy.root / mutant.path
    source = module.read_bytes()
    try:
        module.write_bytes(mutant.applied(source.decode()).encode())
        _touch(module)
        for stage in _stages(chosen):
            status, _, last = _run(copy, stage, ("-x",), stopped)
            if status not in (ALL_PASSED, NO_TEST_FOUND):
                return Result(mutant, "hung" if status is None else "killed", len(chosen.names), last)
    finally:
        module.write_bytes(source)
        _touch(module)
    return Result(mutant, "survived", len(chosen.names))


def _stages(chosen: ChosenTests) -> Iterator[ChosenTests]:
    """The tests of the first few files, then the others; most mutants only need the former to be imported."""
    files = dict.fromkeys(_file(name) for name in chosen.names)
    first = set(islice(files, FEW_FILES))
    for names in (
        [name for name in chosen.names if _file(name) in first],
        [name for name in chosen.names if _file(name) not in first],
    ):
        if names:
            yield ChosenTests(names, chosen.seconds)


def _file(test: str) -> str:
    return test.partition("::")[0]


def failing_tests(copy: SourceCopy, tests: Iterable[str]) -> set[str]:
    """The tests that fail in an unchanged copy."""
    names = sorted(tests)
    return set(_run(copy, ChosenTests(names, 10.0 * len(names)))[1]) if names else set()


def _run(
    copy: SourceCopy, chosen: ChosenTests, options: tuple[str, ...] = (), stopped: Event | None = None
) -> tuple[int | None, list[str], str]:
    """Runs tests; returns the exit status (None after a timeout), the failed tests, and the last one started."""
    listed = copy.root.parent / "chosen.txt"
    running, failed = listed.with_suffix(".running"), listed.with_suffix(".failed")
    for each in (running, failed):
        each.unlink(missing_ok=True)
    listed.write_text("\n".join(chosen.names), encoding="utf-8")
    seconds = ALLOWANCE + SLOWER * chosen.seconds
    files = dict.fromkeys(map(_file, chosen.names))
    limit = ("-o", f"faulthandler_timeout={seconds / 2}", "-o", "faulthandler_exit_on_timeout=true")
    status = copy.run_pytest(["-n0", *limit, *options, *files], {CHOSEN: str(listed)}, seconds, stopped)
    names = failed.read_text(encoding="utf-8").splitlines() if failed.exists() else []
    return status, names, running.read_text(encoding="utf-8") if running.exists() else ""


def _touch(module: Path) -> None:
    """Sets a new modification time on a module, so that old bytecode of the same second and size is not used."""
    changed = 1_000_000_000 + next(_later)
    os.utime(module, (changed, changed))
