"""The tracker with `--ascii` behind a line of 9,600 baud: how long the bytes that answer a key take on it."""

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import mkdtemp

from benchmarks.measure import Row
from benchmarks.terminal import Terminal

BYTES_A_SECOND = 960
LIMIT = 200
"""Milliseconds in which a key is to be answered."""
TYPED: tuple[tuple[str, str, float | None], ...] = (
    ("`j`, with another card", "j", None),
    ("`d`, which opens the line", "d", None),
    ("a character of the line", "7", LIMIT),
    ("Enter after a damage line", "\r", None),
    ("`n`", "n", None),
)


def rows() -> Iterator[Row]:
    """From each key to the last byte that it changes."""
    if not hasattr(os, "openpty"):
        return
    state = mkdtemp()
    os.environ["ORCUS_TUI_STATE"], os.environ["ORCUS_TUI_CONFIG"] = state, f"{state}/config.toml"
    try:
        yield from pressing()
    finally:
        shutil.rmtree(state)


def pressing() -> Iterator[Row]:
    """The keys in one fight."""
    ours = str(Path(sys.executable).with_name("orcus-tui"))
    with Terminal([ours, "--ascii"], (80, 24)) as terminal:
        terminal.until("Ketta")
        terminal.settle()
        for key in ("\x1b", "b", "\r"):
            terminal.type(key)
            terminal.settle()
        for what, key, limit in TYPED:
            answer = terminal.press(key)
            terminal.settle()
            # The line is busy from the first byte on for as long as all of them take.
            taken = max(answer.first + answer.size / BYTES_A_SECOND, answer.last) * 1000
            yield Row(f"9,600 baud: {what}", taken, limit, "ms", f"{answer.size} bytes")
