"""The running fight and its successor are found among any other files."""

from pathlib import Path

import pytest

from orcus_tui.storage.journal import running_fight
from orcus_tui.storage.journal.archive import archive_journal
from orcus_tui.storage.journal.journal_follower import JournalFollower
from orcus_tui.storage.journal.running_fight import follow_running
from orcus_tui.storage.storage_error import StorageError
from tests.helpers.fights.followed import playing
from tests.helpers.fights.random_fights import journal_of, journal_settings_at


def test_the_fight_of_the_file_is_followed_or_else_any_running_fight(tmp_path: Path) -> None:
    ford, fen = playing(tmp_path), playing(tmp_path, "fen")
    folder = tmp_path / "journals"
    assert follow_running(folder, tmp_path / "ford.toml").journal.fight == ford.fight
    second = follow_running(folder, tmp_path / "." / "fen.toml").journal
    assert second.replay.fight_files.encounter == tmp_path / "fen.toml"
    assert follow_running(folder).journal.fight.name == "The ford"
    for session in (ford, fen):
        session.end(finished=True)
    with pytest.raises(StorageError, match="no fight is running"):
        follow_running(folder)
    with pytest.raises(StorageError, match=r"no fight of .*ford\.toml is running"):
        follow_running(folder, tmp_path / "ford.toml")


def test_each_journal_is_announced_before_it_is_read(tmp_path: Path) -> None:
    playing(tmp_path)
    (journal,) = (tmp_path / "journals").glob("*.jsonl")
    announced: list[Path] = []
    follow_running(tmp_path / "journals", tmp_path / "ford.toml", announced.append)
    assert announced == [journal]


def test_a_follower_does_not_switch_from_an_abandoned_fight_to_another(tmp_path: Path) -> None:
    ford, fen = playing(tmp_path), playing(tmp_path, "fen")
    ford.end(finished=False)
    running = follow_running(tmp_path / "journals", tmp_path / "ford.toml")
    assert not running.follow_next()
    assert running.journal.fight == ford.fight
    fen.end(finished=True)


def test_an_abandoned_fight_is_followed_until_its_journal_is_gone(tmp_path: Path) -> None:
    ford = playing(tmp_path)
    ford_id = journal_of(ford).stem
    ford.end(finished=False)
    running = follow_running(tmp_path / "journals")
    assert not running.follow_next()
    archive_journal(journal_settings_at(tmp_path / "journals"), ford_id)
    assert not running.follow_next()
    fen = playing(tmp_path, "fen")
    assert running.follow_next()
    assert running.journal.replay.fight_files.encounter == tmp_path / "fen.toml"
    fen.end(finished=True)


@pytest.mark.parametrize("beginning", [b"", b'{"crc"', b"not a journal\n"])
def test_a_next_journal_that_cannot_be_read_yet_is_tried_again(beginning: bytes, tmp_path: Path) -> None:
    ford, fen = playing(tmp_path), playing(tmp_path, "fen")
    path = journal_of(fen)
    running = follow_running(tmp_path / "journals", tmp_path / "ford.toml")
    assert not running.follow_next()
    whole = path.read_bytes()
    path.write_bytes(beginning)
    ford.end(finished=False)
    assert not running.follow_next()
    assert running.is_left
    assert not running.follow_next()
    running.read_new_lines()
    assert running.journal.fight == ford.fight
    path.write_bytes(whole)
    assert running.follow_next()
    assert running.journal.fight == fen.fight
    assert not running.is_left
    fen.end(finished=True)


def test_a_journal_that_cannot_be_read_does_not_hide_another_fight_that_is_played(tmp_path: Path) -> None:
    ford, fen, mill = playing(tmp_path), playing(tmp_path, "fen"), playing(tmp_path, "mill")
    running = follow_running(tmp_path / "journals", tmp_path / "ford.toml")
    assert not running.follow_next()
    journal_of(fen).write_bytes(b"not a journal\n")
    ford.end(finished=False)
    assert running.follow_next()
    assert running.journal.replay.fight_files.encounter == tmp_path / "mill.toml"
    for session in (fen, mill):
        session.end(finished=True)


def test_an_unreadable_next_journal_is_read_again_only_once_it_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ford, fen = playing(tmp_path), playing(tmp_path, "fen")
    path = journal_of(fen)
    running = follow_running(tmp_path / "journals", tmp_path / "ford.toml")
    assert not running.follow_next()
    read: list[Path] = []
    monkeypatch.setattr(running_fight, "JournalFollower", lambda path: read.append(path) or JournalFollower(path))
    path.write_bytes(b"not a journal\n")
    ford.end(finished=False)
    for _ in range(10):
        assert not running.follow_next()
    (tmp_path / "journals" / "notes.txt").touch()
    for _ in range(10):
        assert not running.follow_next()
    assert read == [path]
    path.write_bytes(b"not a journal either\n")
    assert not running.follow_next()
    assert read == [path, path]
    fen.end(finished=True)


def test_an_unreadable_fight_is_reported_where_there_is_no_other(tmp_path: Path) -> None:
    ford = playing(tmp_path)
    journal_of(ford).write_bytes(b"not a journal\n")
    with pytest.raises(StorageError, match="is not a journal of this program"):
        follow_running(tmp_path / "journals")
    with pytest.raises(StorageError, match=r"no fight of .*ford\.toml is running"):
        follow_running(tmp_path / "journals", tmp_path / "ford.toml")
    ford.end(finished=True)


def test_a_fight_that_ended_before_the_first_look_is_followed_by_the_next_one(tmp_path: Path) -> None:
    ford = playing(tmp_path)
    running = follow_running(tmp_path / "journals")
    ford.end(finished=False)
    fen = playing(tmp_path, "fen")
    assert running.follow_next()
    assert running.journal.fight == fen.fight
    fen.end(finished=True)
