"""A journal followed while another program writes it: every change is read, without side effects."""

from pathlib import Path
from random import Random

import pytest

from orcus_tui.session.dice_source import RandomDice
from orcus_tui.session.session import Session
from orcus_tui.storage.encounter.read import read_encounter
from orcus_tui.storage.journal import journal_file
from orcus_tui.storage.journal.journal_file import encode_line, read_journal
from orcus_tui.storage.journal.journal_follower import JournalFollower, file_version
from orcus_tui.storage.storage_error import StorageError
from tests.helpers.disks.disks import make_newer, posix
from tests.helpers.fights.random_fights import journal_of, journal_settings_at, play_lines, session_on
from tests.helpers.project.files import SAMPLE


def session_in(folder: Path) -> Session:
    return session_on(read_encounter(SAMPLE), 5, journal_settings=journal_settings_at(folder))


def test_the_fight_is_followed_through_everything_that_changes_it(tmp_path: Path) -> None:
    session = session_in(tmp_path)
    foe = next(each for each, sheet in session.fight.sheets.items() if sheet.side == "foes")
    follower = JournalFollower(journal_of(session))
    assert follower.fight == session.fight
    assert not follower.poll()
    lines = (
        "begin",
        f"damage {foe} 3",
        "next",
        "undo",
        "redo",
        "undo 2",
        "redo",
        "next",
        "roll d20",
        f"damage {foe} 2",
        f"damage {foe} 2",
        "amend 1 4",
        "undo",
        "option death_save_timing end",
        "alias hurt damage",
        "next",
    )
    for line in lines:
        play_lines(session, line)
        assert follower.poll(), line
        assert follower.fight == session.fight, line
        assert not follower.damage
    session.end(finished=True)
    assert follower.poll()
    assert follower.finished


def test_following_writes_nothing_and_takes_no_lock(tmp_path: Path) -> None:
    session = session_in(tmp_path)
    play_lines(session, "begin")
    before = {each.name: each.read_bytes() for each in tmp_path.iterdir()}
    follower = JournalFollower(journal_of(session))
    follower.poll()
    assert {each.name: each.read_bytes() for each in tmp_path.iterdir()} == before
    play_lines(session, "next")  # the writer still has its lock


def test_an_incomplete_line_is_ignored_until_it_is_complete(tmp_path: Path) -> None:
    session = session_in(tmp_path)
    follower = JournalFollower(journal_of(session))
    play_lines(session, "begin")
    whole = journal_of(session).read_bytes()
    for cut in (len(whole) - 1, len(whole) - 100):
        journal_of(session).write_bytes(whole[:cut])
        follower.poll()
        assert not follower.damage
        assert follower.fight.phase == "setup"
    journal_of(session).write_bytes(whole)
    assert follower.poll()
    assert follower.fight == session.fight


def test_a_damaged_line_is_named_and_the_fight_continues_once_it_is_repaired(tmp_path: Path) -> None:
    session = session_in(tmp_path)
    follower = JournalFollower(journal_of(session))
    play_lines(session, "begin")
    began = session.fight
    follower.poll()
    good = journal_of(session).read_bytes()
    play_lines(session, "next")
    whole = journal_of(session).read_bytes()
    journal_of(session).write_bytes(good + whole[len(good) :].replace(b'"', b"'", 3))
    assert follower.poll()
    assert follower.damage == "line 3 is damaged: it is not what was written (wrong CRC)"
    assert follower.fight == began
    journal_of(session).write_bytes(whole)
    make_newer(journal_of(session))
    assert follower.poll()
    assert not follower.damage
    assert follower.fight == session.fight


def test_a_fight_resumed_after_a_torn_line_is_still_followed(tmp_path: Path) -> None:
    session = session_in(tmp_path)
    play_lines(session, "begin")
    path = journal_of(session)
    session.end(finished=False)
    follower = JournalFollower(path)
    with path.open("ab") as file:
        file.write(b'{"crc":"0badc0de","seq":9,"rec\n')
    follower.poll()
    assert "damaged" in follower.damage
    session, _ = Session.resume(journal_settings_at(tmp_path), path.stem, RandomDice(Random(1)))
    play_lines(session, "next")
    follower.poll()
    assert not follower.damage
    assert follower.fight == session.fight


def test_another_journal_under_the_same_name_is_read_from_its_beginning(tmp_path: Path) -> None:
    session = session_in(tmp_path / "one")
    play_lines(session, "begin")
    follower = JournalFollower(journal_of(session))
    other = session_in(tmp_path / "two")
    journal_of(other).replace(journal_of(session))
    assert follower.poll()
    assert follower.fight == other.fight


@pytest.mark.parametrize("beginning", [b"", b'{"crc"'])
def test_a_restarted_journal_is_followed_once_its_first_line_is_complete(beginning: bytes, tmp_path: Path) -> None:
    session = session_in(tmp_path / "one")
    play_lines(session, "begin")
    path = journal_of(session)
    follower = JournalFollower(path)
    other = session_in(tmp_path / "two")
    path.unlink()
    path.write_bytes(beginning)
    for _ in range(2):
        assert not follower.poll()
        assert follower.fight == session.fight
    path.write_bytes(journal_of(other).read_bytes())
    assert follower.poll()
    assert follower.fight == other.fight


@posix
def test_a_replaced_journal_is_read_again_only_once_it_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = session_in(tmp_path)
    path = journal_of(session)
    whole = path.read_bytes()
    follower = JournalFollower(path)
    path.write_bytes(b"not a journal\n")
    opened, open_path = [], Path.open
    monkeypatch.setattr(Path, "open", lambda path, *how, **more: opened.append(path) or open_path(path, *how, **more))
    for _ in range(10):
        with pytest.raises(StorageError, match="is not a journal of this program"):
            follower.poll()
    assert opened == [path]
    before = file_version(path)
    while file_version(path) == before:
        path.chmod(0o640)
    with pytest.raises(StorageError, match="is not a journal of this program"):
        follower.poll()
    assert opened == [path, path], "who may read it has changed"
    path.write_bytes(whole)
    assert follower.poll()
    assert follower.fight == session.fight


def test_a_missing_journal_and_an_invalid_one_are_reported(tmp_path: Path) -> None:
    session = session_in(tmp_path)
    follower = JournalFollower(journal_of(session))
    journal_of(session).unlink()
    with pytest.raises(StorageError, match="is gone"):
        follower.poll()
    (tmp_path / "none.jsonl").write_text("not a journal\n")
    with pytest.raises(StorageError, match="is not a journal of this program"):
        JournalFollower(tmp_path / "none.jsonl")


def test_a_journal_of_another_format_is_followed_by_reading_the_stored_fight(tmp_path: Path) -> None:
    session = session_in(tmp_path)
    play_lines(session, "begin")
    path = journal_of(session)
    session.end(finished=False)
    contents = read_journal(path)
    lines = [encode_line(0, {**contents.header, "format": 99})]
    lines += [encode_line(number, record) for number, record in enumerate(contents.records, start=1)]
    other = tmp_path / "other.jsonl"
    other.write_bytes(b"".join(lines))
    assert JournalFollower(other).fight == session.fight


def test_a_journal_is_followed_up_to_the_largest_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = session_in(tmp_path)
    size = journal_of(session).stat().st_size
    monkeypatch.setattr(journal_file, "LARGEST", size)
    assert JournalFollower(journal_of(session)).fight == session.fight
    monkeypatch.setattr(journal_file, "LARGEST", size - 1)
    with pytest.raises(StorageError, match="is too large: a journal has at most"):
        JournalFollower(journal_of(session))
    monkeypatch.setattr(journal_file, "LARGEST", 2 << 20)
    journal_of(session).write_bytes(b"\n" * ((2 << 20) + 1))
    with pytest.raises(StorageError, match=r"is too large: a journal has at most 2 MB$"):
        JournalFollower(journal_of(session))
