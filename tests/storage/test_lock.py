"""Locks: which files and folders are locked, by which program, and how locks are released."""

import os
import subprocess
import sys
from itertools import count
from pathlib import Path

import pytest

import orcus_tui.storage.lock as lock_module
from orcus_tui.storage.lock import Locked, folder_lock, is_locked, lock_file, unlock_and_close
from tests.helpers.disks.disks import names, posix
from tests.helpers.project.files import ROOT


def opened(path: Path) -> int:
    return os.open(path, os.O_RDWR | os.O_CREAT)


def test_a_lock_is_held_until_it_is_released(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    assert not is_locked(path)
    fd = opened(path)
    assert not is_locked(path)
    lock_file(path, fd)
    assert is_locked(path)
    second = opened(path)
    with pytest.raises(Locked, match="in use by another program; close it there first"):
        lock_file(path, second)
    with pytest.raises(OSError):
        os.fstat(second)
    unlock_and_close(fd)
    assert not is_locked(path) and names(tmp_path) == ["a.jsonl"]


def test_a_free_lock_is_taken_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lock_module.time, "sleep", lambda _: pytest.fail("it waits"))
    fd = opened(tmp_path / "a.jsonl")
    lock_file(tmp_path / "a.jsonl", fd)
    unlock_and_close(fd)
    assert not is_locked(tmp_path / "a.jsonl")


def test_a_lock_neither_changes_nor_hides_what_is_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"kept")
    fd = opened(path)
    lock_file(path, fd)
    assert path.read_bytes() == b"kept"
    unlock_and_close(fd)
    assert path.read_bytes() == b"kept"


def test_a_path_that_is_not_a_file_is_not_locked(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    assert not is_locked(tmp_path / "folder") and not is_locked(tmp_path / "missing")


@posix
def test_a_link_and_a_pipe_are_not_locked(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    fd = opened(path)
    lock_file(path, fd)
    (tmp_path / "link").symlink_to(path)
    os.mkfifo(tmp_path / "pipe")
    assert not is_locked(tmp_path / "link") and not is_locked(tmp_path / "pipe")
    unlock_and_close(fd)


WRITE = """
import sys
from pathlib import Path
from orcus_tui.storage.lock import folder_lock
with folder_lock(Path(sys.argv[1])):
    print("writing", flush=True)
    sys.stdin.read()
"""


def test_one_program_at_a_time_changes_the_files_of_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lock_module, "_ATTEMPTS_TO_WRITE", 2)
    command, pipe = [sys.executable, "-c", WRITE, str(tmp_path / "a.toml")], subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, cwd=ROOT) as first:
        assert first.stdout is not None and first.stdout.readline().strip() == b"writing"
        with pytest.raises(Locked), folder_lock(tmp_path / "b.toml"):
            raise AssertionError("two write at once")
        first.communicate()
    with folder_lock(tmp_path / "b.toml"):
        pass
    assert names(tmp_path) == []


def test_a_program_killed_while_it_writes_leaves_no_lock_and_no_file(tmp_path: Path) -> None:
    command, pipe = [sys.executable, "-c", WRITE, str(tmp_path / "a.toml")], subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, cwd=ROOT) as first:
        assert first.stdout is not None and first.stdout.readline().strip() == b"writing"
        first.kill()
    with folder_lock(tmp_path / "a.toml"):
        assert [each for each in names(tmp_path) if sys.platform != "win32"] == []
    assert names(tmp_path) == []


def test_a_folder_that_cannot_be_locked_is_written_to_without(tmp_path: Path) -> None:
    with folder_lock(tmp_path / "missing" / "a.toml"):
        pass  # the write reports the fault


@posix
def test_a_program_that_is_paused_while_it_checks_a_lock_keeps_no_writer_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.jsonl"
    checking, writing = opened(path), opened(path)
    lock_module._probe(checking)
    pauses = count(1)
    monkeypatch.setattr(lock_module.time, "sleep", lambda _: next(pauses) == 100 and unlock_and_close(checking))
    lock_file(path, writing)
    assert next(pauses) == 101
    unlock_and_close(writing)


@posix
def test_a_lock_that_another_program_keeps_is_refused_soon(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.jsonl"
    fd = opened(path)
    lock_file(path, fd)
    pauses: list[float] = []
    monkeypatch.setattr(lock_module.time, "sleep", pauses.append)
    with pytest.raises(Locked):
        lock_file(path, opened(path))
    assert sum(pauses) <= 0.1
    unlock_and_close(fd)


HOLD = """
import os, sys, time
from pathlib import Path
from orcus_tui.storage.lock import lock_file
path = Path(sys.argv[1])
lock_file(path, os.open(path, os.O_RDWR | os.O_CREAT))
print("held", flush=True)
time.sleep(60)
"""


def test_a_killed_program_has_no_lock(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    with subprocess.Popen([sys.executable, "-c", HOLD, str(path)], stdout=subprocess.PIPE, cwd=ROOT) as holder:
        assert holder.stdout is not None and holder.stdout.readline().strip() == b"held"
        assert is_locked(path)
        holder.kill()
    assert not is_locked(path)
