"""The archive: journals are moved completely or not at all, never replace each other, and can be opened there."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from orcus_tui.session.dice_source import RandomDice
from orcus_tui.session.session import Session
from orcus_tui.storage.atomic import Disk
from orcus_tui.storage.journal.archive import archive_journal, finished_before
from orcus_tui.storage.journal.journal_file import Journal
from orcus_tui.storage.journal.journal_list import list_unfinished
from orcus_tui.storage.journal.recovery import find_to_view, find_unfinished
from orcus_tui.storage.lock import Locked, is_locked
from orcus_tui.storage.storage_error import NotSynced, StorageError
from tests.helpers.disks.disks import fails, names, posix
from tests.helpers.disks.journals import HEADER, write_journal
from tests.helpers.fights.random_fights import journal_of, journal_settings_at, play_lines, session_on, small_fight

LATER = "2026-01-02"


def journal(folder: Path, journal_id: str, *, finished: bool = True, when: object = HEADER["when"]) -> bytes:
    path = folder / f"{journal_id}.jsonl"
    written = Journal.create(path, {**HEADER, "when": when})
    written.append({"line": journal_id})
    written.close(finished=finished)
    return path.read_bytes()


def files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


# Which journals are archived


def test_finished_fights_of_earlier_days_are_found(tmp_path: Path) -> None:
    journal(tmp_path, "before", when="2026-01-01T23:59:59+00:00")
    journal(tmp_path, "on-the-day", when="2026-01-02T00:00:00+00:00")
    journal(tmp_path, "unfinished", finished=False)
    journal(tmp_path, "no-day", when="long ago")
    journal(tmp_path, "no-text", when=7)
    (tmp_path / "headless.jsonl").write_bytes(journal(tmp_path, "whole").split(b"\n", 1)[1])
    assert finished_before(tmp_path, LATER) == ["before", "whole"]
    assert finished_before(tmp_path, "0001-01-01") == []
    assert finished_before(tmp_path / "missing", LATER) == []


# Moving


def test_a_journal_is_moved_with_its_torn_lines(tmp_path: Path) -> None:
    data = journal(tmp_path, "one")
    other = journal(tmp_path, "one-2")
    for name in ("one.jsonl.torn", "one.jsonl.torn.2", "one-2.jsonl.torn"):
        (tmp_path / name).write_bytes(name.encode())
    assert archive_journal(journal_settings_at(tmp_path), "one") == tmp_path / "archive" / "one.jsonl"
    assert files(tmp_path) == {
        "archive/one.jsonl": data,
        "archive/one.jsonl.torn": b"one.jsonl.torn",
        "archive/one.jsonl.torn.2": b"one.jsonl.torn.2",
        "one-2.jsonl": other,
        "one-2.jsonl.torn": b"one-2.jsonl.torn",
    }


def test_a_journal_in_use_is_left(tmp_path: Path) -> None:
    running = Journal.create(tmp_path / "one.jsonl", HEADER)
    with pytest.raises(Locked, match="in use by another program"):
        archive_journal(journal_settings_at(tmp_path), "one")
    running.append({"line": "next"})
    running.close(finished=True)
    assert names(tmp_path) == ["one.jsonl"]
    archive_journal(journal_settings_at(tmp_path), "one")
    assert names(tmp_path) == ["archive"]


def test_a_journal_being_moved_cannot_be_resumed_meanwhile(tmp_path: Path) -> None:
    journal(tmp_path, "one", finished=False)
    refusals: list[str] = []

    def move(source: Path, target: Path) -> None:
        assert is_locked(source)
        with pytest.raises(Locked) as refused:
            Journal.resume(source)
        refusals.append(str(refused.value))
        source.rename(target)

    archive_journal(replace(journal_settings_at(tmp_path), disk=Disk(replace=move)), "one")
    assert len(refusals) == 1
    assert not is_locked(tmp_path / "one.jsonl")


@pytest.mark.parametrize("taken", ["one.jsonl", "one.jsonl.torn"])
def test_nothing_in_the_archive_is_overwritten(tmp_path: Path, taken: str) -> None:
    journal(tmp_path, "one")
    (tmp_path / "one.jsonl.torn").write_bytes(b"torn")
    (tmp_path / "archive").mkdir()
    (tmp_path / "archive" / taken).write_bytes(b"kept")
    before = files(tmp_path)
    with pytest.raises(StorageError, match="in the archive already"):
        archive_journal(journal_settings_at(tmp_path), "one")
    assert files(tmp_path) == before


def test_a_file_that_is_not_a_journal_stays(tmp_path: Path) -> None:
    (tmp_path / "folder.jsonl").mkdir()
    for missing in ("missing", "folder"):
        with pytest.raises(StorageError, match=r"cannot be read|is a folder, not a journal"):
            archive_journal(journal_settings_at(tmp_path), missing)
    assert names(tmp_path) == ["folder.jsonl"]


@posix
def test_a_link_stays(tmp_path: Path) -> None:
    journal(tmp_path, "one")
    (tmp_path / "link.jsonl").symlink_to("one.jsonl")
    with pytest.raises(StorageError, match="is a link"):
        archive_journal(journal_settings_at(tmp_path), "link")
    assert names(tmp_path) == ["link.jsonl", "one.jsonl"]


def test_a_file_where_the_archive_would_be_is_reported(tmp_path: Path) -> None:
    journal(tmp_path, "one")
    (tmp_path / "archive").touch()
    with pytest.raises(StorageError, match="cannot be moved to the archive"):
        archive_journal(journal_settings_at(tmp_path), "one")
    assert names(tmp_path) == ["archive", "one.jsonl"]


def failing_after(moves: int) -> Callable[[Path, Path], None]:
    """A disk's `replace` that fails after a number of moves."""
    left = [moves]

    def move(source: Path, target: Path) -> None:
        if not left[0]:
            fails()
        left[0] -= 1
        source.rename(target)

    return move


@pytest.mark.parametrize("moves", [0, 1, 2])
def test_a_move_that_fails_loses_nothing_and_can_be_done_again(tmp_path: Path, moves: int) -> None:
    data = journal(tmp_path, "one")
    for name in ("one.jsonl.torn", "one.jsonl.torn.2"):
        (tmp_path / name).write_bytes(name.encode())
    kept = sorted(files(tmp_path).values())
    failing = Disk(replace=failing_after(moves))
    with pytest.raises(StorageError, match="cannot be moved to the archive: Input/output error"):
        archive_journal(replace(journal_settings_at(tmp_path), disk=failing), "one")
    assert sorted(files(tmp_path).values()) == kept
    assert (tmp_path / "one.jsonl").read_bytes() == data, "the journal itself moves last"
    archive_journal(journal_settings_at(tmp_path), "one")
    assert sorted(files(tmp_path).values()) == kept
    assert names(tmp_path) == ["archive"]


def test_the_folder_of_the_archive_is_on_the_disk_before_a_journal_is_moved_there(tmp_path: Path) -> None:
    journal(tmp_path, "one")
    calls: list[str] = []

    def replace_file(source: Path, target: Path) -> None:
        calls.append("move")
        source.rename(target)

    disk = Disk(replace=replace_file, sync_folder=lambda folder: calls.append(f"sync {folder.name}"))
    archive_journal(replace(journal_settings_at(tmp_path), disk=disk), "one")
    assert calls == [f"sync {tmp_path.name}", "move", "sync archive", f"sync {tmp_path.name}"]


def test_a_move_that_cannot_be_synced_is_reported_as_done(tmp_path: Path) -> None:
    data = journal(tmp_path, "one")
    (tmp_path / "archive").mkdir()
    failing = Disk(sync_folder=fails)
    with pytest.raises(NotSynced, match="moved to the archive, but that may not survive a power failure"):
        archive_journal(replace(journal_settings_at(tmp_path), disk=failing), "one")
    assert files(tmp_path) == {"archive/one.jsonl": data}


@given(kinds=st.lists(st.sampled_from(["finished", "unfinished", "running", "cut", "damaged"]), max_size=6))
def test_archiving_loses_no_byte(tmp_path_factory: pytest.TempPathFactory, kinds: list[str]) -> None:
    folder = tmp_path_factory.mktemp("state")
    running = []
    for number, kind in enumerate(kinds):
        path = folder / f"{number}-{kind}.jsonl"
        if kind == "running":
            running.append(Journal.create(path, HEADER))
            continue
        data = write_journal(path, finished=kind != "unfinished")
        path.write_bytes(data[:-9] if kind == "cut" else data.replace(b"ogre", b"oger") if kind == "damaged" else data)
    before = sorted(path.read_bytes() for path in folder.glob("*.jsonl"))
    chosen = finished_before(folder, LATER)
    for each in chosen:
        archive_journal(journal_settings_at(folder), each)
    assert sorted(path.read_bytes() for path in folder.rglob("*.jsonl")) == before
    assert all("running" not in each and "unfinished" not in each and "cut" not in each for each in chosen)
    assert {path.stem for path in folder.glob("archive/*.jsonl")} == set(chosen)
    for each in running:
        each.close(finished=False)


# Opening from there


def test_a_fight_in_the_archive_is_viewed_by_its_id_or_its_path(tmp_path: Path) -> None:
    journal_settings = journal_settings_at(tmp_path)
    session = session_on(small_fight(), 7, journal_settings=journal_settings)
    play_lines(session, "begin", "d ogre 5 fire")
    fight_id = journal_of(session).stem
    session.end(finished=False)
    assert find_to_view(tmp_path, fight_id) is None, "it can be resumed"
    archived = archive_journal(journal_settings, fight_id)
    assert list_unfinished(tmp_path) == []
    with pytest.raises(StorageError):
        find_unfinished(tmp_path, fight_id)
    for named in (fight_id, str(archived)):
        path = find_to_view(tmp_path, named)
        assert path == archived
        viewed, lost = Session.open_for_viewing(journal_settings, path, RandomDice(Random(1)))
        assert (viewed.fight, lost) == (session.fight, "")
        assert viewed.read_only
    assert find_to_view(tmp_path, f"../{tmp_path.name}/archive/{fight_id}") is None


def test_an_id_in_the_archive_is_not_given_again(tmp_path: Path) -> None:
    ids = []
    for _ in range(3):
        session = session_on(small_fight(), 7, journal_settings=journal_settings_at(tmp_path))
        ids.append(journal_of(session).stem)
        session.end(finished=True)
        archive_journal(journal_settings_at(tmp_path), ids[-1])
    assert len(set(ids)) == 3


def test_the_id_of_an_archived_fight_does_not_find_a_fight_whose_id_begins_with_it(tmp_path: Path) -> None:
    settings = journal_settings_at(tmp_path)
    sessions = [session_on(small_fight(), journal_settings=settings) for _ in range(2)]
    first, second = (journal_of(each).stem for each in sessions)
    for session in sessions:
        session.end(finished=False)
    assert second.startswith(first)
    archive_journal(settings, first)
    with pytest.raises(StorageError, match=f'"{first}" is in the archive'):
        find_unfinished(tmp_path, first)
