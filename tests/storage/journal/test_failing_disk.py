"""A disk that fills up, fails, or takes a line in pieces: nothing is shown that cannot be read back."""

import os
from pathlib import Path

import pytest

from orcus_tui.storage.atomic import Disk
from orcus_tui.storage.journal import journal_file
from orcus_tui.storage.journal.journal_file import Journal, JournalContents, encode_line, read_journal
from orcus_tui.storage.lock import is_locked
from orcus_tui.storage.storage_error import StorageError
from tests.helpers.disks.disks import fails, is_full, names, recording_disk
from tests.helpers.disks.journals import HEADER, RECORDS, first_line_after


class FailingDisk:
    """Takes `room` more bytes, and syncs while `syncs` is true."""

    def __init__(self) -> None:
        self.room = 10**9
        self.syncs = True
        self.writes = 0
        self.disk = Disk(write=self.write, sync=self.sync)

    def write(self, fd: int, data: bytes) -> int:
        self.writes += 1
        if not self.room:
            is_full()
        written = os.write(fd, data[: self.room])
        self.room -= written
        return written

    def sync(self, fd: int) -> None:
        if not self.syncs:
            fails()
        os.fsync(fd)


def test_one_line_is_one_write_and_one_sync(tmp_path: Path) -> None:
    calls: list[str] = []
    journal = Journal.create(tmp_path / "a.jsonl", HEADER, disk=recording_disk(calls))
    assert calls == ["write", "sync", "sync_folder"]
    calls.clear()
    journal.append({"text": "x" * 100_000})
    assert calls == ["write", "sync"]
    journal.close(finished=False)


def test_short_writes_end_in_whole_lines(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    disk = Disk(write=lambda fd, data: os.write(fd, data[:5]))
    journal = Journal.create(path, HEADER, disk=disk)
    for record in RECORDS:
        journal.append(record)
    journal.close(finished=True)
    assert read_journal(path) == JournalContents(HEADER, tuple(RECORDS), b"", None, finished=True)


def test_a_disk_that_fills_up_at_any_byte_of_a_line(tmp_path: Path) -> None:
    for room in range(len(encode_line(1, RECORDS[0], "0a1b2c3d"))):
        path = tmp_path / f"{room}.jsonl"
        failing = FailingDisk()
        journal = Journal.create(path, HEADER, disk=failing.disk)
        failing.room = room
        with pytest.raises(StorageError, match="No space left") as caught:
            journal.append(RECORDS[0])
        assert str(path) in str(caught.value) and "nothing more is written" in str(caught.value)
        assert journal.failure == "No space left on device"
        failing.room, writes = 10**9, failing.writes
        with pytest.raises(StorageError, match="an earlier write to this file failed"):
            journal.append(RECORDS[1])
        journal.close(finished=True)
        assert failing.writes == writes
        recovered = read_journal(path)
        assert recovered.records == () and recovered.damage is None and not recovered.finished
        assert recovered.torn == first_line_after(path, RECORDS[0])[:room]


def test_a_failed_sync_breaks_the_journal_even_if_the_line_was_written(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    failing = FailingDisk()
    journal = Journal.create(path, HEADER, disk=failing.disk)
    journal.append(RECORDS[0])
    failing.syncs = False
    with pytest.raises(StorageError, match="Input/output error"):
        journal.append(RECORDS[1])
    failing.syncs = True
    with pytest.raises(StorageError, match="an earlier write to this file failed"):
        journal.append(RECORDS[2])
    journal.close(finished=True)
    assert list(read_journal(path).records) == RECORDS[:2]
    assert not read_journal(path).finished


def test_an_interrupted_write_breaks_the_journal(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    interrupt = [False]

    def write(fd: int, data: bytes) -> int:
        if interrupt[0]:
            os.write(fd, data[:5])
            raise KeyboardInterrupt
        return os.write(fd, data)

    journal = Journal.create(path, HEADER, disk=Disk(write=write))
    interrupt[0] = True
    with pytest.raises(KeyboardInterrupt):
        journal.append(RECORDS[0])
    interrupt[0] = False
    with pytest.raises(StorageError, match="interrupted"):
        journal.append(RECORDS[0])
    journal.close(finished=False)
    assert read_journal(path).torn == first_line_after(path, RECORDS[0])[:5]


@pytest.mark.parametrize("disk", [Disk(write=fails), Disk(sync=fails), Disk(sync_folder=fails)])
def test_a_journal_that_cannot_be_begun_leaves_nothing(tmp_path: Path, disk: Disk) -> None:
    with pytest.raises(StorageError, match="cannot be created"):
        Journal.create(tmp_path / "a.jsonl", HEADER, disk=disk)
    assert names(tmp_path) == []


def test_an_end_that_cannot_be_written_still_releases_the_lock(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    failing = FailingDisk()
    journal = Journal.create(path, HEADER, disk=failing.disk)
    failing.room = 0
    with pytest.raises(StorageError, match="No space left"):
        journal.close(finished=True)
    assert not is_locked(path) and not read_journal(path).finished
    journal.close(finished=True)
    with pytest.raises(StorageError, match="closed"):
        journal.append({})


def test_a_journal_that_would_be_too_large_to_read_is_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(StorageError, match="the fight takes 17 MB, and a journal begins with 16 MB at most"):
        Journal.create(tmp_path / "a.jsonl", {**HEADER, "encounter": "x" * journal_file.LARGEST_HEADER})
    assert names(tmp_path) == []
    journal = Journal.create(tmp_path / "a.jsonl", HEADER)
    monkeypatch.setattr(journal_file, "LARGEST", 500)
    journal.append({"line": "x" * 100})
    before = (tmp_path / "a.jsonl").read_bytes()
    with pytest.raises(StorageError, match="a journal has at most"):
        journal.append({"line": "x" * 300})
    assert (tmp_path / "a.jsonl").read_bytes() == before
    journal.close(finished=False)
