"""What reading an encounter costs beside its TOML, and a journal beside its JSON."""

import json
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path

from benchmarks.fights import encounter, session
from benchmarks.measure import Row, in_turn
from orcus_tui.session.door import execute_line
from orcus_tui.session.session import Session
from orcus_tui.storage.encounter.read import read_encounter
from orcus_tui.storage.journal.journal_file import SUFFIX, read_journal
from orcus_tui.storage.journal.journal_settings import JournalSettings
from orcus_tui.storage.journal.recovery import replay_journal

CREATURES = 1_000
LINES = 10_000


def rows() -> Iterator[Row]:
    """An encounter of 1,000 creatures, and a journal of 10,000 lines."""
    with tempfile.TemporaryDirectory() as folder:
        yield _reading(Path(folder))
        yield from _recovery(Path(folder))


def _reading(folder: Path) -> Row:
    file = folder / "large.toml"
    text = encounter(CREATURES)
    file.write_text(text, encoding="utf-8")
    ours, theirs = in_turn(lambda: read_encounter(file), lambda: tomllib.loads(text), 7)
    note = f"{ours * 1000:.0f} ms beside {theirs * 1000:.0f} ms"
    return Row("reading an encounter of 1,000 creatures, to tomllib alone", ours / theirs, 1.5, "×", note)


def _recovery(folder: Path) -> Iterator[Row]:
    journal_settings = JournalSettings(folder, "benchmark", lambda: "2026-01-01T00:00:00+00:00")
    running = Session(session(20, 3).fight, session(2, 0).dice_source, journal_settings=journal_settings)
    for _ in range(LINES):
        execute_line(running, "next")
    running.end(finished=False)
    (path,) = folder.glob(f"*{SUFFIX}")
    lines = path.read_bytes().splitlines()
    ours, theirs = in_turn(lambda: replay_journal(read_journal(path)), lambda: [json.loads(line) for line in lines], 5)
    note = f"{ours * 1000:.0f} ms beside {theirs * 1000:.0f} ms"
    yield Row("recovery of a journal of 10,000 lines, to json.loads of them", ours / theirs, 8, "×", note)
    yield Row("a line of that journal", sum(map(len, lines)) / len(lines), 1000, "B", "three saving throws and damage")
