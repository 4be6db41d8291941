"""A writer that is killed, and a second one for the same journal."""

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from disks import names, posix
from journal_files import HEADER
from project_files import ROOT

from orcus_tui.storage.journal.journal_file import Journal, list_journals, read_journal
from orcus_tui.storage.lock import Locked, is_locked, take_lock

APPEND = """
import os, sys
from pathlib import Path
from orcus_tui.storage.atomic import Disk
from orcus_tui.storage.journal.journal_file import Journal
at_once = int(sys.argv[2])
disk = Disk(write=lambda fd, data: os.write(fd, data[:at_once]))
journal = Journal.create(Path(sys.argv[1]), {"format": 1}, "the first\\x1b[2J program", disk=disk)
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
def test_killed_at_any_moment_nothing_shown_is_lost(tmp_path: Path, seed: int) -> None:
    path = tmp_path / "a.jsonl"
    chance = random.Random(seed)
    at_once = 7 if seed % 2 else 10**6  # written in small pieces, a kill leaves a torn line
    with child(path, at_once, 10**9) as process:
        assert process.stdout is not None
        shown = [process.stdout.readline() for _ in range(chance.randint(0, 40))]
        process.kill()
        shown += process.stdout.read().splitlines(keepends=True)
    journal, recovered = Journal.resume(path, "test")
    assert recovered.damage is None
    numbers = [record["number"] for record in recovered.records]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) >= sum(number.endswith("\n") for number in shown)
    journal.append({"number": len(numbers) + 1})
    journal.close(finished=True)
    assert len(read_journal(path).records) == len(numbers) + 1


def test_the_second_writer_reads_who_is_the_first(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    with child(path, 10**6, 0) as process:
        with pytest.raises(Locked) as caught:
            Journal.resume(path, "second")
        assert caught.value.holder == f"process {process.pid} (the first�[2J program)"
        assert str(path) in str(caught.value) and "close it there" in str(caught.value)
        with pytest.raises(Locked):
            Journal.create(path, HEADER, "second")
        assert list_journals(tmp_path)[0].in_use
        assert read_journal(path).header == {"format": 1}
    assert not is_locked(path)
    Journal.resume(path, "second")[0].close(finished=False)
    assert names(tmp_path) == ["a.jsonl"]


def test_a_second_writer_in_the_same_process(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    journal = Journal.create(path, HEADER, "this")
    read_journal(path)
    for _ in range(2):
        with pytest.raises(Locked, match=f"process {os.getpid()} "):
            Journal.resume(path, "that")
    journal.append({})
    journal.close(finished=False)
    take_lock(path, "that").release()


@posix
def test_a_link_to_a_journal_is_the_same_journal(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    path, link = tmp_path / "there" / "a.jsonl", tmp_path / "link.jsonl"
    journal = Journal.create(path, HEADER, "this")
    link.symlink_to(path)
    with pytest.raises(Locked):
        Journal.resume(link, "that")
    journal.close(finished=False)
