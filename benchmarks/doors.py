"""The engine for other programs: commands as JSON Lines, compared with the same commands through Python."""

import json
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.fights import encounter
from benchmarks.measure import Row, in_turn
from orcus_tui.api.fight import load
from orcus_tui.api.stream import Engine, encoded

COMMANDS = 1_000
LINES = ("damage creature-1,creature-2 1", "next", "heal creature-0 1", "apply creature-3 dazed eont")
REPEATS = 3


def rows() -> Iterator[Row]:
    """The commands with their answers, in the same process."""
    lines = ["begin", *(LINES[number % len(LINES)] for number in range(COMMANDS))]
    requests = [json.dumps({"id": number, "do": line}).encode() for number, line in enumerate(lines)]
    with TemporaryDirectory() as folder:
        file = Path(folder) / "measured.toml"
        file.write_text(encounter(8), encoding="utf-8")

        def through_python() -> None:
            fight = load(str(file), seed=1)
            for line in lines:
                result = fight.do(line)
                _ = result.text, result.events

        def through_engine() -> None:
            engine = Engine(load(str(file), seed=1), _raise)
            for request in requests:
                encoded(engine.answer(request))

        python, engine = in_turn(through_python, through_engine, REPEATS)
    note = f"{engine * 1000:.0f} vs {python * 1000:.0f} ms"
    yield Row(f"{COMMANDS:,} commands through the engine, to Python", engine / python, 1.5, "×", note)


def _raise(defect: Exception) -> None:
    raise defect
