"""The cost of reading an encounter compared with its TOML, and a journal compared with its JSON."""

import json
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path

from benchmarks.fights import encounter, play_journal, session
from benchmarks.measure import Row, in_turn
from orcus_tui.storage.encounter.read import read_encounter
from orcus_tui.storage.journal.journal_file import read_journal
from orcus_tui.storage.journal.recovery import replay_journal

CREATURES = 1_000
LINES = 10_000


def rows() -> Iterator[Row]:
    """A large encounter, and a long journal."""
    with tempfile.TemporaryDirectory() as folder:
        yield _reading(Path(folder))
        yield from _recovery(Path(folder))


def _reading(folder: Path) -> Row:
    file = folder / "large.toml"
    text = encounter(CREATURES)
    file.write_text(text, encoding="utf-8")
    ours, theirs = in_turn(lambda: read_encounter(file), lambda: tomllib.loads(text), 7)
    note = f"{ours * 1000:.0f} ms vs {theirs * 1000:.0f} ms"
    return Row(f"reading an encounter of {CREATURES:,} creatures, to tomllib alone", ours / theirs, 1.5, "×", note)


def _recovery(folder: Path) -> Iterator[Row]:
    _, path = play_journal(folder, session(20, 3), ("next",), LINES)
    lines = path.read_bytes().splitlines()
    ours, theirs = in_turn(lambda: replay_journal(read_journal(path)), lambda: [json.loads(line) for line in lines], 5)
    note = f"{ours * 1000:.0f} ms vs {theirs * 1000:.0f} ms"
    yield Row(f"recovery of a journal of {LINES:,} lines, to json.loads of them", ours / theirs, 8, "×", note)
    yield Row("a line of that journal", sum(map(len, lines)) / len(lines), 1000, "B", "three saving throws and damage")
