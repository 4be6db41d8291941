"""A campaign of two years: 200 fights, and 10,000 journals in the folder with theirs."""

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median
from subprocess import DEVNULL, run
from typing import NamedTuple

from benchmarks.fights import encounter
from benchmarks.measure import Row, timed
from benchmarks.terminal import ORCUS, own_state
from orcus_tui.session.dice_source import RandomDice
from orcus_tui.session.session import Session
from orcus_tui.storage.encounter.read import read_encounter
from orcus_tui.storage.journal.journal_file import SUFFIX
from tests.helpers.fights.sessions import journal_settings_at

FIGHTS = 200
PLAYED = 150
JOURNALS = 10_000
STARTS = 5
HERO = "creature-0"
"""The hero whose history is read."""


def rows() -> Iterator[Row]:
    """The first opening, later ones, and the history of a hero from the journals of all fights, in processor time."""
    with own_state() as state:
        folder = state / "campaign"
        _write_journals(state)
        _write_campaign(folder)
        show = [ORCUS, "campaign", str(folder)]
        name = f"a campaign of {FIGHTS} fights and {JOURNALS:,} journals"
        first, waited = _milliseconds(show)
        yield Row(f"{name}: first seen", first, None, "ms", f"its journals are read once; {waited:.0f} by the clock")
        starts = [_milliseconds(show) for _ in range(STARTS)]
        clock = median(each.clock for each in starts)
        yield Row(name, median(each.processor for each in starts), 500, "ms", f"{clock:.0f} by the clock")
        history = [ORCUS, "campaign", "history", HERO, "--in", str(folder)]
        first, waited = _milliseconds(history)
        again = _milliseconds(history).processor
        note = f"{waited:.0f} by the clock; {again:.0f} again"
        yield Row(f"history over {FIGHTS} journals", first, 2000, "ms", note)


class Milliseconds(NamedTuple):
    """The time of a command: processor time, and wall time, which other programs also affect."""

    processor: float
    clock: float


def _milliseconds(command: list[str]) -> Milliseconds:
    before = os.times()
    clock = timed(lambda: run(command, check=True, stdout=DEVNULL, stderr=DEVNULL))
    after = os.times()
    used = after.children_user + after.children_system - before.children_user - before.children_system
    return Milliseconds(used * 1000, clock * 1000)


def _write_journals(state: Path) -> None:
    """Ten thousand journals of a fight of four rounds."""
    file = state / "measured.toml"
    file.write_text(encounter(8), encoding="utf-8")
    played = Session(read_encounter(file), RandomDice(Random(1)), journal_settings=journal_settings_at(state))
    for line in ("begin", *("damage creature-1,creature-2 1 by creature-0", "next") * 32, "finish"):
        played.run(line)
    played.end(finished=True)
    (path,) = state.glob(f"*{SUFFIX}")
    text = path.read_bytes()
    path.unlink()
    for number in range(JOURNALS):
        (state / f"2024-01-01-measured-{number}{SUFFIX}").write_bytes(text)


def _write_campaign(folder: Path) -> None:
    folder.mkdir()
    lines = ["format = 1", 'name = "Measured"']
    for number in range(FIGHTS):
        (folder / f"fight-{number}.toml").write_text(encounter(8), encoding="utf-8")
        journal = f'journal = "2024-01-01-measured-{number}"'
        ended = ['state = "won"', "day = 1"] if number < PLAYED else []
        lines += ["", "[[fight]]", f'file = "fight-{number}.toml"', *ended, journal]
    (folder / "campaign.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")
