"""Locks: who has a file, and how they are released."""

import os
import sys
from pathlib import Path

import pytest
from disks import names

import orcus_tui.storage.lock as lock_module
from orcus_tui.storage.lock import Locked, is_locked, lock_path, take_lock
from orcus_tui.storage.storage_error import StorageError


def test_a_lock_is_held_until_it_is_released_and_may_be_released_again(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    assert not is_locked(path)
    lock = take_lock(path, "")
    assert is_locked(path)
    with pytest.raises(Locked, match=f"in use by process {os.getpid()};"):
        take_lock(path, "")
    lock.release()
    lock.release()
    assert not is_locked(path) and names(tmp_path) == []


def test_a_lock_file_left_by_a_killed_program_locks_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    lock_path(path).write_text("1\nkilled long ago, with a long name\n")
    assert not is_locked(path)
    lock = take_lock(path, "new")
    with pytest.raises(Locked, match="new"):
        take_lock(path, "")
    lock.release()


def test_where_no_lock_file_can_be_written_nothing_is_locked(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="cannot be locked"):
        take_lock(tmp_path / "missing" / "a.jsonl", "")
    path = tmp_path / "a.jsonl"
    lock_path(path).mkdir()
    with pytest.raises(StorageError, match="cannot be locked"):
        take_lock(path, "")


def test_a_lock_file_that_its_last_owner_removes_meanwhile_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.jsonl"
    removals = [lock_path(path)]
    seize = lock_module._lock

    def too_late(fd: int) -> None:
        if removals and sys.platform != "win32":
            removals.pop().unlink()
        seize(fd)

    monkeypatch.setattr(lock_module, "_lock", too_late)
    lock = take_lock(path, "this")
    with pytest.raises(Locked):
        take_lock(path, "that")
    lock.release()


def test_a_lock_file_without_a_name(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    lock = take_lock(path, "this")
    for text in (b"", b"\xff", b"12", b"x\ny\n"):
        lock_path(path).write_bytes(text)
        with pytest.raises(Locked, match="in use by another process"):
            take_lock(path, "that")
    lock.release()
