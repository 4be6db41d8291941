"""A journal that is deleted or replaced, or cannot be written to: the fight continues in a new one."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from orcus_tui.session.dice_source import RandomDice
from orcus_tui.session.session import Session
from orcus_tui.storage.journal.archive import archive_journal
from orcus_tui.storage.journal.journal_list import list_unfinished
from orcus_tui.storage.journal.recovery import find_unfinished
from orcus_tui.storage.journal.running_fight import follow_running
from tests.helpers.disks.disks import FailingDisk, is_full, posix
from tests.helpers.fights.random_fights import (
    NO_SYNC,
    journal_of,
    journal_settings_at,
    play_lines,
    result_of,
    session_on,
    small_fight,
)

FIRST, CONTINUED = "2026-01-01-the-ford", "2026-01-01-the-ford-continued"


def delete(path: Path) -> None:
    path.unlink()


def replace_by_another(path: Path) -> None:
    path.with_suffix(".synced").write_bytes(path.read_bytes())
    path.with_suffix(".synced").replace(path)


def overwrite(path: Path) -> None:
    path.write_bytes(path.read_bytes().splitlines(keepends=True)[0])


def lose_the_folder(path: Path) -> None:
    path.parent.rename(path.parent.with_name("gone"))


def overwrite_with_as_many_bytes(path: Path) -> None:
    path.write_bytes(bytes(path.stat().st_size))


def put_a_link_in_its_place(path: Path) -> None:
    path.rename(path.with_suffix(".moved"))
    path.symlink_to(path.with_suffix(".moved"))


LOSSES = [
    delete, replace_by_another, overwrite, overwrite_with_as_many_bytes, lose_the_folder, put_a_link_in_its_place
]  # fmt: skip


@posix
@pytest.mark.parametrize("lose", LOSSES)
@pytest.mark.parametrize("notices", ["d ogre 7", "undo", ""])
def test_a_journal_that_another_program_takes_away_is_noticed_at_once(
    tmp_path: Path, lose: Callable[[Path], None], notices: str
) -> None:
    folder = tmp_path / "state"
    session = session_on(small_fight(), journal_settings=journal_settings_at(folder))
    play_lines(session, "begin", "d ogre 5")
    lose(journal_of(session))
    warning = result_of(session, notices).warning if notices else session.replace_lost_journal()
    assert f"continuing in a new journal, {CONTINUED}" in warning
    assert session.is_in_journal and session.replace_lost_journal() == ""
    play_lines(session, "d ogre 1")
    session.end(finished=False)
    again, lost = Session.resume(journal_settings_at(folder), CONTINUED, RandomDice(Random(1)))
    assert (again.state(), lost) == (session.state(), "")


@posix
@pytest.mark.parametrize("lose", LOSSES)
def test_a_fight_with_a_lost_journal_is_saved_on_leaving(tmp_path: Path, lose: Callable[[Path], None]) -> None:
    folder = tmp_path / "state"
    session = session_on(small_fight(), journal_settings=journal_settings_at(folder))
    play_lines(session, "begin", "d ogre 5")
    lose(journal_of(session))
    assert CONTINUED in session.end(finished=False)
    again, lost = Session.resume(journal_settings_at(folder), CONTINUED, RandomDice(Random(1)))
    assert (again.state(), lost) == (session.state(), "")


@posix
def test_a_fight_that_could_not_be_saved_for_a_while_is_saved_on_leaving(tmp_path: Path) -> None:
    folder = tmp_path / "state"
    session = session_on(small_fight(), journal_settings=journal_settings_at(folder))
    play_lines(session, "begin", "d ogre 5")
    folder.rename(tmp_path / "gone")
    folder.write_text("no folder any more")
    assert "no new journal can be begun" in session.replace_lost_journal()
    assert session.replace_lost_journal() == ""  # said once
    folder.unlink()
    assert CONTINUED in session.end(finished=False)
    assert Session.resume(journal_settings_at(folder), CONTINUED, RandomDice(Random(1)))[0].state() == session.state()


def test_a_fight_that_is_resumed_on_a_full_disk_says_so(tmp_path: Path) -> None:
    session_on(small_fight(), journal_settings=journal_settings_at(tmp_path)).end(finished=False)
    full = replace(NO_SYNC, write=is_full)
    session, lost = Session.resume(journal_settings_at(tmp_path, full), FIRST, RandomDice(Random(1)))
    assert "No space left on device" in lost and not session.is_in_journal
    assert session.has_lost_journal
    session.recorder = None


@posix
def test_without_a_new_journal_the_fight_is_not_reported_as_saved(tmp_path: Path) -> None:
    session = session_on(small_fight(), journal_settings=journal_settings_at(tmp_path / "state"))
    (tmp_path / "state").rename(tmp_path / "gone")
    (tmp_path / "state").write_text("no folder any more")
    assert "no new journal can be begun" in session.replace_lost_journal()
    assert not session.is_in_journal
    assert result_of(session, "d ogre 1").error
    (tmp_path / "state").unlink()
    assert CONTINUED in result_of(session, "d ogre 1").warning
    assert session.is_in_journal


# Journals that continue others


def test_a_journal_that_is_continued_is_not_offered_with_its_successor(tmp_path: Path) -> None:
    failing = FailingDisk()
    session = session_on(small_fight(), journal_settings=journal_settings_at(tmp_path, failing.disk()))
    play_lines(session, "begin")
    for number in range(2):
        failing.fails, failing.only = "full", journal_of(session)
        assert result_of(session, "d ogre 1").warning, number
    failing.fails = ""
    last = f"{CONTINUED}-2"
    assert [each.id for each in list_unfinished(tmp_path)] == [last]
    assert find_unfinished(tmp_path, "2026") == last
    assert follow_running(tmp_path).journal.path.stem == last
    session.end(finished=True)
    assert list_unfinished(tmp_path) == []
    archive_journal(journal_settings_at(tmp_path), last)
    assert list_unfinished(tmp_path) == []


def test_a_journal_is_offered_again_when_its_successor_is_gone(tmp_path: Path) -> None:
    failing = FailingDisk()
    session = session_on(small_fight(), journal_settings=journal_settings_at(tmp_path, failing.disk()))
    failing.fails, failing.only = "full", journal_of(session)
    play_lines(session, "begin")
    session.end(finished=False)
    (tmp_path / f"{CONTINUED}.jsonl").unlink()
    assert [each.id for each in list_unfinished(tmp_path)] == [FIRST]


@posix
def test_a_new_fight_is_not_taken_for_one_that_is_continued(tmp_path: Path) -> None:
    settings = journal_settings_at(tmp_path)
    first = session_on(small_fight(), journal_settings=settings)
    journal_of(first).unlink()
    play_lines(first, "d ogre 1")
    first.end(finished=True)
    second = session_on(small_fight(), journal_settings=settings)
    assert journal_of(second).stem == f"{FIRST}-2"
    assert follow_running(tmp_path).journal.path == journal_of(second)
    second.end(finished=False)
    assert [each.id for each in list_unfinished(tmp_path)] == [f"{FIRST}-2"]


def test_a_fight_whose_name_ends_in_continued_does_not_hide_another(tmp_path: Path) -> None:
    settings = journal_settings_at(tmp_path)
    for name in ("The ford", "The ford continued"):
        session_on(replace(small_fight(), name=name), journal_settings=settings).end(finished=False)
    assert {each.id for each in list_unfinished(tmp_path)} == {FIRST, CONTINUED}
