"""Draws mutants of the program and runs the tests against each: `python -m tests.mutants --help`."""

import argparse
import os
import signal
import sys
from collections import Counter
from collections.abc import Sequence
from itertools import count
from pathlib import Path

from tests.mutants.copies import ROOT
from tests.mutants.draw import PACKAGES, Mutant, draw
from tests.mutants.equivalents import LIST, read_equivalents, stale
from tests.mutants.gate import ChosenTests, Result, run_mutants
from tests.mutants.line_map import measure

KILLED_AT_LEAST = 0.95
"""The share of mutants that the suite must kill."""
MANY = 225
BUDGET = 60.0


def main(arguments: Sequence[str] | None = None, root: Path = ROOT) -> int:
    """Runs the gate; the exit status is 1 if too many mutants survive, or the list of equivalent ones is stale."""
    parser = argparse.ArgumentParser("python -m tests.mutants", description=__doc__)
    parser.add_argument("package", nargs="*", metavar="PACKAGE", help=f"only these of {', '.join(PACKAGES)}")
    parser.add_argument("--mutants", type=int, default=MANY, help=f"how many to draw ({MANY})")
    parser.add_argument("--seed", type=int, default=1, help="which to draw (1)")
    parser.add_argument("--processes", type=int, default=_processors(), help="how many run at once (all processors)")
    parser.add_argument(
        "--seconds", type=float, default=BUDGET, help=f"for the tests of a mutant, as measured ({BUDGET:g})"
    )
    parser.add_argument(
        "--at-least", type=float, default=KILLED_AT_LEAST, help=f"the share that must be killed ({KILLED_AT_LEAST:g})"
    )
    options = parser.parse_args(arguments)
    if unknown := set(options.package) - set(PACKAGES):
        parser.error(f"no such package: {', '.join(sorted(unknown))}")
    if min(options.mutants, options.processes, options.seconds) <= 0:
        parser.error("--mutants, --processes and --seconds take numbers above 0")
    signal.signal(
        signal.SIGTERM, lambda *_: sys.exit("stopped")
    )  # otherwise its copies and processes would be left behind
    listed = read_equivalents(root)
    known = {each.key for each in listed}
    drawn = draw(root, options.mutants, options.seed, options.package or PACKAGES)
    mutants = [each for each in drawn if each.key not in known]
    print(f"{len(drawn)} mutants drawn, {len(drawn) - len(mutants)} of them listed as equivalent", flush=True)
    results = run(root, mutants, options.processes, options.seconds)
    outdated = stale(root, listed)
    for entry in outdated:
        print(f"no longer a mutant, remove it from {LIST.as_posix()}: {entry.path} {entry.function}")
        print(f"  - {entry.before}\n  + {entry.after}")
    print("\n".join(table(results)))
    share = killed_share(results)
    print(f"killed: {share:.1%} of {len(results)}; at least {options.at_least:.0%} are required")
    return 1 if share < options.at_least or outdated else 0


def run(root: Path, mutants: Sequence[Mutant], processes: int, seconds: float) -> list[Result]:
    """Runs the tests against each mutant, each limited by its measured duration."""
    lines = measure(root, processes)
    print(f"{len(lines.seconds):,} tests measured: {sum(lines.seconds.values()):.0f} seconds", flush=True)
    numbers = count(1)

    def choose(mutant: Mutant) -> ChosenTests:
        names = lines.tests_for(mutant, seconds)
        return ChosenTests(names, sum(lines.seconds[name] for name in names))

    def show_with_progress(result: Result) -> None:
        show(result)
        if (number := next(numbers)) % 25 == 0:
            print(f"{number} run", flush=True)

    return run_mutants(root, mutants, choose, processes, show_with_progress)


def show(result: Result) -> None:
    """Prints a survivor with its difference from the program."""
    if result.fate == "survived":
        mutant = result.mutant
        print(f"{mutant.path}:{mutant.line} {mutant.function}: survived {result.tests:,} tests", flush=True)
        print(f"  - {mutant.before}\n  + {mutant.after}", flush=True)


def killed_share(results: Sequence[Result]) -> float:
    """The share of mutants that did not survive; 1 if there are no mutants."""
    return sum(each.fate != "survived" for each in results) / len(results) if results else 1.0


def table(results: Sequence[Result]) -> list[str]:
    """The fates of the mutants of each package."""
    fates = Counter((each.mutant.path.split("/")[1], each.fate) for each in results)
    rows = [f"{'package':<12}{'killed':>8}{'hung':>8}{'survived':>10}"]
    for package in PACKAGES:
        killed, hung, survived = (fates[package, fate] for fate in ("killed", "hung", "survived"))
        if killed or hung or survived:
            rows.append(f"{package:<12}{killed:>8}{hung:>8}{survived:>10}")
    return rows


def _processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


if __name__ == "__main__":
    sys.exit(main())
