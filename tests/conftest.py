"""The setup of all tests: examples of properties, the cache of bytecode, reports."""

import gc
import os
import sys
from pathlib import Path

import pytest
from _pytest.runner import runtestprotocol
from hypothesis import HealthCheck, Phase, settings

# The same examples everywhere, without a time limit; `--hypothesis-profile=search` looks for others, and for more.
# A failure is reported once, without an explanation: a fight comes from a seed, so an explanation takes minutes.
settings.register_profile(
    "same",
    max_examples=60,
    deadline=None,
    derandomize=True,
    report_multiple_bugs=False,
    phases=[Phase.explicit, Phase.reuse, Phase.generate, Phase.shrink],
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("search", settings.get_profile("same"), max_examples=500, derandomize=False)
settings.load_profile("same")

gc.set_threshold(400_000, 20, 20)  # otherwise a tenth of the time is spent on examining values that are kept anyway

if sys.dont_write_bytecode:
    # Otherwise each worker, and each program that a test starts, compiles everything again, a third of the time.
    sys.dont_write_bytecode = False
    sys.pycache_prefix = str(Path(__file__).parent.parent / ".pytest_cache" / "bytecode")
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # in case of `python -B`
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One worker more than cores, since a fifth of the time is spent waiting for processes, terminals and timers."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return (cores or 1) + 1


def pytest_collection_finish() -> None:
    """Excludes the tests themselves, which stay until the end, from garbage collection."""
    gc.freeze()


def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool:
    """Runs a test, and reports its setup and teardown only if they fail or skip: workers send half as many reports."""
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    for report in runtestprotocol(item, log=False, nextitem=nextitem):
        if report.when == "call" or not report.passed:
            item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Lists once for each reason what was skipped on this machine."""
    reasons = {
        report.longrepr[2] for report in terminalreporter.stats.get("skipped", ()) if type(report.longrepr) is tuple
    }
    for reason in sorted(reasons):
        terminalreporter.write_line(f"left out: {reason.removeprefix('Skipped: ')}")
