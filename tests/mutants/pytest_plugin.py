"""The pytest plugin of the gate: records the lines that each test executes, or runs chosen tests in order."""

import base64
import json
import os
import sys
import time
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

LINES_INTO = "ORCUS_TUI_MUTANTS_LINES"
"""The variable with the folder for the lines that each test executes."""
CHOSEN = "ORCUS_TUI_MUTANTS_CHOSEN"
"""The variable with the file of tests to run; failed tests, and the running one, are written to `.failed`."""


def pytest_configure(config: pytest.Config) -> None:
    """Registers the plugins that the variables ask for."""
    if folder := os.environ.get(LINES_INTO):
        worker = os.environ.get("PYTEST_XDIST_WORKER", "main")
        if hasattr(config, "workerinput"):
            config.pluginmanager.register(LineRecorder(Path(folder) / f"{worker}.jsonl"))
    if chosen := os.environ.get(CHOSEN):
        config.pluginmanager.register(ChosenTests(Path(chosen)))


class LineRecorder:
    """Writes a line for each test that passes: its id, its seconds and the lines that it executes."""

    def __init__(self, path: Path) -> None:
        import line_probes  # only the tracing copy has this module

        self.hits = line_probes.hits
        self.path = path
        self.passed = True
        self.caches: dict[str, list[Any]] = {}

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self._clear_caches()
        self.hits[:] = bytes(len(self.hits))
        self.passed, began = False, time.perf_counter()
        yield
        if self.passed:
            seconds = round(time.perf_counter() - began, 4)
            lines = base64.b64encode(zlib.compress(self.hits[:], 1)).decode()
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"test": item.nodeid, "seconds": seconds, "lines": lines}) + "\n")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.passed = report.passed

    def _clear_caches(self) -> None:
        """Forgets all cached results, so that each test executes the lines behind them, not only the first one."""
        for name, module in list(sys.modules.items()):
            if name.startswith("orcus_tui.") and name not in self.caches:
                self.caches[name] = [each for each in vars(module).values() if hasattr(each, "cache_clear")]
        for caches in self.caches.values():
            for each in caches:
                each.cache_clear()


class ChosenTests:
    """Runs only the tests in a file, in its order, and writes which test is running and which have failed."""

    def __init__(self, chosen: Path) -> None:
        self.places = {test: at for at, test in enumerate(chosen.read_text(encoding="utf-8").splitlines())}
        self.running, self.failed = chosen.with_suffix(".running"), chosen.with_suffix(".failed")

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        items[:] = sorted(
            (each for each in items if each.nodeid in self.places), key=lambda each: self.places[each.nodeid]
        )

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self.running.write_text(nodeid, encoding="utf-8")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            with self.failed.open("a", encoding="utf-8") as file:
                file.write(f"{report.nodeid}\n")
