"""Any keys in any order, in any terminal: the tracker never crashes, and every command is in the journal."""

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from orcus_tui.session.session import Session
from orcus_tui.systems import SYSTEMS
from tests.campaign.inputs.deep_fights import FIRST_ROUND, played
from tests.campaign.keys import try_keys

IN_DEEP_FIGHTS = {
    *SYSTEMS,
    *("condition", "persistent", "bonus", "regeneration", "mark", "other", "group"),
    *("delayed", "readied", "reserve", "dead", "question", "to undo", "to redo"),
}
"""Features that the fights in later rounds have together."""


def test_no_keys_in_any_order_crash_it_and_the_journal_has_the_fight(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One trial of the campaign `keys`, of which `.ci/run` makes many more."""
    monkeypatch.chdir(tmp_path)
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, os.environ.get(name, ""))  # restored afterwards: the trial sets it
    tried = try_keys(0, tmp_path)
    assert tried.count > 100
    assert tried.depth.round >= 2
    assert tried.depth.commands > 10


def test_keys_are_pressed_in_later_rounds_of_every_system_with_all_that_a_fight_may_have() -> None:
    fights = [played(Random(seed), seed) for seed in range(60)]
    rounds = [session.fight.round for session in fights]
    assert min(rounds) >= FIRST_ROUND - 1  # the last lines may undo the start of the round
    assert max(rounds) >= 15
    found = {each for session in fights for each in _features(session)}
    assert IN_DEEP_FIGHTS - found == set()


def _features(session: Session) -> Iterator[str]:
    fight = session.fight
    yield fight.system
    for state in fight.states.values():
        yield from (effect.kind for effect in state.effects)
        yield from (state.place, state.life)
    there = {
        "group": len({sheet.group for sheet in fight.sheets.values()}) < len(fight.sheets),
        "delayed": fight.delayed,
        "readied": fight.readied,
        "question": fight.questions,
        "to undo": session.timeline.undo_count,
        "to redo": session.timeline.redo_count,
    }
    yield from (name for name, is_there in there.items() if is_there)
