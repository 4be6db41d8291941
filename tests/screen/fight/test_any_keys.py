"""Any keys in any order, in any terminal: the tracker never falls over, and what was done is in the journal."""

import string
from pathlib import Path
from random import Random
from typing import Any

import pytest
from on_screen import key_event, play, seen, settle, tracker
from random_fights import desk_at, fight_of, session_on
from rich.cells import cell_len
from textual.pilot import Pilot

from orcus_tui.screen.fight.keys import KEYS
from orcus_tui.session.dice_source import RandomDice
from orcus_tui.session.session import Session

KEPT_AWAY = {"quit", "write", "export", "open"}
"""Keys that leave, or need a file."""
OURS = [each for key in KEYS.values() if key.id not in KEPT_AWAY for each in key.keys.split(",")]
LEAVING = ["escape", "enter", "tab", "up", "down", "right", "backspace", "backspace", "ctrl+home", "ctrl+end"]
LINES = (
    "d @all 5",
    "apply ogre dazed save",
    "next",
    "attack strike ogre",
    "undo 2",
    "redo",
    "ask all",
    "drop g2",
    "[b",
)
FORBIDDEN_LETTERS = "qwEo"  # the same keys, as letters

WEIGHED = [
    *OURS * 3,
    *LEAVING * 6,
    *string.digits * 2,
    *sorted(set(string.printable[:94]) - set(FORBIDDEN_LETTERS)),
    "space",
]
SIZES = [(120, 40), (80, 24), (40, 12), (200, 50), (60, 20), (30, 8)]
KEYS_EACH = 400


def keys_by(chance: Random) -> list[str]:
    """Keys at random, and now and then a line that means something."""
    keys: list[str] = []
    while len(keys) < KEYS_EACH:
        if chance.random() < 0.06:
            keys += (*["escape"] * 4, "colon", *chance.choice(LINES), "enter")
        else:
            keys.append(chance.choice(WEIGHED))
    return keys


@pytest.mark.parametrize("seed", range(5))
def test_no_keys_in_any_order_crash_it_and_the_journal_has_the_fight(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    monkeypatch.chdir(tmp_path)
    chance = Random(seed)
    app = tracker(session_on(fight_of(seed), seed), desk_at(tmp_path / "state"))

    async def script(pilot: Pilot[Any]) -> None:
        keys = keys_by(chance)
        for start in range(0, len(keys), 80):
            for key in keys[start : start + 80]:
                pilot.app.post_message(key_event(key))
            await settle(pilot)
            await pilot.resize_terminal(*chance.choice(SIZES))
        for _ in range(4):
            pilot.app.post_message(key_event("escape"))
        await settle(pilot)
        await pilot.resize_terminal(100, 30)
        await settle(pilot)
        assert app.is_running
        assert {cell_len(row) for row in seen(pilot)} == {100}

    play(app, script, chance.choice(SIZES))
    shown = app.fight.view.fight
    assert len(app.fight.log_book.entries) >= 3  # something was done; nothing can be where the screen is too small
    for journal in (tmp_path / "state").glob("*.jsonl"):
        again, lost = Session.resume(desk_at(tmp_path / "state"), journal.stem, RandomDice(Random(1)))
        again.end(finished=True)
        assert not lost
        assert again.fight == shown
