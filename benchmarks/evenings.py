"""Long evenings in a terminal: a fight of many commands, many journals, a long log, a crowd of creatures.

Limits are in milliseconds: a person notices the delay of a key above a tenth of a second, and that of a start above a
second.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import cycle
from pathlib import Path
from statistics import median
from subprocess import DEVNULL, run

from benchmarks.fights import encounter, play_journal, session
from benchmarks.measure import Row, percentiles, ratio, timed
from benchmarks.terminal import ORCUS, Terminal, own_state
from orcus_tui.screen.fight.log import log_of
from orcus_tui.storage.journal.journal_file import journal_path

COMMANDS = 20_000
JOURNALS = 10_000
UNFINISHED_EVERY = 100
LOG_ROWS = 100_000
LOG_WIDTH = 118
CREATURES = 2_000
STARTS = 5
PRESSES = 20
FELT = 100
"""Milliseconds from a key to its frame above which a person notices the delay."""
WAITED_FOR = 1000
"""Milliseconds above which a person notices waiting."""
MOST_MEMORY = 200
"""The most MiB that a program should use."""


def rows() -> Iterator[Row]:
    """Start, keys and memory of each, and the time to list unfinished fights."""
    if not hasattr(os, "openpty"):
        return
    for measure in (_many_commands, _long_log, _many_creatures, _many_journals):
        with own_state() as state:
            yield from measure(state)


def _many_commands(state: Path) -> Iterator[Row]:
    lines = ("next", *(f"damage creature-{number} 1" for number in (3, 7, 11)))
    running, path = play_journal(state, session(20, 3), lines, COMMANDS)
    commands = len(running.timeline.executions)
    yield from _played(f"a fight of {commands:,} commands", _resume(path), 2 * WAITED_FOR)


def _long_log(state: Path) -> Iterator[Row]:
    running, path = play_journal(state, session(8, 0), ("damage @all 1",), LOG_ROWS // 3)
    log = log_of(running.timeline)
    log.set_width(LOG_WIDTH)
    log.select(-LOG_ROWS * 10)
    name = f"a log of {len(log.rows):,} rows"
    yield from _played(name, _resume(path), None, most_memory=None)
    with Terminal(_resume(path)) as terminal:
        terminal.until("Creature")
        terminal.settle()
        terminal.press("L")
        answered = terminal.press("\x1b[H").first
        yield _row(f"{name}: the first move towards its first row", [answered], 10 * FELT)
        yield Row(
            f"{name}: to its first row", timed(terminal.settle) * 1000, None, "ms", "read in parts, keys answered"
        )


def _many_creatures(state: Path) -> Iterator[Row]:
    file = state / "crowd.toml"
    file.write_text(encounter(CREATURES), encoding="utf-8")
    yield from _played(f"{CREATURES:,} creatures", [ORCUS, str(file)], 2 * WAITED_FOR, begin=True)


def _many_journals(state: Path) -> Iterator[Row]:
    start = partial(_first_paint, [ORCUS], "Ketta")
    before = [start() for _ in range(STARTS)]
    _write_journals(state)
    name = f"{JOURNALS:,} journals"
    after = [start() for _ in range(STARTS)]
    note = f"{percentiles(after)} vs {percentiles(before)}"
    yield Row(f"{name}: first paint, to none", ratio(after, before), 1.5, "×", note)
    offered = [_first_paint([ORCUS], "Unfinished fights") for _ in range(STARTS)]
    yield _row(f"{name}: until the unfinished are offered", offered, 2 * WAITED_FOR)
    listed = [timed(lambda: run([ORCUS, "recover", "--list"], check=True, stdout=DEVNULL)) for _ in range(STARTS)]
    yield _row(f"{name}: recover --list", listed, WAITED_FOR)


def _write_journals(state: Path) -> None:
    """Writes many short journals, every hundredth unfinished."""
    kinds: list[bytes] = []
    for finished in (True, False):
        _, path = play_journal(state, session(8, 1), ("next",), 20, finished=finished)
        kinds.append(path.read_bytes())
        path.unlink()
    for number in range(JOURNALS):
        journal_path(state, f"{number:05}").write_bytes(kinds[number % UNFINISHED_EVERY == 0])


# Measurements


def _resume(journal: Path) -> list[str]:
    return [ORCUS, "recover", journal.stem]


def _first_paint(command: Sequence[str], text: str) -> float:
    with Terminal(command) as terminal:
        return terminal.until(text)


def _played(
    name: str,
    command: Sequence[str],
    start_limit: float | None,
    *,
    begin: bool = False,
    most_memory: float | None = MOST_MEMORY,
) -> Iterator[Row]:
    """First paint, keys and memory of the tracker on something large."""
    yield _row(f"{name}: first paint", [_first_paint(command, "Creature") for _ in range(STARTS)], start_limit)
    with Terminal(command) as terminal:
        terminal.until("Creature")
        terminal.settle()
        if begin:
            terminal.press(":begin\r")
            terminal.settle()
        moves = cycle("jk")
        keys: dict[str, Callable[[], float]] = {
            "moving the selection": lambda: terminal.press(next(moves)).last,
            "a damage command": partial(_damage, terminal),
            "next": lambda: terminal.press("n").last,
        }
        for what, press in keys.items():
            taken = []
            for _ in range(PRESSES):
                taken.append(press())
                terminal.settle()
            yield _row(f"{name}: {what}", taken, FELT)
        yield Row(f"{name}: resident memory", terminal.memory(), most_memory, "MiB", "")


def _damage(terminal: Terminal) -> float:
    terminal.press(":damage . 3")
    terminal.settle()
    return terminal.press("\r").last


def _row(what: str, taken: Sequence[float], limit: float | None) -> Row:
    """A row of milliseconds: the median, with the 95th percentile as a note."""
    return Row(what, median(taken) * 1000, limit, "ms", percentiles(taken))
