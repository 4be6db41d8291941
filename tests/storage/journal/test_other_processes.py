"""A writer that is killed, and a second one for the same journal."""

import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from orcus_tui.storage.journal.journal_file import Journal, read_journal
from orcus_tui.storage.journal.journal_list import list_journals
from orcus_tui.storage.journal.recovery import resume_journal
from orcus_tui.storage.lock import Locked, is_locked
from orcus_tui.storage.storage_error import StorageError
from tests.helpers.disks.disks import names, posix
from tests.helpers.disks.journals import HEADER
from tests.helpers.fights.random_fights import journal_settings_at
from tests.helpers.project.files import ROOT

APPEND = """
import os, sys
HEADER = {"format": 2, "program": "the first\\x1b[2J program", "process": os.getpid()}
from pathlib import Path
from orcus_tui.storage.atomic import Disk
from orcus_tui.storage.journal.journal_file import Journal
at_once = int(sys.argv[2])
disk = Disk(write=lambda fd, data: os.write(fd, data[:at_once]))
journal = Journal.create(Path(sys.argv[1]), HEADER, disk=disk)
number = 0
print("ready", flush=True)
while number < int(sys.argv[3]):
    number += 1
    journal.append({"number": number, "text": "x" * (number * 37 % 900)})
    print(number, flush=True)
sys.stdin.read()
"""


@contextmanager
def child(path: Path, at_once: int, records: int) -> Iterator[subprocess.Popen[str]]:
    """A process that appends, printing each number when `append` has returned; then it waits."""
    command = [sys.executable, "-c", APPEND, str(path), str(at_once), str(records)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, cwd=ROOT) as process:
        assert process.stdout is not None and process.stdout.readline() == "ready\n"
        try:
            yield process
        finally:
            process.kill()


@pytest.mark.parametrize("seed", range(8))
def test_a_kill_at_any_moment_loses_nothing_shown(tmp_path: Path, seed: int) -> None:
    path = tmp_path / "a.jsonl"
    chance = random.Random(seed)
    at_once = 7 if seed % 2 else 10**6  # since it is written in small pieces, a kill leaves a torn line
    with child(path, at_once, 10**9) as process:
        assert process.stdout is not None
        shown = [process.stdout.readline() for _ in range(chance.randint(0, 40))]
        process.kill()
        shown += process.stdout.read().splitlines(keepends=True)
    journal, recovered = Journal.resume(path)
    assert recovered.damage is None
    numbers = [record["number"] for record in recovered.records]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) >= sum(number.endswith("\n") for number in shown)
    journal.append({"number": len(numbers) + 1})
    journal.close(finished=True)
    assert len(read_journal(path).records) == len(numbers) + 1


def test_the_second_writer_learns_the_process_of_the_first(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    with child(path, 10**6, 0) as process:
        with pytest.raises(Locked) as caught:
            resume_journal(journal_settings_at(tmp_path), "a")
        assert caught.value.holder == f"process {process.pid} (the first�[2J program)"
        assert str(path) in str(caught.value) and "close it there" in str(caught.value)
        with pytest.raises(StorageError, match="already exists"):
            Journal.create(path, HEADER)
        assert list_journals(tmp_path)[0].in_use
        assert read_journal(path).header["process"] == process.pid
    assert not is_locked(path)
    Journal.resume(path)[0].close(finished=False)
    assert names(tmp_path) == ["a.jsonl"]


def test_a_second_writer_in_the_same_process(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    journal = Journal.create(path, HEADER)
    read_journal(path)
    for _ in range(2):
        with pytest.raises(Locked, match="in use by another program;"):
            Journal.resume(path)
    journal.append({})
    journal.close(finished=False)
    Journal.resume(path)[0].close(finished=False)


def test_nothing_next_to_a_journal_lets_in_a_second_writer(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    journal = Journal.create(path, HEADER)
    assert names(tmp_path) == ["a.jsonl"]  # not a lock file, which could be removed
    with pytest.raises(Locked):
        Journal.resume(path)
    assert is_locked(path) and names(tmp_path) == ["a.jsonl"]
    journal.close(finished=False)
    assert not is_locked(path)


@posix
def test_programs_that_ask_whether_a_journal_is_in_use_do_not_keep_a_writer_out(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    Journal.create(path, HEADER).close(finished=False)
    with subprocess.Popen([sys.executable, "-c", ASK, str(path)], stdout=subprocess.PIPE, cwd=ROOT) as asking:
        assert asking.stdout is not None and asking.stdout.readline() == b"asking\n"
        for _ in range(300):
            Journal.resume(path)[0].close(finished=False)
        asking.kill()


ASK = """
import sys
from pathlib import Path
from orcus_tui.storage.lock import is_locked
print("asking", flush=True)
while True:
    is_locked(Path(sys.argv[1]))
"""
