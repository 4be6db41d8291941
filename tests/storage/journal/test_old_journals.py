"""Journals of every format, of all systems: each opens to the state in which it was left, and continues from there."""

import ast
import inspect
import json
from pathlib import Path
from random import Random
from shutil import copy
from typing import Any

import pytest

from orcus_tui.session.dice_source import RandomDice
from orcus_tui.session.session import Session
from orcus_tui.storage.encounter import old_values
from orcus_tui.storage.journal import format_1
from orcus_tui.storage.journal.journal_file import encode_line
from orcus_tui.storage.journal.records import FORMAT
from orcus_tui.systems import SYSTEMS
from tests.helpers.fights.random_fights import journal_of, journal_settings_at, play_lines, result_of
from tests.helpers.project.files import ROOT

FOLDER = ROOT / "tests" / "journals"
JOURNALS = sorted(FOLDER.glob("format-*/*.jsonl"))
DAMAGED = "orcus-damaged"
FINISHED = "orcus-finished"
every_journal = pytest.mark.parametrize("path", JOURNALS, ids=lambda path: f"{path.parent.name}/{path.stem}")
to_resume = pytest.mark.parametrize(
    "path",
    [path for path in JOURNALS if path.stem not in (DAMAGED, FINISHED)],
    ids=lambda path: f"{path.parent.name}/{path.stem}",
)


OF_THE_FIRST_FIVE = frozenset({"orcus", "archmage", "archmage-plus", "true-srd", "srd5"})
NAMES = {number: OF_THE_FIRST_FIVE | {DAMAGED, FINISHED, "orcus-torn"} for number in range(1, FORMAT + 1)}
"""The journals of each format; they stay when systems are added."""


def recorded_state(path: Path) -> dict[str, Any]:
    state: dict[str, Any] = json.loads(path.with_suffix(".state.json").read_text(encoding="utf-8"))
    return state


def assert_as_recorded(session: Session, path: Path) -> None:
    """The state is the recorded one; it may have keys that STATE lacked when the journal was recorded."""
    recorded, state = recorded_state(path), session.state()
    state = {key: state[key] for key in recorded}
    for creature, keys in recorded["creatures"].items():
        state["creatures"][creature] = {key: state["creatures"][creature][key] for key in keys}
    assert state == recorded


def resume(folder: Path, journal: str) -> tuple[Session, str]:
    return Session.resume(journal_settings_at(folder), journal, RandomDice(Random(1)))


def test_there_are_journals_of_every_format_and_system() -> None:
    assert {path.parent.name for path in JOURNALS} == {f"format-{number}" for number in range(1, FORMAT + 1)}
    names = {number: {path.stem for path in JOURNALS if path.parent.name == f"format-{number}"} for number in NAMES}
    assert all(names[number] >= NAMES[number] for number in NAMES)
    assert names[FORMAT] >= {*SYSTEMS}, "a new system is recorded in the present format: see tests/journals/README.md"


def test_the_conversion_of_old_lines_depends_on_nothing_that_changes() -> None:
    for module, own in ((format_1, ["typing", old_values.__name__]), (old_values, ["re", "typing"])):
        parsed = ast.parse(inspect.getsource(module))
        imported = [each.module for each in ast.walk(parsed) if isinstance(each, ast.ImportFrom)]
        assert imported == ["collections.abc", *own], f"{module.__name__} must give for ever what it gives now"
        assert not any(isinstance(each, ast.Import) for each in ast.walk(parsed))


def test_uses_until_the_next_turn_have_a_separate_field() -> None:
    lasting = ["has acted", "lost until after the next battle: Strike this turn"]
    used = [*lasting, "conviction this turn", "hit ogre this turn", "opportunity against ogre"]
    used.append("reaction this turn, ogre's")
    events = [["state", "ari", "used", used, "uses it"], ["turn", "ari", [1, 1], used, False, True]]
    (execution,) = format_1.upgrade({"at": "now", "deeds": [["next", [], events]]})["executions"]
    change, other, turn = execution["events"]
    assert (change["field"], change["value"], turn["used"]) == ("used", lasting, lasting)
    assert other == {
        "event": "state",
        "creature": "ari",
        "field": "used_until_next_turn",
        "value": ["conviction", "hit ogre", "opportunity against ogre", "reaction in the turn of ogre"],
    }


@every_journal
def test_an_old_journal_opens_to_the_state_it_was_left_in(path: Path) -> None:
    files = sorted(path.parent.iterdir())
    session, problem = Session.open_for_viewing(journal_settings_at(path.parent), path, RandomDice(Random(1)))
    assert_as_recorded(session, path)
    assert ("is damaged" in problem) == (path.stem == DAMAGED)
    assert play_lines(session, "log 1000")
    assert sorted(path.parent.iterdir()) == files


@to_resume
def test_an_old_journal_is_resumed_with_every_step_of_undo(path: Path, tmp_path: Path) -> None:
    session, problem = resume(tmp_path, Path(copy(path, tmp_path)).stem)
    assert "is invalid" not in problem
    steps = session.timeline.undo_count
    assert steps > 1
    been = [session.state()]
    for _ in range(steps):
        play_lines(session, "undo")
        been.append(session.state())
    assert session.fight is session.timeline.start
    for state in been[-2::-1]:
        play_lines(session, "redo")
        assert session.state() == state
    assert_as_recorded(session, path)
    play_lines(session, "undo 2", "redo", "roll 1d6")
    journal, state = journal_of(session).stem, session.state()
    session.end(finished=False)
    again, problem = resume(tmp_path, journal)
    assert (again.state(), problem) == (state, "")


@pytest.mark.parametrize("path", [path for path in JOURNALS if path.stem == DAMAGED], ids=lambda path: path.parent.name)
def test_an_old_damaged_journal_opens_up_to_the_damage_and_can_only_be_viewed(path: Path, tmp_path: Path) -> None:
    session, problem = resume(tmp_path, Path(copy(path, tmp_path)).stem)
    assert_as_recorded(session, path)
    assert problem.endswith("is damaged: it is not what was written (wrong CRC)")
    assert result_of(session, "undo").error.startswith("this fight is read-only: ")


def test_a_journal_of_an_older_format_continues_in_a_new_file(tmp_path: Path) -> None:
    path = Path(copy(FOLDER / "format-1" / "orcus.jsonl", tmp_path))
    before = path.read_bytes()
    session, problem = resume(tmp_path, path.stem)
    assert problem.startswith("the journal has an older format, 1; it continues in a new journal, ")
    play_lines(session, "undo", "damage duke 1")
    assert path.read_bytes() == before


def test_an_old_journal_with_a_fight_beyond_the_limits_can_only_be_viewed(tmp_path: Path) -> None:
    path = Path(copy(FOLDER / "format-1" / "orcus.jsonl", tmp_path))
    beyond = {"at": "now", "deeds": [["init halva 21", [], [["state", "halva", "initiative", 10**16, ""]]]]}
    number = len(path.read_bytes().splitlines())
    path.write_bytes(path.read_bytes() + encode_line(number, beyond))
    session, problem = resume(tmp_path, path.stem)
    assert problem.startswith("no new journal can continue from this fight: creature[1].initiative_total: expected")
    assert session.read_only == problem
    assert list(tmp_path.glob("*.jsonl")) == [path]
