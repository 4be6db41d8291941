"""The tracker in a terminal, compared with minimal Textual apps, alternating in one run.

Figures are ratios of medians; the notes give milliseconds, the median and the 95th percentile.
"""

import os
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from benchmarks.fights import encounter
from benchmarks.measure import Row, percentiles, ratio
from benchmarks.terminal import ORCUS, Terminal, own_state, python

STARTS = 31
"""The number of starts; their median is still about 3 % off if other programs run."""
PRESSES = 40
SLOW_PRESSES = 10
EMPTY = python("-m", "benchmarks.yardsticks", "empty")
COUNTER = python("-m", "benchmarks.yardsticks", "counter")
FURNISHED = python("-m", "benchmarks.yardsticks", "furnished")
FEW, MANY = ("5", "10"), ("100", "1000")
SLOW = 0.3
"""Seconds that a slow disk takes for each line."""
IDLE = 5
"""Seconds over which the processor is measured."""


def rows() -> Iterator[Row]:
    """First paint, keys, memory and idling, and keys on a slow disk."""
    if not hasattr(os, "openpty"):
        return
    with own_state() as state:
        yield from starting(state)
        yield from pressing()
        yield from resting()


def crowd(*words: str) -> list[str]:
    """The command that opens the tracker on a crowd."""
    return python("-m", "benchmarks.crowd", *words)


# First paint


def starting(state: Path) -> Iterator[Row]:
    """The time from the start of the process until the fight is readable."""
    hundred = state / "hundred.toml"
    hundred.write_text(encounter(100), encoding="utf-8")
    programs = {
        "empty": (EMPTY, "READY"),
        "furnished": (FURNISHED, "READY"),
        "sample": ([ORCUS], "Ketta"),
        "hundred": ([ORCUS, str(hundred)], "Initiative"),
    }
    taken: dict[str, list[float]] = {name: [] for name in programs}
    for _ in range(STARTS):
        for name, (command, text) in programs.items():
            with Terminal(command) as terminal:
                taken[name].append(terminal.until(text))
    for name, limit in (("furnished", None), ("sample", 1.2), ("hundred", 1.5)):
        note = f"{percentiles(taken[name])} vs {percentiles(taken['empty'])}"
        yield Row(f"first paint: {name}, to an empty app", ratio(taken[name], taken["empty"]), limit, "×", note)


# Keys


def pressing() -> Iterator[Row]:
    """The time from a key to the last byte it changes on the screen."""
    with (
        Terminal(COUNTER) as counter,
        Terminal(crowd(*FEW)) as few,
        Terminal(crowd(*MANY)) as many,
        Terminal(crowd(*FEW, str(SLOW))) as slow,
    ):
        for terminal, text in ((counter, "READY"), (few, "Creature"), (many, "Creature"), (slow, "Creature")):
            terminal.until(text)
            terminal.settle()
        taken: dict[str, list[float]] = {}
        for number in range(PRESSES):
            move = "j" if number % 2 == 0 else "k"
            _take(taken, "counter", counter, "j")
            for name, terminal in (("few", few), ("many", many)):
                _take(taken, f"selection {name}", terminal, move)
                terminal.press(f":damage . {number % 3 + 1}")
                _take(taken, f"damage {name}", terminal, "\r")
        yield from _beside_counter(taken, "selection", 2)
        yield from _beside_counter(taken, "damage", 5)
        yield from _on_a_slow_disk(slow)


def _take(taken: dict[str, list[float]], name: str, terminal: Terminal, keys: str) -> None:
    taken.setdefault(name, []).append(terminal.press(keys).last)


def _beside_counter(taken: dict[str, list[float]], what: str, limit: float) -> Iterator[Row]:
    few, many, counter = taken[f"{what} few"], taken[f"{what} many"], taken["counter"]
    note = f"{percentiles(few)} vs {percentiles(counter)}"
    yield Row(f"{what}, to a counted key", ratio(few, counter), limit, "×", note)
    yield Row(f"{what}: 100 creatures, 1,000 entries, to 5 and 10", ratio(many, few), 1.25, "×", percentiles(many))


def _on_a_slow_disk(slow: Terminal) -> Iterator[Row]:
    """The time until the header names a waiting key while a line is being written to a slow disk."""
    named = []
    for number in range(SLOW_PRESSES):
        slow.type("n")
        time.sleep(SLOW / 4)  # the line is being written to the disk
        named.append(slow.press("j" if number % 2 == 0 else "k").first)
        slow.settle()
    note = f"{percentiles(named)}, while each line takes the disk {SLOW * 1000:.0f} ms"
    yield Row("a key on a slow disk, until the header names it", median(named) * 1000, 200, "ms", note)


# Memory and idling


def resting() -> Iterator[Row]:
    """Memory and processor time of the idle tracker."""
    held: dict[str, float] = {}
    used = 0.0
    for name, command, text in (("empty", EMPTY, "READY"), ("ours", crowd(*FEW), "Creature")):
        with Terminal(command) as terminal:
            terminal.until(text)
            terminal.settle()
            held[name], before = terminal.memory(), terminal.processor()
            time.sleep(IDLE)
            used = (terminal.processor() - before) / IDLE
    note = f"{held['ours']:.1f} MiB vs {held['empty']:.1f} MiB"
    yield Row("resident memory, to an empty app", held["ours"] / held["empty"], 1.25, "×", note)
    yield Row("processor while idle", used * 100, 1, "%", f"over {IDLE} seconds")
