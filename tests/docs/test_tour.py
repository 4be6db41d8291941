"""The tour is correct: its keys, pressed in order, lead to the screens shown on its page."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from textual.pilot import Pilot

from orcus_tui.config.paths import SAMPLE
from orcus_tui.session.dice_source import GivenDice
from orcus_tui.session.session import Session
from orcus_tui.storage.encounter.read import read_encounter
from orcus_tui.storage.journal.journal_settings import JournalSettings
from tests.helpers.project.files import ROOT
from tests.helpers.screen.driver import play, press, seen, tracker

TOUR = (ROOT / "docs" / "tour.md").read_text(encoding="utf-8")
SIZE = (120, 36)
NAMED = {"Enter": "enter", "Esc": "escape", "Tab": "tab", "Space": "space"}
STEP = re.compile(r"<kbd>(?P<keys>.*?)</kbd>|^```(?P<kind>\w+)\n(?P<block>.*?)^```$", re.DOTALL | re.MULTILINE)


class Step(NamedTuple):
    """A step of the tour: `keys` pressed, the program started with `sh`, or a `text` seen on the screen."""

    kind: str
    parts: tuple[str, ...]
    line: int


def steps() -> Iterator[Step]:
    for found in STEP.finditer(TOUR):
        line = TOUR.count("\n", 0, found.start()) + 1
        if found["keys"] is not None:
            yield Step("keys", (NAMED[found["keys"]],) if found["keys"] in NAMED else tuple(found["keys"]), line)
        else:
            yield Step(found["kind"], tuple(filter(None, map(str.strip, found["block"].splitlines()))), line)


def sittings() -> list[list[Step]]:
    """The steps, from one start of the program to the next."""
    made: list[list[Step]] = []
    for step in steps():
        if step.kind == "sh":
            assert step.parts == ("orcus-tui",)
            made.append([])
        else:
            made[-1].append(step)
    return made


def missing(pilot: Pilot[Any], wanted: tuple[str, ...]) -> str:
    """The first of these texts that is not on the screen at or below the row of the previous one; empty if all are
    there.
    """
    rows, at = seen(pilot), 0
    for each in wanted:
        found = next((number for number in range(at, len(rows)) if each in rows[number]), None)
        if found is None:
            return each
        at = found
    return ""


async def follow(pilot: Pilot[Any], sitting: list[Step]) -> None:
    for step in sitting:
        if step.kind == "keys":
            await press(pilot, *step.parts)
        else:
            assert step.kind == "text"
            text = "\n".join(seen(pilot))
            assert not missing(pilot, step.parts), f"docs/tour.md:{step.line}: {missing(pilot, step.parts)!r}\n{text}"


def test_the_tour_is_right_and_rolls_no_dice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    journal_settings = JournalSettings(tmp_path / "state", "orcus-tui test", lambda: "2026-01-02T20:15:00+00:00")
    for sitting in sittings():
        # No dice are given, so that any roll by the program is an error.
        app = tracker(Session(read_encounter(SAMPLE), GivenDice(())), journal_settings)
        play(app, lambda pilot, sitting=sitting: follow(pilot, sitting), SIZE)
    assert [path.name for path in tmp_path.glob("*.toml")] == ["the-sluice-at-hollow-weir-fight.toml"]


def test_each_session_of_the_tour_ends_by_leaving() -> None:
    first, *_ = sittings()
    assert first[-1].parts == ("q",)
