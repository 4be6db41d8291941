"""Reports from journals on disk: times from time stamps, sums of several, and the readable part of a damaged one."""

from pathlib import Path

import pytest

from orcus_tui.report.journal_report import LONGEST_PAUSE, report_journal, total_figures
from orcus_tui.session.dice_source import GivenDice
from orcus_tui.session.session import Session
from orcus_tui.storage.journal.journal_settings import JournalSettings
from orcus_tui.storage.storage_error import StorageError
from tests.helpers.fights.clock import Clock
from tests.helpers.fights.random_fights import play_lines, small_fight


@pytest.fixture
def clock() -> Clock:
    return Clock()


def a_fight(folder: Path, clock: Clock) -> Session:
    settings = JournalSettings(folder, "test", clock.text)
    return Session(small_fight(), GivenDice([5] * 40), journal_settings=settings)


def test_the_time_between_lines_counts_for_the_creature_whose_turn_it_is(tmp_path: Path, clock: Clock) -> None:
    session = a_fight(tmp_path, clock)
    play_lines(session, "begin")
    clock.now += 40
    play_lines(session, "damage ogre 3")
    clock.now += 21
    play_lines(session, "next")
    clock.now += LONGEST_PAUSE
    play_lines(session, "next")
    session.end(finished=True)
    (path,) = tmp_path.glob("*.jsonl")
    found = report_journal(path).figures.creatures
    assert (found["ari"].seconds, found["ogre"].seconds) == (61.0, 0.0)


@pytest.mark.parametrize(("count", "name"), [(1, "1 fight"), (2, "2 fights")])
def test_fights_are_summed_by_name(tmp_path: Path, clock: Clock, count: int, name: str) -> None:
    for _ in range(count):
        session = a_fight(tmp_path, clock)
        play_lines(session, "begin", "damage ogre 10 by ari", "finish")
        session.end(finished=True)
    total = total_figures([report_journal(each).figures for each in sorted(tmp_path.glob("*.jsonl"))])
    assert total.name == name
    assert total.creatures["party Ari"].dealt == 10 * count
    assert total.creatures["foes Ogre"].taken == 10 * count


def test_a_damaged_journal_is_reported_up_to_the_damage(tmp_path: Path, clock: Clock) -> None:
    session = a_fight(tmp_path, clock)
    play_lines(session, "begin", "damage ogre 10 by ari", "damage ogre 5 by ari")
    session.end(finished=True)
    (path,) = tmp_path.glob("*.jsonl")
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:3], b"garbage\n", *lines[4:]]))
    found = report_journal(path)
    assert found.problem
    assert found.figures.creatures["ari"].dealt == 10


def test_a_file_that_is_not_a_journal_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.jsonl").write_text("hello\n", encoding="utf-8")
    with pytest.raises(StorageError):
        report_journal(tmp_path / "x.jsonl")
